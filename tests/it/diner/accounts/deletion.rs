//! A diner's data in one file, and the end of their account (docs/PRIVACY.md).

use anyhow::Result;
use serde_json::{Value, json};
use tests::{CourseSpec, RestaurantSpec, SlotSpec, Visitor, World, cards};

use super::people::{PASSWORD, PHONE, form, is_signed_in, proven_phone, sign_in, signed_up, signed_up_from};

const EMAIL: &str = "hanako@seki.test";
const PROFILE: &str = "/users/profile";

async fn delete(visitor: &Visitor, proof: Value) -> Result<tests::Answer> {
    visitor.delete_with(PROFILE, proof).await
}

async fn obstacles(visitor: &Visitor) -> Result<Vec<String>> {
    let page = visitor.get("/users/profile/deletion").await?;
    let named = page.json["data"]["obstacles"].as_array().cloned().unwrap_or_default();
    Ok(named.iter().filter_map(|one| one["kind"].as_str().map(str::to_owned)).collect())
}

#[tokio::test]
async fn ones_data_come_in_one_file_without_the_owners_memo() -> Result<()> {
    let world = World::start().await?;
    let restaurant = world.restaurant(RestaurantSpec::default()).await;
    let visitor = signed_up(&world, EMAIL).await?;
    visitor.patch(PROFILE, json!({ "profile": { "allergy_description": "えび", "dislikes": "セロリ" } })).await?;
    visitor.post("/users/interest_tags", json!({ "interest_tag_ids": [1] })).await?;
    visitor.post("/users/api/customers", json!({ "restaurant_slug": restaurant.slug })).await?;
    world.execute("UPDATE customer_profiles SET internal_memo = '秘密のメモ', nickname = 'あだ名'").await;
    let kenji = signed_up_from(&world, "kenji@seki.test", "9010000001").await?;
    kenji.patch(PROFILE, json!({ "profile": { "dislikes": "納豆" } })).await?;

    let file = visitor.get("/users/profile/export").await?;
    assert_eq!(file.status, 200, "{}", file.text);
    assert_eq!(file.header("content-disposition"), "attachment; filename=\"seki-account.json\"");
    assert_eq!(file.header("cache-control"), "private, no-store");
    let data = &file.json;
    assert_eq!((&data["account"]["email"], &data["profile"]["allergy_description"]), (&json!(EMAIL), &json!("えび")));
    assert_eq!(data["profile"]["phone_number"], "+819012345678");
    assert_eq!(data["interest_tags"].as_array().map(Vec::len), Some(1));
    assert_eq!(data["restaurants"][0]["favorited"], true);
    assert_eq!(data["mails"][0]["template"], "email_confirmation");
    for section in [
        "security",
        "consents",
        "reservations",
        "charges",
        "cards",
        "raffle_entries",
        "documents",
        "subscriptions",
        "interest_shown",
        "coupons",
        "messages",
        "activity",
    ] {
        assert!(!data[section].is_null(), "{section}");
    }
    for foreign in ["秘密のメモ", "あだ名", "kenji", "納豆", "password", "argon2"] {
        assert!(!file.text.contains(foreign), "{foreign}");
    }
    assert_eq!(world.visitor().get("/users/profile/export").await?.status, 401);
    for _ in 0..9 {
        visitor.get("/users/profile/export").await?;
    }
    assert_eq!(visitor.get("/users/profile/export").await?.status, 429);
    world.end().await
}

#[tokio::test]
async fn a_deleted_account_leaves_nothing_of_the_person() -> Result<()> {
    let world = World::start().await?;
    let restaurant = world.restaurant(RestaurantSpec::default()).await;
    let visitor = signed_up(&world, EMAIL).await?;
    world.message_to(EMAIL, 0).await?;
    visitor.patch(PROFILE, json!({ "profile": { "allergy_description": "えび", "dislikes": "セロリ" } })).await?;
    visitor.post("/users/interest_tags", json!({ "interest_tag_ids": [1, 2] })).await?;
    visitor.post("/users/api/customers", json!({ "restaurant_slug": restaurant.slug })).await?;
    let elsewhere = world.visitor();
    sign_in(&elsewhere, EMAIL, PASSWORD).await?;
    world.message_to(EMAIL, 1).await?;

    assert_eq!(delete(&world.visitor(), json!({})).await?.status, 401);
    assert_eq!(delete(&visitor, json!({})).await?.json["code"], "deletion_proof_missing");
    let wrong = delete(&visitor, json!({ "current_password": "Wrong-2026" })).await?;
    assert_eq!((wrong.status, wrong.bad_fields()), (422, vec!["current_password"]));
    assert!(obstacles(&visitor).await?.is_empty() && is_signed_in(&visitor).await?);
    let done = delete(&visitor, json!({ "current_password": PASSWORD })).await?;
    assert_eq!((done.status, &done.json["redirect_to"]), (200, &json!("/")), "{}", done.text);
    assert!(!is_signed_in(&visitor).await? && !is_signed_in(&elsewhere).await?);
    let mail = world.message_to(EMAIL, 2).await?;
    assert_eq!(mail["subject"], "【席】アカウントを削除しました");

    assert_eq!(sign_in(&world.visitor(), EMAIL, PASSWORD).await?.status, 422);
    assert_eq!(world.count("SELECT count(*) FROM users WHERE email = 'hanako@seki.test'").await?, 0);
    assert_eq!(
        world.count("SELECT count(*) FROM profiles WHERE phone_e164 <> '' OR allergy_description IS NOT NULL").await?,
        0
    );
    assert_eq!(world.count("SELECT count(*) FROM user_interest_tags").await?, 0);
    assert_eq!(world.count("SELECT count(*) FROM customers WHERE favorited OR shop_notification").await?, 0);
    assert_eq!(world.count("SELECT count(*) FROM customers").await?, 1, "the restaurant's own record stays");
    assert_eq!(world.count("SELECT count(*) FROM phone_verifications WHERE phone_e164 = '+819012345678'").await?, 0);
    let left =
        "SELECT count(*) FROM mail_deliveries WHERE recipient = 'hanako@seki.test' AND template <> 'account_deleted'";
    assert_eq!(world.count(left).await?, 0);

    // The address and the number are free, for the same person too.
    let again = world.visitor();
    let uuid = proven_phone(&world, &again, "JP", PHONE, "+819012345678").await?;
    let anew = again.post("/users", form(EMAIL, &uuid)).await?;
    assert_eq!(anew.status, 200, "{}", anew.text);
    assert_eq!(again.get(PROFILE).await?.json["data"]["dislikes"], "");
    world.end().await
}

