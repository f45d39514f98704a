use serde_json::{Value, json};
use tests::{Result, World};

use super::people::{PHONE, PHONE_E164, form, invited_by_mail, is_signed_in, verify_phone};

/// F001
#[tokio::test]
async fn the_form_is_japanese_unless_asked_otherwise() -> Result<()> {
    let world = World::start().await?;
    let page = world.visitor().open("/users/sign_up").await?;
    assert_eq!(page.status, 200);
    assert!(page.text.contains("<html lang=\"ja\">") && page.text.contains("会員登録"), "{}", page.text);
    let data = &world.visitor().get("/users/sign_up").await?.json["data"];
    let prefectures = data["prefectures"].as_array().unwrap();
    assert_eq!(prefectures.len(), 48);
    assert_eq!((&prefectures[12]["code"], &prefectures[47]["code"]), (&json!("東京都"), &json!("overseas")));
    assert_eq!(data["countries"][0], json!({ "code": "JP", "dial_code": "81" }));
    assert_eq!(data["terms"].as_array().unwrap().len(), 6);
    assert_eq!(data["prefill"]["uid"], Value::Null);
    world.end().await
}

/// F002, F009, F010
#[tokio::test]
async fn complete_form_with_verified_number_creates_account() -> Result<()> {
    let world = World::start().await?;
    let visitor = world.visitor();
    let uuid = verify_phone(&world, &visitor, "JP", "０９０１２３４５６７８", PHONE_E164).await?;
    let mut body = form("hanako@seki.test", &uuid);
    body["user"]["profile_attributes"]["phone_local_number"] = json!("０９０１２３４５６７８");
    let answer = visitor.post("/users", body).await?;
    assert_eq!(answer.status, 200, "{}", answer.text);
    assert_eq!(answer.json["redirect_to"], "/users/after_registrations/pick_restaurants");

    let profile = visitor.get("/users/profile").await?;
    assert_eq!(profile.json["session"]["user"]["name_last"], "山田");
    assert_eq!(profile.json["data"]["phone_display"], PHONE);
    assert_eq!(profile.json["data"]["prefecture_label"], "東京都");
    let stored: String = sqlx::query_scalar("SELECT phone_local_number FROM profiles").fetch_one(&world.pool).await?;
    assert_eq!(stored, "9012345678");

    let again = visitor.post("/users", form("another@seki.test", &uuid)).await?;
    assert_eq!(again.bad_fields(), ["phone_verification_uuid"], "a proof is good once");
    world.end().await
}

/// F002, F003
#[tokio::test]
async fn browser_forms_get_redirects() -> Result<()> {
    let world = World::start().await?;
    let visitor = world.visitor();
    let uuid = verify_phone(&world, &visitor, "JP", PHONE, PHONE_E164).await?;
    let fields = [
        ("user[email]", "hanako@seki.test"),
        ("user[password]", "Abcdefg1"),
        ("user[terms_agreed]", "1"),
        ("user[phone_verification_uuid]", uuid.as_str()),
        ("user[after_sign_up_url]", "/r/sushi-kagura"),
        ("user[profile_attributes][name_last]", "山田"),
        ("user[profile_attributes][name_first]", "花子"),
        ("user[profile_attributes][prefecture]", "東京都"),
        ("user[profile_attributes][phone_country]", "JP"),
        ("user[profile_attributes][phone_local_number]", PHONE),
    ];
    let answer = visitor.submit("/users", &fields).await?;
    assert_eq!((answer.status, answer.location()), (303, "/r/sushi-kagura"), "{}", answer.text);
    let page = visitor.get("/users/profile").await?;
    assert_eq!(page.status, 200);
    assert_eq!(page.json["flash"][0]["kind"], "notice");
    assert_eq!(visitor.get("/users/profile").await?.json["flash"], json!([]), "a flash is shown once");
    world.end().await
}

#[tokio::test]
async fn sign_up_never_redirects_off_site() -> Result<()> {
    let world = World::start().await?;
    let visitor = world.visitor();
    let uuid = verify_phone(&world, &visitor, "JP", PHONE, PHONE_E164).await?;
    let mut body = form("hanako@seki.test", &uuid);
    body["user"]["after_sign_up_url"] = json!("//evil.example/");
    let answer = visitor.post("/users", body).await?;
    assert_eq!(answer.json["redirect_to"], "/users/after_registrations/pick_restaurants");
    world.end().await
}

