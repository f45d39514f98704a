//! Round plans: each kind saved, previewed, rejected by each rule, and effective for diners (F193 to F196, gaps G051 to G054c).

use domain::ids::RestaurantId;
use serde_json::{Value, json};
use tests::{DAY, HOUR, Persona, Restaurant, RestaurantSpec, SlotSpec, TestApp, TestPlan};

struct Setup {
    app: TestApp,
    restaurant: Restaurant,
    /// A group of the restaurant: its id and uid.
    members: (i64, String),
    admin: Persona,
}

/// A restaurant without any plan, with slots a week, five weeks and ten weeks ahead of the first of December.
async fn setup() -> Setup {
    let app = TestApp::start().await;
    let restaurant =
        app.restaurant(RestaurantSpec { plan: TestPlan::None, seats: 8, ..RestaurantSpec::default() }).await;
    let members = insert_group(&app, &restaurant).await;
    for days in [7, 35, 70] {
        app.slot(&restaurant, SlotSpec { days, ..SlotSpec::default() }).await;
    }
    let admin = app.admin().await;
    Setup { app, restaurant, members, admin }
}

async fn insert_group(app: &TestApp, restaurant: &Restaurant) -> (i64, String) {
    let insert = "INSERT INTO customer_groups (uid, restaurant_id, label, label_short) VALUES ($1, $2, 'メンバー', 'メ') RETURNING id, uid";
    let row = sqlx::query_as(insert).bind(app.rng.uid()).bind(restaurant.id.0);
    row.fetch_one(&app.pool).await.expect("a group")
}

fn path(kind: &str) -> String {
    format!("/admin/api/r/sushi-test/{kind}_reservation_round_plans")
}

fn monthly(change: Value) -> Value {
    let mut plan = json!({
        "open_schedule_rules": [{ "month": 0, "day_of_month": 1, "hour_of_day": 9, "minute_of_hour": 30 }],
        "open_for_months": 1, "open_upto_mode": "end_of_month", "open_immediate": true,
    });
    for (name, value) in change.as_object().expect("an object") {
        plan[name] = value.clone();
    }
    plan
}

impl Setup {
    async fn plans(&self) -> Value {
        self.admin.get("/admin/api/r/sushi-test/reservation_round_plans").await.is(200).json()["plans"].clone()
    }

    async fn preview(&self, plan: Value) -> Value {
        let path = "/admin/api/r/sushi-test/reservation_round_plans/preview";
        self.admin.post(path, &plan).await.is(200).json()
    }

    /// Returns the days that a diner finds open from December to February.
    async fn open_days(&self, diner: &Persona) -> Vec<String> {
        self.app.caches_follow().await;
        let mut days = Vec::new();
        for month in ["2026-12", "2027-01", "2027-02"] {
            let dates = diner.month("sushi-test", month).await["available_dates"].clone();
            days.extend(dates.as_array().expect("dates").iter().map(|date| date.as_str().expect("a date").to_owned()));
        }
        days
    }
}

