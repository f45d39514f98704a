//! Refill templates, their selectors and schedule, and the refill (F187 to F191, gaps G058 to G060, G105, G106, G188).

use serde_json::{Value, json};
use tests::{
    CourseSpec, GuestSpec, OFFLINE_RESERVATIONS, Restaurant, RestaurantSpec, SlotSpec, TemplateSpec, TestApp,
    VisitSpec, templates_path,
};

mod selectors;

fn range(app: &TestApp, from: i64, till: i64) -> Value {
    json!({ "selection_type": "range", "date_from": app.day(from), "date_till": app.day(till) })
}

/// Why each day was skipped, in order; null where a slot was made.
fn reasons(answer: &Value) -> Vec<Value> {
    answer["days"].as_array().expect("days").iter().map(|day| day["skipped"].clone()).collect()
}

const SLOTS: &str = "SELECT count(*) FROM online_stock_groups WHERE deleted_at IS NULL";

/// F191
#[tokio::test]
async fn refill_creates_bookable_slots_and_is_idempotent() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { cutoff_hours: 0, ..RestaurantSpec::default() }).await;
    let admin = app.admin().await;
    let spec = TemplateSpec { times: vec![("18:00", "20:00"), ("20:00", "22:00")], ..TemplateSpec::default() };
    let template = app.template(&admin, &restaurant, spec).await;
    let preview = format!("/admin/api/r/sushi-test/online_stock_refillment_templates/{template}/preview");
    let planned = admin.post(&preview, &range(&app, 1, 10)).await.is(200).json();
    assert_eq!((&planned["created"], &planned["skipped"], app.count(SLOTS).await), (&json!(10), &json!(0), 0));

    let answer = admin.refills(&restaurant, template, &range(&app, 1, 10)).await;
    assert_eq!(answer["message"], "10枠を作成し、0日をスキップしました。");
    assert_eq!(answer["days"], planned["days"], "what was previewed is what is made");
    let again = admin.refills(&restaurant, template, &range(&app, 1, 10)).await;
    assert_eq!((&again["created"], &again["skipped"], app.count(SLOTS).await), (&json!(0), &json!(10), 10));
    assert_eq!(reasons(&again), vec![json!("slot"); 10]);
    app.verify().await;

    let hanako = app.diner("hanako").await;
    let slot = slot_on(&app, &restaurant, 3).await;
    assert_eq!(hanako.guests_options(&restaurant, &slot).await, [1, 2]);
    hanako.book(&restaurant, &slot, 2).await;
    assert_eq!(app.count("SELECT count(*) FROM online_stocks").await, 40);
    assert_eq!(app.count("SELECT count(*) FROM osg_times").await, 20);
    assert_eq!(app.count("SELECT count(*) FROM osg_guests_count_selectors").await, 0, "the counts alone say it");
    assert_eq!(app.count("SELECT count(*) FROM audit_events WHERE action = 'slots_refilled'").await, 1);
    app.end().await;
}

/// F191
#[tokio::test]
async fn forms_get_redirects_and_dates_may_be_json_text() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    let template =
        app.template(&admin, &restaurant, TemplateSpec { weekdays: vec![], ..TemplateSpec::default() }).await;
    let path = format!("{}/{template}/refill", templates_path(&restaurant));
    let (one, two) = (app.day(2).to_string(), app.day(4).to_string());
    let dates = json!([one, two, one]).to_string();
    let reply = admin.submit(&path, &[("selection_type", "custom"), ("custom_dates", &dates)]).await;
    reply.is(303).goes_to(&templates_path(&restaurant));
    let page = admin.get(&templates_path(&restaurant)).await.is(200).json();
    assert_eq!(page["flash"][0]["message"], "2枠を作成し、0日をスキップしました。");
    assert_eq!(app.count(SLOTS).await, 2, "weekday flags do not hold for days by name");
    let listed = json!({ "selection_type": "custom", "custom_dates": [app.day(2), app.day(5)] });
    let answer = admin.refills(&restaurant, template, &listed).await;
    assert_eq!((&answer["created"], &answer["skipped"]), (&json!(1), &json!(1)));
    app.end().await;
}

