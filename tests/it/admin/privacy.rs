//! Export and erasure of a person's data by an admin (gaps G214).

use domain::ids::AdminUserId;
use domain::jobs::schedules::PRUNE;
use domain::maintenance;
use domain::sessions::AccountId;
use reqwest::Method;
use serde_json::{Value, json};
use tests::{
    DAY, GuestSpec, INVITED_RESERVATIONS, PASSWORD, Persona, Reply, Restaurant, RestaurantSpec, TestApp, VisitSpec,
    cards, justified,
};
use web_server::http::cookies::ADMIN_COOKIE;

use crate::diner::payments::prepaid_restaurant;

const PAGE: &str = "/admin/privacy";
const NUMBER: &str = "9012345678";
const ADDRESS: &str = "ito@guest.test";

/// A signed-in admin with these flags, whose password is `PASSWORD`.
async fn admin(app: &TestApp, flags: &[&str]) -> (Persona, AdminUserId) {
    let (id, _) = app.admin_with_password(flags).await;
    let persona = app.anonymous();
    persona.set_cookie(ADMIN_COOKIE, &app.session_of(AccountId::Admin(id)).await);
    (persona, id)
}

async fn both(app: &TestApp) -> Persona {
    admin(app, &["privacy_export", "privacy_erase"]).await.0
}

async fn found(admin: &Persona, q: &str) -> Vec<Value> {
    let query = reqwest::Url::parse_with_params("http://x/", [("q", q)]).unwrap();
    let page = admin.get(&format!("{PAGE}?{}", query.query().unwrap())).await.is(200).data();
    page["people"].as_array().expect("people").clone()
}

async fn erase(admin: &Persona, path: &str, body: &Value) -> Reply {
    admin.call(Method::DELETE, path).json(body).send().await
}

/// The call for the file of the person at this path.
async fn export(admin: &Persona, path: &str) -> Reply {
    admin.post(&format!("{path}/export"), &justified(json!({}))).await
}

fn form() -> Value {
    json!({ "reason": "person", "reference": "2026-07", "current_password": PASSWORD })
}

async fn diner_path(app: &TestApp, diner: &Persona) -> String {
    let uid = sqlx::query_scalar::<_, String>("SELECT uid FROM users WHERE id = $1").bind(diner.id().0);
    format!("{PAGE}/diners/{}", uid.fetch_one(&app.pool).await.expect("a diner"))
}

fn rows_of(page: &Value, table: &str) -> i64 {
    let holdings = page["holdings"].as_array().expect("holdings");
    holdings.iter().find(|one| one["table"] == table).map_or(0, |one| one["rows"].as_i64().expect("a number"))
}

async fn audited(app: &TestApp, action: &str) -> Vec<Value> {
    let rows = "SELECT detail || jsonb_build_object('actor', actor, 'restaurant', restaurant_id) FROM audit_events
                WHERE action = $1 ORDER BY id";
    sqlx::query_scalar(rows).bind(action).fetch_all(&app.pool).await.expect("rows")
}

/// A diner who visited and paid, changed the address before, and reset the password at the previous address.
async fn visited(app: &TestApp) -> Persona {
    let (restaurant, slot) = prepaid_restaurant(app, 4).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    hanako.book(&restaurant, &slot, 1).await;
    app.webhooks_delivered().await;
    app.drain_jobs().await;
    let mail = "INSERT INTO mail_deliveries (uid, template, locale, recipient, user_id, context, created_at, sent_at)
                VALUES ('previous', 'security_alert', 'ja', 'previous@seki.test', $1, '{\"device\": \"Chrome\"}', $2, $2),
                       ('reset', 'password_reset', 'ja', 'previous@seki.test', NULL, '{\"side\": \"diner\"}', $2, $2)";
    sqlx::query(mail).bind(hanako.id().0).bind(app.now()).execute(&app.pool).await.expect("mails");
    let token = "INSERT INTO mail_tokens (uid, purpose, user_id, email, expires_at, used_at, created_at)
                 VALUES ('previous', 'email_confirmation', $1, 'previous@seki.test', $2, $2, $2)";
    sqlx::query(token).bind(hanako.id().0).bind(app.now()).execute(&app.pool).await.expect("a token");
    app.advance(30 * DAY);
    hanako
}

