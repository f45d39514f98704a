//! Diners' entries (diner §3, §7, gaps G121 to G123). The round's row is locked, because the entries form a chain.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::PgConnection;

use super::chain::{self, ChainEntry};
use super::error::RaffleError;
use super::model::{RaffleRound, Stage};
use super::queries;
use crate::clock::Clock;
use crate::customers::actions::add_favorite;
use crate::customers::model::FavoriteConsent;
use crate::customers::queries::find_favorite;
use crate::ids::{RaffleRoundId, RestaurantId, UserId};
use crate::rng::Rng;
use crate::signing::Signer;
use crate::text_enum::text_enum;

/// Minimum time between two entries of a diner.
pub const ENTRY_INTERVAL: TimeDelta = TimeDelta::hours(24);

text_enum! {
    /// The part of the page on which the diner entered (gaps G122).
    pub enum Category of "raffle_entries.category" {
        Normal = "normal",
        Bulk = "bulk",
    }
}

/// A diner's entry for the diner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnEntry {
    pub code: String,
    /// The chain's head after the entry.
    pub link: String,
    pub created_at: DateTime<Utc>,
    pub won_at: Option<DateTime<Utc>>,
}

/// Remaining entries of a diner in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RemainingEntries {
    /// Earliest time of the next entry; the round's opening without a previous one.
    pub next_at: DateTime<Utc>,
    /// Number of entries that can still be made before the close.
    pub left: i64,
}

impl RemainingEntries {
    /// Computes them from the number of entries made, and the last one's instant.
    pub fn after(round: &RaffleRound, now: DateTime<Utc>, made: i64, last: Option<DateTime<Utc>>) -> Self {
        let form = &round.form;
        let next_at = last.map_or(form.registerable_from, |last| last + ENTRY_INTERVAL);
        let time_left = form.registerable_till - next_at.max(now).max(form.registerable_from);
        // One entry at next_at and one on each following day, before the close.
        let days = (time_left.num_milliseconds() - 1).div_euclid(ENTRY_INTERVAL.num_milliseconds()) + 1;
        Self { next_at, left: days.min(i64::from(form.entries_limit) - made).max(0) }
    }
}

/// Result of an entry.
#[derive(Clone, Debug)]
pub struct EntryResult {
    pub entries: Vec<OwnEntry>,
    pub remaining: RemainingEntries,
    /// The entry has made the restaurant a favourite of the diner.
    pub is_new_favorite: bool,
}

/// A diner's input for an entry.
#[derive(Clone, Copy, Debug)]
pub struct EntryRequest {
    pub category: Category,
    /// A diner outside Japan: whether the restaurant may send mails.
    pub notification: Option<bool>,
}

/// Purpose of the keyed hash of a number. It contains the round, so that rounds cannot be compared.
const PHONE: &str = "raffle_phone";

