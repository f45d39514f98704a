//! A diner's participation in raffles, for the restaurant's page and the list of raffles (diner §2, §4).

use std::collections::BTreeMap;
use std::slice;

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::entries::{self, OwnEntry, RemainingEntries};
use super::model::{RaffleRound, WonBy, round_of};
use super::publication::RoundProgress;
use crate::ids::{RaffleRegistrationId, RaffleRoundId, RestaurantId, UserId};
use crate::pagination::PageWindow;
use crate::restaurants::model::Bilingual;
use crate::rounds::window::Round;
use crate::rounds::wins::{self, WinningEntry};

/// A round with its progress, and the booking times of its winners.
#[derive(Clone, Debug)]
pub struct ShownRound {
    pub round: RaffleRound,
    pub progress: RoundProgress,
    /// The specification's `prrList`.
    pub windows: Vec<Round>,
}

/// A diner's entries in a round, and their result.
#[derive(Clone, Debug)]
pub struct Participation {
    pub entries: Vec<OwnEntry>,
    pub remaining: RemainingEntries,
    pub win: Option<(WinningEntry, WonBy)>,
}

/// A raffle of a diner's list.
#[derive(Clone, Debug)]
pub struct ListedParticipation {
    pub slug: String,
    pub restaurant: Bilingual,
    pub time_zone: String,
    /// Whether the restaurant's page is public.
    pub is_visible: bool,
    pub shown: ShownRound,
    pub participation: Participation,
}

impl ShownRound {
    /// Combines the parts of a round. `preferred` are the rounds in which the restaurant's winners may book.
    fn new(
        round: RaffleRound,
        beacon_round: i64,
        drawn_at: Option<DateTime<Utc>>,
        preferred: &[Round],
        next_close: Option<DateTime<Utc>>,
        now: DateTime<Utc>,
    ) -> Self {
        let till = round.form.registerable_till;
        let progress = RoundProgress::at(round.form.registerable_from, till, beacon_round, drawn_at, now);
        Self { progress, windows: wins::rounds_of(preferred, till, next_close), round }
    }
}

/// Returns the round for a restaurant's page: an open one; otherwise one that the diner entered and that closed within 60 days; otherwise
/// the next one; otherwise the last one that closed within 60 days, whose draw anyone may verify.
pub async fn find_shown(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    diner: Option<UserId>,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<ShownRound>> {
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
    let preferred = wins::preferred(conn, restaurant, now).await?;
    Ok(Some(ShownRound::new(round, row.beacon_round, row.drawn_at, &preferred, row.next_close, now)))
}

/// Returns the diner's participation in a round.
pub async fn find(
    conn: &mut PgConnection,
    shown: &ShownRound,
    diner: UserId,
    now: DateTime<Utc>,
) -> sqlx::Result<Participation> {
    Ok(DinerEntries::load_all(conn, slice::from_ref(shown), diner).await?.in_round(shown, now))
}

/// A diner's entries and wins, by restaurant and round.
struct DinerEntries {
    entries: BTreeMap<(RestaurantId, RaffleRoundId), Vec<OwnEntry>>,
    won: BTreeMap<(RestaurantId, RaffleRoundId), Won>,
}

struct Won {
    registration: RaffleRegistrationId,
    by: WonBy,
    /// The uid of the booking that used the win.
    reservation: Option<String>,
}

impl DinerEntries {
    async fn load_all(conn: &mut PgConnection, shown: &[ShownRound], diner: UserId) -> sqlx::Result<Self> {
        let rounds: Vec<_> = shown.iter().map(|one| (one.round.restaurant_id, one.round.id)).collect();
        let entries = entries::list_own_of(conn, &rounds, diner).await?;
        Ok(Self { entries, won: list_won(conn, &rounds, diner).await? })
    }

    /// Removes and returns the diner's participation in a round.
    fn in_round(&mut self, shown: &ShownRound, now: DateTime<Utc>) -> Participation {
        let key = (shown.round.restaurant_id, shown.round.id);
        let entries = self.entries.remove(&key).unwrap_or_default();
        let made = i64::try_from(entries.len()).unwrap_or(i64::MAX);
        let remaining = RemainingEntries::after(&shown.round, now, made, entries.last().map(|entry| entry.created_at));
        let win = self.won.remove(&key).map(|won| {
            let rounds = shown.windows.clone();
            (WinningEntry { registration: won.registration, rounds, reservation: won.reservation }, won.by)
        });
        Participation { entries, remaining, win }
    }
}

/// Returns the diner's wins in these rounds. Omits rounds without a win.
async fn list_won(
    conn: &mut PgConnection,
    rounds: &[(RestaurantId, RaffleRoundId)],
    diner: UserId,
) -> sqlx::Result<BTreeMap<(RestaurantId, RaffleRoundId), Won>> {
    let (restaurants, ids): (Vec<_>, Vec<_>) = rounds.iter().map(|(restaurant, id)| (restaurant.0, id.0)).unzip();
    let rows = sqlx::query!(
        r#"SELECT g.restaurant_id AS "restaurant!: RestaurantId", g.raffle_round_id AS "round!", g.id AS "registration!",
                  g.won_by AS "by!: WonBy", min(b.uid) AS reservation
           FROM raffle_round_registrations g
           LEFT JOIN reservations b ON b.restaurant_id = g.restaurant_id AND b.raffle_round_registration_id = g.id
               AND b.accepted_at IS NOT NULL AND b.status IN ('accepted', 'void')
           WHERE g.restaurant_id = ANY ($1) AND g.raffle_round_id = ANY ($2) AND g.user_id = $3 AND g.won_at IS NOT NULL
           GROUP BY g.restaurant_id, g.raffle_round_id, g.id, g.won_by"#,
        &restaurants,
        &ids,
        diner.0
    );
    let won = rows.fetch_all(conn).await?.into_iter().map(|row| {
        let registration = RaffleRegistrationId(row.registration);
        let won = Won { registration, by: row.by, reservation: row.reservation };
        ((row.restaurant, RaffleRoundId(row.round)), won)
    });
    Ok(won.collect())
}

/// Returns a page of the raffles that a diner entered, latest close first, and the number of all. A window past the end returns the last
/// page.
pub async fn list(
    conn: &mut PgConnection,
    diner: UserId,
    window: PageWindow,
    now: DateTime<Utc>,
) -> sqlx::Result<(Vec<ListedParticipation>, i64)> {
    let total = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM raffle_round_registrations WHERE user_id = $1"#,
        diner.0
    )
    .fetch_one(&mut *conn)
    .await?;
    let window = window.within(total);
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
    let restaurants: Vec<_> = rows.iter().map(|row| row.restaurant_id).collect();
    let preferred = wins::preferred_of(conn, &restaurants, now).await?;
    let shown = rows.iter().map(|row| {
        let preferred = preferred.get(&row.restaurant_id).map_or(&[][..], Vec::as_slice);
        let round = round_of!(row, row.restaurant_id, Vec::new());
        ShownRound::new(round, row.beacon_round, row.drawn_at, preferred, row.next_close, now)
    });
    let shown: Vec<_> = shown.collect();
    let mut entries = DinerEntries::load_all(conn, &shown, diner).await?;
    let listed = rows.into_iter().zip(shown).map(|(row, shown)| ListedParticipation {
        slug: row.slug,
        restaurant: Bilingual::new(row.name_ja, row.name_en),
        time_zone: row.time_zone,
        is_visible: row.is_visible,
        participation: entries.in_round(&shown, now),
        shown,
    });
    Ok((listed.collect(), total))
}
