//! Passkeys of an owner: a second factor in addition to the authenticator app.

use reqwest::Method;
use serde_json::{Value, json};
use tests::{Authenticator, PASSWORD, Persona, Reply, RestaurantSpec, SecurityKey, TestApp};

const SETTINGS: &str = "/owners/security_settings";
const PASSKEYS: &str = "/owners/security_settings/passkeys";
const OPTIONS: &str = "/owners/security_settings/passkeys/options";

/// A change to a key before it responds.
type KeyTampering = fn(&mut SecurityKey);

async fn sign_in(persona: &Persona, email: &str) -> Reply {
    persona.post("/owners/sign_in", &json!({ "owner": { "email": email, "password": PASSWORD } })).await
}

/// An owner who is signed in and has an app, their address, and the app's recovery codes.
async fn with_app(app: &TestApp, slug: &'static str) -> (Persona, String, Vec<String>) {
    let restaurant = app.restaurant(RestaurantSpec { slug, ..RestaurantSpec::default() }).await;
    let email = app.owner_with_password(&restaurant, true).await;
    let owner = app.anonymous();
    sign_in(&owner, &email).await.is(200);
    let begun = owner.post(&format!("{SETTINGS}/authenticator"), &password()).await;
    let authenticator = Authenticator::with(begun.is(200).json()["secret"].as_str().unwrap());
    let code = json!({ "code": authenticator.code(app) });
    let confirmed = owner.patch(&format!("{SETTINGS}/authenticator"), &code).await.is(200).json();
    (owner, email, serde_json::from_value(confirmed["recovery_codes"].clone()).unwrap())
}

fn password() -> Value {
    json!({ "current_password": PASSWORD })
}

/// Returns the challenge that the settings issue to a browser.
async fn begin(owner: &Persona) -> Value {
    owner.post(OPTIONS, &password()).await.is(200).json()["options"].clone()
}

async fn add(owner: &Persona, name: &str, credential: &Value) -> Reply {
    owner.post(PASSKEYS, &json!({ "name": name, "credential": credential })).await
}

/// A browser that has given the password, and what it is to sign.
async fn waiting(app: &TestApp, email: &str) -> (Persona, Value) {
    let browser = app.anonymous();
    assert_eq!(sign_in(&browser, email).await.is(200).json()["redirect_to"], "/owners/second_factor");
    let begun = browser.post("/owners/second_factor/passkey/options", &json!({})).await;
    let options = begun.is(200).json()["options"].clone();
    (browser, options)
}

async fn answer(browser: &Persona, credential: &Value) -> Reply {
    browser.post("/owners/second_factor/passkey", &json!({ "credential": credential })).await
}

async fn listed(owner: &Persona) -> Vec<Value> {
    owner.get(SETTINGS).await.data()["passkeys"].as_array().unwrap().clone()
}

async fn alerts(app: &TestApp, email: &str, alert: &str) -> i64 {
    let count = "SELECT count(*) FROM mail_deliveries WHERE recipient = $1::citext AND context->>'alert' = $2";
    sqlx::query_scalar(count).bind(email).bind(alert).fetch_one(&app.pool).await.expect("a count")
}

async fn kept(app: &TestApp, action: &str) -> i64 {
    let count = "SELECT count(*) FROM audit_events WHERE action = $1 AND detail->>'side' = 'owner'";
    sqlx::query_scalar(count).bind(action).fetch_one(&app.pool).await.expect("a count")
}

#[tokio::test]
async fn passkey_is_registered_once_and_replaces_the_code() {
    let app = TestApp::start().await;
    let (owner, email, _) = with_app(&app, "sushi-test").await;
    let mut key = SecurityKey::named(&app, "a");
    let options = begin(&owner).await;
    assert_eq!(options["rp"]["id"], "localhost");
    assert_eq!(options["authenticatorSelection"]["userVerification"], "required");
    assert_eq!(options["timeout"], 300_000);
    let credential = key.create(&options);
    add(&owner, " ", &credential).await.refused(422, "invalid_input");
    add(&owner, " 店の鍵 ", &credential).await.is(200);
    assert_eq!((alerts(&app, &email, "passkey_added").await, kept(&app, "account.passkey_added").await), (1, 1));
    assert_eq!(listed(&owner).await[0]["name"], "店の鍵");
    assert_eq!(listed(&owner).await[0]["last_used_at"], Value::Null);
    add(&owner, "again", &credential).await.refused(422, "passkey_refused");
    let again = begin(&owner).await;
    assert_eq!(again["excludeCredentials"][0]["id"], credential["id"]);
    add(&owner, "the same key", &key.create(&again)).await.refused(422, "passkey_refused");

    let (browser, options) = waiting(&app, &email).await;
    assert_eq!(browser.get("/owners/second_factor").await.data()["has_passkeys"], true);
    assert_eq!(options["userVerification"], "required");
    browser.get("/owners").await.refused(401, "sign_in_required");
    browser.post(OPTIONS, &password()).await.refused(401, "sign_in_required");
    let signed = key.get(&options);
    assert_eq!(answer(&browser, &signed).await.is(200).json()["redirect_to"], "/owners");
    browser.get("/owners").await.is(200);
    assert!(listed(&owner).await[0]["last_used_at"].is_string());
    answer(&browser, &signed).await.refused(401, "sign_in_required");
    app.end().await;
}