#[tokio::test]
async fn diner_is_exported_with_events_and_mails_to_a_previous_address() {
    let app = TestApp::start().await;
    let hanako = visited(&app).await;
    let admin = both(&app).await;
    let path = diner_path(&app, &hanako).await;
    let people = found(&admin, &hanako.email).await;
    assert_eq!((people.len(), &people[0]["kind"]), (1, &json!("diners")));
    let page = admin.get(&path).await.is(200).data();
    assert_eq!((&page["can_export"], &page["can_erase"]), (&json!(true), &json!(true)));
    assert!(rows_of(&page, "provider_events") >= 2, "{page}");
    assert!(rows_of(&page, "charges") == 2 && rows_of(&page, "reservations") == 1, "{page}");

    let file = export(&admin, &path).await;
    assert!(file.is(200).header("content-disposition").contains("attachment; filename=\"seki-diners-"));
    assert_eq!(file.header("cache-control"), "private, no-store");
    let data = file.json();
    assert_eq!(data["account"]["email"], json!(hanako.email));
    assert_eq!(data["previous_addresses"], json!(["previous@seki.test"]));
    let to_previous = data["mails"].as_array().expect("mails").iter();
    let templates: Vec<_> =
        to_previous.filter(|mail| mail["recipient"] == "previous@seki.test").map(|mail| &mail["template"]).collect();
    assert_eq!(templates.len(), 2, "{templates:?}");
    let events = data["provider_events"].as_array().expect("events");
    assert!(events.iter().any(|event| event["type"] == "payment_intent.succeeded"), "{events:?}");
    let rows = audited(&app, "privacy.exported").await;
    assert_eq!((rows.len(), &rows[0]["user_id"], &rows[0]["actor"]), (1, &json!(hanako.id()), &json!("admin")));
    app.end().await;
}

/// The fee of a no-show is part of the page and of the file, and remains after the erasure.
#[tokio::test]
async fn no_show_fee_is_listed_exported_and_kept() {
    let app = TestApp::start().await;
    let hanako = visited(&app).await;
    let fee = "INSERT INTO reservation_no_show_fees
                   (restaurant_id, reservation_id, amount, status, requested_at, charge_due_at, decided_at, reason)
               SELECT restaurant_id, id, 5000, 'waived', created_at, created_at, created_at, 'a closed road' FROM reservations";
    app.execute(fee).await;
    let admin = both(&app).await;
    let path = diner_path(&app, &hanako).await;
    let page = admin.get(&path).await.is(200).data();
    assert_eq!(rows_of(&page, "reservation_no_show_fees"), 1, "{page}");
    let data = export(&admin, &path).await.is(200).json();
    assert_eq!(data["reservations"][0]["no_show_fee"]["reason"], json!("a closed road"));
    assert_eq!(data["cards"].as_array().map(Vec::len), Some(1));
    erase(&admin, &path, &form()).await.is(200);
    assert_eq!(app.count("SELECT count(*) FROM reservation_no_show_fees").await, 1);
    assert_eq!(app.count("SELECT count(*) FROM payment_methods WHERE fingerprint IS NOT NULL").await, 0);
    app.end().await;
}

/// The answers to a raffle's questions and the preferences for a gold reservation are the person's own words, and may concern health.
#[tokio::test]
async fn answers_and_preferences_are_exported_and_erased() {
    let app = TestApp::start().await;
    let hanako = visited(&app).await;
    let hanako = app.back(&hanako).await;
    let admin = app.admin().await;
    let day = |days: i64| format!("{} 10:00:00", app.day(days));
    let round = json!({ "raffle_round": { "registerable_from": day(1), "registerable_till": day(2), "winners_count": 1,
        "entries_limit": 2, "questions": ["苦手な食材は？"] } });
    let round = admin.post("/admin/r/sushi-test/raffle_rounds", &round).await.is(201).uid();
    let answers = format!("/users/raffle_round/product_registrations/{round}/register");
    hanako.post(&answers, &json!({ "answers": ["えび"] })).await.is(200);
    app.execute(
        "INSERT INTO gold_reservation_preferences (restaurant_id, reservation_id, usage_scene)
         SELECT restaurant_id, id, '記念日' FROM reservations",
    )
    .await;
    app.execute(
        "INSERT INTO gold_plan_change_requests (user_id, closed_at, outcome, created_at)
         SELECT id, created_at, 'done', created_at FROM users",
    )
    .await;
    let path = diner_path(&app, &hanako).await;
    let data = export(&admin, &path).await.is(200).json();
    assert_eq!(data["raffle_answers"][0]["answers"], json!(["えび"]));
    assert_eq!(data["plan_change_requests"][0]["outcome"], "done");
    assert_eq!(data["reservations"][0]["gold_preferences"]["usage_scene"], "記念日");
    let page = admin.get(&path).await.is(200).data();
    for table in ["raffle_answers", "gold_plan_change_requests", "gold_reservation_preferences"] {
        assert_eq!(rows_of(&page, table), 1, "{table}");
    }
    erase(&admin, &path, &form()).await.is(200);
    let left = "SELECT (SELECT count(*) FROM raffle_answers) + (SELECT count(*) FROM gold_reservation_preferences)
        + (SELECT count(*) FROM gold_plan_change_requests)";
    assert_eq!(app.count(left).await, 0);
    app.end().await;
}