/// Makes one entry, and makes the restaurant a favourite. It reads the time once it has the round's lock: a request that waited for it until
/// after the close would append to the published list. One phone number is one entrant of a round, whichever account has it (G241).
///
/// # Errors
/// The round does not exist for diners, it is not open, the diner entered less than a day ago or has no entries left, or the number is not
/// confirmed or has entered with another account.
pub async fn enter(
    conn: &mut PgConnection,
    rng: &Rng,
    clock: &Clock,
    signer: &Signer,
    uid: &str,
    diner: UserId,
    asked: EntryRequest,
) -> Result<EntryResult, RaffleError> {
    let restaurant = restaurant_of(conn, uid).await?.ok_or(RaffleError::NotFound)?;
    let round = queries::lock(conn, restaurant, uid).await?.ok_or(RaffleError::NotFound)?;
    let now = clock.now();
    if round.stage(now) != Stage::Open {
        return Err(RaffleError::NotOpen);
    }
    let previous = list_own(conn, &round, diner).await?;
    let made = |entries: &[OwnEntry]| i64::try_from(entries.len()).unwrap_or(i64::MAX);
    let remaining =
        RemainingEntries::after(&round, now, made(&previous), previous.last().map(|entry| entry.created_at));
    if made(&previous) >= i64::from(round.form.entries_limit) {
        return Err(RaffleError::NoneLeft);
    }
    if now < remaining.next_at {
        return Err(RaffleError::TooEarly(remaining.next_at));
    }
    let number = confirmed_number(conn, diner).await?.ok_or(RaffleError::PhoneUnconfirmed)?;
    let phone_mac = signer.mac(PHONE, format!("{uid}:{number}").as_bytes());
    let registration = register(conn, rng, now, &round, diner, &phone_mac).await?;
    append(conn, now, &round, &registration, previous.len() + 1, asked.category).await?;
    let was = find_favorite(conn, restaurant, diner).await?.is_some_and(|favorite| favorite.favorited);
    if !was || asked.notification.is_some() {
        add_favorite(conn, rng, now, restaurant, diner, FavoriteConsent::Given(asked.notification)).await?;
    }
    let entries = list_own(conn, &round, diner).await?;
    let remaining = RemainingEntries::after(&round, now, made(&entries), Some(now));
    Ok(EntryResult { entries, remaining, is_new_favorite: !was })
}

async fn restaurant_of(conn: &mut PgConnection, uid: &str) -> sqlx::Result<Option<RestaurantId>> {
    sqlx::query_scalar!(
        r#"SELECT r.restaurant_id AS "id: RestaurantId" FROM raffle_rounds r JOIN restaurants t ON t.id = r.restaurant_id
           WHERE r.uid = $1 AND t.visibility <> 'hidden'"#,
        uid
    )
    .fetch_optional(conn)
    .await
}

/// Whether the diner's phone number is in Japan (gaps G046).
pub async fn is_in_japan(conn: &mut PgConnection, diner: UserId) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"SELECT phone_country = 'JP' AS "is!" FROM profiles WHERE user_id = $1"#, diner.0)
        .fetch_one(conn)
        .await
}

/// Returns the diner's entries in a round, oldest first.
pub async fn list_own(conn: &mut PgConnection, round: &RaffleRound, diner: UserId) -> sqlx::Result<Vec<OwnEntry>> {
    let key = (round.restaurant_id, round.id);
    Ok(list_own_of(conn, &[key], diner).await?.remove(&key).unwrap_or_default())
}

/// Returns the diner's entries in several rounds, each round's oldest first. Omits rounds without entries.
pub async fn list_own_of(
    conn: &mut PgConnection,
    rounds: &[(RestaurantId, RaffleRoundId)],
    diner: UserId,
) -> sqlx::Result<BTreeMap<(RestaurantId, RaffleRoundId), Vec<OwnEntry>>> {
    let (restaurants, ids): (Vec<_>, Vec<_>) = rounds.iter().map(|(restaurant, id)| (restaurant.0, id.0)).unzip();
    let rows = sqlx::query!(
        r#"SELECT g.restaurant_id AS "restaurant: RestaurantId", g.raffle_round_id AS round, e.code, e.link, e.created_at, g.won_at
           FROM raffle_round_registrations g
           JOIN raffle_entries e ON e.restaurant_id = g.restaurant_id AND e.raffle_round_registration_id = g.id
           WHERE g.restaurant_id = ANY ($1) AND g.raffle_round_id = ANY ($2) AND g.user_id = $3 ORDER BY e.place"#,
        &restaurants,
        &ids,
        diner.0
    );
    let mut entries: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for row in rows.fetch_all(conn).await? {
        let entry = OwnEntry { code: row.code, link: row.link, created_at: row.created_at, won_at: row.won_at };
        entries.entry((row.restaurant, RaffleRoundId(row.round))).or_default().push(entry);
    }
    Ok(entries)
}

