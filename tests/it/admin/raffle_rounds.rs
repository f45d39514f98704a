//! Raffles of a restaurant in the admin console, and manually added winners (F200, gaps G120, G190).

use serde_json::{Value, json};
use tests::{DAY, HOUR, Options, Persona, RestaurantSpec, TestApp};

const ROUNDS: &str = "/admin/r/sushi-test/raffle_rounds";

fn round(from: &str, till: &str) -> Value {
    json!({ "raffle_round": {
        "registerable_from": from, "registerable_till": till, "winners_count": 3, "questions": ["苦手な食材は？"],
    } })
}

async fn scene(app: &TestApp) -> (Persona, Persona) {
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let (owner, admin) = (app.owner(&restaurant).await, app.admin().await);
    (owner, admin)
}

/// A diner who takes part in a raffle: the id of the registration.
async fn take_part(app: &TestApp, uid: &str, email: &str) -> i64 {
    sqlx::query_scalar(
        "INSERT INTO raffle_round_registrations (restaurant_id, raffle_round_id, user_id, code, created_at)
         SELECT r.restaurant_id, r.id, u.id, u.uid, $3 FROM raffle_rounds r, users u WHERE r.uid = $1 AND u.email = $2 RETURNING id",
    )
    .bind(uid)
    .bind(email)
    .bind(app.now())
    .fetch_one(&app.pool)
    .await
    .expect("a registration")
}

#[tokio::test]
async fn raffle_is_editable_only_before_it_opens() {
    let app = TestApp::start().await;
    let (owner, admin) = scene(&app).await;
    let day = |days: i64| (app.now() + chrono::Duration::days(days)).format("%Y-%m-%d 10:00:00").to_string();
    let saved = admin.post(ROUNDS, &round(&day(2), &day(9))).await.is(201).json();
    let path = format!("{ROUNDS}/{}", saved["uid"].as_str().expect("a uid"));
    let listed = admin.get(ROUNDS).await.data()["raffle_rounds"][0].clone();
    assert_eq!((&listed["stage"], &listed["registerable_from"]), (&json!("planned"), &json!(day(2))));
    assert_eq!((&listed["entries_limit"], &listed["winners"], &listed["prrList"]), (&json!(7), &json!(0), &json!([])));

    admin.post(ROUNDS, &round(&day(8), &day(12))).await.refused(422, "raffle_round_overlaps");
    let fields = |refused: Value| refused["fields"].as_object().expect("fields").keys().cloned().collect::<Vec<_>>();
    for (bad, field) in [
        (round(&day(20), &day(20)), "registerable_till"),
        (round("soon", &day(20)), "registerable_from"),
        (round(&day(-9), &day(-2)), "registerable_till"),
        (
            json!({ "raffle_round": { "registerable_from": day(20), "registerable_till": day(21), "winners_count": 0 } }),
            "winners_count",
        ),
    ] {
        assert_eq!(fields(admin.post(ROUNDS, &bad).await.is(422).json()), [field]);
    }
    let whole = json!({ "raffle_round": { "registerable_from": day(1), "registerable_till": day(7), "winners_count": 3,
                                          "entries_limit": 5, "questions": ["苦手な食材は？"] } });
    let part =
        json!({ "raffle_round": { "registerable_from": day(1), "registerable_till": day(7), "winners_count": 4 } });
    for body in [&whole, &part] {
        admin.patch(&path, body).await.is(200);
    }
    let kept = "SELECT count(*) FROM raffle_rounds WHERE winners_count = 4 AND entries_limit = 5 AND cardinality(questions) = 1";
    assert_eq!(app.count(kept).await, 1, "absent fields remain");
    for stranger in [&owner, &app.diner("hanako").await, &app.anonymous()] {
        stranger.get(ROUNDS).await.refused(401, "sign_in_required");
        stranger.open(&path).await.goes_to("/admin/sign_in");
        stranger.post(ROUNDS, &round(&day(20), &day(21))).await.refused(401, "sign_in_required");
        stranger.patch(&path, &round(&day(20), &day(21))).await.refused(401, "sign_in_required");
        stranger.delete(&path).await.refused(401, "sign_in_required");
    }
    app.advance(3 * DAY);
    assert_eq!(admin.get(&path).await.data()["raffle_round"]["stage"], "open");
    admin.patch(&path, &round(&day(1), &day(6))).await.refused(422, "raffle_round_opened");
    admin.delete(&path).await.refused(422, "raffle_round_opened");

    let next = admin.post(ROUNDS, &round(&day(30), &day(37))).await.is(201).json()["uid"].clone();
    let next = format!("{ROUNDS}/{}", next.as_str().expect("a uid"));
    admin.delete(&next).await.is(204);
    admin.delete(&next).await.refused(404, "not_found");
    admin.get(&next).await.refused(404, "not_found");
    assert_eq!(app.count("SELECT count(*) FROM audit_events WHERE action LIKE 'raffle_round_%'").await, 5);
    let views = "SELECT count(*) FROM audit_events WHERE action = 'raffle_participants.viewed' AND actor = 'admin'";
    assert!(app.count(views).await > 0, "the participants were shown");
    app.end().await;
}

