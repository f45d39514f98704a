//! The audit log has the old and the new value of each changed field of records that are saved as a whole (gaps G318).

use serde_json::{Value, json};
use tests::{RestaurantSpec, SlotSpec, TemplateSpec, TestApp, templates_path};

use super::sections::gold::allocate;
use crate::owner::people::announcements::{LIST, draft, setup};

/// Returns the old and the new values of the newest entry of an action.
async fn change(app: &TestApp, action: &str) -> [Value; 2] {
    let find = sqlx::query_scalar("SELECT detail FROM audit_events WHERE action = $1 ORDER BY id DESC LIMIT 1");
    let detail: Value = find.bind(action).fetch_one(&app.pool).await.expect("an entry");
    ["old", "new"].map(|side| detail[side].clone())
}

#[tokio::test]
async fn red_circles_have_the_rows_that_differ() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    let circles = "/admin/api/r/sushi-test/calendar_operation_slots";
    let row = |id: &Value, from: &str, tuesday: i32| json!({ "id": id, "inventory_group_id": restaurant.group, "start_time": from, "end_time": "20:00", "tuesday": tuesday });
    let table = |rows: Value| json!({ "calendar_operation_slots": { "dinner": { "rows": rows } } });
    let two = table(json!([row(&Value::Null, "17:00", 1), row(&Value::Null, "18:00", 1)]));
    let saved = admin.post(circles, &two).await.is(200).json()["calendar_operation_slots"]["dinner"]["rows"].clone();
    let [first, second] = [0, 1].map(|place| saved[place]["id"].clone());
    admin.post(circles, &table(json!([row(&first, "17:00", 1), row(&second, "18:00", 3)]))).await.is(200);
    let [old, new] = change(&app, "operation_slots_saved").await;
    let rows = [&old, &new].map(|side| side["dinner"]["rows"].as_array().expect("rows").len());
    assert_eq!(rows, [1, 1], "{old} {new}");
    let of =
        |side: &Value| (side["dinner"]["rows"][0]["start_time"].clone(), side["dinner"]["rows"][0]["tuesday"].clone());
    assert_eq!((of(&old), of(&new)), ((json!("18:00"), json!(1)), (json!("18:00"), json!(3))));
    admin.delete(&format!("{circles}?operation=dinner")).await.is(200);
    let [old, new] = change(&app, "operation_slots_reset").await;
    assert_eq!((old["dinner"]["rows"].as_array().map(Vec::len), new), (Some(2), Value::Null));
    app.end().await;
}

#[tokio::test]
async fn raffles_and_gold_slots_have_their_changed_fields() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    let raffles = "/admin/r/sushi-test/raffle_rounds";
    let fields = |winners: i32| {
        json!({ "raffle_round": { "registerable_from": format!("{} 10:00:00", app.day(2)), "questions": ["ご利用は"],
            "registerable_till": format!("{} 10:00:00", app.day(4)), "winners_count": winners, "entries_limit": 7 } })
    };
    let uid = admin.post(raffles, &fields(3)).await.is(201).json()["uid"].clone();
    assert_eq!(change(&app, "raffle_round_created").await[1]["questions"], json!(["ご利用は"]));
    let raffle = format!("{raffles}/{}", uid.as_str().expect("a uid"));
    admin.patch(&raffle, &fields(4)).await.is(200);
    let changed = change(&app, "raffle_round_changed").await;
    assert_eq!(changed, [json!({ "winners_count": 3 }), json!({ "winners_count": 4 })]);
    admin.delete(&raffle).await.is(204);
    assert_eq!(change(&app, "raffle_round_removed").await[0]["winners_count"], 4);

    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let other = app.slot(&restaurant, SlotSpec { days: 8, ..SlotSpec::default() }).await;
    let pane = allocate(&app, &restaurant, &slot, "december").await;
    allocate(&app, &restaurant, &other, "january").await;
    let rounds = admin.get(&pane).await.data()["gold_rounds"].clone();
    let january = rounds.as_array().and_then(|rounds| rounds.iter().find(|round| round["slug"] == "january"));
    let january = january.expect("a round")["id"].clone();
    admin.patch(&pane, &json!({ "gold_round_id": january })).await.is(200);
    let changed = change(&app, "gold_allocation_changed").await;
    assert_eq!(changed, [json!({ "gold_round": "december" }), json!({ "gold_round": "january" })]);
    admin.delete(&pane).await.is(200);
    let removed = json!({ "gold_round": "january", "listed_from": null });
    assert_eq!(change(&app, "gold_allocation_removed").await, [removed, Value::Null]);
    app.end().await;
}

