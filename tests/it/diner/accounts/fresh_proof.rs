//! A signed-in diner changes the email address, the phone number and the card only with a fresh proof of identity, and the change is
//! reported to the previous address.

use serde_json::{Value, json};
use tests::{PASSWORD, Persona, Reply, TestApp, card_of, cards};

use super::people::{PHONE, mailed_code, signed_up, verify_phone};

const ADDRESS: &str = "hanako@seki.test";
const NEW_ADDRESS: &str = "hana@seki.test";
const EMAIL: &str = "/users/profile/account/email";
const TEL: &str = "/users/profile/account/tel";
const CARD: &str = "/users/profile/credit_card/payment_method";
const CARD_PAGE: &str = "/users/profile/credit_card/edit";
const CODE: &str = "/users/profile/proof_code";

/// A body with the fields of a proof.
fn with(mut body: Value, proof: &Value) -> Value {
    body.as_object_mut().expect("an object").extend(proof.as_object().cloned().expect("an object"));
    body
}

async fn change_email(diner: &Persona, proof: Value) -> Reply {
    diner.patch(EMAIL, &with(json!({ "user": { "email": NEW_ADDRESS } }), &proof)).await
}

async fn pending_email(diner: &Persona) -> Value {
    diner.get(&format!("{EMAIL}/edit")).await.data()["pending_email"].clone()
}

/// A card that the provider has saved for a diner and that is not registered yet.
async fn saved_card(app: &TestApp, diner: &Persona) -> String {
    let begun = diner.post("/users/profile/credit_card/setup_intent", &json!({})).await.is(200).json();
    let secret = begun["client_secret"].as_str().expect("a secret").to_owned();
    app.outside.card_form(&secret, cards::ALWAYS_CHALLENGED, "success").await;
    card_of(&app.outside, &secret).await
}

fn other_than(code: &str) -> &'static str {
    if code == "0000" { "1111" } else { "0000" }
}

#[tokio::test]
async fn email_change_requires_the_password() {
    let app = TestApp::with_jobs().await;
    let hanako = app.diner("hanako").await;
    for (proof, code) in [
        (json!({}), "proof_missing"),
        (json!({ "current_password": " " }), "proof_missing"),
        (json!({ "mailed_code": "1234" }), "proof_missing"),
        (json!({ "current_password": "Wrong-2026" }), "password_wrong"),
    ] {
        let refused = change_email(&hanako, proof.clone()).await;
        refused.refused(422, code);
        assert_eq!(refused.bad_fields(), ["current_password"], "{proof}");
    }
    let code = change_email(&hanako, json!({ "code": "123456" })).await;
    code.refused(422, "proof_missing");
    assert_eq!(code.bad_fields(), ["current_password"], "the account has no app");
    let said = "ご本人の確認が必要です。現在のパスワードを入力してください。";
    assert_eq!((&code.json()["message"], &code.json()["fields"]["current_password"]), (&json!(said), &json!(said)));
    hanako.post(CODE, &Value::Null).await.refused(422, "proof_missing");
    assert_eq!(pending_email(&hanako).await, Value::Null);
    assert_eq!(app.count("SELECT count(*) FROM mail_deliveries").await, 0, "no link and no notice");

    // One wrong password was counted above.
    for _ in 0..9 {
        change_email(&hanako, json!({ "current_password": "Wrong-2026" })).await.refused(422, "password_wrong");
    }
    change_email(&hanako, json!({ "current_password": PASSWORD })).await.refused(429, "too_many_requests");
    app.advance(15 * 60);
    change_email(&hanako, json!({ "current_password": PASSWORD })).await.is(200);
    assert_eq!(pending_email(&hanako).await, NEW_ADDRESS);
    let notice = app.outside.message_to(ADDRESS, 0).await;
    assert!(notice["text"].as_str().unwrap_or_default().contains("h•••••@seki.test"), "{notice}");
    assert!(
        app.outside.message_to(NEW_ADDRESS, 0).await["text"]
            .as_str()
            .unwrap_or_default()
            .contains("confirmation_token=")
    );
    app.end().await;
}

#[tokio::test]
async fn phone_change_requires_the_password_and_is_reported() {
    let app = TestApp::with_jobs().await;
    let hanako = signed_up(&app, ADDRESS).await;
    app.outside.message_to(ADDRESS, 0).await;
    let number = async || hanako.get("/users/profile").await.data()["phone_display"].clone();
    assert_eq!(hanako.get(&format!("{TEL}/edit")).await.data()["proof_ways"], json!(["password"]));
    let uuid = verify_phone(&app, &hanako, "US", "4155552671", "+14155552671").await;
    for (password, code) in [("", "proof_missing"), ("Wrong-2026", "password_wrong")] {
        let body = json!({ "phone_verification_uuid": uuid, "current_password": password });
        let refused = hanako.patch(TEL, &body).await;
        refused.refused(422, code);
        assert_eq!(refused.bad_fields(), ["current_password"]);
        assert_eq!(number().await, PHONE);
    }
    let body = json!({ "phone_verification_uuid": uuid, "current_password": PASSWORD });
    let changed = hanako.patch(TEL, &body).await;
    assert_eq!(changed.status, 200, "the refusals left the verification unused: {}", changed.body);
    assert_eq!(number().await, "+1 4155552671");
    let alert = app.outside.message_to(ADDRESS, 1).await;
    assert_eq!(alert["subject"], "【席】電話番号が変更されました");
    let text = alert["text"].as_str().unwrap_or_default();
    assert!(text.contains("以前の番号: 末尾 5678") && text.contains("新しい番号: 末尾 2671"), "{text}");
    assert!(!alert.to_string().contains("4155552671") && !text.contains("12345678"), "{alert}");
    assert_eq!(app.outside.inbox(ADDRESS).await.len(), 2, "refusals are not reported");
    let kept = "SELECT count(*) FROM audit_events WHERE action = 'account.phone_changed'";
    assert_eq!(app.count(kept).await, 1);
    app.end().await;
}

