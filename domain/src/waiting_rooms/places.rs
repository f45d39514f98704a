//! A diner's place in a waiting room: joining, leaving, and what the diner sees of it. One place per account and per phone number.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::admission::{FIRST_RATE, Turn};
use super::error::WaitingRoomError;
use super::openings::Opening;
use super::order;
use super::sweep::BEACON_AFTER;
use crate::clients::beacon;
use crate::clock::Clock;
use crate::ids::{RestaurantId, UserId, WaitingRoomId, WaitingRoomPlaceId};
use crate::rng::Rng;
use crate::signing::Signer;
use crate::text_enum::text_enum;

/// Purpose of the keyed hash of a number. It contains the room, so that rooms cannot be compared.
const PHONE: &str = "waiting_room_phone";

text_enum! {
    /// The state of a place, by the next action of its diner.
    pub enum PlaceState {
        /// Take a place.
        Joinable = "joinable",
        /// Wait for the draw or, after the opening, for the rank.
        Waiting = "waiting",
        /// Wait for the turn.
        Queued = "queued",
        /// Book.
        Turn = "turn",
        /// Take a place at the end: the turn has ended.
        Over = "over",
        /// Book without a place: the room has ended.
        Ended = "ended",
    }
}

/// A room as its diners see it.
#[derive(Clone, Debug)]
pub struct Room {
    pub id: WaitingRoomId,
    pub uid: String,
    pub seed_hash: String,
    pub beacon_round: i64,
    /// None until the opening.
    pub list_head: Option<String>,
    pub drawn_at: Option<DateTime<Utc>>,
    pub admitted_rank: i32,
    /// The last count of free stocks; None before the first admission.
    pub free_stocks: Option<i64>,
    pub ended_at: Option<DateTime<Utc>>,
}

/// A place that its diner has not left.
#[derive(Clone, Debug)]
pub struct Place {
    pub id: WaitingRoomPlaceId,
    pub code: String,
    pub rank: Option<i32>,
    pub turn: Option<Turn>,
    /// Number of diners who wait for their turn before this one, when the room was last moved on; None unless this one waits.
    pub ahead: Option<i32>,
}

impl Place {
    pub fn state(&self, now: DateTime<Utc>) -> PlaceState {
        match self.turn {
            Some(turn) if turn.is_on(now) => PlaceState::Turn,
            Some(_) => PlaceState::Over,
            None if self.rank.is_some() => PlaceState::Queued,
            None => PlaceState::Waiting,
        }
    }
}

/// Returns the room of an opening and the diner's place in it.
pub async fn find(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    opens_at: DateTime<Utc>,
    diner: Option<UserId>,
) -> sqlx::Result<Option<(Room, Option<Place>)>> {
    let row = sqlx::query!(
        r#"SELECT w.id, w.uid, w.seed, w.beacon_round, w.list_head, w.drawn_at, w.admitted_rank, w.free_stocks, w.ended_at,
                  p.id AS "place?", p.code AS "code?", p.rank AS "rank?", p.admitted_at AS "admitted_at?",
                  p.taken_up_at AS "taken_up_at?",
                  CASE WHEN p.rank IS NOT NULL AND p.admitted_at IS NULL THEN greatest(
                      p.rank - w.admitted_rank - 1 - (SELECT count(*)::integer FROM unnest(w.vacant_ranks) AS v (rank)
                                                      WHERE v.rank > w.admitted_rank AND v.rank < p.rank), 0) END AS "ahead?"
           FROM waiting_rooms w
           LEFT JOIN waiting_room_places p
               ON p.restaurant_id = w.restaurant_id AND p.waiting_room_id = w.id AND p.user_id = $3 AND p.left_at IS NULL
           WHERE w.restaurant_id = $1 AND w.opens_at = $2"#,
        restaurant.0,
        opens_at,
        diner.map(|id| id.0),
    );
    Ok(row.fetch_optional(conn).await?.map(|row| {
        let taken_up_at = row.taken_up_at;
        let turn = row.admitted_at.map(|admitted_at| Turn { admitted_at, taken_up_at });
        let (rank, ahead) = (row.rank, row.ahead);
        let place = row.place.zip(row.code);
        let place = place.map(|(id, code)| Place { id: WaitingRoomPlaceId(id), code, rank, turn, ahead });
        let room = Room {
            id: WaitingRoomId(row.id),
            uid: row.uid,
            seed_hash: order::seed_hash(&row.seed),
            beacon_round: row.beacon_round,
            list_head: row.list_head,
            drawn_at: row.drawn_at,
            admitted_rank: row.admitted_rank,
            free_stocks: row.free_stocks,
            ended_at: row.ended_at,
        };
        (room, place)
    }))
}

