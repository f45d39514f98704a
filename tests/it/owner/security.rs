//! The security of an owner's account: sessions, password, and the second factor that production requires.

use reqwest::Method;
use serde_json::{Value, json};
use tests::{Authenticator, DAY, HOUR, Options, PASSWORD, Persona, Reply, RestaurantSpec, TestApp};

const SETTINGS: &str = "/owners/security_settings";

async fn give_code(persona: &Persona, code: &str) -> Reply {
    persona.post("/owners/second_factor", &json!({ "code": code })).await
}

/// Creates an owner who signs in on the sign-in page; returns the owner's session and email address.
async fn owner_with_password(app: &TestApp) -> (Persona, String) {
    owner_with_password_of(app, RestaurantSpec::default()).await
}

async fn owner_with_password_of(app: &TestApp, spec: RestaurantSpec) -> (Persona, String) {
    let restaurant = app.restaurant(spec).await;
    let email = app.owner_with_password(&restaurant, true).await;
    let owner = app.anonymous();
    owner.sign_in_as_owner(&email, PASSWORD).await.is(200);
    (owner, email)
}

fn required() -> Options {
    Options { settings: &[("SEKI_STAFF_SECOND_FACTOR", "always")], ..Options::default() }
}

#[tokio::test]
async fn a_session_without_requests_ends_and_one_in_use_does_not() {
    let app = TestApp::start().await;
    let (owner, _) = owner_with_password(&app).await;
    for _ in 0..3 {
        app.advance(11 * HOUR);
        owner.get("/owners").await.is(200);
    }
    app.advance(12 * HOUR);
    owner.get("/owners").await.refused(401, "sign_in_required");
    app.end().await;
}

#[tokio::test]
async fn sessions_are_listed_and_end_immediately() {
    let app = TestApp::start().await;
    let (owner, email) = owner_with_password(&app).await;
    let (phone, tablet) = (app.anonymous(), app.anonymous());
    for browser in [&phone, &tablet] {
        browser.sign_in_as_owner(&email, PASSWORD).await.is(200);
    }
    let listed = owner.get(SETTINGS).await.data()["security"]["sessions"].as_array().unwrap().clone();
    assert_eq!(listed.len(), 3);
    assert_eq!(listed.iter().filter(|session| session["is_current"] == true).count(), 1);
    let of_phone = phone.get(SETTINGS).await.data()["security"]["sessions"].as_array().unwrap().clone();
    let uid = of_phone.iter().find(|session| session["is_current"] == true).unwrap()["uid"].as_str().unwrap();

    let elsewhere = RestaurantSpec { slug: "sushi-elsewhere", ..RestaurantSpec::default() };
    let (foreign, _) = owner_with_password_of(&app, elsewhere).await;
    foreign.delete(&format!("{SETTINGS}/sessions/{uid}")).await.refused(404, "not_found");
    app.anonymous().delete(&format!("{SETTINGS}/sessions/{uid}")).await.refused(401, "sign_in_required");
    phone.get("/owners").await.is(200);

    owner.delete(&format!("{SETTINGS}/sessions/{uid}")).await.is(200);
    phone.get("/owners").await.refused(401, "sign_in_required");
    tablet.get("/owners").await.is(200);
    owner.delete(&format!("{SETTINGS}/sessions")).await.is(200);
    tablet.get("/owners").await.refused(401, "sign_in_required");
    owner.get("/owners").await.is(200);
    foreign.get("/owners").await.is(200);
    app.end().await;
}

#[tokio::test]
async fn new_browser_sign_in_is_mailed() {
    let app = TestApp::start().await;
    let (owner, email) = owner_with_password(&app).await;
    owner.sign_in_as_owner(&email, PASSWORD).await.is(200);
    assert_eq!(app.alerts(&email, "new_browser").await, 0);
    app.anonymous().sign_in_as_owner(&email, PASSWORD).await.is(200);
    assert_eq!(app.alerts(&email, "new_browser").await, 1);
    app.end().await;
}

