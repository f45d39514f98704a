//! Mails about reservations, from a booking's tables to the mailbox.

use domain::ids::ReservationId;
use domain::reports::sweep;
use domain::reservations::mails;
use serde_json::json;
use tests::{RestaurantSpec, Result, SlotSpec, World, cards};

const EMAIL: &str = "hanako@seki.test";

/// Returns subject and text of the mail after `seen` earlier ones.
async fn arrives(world: &World, seen: usize) -> Result<(String, String)> {
    let mail = world.message_to(EMAIL, seen).await?;
    let field = |name: &str| mail[name].as_str().unwrap_or_default().to_owned();
    assert!(field("html").starts_with("<!doctype html>"));
    Ok((field("subject"), field("text")))
}

/// F206
#[tokio::test]
async fn booking_mail_is_sent_once_in_booking_language() -> Result<()> {
    let world = World::start().await?;
    let restaurant = world
        .restaurant(RestaurantSpec {
            seats: 2,
            policy: json!([{ "days_before": 0, "percent": 100 }]),
            ..RestaurantSpec::default()
        })
        .await;
    let place = "UPDATE restaurants SET phone = '03-5555-0101', address_ja = '東京都中央区銀座1-2-3', address_en = 'Ginza, Tokyo'";
    sqlx::query(place).execute(&world.pool).await?;
    let slot = world.slot(&restaurant, SlotSpec { counts: vec![1, 2], ..SlotSpec::default() }).await;
    let hanako = world.diner("hanako").await.with_card(&world.outside, cards::GOOD).await;
    assert!(arrives(&world, 0).await?.0.contains("クレジットカードが登録されました"));
    let uid = hanako.book(&restaurant, &slot, 2).await;
    let (id, code): (i64, String) =
        sqlx::query_as("SELECT id, reservation_code FROM reservations").fetch_one(&world.pool).await?;

    let (subject, text) = arrives(&world, 1).await?;
    assert!(subject.starts_with("【席】") && subject.contains("確定"), "{subject}");
    let link = format!("{}/users/reservations/{uid}", world.config.base_url);
    let facts = [
        &*code,
        &*link,
        "人数: 2名様",
        "2026年12月08日（火） 18:00",
        "コース: おまかせ (1名様 10,000円 × 2)",
        "電話番号: 03-5555-0101",
        "地図: https://www.google.com/maps/search/?api=1&query=",
        "キャンセルポリシー",
        "- 2026年12月08日（火）から 20,000円（100%）",
    ];
    for expected in facts {
        assert!(text.contains(expected), "{expected} in {text}");
    }
    assert!(hanako.cancel(&uid).await.status == 204);
    assert!(arrives(&world, 2).await?.0.contains("キャンセル"));

    sqlx::query("UPDATE reservations SET locale = 'en'").execute(&world.pool).await?;
    for (seen, template) in [(3, mails::EXPIRED_REFUNDED), (4, mails::RESEATED)] {
        let mut tx = world.pool.begin().await?;
        for _ in 0..2 {
            mails::queue(&mut tx, &world.rng, world.now(), template, ReservationId(id)).await?;
        }
        tx.commit().await?;
        let (subject, text) = arrives(&world, seen).await?;
        assert!(subject.starts_with("[Seki]"), "{subject}");
        let facts = [
            &*code,
            "2 guests",
            "Tue, 8 December 2026 18:00",
            "(¥10,000 per person × 2)",
            "+81 3-5555-0101",
            "Ginza%2C+Tokyo",
        ];
        for expected in facts {
            assert!(text.contains(expected), "{expected} in {text}");
        }
    }
    let invited =
        "UPDATE profiles SET locale = 'en'; UPDATE reservations SET type = 'invited_reservation', locale = 'ja'";
    sqlx::raw_sql(invited).execute(&world.pool).await?;
    let mut tx = world.pool.begin().await?;
    mails::queue(&mut tx, &world.rng, world.now(), mails::PARTY_REDUCED, ReservationId(id)).await?;
    tx.commit().await?;
    assert!(arrives(&world, 5).await?.0.starts_with("[Seki]"), "whom a restaurant invited reads their own language");
    sqlx::query("UPDATE reservations SET type = 'online_reservation'").execute(&world.pool).await?;
    // No trigger marks a day whose reservation changes its type, and a sweep may have run in between.
    sweep::rebuild(&world.pool, restaurant.id).await?;
    world.jobs_done().await;
    assert_eq!(world.inbox(EMAIL).await?.len(), 6, "each is sent once, and one reports the card");
    world.end().await
}
