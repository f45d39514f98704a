//! Admins' actions on raffles: rounds are recorded before they open, and winners can be added manually (gaps G120, G190).

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::PgConnection;

use super::error::RaffleError;
use super::mails;
use super::model::{RaffleRound, RoundChange, RoundForm, Stage, WonBy};
use super::queries;
use crate::audit::{self, Actor, Event};
use crate::ids::{RaffleRegistrationId, RestaurantId};
use crate::rng::Rng;

/// Adds a round and returns its uid.
///
/// # Errors
/// A field is invalid, or the time overlaps another round of the restaurant.
pub async fn create(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    form: &RoundForm,
) -> Result<String, RaffleError> {
    form.check(now)?;
    let uid = rng.uid();
    let id = queries::insert(conn, now, restaurant, &uid, form).await?;
    let detail = audit::change_detail(json!({ "raffle_round_id": id }), Value::Null, form.audit_fields());
    note(conn, now, actor, restaurant, "raffle_round_created", detail).await?;
    Ok(uid)
}

/// Changes a round that has not opened, and returns its previous fields.
///
/// # Errors
/// As `create`; the restaurant has no such round, or it has opened.
pub async fn change(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    uid: &str,
    change: &RoundChange,
) -> Result<RoundForm, RaffleError> {
    let round = lock_planned(conn, now, restaurant, uid).await?;
    let form = change.onto(&round.form);
    form.check(now)?;
    queries::update(conn, &round, &form).await?;
    let ids = json!({ "raffle_round_id": round.id });
    let detail = audit::change_detail(ids, round.form.audit_fields(), form.audit_fields());
    note(conn, now, actor, restaurant, "raffle_round_changed", detail).await?;
    Ok(round.form)
}

/// Deletes a round that has not opened.
///
/// # Errors
/// The restaurant has no such round, or it has opened.
pub async fn remove(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    uid: &str,
) -> Result<(), RaffleError> {
    let round = lock_planned(conn, now, restaurant, uid).await?;
    queries::delete(conn, &round).await?;
    let ids = json!({ "raffle_round_id": round.id });
    let detail = audit::change_detail(ids, round.form.audit_fields(), Value::Null);
    note(conn, now, actor, restaurant, "raffle_round_removed", detail).await?;
    Ok(())
}

async fn lock_planned(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    uid: &str,
) -> Result<RaffleRound, RaffleError> {
    let round = queries::lock(conn, restaurant, uid).await?.ok_or(RaffleError::NotFound)?;
    if round.stage(now) == Stage::Planned { Ok(round) } else { Err(RaffleError::Opened) }
}

/// Result of adding a winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WinnerResult {
    pub won_at: DateTime<Utc>,
    /// False if the diner had won before: nothing was written, and no mail was sent.
    pub is_new: bool,
    /// The round has not closed yet.
    pub is_early: bool,
}

/// Makes a registration a winner, with a mail if requested. Idempotent.
///
/// # Errors
/// There is no such registration.
pub async fn make_winner(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    actor: Actor,
    registration: RaffleRegistrationId,
    with_mail: bool,
) -> Result<WinnerResult, RaffleError> {
    let registration = queries::lock_registration(conn, registration).await?.ok_or(RaffleError::NotFound)?;
    let is_early = now < queries::closes_at(conn, &registration).await?;
    if let Some(won_at) = registration.won_at {
        return Ok(WinnerResult { won_at, is_new: false, is_early });
    }
    queries::set_won(conn, &registration, now, WonBy::Admin).await?;
    if with_mail {
        mails::queue_won(conn, rng, now, std::slice::from_ref(&registration)).await?;
    }
    let detail =
        json!({ "raffle_round_registration_id": registration.id, "with_mail": with_mail, "is_early": is_early });
    note(conn, now, actor, registration.restaurant_id, "raffle_winner_made", detail).await?;
    Ok(WinnerResult { won_at: now, is_new: true, is_early })
}

pub(super) async fn note(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    action: &str,
    detail: Value,
) -> sqlx::Result<()> {
    let event = Event { actor, action, restaurant: Some(restaurant), reservation: None, detail };
    audit::record(conn, now, event).await
}
