//! Risky settings: changed one at a time, typed and bounded, and never in conflict with sold seats (F197, gaps G187).

use serde_json::{Value, json};
use tests::{DAY, PASSWORD, Persona, Restaurant, RestaurantSpec, SlotSpec, TestApp, VisitSpec, justified};

const PATH: &str = "/admin/api/r/sushi-test/restaurant_dengerous_settings";
const PAGE: &str = "/admin/r/sushi-test/restaurant_dengerous_settings";

async fn setup(spec: RestaurantSpec) -> (TestApp, Restaurant, Persona) {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(spec).await;
    let admin = app.admin().await;
    (app, restaurant, admin)
}

async fn setting(admin: &Persona, name: &str) -> Value {
    let settings = admin.get(PAGE).await.data()["settings"].clone();
    settings.as_array().and_then(|all| all.iter().find(|one| one["name"] == name)).expect("the setting").clone()
}

async fn group_uid(admin: &Persona) -> String {
    setting(admin, "capacity_per_stock").await["of"].as_str().expect("a uid").to_owned()
}

fn one(name: &str, value: Value) -> Value {
    justified(json!({ "restaurant": { name: value } }))
}

/// F197
#[tokio::test]
async fn risky_settings_are_shown_changed_and_audited() {
    let (app, _restaurant, admin) = setup(RestaurantSpec::default()).await;
    let group = group_uid(&admin).await;
    let changes = [
        ("capacity_per_stock", json!({ "inventory_group_uid": group, "value": 2 }), json!(1), json!(2)),
        ("default_stay_minutes", json!({ "operation": "dinner", "value": 90 }), json!(120), json!(90)),
        ("cutoff_hours", json!({ "operation": "dinner", "value": "3" }), json!(24), json!(3)),
        ("reservation_fee", json!(500), json!(0), json!(500)),
        ("max_calendar_delay_ms", json!(3000), json!(0), json!(3000)),
        ("min_calendar_delay_ms", json!(1000), json!(0), json!(1000)),
        ("quarter_hour_calendar", json!(true), json!(false), json!(true)),
        ("visibility", json!("unlisted"), json!("public"), json!("unlisted")),
        ("is_noindex", json!("1"), json!(false), json!(true)),
        ("allow_cancellation_waiting", json!(false), json!(true), json!(false)),
        ("is_delivery_only", json!(true), json!(false), json!(true)),
    ];
    for (name, value, old, new) in &changes {
        assert_eq!(&setting(&admin, name).await["value"], old, "{name}");
        let answer = admin.put(PATH, &one(name, value.clone())).await.is(200).json();
        assert_eq!((&answer["status"], &answer["message"]), (&json!(200), &json!("更新しました。")));
        assert_eq!((&answer["name"], &answer["old"], &answer["new"]), (&json!(name), old, new));
        assert_eq!(&setting(&admin, name).await["value"], new, "{name}");
    }
    let asked =
        "SELECT detail FROM audit_events WHERE action = 'risky_setting_changed' AND actor = 'admin' ORDER BY id";
    let details: Vec<Value> = sqlx::query_scalar(asked).fetch_all(&app.pool).await.unwrap();
    assert_eq!(
        details[2],
        json!({ "setting": "cutoff_hours", "of": "dinner", "old": 24, "new": 3, "reason": "電話でのご依頼" })
    );
    assert_eq!(details.len(), changes.len());
    let form = [
        ("_method", "put"),
        ("restaurant[cutoff_hours][operation]", "dinner"),
        ("restaurant[cutoff_hours][value]", "5"),
        ("reason", "電話でのご依頼"),
        ("current_password", PASSWORD),
    ];
    admin.submit(PATH, &form).await.is(200);
    assert_eq!(setting(&admin, "cutoff_hours").await["value"], 5);
    assert_eq!(admin.open(PAGE).await.embedded()["page"], "admin_risky_settings");
    app.end().await;
}

