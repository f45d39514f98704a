//! Test users who sign up and in through the pages.

use serde_json::{Value, json};
use tests::{GuestSpec, PASSWORD, Persona, RestaurantSpec, TestApp, VisitSpec, eventually};

pub const PHONE: &str = "09012345678";
pub const PHONE_E164: &str = "+819012345678";

/// Requests a call, calls, and waits until the call is known; returns the verification's uuid.
pub async fn verify_phone(app: &TestApp, visitor: &Persona, country: &str, typed: &str, e164: &str) -> String {
    let body = json!({ "phone_country": country, "phone_local_number": typed, "flow_type": "sign_up" });
    let asked = visitor.post("/phone_verifications", &body).await.is(201).json();
    let uuid = asked["uuid"].as_str().expect("a uuid");
    app.outside.call(e164, asked["phone_authentic_number"].as_str().expect("a number")).await;
    status_becomes(visitor, uuid, "confirmed").await;
    uuid.to_owned()
}

/// Waits until a verification has the status.
pub async fn status_becomes(visitor: &Persona, uuid: &str, wanted: &str) {
    let path = format!("/phone_verifications/{uuid}/status");
    eventually(&format!("{path}: {wanted}"), async || visitor.get(&path).await.json()["status"] == wanted).await;
}

/// A valid form for a verified number.
pub fn form(email: &str, uuid: &str) -> Value {
    json!({ "user": {
        "email": email, "password": PASSWORD, "terms_agreed": true, "phone_verification_uuid": uuid,
        "profile_attributes": {
            "name_last": "山田", "name_first": "花子", "kana_last": "ヤマダ", "kana_first": "ハナコ",
            "prefecture": "東京都", "locale": "ja", "phone_country": "JP", "phone_local_number": PHONE } } })
}

/// Signs a person up, who is signed in afterwards.
pub async fn signed_up(app: &TestApp, email: &str) -> Persona {
    signed_up_from(app, email, "9012345678").await
}

/// Like `signed_up`, with a given Japanese number, in digits as it is stored.
pub async fn signed_up_from(app: &TestApp, email: &str, local: &str) -> Persona {
    let visitor = app.anonymous();
    let uuid = verify_phone(app, &visitor, "JP", local, &format!("+81{local}")).await;
    let mut form = form(email, &uuid);
    form["user"]["profile_attributes"]["phone_local_number"] = local.into();
    visitor.post("/users", &form).await.is(200);
    visitor
}

/// Confirms all addresses, without a mailed link.
pub async fn confirm_addresses(app: &TestApp) {
    app.execute("UPDATE users SET email_confirmed_at = created_at").await;
}

/// The newest mailed code of four digits after `seen` of them; waits for it.
pub async fn mailed_code(app: &TestApp, email: &str, seen: usize) -> String {
    let codes = async || {
        let mails = app.outside.inbox(email).await;
        mails.iter().filter_map(code_of).collect::<Vec<_>>()
    };
    eventually("a code arrives", async || codes().await.len() > seen).await;
    codes().await[0].clone()
}

fn code_of(mail: &Value) -> Option<String> {
    let lines = mail["text"].as_str()?.lines().map(str::trim);
    let mut codes = lines.filter(|line| line.len() == 4 && line.bytes().all(|byte| byte.is_ascii_digit()));
    codes.next().map(str::to_owned)
}

/// Invites a person without an account by mail; returns the inviting owner, the invitation's uid, and the secret of the link in the mail.
pub async fn invited_by_mail(app: &TestApp) -> (Persona, String, String) {
    let (restaurant, owner) = app.restaurant_and_owner(RestaurantSpec::default()).await;
    let address = "guest@example.jp";
    let guest = GuestSpec { email: Some(address), ..GuestSpec::default() };
    let reply = owner.invite(app, &restaurant, &VisitSpec::default(), guest).await;
    let uid = reply.uid();
    app.jobs_done().await;
    let token = app.outside.invitation_token(address).await;
    (owner, uid, token)
}
