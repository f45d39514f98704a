use reqwest::Method;
use serde_json::{Value, json};
use tests::{HOUR, TestApp};

use super::people::{PHONE, PHONE_E164, form, invited_by_mail, signed_up, verify_phone};

/// F001
#[tokio::test]
async fn the_form_is_japanese_unless_asked_otherwise() {
    let app = TestApp::with_jobs().await;
    let page = app.anonymous().open("/users/sign_up").await;
    page.is(200);
    assert!(page.body.contains("<html lang=\"ja\">") && page.body.contains("会員登録"), "{}", page.body);
    let data = app.anonymous().get("/users/sign_up").await.data();
    let prefectures = data["prefectures"].as_array().unwrap();
    assert_eq!(prefectures.len(), 48);
    assert_eq!((&prefectures[12]["code"], &prefectures[47]["code"]), (&json!("東京都"), &json!("overseas")));
    assert_eq!(data["countries"][0], json!({ "code": "JP", "dial_code": "81" }));
    assert_eq!(data["terms"].as_array().unwrap().len(), 6);
    assert_eq!(data["prefill"]["uid"], Value::Null);
    app.end().await;
}

/// Such addresses exist since before 2009; SMTP requires quotes around their local part.
#[tokio::test]
async fn old_addresses_of_carriers_sign_up_and_get_mail() {
    let app = TestApp::with_jobs().await;
    signed_up(&app, "taro..yamada@docomo.ne.jp").await;
    let mail = app.outside.message_to("\"taro..yamada\"@docomo.ne.jp", 0).await;
    assert!(mail["subject"].is_string(), "{mail}");
    let visitor = app.anonymous();
    for email in ["taro..yamada@seki.test", ".taro@docomo.ne.jp"] {
        let fields = visitor.post("/users", &form(email, "x")).await.bad_fields();
        assert!(fields.contains(&"email".to_owned()), "{email}: {fields:?}");
    }
    app.end().await;
}

/// F002, F009, F010
#[tokio::test]
async fn complete_form_with_verified_number_creates_account() {
    let app = TestApp::with_jobs().await;
    let visitor = app.anonymous();
    let uuid = verify_phone(&app, &visitor, "JP", "０９０１２３４５６７８", PHONE_E164).await;
    let mut body = form("hanako@seki.test", &uuid);
    body["user"]["profile_attributes"]["phone_local_number"] = json!("０９０１２３４５６７８");
    let answer = visitor.post("/users", &body).await;
    answer.is(200);
    assert_eq!(answer.json()["redirect_to"], "/users/after_registrations/pick_restaurants");

    let profile = visitor.get("/users/profile").await;
    assert_eq!(profile.json()["session"]["user"]["name_last"], "山田");
    assert_eq!(profile.data()["phone_display"], PHONE);
    assert_eq!(profile.data()["phone_local_number"], "9012345678");
    assert_eq!(profile.data()["prefecture_label"], "東京都");
    let stored: String =
        sqlx::query_scalar("SELECT phone_local_number FROM profiles").fetch_one(&app.pool).await.expect("a profile");
    assert_eq!(stored, "9012345678");

    let again = visitor.post("/users", &form("another@seki.test", &uuid)).await;
    assert_eq!(again.bad_fields(), ["phone_verification_uuid"], "a proof is good once");
    app.end().await;
}

/// F002, F003
#[tokio::test]
async fn browser_forms_get_redirects() {
    let app = TestApp::with_jobs().await;
    let visitor = app.anonymous();
    let uuid = verify_phone(&app, &visitor, "JP", PHONE, PHONE_E164).await;
    let fields = [
        ("user[email]", "hanako@seki.test"),
        ("user[password]", "Abcdefk1"),
        ("user[terms_agreed]", "1"),
        ("user[phone_verification_uuid]", uuid.as_str()),
        ("user[after_sign_up_url]", "/r/sushi-kagura"),
        ("user[profile_attributes][name_last]", "山田"),
        ("user[profile_attributes][name_first]", "花子"),
        ("user[profile_attributes][prefecture]", "東京都"),
        ("user[profile_attributes][phone_country]", "JP"),
        ("user[profile_attributes][phone_local_number]", PHONE),
    ];
    let answer = visitor.submit("/users", &fields).await;
    assert_eq!((answer.status, answer.location()), (303, "/r/sushi-kagura"), "{}", answer.body);
    let page = visitor.get("/users/profile").await;
    page.is(200);
    assert_eq!(page.json()["flash"][0]["kind"], "notice");
    assert_eq!(visitor.get("/users/profile").await.json()["flash"], json!([]), "a flash is shown once");
    app.end().await;
}