/// F193, F194, F195
#[tokio::test]
async fn each_plan_kind_replaces_the_previous_and_applies_to_diners() {
    let setup = setup().await;
    let Setup { app, admin, .. } = &setup;
    let visitor = app.anonymous();
    assert!(setup.open_days(&visitor).await.is_empty(), "no plan");

    let saved = admin.post(&path("forever"), &json!({})).await.is(201).json();
    assert_eq!((&saved["status"], &saved["plan"]["kind"]), (&json!(201), &json!("forever")));
    assert_eq!(setup.open_days(&visitor).await, ["2026-12-08", "2027-01-05", "2027-02-09"]);

    let round = json!({ "effective_at": "2026-12-01 09:55:00", "online_reservable_till": "2026-12-31" });
    let saved = admin.post(&path("custom"), &json!({ "reservation_rounds": [round] })).await.is(201).json();
    assert_eq!(saved["rounds"][0]["is_effective"], true);
    assert_eq!(setup.open_days(&visitor).await, ["2026-12-08"]);

    let saved = admin.post(&path("periodic"), &monthly(json!({}))).await.is(201).json();
    let rounds = saved["rounds"].as_array().unwrap();
    let shown: Vec<_> = rounds.iter().map(|round| (&round["effective_at"], &round["online_reservable_till"])).collect();
    let expected = [
        (&json!("2026-12-01 09:30:00"), &json!("2027-01-31")),
        (&json!("2027-01-01 09:30:00"), &json!("2027-02-28")),
        (&json!("2027-02-01 09:30:00"), &json!("2027-03-31")),
    ];
    assert_eq!(shown, expected);
    assert_eq!(saved["plan"]["rrules"].as_array().map(Vec::len), Some(12));
    assert_eq!(saved["plan"]["rrules"][0]["validations"]["day_of_month"], json!([1]));
    assert_eq!(setup.open_days(&visitor).await, ["2026-12-08", "2027-01-05"]);

    let other_months = admin.post(&path("periodic"), &json!({ "open_for_months": 2 })).await.is(201).json();
    assert_eq!(other_months["plan"]["open_for_months"], 2);
    for field in ["rrules", "open_upto_mode", "open_immediate"] {
        assert_eq!(other_months["plan"][field], saved["plan"][field], "{field} was left out and remains");
    }

    let ice_cube = monthly(json!({ "open_schedule_rules": saved["plan"]["rrules"], "open_immediate": false }));
    let again = admin.post(&path("periodic"), &ice_cube).await.is(201).json();
    assert_eq!(again["plan"]["rrules"], saved["plan"]["rrules"], "what is sent can be sent back");
    assert!(setup.open_days(&visitor).await.is_empty(), "the current round is gone");

    admin.post(&path("never"), &json!({})).await.is(201);
    assert!(setup.open_days(&visitor).await.is_empty());
    assert_eq!(setup.plans().await.as_array().map(Vec::len), Some(1), "one plan, whatever its kind");
    assert_eq!(
        app.count("SELECT count(*) FROM audit_events WHERE action = 'round_plan_saved' AND actor = 'admin'").await,
        6
    );
    setup.app.end().await;
}

#[tokio::test]
async fn a_custom_plan_keeps_its_rounds_if_they_are_left_out() {
    let setup = setup().await;
    let Setup { app, admin, .. } = &setup;
    let absent = json!({ "is_preferred": false });
    assert_eq!(admin.post(&path("custom"), &absent).await.is(422).json()["status"], 422, "a new plan needs rounds");
    let missing = admin.post(&path("periodic"), &absent).await;
    assert_eq!(missing.bad_fields(), ["open_for_months"], "a new plan needs its fields");
    let round = json!({ "effective_at": "2026-12-01 09:55:00", "online_reservable_till": "2026-12-31" });
    let saved = admin.post(&path("custom"), &json!({ "reservation_rounds": [round] })).await.is(201).json();
    let preview = setup.preview(json!({ "kind": "custom" })).await;
    assert_eq!(preview["closing_dates"], json!([]), "the preview keeps them as well");
    let again = admin.post(&path("custom"), &absent).await.is(201).json();
    assert_eq!(again["rounds"], saved["rounds"]);
    assert_eq!(setup.open_days(&app.anonymous()).await, ["2026-12-08"]);
    setup.app.end().await;
}

/// F195
#[tokio::test]
async fn groups_have_separate_round_plans() {
    let setup = setup().await;
    let Setup { app, restaurant, admin, members: (group, uid) } = &setup;
    let member = app.diner("member").await;
    let joined = "INSERT INTO customers (uid, restaurant_id, type, user_id, customer_group_id, created_at)
                  VALUES ('member', $1, 'OnlineCustomer', $2, $3, $4)";
    let joined = sqlx::query(joined).bind(restaurant.id.0).bind(member.id().0).bind(group).bind(app.now());
    joined.execute(&app.pool).await.expect("a member");
    admin.post(&path("forever"), &json!({ "customer_group_uid": uid })).await.is(201);
    admin.post(&path("never"), &json!({ "customer_group_uid": "" })).await.is(201);
    assert_eq!(setup.open_days(&member).await.len(), 3);
    assert!(setup.open_days(&app.diner("stranger").await).await.is_empty());
    let preferred = json!({ "customer_group_uid": uid, "is_preferred": "1" });
    admin.post(&path("never"), &preferred).await.is(201);
    assert_eq!(setup.open_days(&member).await.len(), 3, "a raffle winners' plan is another");
    assert_eq!(setup.plans().await.as_array().map(Vec::len), Some(3));

    app.execute("UPDATE customer_groups SET archived_at = now()").await;
    for unknown in [uid.as_str(), "nobody"] {
        let body = json!({ "customer_group_uid": unknown });
        let problem = admin.post(&path("never"), &body).await.refused(422, "customer_group_unknown");
        assert!(problem["fields"]["customer_group_uid"].is_string(), "{problem}");
    }
    setup.app.end().await;
}