#[tokio::test]
async fn erased_diner_leaves_accounts_but_no_person() {
    let app = TestApp::start().await;
    let hanako = visited(&app).await;
    let admin = both(&app).await;
    let path = diner_path(&app, &hanako).await;
    let done = erase(&admin, &path, &form()).await.is(200).json();
    assert_eq!(done["redirect_to"], PAGE);
    let personal = "SELECT (SELECT count(*) FROM users WHERE email = 'hanako@seki.test')
        + (SELECT count(*) FROM mail_deliveries WHERE recipient IN ('hanako@seki.test', 'previous@seki.test')
               AND template <> 'account_deleted')
        + (SELECT count(*) FROM mail_deliveries WHERE context->>'device' = 'Chrome')
        + (SELECT count(*) FROM provider_events WHERE user_id IS NOT NULL AND processed_at IS NOT NULL AND body <> '{}')";
    assert_eq!(app.count(personal).await, 0);
    assert_eq!(app.count("SELECT count(*) FROM charges WHERE status = 'succeeded'").await, 2);
    let rows = audited(&app, "privacy.erased").await;
    assert_eq!((rows.len(), &rows[0]["reason"], &rows[0]["reference"]), (1, &json!("person"), &json!("2026-07")));
    assert!(!rows[0].to_string().contains('@'));
    assert_eq!(audited(&app, "account.deleted").await.len(), 0, "the diner did not delete it");
    let card = sqlx::query_scalar::<_, String>("SELECT gateway_fid FROM payment_methods").fetch_one(&app.pool).await;
    let card = card.expect("a card");
    let at_provider = async || app.outside.stripe.retrieve_payment_method(&card).await.expect("a card").customer;
    assert!(at_provider().await.is_some(), "a worker deletes the card");
    app.drain_jobs().await;
    assert_eq!(at_provider().await, None);
    let detached =
        "SELECT count(*) FROM provider_events WHERE type = 'payment_method.detached' AND user_id IS NOT NULL";
    assert_eq!(app.count(detached).await, 1, "the event of the deletion names the person, too");
    maintenance::run(&app.pool, &app.rng, &app.clock, PRUNE, false).await.expect("a run");
    assert_eq!(app.count(personal).await, 0);
    assert!(!app.outside.inbox("hanako@seki.test").await.is_empty(), "the last mail arrives");
    let page = admin.get(&path).await.is(200).data();
    assert!(page["can_erase"] == false && !page["person"]["erased_at"].is_null(), "{page}");
    erase(&admin, &path, &form()).await.refused(404, "not_found");
    app.end().await;
}