#[tokio::test]
async fn only_the_persons_own_fresh_and_verified_answer_signs_in() {
    let app = TestApp::start().await;
    let (owner, email, codes) = with_app(&app, "sushi-test").await;
    let mut key = SecurityKey::named(&app, "a");
    add(&owner, "key", &key.create(&begin(&owner).await)).await.is(200);
    let (foreign, foreign_email, _) = with_app(&app, "sushi-elsewhere").await;
    let mut foreign_key = SecurityKey::named(&app, "b");
    add(&foreign, "key", &foreign_key.create(&begin(&foreign).await)).await.is(200);

    let spoilt: [(&str, KeyTampering); 4] = [
        ("another site", |key| key.origin = "https://seki.example".to_owned()),
        ("another host", |key| key.rp_id = "seki.example".to_owned()),
        ("unverified user", |key| key.verifies = false),
        ("a counter that ran back", |key| key.counter = 0),
    ];
    for (name, spoil) in spoilt {
        let (browser, options) = waiting(&app, &email).await;
        let mut bad = key.clone();
        spoil(&mut bad);
        assert_eq!(
            answer(&browser, &bad.get(&options)).await.refused(422, "passkey_refused")["code"],
            "passkey_refused",
            "{name}"
        );
        browser.get("/owners").await.refused(401, "sign_in_required");
        answer(&browser, &key.clone().get(&options)).await.refused(422, "passkey_refused"); // the challenge is used up
    }
    assert_eq!(kept(&app, "account.passkey_refused").await, 8);

    let (browser, options) = waiting(&app, &email).await;
    let (other, _) = waiting(&app, &foreign_email).await;
    answer(&other, &key.clone().get(&options)).await.refused(422, "passkey_refused");
    answer(&browser, &foreign_key.get(&options)).await.refused(422, "passkey_refused");
    let (browser, options) = waiting(&app, &email).await;
    for nonsense in [json!(null), json!("a"), json!({}), json!({ "id": [] })] {
        answer(&browser, &nonsense).await.refused(422, "passkey_refused");
    }
    answer(&app.anonymous(), &key.clone().get(&options)).await.refused(401, "sign_in_required");

    let (browser, options) = waiting(&app, &email).await;
    app.advance(5 * 60);
    answer(&browser, &key.clone().get(&options)).await.refused(422, "passkey_refused");
    let body = json!({ "code": codes[0] });
    browser.post("/owners/second_factor", &body).await.is(200);
    app.end().await;
}

#[tokio::test]
async fn a_forged_late_or_unverified_registration_is_refused() {
    let app = TestApp::start().await;
    let (owner, _, _) = with_app(&app, "sushi-test").await;
    let key = SecurityKey::named(&app, "a");
    let spoilt: [KeyTampering; 3] = [
        |key| key.origin = "https://seki.example".to_owned(),
        |key| key.rp_id = "seki.example".to_owned(),
        |key| key.verifies = false,
    ];
    for spoil in spoilt {
        let mut bad = key.clone();
        spoil(&mut bad);
        add(&owner, "key", &bad.create(&begin(&owner).await)).await.refused(422, "passkey_refused");
    }
    let credential = key.clone().create(&begin(&owner).await);
    app.advance(5 * 60);
    add(&owner, "key", &credential).await.refused(422, "passkey_refused");
    assert_eq!(listed(&owner).await.len(), 0);
    app.end().await;
}

#[tokio::test]
async fn passkeys_are_changed_by_their_person_only_and_go_with_the_app() {
    let app = TestApp::start().await;
    let (owner, email, codes) = with_app(&app, "sushi-test").await;
    for body in [json!({}), json!({ "current_password": "Wrong-2026" })] {
        owner.post(OPTIONS, &body).await.refused(422, "password_wrong");
    }
    for name in ["a", "b"] {
        let mut key = SecurityKey::named(&app, name);
        add(&owner, name, &key.create(&begin(&owner).await)).await.is(200);
    }
    let uid = listed(&owner).await[0]["uid"].as_str().unwrap().to_owned();
    let path = format!("{PASSKEYS}/{uid}");
    let (foreign, _, _) = with_app(&app, "sushi-elsewhere").await;
    foreign.patch(&path, &json!({ "name": "mine" })).await.refused(404, "not_found");
    foreign.call(Method::DELETE, &path).json(&password()).send().await.refused(404, "not_found");
    app.anonymous().patch(&path, &json!({ "name": "mine" })).await.refused(401, "sign_in_required");

    owner.patch(&path, &json!({ "name": "" })).await.refused(422, "invalid_input");
    owner.patch(&path, &json!({ "name": "c" })).await.is(200);
    assert_eq!(listed(&owner).await[0]["name"], "c");
    owner.delete(&path).await.refused(422, "password_wrong");
    owner.call(Method::DELETE, &path).json(&json!({ "code": codes[0] })).send().await.is(200);
    assert_eq!((alerts(&app, &email, "passkey_removed").await, listed(&owner).await.len()), (1, 1));

    let authenticator = format!("{SETTINGS}/authenticator");
    owner.call(Method::DELETE, &authenticator).json(&password()).send().await.is(200);
    assert_eq!(listed(&owner).await.len(), 0);
    assert_eq!(sign_in(&app.anonymous(), &email).await.json()["redirect_to"], "/owners");
    owner.post(OPTIONS, &password()).await.refused(422, "factor_missing");
    app.end().await;
}
