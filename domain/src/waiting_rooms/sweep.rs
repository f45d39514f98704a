//! Moves each room on, once a second: closes the list at the opening, draws the order when the beacon's round is published, and admits the
//! next places. Of concurrent workers, one moves a room; the others skip it.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use sqlx::{PgConnection, PgPool};

use super::admission::{self, TAKE_UP, TURN};
use super::openings::LIFETIME;
use super::order;
use crate::clients::beacon::{self, Beacon};
use crate::ids::{RestaurantId, WaitingRoomId};
use crate::jobs::WaitingJobs;
use crate::progress::Failures;

/// Time from the opening to the close of the list, in which requests from before the opening commit.
const CLOSE_AFTER: TimeDelta = TimeDelta::seconds(2);
/// Minimum time from the opening to the beacon's round, which is unknown when the list closes.
pub const BEACON_AFTER: TimeDelta = TimeDelta::seconds(6);
/// Time after the opening from which the draw does not wait for the beacon: the seed and the list then decide alone.
const BEACON_TIMEOUT: TimeDelta = TimeDelta::seconds(20);
/// A room is not moved on more often, with any number of workers.
const INTERVAL: TimeDelta = TimeDelta::milliseconds(900);
/// Time after the opening from which an empty queue ends the room.
const QUIET_AFTER: TimeDelta = TimeDelta::minutes(10);
/// Time without progress from which a room is overdue. The draw may wait for the beacon for less.
const OVERDUE_AFTER: TimeDelta = TimeDelta::minutes(1);

struct DueRoom {
    restaurant: RestaurantId,
    id: WaitingRoomId,
    uid: String,
    opens_at: DateTime<Utc>,
    beacon_round: i64,
    is_closed: bool,
    is_drawn: bool,
}

/// The randomness of a draw.
enum Randomness {
    NotPublished,
    Beacon(String),
    /// The beacon did not answer in time.
    SeedOnly,
}

/// Moves all rooms on whose opening has passed, and returns the number of rooms that changed.
///
/// # Errors
/// The database fails.
pub async fn sweep(pool: &PgPool, beacon: &Beacon, now: DateTime<Utc>) -> sqlx::Result<usize> {
    let due = list_due(&mut *pool.acquire().await?, now).await?;
    let signatures = read_signatures(beacon, &due, now).await;
    let (mut moved, mut failures) = (0, Failures::none());
    for room in due {
        let randomness = room.randomness(&signatures, now);
        let result = move_on(pool, &room, &randomness, now).await;
        moved += usize::from(failures.pass(format_args!("waiting room {}", room.uid), result) == Some(true));
    }
    failures.or(moved)
}

