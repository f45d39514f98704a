//! Mails about reservations, from the tables of the demo world to the mailbox.

use anyhow::Result;
use domain::ids::ReservationId;
use domain::mail::{self, Template};
use tests::World;

struct Booked {
    id: ReservationId,
    uid: String,
    code: String,
    email: String,
}

/// An accepted reservation of a diner with an account, in a language.
async fn booked(world: &World, locale: &str) -> Result<Booked> {
    let (id, uid, code, email): (i64, String, String, String) = sqlx::query_as(
        "SELECT r.id, r.uid, r.reservation_code, u.email::text FROM reservations r JOIN users u ON u.id = r.user_id
         WHERE r.status = 'accepted' ORDER BY r.id LIMIT 1",
    )
    .fetch_one(&world.pool)
    .await?;
    let set = sqlx::query("UPDATE reservations SET locale = $2 WHERE id = $1").bind(id).bind(locale);
    set.execute(&world.pool).await?;
    Ok(Booked { id: ReservationId(id), uid, code, email })
}

/// The text of the mail of a template about it.
async fn sent(world: &World, booked: &Booked, template: Template) -> Result<(String, String)> {
    let seen = world.inbox(&booked.email).await?.len();
    let mut tx = world.pool.begin().await?;
    for _ in 0..2 {
        mail::queue_for_reservation(&mut tx, &world.chance, world.now(), template, booked.id).await?;
    }
    tx.commit().await?;
    let mail = world.message_to(&booked.email, seen).await?;
    let field = |name: &str| mail[name].as_str().unwrap_or_default().to_owned();
    assert!(field("html").contains(&booked.code), "{} html", template.name());
    Ok((field("subject"), field("text")))
}

#[tokio::test]
async fn a_booking_is_told_of_in_the_language_it_was_made_in() -> Result<()> {
    let world = World::seeded().await?;
    let japanese = booked(&world, "ja").await?;
    let (subject, text) = sent(&world, &japanese, Template::ReservationAccepted).await?;
    assert!(subject.contains("鮨かぐら") && subject.contains("確定"), "{subject}");
    let link = format!("{}/users/reservations/{}", world.base_urls[0], japanese.uid);
    for expected in [japanese.code.as_str(), link.as_str(), "名様", "年", "キャンセルポリシー"] {
        assert!(text.contains(expected), "{expected} in {text}");
    }
    let english = booked(&world, "en").await?;
    for template in
        [Template::ReservationCancelled, Template::ReservationExpiredRefunded, Template::ReservationReseated]
    {
        let (subject, text) = sent(&world, &english, template).await?;
        assert!(subject.starts_with("[Seki]"), "{subject}");
        assert!(text.contains("Party of") && text.contains("2026"), "{text}");
    }
    tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    let per_template = "SELECT count(*) FROM (SELECT dedup_key FROM mail_deliveries WHERE dedup_key IS NOT NULL
                        GROUP BY dedup_key HAVING count(*) > 1) AS twice";
    assert_eq!(world.count(per_template).await?, 0, "each is sent once");
    world.end().await
}
