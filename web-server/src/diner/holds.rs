//! Placing a hold: tried quickly, then surely, and again when a race or a dead hold was all that stood in the way.

use chrono::{DateTime, Utc};
use domain::ids::UserId;
use domain::reservations::error::ReservationError;
use domain::reservations::model::HOLD;
use domain::reservations::place_hold::{Choice, Placed, place_hold, try_hold};
use domain::reservations::{expire, queries};
use domain::restaurants::model::{Restaurant, Visibility};
use domain::restaurants::queries as restaurants;

use crate::error::ApiError;
use crate::gate::Permit;
use crate::state::App;

/// A request that lost a race or met a deadlock is tried this often in all.
const TRIES: usize = 5;
/// So many of the tries decide without a lock.
const QUICK_TRIES: usize = 2;

/// Uses the right to try: the uid of the hold.
pub async fn win(
    app: &App,
    permit: Permit,
    restaurant: &Restaurant,
    diner: UserId,
    choice: &Choice,
) -> Result<String, ApiError> {
    let _under_way = app.gate.turn_of(restaurant.id).await;
    let error = match hold(app, restaurant, diner, choice).await {
        Ok(placed) => {
            permit.won(&placed, app.clock.now() + HOLD);
            return Ok(placed.uid);
        }
        Err(error) => error,
    };
    match error {
        ReservationError::Full => permit.lost(),
        ReservationError::NotOpen if is_hidden(app, restaurant).await? => return Err(ApiError::not_found()),
        _ => {}
    }
    Err(error.into())
}

async fn hold(app: &App, restaurant: &Restaurant, diner: UserId, choice: &Choice) -> Result<Placed, ReservationError> {
    let mut tries = 1;
    loop {
        let now = app.clock.now();
        let tried = match tries <= QUICK_TRIES {
            true => hold_quickly(app, now, restaurant, diner, choice).await,
            false => hold_surely(app, now, restaurant, diner, choice).await,
        };
        let error = match tried {
            Ok(placed) => return Ok(placed),
            Err(error) => error,
        };
        // Another sweeper may have cleared the way in between, so the first refusal is looked at twice.
        let is_cleared = error.may_rest_on_a_dead_hold()
            && (expire::sweep_restaurant(&app.pool, &app.chance, now, restaurant.id).await? > 0 || tries == 1);
        if tries == TRIES || !(is_cleared || is_worth_another_try(&error)) {
            return Err(error);
        }
        tries += 1;
    }
}

/// One write mostly. What counts other parties, or what a diner's own hold or booking here may have refused, is decided
/// behind the lock.
async fn hold_quickly(
    app: &App,
    now: DateTime<Utc>,
    restaurant: &Restaurant,
    diner: UserId,
    choice: &Choice,
) -> Result<Placed, ReservationError> {
    let mut conn = app.booking_pool.acquire().await?;
    match try_hold(&mut conn, &app.chance, now, restaurant, diner, choice).await {
        Ok(Some(placed)) => return Ok(placed),
        Ok(None) => {}
        Err(error) => {
            let is_anew = error.may_rest_on_an_own_hold()
                && !queries::list_live(&mut conn, restaurant.id, diner).await?.is_empty();
            if !is_anew {
                return Err(error);
            }
        }
    }
    drop(conn);
    hold_surely(app, now, restaurant, diner, choice).await
}

/// Behind the slot's lock, where nobody comes between what is read and what is written.
async fn hold_surely(
    app: &App,
    now: DateTime<Utc>,
    restaurant: &Restaurant,
    diner: UserId,
    choice: &Choice,
) -> Result<Placed, ReservationError> {
    let mut tx = app.booking_pool.begin().await?;
    let placed = place_hold(&mut tx, &app.chance, now, restaurant, diner, choice).await?;
    tx.commit().await?;
    Ok(placed)
}

fn is_worth_another_try(error: &ReservationError) -> bool {
    match error {
        ReservationError::Raced => true,
        ReservationError::Database(error) => domain::db::is_transient(error),
        _ => false,
    }
}

/// Whether the restaurant is hidden by now, whatever memory says.
async fn is_hidden(app: &App, restaurant: &Restaurant) -> sqlx::Result<bool> {
    let found = restaurants::find(&mut *app.pool.acquire().await?, restaurant.id).await?;
    Ok(found.is_none_or(|found| found.visibility == Visibility::Hidden))
}