#[tokio::test]
async fn card_replacement_requires_the_password_and_the_first_card_does_not() {
    let app = TestApp::with_jobs().await;
    let hanako = app.diner("hanako").await;
    assert_eq!(hanako.get(CARD_PAGE).await.data()["proof_ways"], json!([]));
    let first = json!({ "payment_method_id": saved_card(&app, &hanako).await });
    hanako.post(CARD, &first).await.is(200);
    hanako.post(CARD, &first).await.is(200);
    assert_eq!(hanako.get(CARD_PAGE).await.data()["proof_ways"], json!(["password"]));

    let second = json!({ "payment_method_id": saved_card(&app, &hanako).await });
    let alerts = "SELECT count(*) FROM mail_deliveries WHERE context->>'alert' = 'card_replaced'";
    assert_eq!(app.count(alerts).await, 0, "the first card replaces none");
    let rows = "SELECT count(*) FROM payment_methods";
    let before = (app.count(rows).await, app.count(alerts).await);
    for (proof, code) in [(json!({}), "proof_missing"), (json!({ "current_password": "Wrong-2026" }), "password_wrong")]
    {
        let refused = hanako.post(CARD, &with(second.clone(), &proof)).await;
        refused.refused(422, code);
        assert_eq!(refused.bad_fields(), ["current_password"]);
    }
    assert_eq!((app.count(rows).await, app.count(alerts).await), before);
    hanako.post(CARD, &with(second.clone(), &json!({ "current_password": PASSWORD }))).await.is(200);
    let current = "SELECT count(*) FROM payment_methods WHERE replaced_at IS NULL";
    assert_eq!((app.count(current).await, app.count(alerts).await), (1, before.1 + 1));
    let held = sqlx::query_scalar("SELECT gateway_fid FROM payment_methods WHERE replaced_at IS NULL");
    let held: String = held.fetch_one(&app.pool).await.expect("a card");
    assert_eq!(second["payment_method_id"], held);
    app.end().await;
}

#[tokio::test]
async fn app_codes_are_accepted_once() {
    let app = TestApp::with_jobs().await;
    let hanako = app.diner("hanako").await;
    let (authenticator, _) = hanako.add_authenticator(&app, "/users/profile/security_settings").await;
    let page = hanako.get(&format!("{EMAIL}/edit")).await.data();
    assert_eq!(page["proof_ways"], json!(["password", "app"]));
    let missing = change_email(&hanako, json!({})).await;
    let said = "ご本人の確認が必要です。現在のパスワードか、認証アプリのコードを入力してください。";
    assert_eq!(missing.refused(422, "proof_missing")["message"], said);
    change_email(&hanako, json!({ "code": authenticator.code(&app) })).await.refused(422, "code_wrong");
    app.advance(30);
    change_email(&hanako, json!({ "code": authenticator.code(&app) })).await.is(200);
    assert_eq!(pending_email(&hanako).await, NEW_ADDRESS);
    app.end().await;
}

#[tokio::test]
async fn accounts_without_password_and_app_use_a_mailed_code() {
    let app = TestApp::with_jobs().await;
    let hanako = app.diner("hanako").await;
    let apple = "UPDATE users SET password_hash = NULL, provider = 'apple', provider_uid = 'apple-1'";
    app.execute(apple).await;
    assert_eq!(hanako.get(&format!("{EMAIL}/edit")).await.data()["proof_ways"], json!(["mail"]));
    for proof in [json!({}), json!({ "current_password": PASSWORD }), json!({ "code": "123456" })] {
        let refused = change_email(&hanako, proof).await;
        refused.refused(422, "proof_missing");
        assert_eq!(refused.bad_fields(), ["mailed_code"]);
        let said = "ご本人の確認が必要です。メールで届く確認コードを入力してください。";
        assert_eq!(refused.json()["message"], said);
    }
    change_email(&hanako, json!({ "mailed_code": "0000" })).await.refused(422, "proof_code_spent");

    hanako.post(CODE, &Value::Null).await.is(200);
    let code = mailed_code(&app, ADDRESS, 0).await;
    let wrong = change_email(&hanako, json!({ "mailed_code": other_than(&code) })).await;
    wrong.refused(422, "code_wrong");
    assert_eq!(wrong.bad_fields(), ["mailed_code"]);
    change_email(&hanako, json!({ "mailed_code": code })).await.is(200);
    assert_eq!(pending_email(&hanako).await, NEW_ADDRESS);
    change_email(&hanako, json!({ "mailed_code": code })).await.refused(422, "proof_code_spent");

    hanako.post(CODE, &Value::Null).await.is(200);
    let code = mailed_code(&app, ADDRESS, 1).await;
    for _ in 0..5 {
        change_email(&hanako, json!({ "mailed_code": other_than(&code) })).await.refused(422, "code_wrong");
    }
    change_email(&hanako, json!({ "mailed_code": code })).await.refused(422, "proof_code_spent");

    // A new code allows five attempts; of two requests with it, one is accepted.
    hanako.post(CODE, &Value::Null).await.is(200);
    let code = mailed_code(&app, ADDRESS, 2).await;
    let proof = || json!({ "mailed_code": code });
    let (first, second) = tokio::join!(change_email(&hanako, proof()), change_email(&hanako, proof()));
    let mut statuses = [first.status, second.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 422], "{} {}", first.body, second.body);
    app.anonymous().post(CODE, &Value::Null).await.refused(401, "sign_in_required");
    app.end().await;
}