#[tokio::test]
async fn sign_up_never_redirects_off_site() {
    let app = TestApp::with_jobs().await;
    let visitor = app.anonymous();
    let uuid = verify_phone(&app, &visitor, "JP", PHONE, PHONE_E164).await;
    let mut body = form("hanako@seki.test", &uuid);
    body["user"]["after_sign_up_url"] = json!("//evil.example/");
    let answer = visitor.post("/users", &body).await;
    assert_eq!(answer.json()["redirect_to"], "/users/after_registrations/pick_restaurants");
    app.end().await;
}

/// F003, F004, F005: every field: missing, of another type, too long, or otherwise bad; each names itself and opens no account.
#[tokio::test]
async fn every_bad_field_is_named_and_nothing_is_created() {
    let app = TestApp::with_jobs().await;
    let visitor = app.anonymous();
    let uuid = verify_phone(&app, &visitor, "JP", PHONE, PHONE_E164).await;
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
        ("profile_attributes.name_last", json!("http://evil.example")),
        ("profile_attributes.name_first", json!("花子 <https://evil.example>")),
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
        let answer = visitor.post("/users", &with(form("hanako@seki.test", &uuid), field, value.clone())).await;
        assert_eq!(answer.status, 422, "{field} = {value}: {}", answer.body);
        assert!(answer.bad_fields().iter().any(|bad| bad == field), "{field} = {value}: {}", answer.body);
        assert!(!answer.json()["message"].as_str().unwrap_or_default().starts_with("errors."), "{}", answer.body);
        assert!(!answer.body.contains("errors."), "{field}: an untranslated text: {}", answer.body);
    }
    for field in ["email", "password", "profile_attributes.name_last", "profile_attributes.prefecture"] {
        let answer = visitor.post("/users", &with(form("hanako@seki.test", &uuid), field, json!({ "a": 1 }))).await;
        assert_eq!(answer.is(422).bad_fields(), [format!("user.{field}")], "{}", answer.body);
    }
    assert_eq!(app.count("SELECT count(*) FROM users").await, 0);
    assert!(!visitor.is_signed_in().await);
    app.end().await;
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
async fn number_must_be_verified_by_this_browser() {
    let app = TestApp::with_jobs().await;
    let (owner, thief) = (app.anonymous(), app.anonymous());
    let asked = json!({ "phone_country": "JP", "phone_local_number": PHONE, "flow_type": "sign_up" });
    let open = owner.post("/phone_verifications", &asked).await.json()["uuid"].as_str().unwrap().to_owned();
    let unproven = owner.post("/users", &form("hanako@seki.test", &open)).await;
    assert_eq!(unproven.bad_fields(), ["phone_verification_uuid"]);

    let uuid = verify_phone(&app, &owner, "JP", PHONE, PHONE_E164).await;
    let stolen = thief.post("/users", &form("thief@seki.test", &uuid)).await;
    assert_eq!(stolen.bad_fields(), ["phone_verification_uuid"]);
    let mut other = form("hanako@seki.test", &uuid);
    other["user"]["profile_attributes"]["phone_local_number"] = json!("09010000001");
    assert_eq!(owner.post("/users", &other).await.bad_fields(), ["phone_verification_uuid"]);

    app.advance(2 * HOUR);
    let late = owner.post("/users", &form("hanako@seki.test", &uuid)).await;
    assert_eq!(late.bad_fields(), ["phone_verification_uuid"], "a proof does not keep for ever");
    let expired = "電話番号の認証から1時間が過ぎ、有効期限が切れました。もう一度認証してください。";
    assert_eq!(late.json()["fields"]["phone_verification_uuid"], expired);
    assert_ne!(unproven.json()["fields"]["phone_verification_uuid"], expired, "a number that is not verified yet");
    let stranger = thief.post("/users", &form("thief@seki.test", &uuid)).await;
    assert_ne!(stranger.json()["fields"]["phone_verification_uuid"], expired, "another browser learns nothing");
    assert_eq!(app.count("SELECT count(*) FROM users").await, 0);
    app.end().await;
}

