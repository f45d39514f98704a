//! Decides whether hold requests get seats. All ways of placing a hold share this decision, whichever locks they take.

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::model::{HoldAttempt, HoldRequest, Locks, Quote};
use super::pause;
use super::rules;
use super::write::{self, HoldRequestRow};
use crate::availability;
use crate::availability::day::Slot;
use crate::availability::viewer::Viewer;
use crate::ids::{OnlineStockGroupId, RestaurantId};
use crate::reservations::error::ReservationError;
use crate::reservations::model::{Reservation, Status};
use crate::restaurants::model::BookingTerms;
use crate::rng::Rng;

/// The kind of slots that holds are placed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Ordinary,
    /// Slots for gold diners. Round plans and customer groups do not apply (gaps G131).
    Gold,
}

/// A hold request, with the data of its diner and restaurant.
pub(super) struct HoldCandidate<'a> {
    pub request: &'a HoldRequest,
    pub viewer: Viewer,
    pub terms: BookingTerms,
    /// End of the diner's pause after repeated holds (gaps G264).
    pub pause: Option<DateTime<Utc>>,
    /// The diner's live reservations at the restaurant. Empty without a lock; the write then detects conflicts.
    pub live: Vec<Reservation>,
}

type Slots = HashMap<(RestaurantId, OnlineStockGroupId), Slot>;

/// Loads the candidates. A request whose diner is not signed in is rejected.
pub(super) async fn find_candidates<'a>(
    conn: &mut PgConnection,
    requests: &'a [HoldRequest],
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<Result<HoldCandidate<'a>, ReservationError>>> {
    let asked: Vec<_> = requests.iter().map(|request| (request.restaurant, request.diner, &request.session)).collect();
    let since = now - pause::WINDOW;
    let diners = availability::queries::find_hold_diners(conn, &asked, since, pause::MIN_MINUTES, now).await?;
    let candidates = requests.iter().zip(diners).map(|(request, diner)| {
        request.require_diner(diner.signed_in)?;
        let pause = pause::pause_end(&diner.hold_ends, now);
        Ok(HoldCandidate { request, viewer: diner.viewer, terms: diner.terms, pause, live: Vec::new() })
    });
    Ok(candidates.collect())
}

/// Decides on the candidates in order, and writes the holds of all admitted ones together. After an error no hold is written.
pub(super) async fn place(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    candidates: Vec<Result<HoldCandidate<'_>, ReservationError>>,
    kind: Kind,
    locks: Locks,
) -> Result<Vec<Result<HoldAttempt, ReservationError>>, ReservationError> {
    let mut slots = find_slots(conn, &candidates, kind, now).await?;
    let (mut attempts, mut admitted) = (Vec::new(), Vec::new());
    for (index, candidate) in candidates.into_iter().enumerate() {
        let decided = candidate.and_then(|candidate| Ok((decide(&mut slots, &candidate, now, locks)?, candidate)));
        attempts.push(match decided {
            Ok((quote, candidate)) => {
                // The write sets the outcome of admitted requests.
                admitted.extend(quote.map(|quote| (index, candidate, quote)));
                Ok(HoldAttempt::NeedsLock)
            }
            Err(error) => Err(error),
        });
    }
    let (mut indexes, mut rows) = (Vec::new(), Vec::new());
    for (index, HoldCandidate { request, viewer, terms, .. }, quote) in &admitted {
        if let Some(slot) = slots.get(&(request.restaurant, request.slot)) {
            let row = HoldRequestRow::new(rng, request, viewer, terms, quote, slot);
            indexes.push(*index);
            rows.push(if kind == Kind::Gold { row.of_gold() } else { row });
        }
    }
    if rows.is_empty() {
        return Ok(attempts);
    }
    for (index, written) in indexes.into_iter().zip(write::write(conn, &rows, now, locks).await?) {
        attempts[index] = written;
    }
    Ok(attempts)
}

async fn find_slots(
    conn: &mut PgConnection,
    candidates: &[Result<HoldCandidate<'_>, ReservationError>],
    kind: Kind,
    now: DateTime<Utc>,
) -> sqlx::Result<Slots> {
    let requests = candidates.iter().flatten().map(|candidate| candidate.request);
    let asked: BTreeSet<_> = requests.map(|request| (request.restaurant, request.slot)).collect();
    let asked: Vec<_> = asked.into_iter().collect();
    let found = match kind {
        Kind::Ordinary => availability::queries::find_slots(conn, &asked, now).await?,
        Kind::Gold => availability::queries::find_gold_slots(conn, &asked, now).await?,
    };
    Ok(found.into_iter().map(|slot| ((slot.restaurant, slot.id), slot)).collect())
}

/// Returns the price and stocks of a request that the slot has capacity for, and seats its party for the following requests. Returns
/// `None` if only a transaction with the slot's lock can decide: the rules depend on other parties, or a win is spent.
fn decide(
    slots: &mut Slots,
    candidate: &HoldCandidate<'_>,
    now: DateTime<Utc>,
    locks: Locks,
) -> Result<Option<Quote>, ReservationError> {
    let HoldCandidate { request, viewer, terms, live, .. } = candidate;
    let is_locked = matches!(locks, Locks::Held { .. });
    if request.win.is_some() && !is_locked {
        return Ok(None);
    }
    let slot = slots.get_mut(&(request.restaurant, request.slot)).ok_or(ReservationError::SlotGone)?;
    let quote = rules::admit(slot, viewer, terms, request, now)?;
    if !slot.is_limited_by_seats_only(request.guests) && !is_locked {
        return Ok(None);
    }
    if live.iter().any(|r| r.status == Status::Accepted && r.date == slot.date && r.operation == slot.operation) {
        return Err(ReservationError::AlreadyBooked);
    }
    slot.occupy(&quote.stocks[..quote.needed], request.course, request.guests);
    Ok(Some(quote))
}
