//! What the figures of a report count: walk-ins apart from bookings.

use serde_json::json;
use tests::{HOUR, RestaurantSpec, TestApp, VisitSpec};

use super::reports::{report, swept};

/// G328
#[tokio::test]
async fn walk_ins_are_a_channel_without_lead_times() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let booked = VisitSpec { days: 0, items: vec![1], guests: 1, times: ("19:30", "21:30") };
    owner.record_visit(&app, &restaurant, &booked).await.is(201);
    let spec = VisitSpec { days: 0, items: vec![0], guests: 1, ..VisitSpec::default() };
    let place = app.visit(&restaurant, &spec).await;
    app.advance(8 * HOUR);
    let walk_in = json!({
        "guests_count": 1,
        "inventory_group_uid": place["inventory_group_uid"],
        "inventory_item_uids": place["inventory_item_uids"],
    });
    owner.post("/owners/api/walk_ins", &walk_in).await.is(201);
    swept(&app).await;
    let december = report(&owner, "from=2026-12&till=2026-12").await["periods"][0].clone();
    let channels = json!([
        { "channel": "online", "parties": 0, "guests": 0 },
        { "channel": "invited", "parties": 0, "guests": 0 },
        { "channel": "in_person", "parties": 1, "guests": 1 },
        { "channel": "walk_in", "parties": 1, "guests": 1 },
        { "channel": "off_site", "parties": 0, "guests": 0 },
    ]);
    assert_eq!(december["channels"], channels);
    assert_eq!((&december["parties"], &december["guests"]), (&json!(2), &json!(2)), "walk-ins are part of the covers");
    assert_eq!(december["leads"], json!([1, 0, 0, 0, 0, 0, 0]), "a walk-in did not book");
    let file = owner.get("/owners/reports/covers.csv?from=2026-12&till=2026-12").await.is(200).body.clone();
    assert!(file.contains("\"ウォークイン 組数\",\"ウォークイン 人数\""), "{file}");
    app.verify().await;
    app.end().await;
}