#[tokio::test]
async fn refill_skips_closed_filled_or_reserved_days() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let (owner, admin) = (app.owner(&restaurant).await, app.admin().await);
    let template =
        app.template(&admin, &restaurant, TemplateSpec { items: vec![0, 1], ..TemplateSpec::default() }).await;
    app.close_day(&restaurant, app.day(1)).await;
    // On day 2 one of the items at the time; on day 3 other items; on day 4 another time.
    app.slot(&restaurant, SlotSpec { days: 2, items: vec![1, 2], ..SlotSpec::default() }).await;
    app.slot(&restaurant, SlotSpec { days: 3, items: vec![2, 3], ..SlotSpec::default() }).await;
    app.slot(&restaurant, SlotSpec { days: 4, times: vec![("20:00", "22:00")], ..SlotSpec::default() }).await;
    let visit = VisitSpec { days: 5, items: vec![0], guests: 1, ..VisitSpec::default() };
    let mut visit = app.visit(&restaurant, &visit).await;
    visit["offline_customer_uid"] = app.guest(&restaurant, GuestSpec::default()).await.into();
    owner.post(OFFLINE_RESERVATIONS, &visit).await.is(201);
    let before = app.count("SELECT sum(id)::bigint FROM online_stock_groups").await;

    let answer = admin.refills(&restaurant, template, &range(&app, 1, 6)).await;
    let expected = [json!("closed"), json!("slot"), Value::Null, Value::Null, json!("reservation"), Value::Null];
    assert_eq!(reasons(&answer), expected);
    let untouched = "SELECT sum(id)::bigint FROM online_stock_groups WHERE online_stock_refillment_template_id IS NULL";
    assert_eq!(app.count(untouched).await, before, "existing slots are unchanged");
    app.end().await;
}

/// F190
#[tokio::test]
async fn the_schedule_says_which_days_of_a_range_and_what_a_holiday_is() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    // From Tuesday, 29 December 2026, to Monday, 4 January 2027; the first of January is a Friday and a holiday.
    let week = json!({ "selection_type": "range", "date_from": "2026-12-29", "date_till": "2027-01-04" });
    let template = app.template(&admin, &restaurant, TemplateSpec::default()).await;
    let path = format!("{}/{template}", templates_path(&restaurant));
    let preview = format!("/admin/api/r/sushi-test/online_stock_refillment_templates/{template}/preview");
    let planned = async |schedule: Value| {
        admin.patch(&path, &json!({ "schedule_attributes": schedule })).await.is(200);
        reasons(&admin.post(&preview, &week).await.is(200).json())
    };
    let (none, off, holiday) = (Value::Null, json!("not_flagged"), json!("holiday"));
    let friday_skipped = planned(json!({ "tuesday": "1", "friday": "1", "skip_jp_holidays": "1" })).await;
    assert_eq!(friday_skipped[0], none);
    assert_eq!(friday_skipped[3], holiday, "a flagged holiday stays empty");
    let filled = planned(json!({ "monday": true, "fill_jp_holidays": true })).await;
    assert_eq!(filled, [&off, &off, &off, &none, &off, &off, &none].map(Clone::clone), "an unflagged one is filled");
    let both = json!({ "schedule_attributes": { "skip_jp_holidays": "1", "fill_jp_holidays": "1" } });
    let refused = admin.patch(&path, &both).await.refused(422, "refill_holidays_contradict");
    assert!(refused["fields"]["fill_jp_holidays"].is_string(), "{refused}");
    app.end().await;
}

