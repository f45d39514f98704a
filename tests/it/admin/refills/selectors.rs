//! The selectors of a template: guests, times and courses (admin §5, §7).

use serde_json::{Value, json};
use tests::{RestaurantSpec, TemplateSpec, TestApp, templates_path};

use super::{range, slot_on};

/// The body of a selector call.
fn body(kind: &str, template: i64, selector: &Value) -> Value {
    let mut selector = selector.clone();
    selector["online_stock_refillment_template_id"] = template.into();
    json!({ (format!("{kind}_selector")): selector })
}

fn path(kind: &str) -> String {
    format!("/admin/api/r/sushi-test/{kind}_selectors")
}

/// F187, F188, F189
#[tokio::test]
async fn unofferable_selectors_are_rejected() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let admin = app.admin().await;
    let template = app.template(&admin, &restaurant, TemplateSpec::default()).await;
    let (mine, theirs) = (restaurant.courses[0], elsewhere.courses[0]);
    let their_group = app.customer_group(&elsewhere, "常連", false).await;
    let archived = app.customer_group(&restaurant, "卒業", false).await;
    app.execute("UPDATE customer_groups SET archived_at = created_at FROM restaurants r WHERE label = '卒業' AND r.id = restaurant_id").await;
    let guests = |count: Value| json!({ "options_attributes": [{ "guests_count": count }] });
    let of_group = |id: i64| json!({ "options_attributes": [{ "guests_count": 1 }], "customer_group_id": id });
    let time = |start: &str, end: &str| json!({ "options_attributes": [{ "start_time": start, "end_time": end }] });
    let course = |id: i64, max: Value| json!({ "options_attributes": [{ "course_id": id, "daily_max": max }] });
    let none = json!({ "options_attributes": [] });
    let refused = [
        ("guests_count", none.clone(), "slot_guests_missing"),
        ("guests_count", json!({}), "slot_guests_missing"),
        ("guests_count", guests(json!(0)), "slot_guests_out_of_range"),
        ("guests_count", guests(json!(5)), "slot_guests_out_of_range"),
        ("guests_count", guests(json!("many")), "invalid_input"),
        (
            "guests_count",
            json!({ "options_attributes": [{ "guests_count": 1, "max_per_isg": 0 }] }),
            "slot_guests_out_of_range",
        ),
        ("guests_count", of_group(their_group), "customer_group_unknown"),
        ("guests_count", of_group(archived), "refill_group_archived"),
        ("time", none.clone(), "slot_time_missing"),
        ("time", time("18:00", ""), "slot_time_missing"),
        ("time", time("20:00", "18:00"), "slot_time_invalid"),
        ("time", time("18:00", "18:00"), "slot_time_invalid"),
        ("time", time("10:00", "12:00"), "slot_time_invalid"),
        ("time", time("18:02", "20:00"), "slot_time_invalid"),
        ("course", none, "slot_course_missing"),
        ("course", course(mine, json!(0)), "refill_daily_max_invalid"),
        ("course", course(mine, json!(-1)), "refill_daily_max_invalid"),
        ("course", course(theirs, json!(4)), "slot_course_unknown"),
    ];
    let before = admin.get(&templates_path(&restaurant)).await.data()["templates"].clone();
    for (kind, selector, code) in &refused {
        admin.post(&path(kind), &body(kind, template, selector)).await.refused(422, code);
    }
    admin.post(&path("time"), &json!({ "time_selector": time("18:00", "20:00") })).await.refused(404, "not_found");
    assert_eq!(admin.get(&templates_path(&restaurant)).await.data()["templates"], before, "nothing was changed");
    app.end().await;
}

