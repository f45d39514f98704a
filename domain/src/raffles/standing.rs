//! A raffle as a diner stands in it: on the restaurant's page and in the list of raffles (diner §2, §4).

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::entries::{self, OwnEntry, Rest};
use super::model::{RaffleRound, WonBy, round_of};
use super::publication::Progress;
use crate::ids::{RestaurantId, UserId};
use crate::pagination::Window;
use crate::restaurants::model::Bilingual;
use crate::rounds::window::Round;
use crate::rounds::wins::{self, Win};

/// A round, how far it is, and when its winners may book.
#[derive(Clone, Debug)]
pub struct Shown {
    pub round: RaffleRound,
    pub progress: Progress,
    /// The specification's `prrList`.
    pub windows: Vec<Round>,
}

/// What a diner has done in a round, and what has come of it.
#[derive(Clone, Debug)]
pub struct Standing {
    pub entries: Vec<OwnEntry>,
    pub rest: Rest,
    pub win: Option<(Win, WonBy)>,
}

/// One of a diner's raffles, as their list shows it.
#[derive(Clone, Debug)]
pub struct Listed {
    pub slug: String,
    pub restaurant: Bilingual,
    pub time_zone: String,
    /// Whether other people find the restaurant's page.
    pub is_visible: bool,
    pub shown: Shown,
    pub standing: Standing,
}

impl Shown {
    /// `draw` is the beacon's round, and when the raffle was drawn.
    async fn load(
        conn: &mut PgConnection,
        round: RaffleRound,
        draw: (i64, Option<DateTime<Utc>>),
        next_close: Option<DateTime<Utc>>,
        now: DateTime<Utc>,
    ) -> sqlx::Result<Self> {
        let till = round.form.registerable_till;
        let progress = Progress::of((round.form.registerable_from, till), draw.0, draw.1, now);
        let windows = wins::rounds_of(&wins::preferred(conn, round.restaurant_id, now).await?, till, next_close);
        Ok(Self { round, progress, windows })
    }
}

/// The round that a restaurant's page shows: one that is open; else one that the diner takes part in and that closed within 60 days; else
/// the next one; else the last one that closed within 60 days, whose draw anybody may check.
pub async fn find_shown(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    diner: Option<UserId>,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<Shown>> {
    let row = sqlx::query!(
        r#"SELECT r.id, r.uid, r.registerable_from, r.registerable_till, r.winners_count, r.entries_limit, r.questions,
                  r.beacon_round, r.drawn_at, n.close AS "next_close?"
           FROM raffle_rounds r
           LEFT JOIN LATERAL (SELECT min(o.registerable_till) AS close FROM raffle_rounds o
                              WHERE o.restaurant_id = r.restaurant_id AND o.registerable_till > r.registerable_till) n ON true
           WHERE r.restaurant_id = $1
             AND r.registerable_till > $3::timestamptz - interval '60 days'
           ORDER BY CASE WHEN r.registerable_from <= $3 AND $3 < r.registerable_till THEN 1
                         WHEN r.registerable_till <= $3 AND EXISTS (
                             SELECT 1 FROM raffle_round_registrations g WHERE g.restaurant_id = r.restaurant_id
                                 AND g.raffle_round_id = r.id AND g.user_id = $2) THEN 2
                         WHEN $3 < r.registerable_from THEN 3
                         ELSE 4 END,
                    abs(extract(epoch FROM r.registerable_from - $3)) LIMIT 1"#,
        restaurant.0,
        diner.map(|id| id.0),
        now
    )
    .fetch_optional(&mut *conn)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let round = round_of!(row, restaurant, row.questions);
    Ok(Some(Shown::load(conn, round, (row.beacon_round, row.drawn_at), row.next_close, now).await?))
}

/// How the diner stands in a round.
pub async fn find(
    conn: &mut PgConnection,
    round: &RaffleRound,
    diner: UserId,
    now: DateTime<Utc>,
) -> sqlx::Result<Standing> {
    let entries = entries::list_own(conn, round, diner).await?;
    let made = i64::try_from(entries.len()).unwrap_or(i64::MAX);
    let rest = Rest::of(round, now, made, entries.last().map(|entry| entry.created_at));
    let won = sqlx::query!(
        r#"SELECT id, won_by AS "won_by!: WonBy" FROM raffle_round_registrations
           WHERE restaurant_id = $1 AND raffle_round_id = $2 AND user_id = $3 AND won_at IS NOT NULL"#,
        round.restaurant_id.0,
        round.id,
        diner.0
    )
    .fetch_optional(&mut *conn)
    .await?;
    let win = match won {
        Some(won) => wins::find(conn, round.restaurant_id, diner, won.id, now).await?.map(|win| (win, won.won_by)),
        None => None,
    };
    Ok(Standing { entries, rest, win })
}

/// The raffles that a diner takes part in, the latest first, and how many they are.
pub async fn list(
    conn: &mut PgConnection,
    diner: UserId,
    window: Window,
    now: DateTime<Utc>,
) -> sqlx::Result<(Vec<Listed>, i64)> {
    let total = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM raffle_round_registrations WHERE user_id = $1"#,
        diner.0
    )
    .fetch_one(&mut *conn)
    .await?;
    let rows = sqlx::query!(
        r#"SELECT r.restaurant_id AS "restaurant_id: RestaurantId", r.id, r.uid, r.registerable_from, r.registerable_till,
                  r.winners_count, r.entries_limit, r.beacon_round, r.drawn_at, t.slug, t.name_ja, t.name_en, t.time_zone,
                  t.visibility <> 'hidden' AS "is_visible!", n.close AS "next_close?"
           FROM raffle_round_registrations g
           JOIN raffle_rounds r ON r.restaurant_id = g.restaurant_id AND r.id = g.raffle_round_id
           JOIN restaurants t ON t.id = r.restaurant_id
           LEFT JOIN LATERAL (SELECT min(o.registerable_till) AS close FROM raffle_rounds o
                              WHERE o.restaurant_id = r.restaurant_id AND o.registerable_till > r.registerable_till) n ON true
           WHERE g.user_id = $1 ORDER BY r.registerable_till DESC, g.id DESC LIMIT $2 OFFSET $3"#,
        diner.0,
        window.limit,
        window.offset
    )
    .fetch_all(&mut *conn)
    .await?;
    let mut listed = Vec::with_capacity(rows.len());
    for row in rows {
        let round = round_of!(row, row.restaurant_id, Vec::new());
        let shown = Shown::load(conn, round, (row.beacon_round, row.drawn_at), row.next_close, now).await?;
        let standing = find(conn, &shown.round, diner, now).await?;
        listed.push(Listed {
            slug: row.slug,
            restaurant: Bilingual::new(row.name_ja, row.name_en),
            time_zone: row.time_zone,
            is_visible: row.is_visible,
            shown,
            standing,
        });
    }
    Ok((listed, total))
}
