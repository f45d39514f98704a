//! Holds for several diners at once: the requests of a batch share what a statement, a round trip and a commit cost.

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::model::{HoldAttempt, HoldRequest, Locks, Quote};
use super::rules;
use super::write::{self, HoldRequestRow};
use crate::availability;
use crate::availability::day::Slot;
use crate::availability::viewer::Viewer;
use crate::db::is_transient;
use crate::ids::{OnlineStockGroupId, RestaurantId};
use crate::reservations::error::ReservationError;
use crate::restaurants::model::BookingTerms;
use crate::rng::Rng;
use crate::sessions;

type Slots = HashMap<(RestaurantId, OnlineStockGroupId), Slot>;

/// Holds seats for diners who hold none yet at the restaurant, and answers each request in its place. The rules are
/// decided without a lock; what may have changed since is looked at again behind it. All holds are written together.
/// When one of them makes the write fail, each is written alone. After a refusal for which `may_rest_on_a_dead_hold` is
/// true, the caller sweeps (`expire::sweep_restaurant`) and calls `place_hold`.
pub async fn place_batch(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    requests: &[HoldRequest],
    locks: Locks,
) -> Vec<Result<HoldAttempt, ReservationError>> {
    match try_together(conn, rng, now, requests, locks).await {
        Ok(tried) => tried,
        // Another try would wait in vain as well.
        Err(error) if error.is_unavailable() => requests.iter().map(|_| Err(error.unavailable_to_each())).collect(),
        Err(error) if requests.len() == 1 => vec![Err(error)],
        Err(ReservationError::Database(error)) if is_transient(&error) => {
            requests.iter().map(|_| Err(ReservationError::Raced)).collect()
        }
        Err(_) => {
            let mut tried = Vec::new();
            for request in requests {
                let alone = try_together(conn, rng, now, std::slice::from_ref(request), locks).await;
                tried.push(alone.and_then(|mut tried| tried.pop().unwrap_or(Ok(HoldAttempt::NeedsLock))));
            }
            tried
        }
    }
}

/// Tries all requests in one write. After an error none of them has a hold.
async fn try_together(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    requests: &[HoldRequest],
    locks: Locks,
) -> Result<Vec<Result<HoldAttempt, ReservationError>>, ReservationError> {
    let asked: Vec<_> = requests.iter().map(|request| (request.restaurant, Some(request.diner))).collect();
    let tokens: Vec<_> = requests.iter().map(|request| &request.session).collect();
    let sessions = sessions::find_all(conn, &tokens, now).await?;
    let viewers = availability::queries::find_viewers(conn, &asked, now).await?;
    let mut slots = find_slots(conn, requests, now).await?;
    let mut answers: Vec<_> = requests.iter().map(|_| Ok(HoldAttempt::NeedsLock)).collect();
    let mut quotes = Vec::new();
    for (place, (request, (viewer, terms))) in requests.iter().zip(&viewers).enumerate() {
        let signed_in = request.require_diner(sessions.get(&request.session));
        match signed_in.and_then(|()| admit(&mut slots, request, viewer, terms, now)) {
            Ok(Some(quote)) => quotes.push((place, quote)),
            Ok(None) => {}
            Err(error) => answers[place] = Err(error),
        }
    }
    let (mut places, mut rows) = (Vec::new(), Vec::new());
    for (place, quote) in quotes {
        let request = &requests[place];
        if let Some(slot) = slots.get(&(request.restaurant, request.slot)) {
            places.push(place);
            let (viewer, terms) = &viewers[place];
            rows.push(HoldRequestRow::new(rng, request, viewer, terms, quote, slot));
        }
    }
    if rows.is_empty() {
        return Ok(answers);
    }
    for (place, written) in places.into_iter().zip(write::write(conn, &rows, now, locks).await?) {
        answers[place] = written;
    }
    Ok(answers)
}

async fn find_slots(conn: &mut PgConnection, requests: &[HoldRequest], now: DateTime<Utc>) -> sqlx::Result<Slots> {
    let asked: BTreeSet<_> = requests.iter().map(|request| (request.restaurant, request.slot)).collect();
    let asked: Vec<_> = asked.into_iter().collect();
    let found = availability::queries::find_slots(conn, &asked, now).await?;
    Ok(found.into_iter().map(|slot| ((slot.restaurant, slot.id), slot)).collect())
}

/// The request's quote, whose party the requests behind it find seated; nothing when its rules count other parties, or a win
/// is to be spent.
fn admit(
    slots: &mut Slots,
    request: &HoldRequest,
    viewer: &Viewer,
    terms: &BookingTerms,
    now: DateTime<Utc>,
) -> Result<Option<Quote>, ReservationError> {
    if request.win.is_some() {
        return Ok(None);
    }
    let slot = slots.get_mut(&(request.restaurant, request.slot)).ok_or(ReservationError::SlotGone)?;
    let quote = rules::admit(slot, viewer, terms, request, now)?;
    if !slot.asks_for_seats_alone(request.guests) {
        return Ok(None);
    }
    slot.take(&quote.stocks[..quote.needed], request.course, request.guests);
    Ok(Some(quote))
}