#[tokio::test]
async fn a_new_password_needs_the_old_one_and_ends_the_other_sessions() {
    let app = TestApp::start().await;
    let (owner, email) = owner_with_password(&app).await;
    let other = app.anonymous();
    other.sign_in_as_owner(&email, PASSWORD).await.is(200);
    let body = |current: &str, password: &str| json!({ "current_password": current, "password": password, "password_confirmation": password });
    let path = format!("{SETTINGS}/password");
    owner.patch(&path, &body("Wrong-2026", "Newer-2026")).await.refused(422, "password_wrong");
    for refused in ["short", "Password1", PASSWORD] {
        owner.patch(&path, &body(PASSWORD, refused)).await.refused(422, "invalid_input");
    }
    app.anonymous().patch(&path, &body(PASSWORD, "Newer-2026")).await.refused(401, "sign_in_required");
    other.get("/owners").await.is(200);
    owner.patch(&path, &body(PASSWORD, "Newer-2026")).await.is(200);
    owner.get("/owners").await.is(200);
    other.get("/owners").await.refused(401, "sign_in_required");
    other.sign_in_as_owner(&email, PASSWORD).await.refused(422, "bad_credentials");
    assert_eq!(app.alerts(&email, "password_changed").await, 1);
    for _ in 0..10 {
        owner.patch(&path, &body(PASSWORD, "Again-2026")).await.refused(422, "password_wrong");
    }
    owner.patch(&path, &body("Newer-2026", "Again-2026")).await.refused(429, "too_many_requests");
    app.end().await;
}

#[tokio::test]
async fn with_an_app_the_password_alone_opens_nothing() {
    let app = TestApp::start().await;
    let (owner, email) = owner_with_password(&app).await;
    let (authenticator, codes) = owner.add_authenticator(&app, SETTINGS).await;
    assert_eq!(codes.len(), 10);
    assert_eq!(app.alerts(&email, "factor_added").await, 1);

    let browser = app.anonymous();
    assert_eq!(browser.sign_in_as_owner(&email, PASSWORD).await.is(200).json()["redirect_to"], "/owners/second_factor");
    for path in ["/owners", SETTINGS, "/owners/customers", "/owners/api/resources/announcements"] {
        browser.get(path).await.refused(401, "sign_in_required");
    }
    browser.post(&format!("{SETTINGS}/authenticator"), &json!({})).await.refused(401, "sign_in_required");
    browser.post("/owners/second_factor/authenticator", &json!({})).await.refused(422, "code_wrong");
    assert_eq!(browser.get("/owners/second_factor").await.data()["is_enrolled"], true);
    for wrong in ["", "000000", "12345", "abcdef", &"9".repeat(300)] {
        give_code(&browser, wrong).await.refused(422, "code_wrong");
    }
    give_code(&browser, &authenticator.code(&app)).await.refused(422, "code_wrong"); // the enrolment used it up
    app.advance(30);
    let code = authenticator.code(&app);
    assert_eq!(give_code(&browser, &code).await.is(200).json()["redirect_to"], "/owners");
    browser.get("/owners").await.is(200);

    let thief = app.anonymous();
    thief.sign_in_as_owner(&email, PASSWORD).await.is(200);
    give_code(&thief, &code).await.refused(422, "code_wrong");
    give_code(&app.anonymous(), &code).await.refused(401, "sign_in_required");
    app.end().await;
}

/// Returns the number of an action's audit events, with and without a person.
async fn kept(app: &TestApp, action: &str) -> (i64, i64) {
    let count = "SELECT count(detail->>'person_id'), count(*) - count(detail->>'person_id') FROM audit_events
                 WHERE action = $1 AND detail->>'side' = 'owner'";
    sqlx::query_as(count).bind(action).fetch_one(&app.pool).await.expect("two counts")
}