#[tokio::test]
async fn each_action_needs_its_permission_and_the_erasure_a_reason_and_a_proof() {
    let app = TestApp::start().await;
    let hanako = app.diner("hanako").await;
    let path = diner_path(&app, &hanako).await;
    let (exporter, _) = admin(&app, &["privacy_export"]).await;
    let (eraser, _) = admin(&app, &["privacy_erase"]).await;
    let (clerk, _) = admin(&app, &["osg", "refunds"]).await;
    for page in [PAGE, &path] {
        exporter.get(page).await.is(200);
        eraser.get(page).await.is(200);
        clerk.get(page).await.refused(403, "admin_flag_missing");
        app.anonymous().get(page).await.refused(401, "sign_in_required");
        hanako.get(page).await.refused(401, "sign_in_required");
    }
    let (call, unproved) = (format!("{path}/export"), json!({ "reason": "電話でのご依頼" }));
    assert_eq!(exporter.post(&call, &json!({})).await.bad_fields(), ["reason"]);
    exporter.post(&call, &unproved).await.refused(422, "proof_missing");
    export(&exporter, &path).await.is(200);
    assert_eq!(audited(&app, "privacy.exported").await[0]["reason"], "電話でのご依頼");
    assert_eq!(exporter.get(&path).await.data()["can_erase"], false);
    for other in [&eraser, &clerk] {
        export(other, &path).await.refused(403, "admin_flag_missing");
    }
    for other in [&exporter, &clerk] {
        erase(other, &path, &form()).await.refused(403, "admin_flag_missing");
    }
    export(&app.anonymous(), &path).await.refused(401, "sign_in_required");
    erase(&hanako, &path, &form()).await.refused(401, "sign_in_required");
    for (field, value, bad) in [
        ("current_password", json!("Wrong-2026"), "current_password"),
        ("current_password", Value::Null, "current_password"),
        ("reason", json!(""), "reason"),
        ("reason", json!("whim"), "reason"),
        ("reference", json!("山田花子"), "reference"),
        ("reference", json!("1".repeat(65)), "reference"),
    ] {
        let mut wrong = form();
        wrong[field] = value;
        let reply = erase(&eraser, &path, &wrong).await;
        assert_eq!((reply.status, reply.bad_fields()), (422, vec![bad.to_owned()]), "{wrong}");
    }
    for unknown in ["/diners/none", "/guests/none", "/owners/none"] {
        let unknown = format!("{PAGE}{unknown}");
        eraser.get(&unknown).await.refused(404, "not_found");
        export(&exporter, &unknown).await.refused(404, "not_found");
        erase(&eraser, &unknown, &form()).await.refused(404, "not_found");
    }
    assert_eq!(app.count("SELECT count(*) FROM users WHERE deleted_at IS NOT NULL").await, 0);
    assert_eq!((audited(&app, "privacy.exported").await.len(), audited(&app, "privacy.erased").await.len()), (1, 0));
    app.end().await;
}

#[tokio::test]
async fn unfinished_booking_of_a_diner_is_named() {
    let app = TestApp::start().await;
    let (restaurant, slot) = prepaid_restaurant(&app, 4).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    let booked = hanako.book(&restaurant, &slot, 1).await;
    let admin = both(&app).await;
    let path = diner_path(&app, &hanako).await;
    let obstacle = admin.get(&path).await.data()["obstacles"][0].clone();
    let record = &obstacle["records"][0];
    assert_eq!(
        (&obstacle["kind"], &record["path"]),
        (&json!("bookings"), &json!(format!("/admin/reservations/{booked}")))
    );
    let code: String =
        sqlx::query_scalar("SELECT reservation_code FROM reservations").fetch_one(&app.pool).await.expect("a code");
    assert!(
        record["label"].as_str().is_some_and(|label| label.contains(&code) && label.contains("試し鮨")),
        "{record}"
    );
    assert!(record["action"].as_str().is_some_and(|action| action.contains("キャンセル")), "{record}");
    let refused = erase(&admin, &path, &form()).await;
    let problem = refused.refused(409, "erasure_in_use");
    assert!(problem["fields"]["bookings"].as_str().is_some_and(|text| text.contains("ご予約")), "{problem}");
    assert_eq!(audited(&app, "privacy.erased").await.len(), 0);
    app.end().await;
}

