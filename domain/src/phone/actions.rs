//! Proving a number by calling us from it (G030): the diner is shown our number and calls it within 180 seconds; the
//! caller's number in the provider's list of calls is the proof.

use chrono::{DateTime, Duration, Utc};
use sqlx::{PgConnection, PgPool};

use super::model::{
    CALL_WINDOW, CLOCK_SLACK, CONFIRMATION_LIFETIME, Flow, IncomingCall, Status, Verification, Visitor, match_calls,
};
use super::number::PhoneNumber;
use super::{PhoneError, queries};
use crate::clients::twilio::{self, Twilio};
use crate::clock::Clock;
use crate::jobs::{self, PhoneJob};
use crate::limits;
use crate::rng::Rng;

pub struct CallRequest<'a> {
    pub visitor: &'a Visitor,
    pub number: PhoneNumber,
    pub flow: Flow,
    /// Our number, which the diner is to call.
    pub authentic_number: &'a str,
}

/// Opens a verification and has the worker watch for the call. At most sixty an hour for one number, and for one
/// browser: a call costs its caller, not us.
pub async fn request_call(
    conn: &mut PgConnection,
    rng: &Rng,
    clock: &Clock,
    request: CallRequest<'_>,
) -> Result<Verification, PhoneError> {
    let now = clock.now();
    let hour = Duration::hours(1);
    let by_number = limits::personal_bucket("phone_call_number", &request.number.e164);
    limits::hit(conn, &by_number, 60, hour, now).await?;
    limits::hit(conn, &request.visitor.bucket("phone_call_visitor"), 60, hour, now).await?;
    queries::supersede(conn, request.visitor, &request.number.e164).await?;
    let verification = Verification {
        uuid: rng.uid(),
        number: request.number,
        authentic_number: request.authentic_number.to_owned(),
        stored_status: Status::Queued,
        requested_at: now,
        watch_from: clock.wall(),
        expires_at: now + CALL_WINDOW,
    };
    queries::insert_verification(conn, request.visitor, request.flow.as_str(), &verification).await?;
    let job = PhoneJob { verification_uuid: verification.uuid.clone() };
    jobs::push(conn, rng, &job, Some(&format!("phone:{}", verification.uuid))).await?;
    Ok(verification)
}

/// A verification of this browser.
pub async fn find(conn: &mut PgConnection, visitor: &Visitor, uuid: &str) -> Result<Verification, PhoneError> {
    queries::find_verification(conn, visitor, uuid).await?.ok_or(PhoneError::NotFound)
}

/// Uses up the proof, by call or by SMS, that this browser holds of this number; false when it holds none.
pub async fn consume(
    conn: &mut PgConnection,
    visitor: &Visitor,
    uuid: &str,
    number: &PhoneNumber,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    queries::consume(conn, visitor, uuid, &number.e164, now - CONFIRMATION_LIFETIME, now).await
}

/// Asks the provider once for its calls, however many verifications are open. The job of a new verification and the
/// sweeper both call this. Answers how many were confirmed.
pub async fn watch(pool: &PgPool, telephone: &Twilio, now: DateTime<Utc>) -> anyhow::Result<usize> {
    let open = queries::watch_open(&mut *pool.acquire().await?, now).await?;
    let Some(since) = open.iter().map(|verification| verification.watch_from).min() else { return Ok(0) };
    let calls: Vec<_> = telephone.list_incoming_calls(since - CLOCK_SLACK).await?.iter().filter_map(incoming).collect();
    if calls.is_empty() {
        return Ok(0);
    }
    let mut tx = pool.begin().await?;
    let fids: Vec<String> = calls.iter().map(|call| call.fid.clone()).collect();
    let used = queries::used_calls(&mut tx, &fids).await?;
    let fresh: Vec<IncomingCall> = calls.into_iter().filter(|call| !used.contains(&call.fid)).collect();
    let mut confirmed = 0;
    for (verification, call) in match_calls(&open, &fresh) {
        confirmed += usize::from(queries::confirm_by_call(&mut tx, verification, call, now).await?);
    }
    tx.commit().await?;
    Ok(confirmed)
}

/// A call of the provider's list; nothing for one without a time.
fn incoming(call: &twilio::Call) -> Option<IncomingCall> {
    Some(IncomingCall { fid: call.sid.clone(), from_e164: call.from.clone(), started_at: call.started_at()? })
}

/// What the worker does every second: closes expired verifications, and looks for the calls of open ones.
pub async fn sweep(pool: &PgPool, telephone: &Twilio, now: DateTime<Utc>) -> anyhow::Result<usize> {
    let expired = queries::expire(&mut *pool.acquire().await?, now).await?;
    Ok(expired + watch(pool, telephone, now).await?)
}

/// Deletes numbers and their proofs after a month.
pub async fn prune(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<u64> {
    queries::delete_before(conn, now - Duration::days(30)).await
}