#[tokio::test]
async fn an_account_in_use_stays() -> Result<()> {
    let world = World::start().await?;
    let restaurant = world.restaurant(RestaurantSpec::default()).await;
    let slot = world.slot(&restaurant, SlotSpec::default()).await;
    let hanako = world.diner("hanako").await;
    let uid = hanako.hold(&restaurant, &slot, 1).await;
    let kinds = async || -> Result<Vec<String>> {
        let data = hanako.get("/users/profile/deletion").await.data();
        let named = data["obstacles"].as_array().cloned().unwrap_or_default();
        assert!(named.iter().all(|one| !one["text"].as_str().unwrap_or_default().is_empty()));
        Ok(named.iter().filter_map(|one| one["kind"].as_str().map(str::to_owned)).collect())
    };
    assert_eq!(kinds().await?, ["holds"]);
    hanako.confirm(&restaurant, &uid).await.is(200);
    assert_eq!(kinds().await?, ["bookings"]);
    world.execute("UPDATE users SET premium_grade = 'green'").await;
    assert_eq!(kinds().await?, ["bookings", "subscriptions"]);
    let code = mailed_code(&world, &hanako, 0).await?;
    let refused = hanako.call(reqwest::Method::DELETE, PROFILE).json(&json!({ "mailed_code": code })).send().await;
    let problem = refused.refused(409, "account_in_use");
    assert_eq!(problem["fields"].as_object().map(serde_json::Map::len), Some(2), "{problem}");
    assert_eq!(world.count("SELECT count(*) FROM users WHERE deleted_at IS NOT NULL").await?, 0);
    assert_eq!(hanako.get(PROFILE).await.status, 200, "nothing was changed");
    world.execute("UPDATE users SET premium_grade = NULL").await;
    hanako.cancel(&uid).await.is(204);
    assert!(kinds().await?.is_empty());
    world.end().await
}

/// Whoever has no password takes a code by mail, which is good once and in time.
#[tokio::test]
async fn a_mailed_code_is_a_proof_too() -> Result<()> {
    let world = World::start().await?;
    let hanako = world.diner("hanako").await;
    let end = async |body: Value| hanako.call(reqwest::Method::DELETE, PROFILE).json(&body).send().await;
    end(json!({ "mailed_code": "0000" })).await.is(422);
    let code = mailed_code(&world, &hanako, 0).await?;
    let wrong = if code == "0000" { "1111" } else { "0000" };
    assert_eq!(end(json!({ "mailed_code": wrong })).await.bad_fields(), ["mailed_code"]);
    world.advance(chrono::Duration::minutes(10));
    end(json!({ "mailed_code": code })).await.is(422);
    let fresh = mailed_code(&world, &hanako, 1).await?;
    end(json!({ "mailed_code": fresh })).await.is(200);
    assert_eq!(world.count("SELECT count(*) FROM users WHERE deleted_at IS NOT NULL").await?, 1);
    world.end().await
}

/// The code of the newest mail that has one, after `seen` of them.
async fn mailed_code(world: &World, diner: &tests::Persona, seen: usize) -> Result<String> {
    diner.post("/users/profile/deletion/code", &Value::Null).await.is(200);
    for _ in 0..120 {
        let mails = world.inbox(&diner.email).await?;
        let codes: Vec<_> = mails.iter().filter_map(code_of).collect();
        if codes.len() > seen {
            return Ok(codes[0].clone());
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    anyhow::bail!("no code has arrived")
}

fn code_of(mail: &Value) -> Option<String> {
    let lines = mail["text"].as_str()?.lines().map(str::trim);
    let mut codes = lines.filter(|line| line.len() == 4 && line.bytes().all(|byte| byte.is_ascii_digit()));
    codes.next().map(str::to_owned)
}