/// A guest of one restaurant, found by number and address, is erased there; a guest with the same number elsewhere remains.
#[tokio::test]
async fn guest_without_account_is_exported_and_erased_at_one_restaurant() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let owner = app.owner(&restaurant).await;
    let ito = GuestSpec { email: Some(ADDRESS), phone: NUMBER, ..GuestSpec::default() };
    app.guest(&elsewhere, GuestSpec { nickname: "別人", ..ito }).await;
    let invited = owner.invite(&app, &restaurant, &VisitSpec { days: 2, ..VisitSpec::default() }, ito).await;
    let reservation = invited.uid();
    app.drain_jobs().await;
    let admin = both(&app).await;
    assert_eq!(found(&admin, "090-1234-5678").await.len(), 2);
    let people = found(&admin, ADDRESS).await;
    let guest = people.iter().find(|one| one["name"] == "伊藤").expect("the guest");
    let path = format!("{PAGE}/guests/{}", guest["uid"].as_str().expect("a uid"));
    assert_eq!(found(&admin, guest["uid"].as_str().expect("a uid")).await.len(), 1);

    app.execute("UPDATE customer_profiles SET kana = 'イトウ' WHERE nickname = '伊藤'").await;
    let data = export(&admin, &path).await.is(200).json();
    assert_eq!(
        (&data["customer"]["nickname"], &data["customer"]["kana"], &data["reservations"][0]["type"]),
        (&json!("伊藤"), &json!("イトウ"), &json!("invited_temporary_reservation"))
    );
    assert_eq!(
        (&data["mails"][0]["template"], &data["mails"][0]["recipient"]),
        (&json!("invitation"), &json!(ADDRESS))
    );
    let page = admin.get(&path).await.is(200).data();
    assert_eq!((&page["obstacles"][0]["kind"], rows_of(&page, "mail_deliveries")), (&json!("invitations"), 1));
    erase(&admin, &path, &form()).await.refused(409, "erasure_in_use");

    app.execute("UPDATE reservations SET special_request = '窓側'").await;
    assert!(owner.delete(&format!("{INVITED_RESERVATIONS}/{reservation}")).await.status < 300);
    app.drain_jobs().await;
    erase(&admin, &path, &form()).await.is(200);
    let left = "SELECT (SELECT count(*) FROM customers c JOIN customer_profiles p USING (restaurant_id)
                        WHERE c.id = p.customer_id AND c.erased_at IS NOT NULL AND (c.invitation_email IS NOT NULL
                            OR p.phone_e164 IS NOT NULL OR p.nickname <> '削除済みのお客様' OR p.kana <> ''))
        + (SELECT count(*) FROM mail_deliveries WHERE recipient = 'ito@guest.test')
        + (SELECT count(*) FROM reservations WHERE special_request <> '')";
    assert_eq!(app.count(left).await, 0);
    assert_eq!(app.count("SELECT count(*) FROM customers WHERE erased_at IS NOT NULL").await, 1);
    let rows = audited(&app, "privacy.erased").await;
    assert_eq!((rows.len(), &rows[0]["restaurant"]), (1, &json!(restaurant.id)));
    let remaining = found(&admin, "090-1234-5678").await;
    assert_eq!((remaining.len(), &remaining[0]["name"]), (1, &json!("別人")));
    erase(&admin, &path, &form()).await.refused(404, "not_found");
    app.end().await;
}

/// A guest whose record took over another one's notes, and then another record.
async fn merged_guest(app: &TestApp, restaurant: &Restaurant) -> String {
    let uid = app.guest(restaurant, GuestSpec { phone: NUMBER, ..GuestSpec::default() }).await;
    app.execute(
        "WITH member AS (
             INSERT INTO customers (uid, restaurant_id, type, merged_into_id, created_at)
             SELECT 'member', restaurant_id, type, id, created_at FROM customers RETURNING id, restaurant_id, created_at)
         INSERT INTO customer_merges (restaurant_id, primary_customer_id, taken, merged_at)
         SELECT restaurant_id, id, '{\"noted_allergies\": [\"そば\"]}', created_at FROM member",
    )
    .await;
    format!("{PAGE}/guests/{uid}")
}

/// Staff who write in the record of an erased guest have a guest again.
#[tokio::test]
async fn erased_guest_can_be_erased_again_after_staff_have_written() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let path = merged_guest(&app, &restaurant).await;
    let admin = both(&app).await;
    erase(&admin, &path, &form()).await.is(200);
    assert_eq!(app.count("SELECT count(*) FROM customer_merges").await, 0);
    erase(&admin, &path, &form()).await.refused(404, "not_found");
    for written in
        ["UPDATE customer_profiles SET noted_allergies = 'そば'", "UPDATE customer_profiles SET kana = 'イトウ'"]
    {
        app.execute(written).await;
        let page = admin.get(&path).await.is(200).data();
        assert!(page["can_erase"] == true && page["person"]["erased_at"].is_null(), "{written}: {page}");
        erase(&admin, &path, &form()).await.is(200);
    }
    assert_eq!(app.count("SELECT count(*) FROM customer_profiles WHERE noted_allergies <> '' OR kana <> ''").await, 0);
    assert_eq!(audited(&app, "privacy.erased").await.len(), 3);
    app.end().await;
}