/// Places in a waiting room belong to the instant of the opening (gaps G302).
#[tokio::test]
async fn opening_with_a_place_in_its_waiting_room_is_neither_moved_nor_removed() {
    let app = TestApp::start().await;
    let plan = TestPlan::Till { from_seconds: HOUR, days: 30 };
    let restaurant = app.restaurant(RestaurantSpec { plan, ..RestaurantSpec::default() }).await;
    let (admin, hanako) = (app.admin().await, app.diner("hanako").await);
    let (_, group) = insert_group(&app, &restaurant).await;
    let switch = async |is_on: bool| {
        let set = sqlx::query("UPDATE restaurant_operations SET has_waiting_room = $1").bind(is_on);
        set.execute(&app.pool).await.expect("the switch is set");
        app.touch_settings(&restaurant).await;
        app.caches_follow().await;
    };
    let opening = |time: &str, till: &str| {
        let effective_at = format!("2026-12-01 {time}:00");
        json!({ "reservation_rounds": [{ "key": "r1", "effective_at": effective_at, "online_reservable_till": till }] })
    };
    let save = async |kind: &str, plan: &Value| admin.post(&path(kind), plan).await;
    switch(true).await;
    for time in ["11:30", "11:00"] {
        save("custom", &opening(time, "2026-12-31")).await.is(201);
    }
    app.advance(HOUR - 600);
    let room = "/users/api/waiting_rooms/sushi-test";
    hanako.post(room, &json!({})).await.is(201);

    let code = "waiting_room_opening_awaited";
    let refusal = save("custom", &opening("11:30", "2026-12-31")).await.refused(409, code);
    assert!(refusal["detail"].as_str().is_some_and(|text| text.contains("2026-12-01 11:00")), "{refusal}");
    for kind in ["never", "forever"] {
        save(kind, &json!({})).await.refused(409, code);
        save(kind, &json!({ "customer_group_uid": group })).await.refused(409, code);
    }
    let state = async || hanako.get(room).await.is(200).json()["waiting_room"]["state"].clone();
    assert_eq!(state().await, "waiting");
    save("custom", &opening("11:00", "2027-01-31")).await.is(201);
    save("never", &json!({ "is_preferred": true })).await.is(201);
    assert_eq!(state().await, "waiting", "its dates may change");
    switch(false).await;
    save("custom", &opening("11:30", "2026-12-31")).await.is(201);
    app.end().await;
}