/// F191
#[tokio::test]
async fn empty_selection_or_incomplete_template_fills_nothing() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    let template = app.template(&admin, &restaurant, TemplateSpec::default()).await;
    let path = format!("{}/{template}/refill", templates_path(&restaurant));
    let preview = format!("/admin/api/r/sushi-test/online_stock_refillment_templates/{template}/preview");
    let refused = [
        (json!({ "selection_type": "custom", "custom_dates": [] }), "refill_dates_missing"),
        (json!({ "selection_type": "custom", "custom_dates": "[]" }), "refill_dates_missing"),
        (json!({ "selection_type": "custom" }), "refill_dates_missing"),
        (json!({ "selection_type": "custom", "custom_dates": ["2026-13-01"] }), "date_invalid"),
        (json!({ "selection_type": "custom", "custom_dates": [app.day(-1)] }), "slot_date_past"),
        (json!({ "selection_type": "range", "date_from": app.day(1) }), "refill_period_missing"),
        (json!({ "selection_type": "range", "date_till": app.day(1) }), "refill_period_missing"),
        (range(&app, 3, 2), "refill_period_invalid"),
        (range(&app, -1, 2), "slot_date_past"),
        (json!({ "selection_type": "all" }), "invalid_input"),
        (json!({}), "invalid_input"),
    ];
    for (body, code) in &refused {
        admin.post(&path, body).await.refused(422, code);
        admin.post(&preview, body).await.refused(422, code);
    }
    let english = admin.post(&format!("/en{path}"), &refused[0].0).await.refused(422, "refill_dates_missing");
    assert_eq!(english["message"], "choose at least one date");

    let form = json!({ "online_stock_refillment_template": app.template_form(&restaurant, &[]).await });
    let empty = admin.post(&templates_path(&restaurant), &form).await.is(201).json()["id"].clone();
    let path = format!("{}/{empty}/refill", templates_path(&restaurant));
    admin.post(&path, &range(&app, 1, 2)).await.refused(422, "refill_template_incomplete");
    let page = admin.get(&templates_path(&restaurant)).await.data();
    assert_eq!(page["templates"][1]["lacks"], json!(["guests", "times", "courses"]));
    assert_eq!(app.count(SLOTS).await, 0);
    app.end().await;
}

#[tokio::test]
async fn templates_are_made_changed_and_removed_and_their_slots_stay() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let admin = app.admin().await;
    let path = templates_path(&restaurant);
    let valid = app.template_form(&restaurant, &[0, 1]).await;
    let with = |field: &str, value: Value| {
        let mut form = valid.clone();
        form[field] = value;
        json!({ "online_stock_refillment_template": form })
    };
    let theirs = app.template_form(&elsewhere, &[]).await;
    let refused = [
        (with("title", " ".into()), "refill_title_missing"),
        (with("title", "長".repeat(101).into()), "slot_title_too_long"),
        (with("inventory_item_uids", json!([])), "slot_seats_missing"),
        (with("inventory_item_uids", theirs["inventory_item_uids"].clone()), "slot_seats_unknown"),
        (with("inventory_group_uid", theirs["inventory_group_uid"].clone()), "slot_seats_unknown"),
        (with("operation", "lunch".into()), "operation_unknown"),
        (json!({}), "refill_title_missing"),
    ];
    for (body, code) in &refused {
        admin.post(&path, body).await.refused(422, code);
    }
    assert_eq!(app.count("SELECT count(*) FROM online_stock_refillment_templates").await, 0);

    let template =
        app.template(&admin, &restaurant, TemplateSpec { counts: vec![1, 4], ..TemplateSpec::default() }).await;
    let own = format!("{path}/{template}");
    admin.patch(&own, &with("title", "週末".into())).await.refused(422, "refill_seats_too_few");
    let seats = app.template_form(&restaurant, &[]).await["inventory_item_uids"].clone();
    let mut renamed = with("title", "週末".into());
    renamed["online_stock_refillment_template"]["inventory_item_uids"] = seats;
    admin.patch(&own, &renamed).await.is(200);
    assert_eq!(admin.get(&format!("{own}/edit")).await.data()["template"]["title"], "週末");
    assert_eq!(admin.get(&format!("{path}/new")).await.data()["choices"]["operations"][0]["name"], "dinner");
    admin.refills(&restaurant, template, &range(&app, 1, 2)).await;
    admin.delete(&own).await.is(200);
    assert_eq!(admin.get(&path).await.data()["templates"], json!([]));
    assert_eq!(app.count(SLOTS).await, 2);
    for gone in [admin.get(&format!("{own}/edit")).await, admin.delete(&own).await] {
        gone.refused(404, "not_found");
    }
    app.end().await;
}