/// F003, F004, F005: every field: missing, of another type, too long, or otherwise bad; each names itself and opens no account.
#[tokio::test]
async fn every_bad_field_is_named_and_nothing_is_created() -> Result<()> {
    let world = World::start().await?;
    let visitor = world.visitor();
    let uuid = verify_phone(&world, &visitor, "JP", PHONE, PHONE_E164).await?;
    let long = json!("あ".repeat(300));
    let cases: Vec<(&str, Value)> = vec![
        ("email", Value::Null),
        ("email", json!("not-an-address")),
        ("email", json!(format!("{}@seki.test", "a".repeat(300)))),
        ("email", json!("nul\u{0}@seki.test")),
        ("password", Value::Null),
        ("password", json!("abcdefgh")),
        ("password", json!("Aa1".repeat(100))),
        ("terms_agreed", json!(false)),
        ("terms_agreed", Value::Null),
        ("phone_verification_uuid", Value::Null),
        ("phone_verification_uuid", json!("no-such-uuid")),
        ("jcb_uid", long.clone()),
        ("jcb_card_rank", long.clone()),
        ("profile_attributes.name_last", json!("  ")),
        ("profile_attributes.name_last", long.clone()),
        ("profile_attributes.name_first", Value::Null),
        ("profile_attributes.name_first", long.clone()),
        ("profile_attributes.kana_last", long.clone()),
        ("profile_attributes.kana_first", long.clone()),
        ("profile_attributes.prefecture", json!("東京")),
        ("profile_attributes.prefecture", json!("overseas")),
        ("profile_attributes.prefecture", long.clone()),
        ("profile_attributes.locale", json!("fr")),
        ("profile_attributes.phone_country", json!("XX")),
        ("profile_attributes.phone_local_number", json!("1234567")),
        ("profile_attributes.phone_local_number", long),
    ];
    for (field, value) in cases {
        let answer = visitor.post("/users", with(form("hanako@seki.test", &uuid), field, value.clone())).await?;
        assert_eq!(answer.status, 422, "{field} = {value}: {}", answer.text);
        assert!(answer.bad_fields().contains(&field), "{field} = {value}: {}", answer.text);
        assert!(!answer.json["message"].as_str().unwrap_or_default().starts_with("errors."), "{}", answer.text);
        assert!(!answer.text.contains("errors."), "{field}: an untranslated text: {}", answer.text);
    }
    for field in ["email", "password", "profile_attributes.name_last", "profile_attributes.prefecture"] {
        let answer = visitor.post("/users", with(form("hanako@seki.test", &uuid), field, json!({ "a": 1 }))).await?;
        assert_eq!((answer.status, answer.bad_fields()), (422, vec![&*format!("user.{field}")]), "{}", answer.text);
    }
    assert_eq!(world.count("SELECT count(*) FROM users").await?, 0);
    assert!(!is_signed_in(&visitor).await?);
    world.end().await
}

fn with(mut body: Value, field: &str, value: Value) -> Value {
    let pointer = format!("/user/{}", field.replace('.', "/"));
    *body.pointer_mut(&pointer).unwrap_or(&mut Value::Null) = value.clone();
    if body.pointer(&pointer).is_none() {
        body["user"][field] = value;
    }
    body
}

/// F006
#[tokio::test]
async fn number_must_be_verified_by_this_browser() -> Result<()> {
    let world = World::start().await?;
    let (owner, thief) = (world.visitor(), world.visitor());
    let asked = json!({ "phone_country": "JP", "phone_local_number": PHONE, "flow_type": "sign_up" });
    let open = owner.post("/phone_verifications", asked).await?.json["uuid"].as_str().unwrap().to_owned();
    let unproven = owner.post("/users", form("hanako@seki.test", &open)).await?;
    assert_eq!(unproven.bad_fields(), ["phone_verification_uuid"]);

    let uuid = verify_phone(&world, &owner, "JP", PHONE, PHONE_E164).await?;
    let stolen = thief.post("/users", form("thief@seki.test", &uuid)).await?;
    assert_eq!(stolen.bad_fields(), ["phone_verification_uuid"]);
    let mut other = form("hanako@seki.test", &uuid);
    other["user"]["profile_attributes"]["phone_local_number"] = json!("09010000001");
    assert_eq!(owner.post("/users", other).await?.bad_fields(), ["phone_verification_uuid"]);

    world.advance(chrono::Duration::hours(2));
    let late = owner.post("/users", form("hanako@seki.test", &uuid)).await?;
    assert_eq!(late.bad_fields(), ["phone_verification_uuid"], "a proof does not keep for ever");
    assert_eq!(world.count("SELECT count(*) FROM users").await?, 0);
    world.end().await
}