/// F193
#[tokio::test]
async fn invalid_round_plan_is_rejected_and_previous_kept() {
    let setup = setup().await;
    let Setup { admin, .. } = &setup;
    admin.post(&path("forever"), &json!({})).await.is(201);
    let round = |from: &str, till: &str| json!({ "effective_at": from, "online_reservable_till": till });
    let lists = [
        (json!([]), "rounds_empty"),
        (json!([round("2026-11-30 10:00:00", "2026-12-31")]), "rounds_past"),
        (json!([round("2026-12-02 10:00:00", "2026-12-01")]), "rounds_backwards"),
        (json!([round("2026-12-02 10:01:00", "2026-12-05")]), "rounds_odd_minute"),
        (
            json!([round("2026-12-02 10:00:00", "2026-12-05"), round("2026-12-02 10:00:00", "2026-12-09")]),
            "rounds_same_start",
        ),
        (
            json!([round("2026-12-02 10:00:00", "2026-12-31"), round("2026-12-10 10:00:00", "2027-01-09")]),
            "rounds_overlapping",
        ),
        (json!([round("tomorrow", "2026-12-05")]), "invalid_input"),
    ];
    for (rounds, code) in lists {
        admin.post(&path("custom"), &json!({ "reservation_rounds": rounds })).await.refused(422, code);
    }
    let rule = json!({ "hour_of_day": 10, "minute_of_hour": 0 });
    let plans = [
        (json!({ "open_schedule_rules": [] }), "round_rules_invalid"),
        (json!({ "open_schedule_rules": [rule, rule] }), "round_rules_invalid"),
        (json!({ "open_schedule_rules": [{ "hour_of_day": 10 }] }), "invalid_input"),
        (json!({ "open_for_months": 0 }), "invalid_input"),
        (json!({ "open_for_months": 13 }), "invalid_input"),
        (json!({ "open_upto_mode": "always" }), "invalid_input"),
        (json!({ "open_immediate": "perhaps" }), "invalid_input"),
    ];
    for (change, code) in plans {
        admin.post(&path("periodic"), &monthly(change)).await.refused(422, code);
    }
    assert_eq!(setup.plans().await[0]["kind"], "forever");
    admin.post("/admin/api/r/nowhere/never_reservation_round_plans", &json!({})).await.refused(404, "not_found");
    setup.app.end().await;
}

#[tokio::test]
async fn a_kept_round_may_lie_in_the_past() {
    let setup = setup().await;
    let Setup { app, admin, .. } = &setup;
    let first = json!({ "effective_at": "2026-12-01 10:00:00", "online_reservable_till": "2026-12-31" });
    let saved = admin.post(&path("custom"), &json!({ "reservation_rounds": [first] })).await.is(201).json();
    app.advance(3 * DAY);
    let mut rounds = vec![saved["rounds"][0].clone()];
    rounds.push(json!({ "effective_at": "2026-12-31 10:00:00", "online_reservable_till": "2027-01-31" }));
    let again = admin.post(&path("custom"), &json!({ "reservation_rounds": rounds })).await.is(201).json();
    assert_eq!(again["rounds"][0], saved["rounds"][0], "the same key");
    rounds[0]["key"] = "another".into();
    admin.post(&path("custom"), &json!({ "reservation_rounds": rounds })).await.refused(422, "rounds_past");
    setup.app.end().await;
}

#[tokio::test]
async fn round_plan_preview_saves_nothing() {
    let setup = setup().await;
    let Setup { app, restaurant, admin, .. } = &setup;
    admin.post(&path("forever"), &json!({})).await.is(201);
    let hanako = app.diner("hanako").await;
    app.caches_follow().await;
    let slot = app.slot(restaurant, SlotSpec { days: 71, ..SlotSpec::default() }).await;
    hanako.book(restaurant, &slot, 2).await;

    let seen = setup.preview(monthly(json!({ "kind": "periodic" }))).await;
    assert_eq!(seen["openings"].as_array().map(Vec::len), Some(12));
    assert_eq!(seen["openings"][0]["effective_at"], "2027-01-01 09:30:00");
    assert_eq!(seen["reaches"][0]["reservable_till_then"], "2027-01-31");
    assert_eq!(seen["closing_dates"], json!(["2027-02-09", "2027-02-10"]));
    assert_eq!((&seen["bookings_kept"], &seen["guests_kept"]), (&json!(1), &json!(2)));
    assert_eq!(seen["oddities"], json!([]));
    assert_eq!(setup.plans().await[0]["kind"], "forever", "nothing was saved");

    let twice = json!([
        { "month": 0, "day_of_month": 1, "hour_of_day": 9, "minute_of_hour": 30 },
        { "month": 0, "day_of_month": 15, "hour_of_day": 9, "minute_of_hour": 30 },
    ]);
    let seen = setup.preview(monthly(json!({ "kind": "periodic", "open_schedule_rules": twice }))).await;
    assert_eq!(seen["oddities"][0]["code"], "opens_twice");
    let february = json!([{ "month": 2, "day_of_month": 30, "hour_of_day": 9, "minute_of_hour": 30 }]);
    let seen = setup.preview(monthly(json!({ "kind": "periodic", "open_schedule_rules": february }))).await;
    assert_eq!(seen["oddities"][0]["code"], "never_opens");
    let month_end = json!([{ "month": 0, "day_of_month": 31, "hour_of_day": 9, "minute_of_hour": 30 }]);
    let seen = setup.preview(monthly(json!({ "kind": "periodic", "open_schedule_rules": month_end }))).await;
    let missing = seen["oddities"].as_array().expect("oddities").iter().find(|oddity| oddity["code"] == "missing_day");
    assert!(missing.expect("a warning")["message"].as_str().is_some_and(|text| text.contains("末日")), "{seen}");
    app.execute("DELETE FROM reservation_round_plans").await;
    let uid = &setup.members.1;
    let seen = setup.preview(json!({ "kind": "forever", "customer_group_uid": uid })).await;
    assert_eq!(seen["oddities"][0]["code"], "group_without_plan");
    assert_eq!(seen["opening_dates"].as_array().map(Vec::len), Some(4));
    let path = "/admin/api/r/sushi-test/reservation_round_plans/preview";
    admin.post(path, &json!({ "kind": "sometimes" })).await.refused(422, "invalid_input");
    setup.app.end().await;
}