#[tokio::test]
async fn round_plans_have_their_kind_rules_and_rounds() {
    let app = TestApp::start().await;
    app.restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    let save = async |kind: &str, fields: Value| {
        let path = format!("/admin/api/r/sushi-test/{kind}_reservation_round_plans");
        admin.post(&path, &fields).await.is(201);
        change(&app, "round_plan_saved").await
    };
    save("never", json!({})).await;
    let rule = |hour: i32| json!({ "month": 1, "day_of_month": 1, "hour_of_day": hour, "minute_of_hour": 30 });
    let plan =
        |rules: Value| json!({ "open_schedule_rules": rules, "open_for_months": 1, "open_upto_mode": "end_of_month" });
    let [old, new] = save("periodic", plan(json!([rule(9), rule(10)]))).await;
    assert_eq!((&old["kind"], &new["kind"]), (&json!("never"), &json!("periodic")));
    let shown = |time: &str| json!([{ "month": 1, "day_of_month": 1, "time": time }]);
    let [old, new] = save("periodic", plan(json!([rule(9), rule(11)]))).await;
    let rules = |time: &str| json!({ "open_schedule_rules": shown(time) });
    assert_eq!([old, new], [rules("10:30"), rules("11:30")]);
    let round = json!({ "effective_at": format!("{} 10:00:00", app.day(2)), "online_reservable_till": app.day(40) });
    let [old, new] = save("custom", json!({ "reservation_rounds": [round] })).await;
    assert_eq!((&old["kind"], &old["open_for_months"]), (&json!("periodic"), &json!(1)));
    assert_eq!(new["reservation_rounds"][0]["online_reservable_till"], json!(app.day(40)));
    app.end_unverified().await;
}

#[tokio::test]
async fn refill_templates_have_their_changed_fields_and_selectors() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    let spec = TemplateSpec { weekdays: vec!["monday"], ..TemplateSpec::default() };
    let template = app.template(&admin, &restaurant, spec).await;
    let path = format!("{}/{template}", templates_path(&restaurant));
    let mut form = app.template_form(&restaurant, &[]).await;
    form["title"] = "週末".into();
    admin.patch(&path, &json!({ "online_stock_refillment_template": form })).await.is(200);
    let changed = change(&app, "refill_template_updated").await;
    assert_eq!(changed, [json!({ "title": "平日ディナー" }), json!({ "title": "週末" })]);
    admin.patch(&path, &json!({ "schedule_attributes": { "tuesday": "1" } })).await.is(200);
    let changed = change(&app, "refill_template_updated").await;
    assert_eq!(changed, [json!({ "monday": true, "tuesday": false }), json!({ "monday": false, "tuesday": true })]);

    let times = json!({ "options_attributes": [{ "start_time": "19:00", "end_time": "21:00" }] });
    admin.selects(&restaurant, template, "time", &times).await;
    let changed = change(&app, "time_selector_saved").await;
    let span = |from: &str, till: &str| json!({ "time_selector": [{ "start_time": from, "end_time": till }] });
    assert_eq!(changed, [span("18:00", "20:00"), span("19:00", "21:00")]);
    let course = json!({ "options_attributes": [{ "course_id": restaurant.courses[0], "daily_max": 4 }] });
    admin.selects(&restaurant, template, "course", &course).await;
    assert_eq!(change(&app, "course_selector_saved").await[1]["course_selector"][0]["daily_max"], 4);

    let group = app.customer_group(&restaurant, "常連", false).await;
    let guests = json!({ "options_attributes": [{ "guests_count": 2 }], "customer_group_id": group });
    admin.selects(&restaurant, template, "guests_count", &guests).await;
    let [old, new] = change(&app, "guests_count_selector_saved").await;
    let own = json!([{ "customer_group_id": group, "always_allow_last_solo": false,
        "options": [{ "guests_count": 2, "max_per_isg": null }] }]);
    assert_eq!((&old["guests_count_selectors"], &new["guests_count_selectors"]), (&Value::Null, &own));
    admin.delete(&path).await.is(200);
    assert_eq!(change(&app, "refill_template_deleted").await[0]["title"], "週末");
    app.end().await;
}

#[tokio::test]
async fn announcements_and_pictures_have_their_old_and_new_values() {
    let setup = setup().await;
    let app = &setup.app;
    let admin = app.admin().await;
    let id = setup.saved(json!({})).await;
    assert_eq!(change(app, "announcement.saved").await[1]["subject_type"], "event");
    let text = draft(json!({ "body": "新酒の会は中止です。" }));
    setup.owner.patch(&format!("{LIST}/{id}"), &text).await.is(200);
    let [old, new] = change(app, "announcement.saved").await;
    assert_eq!(new, json!({ "body": "新酒の会は中止です。" }));
    assert!(old["body"].as_str().is_some_and(|body| body.starts_with("新酒の会を催します。")), "{old}");
    let release = format!("/admin/announcements/{id}/release");
    admin.post(&release, &json!({ "scheduled_at": "2026-12-09T10:00:00+09:00" })).await.is(200);
    let times = |at: Value| json!({ "scheduled_at": at });
    let at = "2026-12-09T01:00:00Z";
    assert_eq!(change(app, "announcement.released").await, [times(Value::Null), times(at.into())]);
    admin.delete(&release).await.is(200);
    assert_eq!(change(app, "announcement.unscheduled").await, [times(at.into()), times(Value::Null)]);

    app.execute("UPDATE restaurants SET pictures = '{a.jpg,b.jpg}' WHERE slug = 'sushi-test'").await;
    let order = json!({ "pictures": [{ "file": "b.jpg", "alt_ja": "庭" }, { "file": "a.jpg" }] });
    admin.put("/admin/api/r/sushi-test/pictures", &order).await.is(200);
    let [old, new] = change(app, "restaurant_updated").await;
    assert_eq!((&old["pictures"][0]["file"], &new["pictures"][0]["alt_ja"]), (&json!("a.jpg"), &json!("庭")));
    setup.app.end().await;
}