/// F187, F188
#[tokio::test]
async fn selector_replaces_previous_and_drops_duplicates() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    let template = app.template(&admin, &restaurant, TemplateSpec::default()).await;
    let group = app.customer_group(&restaurant, "常連", false).await;
    let row = |start: &str, end: &str| json!({ "start_time": start, "end_time": end });
    let times = json!({ "options_attributes": [row("19:00", "21:00"), row("12:00", "14:00"), row("19:00", "21:00")] });
    admin.selects(&restaurant, template, "time", &times).await;
    let own = json!({ "options_attributes": [{ "guests_count": "2", "max_per_isg": "1" }], "customer_group_id": group,
                      "always_allow_last_solo": "1" });
    admin.selects(&restaurant, template, "guests_count", &own).await;
    admin.selects(&restaurant, template, "guests_count", &own).await;
    let shown = async || admin.get(&templates_path(&restaurant)).await.data()["templates"][0].clone();
    let page = shown().await;
    assert_eq!(page["time_selector"], json!([row("12:00", "14:00"), row("19:00", "21:00")]));
    let selectors = page["guests_count_selectors"].as_array().expect("selectors").clone();
    assert_eq!(selectors.len(), 2);
    assert_eq!((&selectors[0]["customer_group_id"], &selectors[1]["customer_group_id"]), (&Value::Null, &json!(group)));
    assert_eq!(selectors[1]["options"], json!([{ "guests_count": 2, "max_per_isg": 1 }]));
    assert_eq!(
        (&selectors[0]["always_allow_last_solo"], &selectors[1]["always_allow_last_solo"]),
        (&json!(false), &json!(true))
    );

    admin.delete(&format!("{}/{}", path("guests_count"), selectors[1]["id"])).await.is(200);
    assert_eq!(shown().await["guests_count_selectors"].as_array().map(Vec::len), Some(1));
    let general_selector = format!("{}/{}", path("guests_count"), selectors[0]["id"]);
    admin.delete(&general_selector).await.refused(422, "refill_guests_for_everybody");
    admin.delete(&format!("{}/{}", path("guests_count"), selectors[1]["id"])).await.refused(404, "not_found");
    app.end().await;
}

#[tokio::test]
async fn a_groups_own_sizes_limits_and_last_seat_reach_the_slot() {
    let app = TestApp::start().await;
    let spec = RestaurantSpec { seats: 3, cutoff_hours: 0, ..RestaurantSpec::default() };
    let restaurant = app.restaurant(spec).await;
    let admin = app.admin().await;
    let group = app.customer_group(&restaurant, "常連", false).await;
    let archived = app.customer_group(&restaurant, "卒業", false).await;
    let template = app.template(&admin, &restaurant, TemplateSpec { counts: vec![2], ..TemplateSpec::default() }).await;
    let own = json!({ "options_attributes": [{ "guests_count": 2, "max_per_isg": 1 }, { "guests_count": 3 }],
                      "customer_group_id": group, "always_allow_last_solo": "1" });
    admin.selects(&restaurant, template, "guests_count", &own).await;
    let theirs = json!({ "options_attributes": [{ "guests_count": 1 }], "customer_group_id": archived });
    admin.selects(&restaurant, template, "guests_count", &theirs).await;
    app.execute("UPDATE customer_groups SET archived_at = r.created_at FROM restaurants r WHERE label = '卒業' AND r.id = restaurant_id").await;
    admin.refills(&restaurant, template, &range(&app, 1, 1)).await;
    let slot = slot_on(&app, &restaurant, 1).await;
    let (hanako, kenji, aoi) = (app.diner("hanako").await, app.diner("kenji").await, app.diner("aoi").await);
    app.put_into_group(&restaurant, &kenji, group).await;
    app.put_into_group(&restaurant, &aoi, archived).await;
    assert_eq!(hanako.guests_options(&restaurant, &slot).await, [2], "the general selector");
    assert_eq!(kenji.guests_options(&restaurant, &slot).await, [2, 3], "the group's own");
    assert_eq!(aoi.guests_options(&restaurant, &slot).await, [2], "an archived group's own is left out");

    hanako.hold(&restaurant, &slot, 2).await;
    app.caches_follow().await;
    assert_eq!(kenji.guests_options(&restaurant, &slot).await, [1], "the last seat, which is the group's alone");
    assert!(aoi.guests_options(&restaurant, &slot).await.is_empty());
    aoi.try_hold(&restaurant, &slot, 1).await.refused(422, "full");
    kenji.hold(&restaurant, &slot, 1).await;
    app.verify().await;
    app.end().await;
}
