//! Sign-in of the admin console (F180, F205, gaps G002, G003, G037, G043).

use reqwest::Method;
use serde_json::json;
use tests::{Csrf, PASSWORD, RestaurantSpec, TestApp};

const SIGN_IN: &str = "/admin/sign_in";
const PAGE: &str = "/admin/security_settings";

#[tokio::test]
async fn an_admin_signs_in_and_out_by_form_and_by_json() {
    let app = TestApp::start().await;
    let (_, email) = app.admin_with_password(&["osg", "cpn"]).await;
    let admin = app.anonymous();
    assert_eq!(admin.get(SIGN_IN).await.is(200).json()["page"], "admin_sign_in");
    let reply = admin.sign_in_as_admin(&email.to_uppercase(), PASSWORD).await;
    assert_eq!(reply.is(200).json()["redirect_to"], "/admin/home");
    let signed_in = admin.get(PAGE).await.is(200).json()["admin"].clone();
    assert_eq!((&signed_in["email"], &signed_in["restaurant"]), (&json!(email), &json!(null)));
    let flags = json!({ "osg": true, "onr": false, "ofsr": false, "ivr": false, "os": false, "cpn": true, "cxl": false,
                        "refunds": false, "privacy_export": false, "privacy_erase": false, "impersonation": false,
                        "staff": false, "risky_settings": false });
    assert_eq!(signed_in["flags"], flags);
    admin.open(SIGN_IN).await.goes_to("/admin/home");
    assert_eq!(admin.delete("/admin/sign_out").await.is(200).json()["redirect_to"], SIGN_IN);
    admin.get(PAGE).await.refused(401, "sign_in_required");
    let fields = [("admin_user[email]", email.as_str()), ("admin_user[password]", PASSWORD)];
    admin.submit(SIGN_IN, &fields).await.goes_to("/admin/home");
    admin.submit("/admin/sign_out", &[("_method", "delete")]).await.goes_to(SIGN_IN);
    app.end().await;
}

/// F180
#[tokio::test]
async fn sign_in_rejects_other_sessions_and_returns_to_requested_page() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let owner_email = app.owner_with_password(&restaurant, true).await;
    let (_, email) = app.admin_with_password(&[]).await;
    for stranger in [app.owner(&restaurant).await, app.diner("hanako").await, app.anonymous()] {
        stranger.open(PAGE).await.goes_to(SIGN_IN);
        stranger.get(PAGE).await.refused(401, "sign_in_required");
        stranger.get("/admin/api/r/sushi-test/reservation_round_plans").await.refused(401, "sign_in_required");
    }
    let browser = app.anonymous();
    browser.open(&format!("{PAGE}?tab=1")).await.goes_to(SIGN_IN);
    for (email, password) in
        [(email.as_str(), "Wrong-2026"), (owner_email.as_str(), PASSWORD), ("nobody@seki.test", PASSWORD), ("", "")]
    {
        browser.sign_in_as_admin(email, password).await.refused(422, "bad_credentials");
    }
    for body in
        [json!({}), json!({ "admin_user": {} }), json!({ "admin_user": { "email": "a\u{0}@b.c", "password": "x" } })]
    {
        assert_eq!(browser.post(SIGN_IN, &body).await.status, 422, "{body}");
    }
    browser.sign_in_as_owner(&email, PASSWORD).await.refused(422, "bad_credentials");
    let reply = browser.sign_in_as_admin(&email, PASSWORD).await;
    assert_eq!(reply.is(200).json()["redirect_to"], format!("{PAGE}?tab=1"));
    browser.get("/owners").await.refused(401, "sign_in_required");
    app.end().await;
}

/// F205
#[tokio::test]
async fn ten_wrong_passwords_lock_account_and_writes_need_token() {
    let app = TestApp::start().await;
    let (_, email) = app.admin_with_password(&[]).await;
    let (own, guesser) = (app.anonymous(), app.anonymous());
    own.sign_in_as_admin(&email, PASSWORD).await.is(200);
    for (method, path) in [(Method::POST, SIGN_IN), (Method::DELETE, "/admin/sign_out")] {
        own.call(method, path).csrf(Csrf::None).json(&json!({})).send().await.refused(422, "csrf");
    }
    own.delete("/admin/sign_out").await.is(200);
    for _ in 0..10 {
        guesser.sign_in_as_admin(&email, "Wrong-2026").await.refused(422, "bad_credentials");
    }
    guesser.sign_in_as_admin(&email, PASSWORD).await.refused(429, "account_locked");
    own.sign_in_as_admin(&email, PASSWORD).await.is(200);
    app.advance(15 * 60);
    guesser.sign_in_as_admin(&email, PASSWORD).await.is(200);
    let kept = "SELECT count(*) FROM audit_events WHERE action = 'account.locked' AND detail->>'side' = 'admin'";
    assert_eq!(app.count(kept).await, 1);
    app.end().await;
}

#[tokio::test]
async fn unknown_page_gets_404_in_admin_frame() {
    let app = TestApp::start().await;
    let admin = app.admin().await;
    let page = admin.open("/admin/reservations/none").await;
    assert_eq!((page.status, page.body.contains("/console/admins.js")), (404, true), "{}", page.body);
    assert_eq!(page.embedded()["admin"]["nickname"], "管理");
    assert_eq!(app.anonymous().open("/admin/sign_in").await.embedded()["admin"], json!(null));
    app.end().await;
}

#[tokio::test]
async fn forgotten_password_is_reset_by_mailed_link() {
    let app = TestApp::with_jobs().await;
    let (_, email) = app.admin_with_password(&[]).await;
    let email = email.as_str();
    let (admin, elsewhere) = (app.anonymous(), app.anonymous());
    elsewhere.sign_in_as_admin(email, PASSWORD).await.is(200);
    let ask = |email: &str| json!({ "admin_user": { "email": email } });
    admin.post("/admin/password", &ask(" ")).await.refused(422, "invalid_input");
    let unknown = admin.post("/admin/password", &ask("nobody@seki.test")).await.is(200).json();
    assert_eq!(admin.post("/admin/password", &ask(email)).await.is(200).json(), unknown);
    let mail = app.outside.message_to(email, 0).await;
    let text = mail["text"].as_str().unwrap().to_owned();
    let link = text.lines().find(|line| line.contains("/admin/password/edit")).expect("a link").to_owned();
    let token = link.split_once("reset_password_token=").expect("a token").1.trim();
    let page = |root: &str| format!("{root}/password/edit?reset_password_token={token}");
    assert_eq!(admin.get(&page("/admin")).await.data()["valid"], true);
    assert_eq!(admin.get(&page("/owners")).await.data()["valid"], false, "a link is for one side");
    let fields =
        json!({ "reset_password_token": token, "password": "Newer-2026", "password_confirmation": "Newer-2026" });
    admin.patch("/owners/password", &json!({ "owner": fields })).await.refused(422, "link_invalid");
    admin.patch("/admin/password", &json!({ "admin_user": fields })).await.is(200);
    admin.patch("/admin/password", &json!({ "admin_user": fields })).await.refused(422, "link_invalid");
    elsewhere.get(PAGE).await.refused(401, "sign_in_required");
    admin.sign_in_as_admin(email, PASSWORD).await.refused(422, "bad_credentials");
    admin.sign_in_as_admin(email, "Newer-2026").await.is(200);
    app.end().await;
}