/// F007
#[tokio::test]
async fn abroad_the_prefecture_is_overseas() -> Result<()> {
    let world = World::start().await?;
    let visitor = world.visitor();
    let uuid = verify_phone(&world, &visitor, "US", "(415) 555-2671", "+14155552671").await?;
    let mut body = form("emma@seki.test", &uuid);
    body["user"]["profile_attributes"]["phone_country"] = json!("US");
    body["user"]["profile_attributes"]["phone_local_number"] = json!("4155552671");
    let refused = visitor.post("/users", body.clone()).await?;
    assert_eq!(refused.bad_fields(), ["profile_attributes.prefecture"]);
    body["user"]["profile_attributes"]["prefecture"] = json!("overseas");
    assert_eq!(visitor.post("/users", body).await?.status, 200);
    assert_eq!(visitor.get("/").await?.json["session"]["user"]["is_jp"], false);
    world.end().await
}

#[tokio::test]
async fn address_case_does_not_create_a_second_account() -> Result<()> {
    let world = World::start().await?;
    super::people::signed_up(&world, "hanako@seki.test").await?;
    let visitor = world.visitor();
    let uuid = verify_phone(&world, &visitor, "JP", "09010000001", "+819010000001").await?;
    let mut body = form("Hanako@SEKI.test", &uuid);
    body["user"]["profile_attributes"]["phone_local_number"] = json!("09010000001");
    assert_eq!(visitor.post("/users", body.clone()).await?.bad_fields(), ["email"]);
    body["user"]["email"] = json!("hanako2@seki.test");
    assert_eq!(visitor.post("/users", body).await?.status, 200, "a refusal does not use up the proof");
    world.end().await
}

#[tokio::test]
async fn bodies_that_are_none_are_refused_as_such() -> Result<()> {
    let world = World::start().await?;
    let visitor = world.visitor();
    assert_eq!(visitor.post_raw("/users", "application/json", "{\"user\":").await?.status, 400);
    assert_eq!(visitor.post_raw("/users", "application/json", "[1]").await?.status, 422);
    assert_eq!(visitor.post_raw("/users", "text/csv", "a,b").await?.status, 415);
    world.end().await
}

#[tokio::test]
async fn an_invitation_becomes_the_new_diners() -> Result<()> {
    let world = World::start().await?;
    let (_, uid, token) = invited_by_mail(&world).await;

    let visitor = world.visitor();
    let uuid = verify_phone(&world, &visitor, "JP", PHONE, PHONE_E164).await?;
    let mut body = form("hanako@seki.test", &uuid);
    body["user"]["invited_token"] = json!(token);
    assert_eq!(visitor.post("/users", body).await?.status, 200);
    let list = visitor.get("/users/invited_reservations").await?;
    assert_eq!(list.json["data"]["invitations"][0]["uid"], uid.as_str());
    assert_eq!(list.json["session"]["user"]["has_invitations"], true);
    let path = format!("/users/invited_reservations/{uid}/accept");
    let accepted = visitor.post(&path, json!({ "policy_agreed": true })).await?;
    assert_eq!(accepted.status, 200, "{}", accepted.text);
    world.end().await
}

/// The link may have gone to a wrong number, so its holder may be unknown to the restaurant.
#[tokio::test]
async fn withdrawn_invitation_link_links_no_account() -> Result<()> {
    let world = World::start().await?;
    let (owner, uid, token) = invited_by_mail(&world).await;
    owner.delete(&format!("/owners/api/invited_reservations/{uid}")).await.is(200);

    let visitor = world.visitor();
    let uuid = verify_phone(&world, &visitor, "JP", PHONE, PHONE_E164).await?;
    let mut body = form("hanako@seki.test", &uuid);
    body["user"]["invited_token"] = json!(token);
    assert_eq!(visitor.post("/users", body).await?.status, 200, "an account all the same");
    assert_eq!(world.count("SELECT count(*) FROM customers WHERE user_id IS NOT NULL").await?, 0);
    assert_eq!(world.count("SELECT count(*) FROM audit_events WHERE action = 'invitation_claimed'").await?, 0);
    world.end().await
}
