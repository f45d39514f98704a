//! The published form of a round: complete after its close, only link 0 before.

use chrono::{DateTime, FixedOffset, Utc};
use sqlx::PgConnection;

use super::entries;
use super::proof::{PublishedEntry, PublishedProof, PublishedWinner};
use crate::clients::beacon;
use crate::ids::{RaffleRoundId, RestaurantId, UserId};
use crate::restaurants::model::Bilingual;
use crate::text_enum::text_enum;
use crate::zone::Zone;

text_enum! {
    /// Progress of a round.
    pub enum RoundProgress {
        Planned = "planned",
        Open = "open",
        /// Closed, and the beacon's round is not published yet.
        Closed = "closed",
        /// The beacon's round should be published, and the draw waits for it.
        Waiting = "waiting_for_beacon",
        Drawn = "drawn",
    }
}

impl RoundProgress {
    /// Returns the progress of a round with its period, the beacon's round of its draw, and the time of the draw.
    pub fn at(
        from: DateTime<Utc>,
        till: DateTime<Utc>,
        beacon_round: i64,
        drawn_at: Option<DateTime<Utc>>,
        now: DateTime<Utc>,
    ) -> Self {
        match drawn_at {
            Some(_) => Self::Drawn,
            None if now < from => Self::Planned,
            None if now < till => Self::Open,
            None if now < beacon::out_at(beacon_round) => Self::Closed,
            None => Self::Waiting,
        }
    }
}

#[derive(Clone, Debug)]
pub struct PublishedRound {
    pub progress: RoundProgress,
    pub closes_at: DateTime<Utc>,
    pub slug: String,
    pub restaurant: Bilingual,
    /// Number of entries in the published list; 0 before the close.
    pub entries_count: i64,
    /// Its list is empty unless it was requested.
    pub proof: PublishedProof,
    /// Number of winners whom an admin added in addition to the draw; 0 before the close.
    pub manual_winners: i64,
    restaurant_id: RestaurantId,
    id: RaffleRoundId,
}

impl PublishedRound {
    /// Returns the heads that a diner received with their entries, oldest first.
    pub async fn list_heads_of(&self, conn: &mut PgConnection, diner: UserId) -> sqlx::Result<Vec<String>> {
        let key = (self.restaurant_id, self.id);
        let own = entries::list_own_of(conn, &[key], diner).await?.remove(&key).unwrap_or_default();
        Ok(own.into_iter().map(|entry| entry.link).collect())
    }
}

/// Returns a round of a restaurant that is not hidden, with its list of entries.
pub async fn find_with_entries(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    public_key: &str,
    uid: &str,
) -> sqlx::Result<Option<PublishedRound>> {
    let Some(mut found) = find(conn, now, public_key, uid).await? else { return Ok(None) };
    if found.entries_count > 0 {
        found.proof.entries = list_entries(conn, found.restaurant_id, found.id).await?;
    }
    Ok(Some(found))
}