/// Takes a place, and creates the room with the first one. A diner who has a place keeps it; one who has left it or let the turn end joins
/// at the end of the queue. Before the draw, leaving and joining again changes nothing. The transaction has kept the openings since before it
/// read this one (`awaited::keep_openings`).
///
/// # Errors
/// The room has ended, the diner's number is not confirmed, or it has a place with another account.
pub async fn join(
    conn: &mut PgConnection,
    rng: &Rng,
    clock: &Clock,
    signer: &Signer,
    restaurant: RestaurantId,
    diner: UserId,
    opening: &Opening,
) -> Result<(), WaitingRoomError> {
    // The lock makes two requests of one diner follow each other.
    let number = lock_confirmed_number(conn, diner).await?.ok_or(WaitingRoomError::PhoneUnconfirmed)?;
    let room = ensure_room(conn, rng, clock.now(), restaurant, opening).await?;
    if room.is_ended {
        return Err(WaitingRoomError::NotOpen);
    }
    let now = clock.now();
    let own = sqlx::query!(
        "SELECT id, admitted_at, taken_up_at, left_at FROM waiting_room_places
         WHERE restaurant_id = $1 AND waiting_room_id = $2 AND user_id = $3 FOR UPDATE",
        restaurant.0,
        room.id,
        diner.0,
    );
    let Some(own) = own.fetch_optional(&mut *conn).await? else {
        let phone_mac = signer.mac(PHONE, format!("{}:{number}", room.uid).as_bytes());
        insert_place(conn, rng, now, restaurant, room.id, diner, &phone_mac).await?;
        return Ok(());
    };
    let turn = own.admitted_at.map(|admitted_at| Turn { admitted_at, taken_up_at: own.taken_up_at });
    if own.left_at.is_some() || turn.is_some_and(|turn| !turn.is_on(now)) {
        rejoin(conn, now, restaurant, WaitingRoomPlaceId(own.id)).await?;
    }
    Ok(())
}

/// Returns the diner's confirmed phone number, and locks the profile.
async fn lock_confirmed_number(conn: &mut PgConnection, diner: UserId) -> sqlx::Result<Option<String>> {
    let number = sqlx::query_scalar!(
        r#"SELECT phone_e164 AS "number!" FROM profiles
           WHERE user_id = $1 AND phone_confirmed_at IS NOT NULL AND phone_e164 <> '' FOR NO KEY UPDATE"#,
        diner.0
    );
    number.fetch_optional(conn).await
}

struct JoinedRoom {
    id: i64,
    uid: String,
    is_ended: bool,
}