#[tokio::test]
async fn round_plan_page_shows_reach_and_warnings() {
    let setup = setup().await;
    let Setup { app, admin, members: (_, uid), .. } = &setup;
    let other = RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() };
    app.restaurant(other).await;
    let codes = |oddities: &Value| {
        let all = oddities.as_array().expect("oddities").iter();
        all.map(|oddity| oddity["code"].as_str().expect("a code").to_owned()).collect::<Vec<_>>()
    };
    let page = async || admin.get("/admin/r/sushi-test/reservation_round_plans").await.data();
    let lint = async || admin.get("/admin/reservation_round_plans/lint").await.data()["restaurants"].clone();
    assert_eq!(codes(&page().await["oddities"]), ["group_without_plan", "group_without_plan"]);
    admin.post(&path("periodic"), &monthly(json!({}))).await.is(201);
    let seen = page().await;
    assert_eq!(seen["today"], "2026-12-01");
    let general = json!({ "customer_group_uid": null, "label": "", "reservable_till": "2027-01-31",
        "next_opening": "2027-01-01 09:30:00" });
    assert_eq!(seen["groups"][0], general);
    assert_eq!(
        (&seen["groups"][1]["label"], &seen["groups"][1]["customer_group_uid"]),
        (&json!("メンバー"), &json!(uid))
    );
    assert_eq!(seen["groups"][1]["reservable_till"], "2027-01-31", "by the general plan");
    assert_eq!((&seen["oddities"], &lint().await), (&json!([]), &json!([])));
    let never = json!({ "customer_group_uid": uid });
    admin.post(&path("never"), &never).await.is(201);
    assert_eq!(page().await["groups"][1]["reservable_till"], Value::Null);
    assert_eq!(page().await["oddities"], json!([]), "never is meant");

    let february = json!([{ "month": 2, "day_of_month": 30, "hour_of_day": 9, "minute_of_hour": 30 }]);
    let plan = monthly(json!({ "open_schedule_rules": february, "customer_group_uid": uid }));
    admin.post(&path("periodic"), &plan).await.is(201);
    assert_eq!(codes(&page().await["oddities"]), ["never_opens"]);
    let daily = json!([{ "hour_of_day": 9, "minute_of_hour": 30 }]);
    admin.post(&path("periodic"), &monthly(json!({ "open_schedule_rules": daily }))).await.is(201);
    assert_eq!(codes(&lint().await[0]["oddities"]), ["never_opens"], "a daily opening opens no day twice");
    let twice = json!([{ "hour_of_day": 9, "minute_of_hour": 30 }, { "hour_of_day": 18, "minute_of_hour": 30 }]);
    admin.post(&path("periodic"), &monthly(json!({ "open_schedule_rules": twice }))).await.is(201);
    let linted = lint().await;
    assert_eq!((&linted[0]["slug"], linted.as_array().map(Vec::len)), (&json!("sushi-test"), Some(1)));
    assert_eq!(codes(&linted[0]["oddities"]), ["opens_twice", "never_opens"]);
    let environment = tests::database_variables(&app.config.database_url);
    let (found_nothing, listed) = tests::seki(&["rounds", "lint"], &environment).await;
    let is_named = listed.contains("No day can be booked with this plan.") && listed.contains("メンバー");
    assert!(!found_nothing && is_named, "{listed}");
    app.execute("UPDATE restaurants SET visibility = 'hidden' WHERE slug = 'sushi-test'").await;
    assert_eq!(lint().await, json!([]));
    let (found_nothing, listed) = tests::seki(&["rounds", "lint", "--json"], &environment).await;
    assert!(found_nothing && listed.trim() == "[]", "{listed}");
    for stranger in [&app.diner("hanako").await, &app.anonymous()] {
        stranger.get("/admin/r/sushi-test/reservation_round_plans").await.refused(401, "sign_in_required");
        stranger.get("/admin/reservation_round_plans/lint").await.refused(401, "sign_in_required");
    }
    admin.get("/admin/r/nowhere/reservation_round_plans").await.refused(404, "not_found");
    setup.app.end().await;
}

