//! The feed of the premium calendar (RFC 5545): events keep their UID, a change increases SEQUENCE, and a cancelled event is marked as
//! cancelled before it disappears (gaps G138). The last published state is stored, so that a calendar's next request gets the difference.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Duration, Utc};
use icalendar::{Calendar, Component, Event, EventLike, EventStatus};
use sqlx::PgConnection;

use super::error::SubscriptionPlanError;
use super::openings::{self, Opening};
use crate::entitlements::tiers;
use crate::i18n::{Locale, t};
use crate::ids::UserId;
use crate::rng::Rng;

/// Past and future range of the feed.
const PAST: Duration = Duration::days(31);
const AHEAD: Duration = Duration::days(366);
/// Time for which the feed contains a cancelled event.
const CANCELLED_EVENT_LIFETIME: Duration = Duration::days(30);

/// Returns the secret of a diner's feed, created on first use. `renew` replaces it, and the old address stops working.
pub async fn secret(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    diner: UserId,
    renew: bool,
) -> Result<String, SubscriptionPlanError> {
    if !tiers::find(conn, diner, now).await?.is_premium() {
        return Err(SubscriptionPlanError::PremiumOnly);
    }
    let made = format!("{}{}", rng.uid(), rng.uid());
    let secret = sqlx::query_scalar!(
        "INSERT INTO calendar_feeds AS f (user_id, secret, created_at) VALUES ($1, $2, $3)
         ON CONFLICT (user_id) DO UPDATE SET secret = CASE WHEN $4 THEN excluded.secret ELSE f.secret END RETURNING secret",
        diner.0,
        made,
        now,
        renew,
    );
    Ok(secret.fetch_one(conn).await?)
}

/// Returns the secret of a diner's feed, if it exists.
pub async fn find_secret(conn: &mut PgConnection, diner: UserId) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!("SELECT secret FROM calendar_feeds WHERE user_id = $1", diner.0).fetch_optional(conn).await
}

/// Returns the diner of a secret if they are premium.
pub async fn find_reader(conn: &mut PgConnection, secret: &str, now: DateTime<Utc>) -> sqlx::Result<Option<UserId>> {
    if secret.len() < 32 || !secret.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')) {
        return Ok(None);
    }
    let diner = sqlx::query_scalar!(r#"SELECT user_id AS "id: UserId" FROM calendar_feeds WHERE secret = $1"#, secret);
    let Some(diner) = diner.fetch_optional(&mut *conn).await? else { return Ok(None) };
    Ok(tiers::find(conn, diner, now).await?.is_premium().then_some(diner))
}

/// The published state of one event.
struct PublishedEvent {
    uid: String,
    sequence: i32,
    fingerprint: String,
    title_ja: String,
    title_en: String,
    slug: String,
    starts_at: DateTime<Utc>,
    ends_at: DateTime<Utc>,
    called_off_at: Option<DateTime<Utc>>,
    changed_at: DateTime<Utc>,
}

/// Returns the current feed. Concurrent reads wait for each other, so that each sees the same sequence numbers.
pub async fn read(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    diner: UserId,
    locale: Locale,
    base_url: &str,
) -> sqlx::Result<String> {
    sqlx::query!("SELECT 1 AS locked FROM calendar_feeds WHERE user_id = $1 FOR UPDATE", diner.0)
        .fetch_one(&mut *conn)
        .await?;
    let from = now - PAST;
    let openings = openings::list(conn, now, diner, from, now + AHEAD).await?;
    let before: HashMap<_, _> =
        list_published(conn, diner).await?.into_iter().map(|published| (published.uid.clone(), published)).collect();
    for opening in &openings {
        let last = before.get(&opening.uid);
        let print = fingerprint(opening);
        if last.is_none_or(|last| last.fingerprint != print || last.called_off_at.is_some()) {
            publish(conn, now, diner, opening, &print).await?;
        }
    }
    let living: HashSet<_> = openings.iter().map(|opening| opening.uid.as_str()).collect();
    for gone in before.values().filter(|event| !living.contains(event.uid.as_str()) && event.called_off_at.is_none()) {
        // Events that are simply past are removed silently.
        if gone.ends_at > from && gone.starts_at > now {
            cancel_event(conn, now, diner, &gone.uid).await?;
        } else {
            delete_event(conn, diner, &gone.uid).await?;
        }
    }
    sqlx::query!(
        "DELETE FROM calendar_feed_events WHERE user_id = $1 AND called_off_at < $2",
        diner.0,
        now - CANCELLED_EVENT_LIFETIME
    )
    .execute(&mut *conn)
    .await?;
    Ok(render(&list_published(conn, diner).await?, locale, base_url))
}

