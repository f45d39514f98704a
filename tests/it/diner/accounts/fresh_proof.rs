//! A signed-in diner changes the email address, the phone number and the card only with a fresh proof of identity, and the change is
//! reported to the previous address.

use serde_json::{Value, json};
use tests::{Authenticator, PASSWORD, Persona, Reply, Result, World, card_of, cards};

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
async fn saved_card(world: &World, diner: &Persona) -> String {
    let begun = diner.post("/users/profile/credit_card/setup_intent", &json!({})).await.is(200).json();
    let secret = begun["client_secret"].as_str().expect("a secret").to_owned();
    world.outside.card_form(&secret, cards::ALWAYS_CHALLENGED, "success").await;
    card_of(&world.outside, &secret).await
}

fn other_than(code: &str) -> &'static str {
    if code == "0000" { "1111" } else { "0000" }
}

#[tokio::test]
async fn email_change_requires_the_password() -> Result<()> {
    let world = World::start().await?;
    let hanako = world.diner("hanako").await;
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
    change_email(&hanako, json!({ "code": "123456" })).await.refused(422, "factor_missing");
    hanako.post(CODE, &Value::Null).await.refused(422, "proof_missing");
    assert_eq!(pending_email(&hanako).await, Value::Null);
    assert_eq!(world.count("SELECT count(*) FROM mail_deliveries").await?, 0, "no link and no notice");

    // One wrong password was counted above.
    for _ in 0..9 {
        change_email(&hanako, json!({ "current_password": "Wrong-2026" })).await.refused(422, "password_wrong");
    }
    change_email(&hanako, json!({ "current_password": PASSWORD })).await.refused(429, "too_many_requests");
    world.advance(chrono::Duration::minutes(15));
    change_email(&hanako, json!({ "current_password": PASSWORD })).await.is(200);
    assert_eq!(pending_email(&hanako).await, NEW_ADDRESS);
    let notice = world.message_to(ADDRESS, 0).await?;
    assert!(notice["text"].as_str().unwrap_or_default().contains("h•••••@seki.test"), "{notice}");
    assert!(
        world.message_to(NEW_ADDRESS, 0).await?["text"].as_str().unwrap_or_default().contains("confirmation_token=")
    );
    world.end().await
}

#[tokio::test]
async fn phone_change_requires_the_password_and_is_reported() -> Result<()> {
    let world = World::start().await?;
    let hanako = signed_up(&world, ADDRESS).await?;
    world.message_to(ADDRESS, 0).await?;
    let number =
        async || -> Result<Value> { Ok(hanako.get("/users/profile").await?.json["data"]["phone_display"].clone()) };
    assert_eq!(hanako.get(&format!("{TEL}/edit")).await?.json["data"]["proof_ways"], json!(["password"]));
    let uuid = verify_phone(&world, &hanako, "US", "4155552671", "+14155552671").await?;
    for (password, code) in [("", "proof_missing"), ("Wrong-2026", "password_wrong")] {
        let body = json!({ "phone_verification_uuid": uuid, "current_password": password });
        let refused = hanako.patch(TEL, body).await?;
        assert_eq!((refused.status, &refused.json["code"]), (422, &json!(code)));
        assert_eq!(refused.bad_fields(), ["current_password"]);
        assert_eq!(number().await?, PHONE);
    }
    let body = json!({ "phone_verification_uuid": uuid, "current_password": PASSWORD });
    let changed = hanako.patch(TEL, body).await?;
    assert_eq!(changed.status, 200, "the refusals left the verification unused: {}", changed.text);
    assert_eq!(number().await?, "+1 4155552671");
    let alert = world.message_to(ADDRESS, 1).await?;
    assert_eq!(alert["subject"], "【席】電話番号が変更されました");
    assert!(!alert.to_string().contains("4155552671"), "{alert}");
    assert_eq!(world.inbox(ADDRESS).await?.len(), 2, "refusals are not reported");
    let kept = "SELECT count(*) FROM audit_events WHERE action = 'account.phone_changed'";
    assert_eq!(world.count(kept).await?, 1);
    world.end().await
}

