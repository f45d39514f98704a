//! Figures of a report: walk-ins apart from bookings, and the occupancy of the days up to today.

use serde_json::{Value, json};
use tests::{DAY, HOUR, RestaurantSpec, TestApp, VisitSpec};

use super::reports::{Booked, DINNER, end, enter, opened, report, swept};

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

/// G329. 1 December 2026, today, is a Tuesday.
#[tokio::test]
async fn occupancy_leaves_out_days_to_come() {
    let app = TestApp::start().await;
    let (restaurant, owner) = opened(&app).await;
    enter(&app, &restaurant, Booked { date: "2026-12-01", ..DINNER }).await;
    enter(&app, &restaurant, Booked { date: "2026-12-08", item: 1, ..DINNER }).await;
    enter(&app, &restaurant, Booked { date: "2026-12-09", ..DINNER }).await;
    swept(&app).await;
    let occupancy = async |query: &str| report(&owner, query).await["occupancy"].clone();
    let december = "from=2026-12&till=2026-12";

    let today = occupancy(december).await;
    assert_eq!(today["till"], "2026-12-01");
    assert_eq!(today["weekdays"][1][7], 25, "one of four tables on one Tuesday, not on five");
    assert_eq!(today["weekdays"][2][7], Value::Null, "no Wednesday has come");
    let file = owner.get(&format!("/owners/reports/occupancy.csv?{december}")).await.is(200).body.clone();
    assert!(file.lines().any(|line| line.starts_with("\"火曜日\"") && line.contains("\"25\"")), "{file}");
    let later = occupancy("from=2027-01&till=2027-01").await;
    assert_eq!((&later["till"], &later["hours"]), (&Value::Null, &json!([])));
    let past = occupancy("from=2026-11&till=2026-11").await;
    assert_eq!((&past["till"], &past["hours"]), (&json!("2026-11-30"), &json!([])));

    app.advance(8 * DAY);
    let week_later = occupancy(december).await;
    assert_eq!(week_later["till"], "2026-12-09");
    assert_eq!((&week_later["weekdays"][1][7], &week_later["weekdays"][2][7]), (&json!(25), &json!(13)));
    end(app).await;
}
