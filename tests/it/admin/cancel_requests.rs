//! Requests of restaurants to cancel without a fee, decided on in the console (gaps G088, G089).

use serde_json::{Value, json};
use tests::{CourseSpec, Csrf, Persona, Restaurant, RestaurantSpec, SlotSpec, TestApp, cards};

use super::lists::list;

/// A booking on a day to come whose restaurant asks to cancel it.
async fn open_cancel_request(app: &TestApp, restaurant: &Restaurant, diner: &Persona, days: i64) -> String {
    let slot = app.slot(restaurant, SlotSpec { days, ..SlotSpec::default() }).await;
    let uid = diner.book(restaurant, &slot, 1).await;
    let form = json!({ "uid": uid, "reason": "customer", "delete_os": false, "fee_waived": true, "agreed_with_customer": true });
    app.owner(restaurant).await.post("/owners/reservation_cancel_requests", &form).await.is(200);
    uid
}

/// The requests on the page.
async fn listed(admin: &Persona) -> Vec<Value> {
    let page = admin.get("/admin/cancel_requests").await;
    page.data()["first"]["rows"].as_array().unwrap().clone()
}

#[tokio::test]
async fn admin_approves_or_rejects_with_a_reason() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let (hanako, kenji, admin) = (app.diner("hanako").await, app.diner("kenji").await, app.admin().await);
    let (first, second) = (
        open_cancel_request(&app, &restaurant, &hanako, 7).await,
        open_cancel_request(&app, &restaurant, &kenji, 8).await,
    );
    let waiting = listed(&admin).await;
    assert_eq!(waiting.iter().map(|request| &request["reservation_uid"]).collect::<Vec<_>>(), [&first, &second]);
    assert_eq!((&waiting[0]["reason"], &waiting[0]["status"]), (&json!("customer"), &json!("pending")));
    let shown = admin.get(&format!("/admin/reservations/{first}")).await.is(200).data()["cancel_requests"].clone();
    assert_eq!((shown.as_array().unwrap().len(), &shown[0]["uid"]), (1, &waiting[0]["uid"]));

    let decide = |uid: &str, how: &str| format!("/admin/reservations/{uid}/cancel_request/{how}");
    let why = json!({ "reason": "店舗に電話で確認" });
    let done = admin.post(&decide(&first, "approve"), &why).await.is(200).json();
    assert_eq!(done["redirect_to"], format!("/admin/reservations/{first}"));
    admin.submit(&decide(&second, "reject"), &[("reason", "")]).await.goes_to(&format!("/admin/reservations/{second}"));
    assert_eq!((hanako.status_of(&first).await, kenji.status_of(&second).await), ("void".into(), "accepted".into()));
    for uid in [&first, &second] {
        admin.post(&decide(uid, "approve"), &why).await.refused(400, "request_closed");
        admin.post(&decide(uid, "reject"), &why).await.refused(400, "request_closed");
    }
    let all = list(&admin, "cancel_requests", &[]).await.is(200).json();
    assert_eq!((listed(&admin).await.len(), all.as_array().map(Vec::len)), (0, Some(2)));
    let kept = "SELECT count(*) FROM audit_events WHERE actor = 'admin'
                AND (action, detail->>'reason') IN (('cancel_request_decided', '店舗に電話で確認'))";
    assert_eq!(app.count(kept).await, 1);
    let kept = "SELECT count(*) FROM audit_events WHERE actor = 'admin' AND action = 'cancel_request_rejected'
                AND detail->'reason' = 'null'";
    assert_eq!(app.count(kept).await, 1);
    app.end().await;
}

#[tokio::test]
async fn cancel_requests_need_admin_and_unknown_ids_get_404() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let (hanako, admin) = (app.diner("hanako").await, app.admin().await);
    let uid = open_cancel_request(&app, &restaurant, &hanako, 7).await;
    let path = format!("/admin/reservations/{uid}/cancel_request/approve");
    for stranger in [app.owner(&restaurant).await, hanako.at(&app.base_urls[0]), app.anonymous()] {
        stranger.get("/admin/cancel_requests").await.refused(401, "sign_in_required");
        stranger.post(&path, &json!({})).await.refused(401, "sign_in_required");
        stranger.post(&path.replace("approve", "reject"), &json!({})).await.refused(401, "sign_in_required");
    }
    let call = admin.call(reqwest::Method::POST, &path);
    call.csrf(Csrf::None).json(&json!({})).send().await.refused(422, "csrf");
    admin.post(&path.replace(&uid, "none"), &json!({})).await.refused(404, "not_found");
    let long = json!({ "reason": "あ".repeat(501) });
    assert_eq!(admin.post(&path, &long).await.bad_fields(), ["reason"]);
    assert_eq!(hanako.status_of(&uid).await, "accepted");
    app.end().await;
}

#[tokio::test]
async fn cancellation_by_the_restaurant_names_its_cause_and_the_amounts() {
    let app = TestApp::start().await;
    let course = CourseSpec { price: 12_000, is_prepaid: true, ..CourseSpec::default() };
    let spec = RestaurantSpec { fee: 390, courses: vec![course], ..RestaurantSpec::default() };
    let restaurant = app.restaurant(spec).await;
    let (admin, owner) = (app.admin().await, app.owner(&restaurant).await);
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let uid = hanako.book(&restaurant, &slot, 1).await;
    app.drain_jobs().await;
    let page = owner.get(&format!("/owners/reservation_cancel_requests/new?uid={uid}")).await.data();
    assert_eq!((&page["paid"], &page["refund"], &page["kept"]), (&json!(12_390), &json!(12_000), &json!(390)));
    let form = json!({ "uid": uid, "reason": "restaurant", "delete_os": true, "fee_waived": true, "agreed_with_customer": true });
    owner.post("/owners/reservation_cancel_requests", &form).await.is(200);
    let approve = format!("/admin/reservations/{uid}/cancel_request/approve");
    admin.post(&approve, &json!({ "reason": "臨時休業" })).await.is(200);
    app.drain_jobs().await;
    let mails = app.outside.booking_mails(&hanako.email).await;
    let cancelled = mails.iter().find(|mail| mail["subject"].as_str().is_some_and(|it| it.contains("キャンセル")));
    let text = cancelled.expect("a mail")["text"].as_str().unwrap_or_default();
    for expected in ["店舗の都合により", "返金の対象外: 予約手数料 390円"] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    app.end().await;
}
