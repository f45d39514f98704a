//! Signing in with Apple (gaps G039): the response comes from Apple's site without our cookies, and is valid only for the browser that
//! began.

use reqwest::Method;
use serde_json::{Value, json};
use stand_ins::apple::subject;
use tests::{Csrf, PASSWORD, Persona, Reply, TestApp};

use super::people::{confirm_addresses, signed_up};

const SIGN_UP: &str = "/users/sign_up";

/// The fields of a form as a browser reads them.
fn hidden(html: &str) -> Vec<(String, String)> {
    let plain = |text: &str| {
        text.replace("&quot;", "\"")
            .replace("&#39;", "'")
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&amp;", "&")
    };
    let fields = html.split("<input type='hidden' name='").skip(1).filter_map(|rest| {
        let (name, rest) = rest.split_once("' value='")?;
        Some((name.to_owned(), plain(rest.split_once('\'')?.0)))
    });
    fields.collect()
}

/// Begins here, answers at Apple, and returns the fields that Apple's page posts to us.
async fn answered(app: &TestApp, visitor: &Persona, answer: &[(&str, &str)]) -> Vec<(String, String)> {
    grant(app, &asked(app, visitor).await, answer).await
}

/// Begins here, and returns the fields of Apple's page.
async fn asked(app: &TestApp, visitor: &Persona) -> Vec<(String, String)> {
    let begun = visitor.post("/users/auth/apple", &json!({})).await;
    let url = begun.is(200).json()["redirect_to"].as_str().unwrap_or_default().to_owned();
    assert!(url.starts_with(&format!("{}/auth/authorize?", app.outside.handle.apple_url())), "{url}");
    let page = app.http.get(&url).send().await.unwrap().text().await.unwrap();
    hidden(&page)
}