fn fingerprint(opening: &Opening) -> String {
    let (ja, en) = (opening.title(Locale::Ja), opening.title(Locale::En));
    format!("{}|{}|{ja}|{en}|{}", opening.starts_at.timestamp(), opening.ends_at.timestamp(), opening.slug)
}

fn render(events: &[PublishedEvent], locale: Locale, base_url: &str) -> String {
    let mut calendar = Calendar::new();
    calendar.name(&t(locale, "premium_calendar.name", &[]));
    calendar.append_property(("REFRESH-INTERVAL;VALUE=DURATION", "PT1H"));
    for published in events {
        let mut event = Event::new();
        event
            .uid(&format!("{}@seki", published.uid))
            .sequence(u32::try_from(published.sequence).unwrap_or_default())
            .timestamp(published.changed_at)
            .last_modified(published.changed_at)
            // An opening takes no time of the diner's.
            .add_property("TRANSP", "TRANSPARENT")
            .summary(locale.pick(&published.title_ja, &published.title_en))
            .url(&format!("{base_url}/r/{}", published.slug))
            .starts(published.starts_at)
            .ends(published.ends_at)
            .status(if published.called_off_at.is_some() { EventStatus::Cancelled } else { EventStatus::Confirmed });
        calendar.push(event.done());
    }
    calendar.to_string()
}

async fn list_published(conn: &mut PgConnection, diner: UserId) -> sqlx::Result<Vec<PublishedEvent>> {
    sqlx::query_as!(
        PublishedEvent,
        "SELECT uid, sequence, fingerprint, title_ja, title_en, slug, starts_at, ends_at, called_off_at, changed_at
         FROM calendar_feed_events WHERE user_id = $1 ORDER BY starts_at, uid",
        diner.0
    )
    .fetch_all(conn)
    .await
}

async fn publish(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    diner: UserId,
    opening: &Opening,
    fingerprint: &str,
) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO calendar_feed_events AS e (user_id, uid, fingerprint, title_ja, title_en, slug, starts_at, ends_at, changed_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (user_id, uid) DO UPDATE SET sequence = e.sequence + 1, fingerprint = excluded.fingerprint,
             title_ja = excluded.title_ja, title_en = excluded.title_en, slug = excluded.slug, starts_at = excluded.starts_at,
             ends_at = excluded.ends_at, called_off_at = NULL, changed_at = excluded.changed_at",
        diner.0,
        opening.uid,
        fingerprint,
        opening.title(Locale::Ja),
        opening.title(Locale::En),
        opening.slug,
        opening.starts_at,
        opening.ends_at,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

async fn cancel_event(conn: &mut PgConnection, now: DateTime<Utc>, diner: UserId, uid: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE calendar_feed_events SET sequence = sequence + 1, called_off_at = $3, changed_at = $3 WHERE user_id = $1 AND uid = $2",
        diner.0,
        uid,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

async fn delete_event(conn: &mut PgConnection, diner: UserId, uid: &str) -> sqlx::Result<()> {
    sqlx::query!("DELETE FROM calendar_feed_events WHERE user_id = $1 AND uid = $2", diner.0, uid)
        .execute(conn)
        .await?;
    Ok(())
}