async fn list_due(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<Vec<DueRoom>> {
    sqlx::query_as!(
        DueRoom,
        r#"SELECT restaurant_id AS "restaurant: RestaurantId", id AS "id: WaitingRoomId", uid, opens_at, beacon_round,
                  closed_at IS NOT NULL AS "is_closed!", drawn_at IS NOT NULL AS "is_drawn!"
           FROM waiting_rooms WHERE ended_at IS NULL AND opens_at <= $1 ORDER BY opens_at"#,
        now - CLOSE_AFTER,
    )
    .fetch_all(conn)
    .await
}

/// Counts the rooms that no worker moves on, with the last progress of the one that waits longest. A room makes no progress after its
/// lifetime, so one that has not ended by then is among them.
pub async fn count_due(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<WaitingJobs> {
    sqlx::query_as!(
        WaitingJobs,
        r#"SELECT count(*) AS "count!", min(greatest(opens_at, closed_at, drawn_at, advanced_at)) AS since FROM waiting_rooms
           WHERE ended_at IS NULL AND opens_at <= $1 AND greatest(opens_at, closed_at, drawn_at, advanced_at) <= $1"#,
        now - OVERDUE_AFTER,
    )
    .fetch_one(conn)
    .await
}

impl DueRoom {
    fn waits_for_beacon(&self, now: DateTime<Utc>) -> bool {
        self.is_closed && !self.is_drawn && beacon::out_at(self.beacon_round) <= now
    }

    fn randomness(&self, signatures: &BTreeMap<i64, String>, now: DateTime<Utc>) -> Randomness {
        match signatures.get(&self.beacon_round) {
            Some(signature) => Randomness::Beacon(signature.clone()),
            None if self.waits_for_beacon(now) && self.opens_at + BEACON_TIMEOUT <= now => Randomness::SeedOnly,
            None => Randomness::NotPublished,
        }
    }
}

/// Reads the rounds that rooms wait for from the beacon, before the transactions: each round once, because many restaurants open at the same
/// time. An unreachable beacon gets no further requests, and so delays the other rooms only once.
async fn read_signatures(beacon: &Beacon, due: &[DueRoom], now: DateTime<Utc>) -> BTreeMap<i64, String> {
    let rounds = due.iter().filter(|room| room.waits_for_beacon(now)).map(|room| room.beacon_round);
    let rounds: BTreeSet<_> = rounds.collect();
    let mut signatures = BTreeMap::new();
    for round in rounds {
        match beacon.signature(round).await {
            Ok(signature) => {
                signatures.insert(round, signature);
            }
            Err(error) => {
                tracing::warn!(round, %error, "the randomness beacon failed");
                if error.is_unreachable() {
                    break;
                }
            }
        }
    }
    signatures
}

/// Moves one room on. Returns false if another worker has it, or nothing is to be done.
async fn move_on(pool: &PgPool, due: &DueRoom, randomness: &Randomness, now: DateTime<Utc>) -> sqlx::Result<bool> {
    let mut tx = pool.begin().await?;
    let Some(room) = lock(&mut tx, due).await? else { return Ok(false) };
    let has_moved = if now >= room.opens_at + LIFETIME {
        end(&mut tx, &room, now).await?;
        true
    } else if !room.is_closed {
        close(&mut tx, &room, now).await?;
        true
    } else if !room.is_drawn {
        let signature = match randomness {
            Randomness::NotPublished => return Ok(false),
            Randomness::Beacon(signature) => Some(signature.as_str()),
            Randomness::SeedOnly => None,
        };
        draw(&mut tx, &room, signature, now).await?;
        true
    } else if room.advanced_at.is_some_and(|at| now < at + INTERVAL) {
        false
    } else {
        admit(&mut tx, &room, now).await?
    };
    tx.commit().await?;
    Ok(has_moved)
}

struct LockedRoom {
    restaurant: RestaurantId,
    id: WaitingRoomId,
    uid: String,
    opens_at: DateTime<Utc>,
    first_date: NaiveDate,
    last_date: NaiveDate,
    seed: String,
    beacon_round: i64,
    list_head: Option<String>,
    is_closed: bool,
    is_drawn: bool,
    admitted_rank: i32,
    per_second: i32,
    advanced_at: Option<DateTime<Utc>>,
}

/// Locks a room that has not ended. The lock permits joining, whose places refer to the room.
async fn lock(conn: &mut PgConnection, due: &DueRoom) -> sqlx::Result<Option<LockedRoom>> {
    sqlx::query_as!(
        LockedRoom,
        r#"SELECT restaurant_id AS "restaurant: RestaurantId", id AS "id: WaitingRoomId", uid, opens_at, first_date, last_date, seed,
                  beacon_round, list_head, closed_at IS NOT NULL AS "is_closed!", drawn_at IS NOT NULL AS "is_drawn!",
                  admitted_rank, per_second, advanced_at
           FROM waiting_rooms WHERE restaurant_id = $1 AND id = $2 AND ended_at IS NULL FOR NO KEY UPDATE SKIP LOCKED"#,
        due.restaurant.0,
        due.id.0,
    )
    .fetch_optional(conn)
    .await
}

/// Fixes the list of the diners who came before the opening, in the order of their places. A place that commits later counts as late.
async fn close(conn: &mut PgConnection, room: &LockedRoom, now: DateTime<Utc>) -> sqlx::Result<()> {
    let codes = sqlx::query_scalar!(
        r#"WITH early AS (
               SELECT id, row_number() OVER (ORDER BY id)::integer AS position FROM waiting_room_places
               WHERE restaurant_id = $1 AND waiting_room_id = $2 AND joined_at < $3),
           listed AS (
               UPDATE waiting_room_places p SET list_position = early.position FROM early
               WHERE p.restaurant_id = $1 AND p.id = early.id RETURNING p.list_position, p.code)
           SELECT coalesce(array_agg(code ORDER BY list_position), '{}') AS "codes!" FROM listed"#,
        room.restaurant.0,
        room.id.0,
        room.opens_at,
    );
    let codes = codes.fetch_one(&mut *conn).await?;
    let (opens_at, seed_hash) = (room.opens_at.timestamp(), order::seed_hash(&room.seed));
    let first = order::list_start(&room.uid, opens_at, &seed_hash, room.beacon_round);
    let head = order::list_head(first, codes.iter().map(String::as_str));
    sqlx::query!(
        "UPDATE waiting_rooms SET closed_at = $3, list_head = $4 WHERE restaurant_id = $1 AND id = $2",
        room.restaurant.0,
        room.id.0,
        now,
        head,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Gives the listed places their ranks.
async fn draw(
    conn: &mut PgConnection,
    room: &LockedRoom,
    signature: Option<&str>,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    let codes = sqlx::query_scalar!(
        "SELECT code FROM waiting_room_places
         WHERE restaurant_id = $1 AND waiting_room_id = $2 AND list_position IS NOT NULL ORDER BY list_position",
        room.restaurant.0,
        room.id.0,
    );
    let codes = codes.fetch_all(&mut *conn).await?;
    let randomness = signature.and_then(beacon::randomness).unwrap_or_default();
    let head = room.list_head.as_deref().unwrap_or_default();
    let drawn = order::draw(&room.seed, &randomness, head, codes.iter().map(String::as_str));
    let drawn: Vec<_> = drawn.into_iter().map(str::to_owned).collect();
    sqlx::query!(
        "UPDATE waiting_room_places p SET drawn_rank = d.rank::integer, rank = d.rank::integer
         FROM unnest($3::text[]) WITH ORDINALITY AS d (code, rank)
         WHERE p.restaurant_id = $1 AND p.waiting_room_id = $2 AND p.code = d.code",
        room.restaurant.0,
        room.id.0,
        &drawn,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "UPDATE waiting_rooms SET drawn_at = $3, beacon_signature = $4 WHERE restaurant_id = $1 AND id = $2",
        room.restaurant.0,
        room.id.0,
        now,
        signature,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The queue of a room at an instant.
struct QueueCount {
    /// Turns of diners who hold no seats yet.
    open_turns: i64,
    /// Open turns of diners in one of the groups with reserved stocks.
    turns_of_groups: i64,
    waiting: i64,
    /// The slowest answer to a hold since the previous admission. Each answer counts once: a sweep that is late leaves answers after its own
    /// time to the next one.
    slowest_ms: Option<i32>,
}

/// Appends late arrivals to the queue, and admits the next places. Ends a room whose queue is empty.
async fn admit(conn: &mut PgConnection, room: &LockedRoom, now: DateTime<Utc>) -> sqlx::Result<bool> {
    rank_late(conn, room).await?;
    let stocks = count_free_stocks(conn, room, now).await?;
    let queue = count_queue(conn, room, &stocks.groups, now).await?;
    let per_second = admission::next_rate(room.per_second, queue.slowest_ms);
    let turns_of_others = queue.open_turns - queue.turns_of_groups;
    let number = AdmissibleNumber {
        all: admission::admissible(queue.open_turns, stocks.open + stocks.reserved, per_second),
        others: admission::admissible(turns_of_others, stocks.open, per_second),
    };
    let admitted = admit_next(conn, room, &stocks.groups, number, now).await?;
    record_advance(conn, room, per_second, stocks.open + stocks.reserved, now).await?;
    if now >= room.opens_at + QUIET_AFTER && queue.waiting == 0 && queue.open_turns == 0 {
        end(conn, room, now).await?;
        return Ok(true);
    }
    Ok(admitted > 0)
}

/// Records the state of the queue after an admission: the last rank before the first place that waits, and the later ranks at which no diner
/// waits. Thousands of diners ask for the number before them, so the ranks are compared once a second and not for each of them.
async fn record_advance(
    conn: &mut PgConnection,
    room: &LockedRoom,
    per_second: i32,
    free_stocks: i64,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "WITH waiting AS (
             SELECT p.rank FROM waiting_room_places p
             WHERE p.restaurant_id = $1 AND p.waiting_room_id = $2 AND p.rank IS NOT NULL AND p.admitted_at IS NULL
               AND p.left_at IS NULL)
         UPDATE waiting_rooms SET per_second = $3, free_stocks = $4, advanced_at = $5, admitted_rank = (
             SELECT coalesce(min(p.rank) FILTER (WHERE p.admitted_at IS NULL AND p.left_at IS NULL) - 1, max(p.rank), 0)
             FROM waiting_room_places p WHERE p.restaurant_id = $1 AND p.waiting_room_id = $2),
             vacant_ranks = coalesce((
                 SELECT array_agg(v.rank ORDER BY v.rank)
                 FROM (SELECT generate_series(min(w.rank), max(w.rank)) AS rank FROM waiting w
                       EXCEPT SELECT w.rank FROM waiting w) v), '{}')
         WHERE restaurant_id = $1 AND id = $2",
        room.restaurant.0,
        room.id.0,
        per_second,
        free_stocks,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// How many of the next places are admitted.
#[derive(Clone, Copy)]
struct AdmissibleNumber {
    all: i64,
    /// At most, of diners who are in none of the groups with reserved stocks.
    others: i64,
}

/// Admits the next places in the order of their ranks, and returns their number. While only reserved stocks are free, the places of other
/// diners are skipped, and keep their ranks.
async fn admit_next(
    conn: &mut PgConnection,
    room: &LockedRoom,
    groups: &[i64],
    number: AdmissibleNumber,
    now: DateTime<Utc>,
) -> sqlx::Result<u64> {
    let admitted = sqlx::query!(
        "UPDATE waiting_room_places p SET admitted_at = $3
         FROM (SELECT q.id
               FROM (SELECT w.id, w.rank, m.is_of_group, row_number() OVER (PARTITION BY m.is_of_group ORDER BY w.rank) AS nth
                     FROM waiting_room_places w
                     CROSS JOIN LATERAL (SELECT cardinality($7::bigint[]) > 0 AND EXISTS (
                         SELECT 1 FROM customers c
                         WHERE c.restaurant_id = $1 AND c.user_id = w.user_id AND c.customer_group_id = ANY ($7)) AS is_of_group) m
                     WHERE w.restaurant_id = $1 AND w.waiting_room_id = $2 AND w.rank > $4 AND w.admitted_at IS NULL
                       AND w.left_at IS NULL) q
               WHERE q.is_of_group OR q.nth <= $6 ORDER BY q.rank LIMIT $5) n
         WHERE p.restaurant_id = $1 AND p.id = n.id AND p.rank > $4 AND p.admitted_at IS NULL AND p.left_at IS NULL",
        room.restaurant.0,
        room.id.0,
        now,
        room.admitted_rank,
        number.all,
        number.others,
        groups,
    );
    Ok(admitted.execute(conn).await?.rows_affected())
}

/// Gives the next ranks to the places that have none: late arrivals, and diners who joined again. The last rank may be one that a diner gave
/// up, so the new ones also follow the admitted ones.
async fn rank_late(conn: &mut PgConnection, room: &LockedRoom) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE waiting_room_places p SET rank = n.rank
         FROM (SELECT id, (row_number() OVER (ORDER BY joined_at, id) + (
                   SELECT greatest(max(rank), $3) FROM waiting_room_places WHERE restaurant_id = $1 AND waiting_room_id = $2
               ))::integer AS rank
               FROM waiting_room_places
               WHERE restaurant_id = $1 AND waiting_room_id = $2 AND rank IS NULL AND left_at IS NULL) n
         WHERE p.restaurant_id = $1 AND p.id = n.id",
        room.restaurant.0,
        room.id.0,
        room.admitted_rank,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Counts the queue; `groups` are the groups with reserved stocks.
async fn count_queue(
    conn: &mut PgConnection,
    room: &LockedRoom,
    groups: &[i64],
    now: DateTime<Utc>,
) -> sqlx::Result<QueueCount> {
    sqlx::query_as!(
        QueueCount,
        r#"SELECT count(*) FILTER (WHERE t.is_open) AS "open_turns!",
                  count(*) FILTER (WHERE t.is_open AND cardinality($8::bigint[]) > 0 AND EXISTS (
                      SELECT 1 FROM customers c
                      WHERE c.restaurant_id = $1 AND c.user_id = p.user_id AND c.customer_group_id = ANY ($8))) AS "turns_of_groups!",
                  count(*) FILTER (WHERE p.rank > $3 AND p.admitted_at IS NULL AND p.left_at IS NULL) AS "waiting!",
                  max(p.answer_ms) FILTER (WHERE p.answered_at > $6 AND p.answered_at <= $7) AS slowest_ms
           FROM waiting_room_places p
           CROSS JOIN LATERAL (SELECT p.held_at IS NULL AND p.left_at IS NULL AND p.admitted_at > CASE
                                   WHEN p.taken_up_at IS NULL THEN $4::timestamptz ELSE $5::timestamptz END AS is_open) t
           WHERE p.restaurant_id = $1 AND p.waiting_room_id = $2"#,
        room.restaurant.0,
        room.id.0,
        room.admitted_rank,
        now - TAKE_UP,
        now - TURN,
        room.advanced_at.unwrap_or(room.opens_at),
        now,
        groups,
    )
    .fetch_one(conn)
    .await
}

/// The free stocks of a room's dates.
struct FreeStocks {
    /// Stocks that need no customer group.
    open: i64,
    /// Stocks for listed groups only (gaps G055), of which a diner waits or has a turn.
    reserved: i64,
    /// These groups.
    groups: Vec<i64>,
}

/// Counts the stocks of the room's dates that can be booked online: not on closed days, not past the cut-off, and not on seats that are
/// taken in another way. Gold slots are sold outside the openings. A reserved stock counts only while a diner of the room can book it: it
/// would give turns to diners who find no seat. Counterpart: `availability::queries::list_slots`.
async fn count_free_stocks(conn: &mut PgConnection, room: &LockedRoom, now: DateTime<Utc>) -> sqlx::Result<FreeStocks> {
    sqlx::query_as!(
        FreeStocks,
        r#"WITH free AS MATERIALIZED (
               SELECT s.id, s.access_control = 'whitelist' AS is_reserved
               FROM online_stock_groups o
               JOIN operations op ON op.restaurant_id = o.restaurant_id AND op.name = o.operation AND op.is_active
               JOIN online_stocks s ON s.restaurant_id = o.restaurant_id AND s.online_stock_group_id = o.id
               LEFT JOIN restaurant_calendar_dates d ON d.restaurant_id = o.restaurant_id AND d.date = o.date
               LEFT JOIN reservations r ON r.restaurant_id = s.restaurant_id AND r.id = s.online_reservable_id
               WHERE o.restaurant_id = $1 AND o.date BETWEEN $2 AND $3 AND o.deleted_at IS NULL AND NOT coalesce(d.is_closed, false)
                 AND (r.id IS NULL OR r.status = 'pending' AND r.held_until <= $4)
                 AND NOT EXISTS (SELECT 1 FROM gold_allocations g
                                 WHERE g.restaurant_id = $1 AND g.online_stock_group_id = o.id)
                 AND EXISTS (
                     SELECT 1 FROM osg_times t
                     WHERE t.restaurant_id = $1 AND t.online_stock_group_id = o.id
                       AND t.starts_at - make_interval(hours => op.cutoff_hours) > $4
                       AND NOT EXISTS (
                           SELECT 1 FROM reservation_seats taken
                           LEFT JOIN reservations h ON h.restaurant_id = taken.restaurant_id AND h.id = taken.reservation_id
                           WHERE taken.restaurant_id = $1 AND taken.inventory_item_id = s.inventory_item_id AND taken.released_at IS NULL
                             AND seat_overlaps(taken.during, t.starts_at, t.ends_at)
                             AND NOT coalesce(h.status = 'pending' AND h.held_until <= $4, false)))),
           present AS MATERIALIZED (
               SELECT DISTINCT c.customer_group_id AS id
               FROM waiting_room_places p
               JOIN customers c ON c.restaurant_id = $1 AND c.user_id = p.user_id AND c.customer_group_id IS NOT NULL
               WHERE (SELECT bool_or(is_reserved) FROM free) AND p.restaurant_id = $1 AND p.waiting_room_id = $5
                 AND p.left_at IS NULL AND p.held_at IS NULL
                 AND (p.admitted_at IS NULL OR p.admitted_at > CASE
                     WHEN p.taken_up_at IS NULL THEN $6::timestamptz ELSE $7::timestamptz END)),
           reserved AS MATERIALIZED (
               SELECT x.online_stock_id AS stock, x.customer_group_id AS listed
               FROM free f
               JOIN online_stock_customer_groups x ON x.restaurant_id = $1 AND x.online_stock_id = f.id
               JOIN present g ON g.id = x.customer_group_id
               WHERE f.is_reserved)
           SELECT count(*) FILTER (WHERE NOT is_reserved) AS "open!",
                  (SELECT count(DISTINCT stock) FROM reserved) AS "reserved!",
                  ARRAY(SELECT DISTINCT listed FROM reserved) AS "groups!"
           FROM free"#,
        room.restaurant.0,
        room.first_date,
        room.last_date,
        now,
        room.id.0,
        now - TAKE_UP,
        now - TURN,
    )
    .fetch_one(conn)
    .await
}

/// Ends a room, and erases the keyed hashes of its diners' numbers.
async fn end(conn: &mut PgConnection, room: &LockedRoom, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE waiting_rooms SET ended_at = $3 WHERE restaurant_id = $1 AND id = $2",
        room.restaurant.0,
        room.id.0,
        now,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "UPDATE waiting_room_places SET phone_mac = NULL
         WHERE restaurant_id = $1 AND waiting_room_id = $2 AND phone_mac IS NOT NULL",
        room.restaurant.0,
        room.id.0,
    )
    .execute(conn)
    .await?;
    Ok(())
}
