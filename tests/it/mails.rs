//! Mails about reservations, from a booking's tables to the mailbox.

use domain::i18n::Locale;
use domain::ids::{MailDeliveryId, ReservationId};
use domain::outbox::mails as outbox;
use domain::reports::sweep;
use domain::reservations::mails;
use serde_json::json;
use tests::{RestaurantSpec, Result, SlotSpec, TestApp, cards};

const EMAIL: &str = "hanako@seki.test";

/// Returns subject and text of the mail after `seen` earlier ones.
async fn arrives(app: &TestApp, seen: usize) -> (String, String) {
    let mail = app.outside.message_to(EMAIL, seen).await;
    let field = |name: &str| mail[name].as_str().unwrap_or_default().to_owned();
    assert!(field("html").starts_with("<!doctype html>"));
    (field("subject"), field("text"))
}

/// F206
#[tokio::test]
async fn booking_mail_is_sent_once_in_the_diners_language() -> Result<()> {
    let app = TestApp::with_jobs().await;
    let restaurant = app
        .restaurant(RestaurantSpec {
            seats: 2,
            policy: json!([{ "days_before": 0, "percent": 100 }]),
            ..RestaurantSpec::default()
        })
        .await;
    let place = "UPDATE restaurants SET phone = '03-5555-0101', address_ja = '東京都中央区銀座1-2-3', address_en = 'Ginza, Tokyo'";
    sqlx::query(place).execute(&app.pool).await?;
    let slot = app.slot(&restaurant, SlotSpec { counts: vec![1, 2], ..SlotSpec::default() }).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    assert!(arrives(&app, 0).await.0.contains("クレジットカードが登録されました"));
    let uid = hanako.book(&restaurant, &slot, 2).await;
    let (id, code): (i64, String) =
        sqlx::query_as("SELECT id, reservation_code FROM reservations").fetch_one(&app.pool).await?;

    let (subject, text) = arrives(&app, 1).await;
    assert!(subject.starts_with("【席】") && subject.contains("確定"), "{subject}");
    let link = format!("{}/users/reservations/{uid}", app.config.base_url);
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
    assert!(arrives(&app, 2).await.0.contains("キャンセル"));

    sqlx::query("UPDATE profiles SET locale = 'en'").execute(&app.pool).await?;
    for (seen, template) in [(3, mails::EXPIRED_REFUNDED), (4, mails::RESEATED)] {
        let mut tx = app.pool.begin().await?;
        for _ in 0..2 {
            mails::queue(&mut tx, &app.rng, app.now(), template, ReservationId(id)).await?;
        }
        tx.commit().await?;
        let (subject, text) = arrives(&app, seen).await;
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
    let invited = "UPDATE reservations SET type = 'invited_reservation', locale = 'ja'";
    sqlx::raw_sql(invited).execute(&app.pool).await?;
    let mut tx = app.pool.begin().await?;
    mails::queue(&mut tx, &app.rng, app.now(), mails::PARTY_REDUCED, ReservationId(id)).await?;
    tx.commit().await?;
    assert!(arrives(&app, 5).await.0.starts_with("[Seki]"), "whom a restaurant invited reads their own language");
    sqlx::query("UPDATE reservations SET type = 'online_reservation'").execute(&app.pool).await?;
    // No trigger marks a day whose reservation changes its type, and a sweep may have run in between.
    sweep::rebuild(&app.pool, restaurant.id).await?;
    app.jobs_done().await;
    assert_eq!(app.outside.inbox(EMAIL).await.len(), 6, "each is sent once, and one reports the card");
    app.end().await;
    Ok(())
}

/// The account's language decides for every kind of mail; the stored one is for readers without an account.
#[tokio::test]
async fn every_mail_is_in_the_readers_language() -> Result<()> {
    let app = TestApp::start().await;
    let (_, owner) = app.restaurant_and_owner(RestaurantSpec::default()).await;
    app.diner("hanako").await;
    owner.get("/owners/notifications?locale=en").await.is(200);
    app.admin().await.get("/admin/restaurants?locale=en").await.is(200);
    app.execute("UPDATE profiles SET locale = 'en'").await;
    let readers = "INSERT INTO mail_deliveries (uid, template, locale, recipient, user_id, context, created_at)
         SELECT md5(random()::text || $1), $1, 'ja', x.email, x.id, '{}', now() FROM (
             SELECT email, id FROM users UNION ALL SELECT email, NULL FROM owners UNION ALL SELECT email, NULL FROM admin_users
             UNION ALL SELECT 'stranger@example.jp', NULL) x
         RETURNING id, recipient::text";
    let names = worker::mail_names();
    assert!(names.len() > 30, "{names:?}");
    for name in names {
        let rows: Vec<(i64, String)> = sqlx::query_as(readers).bind(name).fetch_all(&app.pool).await?;
        assert!(rows.len() >= 4, "{rows:?}");
        for (id, recipient) in rows {
            let mut conn = app.pool.acquire().await?;
            let locale = outbox::reader_locale(&mut conn, MailDeliveryId(id)).await?;
            let expected = if recipient.starts_with("stranger") { Locale::Ja } else { Locale::En };
            assert_eq!(locale, Some(expected), "{name} to {recipient}");
        }
    }
    app.execute("DELETE FROM mail_deliveries").await;
    app.end().await;
    Ok(())
}