/// F197
#[tokio::test]
async fn invalid_risky_setting_changes_nothing() {
    let (app, restaurant, admin) = setup(RestaurantSpec::default()).await;
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let asked = "SELECT uid FROM inventory_groups WHERE id = $1";
    let theirs: String = sqlx::query_scalar(asked).bind(elsewhere.group).fetch_one(&app.pool).await.unwrap();
    let own = group_uid(&admin).await;
    let before = admin.get(PAGE).await.data()["settings"].clone();
    let refused = [
        (justified(json!({ "restaurant": { "is_noindex": true, "reservation_fee": 1 } })), "invalid_input"),
        (justified(json!({ "restaurant": {} })), "invalid_input"),
        (json!({}), "no_known_field"),
        (one("slug", json!("sushi-mine")), "invalid_input"),
        (one("reservation_fee", json!(-1)), "invalid_input"),
        (one("reservation_fee", json!(100_001)), "invalid_input"),
        (one("reservation_fee", json!({ "value": 1 })), "invalid_input"),
        (one("is_noindex", json!("perhaps")), "invalid_input"),
        (one("visibility", json!("secret")), "invalid_input"),
        (one("cutoff_hours", json!(3)), "invalid_input"),
        (one("cutoff_hours", json!({ "operation": "dinner" })), "invalid_input"),
        (one("cutoff_hours", json!({ "operation": "breakfast", "value": 3 })), "invalid_input"),
        (one("cutoff_hours", json!({ "operation": "lunch", "value": 3 })), "setting_place_unknown"),
        (one("capacity_per_stock", json!({ "operation": "dinner", "value": 3 })), "invalid_input"),
        (one("capacity_per_stock", json!({ "inventory_group_uid": theirs, "value": 3 })), "setting_place_unknown"),
        (one("capacity_per_stock", json!({ "inventory_group_uid": own, "value": 0 })), "invalid_input"),
        (one("min_calendar_delay_ms", json!(1)), "calendar_delays_crossed"),
    ];
    for (body, code) in refused {
        admin.put(PATH, &body).await.refused(422, code);
    }
    admin.put(&PATH.replace("sushi-test", "nowhere"), &one("is_noindex", json!(true))).await.refused(404, "not_found");
    admin.get(&PAGE.replace("sushi-test", "nowhere")).await.refused(404, "not_found");
    for stranger in [&app.owner(&restaurant).await, &app.diner("hanako").await, &app.anonymous()] {
        stranger.put(PATH, &one("is_noindex", json!(true))).await.refused(401, "sign_in_required");
        stranger.get(PAGE).await.refused(401, "sign_in_required");
    }
    assert_eq!(admin.get(PAGE).await.data()["settings"], before);
    assert_eq!(app.count("SELECT count(*) FROM audit_events WHERE action = 'risky_setting_changed'").await, 0);
    app.end().await;
}

/// G220
#[tokio::test]
async fn change_requires_permission_reason_and_proof() {
    let (app, _restaurant, admin) = setup(RestaurantSpec::default()).await;
    let (mut without_reason, mut without_proof) = (one("is_noindex", json!(true)), one("is_noindex", json!(true)));
    without_reason["reason"] = json!(" ");
    without_proof["current_password"] = json!("");
    assert_eq!(admin.put(PATH, &without_reason).await.bad_fields(), ["reason"]);
    let missing = admin.put(PATH, &without_proof).await.refused(422, "proof_missing");
    assert_eq!(
        missing["message"],
        "ご本人の確認が必要です。現在のパスワードか、認証アプリのコードを入力してください。"
    );
    let mut wrong = one("is_noindex", json!(true));
    wrong["current_password"] = json!("Wrong-2026");
    assert_eq!(admin.put(PATH, &wrong).await.bad_fields(), ["current_password"]);
    app.execute("UPDATE admin_users SET risky_settings = false").await;
    admin.put(PATH, &one("is_noindex", json!(true))).await.refused(403, "admin_flag_missing");
    assert_eq!(setting(&admin, "is_noindex").await["value"], false, "shown, and not changed");
    assert_eq!(app.count("SELECT count(*) FROM audit_events WHERE action = 'risky_setting_changed'").await, 0);
    app.end().await;
}

#[tokio::test]
async fn cut_off_and_capacity_apply_immediately() {
    let spec = RestaurantSpec { seats: 2, capacity: 2, ..RestaurantSpec::default() };
    let (app, restaurant, admin) = setup(spec).await;
    let group = group_uid(&admin).await;
    let slot = app.slot(&restaurant, SlotSpec { days: 2, ..SlotSpec::default() }).await;
    let hanako = app.diner("hanako").await;
    let days = async || {
        app.caches_follow().await;
        hanako.month("sushi-test", "2026-12").await["available_dates"].clone()
    };
    hanako.sees(&restaurant, &slot, &[1, 2, 3, 4]).await;
    admin.put(PATH, &one("cutoff_hours", json!({ "operation": "dinner", "value": 96 }))).await.is(200);
    assert_eq!(days().await, json!([]), "too late for all");
    admin.put(PATH, &one("cutoff_hours", json!({ "operation": "dinner", "value": 1 }))).await.is(200);
    assert_eq!(days().await, json!([slot.date]));
    admin.put(PATH, &one("capacity_per_stock", json!({ "inventory_group_uid": group, "value": 1 }))).await.is(200);
    app.caches_follow().await;
    hanako.sees(&restaurant, &slot, &[1, 2]).await;
    hanako.book(&restaurant, &slot, 2).await;
    app.end().await;
}