/// Staff edit a record in a transaction that has read it before the erasure.
#[tokio::test]
async fn erasure_waits_for_staff_who_are_writing() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let path = merged_guest(&app, &restaurant).await;
    let (admin, form) = (both(&app).await, form());
    let mut staff = app.pool.begin().await.expect("a transaction");
    let lock = sqlx::query("SELECT pg_advisory_xact_lock(hashtextextended('customers', $1))").bind(restaurant.id.0);
    lock.execute(&mut *staff).await.expect("the lock of an edit");
    let edit = async {
        let waiting = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
                       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
        app.becomes(waiting, 1).await;
        let written = sqlx::query("UPDATE customer_profiles SET nickname = '伊藤 一郎'").execute(&mut *staff).await;
        written.expect("an edit");
        staff.commit().await.expect("a commit");
    };
    let (erased, ()) = tokio::join!(erase(&admin, &path, &form), edit);
    erased.is(200);
    assert_eq!(app.count("SELECT count(*) FROM customer_profiles WHERE nickname = '伊藤 一郎'").await, 0);
    app.end().await;
}

/// The mail server is unavailable for two weeks: the address of the last mail is not kept for ever.
#[tokio::test]
async fn address_of_an_unsent_last_mail_is_erased_after_two_weeks() {
    let app = TestApp::start().await;
    let hanako = app.diner("hanako").await;
    erase(&both(&app).await, &diner_path(&app, &hanako).await, &form()).await.is(200);
    let prune = async || maintenance::run(&app.pool, &app.rng, &app.clock, PRUNE, false).await.expect("a run");
    let kept = "SELECT count(*) FROM mail_deliveries WHERE template = 'account_deleted' AND recipient <> '' AND dropped_at IS NULL";
    app.advance(13 * DAY);
    prune().await;
    assert_eq!(app.count(kept).await, 1);
    app.advance(2 * DAY);
    prune().await;
    assert_eq!(app.count(kept).await, 0);
    app.drain_jobs().await;
    assert!(app.outside.inbox("hanako@seki.test").await.is_empty());
    app.end().await;
}

/// Two admins erase the same diner: the second one finds no one.
#[tokio::test]
async fn second_admin_finds_no_one_to_erase() {
    let app = TestApp::start().await;
    let hanako = app.diner("hanako").await;
    let path = diner_path(&app, &hanako).await;
    let (one, other, form) = (both(&app).await, both(&app).await, form());
    let (first, second) = tokio::join!(erase(&one, &path, &form), erase(&other, &path, &form));
    let mut replies = [first.status, second.status];
    replies.sort_unstable();
    assert_eq!(replies, [200, 404]);
    assert_eq!(audited(&app, "privacy.erased").await.len(), 1);
    app.end().await;
}

/// The body of an event ends after 90 days, and with the account. An event of an earlier version is assigned to its diner first.
#[tokio::test]
async fn nightly_maintenance_erases_event_bodies() {
    let app = TestApp::start().await;
    let hanako = visited(&app).await;
    app.execute("UPDATE provider_events SET user_id = NULL").await;
    let bodies = "SELECT count(*) FROM provider_events WHERE processed_at IS NOT NULL AND body <> '{}'";
    let before = app.count(bodies).await;
    let prune = async || maintenance::run(&app.pool, &app.rng, &app.clock, PRUNE, false).await.expect("a run");
    prune().await;
    assert_eq!(app.count(bodies).await, before);
    let assigned =
        "SELECT count(*) FROM provider_events WHERE user_id IS NOT NULL AND type = 'payment_intent.succeeded'";
    assert_eq!(app.count(assigned).await, 2);
    let mark = "UPDATE users SET deleted_at = $2, password_hash = NULL WHERE id = $1";
    let mark = sqlx::query(mark).bind(hanako.id().0).bind(app.now());
    mark.execute(&app.pool).await.expect("a deleted account");
    prune().await;
    let of_diner =
        "SELECT count(*) FROM provider_events WHERE user_id IS NOT NULL AND processed_at IS NOT NULL AND body <> '{}'";
    assert_eq!(app.count(of_diner).await, 0);
    assert_eq!(app.count("SELECT count(*) FROM mail_deliveries WHERE recipient = 'previous@seki.test'").await, 1);
    app.advance(91 * DAY);
    prune().await;
    assert_eq!(app.count(bodies).await, 0);
    app.end().await;
}