/// Returns the diner's confirmed phone number.
async fn confirmed_number(conn: &mut PgConnection, diner: UserId) -> sqlx::Result<Option<String>> {
    let number = sqlx::query_scalar!(
        r#"SELECT phone_e164 AS "number!" FROM profiles
           WHERE user_id = $1 AND phone_confirmed_at IS NOT NULL AND phone_e164 <> ''"#,
        diner.0
    );
    number.fetch_optional(conn).await
}

/// The row of a diner in a round.
struct EntrantRow {
    id: i64,
    code: String,
}

/// Finds or creates the diner's registration. It keeps the number of the first entry.
async fn register(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    round: &RaffleRound,
    diner: UserId,
    phone_mac: &[u8],
) -> sqlx::Result<EntrantRow> {
    sqlx::query_as!(
        EntrantRow,
        "INSERT INTO raffle_round_registrations AS g (restaurant_id, raffle_round_id, user_id, code, created_at, phone_mac)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (restaurant_id, raffle_round_id, user_id)
             DO UPDATE SET phone_mac = coalesce(g.phone_mac, excluded.phone_mac) RETURNING id, code",
        round.restaurant_id.0,
        round.id.0,
        diner.0,
        rng.raffle_code(),
        now,
        phone_mac
    )
    .fetch_one(conn)
    .await
}

/// Appends a link to the chain. The round must be locked.
async fn append(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    round: &RaffleRound,
    registration: &EntrantRow,
    number: usize,
    category: Category,
) -> sqlx::Result<()> {
    let previous = sqlx::query_scalar!(
        "SELECT chain_head FROM raffle_rounds WHERE restaurant_id = $1 AND id = $2",
        round.restaurant_id.0,
        round.id.0
    )
    .fetch_one(&mut *conn)
    .await?;
    let entry = ChainEntry { code: format!("{}-{number}", registration.code), weight: 1 };
    sqlx::query!(
        "WITH entry AS (
             INSERT INTO raffle_entries (restaurant_id, raffle_round_id, place, raffle_round_registration_id, code, weight, category,
                                         link, created_at)
             SELECT $1, $2, coalesce(max(place), 0) + 1, $3, $4, $5, $6, $7, $8
             FROM raffle_entries WHERE restaurant_id = $1 AND raffle_round_id = $2)
         UPDATE raffle_rounds SET chain_head = $7 WHERE restaurant_id = $1 AND id = $2",
        round.restaurant_id.0,
        round.id.0,
        registration.id,
        entry.code,
        entry.weight,
        category.as_str(),
        chain::next_link(&previous, &entry),
        now
    )
    .execute(conn)
    .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raffles::model::RoundForm;

    #[test]
    fn remaining_entries_are_bounded_by_limit_and_close() {
        let at = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
        let form = RoundForm {
            registerable_from: at("2026-12-01T00:00:00Z"),
            registerable_till: at("2026-12-08T00:00:00Z"),
            winners_count: 1,
            entries_limit: 7,
            questions: Vec::new(),
        };
        let round = RaffleRound { id: RaffleRoundId(1), uid: "r".into(), restaurant_id: RestaurantId(1), form };
        let left = |now, made, last: Option<&str>| RemainingEntries::after(&round, at(now), made, last.map(at)).left;
        assert_eq!(left("2026-12-01T00:00:00Z", 0, None), 7);
        assert_eq!(left("2026-12-01T00:00:01Z", 1, Some("2026-12-01T00:00:01Z")), 6);
        assert_eq!(left("2026-12-06T12:00:00Z", 0, None), 2);
        assert_eq!(left("2026-12-06T12:00:00Z", 1, Some("2026-12-06T12:00:00Z")), 1);
        assert_eq!(left("2026-12-07T12:00:00Z", 1, Some("2026-12-07T12:00:00Z")), 0);
        assert_eq!(left("2026-12-02T00:00:00Z", 7, Some("2026-12-01T00:00:00Z")), 0);
        assert_eq!(left("2026-12-09T00:00:00Z", 0, None), 0);
    }
}