/// Consents at Apple, which grants a code each time.
async fn grant(app: &TestApp, asked: &[(String, String)], answer: &[(&str, &str)]) -> Vec<(String, String)> {
    let mut fields = asked.to_vec();
    fields.extend(answer.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
    let address = format!("{}/auth/authorize", app.outside.handle.apple_url());
    let posted = app.http.post(address).form(&fields).send().await.unwrap().text().await.unwrap();
    assert!(posted.contains(&format!("{}/users/auth/apple/callback", app.config.base_url)), "{posted}");
    hidden(&posted)
}

/// Posts the callback as Apple's page does, from another site and without our cookies, and returns the redirect's target.
async fn called_back(app: &TestApp, fields: &[(String, String)]) -> String {
    let callback = format!("{}/users/auth/apple/callback", app.base_urls[0]);
    let call =
        app.http.post(callback).header("origin", "https://appleid.apple.com").header("sec-fetch-site", "cross-site");
    let led = call.header("accept", "text/html").form(fields).send().await.unwrap();
    assert_eq!(led.status().as_u16(), 303);
    led.headers()["location"].to_str().unwrap().to_owned()
}

async fn finish(app: &TestApp, visitor: &Persona, answer: &[(&str, &str)]) -> Reply {
    let fields = answered(app, visitor, answer).await;
    let path = called_back(app, &fields).await;
    visitor.open(&path).await
}

/// A diner whose Apple ID has an address.
async fn with_identity(app: &TestApp, name: &str, email: &str) -> Persona {
    let diner = app.diner(name).await;
    let named = "UPDATE users SET provider = 'apple', provider_uid = $2 WHERE id = $1";
    sqlx::query(named).bind(diner.id().0).bind(subject(email)).execute(&app.pool).await.unwrap();
    diner
}

/// Returns a form for a number that this browser has verified by a text message.
async fn form(app: &TestApp, visitor: &Persona, email: &str, local: &str) -> Value {
    let number = json!({ "phone_country": "JP", "phone_local_number": local });
    let asked = json!({ "sms_confirmation": number, "recaptcha_token": "captcha-token" });
    let uuid = visitor.post("/sms_confirmations", &asked).await.is(201).json()["uuid"].as_str().unwrap().to_owned();
    let message = app.outside.message_to(&format!("+81{local}"), 0).await;
    let code: String = message["text"].as_str().unwrap().chars().filter(char::is_ascii_digit).take(4).collect();
    let confirmed = json!({ "code": code, "sms_confirmation": number });
    visitor.post(&format!("/sms_confirmations/{uuid}/confirm"), &confirmed).await.is(200);
    json!({ "user": {
        "email": email, "password": "", "terms_agreed": true, "phone_verification_uuid": uuid,
        "profile_attributes": {
            "name_last": "林", "name_first": "檎", "prefecture": "東京都", "locale": "ja", "phone_country": "JP",
            "phone_local_number": local } } })
}

/// F025: a new Apple user is led to the form with provider and uid; the account has no password, and Apple is its only sign-in.
#[tokio::test]
async fn new_apple_user_signs_up_then_signs_in() {
    let app = TestApp::with_jobs().await;
    let visitor = app.anonymous();
    visitor.get("/users/sign_in").await.is(200);
    let answer = [("email", "ringo@apple.test"), ("name_last", "林"), ("name_first", "檎")];
    let led = finish(&app, &visitor, &answer).await;
    assert_eq!(led.status, 303, "{}", led.body);
    let path = led.location().to_owned();
    assert!(path.starts_with(SIGN_UP) && path.contains("uid=000147.") && path.contains("provider=apple"), "{path}");
    assert!(!visitor.is_signed_in().await);
    let page = visitor.get(&path).await.data();
    let identity = &page["identity"];
    assert_eq!((&identity["provider"], &identity["email"]), (&json!("apple"), &json!("ringo@apple.test")));
    assert_eq!((&identity["name_last"], &identity["name_first"]), (&json!("林"), &json!("檎")));
    assert_eq!((&page["prefill"]["uid"], &page["prefill"]["provider"]), (&identity["uid"], &json!("apple")));

    let mut form = form(&app, &visitor, "ringo@apple.test", "9012340011").await;
    form["user"]["uid"] = identity["uid"].clone();
    form["user"]["provider"] = json!("apple");
    let unproven = {
        let mut unproven = form.clone();
        unproven["user"]["phone_verification_uuid"] = json!("none");
        unproven
    };
    visitor.post("/users", &unproven).await.is(422);
    visitor.post("/users", &form).await.is(200);
    assert!(visitor.is_signed_in().await);
    assert_eq!(visitor.get("/users/profile/account").await.data()["has_password"], false);
    visitor.delete("/users/sign_out").await.is(200);
    visitor.sign_in_as_diner("ringo@apple.test", "").await.is(422);

    let elsewhere = app.anonymous();
    let led = finish(&app, &elsewhere, &[("email", "ringo@apple.test")]).await;
    assert_eq!((led.status, led.location()), (303, "/"), "{}", led.body);
    assert!(elsewhere.is_signed_in().await);
    app.end().await;
}

#[tokio::test]
async fn identity_in_query_is_ignored() {
    let app = TestApp::with_jobs().await;
    let visitor = app.anonymous();
    let page = visitor.get("/users/sign_up?uid=000147.x&provider=apple").await.data();
    assert_eq!((&page["identity"], &page["prefill"]["uid"]), (&Value::Null, &Value::Null));
    let mut forged = form(&app, &visitor, "mallory@seki.test", "9012340012").await;
    forged["user"]["uid"] = json!("000147.x");
    forged["user"]["provider"] = json!("apple");
    let refused = visitor.post("/users", &forged).await;
    assert_eq!(
        (refused.status, refused.bad_fields()),
        (422, vec!["password".to_owned()]),
        "without Apple's response a password is needed"
    );
    forged["user"]["password"] = json!("Seki-2026");
    visitor.post("/users", &forged).await.is(200);
    let with_provider: i64 =
        sqlx::query_scalar("SELECT count(*) FROM users WHERE provider IS NOT NULL").fetch_one(&app.pool).await.unwrap();
    assert_eq!(with_provider, 0);
    app.end().await;
}

/// X-M7's proof for an account with neither password nor app whose address may be mistyped: a code would never arrive.
#[tokio::test]
async fn unconfirmed_address_is_changed_after_another_sign_in_with_apple() {
    let app = TestApp::with_jobs().await;
    let hanako = with_identity(&app, "hanako", "hanako@apple.test").await;
    with_identity(&app, "taro", "taro@apple.test").await;
    app.execute("UPDATE users SET password_hash = NULL, email_confirmed_at = NULL WHERE email = 'hanako@seki.test'")
        .await;
    let page = "/users/profile/account/email/edit";
    let ways = async || hanako.get(page).await.data()["proof_ways"].clone();
    let change = async || {
        let body = json!({ "user": { "email": "hana@seki.test" } });
        hanako.patch("/users/profile/account/email", &body).await
    };
    assert_eq!(ways().await, json!(["apple"]));
    hanako.post("/users/profile/proof_code", &Value::Null).await.refused(422, "apple_proof_missing");
    change().await.refused(422, "apple_proof_missing");
    let with_password = json!({ "user": { "email": "hana@seki.test" }, "current_password": PASSWORD });
    let refused = hanako.patch("/users/profile/account/email", &with_password).await;
    refused.refused(422, "apple_proof_missing");
    assert!(refused.bad_fields().is_empty(), "the account has no password to type: {}", refused.body);

    let other = finish(&app, &hanako, &[("email", "taro@apple.test")]).await;
    assert_eq!((other.status, other.location()), (303, "/"));
    assert!(hanako.is_signed_in().await);
    assert_eq!(ways().await, json!(["apple"]), "another person's identity proves nothing");

    finish(&app, &hanako, &[("email", "hanako@apple.test")]).await.is(303);
    assert_eq!(ways().await, json!([]));
    change().await.is(200);
    let elsewhere = app.back(&hanako).await;
    assert_eq!(elsewhere.get(page).await.data()["proof_ways"], json!(["apple"]), "the proof belongs to one session");
    app.advance(10 * 60);
    let expired = change().await;
    expired.refused(422, "apple_proof_missing");
    let said = "ご本人の確認が必要です。もう一度Appleでログインし、10分以内に手続きを完了してください。";
    assert_eq!(expired.json()["message"], said);
    assert_eq!(ways().await, json!(["apple"]));
    app.end().await;
}

#[tokio::test]
async fn response_is_valid_once_for_the_browser_that_began() {
    let app = TestApp::with_jobs().await;
    with_identity(&app, "hanako", "hanako@apple.test").await;
    let (victim, attacker) = (app.anonymous(), app.anonymous());
    let fields = answered(&app, &attacker, &[("email", "hanako@apple.test")]).await;
    let path = called_back(&app, &fields).await;
    victim.open(&path).await.goes_to("/users/sign_in");
    assert!(!victim.is_signed_in().await, "another person's link signs no one in");
    victim.post("/users/auth/apple", &json!({})).await.is(200);
    victim.open(&path).await.goes_to("/users/sign_in");
    assert!(!victim.is_signed_in().await, "nor does it fit an attempt of one's own");

    let led = attacker.open(&path).await;
    assert_eq!(led.location(), "/");
    attacker.delete("/users/sign_out").await.is(200);
    attacker.open(&path).await.goes_to("/users/sign_in");
    assert!(!attacker.is_signed_in().await, "a second time it is worth nothing");

    let late = app.anonymous();
    let path = called_back(&app, &answered(&app, &late, &[("email", "hanako@apple.test")]).await).await;
    app.advance(10 * 60);
    late.open(&path).await.goes_to("/users/sign_in");
    assert!(!late.is_signed_in().await, "ten minutes are over");
    app.end().await;
}

/// Each use of an attempt is a call to Apple.
#[tokio::test]
async fn attempt_is_used_once() {
    let app = TestApp::with_jobs().await;
    let visitor = app.anonymous();
    let (asked, answer) = (asked(&app, &visitor).await, [("email", "ringo@apple.test")]);
    let attempt = visitor.cookie("seki_apple").expect("an attempt");
    // Two codes for the same attempt: Apple takes each once.
    let finish = async || {
        let path = called_back(&app, &grant(&app, &asked, &answer).await).await;
        visitor.set_cookie("seki_apple", &attempt);
        visitor.open(&path).await.location().to_owned()
    };
    let led = finish().await;
    assert!(led.starts_with(SIGN_UP), "{led}");
    assert_eq!(finish().await, "/users/sign_in");
    app.end().await;
}

#[tokio::test]
async fn token_not_issued_by_apple_for_us_is_rejected() {
    let app = TestApp::with_jobs().await;
    with_identity(&app, "hanako", "hanako@apple.test").await;
    for fault in ["nonce", "audience", "issuer", "expired", "key", "algorithm"] {
        let visitor = app.anonymous();
        let led = finish(&app, &visitor, &[("email", "hanako@apple.test"), ("fault", fault)]).await;
        led.goes_to("/users/sign_in");
        let page = visitor.get("/users/sign_in").await.json();
        assert_eq!(
            (&page["session"]["signed_in"], &page["flash"][0]["kind"]),
            (&json!(false), &json!("alert")),
            "{fault}"
        );
    }
    let visitor = app.anonymous();
    finish(&app, &visitor, &[("email", "hanako@apple.test"), ("cancel", "1")]).await.goes_to("/users/sign_in");
    // Requests that anyone may post: nonsense, a state without a code, another state.
    for fields in
        [vec![], vec![("state", "x")], vec![("code", "c"), ("state", "x")], vec![("user", "{"), ("code", "c")]]
    {
        let fields: Vec<_> = fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let path = called_back(&app, &fields).await;
        visitor.open(&path).await.goes_to("/users/sign_in");
    }
    visitor.open("/users/auth/apple/finish").await.goes_to("/users/sign_in");
    visitor.open("/users/auth/apple/finish?returned=x.y").await.goes_to("/users/sign_in");
    assert!(!visitor.is_signed_in().await);
    app.end().await;
}

#[tokio::test]
async fn apple_sign_in_requires_second_factor() {
    let app = TestApp::with_jobs().await;
    let hanako = signed_up(&app, "hanako@seki.test").await;
    let named = "UPDATE users SET provider = 'apple', provider_uid = $1";
    sqlx::query(named).bind(subject("hanako@apple.test")).execute(&app.pool).await.unwrap();
    confirm_addresses(&app).await;
    let (authenticator, _) = hanako.add_authenticator(&app, "/users/profile/security_settings").await;
    let visitor = app.anonymous();
    finish(&app, &visitor, &[("email", "hanako@apple.test")]).await.goes_to("/users/two_factor_authentication");
    assert!(!visitor.is_signed_in().await);
    app.advance(30);
    let code = json!({ "verification_code": authenticator.code(&app) });
    visitor.post("/users/two_factor_authentication/verify", &code).await.is(200);
    assert!(visitor.is_signed_in().await);
    app.end().await;
}

#[tokio::test]
async fn apple_start_needs_same_origin_and_keeps_intent() {
    let app = TestApp::with_jobs().await;
    with_identity(&app, "hanako", "hanako@apple.test").await;
    let visitor = app.anonymous();
    visitor.call(Method::POST, "/users/auth/apple").csrf(Csrf::None).send().await.refused(422, "csrf");
    let form = visitor.submit("/users/auth/apple", &[("after_sign_in_url", "/users/customers?page=2")]).await;
    form.is(303);
    let policy = visitor.open("/users/sign_in").await.header("content-security-policy").to_owned();
    let origin = app.outside.handle.http_url.clone();
    assert!(policy.contains(&format!("form-action 'self' {origin}")), "{policy}");
    let page = app.http.get(form.location()).send().await.unwrap().text().await.unwrap();
    let mut fields = hidden(&page);
    fields.push(("email".to_owned(), "hanako@apple.test".to_owned()));
    let address = format!("{}/auth/authorize", app.outside.handle.apple_url());
    let posted = app.http.post(address).form(&fields).send().await.unwrap().text().await.unwrap();
    let path = called_back(&app, &hidden(&posted)).await;
    visitor.open(&path).await.goes_to("/users/customers?page=2");
    app.end().await;
}
