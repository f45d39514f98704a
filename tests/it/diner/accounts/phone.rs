use anyhow::Result;
use serde_json::json;
use tests::World;

use super::people::{PHONE, PHONE_E164, signed_up, status_becomes};

fn ask(country: &str, number: &str, flow: &str) -> serde_json::Value {
    json!({ "phone_country": country, "phone_local_number": number, "flow_type": flow })
}

#[tokio::test]
async fn a_call_from_the_number_confirms_it() -> Result<()> {
    let world = World::start().await?;
    let visitor = world.visitor();
    let asked = visitor.post("/phone_verifications", ask("JP", PHONE, "sign_up")).await?;
    assert_eq!(asked.status, 201, "{}", asked.text);
    assert_eq!(asked.json["phone_authentic_number"], "03-5555-0100", "as people write it");
    assert_eq!((&asked.json["status"], &asked.json["remaining_seconds"]), (&json!("queued"), &json!(180)));
    let uuid = asked.json["uuid"].as_str().unwrap();
    assert!(status_becomes(&visitor, uuid, "sent").await?, "the worker watches");
    world.call_from("+819099999999").await?;
    tokio::time::sleep(std::time::Duration::from_millis(1500)).await;
    let status = visitor.get(&format!("/phone_verifications/{uuid}/status")).await?;
    assert_eq!(status.json["status"], "sent", "another number's call proves nothing");
    world.call_from(PHONE_E164).await?;
    assert!(status_becomes(&visitor, uuid, "confirmed").await?);
    world.end().await
}

#[tokio::test]
async fn the_remaining_time_runs_down_to_a_timeout() -> Result<()> {
    let world = World::start().await?;
    let visitor = world.visitor();
    let asked = visitor.post("/phone_verifications", ask("JP", PHONE, "sign_up")).await?;
    let path = format!("/phone_verifications/{}/status", asked.json["uuid"].as_str().unwrap());
    world.advance(chrono::Duration::seconds(100));
    assert_eq!(visitor.get(&path).await?.json["remaining_seconds"], 80);
    world.advance(chrono::Duration::seconds(80));
    let late = visitor.get(&path).await?.json;
    assert_eq!((&late["status"], &late["remaining_seconds"]), (&json!("timeout"), &json!(0)));
    world.call_from(PHONE_E164).await?;
    tokio::time::sleep(std::time::Duration::from_millis(1500)).await;
    assert_eq!(visitor.get(&path).await?.json["status"], "timeout", "a late call comes too late");
    world.end().await
}

#[tokio::test]
async fn one_call_confirms_one_verification_of_its_own_browser() -> Result<()> {
    let world = World::start().await?;
    let (first, second) = (world.visitor(), world.visitor());
    let uuid_of = |answer: tests::Answer| answer.json["uuid"].as_str().unwrap_or_default().to_owned();
    let old = uuid_of(first.post("/phone_verifications", ask("JP", PHONE, "sign_up")).await?);
    let new = uuid_of(second.post("/phone_verifications", ask("JP", PHONE, "sign_up")).await?);
    assert!(status_becomes(&second, &new, "sent").await?);
    world.call_from(PHONE_E164).await?;
    assert!(status_becomes(&second, &new, "confirmed").await?);
    tokio::time::sleep(std::time::Duration::from_millis(1500)).await;
    assert_eq!(first.get(&format!("/phone_verifications/{old}/status")).await?.json["status"], "sent");
    let peeked = first.get(&format!("/phone_verifications/{new}/status")).await?;
    assert_eq!(peeked.status, 404, "another browser's verification");
    assert_eq!(first.get("/phone_verifications/nothing/status").await?.status, 404);
    assert_ne!(first.get("/phone_verifications/%00/status").await?.status, 500);
    world.end().await
}

#[tokio::test]
async fn bad_input_is_told_with_a_list_of_errors() -> Result<()> {
    let world = World::start().await?;
    let visitor = world.visitor();
    let cases = [
        (json!({ "phone_country": "JP" }), "phone_local_number"),
        (ask("JP", "1234567", "sign_up"), "phone_local_number"),
        (ask("JP", &"9".repeat(500), "sign_up"), "phone_local_number"),
        (ask("XX", PHONE, "sign_up"), "phone_country"),
        (ask("JP", PHONE, "nonsense"), "flow_type"),
        (json!({ "phone_country": "JP", "phone_local_number": [1], "flow_type": "sign_up" }), "phone_local_number"),
        (json!({ "phone_country": 81, "phone_local_number": PHONE, "flow_type": "sign_up" }), "phone_country"),
    ];
    for (body, field) in cases {
        let answer = visitor.post("/phone_verifications", body.clone()).await?;
        assert_eq!((answer.status, answer.bad_fields()), (422, vec![field]), "{body}: {}", answer.text);
        assert!(!answer.json["errors"].as_array().unwrap().is_empty());
    }
    let guest = visitor.post("/phone_verifications", ask("JP", PHONE, "phone_update")).await?;
    assert_eq!(guest.status, 401, "a number is changed by somebody who is signed in");
    let diner = signed_up(&world, "hanako@seki.test").await?;
    assert_eq!(diner.post("/phone_verifications", ask("JP", "09010000001", "phone_update")).await?.status, 201);
    world.end().await
}

#[tokio::test]
async fn a_number_is_not_asked_about_without_end() -> Result<()> {
    let world = World::start().await?;
    let (first, second) = (world.visitor(), world.visitor());
    for _ in 0..30 {
        let answer = first.post("/phone_verifications", ask("JP", PHONE, "sign_up")).await?;
        assert_eq!(answer.status, 201, "{}", answer.text);
        let answer = second.post("/phone_verifications", ask("JP", PHONE, "sign_up")).await?;
        assert_eq!(answer.status, 201, "{}", answer.text);
    }
    world.advance(chrono::Duration::minutes(1));
    let refused = world.visitor().post("/phone_verifications", ask("JP", PHONE, "sign_up")).await?;
    assert_eq!(refused.status, 429);
    assert!(refused.header("retry-after").parse::<i64>()? > 3000);
    world.end().await
}