/// G054: readers apply the instant of their read, and do not wait for a worker.
#[tokio::test]
async fn opening_takes_effect_without_a_worker() {
    let setup = setup().await;
    let Setup { app, admin, restaurant, .. } = &setup;
    let visitor = app.anonymous();
    let far = app.slot(restaurant, SlotSpec { days: 71, ..SlotSpec::default() }).await;
    admin.post(&path("periodic"), &monthly(json!({}))).await.is(201);
    assert_eq!(setup.open_days(&visitor).await, ["2026-12-08", "2027-01-05"]);
    let opening: chrono::DateTime<chrono::Utc> = "2027-01-01T09:30:00+09:00".parse().expect("an instant");
    app.advance((opening - app.now()).num_seconds() - HOUR);
    assert_eq!(setup.open_days(&visitor).await, ["2027-01-05"], "an hour before it");
    app.advance(3_599);
    let hanako = app.diner("hanako").await;
    hanako.try_hold(restaurant, &far, 2).await.refused(400, "not_creatable_yet");
    app.advance(1);
    hanako.hold(restaurant, &far, 2).await;
    assert_eq!(setup.open_days(&visitor).await, ["2027-01-05", "2027-02-09", "2027-02-10"]);
    setup.app.end().await;
}

/// G054: a stopped worker closes no restaurant.
#[tokio::test]
async fn a_plan_opens_what_it_says_a_hundred_days_after_the_last_worker() {
    let setup = setup().await;
    let Setup { app, admin, restaurant, .. } = &setup;
    admin.post(&path("periodic"), &monthly(json!({}))).await.is(201);
    let april = app.slot(restaurant, SlotSpec { days: 150, ..SlotSpec::default() }).await;
    let may = app.slot(restaurant, SlotSpec { days: 151, ..SlotSpec::default() }).await;
    let visitor = app.anonymous();
    let open_days = async |month| {
        app.caches_follow().await;
        visitor.month("sushi-test", month).await["available_dates"].clone()
    };
    assert_eq!(open_days("2027-04").await, json!([]), "the web server now keeps the plan in memory");
    let made = rounds(app, restaurant.id).await;
    app.advance(100 * DAY);
    assert_eq!(open_days("2027-04").await, json!(["2027-04-30"]), "by the opening of the first of March");
    assert_eq!(open_days("2027-05").await, json!([]));
    app.diner("hanako").await.book(restaurant, &april, 2).await;
    app.sign_in_admin_as_well(admin).await;
    let page = admin.get("/admin/r/sushi-test/reservation_round_plans").await.data();
    let group = &page["groups"][0];
    assert_eq!(
        (&group["reservable_till"], &group["next_opening"]),
        (&json!("2027-04-30"), &json!("2027-04-01 09:30:00"))
    );

    let opening: chrono::DateTime<chrono::Utc> = "2027-04-01T09:30:00+09:00".parse().expect("an instant");
    app.advance((opening - app.now()).num_seconds() - 1);
    let kenji = app.diner("kenji").await;
    kenji.try_hold(restaurant, &may, 2).await.refused(400, "not_creatable_yet");
    app.advance(1);
    kenji.book(restaurant, &may, 2).await;
    assert_eq!(rounds(app, restaurant.id).await, made, "a read writes nothing");
    let made = domain::rounds::actions::sweep(&app.pool, &app.rng, app.now(), None).await.expect("a sweep");
    assert_eq!((made, open_days("2027-05").await), (1, json!(["2027-05-01"])));
    setup.app.end().await;
}