/// Returns a round of a restaurant that is not hidden, without its list of entries, which is long.
pub async fn find(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    public_key: &str,
    uid: &str,
) -> sqlx::Result<Option<PublishedRound>> {
    let row = sqlx::query!(
        "SELECT r.restaurant_id, r.id, r.registerable_from, r.registerable_till, r.winners_count, r.beacon_round, r.chain_head,
                r.chain_version, r.replacements_count, r.beacon_signature, r.drawn_at, t.slug, t.name_ja, t.name_en
         FROM raffle_rounds r JOIN restaurants t ON t.id = r.restaurant_id WHERE r.uid = $1 AND t.visibility <> 'hidden'",
        uid
    );
    let Some(row) = row.fetch_optional(&mut *conn).await? else { return Ok(None) };
    let (restaurant_id, id) = (RestaurantId(row.restaurant_id), RaffleRoundId(row.id));
    let (from, till) = (row.registerable_from, row.registerable_till);
    let progress = RoundProgress::at(from, till, row.beacon_round, row.drawn_at, now);
    let is_closed = row.registerable_till <= now;
    let winners = list_picks(conn, restaurant_id, id).await?;
    let counts = sqlx::query!(
        r#"SELECT (SELECT count(*) FROM raffle_round_registrations
                   WHERE restaurant_id = $1 AND raffle_round_id = $2 AND won_by = 'admin' AND $3) AS "manual_winners!",
                  (SELECT count(*) FROM raffle_entries
                   WHERE restaurant_id = $1 AND raffle_round_id = $2 AND $3) AS "entries!""#,
        restaurant_id.0,
        id.0,
        is_closed
    )
    .fetch_one(conn)
    .await?;
    let mut proof = PublishedProof {
        uid: uid.to_owned(),
        closes_at: in_tokyo(row.registerable_till),
        winners_count: row.winners_count,
        replacements: row.replacements_count,
        chain_version: row.chain_version,
        beacon_round: row.beacon_round,
        beacon_public_key: public_key.to_owned(),
        randomness: row.beacon_signature.as_deref().and_then(beacon::randomness),
        beacon_signature: row.beacon_signature,
        entries: Vec::new(),
        chain_head: row.chain_head,
        winners,
    };
    // A head that changes with each entry would show its instant, and the restaurant sees the favourite that the entry makes.
    if !is_closed && let Ok(first) = proof.first_link() {
        proof.chain_head = first;
    }
    let restaurant = Bilingual::new(row.name_ja, row.name_en);
    Ok(Some(PublishedRound {
        progress,
        closes_at: row.registerable_till,
        slug: row.slug,
        restaurant,
        entries_count: counts.entries,
        proof,
        manual_winners: counts.manual_winners,
        restaurant_id,
        id,
    }))
}

/// Returns every round with its complete list, closed or not: for the verification of the database, never for the public.
pub async fn list_all(conn: &mut PgConnection) -> sqlx::Result<Vec<PublishedProof>> {
    let rows = sqlx::query!(
        "SELECT restaurant_id, id, uid, registerable_till, winners_count, beacon_round, chain_head, chain_version, replacements_count,
                beacon_signature
         FROM raffle_rounds ORDER BY restaurant_id, id"
    );
    let mut proofs = Vec::new();
    for row in rows.fetch_all(&mut *conn).await? {
        let (restaurant, round) = (RestaurantId(row.restaurant_id), RaffleRoundId(row.id));
        proofs.push(PublishedProof {
            uid: row.uid,
            closes_at: in_tokyo(row.registerable_till),
            winners_count: row.winners_count,
            replacements: row.replacements_count,
            chain_version: row.chain_version,
            beacon_round: row.beacon_round,
            beacon_public_key: String::new(),
            randomness: row.beacon_signature.as_deref().and_then(beacon::randomness),
            beacon_signature: row.beacon_signature,
            entries: list_entries(conn, restaurant, round).await?,
            chain_head: row.chain_head,
            winners: list_picks(conn, restaurant, round).await?,
        });
    }
    Ok(proofs)
}

fn in_tokyo(at: DateTime<Utc>) -> DateTime<FixedOffset> {
    at.with_timezone(&Zone::default().tz()).fixed_offset()
}

/// Returns entries in the order of the chain.
async fn list_entries(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    round: RaffleRoundId,
) -> sqlx::Result<Vec<PublishedEntry>> {
    sqlx::query_as!(
        PublishedEntry,
        "SELECT code, weight, link FROM raffle_entries WHERE restaurant_id = $1 AND raffle_round_id = $2 ORDER BY place",
        restaurant.0,
        round.0
    )
    .fetch_all(conn)
    .await
}

async fn list_picks(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    round: RaffleRoundId,
) -> sqlx::Result<Vec<PublishedWinner>> {
    sqlx::query_as!(
        PublishedWinner,
        r#"SELECT g.pick AS "pick!", g.picked_code AS "code!" FROM raffle_round_registrations g
           WHERE g.restaurant_id = $1 AND g.raffle_round_id = $2 AND g.pick IS NOT NULL ORDER BY g.pick"#,
        restaurant.0,
        round.0
    )
    .fetch_all(conn)
    .await
}
