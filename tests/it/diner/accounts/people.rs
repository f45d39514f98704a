//! Test users who sign up and in through the pages.

use serde_json::{Value, json};
use tests::{GuestSpec, PASSWORD, Persona, RestaurantSpec, Result, VisitSpec, Visitor, World, eventually};

pub const PHONE: &str = "09012345678";
pub const PHONE_E164: &str = "+819012345678";

/// Requests a call, calls, and waits until the call is known; returns the verification's uuid.
pub async fn verify_phone(world: &World, visitor: &Visitor, country: &str, typed: &str, e164: &str) -> Result<String> {
    let body = json!({ "phone_country": country, "phone_local_number": typed, "flow_type": "sign_up" });
    let asked = visitor.post("/phone_verifications", body).await?;
    assert!(asked.status == 201, "asking for a call: {}", asked.text);
    let uuid = asked.json["uuid"].as_str().unwrap_or_default().to_owned();
    world.call(e164, asked.json["phone_authentic_number"].as_str().unwrap_or_default()).await?;
    assert!(status_becomes(visitor, &uuid, "confirmed").await?, "the call was not noticed");
    Ok(uuid)
}

/// Polls a verification until it has the status; false after a minute.
pub async fn status_becomes(visitor: &Visitor, uuid: &str, wanted: &str) -> Result<bool> {
    for _ in 0..600 {
        let answer = visitor.get(&format!("/phone_verifications/{uuid}/status")).await?;
        if answer.json["status"] == wanted {
            return Ok(true);
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    Ok(false)
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
pub async fn signed_up(world: &World, email: &str) -> Result<Visitor> {
    signed_up_from(world, email, "9012345678").await
}

/// Like `signed_up`, with a given Japanese number, in digits as it is stored.
pub async fn signed_up_from(world: &World, email: &str, local: &str) -> Result<Visitor> {
    let visitor = world.visitor();
    let uuid = verify_phone(world, &visitor, "JP", local, &format!("+81{local}")).await?;
    let mut form = form(email, &uuid);
    form["user"]["profile_attributes"]["phone_local_number"] = local.into();
    let answer = visitor.post("/users", form).await?;
    assert!(answer.status == 200, "signing up: {}", answer.text);
    Ok(visitor)
}

pub async fn sign_in(visitor: &Visitor, email: &str, password: &str) -> Result<tests::VisitorReply> {
    visitor.post("/users/sign_in", json!({ "user": { "email": email, "password": password } })).await
}

/// The newest mailed code of four digits after `seen` of them; waits for it.
pub async fn mailed_code(world: &World, email: &str, seen: usize) -> Result<String> {
    let codes = async || {
        let mails = world.outside.inbox(email).await;
        mails.iter().filter_map(code_of).collect::<Vec<_>>()
    };
    eventually("a code arrives", async || codes().await.len() > seen).await;
    Ok(codes().await[0].clone())
}

fn code_of(mail: &Value) -> Option<String> {
    let lines = mail["text"].as_str()?.lines().map(str::trim);
    let mut codes = lines.filter(|line| line.len() == 4 && line.bytes().all(|byte| byte.is_ascii_digit()));
    codes.next().map(str::to_owned)
}

/// Whether a page treats the visitor as signed in.
pub async fn is_signed_in(visitor: &Visitor) -> Result<bool> {
    Ok(visitor.get("/").await?.json["session"]["signed_in"] == true)
}

/// Invites a person without an account by mail; returns the inviting owner, the invitation's uid, and the secret of the link in the mail.
pub async fn invited_by_mail(world: &World) -> (Persona, String, String) {
    let restaurant = world.restaurant(RestaurantSpec::default()).await;
    let owner = world.owner(&restaurant).await;
    let address = "guest@example.jp";
    let guest = GuestSpec { email: Some(address), ..GuestSpec::default() };
    let reply = owner.invite(world, &restaurant, &VisitSpec::default(), guest).await;
    let uid = reply.is(201).json()["uid"].as_str().expect("a uid").to_owned();
    world.jobs_done().await;
    let token = world.outside.invitation_token(address).await;
    (owner, uid, token)
}