/// F007
#[tokio::test]
async fn abroad_the_prefecture_is_overseas() {
    let app = TestApp::with_jobs().await;
    let visitor = app.anonymous();
    let uuid = verify_phone(&app, &visitor, "US", "(415) 555-2671", "+14155552671").await;
    let mut body = form("emma@seki.test", &uuid);
    body["user"]["profile_attributes"]["phone_country"] = json!("US");
    body["user"]["profile_attributes"]["phone_local_number"] = json!("4155552671");
    let refused = visitor.post("/users", &body).await;
    assert_eq!(refused.bad_fields(), ["profile_attributes.prefecture"]);
    body["user"]["profile_attributes"]["prefecture"] = json!("overseas");
    visitor.post("/users", &body).await.is(200);
    assert_eq!(visitor.get("/").await.json()["session"]["user"]["is_jp"], false);
    app.end().await;
}

#[tokio::test]
async fn address_case_does_not_create_a_second_account() {
    let app = TestApp::with_jobs().await;
    signed_up(&app, "hanako@seki.test").await;
    let visitor = app.anonymous();
    let uuid = verify_phone(&app, &visitor, "JP", "09010000001", "+819010000001").await;
    let mut body = form("Hanako@SEKI.test", &uuid);
    body["user"]["profile_attributes"]["phone_local_number"] = json!("09010000001");
    assert_eq!(visitor.post("/users", &body).await.bad_fields(), ["email"]);
    body["user"]["email"] = json!("hanako2@seki.test");
    assert_eq!(visitor.post("/users", &body).await.status, 200, "a refusal does not use up the proof");
    app.end().await;
}

#[tokio::test]
async fn bodies_that_are_none_are_refused_as_such() {
    let app = TestApp::with_jobs().await;
    let visitor = app.anonymous();
    for (content_type, body, status) in
        [("application/json", "{\"user\":", 400), ("application/json", "[1]", 422), ("text/csv", "a,b", 415)]
    {
        visitor.call(Method::POST, "/users").raw(content_type, body).send().await.is(status);
    }
    app.end().await;
}

#[tokio::test]
async fn an_invitation_becomes_the_new_diners() {
    let app = TestApp::with_jobs().await;
    let (_, uid, token) = invited_by_mail(&app).await;

    let visitor = app.anonymous();
    let uuid = verify_phone(&app, &visitor, "JP", PHONE, PHONE_E164).await;
    let mut body = form("hanako@seki.test", &uuid);
    body["user"]["invited_token"] = json!(token);
    visitor.post("/users", &body).await.is(200);
    let list = visitor.get("/users/invited_reservations").await;
    assert_eq!(list.data()["invitations"][0]["uid"], uid.as_str());
    assert_eq!(list.json()["session"]["user"]["has_invitations"], true);
    let path = format!("/users/invited_reservations/{uid}/accept");
    visitor.post(&path, &json!({ "policy_agreed": true })).await.is(200);
    app.end().await;
}

/// The link may have gone to a wrong number, so its holder may be unknown to the restaurant.
#[tokio::test]
async fn withdrawn_invitation_link_links_no_account() {
    let app = TestApp::with_jobs().await;
    let (owner, uid, token) = invited_by_mail(&app).await;
    owner.delete(&format!("/owners/api/invited_reservations/{uid}")).await.is(200);

    let visitor = app.anonymous();
    let uuid = verify_phone(&app, &visitor, "JP", PHONE, PHONE_E164).await;
    let mut body = form("hanako@seki.test", &uuid);
    body["user"]["invited_token"] = json!(token);
    assert_eq!(visitor.post("/users", &body).await.status, 200, "an account all the same");
    assert_eq!(app.count("SELECT count(*) FROM customers WHERE user_id IS NOT NULL").await, 0);
    assert_eq!(app.count("SELECT count(*) FROM audit_events WHERE action = 'invitation_claimed'").await, 0);
    app.end().await;
}