/// Returns the room of an opening, created if it does not exist. Diners of several plans may share a room: it has the dates of all.
async fn ensure_room(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    opening: &Opening,
) -> sqlx::Result<JoinedRoom> {
    let (first_date, last_date) = (opening.first_date(), opening.last_date());
    if find_joined(conn, restaurant, opening).await?.is_none() {
        let seed: String = rng.bytes::<32>().iter().map(|byte| format!("{byte:02x}")).collect();
        sqlx::query!(
            "INSERT INTO waiting_rooms (uid, restaurant_id, opens_at, first_date, last_date, seed, beacon_round, per_second, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT ON CONSTRAINT waiting_rooms_opening_key DO NOTHING",
            rng.uid(),
            restaurant.0,
            opening.opens_at,
            first_date,
            last_date,
            seed,
            beacon::round_at(opening.opens_at + BEACON_AFTER),
            FIRST_RATE,
            now,
        )
        .execute(&mut *conn)
        .await?;
    }
    sqlx::query!(
        "UPDATE waiting_rooms SET first_date = least(first_date, $3), last_date = greatest(last_date, $4)
         WHERE restaurant_id = $1 AND opens_at = $2 AND (first_date > $3 OR last_date < $4)",
        restaurant.0,
        opening.opens_at,
        first_date,
        last_date,
    )
    .execute(&mut *conn)
    .await?;
    find_joined(conn, restaurant, opening).await?.ok_or(sqlx::Error::RowNotFound)
}

async fn find_joined(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    opening: &Opening,
) -> sqlx::Result<Option<JoinedRoom>> {
    sqlx::query_as!(
        JoinedRoom,
        r#"SELECT id, uid, ended_at IS NOT NULL AS "is_ended!" FROM waiting_rooms WHERE restaurant_id = $1 AND opens_at = $2"#,
        restaurant.0,
        opening.opens_at,
    )
    .fetch_optional(conn)
    .await
}

async fn insert_place(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    room: i64,
    diner: UserId,
    phone_mac: &[u8],
) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO waiting_room_places (restaurant_id, waiting_room_id, user_id, phone_mac, code, joined_at)
         VALUES ($1, $2, $3, $4, $5, $6)",
        restaurant.0,
        room,
        diner.0,
        phone_mac,
        rng.raffle_code(),
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Puts a place at the end of the queue. Before the draw it has no rank yet, and the published list keeps its position.
async fn rejoin(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    place: WaitingRoomPlaceId,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE waiting_room_places p SET left_at = NULL, admitted_at = NULL, taken_up_at = NULL, held_at = NULL, rank = NULL,
             joined_at = CASE WHEN w.closed_at IS NULL THEN p.joined_at ELSE $3 END
         FROM waiting_rooms w
         WHERE p.restaurant_id = $1 AND p.id = $2 AND w.restaurant_id = p.restaurant_id AND w.id = p.waiting_room_id",
        restaurant.0,
        place.0,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Gives a place up, if the diner has one. Its rank is skipped.
pub async fn leave(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    diner: UserId,
    opening: &Opening,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE waiting_room_places p SET left_at = $4 FROM waiting_rooms w
         WHERE w.restaurant_id = $1 AND w.opens_at = $2 AND p.restaurant_id = w.restaurant_id AND p.waiting_room_id = w.id
           AND p.user_id = $3 AND p.left_at IS NULL",
        restaurant.0,
        opening.opens_at,
        diner.0,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use chrono::Duration;

    use super::super::admission::{TAKE_UP, TURN};
    use super::*;

    #[test]
    fn state_follows_rank_and_turn() {
        let now = DateTime::UNIX_EPOCH + Duration::days(1);
        let place = |rank, admitted: Option<Duration>, is_shown: bool| {
            let turn = admitted.map(|ago| Turn { admitted_at: now - ago, taken_up_at: is_shown.then_some(now - ago) });
            Place { id: WaitingRoomPlaceId(1), code: "CODE".into(), rank, turn, ahead: None }.state(now)
        };
        assert_eq!(place(None, None, false), PlaceState::Waiting);
        assert_eq!(place(Some(7), None, false), PlaceState::Queued);
        assert_eq!(place(Some(7), Some(Duration::zero()), false), PlaceState::Turn);
        assert_eq!(place(Some(7), Some(TAKE_UP), false), PlaceState::Over);
        assert_eq!(place(Some(7), Some(TAKE_UP), true), PlaceState::Turn);
        assert_eq!(place(Some(7), Some(TURN), true), PlaceState::Over);
    }
}