#[tokio::test]
async fn capacity_change_respects_sold_seats() {
    let spec = RestaurantSpec { seats: 3, capacity: 2, ..RestaurantSpec::default() };
    let (app, restaurant, admin) = setup(spec).await;
    let group = group_uid(&admin).await;
    let capacity = |value: i32| one("capacity_per_stock", json!({ "inventory_group_uid": group, "value": value }));
    let slot = app.slot(&restaurant, SlotSpec { days: 2, ..SlotSpec::default() }).await;
    let hanako = app.diner("hanako").await;
    let booking = hanako.book(&restaurant, &slot, 3).await;
    let refusal = admin.put(PATH, &capacity(1)).await.refused(422, "capacity_in_use");
    assert_eq!(refusal["message"], "これからのご予約1件が座席に収まらなくなるため、定員を変更できません。");
    assert_eq!(setting(&admin, "capacity_per_stock").await["value"], 2);
    app.verify().await;

    admin.put(PATH, &capacity(4)).await.is(200);
    app.caches_follow().await;
    app.verify().await;
    let kenji = app.diner("kenji").await;
    kenji.sees(&restaurant, &slot, &[1, 2, 3, 4]).await;
    hanako.cancel(&booking).await.is(204);
    hanako.book(&restaurant, &slot, 3).await;
    let seats = "SELECT count(*) FROM reservation_seats WHERE released_at IS NULL";
    assert_eq!(app.count(seats).await, 1, "by the new capacity");
    app.advance(4 * DAY);
    admin.put(PATH, &capacity(1)).await.is(200);
    app.end().await;
}

#[tokio::test]
async fn the_form_of_seats_keeps_to_the_same_rule_where_no_slot_is() {
    let spec = RestaurantSpec { seats: 3, capacity: 2, ..RestaurantSpec::default() };
    let (app, restaurant, admin) = setup(spec).await;
    let owner = app.owner(&restaurant).await;
    let visit = VisitSpec { items: vec![0], guests: 2, ..VisitSpec::default() };
    owner.record_visit(&app, &restaurant, &visit).await.is(201);
    let path = format!("/admin/api/resources/r/sushi-test/inventory_groups/{}", restaurant.group);
    let mut group = justified(admin.get(&path).await.is(200).json());
    group["capacity_per_stock"] = json!(1);
    assert_eq!(admin.put(&path, &group).await.bad_fields(), ["capacity_per_stock"]);
    group["capacity_per_stock"] = json!(4);
    admin.put(&path, &group).await.is(200);
    let reasons =
        "SELECT count(*) FROM audit_events WHERE action = 'master_updated' AND detail->>'reason' = '電話でのご依頼'";
    assert_eq!(app.count(reasons).await, 1);
    app.advance(9 * DAY);
    group["capacity_per_stock"] = json!(1);
    admin.put(&path, &group).await.is(200);
    app.end().await;
}

/// G220
#[tokio::test]
async fn forms_of_records_justify_risky_settings() {
    let (app, restaurant, admin) = setup(RestaurantSpec::default()).await;
    let group = format!("/admin/api/resources/r/sushi-test/inventory_groups/{}", restaurant.group);
    let dinner = "/admin/api/resources/r/sushi-test/operations/dinner".to_owned();
    for (path, field) in [(&group, "capacity_per_stock"), (&dinner, "cutoff_hours"), (&dinner, "default_stay_minutes")]
    {
        let same = admin.get(path).await.is(200).json();
        admin.put(path, &same).await.is(200);
        let mut changed = same.clone();
        changed[field] = json!(same[field].as_i64().expect("a number") + 1);
        assert_eq!(admin.put(path, &changed).await.bad_fields(), ["reason"], "{field}");
        changed["reason"] = json!("電話でのご依頼");
        admin.put(path, &changed).await.refused(422, "proof_missing");
        changed["current_password"] = json!("Wrong-2026");
        admin.put(path, &changed).await.refused(422, "password_wrong");
        app.execute("UPDATE admin_users SET risky_settings = false").await;
        admin.put(path, &same).await.is(200);
        admin.put(path, &justified(changed.clone())).await.refused(403, "admin_flag_missing");
        app.execute("UPDATE admin_users SET risky_settings = true").await;
        assert_eq!(admin.get(path).await.json()[field], same[field], "{field}");
        admin.put(path, &justified(changed)).await.is(200);
    }
    app.end().await;
}

#[tokio::test]
async fn hold_with_outdated_capacity_is_rejected_behind_the_lock() {
    let spec = RestaurantSpec { seats: 2, capacity: 2, ..RestaurantSpec::default() };
    let (app, restaurant, admin) = setup(spec).await;
    let group = group_uid(&admin).await;
    let slot = app.slot(&restaurant, SlotSpec { days: 2, ..SlotSpec::default() }).await;
    let hanako = app.diner("hanako").await;
    // The admin's change waits while it holds the slot's lock, until the hold waits, too.
    let mut held = app.pool.begin().await.unwrap();
    let lock = "SELECT 1 FROM restaurants WHERE id = $1 FOR UPDATE";
    sqlx::query(lock).bind(restaurant.id.0).execute(&mut *held).await.unwrap();
    let body = one("capacity_per_stock", json!({ "inventory_group_uid": group, "value": 1 }));
    let change = async {
        admin.put(PATH, &body).await.is(200);
    };
    let hold = async {
        app.wait_for_blocked_lock().await;
        hanako.try_hold(&restaurant, &slot, 2).await
    };
    let open = async {
        app.becomes(
            "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
            2,
        )
        .await;
        held.rollback().await.unwrap();
    };
    let ((), answer, ()) = tokio::join!(change, hold, open);
    assert!(answer.status == 201 || answer.status == 422 || answer.status == 409, "{} {}", answer.status, answer.body);
    app.verify().await;
    app.end().await;
}
