//! Placing a hold: tried quickly, then surely, and again when a race or a dead hold was all that stood in the way.

use domain::reservations::error::ReservationError;
use domain::reservations::holds::expire;
use domain::reservations::holds::{HoldAttempt, HoldRequest, PlacedHold, place_hold};
use domain::reservations::model::HOLD;
use domain::reservations::queries;
use domain::restaurants::model::{Restaurant, Visibility};
use domain::restaurants::queries as restaurants;
use domain::sessions;

use crate::booking::admission_gate::Permit;
use crate::http::error::ApiError;
use crate::state::App;

/// A request that lost a race or met a deadlock is tried this often in all.
const TRIES: usize = 5;
/// So many of the tries decide without a lock.
const QUICK_TRIES: usize = 2;

/// Uses the right to try: the uid of the hold.
pub async fn win(app: &App, permit: Permit, wish: &HoldRequest) -> Result<String, ApiError> {
    let error = match hold(app, wish).await {
        Ok(placed) => {
            permit.won(&placed, app.clock.now() + HOLD);
            return Ok(placed.uid);
        }
        Err(error) => error,
    };
    match error {
        ReservationError::Full => permit.lost(),
        ReservationError::NotOpen if is_hidden(app, &wish.restaurant).await? => return Err(ApiError::not_found()),
        _ => {}
    }
    Err(error.into())
}

async fn hold(app: &App, wish: &HoldRequest) -> Result<PlacedHold, ReservationError> {
    let mut tries = 1;
    loop {
        let tried = match tries <= QUICK_TRIES {
            true => hold_quickly(app, wish).await,
            false => hold_surely(app, wish).await,
        };
        let error = match tried {
            Ok(placed) => return Ok(placed),
            Err(error) => error,
        };
        // Another sweeper may have cleared the way in between, so the first refusal is looked at twice.
        let is_cleared = error.may_rest_on_a_dead_hold() && (sweep(app, wish).await? > 0 || tries == 1);
        if tries == TRIES || !(is_cleared || is_worth_another_try(&error)) {
            return Err(error);
        }
        tries += 1;
    }
}

async fn sweep(app: &App, wish: &HoldRequest) -> sqlx::Result<usize> {
    expire::sweep_restaurant(&app.pool, &app.rng, app.clock.now(), wish.restaurant.id).await
}

/// Together with those who come at the same time. What counts other parties, or what a diner's own hold or booking here may have
/// refused, is decided behind the lock.
async fn hold_quickly(app: &App, wish: &HoldRequest) -> Result<PlacedHold, ReservationError> {
    match app.desk.ask(wish.clone()).await {
        Ok(HoldAttempt::Placed(placed)) => return Ok(placed),
        Ok(HoldAttempt::Alone | HoldAttempt::Busy) => {}
        Err(error) => {
            let is_anew = error.may_rest_on_an_own_hold() && has_live(app, wish).await?;
            if !is_anew {
                return Err(error);
            }
        }
    }
    hold_surely(app, wish).await
}

async fn has_live(app: &App, wish: &HoldRequest) -> sqlx::Result<bool> {
    let mut conn = app.booking_pool.acquire().await?;
    Ok(!queries::list_live(&mut conn, wish.restaurant.id, wish.diner).await?.is_empty())
}

/// Behind the slot's lock, where nobody comes between what is read and what is written.
async fn hold_surely(app: &App, wish: &HoldRequest) -> Result<PlacedHold, ReservationError> {
    let _under_way = app.gate.turn_of(wish.restaurant.id).await;
    let mut tx = app.booking_pool.begin().await?;
    let now = app.clock.now();
    wish.require_diner(sessions::find(&mut tx, &wish.session, now).await?.as_ref())?;
    let placed = place_hold(&mut tx, &app.rng, now, &wish.restaurant, wish.diner, &wish.selection).await?;
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