#[tokio::test]
async fn sign_ins_refusals_locks_and_changes_are_kept_in_the_audit() {
    let app = TestApp::start().await;
    let (owner, email) = owner_with_password(&app).await;
    assert_eq!(kept(&app, "account.signed_in").await, (1, 0));
    owner.add_authenticator(&app, SETTINGS).await;
    assert_eq!(kept(&app, "account.factor_added").await, (1, 0));
    let thief = app.anonymous();
    let wrong = async |address: &str| thief.sign_in_as_owner(address, "Wrong-2026").await.status;
    assert_eq!(wrong("nobody@seki.test").await, 422);
    assert_eq!(kept(&app, "account.password_refused").await, (0, 1), "an address without an account has no person");
    for number in 0..5 {
        assert_eq!(wrong(&format!("nobody{number}@seki.test")).await, 422);
    }
    assert_eq!(kept(&app, "account.password_refused").await, (0, 1), "guesses at addresses have one row an hour");
    for _ in 0..10 {
        assert_eq!(wrong(&email).await, 422);
    }
    assert_eq!(wrong(&email).await, 429);
    assert_eq!(kept(&app, "account.password_refused").await, (10, 1));
    assert_eq!(kept(&app, "account.locked").await, (1, 0));
    app.advance(15 * 60);
    thief.sign_in_as_owner(&email, PASSWORD).await.is(200);
    give_code(&thief, "000000").await.refused(422, "code_wrong");
    assert_eq!(kept(&app, "account.code_refused").await, (1, 0));
    assert_eq!(kept(&app, "account.signed_in").await, (1, 0), "a password alone is no sign-in");
    let rows = "SELECT count(*) FROM audit_events WHERE detail::text LIKE '%@%' OR detail::text LIKE '%2026%'";
    assert_eq!(app.count(rows).await, 0, "neither addresses nor passwords are kept");
    app.end().await;
}

#[tokio::test]
async fn a_recovery_code_is_good_once_and_kept_as_a_hash() {
    let app = TestApp::start().await;
    let (owner, email) = owner_with_password(&app).await;
    let (_, codes) = owner.add_authenticator(&app, SETTINGS).await;
    for (typed, works) in [(codes[0].to_lowercase().replace('-', " "), true), (codes[0].clone(), false)] {
        let browser = app.anonymous();
        browser.sign_in_as_owner(&email, PASSWORD).await.is(200);
        assert_eq!(give_code(&browser, &typed).await.status == 200, works);
    }
    assert_eq!(app.alerts(&email, "recovery_code_used").await, 1);
    assert_eq!(owner.get(SETTINGS).await.data()["security"]["authenticator"]["recovery_codes_left"], 9);
    let stored = format!("SELECT count(*) FROM recovery_codes WHERE position('{}' in code_hash::text) > 0", codes[1]);
    assert_eq!(sqlx::query_scalar::<_, i64>(sqlx::AssertSqlSafe(stored)).fetch_one(&app.pool).await.unwrap(), 0);

    let path = format!("{SETTINGS}/recovery_codes");
    owner.post(&path, &json!({})).await.refused(422, "password_wrong");
    let renewed = owner.post(&path, &json!({ "current_password": PASSWORD })).await.is(200).json();
    let browser = app.anonymous();
    browser.sign_in_as_owner(&email, PASSWORD).await.is(200);
    give_code(&browser, &codes[1]).await.refused(422, "code_wrong");
    give_code(&browser, renewed["recovery_codes"][0].as_str().unwrap()).await.is(200);
    app.end().await;
}

#[tokio::test]
async fn codes_cannot_be_guessed_all_day_with_a_known_password() {
    let app = TestApp::start().await;
    let (owner, email) = owner_with_password(&app).await;
    let (authenticator, _) = owner.add_authenticator(&app, SETTINGS).await;
    let thief = app.anonymous();
    thief.sign_in_as_owner(&email, PASSWORD).await.is(200);
    for guess in 0..30 {
        give_code(&thief, &format!("{guess:06}")).await.refused(422, "code_wrong");
    }
    app.advance(60);
    give_code(&thief, &authenticator.code(&app)).await.refused(429, "too_many_requests");
    app.advance(DAY);
    thief.sign_in_as_owner(&email, PASSWORD).await.is(200);
    give_code(&thief, &authenticator.code(&app)).await.is(200);
    app.end().await;
}