#[tokio::test]
async fn worker_creates_rounds_early_and_deletes_superseded() {
    let setup = setup().await;
    let Setup { app, restaurant, admin, .. } = &setup;
    let daily = monthly(json!({ "open_schedule_rules": [{ "hour_of_day": 9, "minute_of_hour": 30 }] }));
    admin.post(&path("periodic"), &daily).await.is(201);
    let sweep = async || domain::rounds::actions::sweep(&app.pool, &app.rng, app.now(), None).await.expect("a sweep");
    assert_eq!(sweep().await, 0, "they last two months");
    app.advance(40 * DAY);
    let (first, second) = tokio::join!(sweep(), sweep());
    assert_eq!(first + second, 1, "by one worker");
    let rounds = rounds(app, restaurant.id).await;
    let days: Vec<_> = rounds.windows(2).map(|pair| (pair[1] - pair[0]).num_days()).collect();
    assert!(days.iter().all(|days| *days == 1), "{days:?}");
    let in_effect: Vec<_> =
        rounds.iter().filter(|at| **at <= app.now()).map(|at| (app.now() - *at).num_hours()).collect();
    assert_eq!(in_effect, [24, 0], "today's is new: the furthest of two hours ago remains with it");
    assert!(*rounds.last().unwrap() > app.now() + chrono::Duration::days(60));

    // Two months without any worker: what was to open then is open now.
    app.advance(150 * DAY);
    assert_eq!(sweep().await, 1);
    let latest = rounds_in_effect(app).await;
    assert_eq!(latest, app.now().date_naive(), "the opening of today");
    let environment = tests::database_variables(&app.config.database_url);
    let (went_well, listed) = tests::seki(&["rounds", "list", "sushi-test"], &environment).await;
    assert!(went_well && listed.contains("guests without a group") && listed.contains("Periodic"), "{listed}");
    let (went_well, said) = tests::seki(&["rounds", "list", "nowhere"], &environment).await;
    assert!(!went_well && said.contains("there is no restaurant nowhere"), "{said}");
    setup.app.end().await;
}

async fn rounds(app: &TestApp, restaurant: RestaurantId) -> Vec<chrono::DateTime<chrono::Utc>> {
    let asked = "SELECT effective_at FROM reservation_rounds WHERE restaurant_id = $1 ORDER BY 1";
    sqlx::query_scalar(asked).bind(restaurant.0).fetch_all(&app.pool).await.expect("rounds")
}

async fn rounds_in_effect(app: &TestApp) -> chrono::NaiveDate {
    let asked = "SELECT max(effective_at) FROM reservation_rounds WHERE effective_at <= $1";
    let at: chrono::DateTime<chrono::Utc> =
        sqlx::query_scalar(asked).bind(app.now()).fetch_one(&app.pool).await.expect("a round");
    at.date_naive()
}

#[tokio::test]
async fn only_admins_decide_it() {
    let setup = setup().await;
    let Setup { app, restaurant, .. } = &setup;
    let owner = app.owner(restaurant).await;
    for stranger in [&owner, &app.diner("hanako").await, &app.anonymous()] {
        for kind in ["custom", "periodic", "never", "forever"] {
            stranger.post(&path(kind), &json!({})).await.refused(401, "sign_in_required");
        }
        stranger.get("/admin/api/r/sushi-test/reservation_round_plans").await.refused(401, "sign_in_required");
    }
    assert_eq!(app.count("SELECT count(*) FROM reservation_round_plans").await, 0);
    setup.app.end().await;
}