/// F200
#[tokio::test]
async fn manual_winner_gets_at_most_one_mail_and_remains() {
    let app = TestApp::start().await;
    let (owner, admin) = scene(&app).await;
    let day = |days: i64| (app.now() + chrono::Duration::days(days)).format("%Y-%m-%d 10:00:00").to_string();
    let uid = admin.post(ROUNDS, &round(&day(1), &day(8))).await.is(201).json()["uid"].clone();
    let uid = uid.as_str().expect("a uid");
    let windows = json!({ "customer_group_uid": "", "is_preferred": true,
        "reservation_rounds": [{ "effective_at": day(9), "online_reservable_till": &day(60)[..10] }] });
    admin.post("/admin/api/r/sushi-test/custom_reservation_round_plans", &windows).await.is(201);
    let (hanako, kenji) = (app.diner("hanako").await, app.diner("kenji").await);
    let quiet = take_part(&app, uid, "hanako@seki.test").await;
    let registration = take_part(&app, uid, "kenji@seki.test").await;
    let call = "/admin/api/raffle_round_registrations";
    let winner =
        |id: i64, with_mail: Value| json!({ "raffle_round_registration_id": id, "send_email_to_winner": with_mail });
    for stranger in [&owner, &hanako, &kenji, &app.anonymous()] {
        stranger.post(call, &winner(quiet, true.into())).await.refused(401, "sign_in_required");
    }
    admin.post(call, &winner(quiet + registration, true.into())).await.refused(404, "not_found");
    admin.post(call, &json!({})).await.is(422);

    let first = admin.post(call, &winner(quiet, "0".into())).await.is(201).json();
    assert_eq!(first["message"], "受付終了前ですが、当選にしました。");
    admin.post(call, &winner(registration, true.into())).await.is(201);
    app.advance(HOUR);
    let again = admin.post(call, &winner(quiet, true.into())).await.is(200).json();
    assert_eq!((&again["won_at"], &again["message"]), (&first["won_at"], &json!("すでに当選しています。")));
    admin.post(call, &winner(registration, true.into())).await.is(200);
    assert_eq!(app.count("SELECT count(*) FROM mail_deliveries WHERE template = 'raffle_won'").await, 1);
    assert_eq!(app.count("SELECT count(*) FROM audit_events WHERE action = 'raffle_winner_made'").await, 2);

    let page = admin.get(&format!("{ROUNDS}/{uid}")).await.data();
    let shown = page["registrations"].as_array().expect("registrations");
    assert_eq!(shown.len(), 2);
    assert!(shown.iter().all(|one| one["won_by"] == "admin" && one["won_at"].is_string()));
    let beyond = admin.get(&format!("{ROUNDS}/{uid}?page=99")).await.data();
    assert_eq!((&beyond["current_page"], &beyond["registrations"]), (&json!(1), &page["registrations"]));
    assert_eq!(page["raffle_round"]["winners"], 2);
    assert_eq!(page["raffle_round"]["prrList"][0]["effective_at"], day(9));
    app.end().await;
}