#[tokio::test]
async fn the_app_is_switched_off_or_changed_by_password_or_code_only() {
    let app = TestApp::start().await;
    let (owner, email) = owner_with_password(&app).await;
    let path = format!("{SETTINGS}/authenticator");
    for body in [json!({}), json!({ "current_password": "Wrong-2026" }), json!({ "current_password": [] })] {
        assert_eq!(owner.post(&path, &body).await.status, 422, "{body}");
    }
    let remove = |body: Value| owner.call(Method::DELETE, &path).json(&body).send();
    remove(json!({ "current_password": PASSWORD })).await.refused(422, "factor_missing");
    remove(json!({ "code": "000000" })).await.refused(422, "code_without_app");
    let (authenticator, _) = owner.add_authenticator(&app, SETTINGS).await;
    remove(json!({})).await.refused(422, "password_wrong");
    remove(json!({ "code": "000000" })).await.refused(422, "code_wrong");
    owner.post(&path, &json!({ "code": "000000" })).await.refused(422, "code_wrong");
    let browser = app.anonymous();
    assert_eq!(
        browser.sign_in_as_owner(&email, PASSWORD).await.json()["redirect_to"],
        "/owners/second_factor",
        "it still applies"
    );
    app.advance(30);
    remove(json!({ "code": authenticator.code(&app) })).await.is(200);
    assert_eq!(app.alerts(&email, "factor_removed").await, 1);
    assert_eq!(browser.sign_in_as_owner(&email, PASSWORD).await.json()["redirect_to"], "/owners");
    app.end().await;
}

#[tokio::test]
async fn first_sign_in_enrols_required_factor() {
    let app = TestApp::with(required()).await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let email = app.owner_with_password(&restaurant, true).await;
    let owner = app.anonymous();
    assert_eq!(owner.sign_in_as_owner(&email, PASSWORD).await.is(200).json()["redirect_to"], "/owners/second_factor");
    owner.get("/owners").await.refused(401, "sign_in_required");
    assert_eq!(owner.get("/owners/second_factor").await.data()["is_enrolled"], false);
    give_code(&owner, "123456").await.refused(422, "factor_missing");
    let begun = owner.post("/owners/second_factor/authenticator", &json!({})).await.is(200).json();
    assert!(begun["uri"].as_str().unwrap().starts_with("otpauth://totp/Seki:"));
    let authenticator = Authenticator::with(begun["secret"].as_str().unwrap());
    give_code(&owner, "000000").await.refused(422, "code_wrong");
    let done = give_code(&owner, &authenticator.code(&app)).await.is(200).json();
    assert_eq!((&done["redirect_to"], done["recovery_codes"].as_array().unwrap().len()), (&json!("/owners"), 10));
    owner.get("/owners").await.is(200);
    assert_eq!(owner.get(SETTINGS).await.data()["is_factor_required"], true);
    let body = json!({ "current_password": PASSWORD });
    let removed = owner.call(Method::DELETE, &format!("{SETTINGS}/authenticator")).json(&body).send().await;
    removed.refused(422, "factor_required");
    app.anonymous().open("/owners/second_factor").await.goes_to("/owners/sign_in");
    app.end().await;
}

#[tokio::test]
async fn concurrent_use_of_one_code_succeeds_once() {
    let app = TestApp::start().await;
    let (owner, email) = owner_with_password(&app).await;
    let (authenticator, codes) = owner.add_authenticator(&app, SETTINGS).await;
    app.advance(30);
    for code in [authenticator.code(&app), codes[0].clone()] {
        let (one, other) = (app.anonymous(), app.anonymous());
        for browser in [&one, &other] {
            browser.sign_in_as_owner(&email, PASSWORD).await.is(200);
        }
        let (first, second) = tokio::join!(give_code(&one, &code), give_code(&other, &code));
        let mut statuses = [first.status, second.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 422], "{code}");
    }
    app.end().await;
}
