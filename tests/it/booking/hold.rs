use serde_json::json;
use tests::{HouseSpec, SlotSpec, TestApp};

#[tokio::test]
async fn seats_are_held_for_ten_minutes_and_gone_for_others() {
    let app = TestApp::start().await;
    let house = app.house(HouseSpec { seats: 2, ..HouseSpec::default() }).await;
    let slot = app.slot(&house, SlotSpec { counts: vec![1, 2], ..SlotSpec::default() }).await;
    let (hanako, kenji) = (app.diner("hanako").await, app.diner("kenji").await);
    assert_eq!(kenji.guests_options(&house, &slot).await, [1, 2]);
    let reply = hanako.try_hold(&house, &slot, 2).await;
    let answer = reply.is(201).json();
    let uid = answer["uid"].as_str().unwrap();
    assert_eq!(answer["data"], json!({ "uid": uid }));
    assert_eq!(answer["status"], 201);
    assert_eq!(answer["redirect_to"], format!("/r/sushi-test/reservations/{uid}/review"));
    assert!(uid.len() >= 20);
    app.caches_follow().await;
    assert!(kenji.guests_options(&house, &slot).await.is_empty());
    kenji.try_hold(&house, &slot, 1).await.refused(422, "full");
    let review = hanako.get(&format!("/r/sushi-test/reservations/{uid}/review")).await.data();
    assert_eq!(review["hold"], json!({ "uid": uid, "seconds_to_complete": 600 }));
    app.end().await;
}