#[tokio::test]
async fn card_replacement_requires_the_password_and_the_first_card_does_not() -> Result<()> {
    let world = World::start().await?;
    let hanako = world.diner("hanako").await;
    assert_eq!(hanako.get(CARD_PAGE).await.data()["proof_ways"], json!([]));
    let first = json!({ "payment_method_id": saved_card(&world, &hanako).await });
    hanako.post(CARD, &first).await.is(200);
    hanako.post(CARD, &first).await.is(200);
    assert_eq!(hanako.get(CARD_PAGE).await.data()["proof_ways"], json!(["password"]));

    let second = json!({ "payment_method_id": saved_card(&world, &hanako).await });
    let alerts = "SELECT count(*) FROM mail_deliveries WHERE context->>'alert' = 'card_added'";
    let rows = "SELECT count(*) FROM payment_methods";
    let before = (world.count(rows).await?, world.count(alerts).await?);
    for (proof, code) in [(json!({}), "proof_missing"), (json!({ "current_password": "Wrong-2026" }), "password_wrong")]
    {
        let refused = hanako.post(CARD, &with(second.clone(), &proof)).await;
        refused.refused(422, code);
        assert_eq!(refused.bad_fields(), ["current_password"]);
    }
    assert_eq!((world.count(rows).await?, world.count(alerts).await?), before);
    hanako.post(CARD, &with(second.clone(), &json!({ "current_password": PASSWORD }))).await.is(200);
    let current = "SELECT count(*) FROM payment_methods WHERE replaced_at IS NULL";
    assert_eq!((world.count(current).await?, world.count(alerts).await?), (1, before.1 + 1));
    let held = sqlx::query_scalar("SELECT gateway_fid FROM payment_methods WHERE replaced_at IS NULL");
    let held: String = held.fetch_one(&world.pool).await?;
    assert_eq!(second["payment_method_id"], held);
    world.end().await
}

#[tokio::test]
async fn app_codes_are_accepted_once() -> Result<()> {
    let world = World::start().await?;
    let hanako = world.diner("hanako").await;
    let path = "/users/profile/security_settings/authenticator";
    let begun = hanako.post(path, &json!({ "current_password": PASSWORD })).await.is(200).json();
    let authenticator = Authenticator::with(begun["secret"].as_str().expect("a secret"));
    hanako.patch(path, &json!({ "code": authenticator.code(&world) })).await.is(200);
    let page = hanako.get(&format!("{EMAIL}/edit")).await.data();
    assert_eq!(page["proof_ways"], json!(["password", "app"]));
    let used = change_email(&hanako, json!({ "code": authenticator.code(&world) })).await;
    used.refused(422, "code_wrong");
    world.advance(chrono::Duration::seconds(30));
    change_email(&hanako, json!({ "code": authenticator.code(&world) })).await.is(200);
    assert_eq!(pending_email(&hanako).await, NEW_ADDRESS);
    world.end().await
}

#[tokio::test]
async fn accounts_without_password_and_app_use_a_mailed_code() -> Result<()> {
    let world = World::start().await?;
    let hanako = world.diner("hanako").await;
    let apple = "UPDATE users SET password_hash = NULL, provider = 'apple', provider_uid = 'apple-1'";
    world.execute(apple).await;
    assert_eq!(hanako.get(&format!("{EMAIL}/edit")).await.data()["proof_ways"], json!(["mail"]));
    for proof in [json!({}), json!({ "current_password": PASSWORD }), json!({ "code": "123456" })] {
        let refused = change_email(&hanako, proof).await;
        refused.refused(422, "proof_missing");
        assert_eq!(refused.bad_fields(), ["mailed_code"]);
    }
    let early = change_email(&hanako, json!({ "mailed_code": "0000" })).await;
    early.refused(422, "proof_code_spent");

    hanako.post(CODE, &Value::Null).await.is(200);
    let code = mailed_code(&world, ADDRESS, 0).await?;
    let wrong = change_email(&hanako, json!({ "mailed_code": other_than(&code) })).await;
    wrong.refused(422, "code_wrong");
    assert_eq!(wrong.bad_fields(), ["mailed_code"]);
    change_email(&hanako, json!({ "mailed_code": code })).await.is(200);
    assert_eq!(pending_email(&hanako).await, NEW_ADDRESS);
    change_email(&hanako, json!({ "mailed_code": code })).await.refused(422, "proof_code_spent");

    hanako.post(CODE, &Value::Null).await.is(200);
    let code = mailed_code(&world, ADDRESS, 1).await?;
    for _ in 0..5 {
        change_email(&hanako, json!({ "mailed_code": other_than(&code) })).await.refused(422, "code_wrong");
    }
    change_email(&hanako, json!({ "mailed_code": code })).await.refused(422, "proof_code_spent");

    // A new code allows five attempts; of two requests with it, one is accepted.
    hanako.post(CODE, &Value::Null).await.is(200);
    let code = mailed_code(&world, ADDRESS, 2).await?;
    let proof = || json!({ "mailed_code": code });
    let (first, second) = tokio::join!(change_email(&hanako, proof()), change_email(&hanako, proof()));
    let mut statuses = [first.status, second.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 422], "{} {}", first.body, second.body);
    world.anonymous().post(CODE, &Value::Null).await.refused(401, "sign_in_required");
    world.end().await
}