/// The weight of a diner's chance (gaps G120).
#[tokio::test]
async fn a_raffle_shows_how_often_each_has_entered_and_when_it_was_drawn() {
    let app = TestApp::start().await;
    let (_, admin) = scene(&app).await;
    let day = |days: i64| (app.now() + chrono::Duration::days(days)).format("%Y-%m-%d 10:00:00").to_string();
    let uid = admin.post(ROUNDS, &round(&day(1), &day(8))).await.is(201).json()["uid"].clone();
    let uid = uid.as_str().expect("a uid");
    let (path, enter) = (format!("{ROUNDS}/{uid}"), format!("/users/api/raffle_rounds/{uid}/entries"));
    let (hanako, kenji) = (app.diner("hanako").await, app.diner("kenji").await);
    app.advance(2 * DAY);
    take_part(&app, uid, "kenji@seki.test").await;
    hanako.post(&enter, &json!({})).await.is(201);
    app.advance(DAY);
    hanako.post(&enter, &json!({})).await.is(201);
    let entries = async || {
        let page = admin.get(&path).await.data();
        let shown = page["registrations"].as_array().expect("registrations").iter();
        shown.map(|one| (one["user_uid"].clone(), one["entries"].clone())).collect::<Vec<_>>()
    };
    let uid_of = async |persona: &Persona| -> Value {
        let asked = sqlx::query_scalar::<_, String>("SELECT uid FROM users WHERE id = $1").bind(persona.id().0);
        asked.fetch_one(&app.pool).await.expect("a diner").into()
    };
    let (first, second) = (uid_of(&kenji).await, uid_of(&hanako).await);
    assert_eq!(entries().await, [(first.clone(), json!(0)), (second.clone(), json!(2))], "each diner's own");
    kenji.post(&enter, &json!({})).await.is(201);
    assert_eq!(entries().await, [(first, json!(1)), (second, json!(2))]);
    let page = admin.get(&path).await.data();
    assert_eq!((&page["raffle_round"]["drawn_at"], &page["is_published"]), (&Value::Null, &json!(true)));
    let number = app.count("SELECT beacon_round FROM raffle_rounds").await;
    let draws_at = domain::zone::Zone::default().iso(domain::clients::beacon::out_at(number));
    let due = async || {
        let round = admin.get(&path).await.data()["raffle_round"].clone();
        assert_eq!((&round["beacon_round"], &round["draws_at"]), (&json!(number), &json!(draws_at)));
        round["is_due"].clone()
    };
    assert_eq!(due().await, false, "it is open");

    app.advance(6 * DAY);
    assert_eq!(due().await, true);
    admin.post(&format!("{path}/draw"), &json!({})).await.is(201);
    assert_eq!(due().await, false, "it is drawn");
    let listed = admin.get(ROUNDS).await.data()["raffle_rounds"][0].clone();
    let drawn_at = json!(domain::zone::Zone::default().iso(app.now()));
    assert_eq!((&listed["stage"], &listed["drawn_at"]), (&json!("closed"), &drawn_at));
    assert_eq!(admin.get(&path).await.data()["raffle_round"]["drawn_at"], drawn_at);
    app.execute("UPDATE restaurants SET visibility = 'hidden'").await;
    assert_eq!(admin.get(&path).await.data()["is_published"], false);
    app.end().await;
}

#[tokio::test]
async fn draw_with_unreachable_beacon_returns_502() {
    let settings = &[("SEKI_BEACON_URL", "http://127.0.0.1:1")];
    let app = TestApp::with(Options { settings, ..Options::default() }).await;
    let (_, admin) = scene(&app).await;
    let day = |days: i64| (app.now() + chrono::Duration::days(days)).format("%Y-%m-%d 10:00:00").to_string();
    let saved = admin.post(ROUNDS, &round(&day(1), &day(8))).await.is(201).json();
    let path = format!("{ROUNDS}/{}", saved["uid"].as_str().expect("a uid"));
    app.advance(10 * DAY);
    admin.post(&format!("{path}/draw"), &json!({})).await.refused(502, "raffle_beacon_away");
    assert_eq!(admin.get(&path).await.data()["raffle_round"]["drawn_at"], Value::Null);
    app.end().await;
}
