//! Rounds in which the winner of a raffle may book before other diners (diner §5, gaps G053, G070).

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::queries;
use super::window::Round;
use crate::ids::{RaffleRegistrationId, ReservationId, RestaurantId, UserId};

/// A registration that won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinningEntry {
    pub registration: RaffleRegistrationId,
    /// The rounds that it opens.
    pub rounds: Vec<Round>,
    /// The uid of the booking that used it. A hold does not use it until it is a booking.
    pub reservation: Option<String>,
}

impl WinningEntry {
    /// Returns the rounds that it still opens: none after it was used.
    pub fn open_rounds(self) -> Vec<Round> {
        if self.reservation.is_none() { self.rounds } else { Vec::new() }
    }
}

/// Returns the rounds of the restaurant's preferred plan that open to the winners of the raffle that closes at `close`: the rounds from its
/// close to the next raffle's close (the specification's `prrList`).
pub fn rounds_of(preferred: &[Round], close: DateTime<Utc>, next_close: Option<DateTime<Utc>>) -> Vec<Round> {
    let is_own = |at: DateTime<Utc>| close <= at && next_close.is_none_or(|next| at < next);
    preferred.iter().copied().filter(|round| is_own(round.effective_at)).collect()
}

/// Returns the diner's win at the restaurant; None if the registration is another diner's or has not won.
pub async fn find(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    diner: UserId,
    registration: RaffleRegistrationId,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<WinningEntry>> {
    let row = sqlx::query!(
        r#"SELECT r.registerable_till AS close,
                  (SELECT min(n.registerable_till) FROM raffle_rounds n
                   WHERE n.restaurant_id = r.restaurant_id AND n.registerable_till > r.registerable_till) AS next_close,
                  (SELECT b.uid FROM reservations b
                   WHERE b.restaurant_id = g.restaurant_id AND b.raffle_round_registration_id = g.id
                     AND b.accepted_at IS NOT NULL AND b.status IN ('accepted', 'void') LIMIT 1) AS reservation
           FROM raffle_round_registrations g
           JOIN raffle_rounds r ON r.restaurant_id = g.restaurant_id AND r.id = g.raffle_round_id
           WHERE g.restaurant_id = $1 AND g.id = $2 AND g.user_id = $3 AND g.won_at IS NOT NULL"#,
        restaurant.0,
        registration.0,
        diner.0
    )
    .fetch_optional(&mut *conn)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let rounds = rounds_of(&preferred(conn, restaurant, now).await?, row.close, row.next_close);
    Ok(Some(WinningEntry { registration, rounds, reservation: row.reservation }))
}

/// As `find`, locked until the transaction ends, so that no concurrent booking uses it.
pub async fn lock(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    diner: UserId,
    registration: RaffleRegistrationId,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<WinningEntry>> {
    sqlx::query_scalar!(
        "SELECT id FROM raffle_round_registrations WHERE restaurant_id = $1 AND id = $2 AND user_id = $3 FOR UPDATE",
        restaurant.0,
        registration.0,
        diner.0
    )
    .fetch_optional(&mut *conn)
    .await?;
    find(conn, restaurant, diner, registration, now).await
}

/// Reports whether a reservation was made with a win.
pub async fn is_used_by(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    reservation: ReservationId,
) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"SELECT raffle_round_registration_id IS NOT NULL AS "is_used!" FROM reservations WHERE restaurant_id = $1 AND id = $2"#,
        restaurant.0,
        reservation.0
    )
    .fetch_one(conn)
    .await
}

/// Returns the rounds of the restaurant's general preferred plan, which open only to winners.
pub async fn preferred(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<Round>> {
    Ok(preferred_of(conn, &[restaurant], now).await?.remove(&restaurant).unwrap_or_default())
}

/// Returns the same for several restaurants. Omits restaurants without such a plan.
pub async fn preferred_of(
    conn: &mut PgConnection,
    restaurants: &[RestaurantId],
    now: DateTime<Utc>,
) -> sqlx::Result<BTreeMap<RestaurantId, Vec<Round>>> {
    let plans = queries::list_of(conn, restaurants, now).await?.into_values().flatten();
    let preferred = plans.filter(|plan| plan.key.is_preferred && plan.key.group.is_none());
    let rounds = preferred.map(|plan| {
        let rounds = plan.rounds.into_iter().map(|(_, round)| round).collect();
        (plan.key.restaurant, rounds)
    });
    Ok(rounds.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winners_book_in_the_rounds_between_this_close_and_the_next() {
        let at = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
        let round = |effective_at: &str| Round {
            effective_at: at(effective_at),
            online_reservable_till: "2027-02-28".parse().unwrap(),
        };
        let preferred = [round("2026-12-07T00:00:00Z"), round("2026-12-08T01:00:00Z"), round("2027-01-08T01:00:00Z")];
        let close = at("2026-12-08T01:00:00Z");
        assert_eq!(rounds_of(&preferred, close, None), preferred[1..]);
        assert_eq!(rounds_of(&preferred, close, Some(at("2027-01-08T01:00:00Z"))), preferred[1..2]);
    }
}