#[tokio::test]
async fn only_admins_come_in_and_no_template_is_found_at_another_restaurant() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let (owner, admin) = (app.owner(&restaurant).await, app.admin().await);
    let template = app.template(&admin, &restaurant, TemplateSpec::default()).await;
    let path = templates_path(&restaurant);
    for stranger in [&owner, &app.diner("hanako").await, &app.anonymous()] {
        stranger.get(&path).await.refused(401, "sign_in_required");
        stranger.post(&path, &json!({})).await.refused(401, "sign_in_required");
        stranger.post(&format!("{path}/{template}/refill"), &range(&app, 1, 2)).await.refused(401, "sign_in_required");
        stranger.patch(&format!("{path}/{template}"), &json!({})).await.refused(401, "sign_in_required");
        for kind in ["guests_count", "time", "course"] {
            let call = format!("/admin/api/r/sushi-test/{kind}_selectors");
            stranger.post(&call, &json!({})).await.refused(401, "sign_in_required");
        }
    }
    let foreign = format!("{}/{template}", templates_path(&elsewhere));
    admin.get(&format!("{foreign}/edit")).await.refused(404, "not_found");
    admin.patch(&foreign, &json!({ "schedule_attributes": {} })).await.refused(404, "not_found");
    admin.delete(&foreign).await.refused(404, "not_found");
    admin.post(&format!("{foreign}/refill"), &range(&app, 1, 2)).await.refused(404, "not_found");
    let selector = json!({ "time_selector": { "options_attributes": [{ "start_time": "18:00", "end_time": "20:00" }],
        "online_stock_refillment_template_id": template } });
    admin.post("/admin/api/r/tempura-test/time_selectors", &selector).await.refused(404, "not_found");
    admin.get("/admin/r/no-such-house/online_stock_refillment_templates").await.refused(404, "not_found");
    assert_eq!(app.count(SLOTS).await, 0);
    app.end().await;
}

#[tokio::test]
async fn the_daily_maximum_of_a_template_holds_for_the_days_that_it_filled() {
    let app = TestApp::start().await;
    let courses = vec![CourseSpec { daily_max: Some(6), ..CourseSpec::default() }];
    let restaurant = app.restaurant(RestaurantSpec { courses, cutoff_hours: 0, ..RestaurantSpec::default() }).await;
    let admin = app.admin().await;
    let template =
        app.template(&admin, &restaurant, TemplateSpec { daily_max: Some(3), ..TemplateSpec::default() }).await;
    admin.refills(&restaurant, template, &range(&app, 1, 1)).await;
    // A change of the template applies to later refills.
    let course = restaurant.courses[0];
    let without = json!({ "options_attributes": [{ "course_id": course, "daily_max": "" }] });
    admin.selects(&restaurant, template, "course", &without).await;
    admin.refills(&restaurant, template, &range(&app, 2, 2)).await;
    let (hanako, kenji) = (app.diner("hanako").await, app.diner("kenji").await);
    let remaining = async |days: i64| {
        let day = hanako.day("sushi-test", app.day(days)).await;
        day["dinner"][0]["courses"][0]["daily_remaining"].clone()
    };
    assert_eq!((remaining(1).await, remaining(2).await), (json!(3), json!(6)));

    let slot = slot_on(&app, &restaurant, 1).await;
    hanako.hold(&restaurant, &slot, 2).await;
    app.caches_follow().await;
    assert_eq!(remaining(1).await, json!(1));
    assert_eq!(kenji.guests_options(&restaurant, &slot).await, [1], "seats are left for two, the course is not");
    kenji.try_hold(&restaurant, &slot, 2).await.refused(422, "course_full");
    kenji.hold(&restaurant, &slot, 1).await;
    app.verify().await;
    app.end().await;
}

/// The slot that a refill made on a day.
async fn slot_on(app: &TestApp, restaurant: &Restaurant, days: i64) -> tests::Slot {
    let date = app.day(days);
    let (id, times): (i64, Vec<i64>) = sqlx::query_as(
        "SELECT o.id, (SELECT array_agg(t.id ORDER BY t.starts_at) FROM osg_times t WHERE t.online_stock_group_id = o.id)
         FROM online_stock_groups o WHERE o.restaurant_id = $1 AND o.date = $2 AND o.deleted_at IS NULL",
    )
    .bind(restaurant.id.0)
    .bind(date)
    .fetch_one(&app.pool)
    .await
    .expect("a slot");
    tests::Slot { id, date, times, courses: restaurant.courses.clone() }
}
