//! Verifies a phone number by a call from it (G030): the diner calls the shown number within 180 seconds, and the provider's list of calls
//! contains the caller's number. Browsers that verify the same caller are shown different numbers, so that a call confirms only the browser
//! that requested it.

use std::collections::BTreeSet;

use chrono::{DateTime, Duration, Utc};
use sqlx::{PgConnection, PgPool};

use super::model::{
    CALL_WINDOW, CLOCK_SLACK, CONFIRMATION_LIFETIME, IncomingCall, NUMBER_RESERVATION, Verification, VerificationFlow,
    VerificationStatus, VisitorKey, match_calls, number_to_show,
};
use super::number::PhoneNumber;
use super::{PhoneError, queries};
use crate::clients::twilio::{self, Twilio, TwilioError};
use crate::clock::Clock;
use crate::jobs::{self, PhoneJob, Repeat, WaitingJobs};
use crate::limits;
use crate::progress::Failures;
use crate::rng::Rng;

/// Maximum number of verifications an hour: of one address for one number, and of one browser.
const CALLS_ABOUT_A_NUMBER: i32 = 60;
/// Maximum number of verifications an hour of one address, which many people may share.
const CALLS_OF_AN_ADDRESS: i32 = 600;
/// Time after which a failed poll is repeated.
const POLL_INTERVAL: Duration = Duration::seconds(1);

pub struct CallRequest<'a> {
    pub visitor: &'a VisitorKey,
    /// Address of the request, for rate limits.
    pub address: &'a str,
    pub number: PhoneNumber,
    pub flow: VerificationFlow,
    /// Our numbers, one of which the diner must call.
    pub authentic_numbers: &'a [String],
}

/// A verification, and whether another browser was shown the same number for the same caller: then no call confirms it.
pub struct VerificationState {
    pub verification: Verification,
    pub is_contested: bool,
}

/// Opens a verification and enqueues the job that watches for the call.
///
/// A call costs its caller, not us, so a number alone has no limit. A person who enters another person's number uses up only their own
/// limit, and the number's owner can continue.
pub async fn request_call(
    conn: &mut PgConnection,
    rng: &Rng,
    clock: &Clock,
    request: CallRequest<'_>,
) -> Result<VerificationState, PhoneError> {
    let (now, wall) = (clock.now(), clock.wall());
    let hour = Duration::hours(1);
    let from_there = format!("{} {}", request.address, request.number.e164);
    for (bucket, most) in [
        (limits::personal_bucket("phone_call_address", request.address), CALLS_OF_AN_ADDRESS),
        (limits::personal_bucket("phone_call_address_number", &from_there), CALLS_ABOUT_A_NUMBER),
        (request.visitor.bucket("phone_call_visitor"), CALLS_ABOUT_A_NUMBER),
    ] {
        limits::hit(conn, &bucket, most, hour, now).await?;
    }
    queries::one_at_a_time(conn, &request.number.e164).await?;
    let callers = [request.number.e164.clone()];
    let shown = queries::list_shown(conn, &callers, wall - NUMBER_RESERVATION).await?;
    let authentic_number = number_to_show(request.authentic_numbers, &shown, request.visitor, wall);
    queries::supersede(conn, request.visitor, &request.number.e164).await?;
    let verification = Verification {
        uuid: rng.uid(),
        visitor: request.visitor.clone(),
        number: request.number,
        authentic_number: authentic_number.unwrap_or_default().to_owned(),
        stored_status: VerificationStatus::Queued,
        requested_at: now,
        watch_from: wall,
        expires_at: now + CALL_WINDOW,
    };
    queries::insert_verification(conn, request.flow.as_str(), &verification).await?;
    let job = PhoneJob { verification_uuid: verification.uuid.clone() };
    jobs::push(conn, rng, &job, Some(&format!("phone:{}", verification.uuid))).await?;
    let is_contested = verification.is_contested(&shown, wall);
    Ok(VerificationState { verification, is_contested })
}

/// Returns a verification of this browser.
pub async fn find(
    conn: &mut PgConnection,
    clock: &Clock,
    visitor: &VisitorKey,
    uuid: &str,
) -> Result<VerificationState, PhoneError> {
    let verification = queries::find_verification(conn, visitor, uuid).await?.ok_or(PhoneError::NotFound)?;
    let is_open = matches!(verification.status(clock.now()), VerificationStatus::Queued | VerificationStatus::Sent);
    let is_contested = is_open && {
        let wall = clock.wall();
        let callers = [verification.number.e164.clone()];
        verification.is_contested(&queries::list_shown(conn, &callers, wall - NUMBER_RESERVATION).await?, wall)
    };
    Ok(VerificationState { verification, is_contested })
}

/// Consumes a verification of this browser, by call or by SMS, and returns its number. None if the browser has no verification of this
/// uuid.
pub async fn consume(
    conn: &mut PgConnection,
    visitor: &VisitorKey,
    uuid: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<PhoneNumber>> {
    queries::consume(conn, visitor, uuid, now - CONFIRMATION_LIFETIME, now).await
}

/// Returns the number of a verification of this browser, without consuming it.
pub async fn verified_number(
    conn: &mut PgConnection,
    visitor: &VisitorKey,
    uuid: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<String>> {
    queries::verified_number(conn, visitor, uuid, now - CONFIRMATION_LIFETIME).await
}

/// Reports whether this browser has verified a number and not used it, however long ago. After `consume` or `verified_number` has found
/// none, the verification has expired.
pub async fn was_verified(conn: &mut PgConnection, visitor: &VisitorKey, uuid: &str) -> sqlx::Result<bool> {
    Ok(queries::verified_number(conn, visitor, uuid, DateTime::UNIX_EPOCH).await?.is_some())
}

/// Retrieves the calls to each shown number once, however many verifications are open. This is the job of a new verification, and the one
/// that the sweep enqueues while a verification is open. Returns the number of confirmed verifications. A number whose calls cannot be
/// retrieved does not stop the others; its error is returned after them. If the provider is unreachable, the remaining numbers wait for
/// the next sweep.
pub async fn watch(pool: &PgPool, twilio: &Twilio, now: DateTime<Utc>) -> anyhow::Result<usize> {
    let open = queries::watch_open(&mut *pool.acquire().await?, now).await?;
    let Some(since) = open.iter().map(|verification| verification.watch_from).min() else { return Ok(0) };
    let callers: BTreeSet<_> = open.iter().map(|verification| verification.number.e164.clone()).collect();
    let numbers: BTreeSet<_> = open.iter().map(|verification| verification.authentic_number.as_str()).collect();
    let (mut calls, mut failures) = (Vec::new(), Failures::none());
    for number in numbers {
        let listed = twilio.list_incoming_calls(number, since - CLOCK_SLACK).await;
        let is_unreachable = matches!(&listed, Err(TwilioError::Network(_)));
        let listed = failures.pass("the calls to one of our numbers", listed).unwrap_or_default();
        calls.extend(listed.iter().filter_map(incoming).filter(|call| callers.contains(&call.from_e164)));
        if is_unreachable {
            break;
        }
    }
    if calls.is_empty() {
        return Ok(failures.or(0)?);
    }
    let mut tx = pool.begin().await?;
    // Read after the calls: this includes a browser that was shown a number before the call, so no call is assigned to the wrong browser.
    let callers: Vec<_> = callers.into_iter().collect();
    let shown = queries::list_shown(&mut tx, &callers, since - NUMBER_RESERVATION - CLOCK_SLACK).await?;
    let fids: Vec<String> = calls.iter().map(|call| call.fid.clone()).collect();
    let used = queries::used_calls(&mut tx, &fids).await?;
    let fresh: Vec<IncomingCall> = calls.into_iter().filter(|call| !used.contains(&call.fid)).collect();
    let mut confirmed = 0;
    for (verification, call) in match_calls(&shown, &fresh) {
        confirmed += usize::from(queries::confirm_by_call(&mut tx, verification, call, now).await?);
    }
    tx.commit().await?;
    Ok(failures.or(confirmed)?)
}

/// Converts a call of the provider's list; None for a call without a time.
fn incoming(call: &twilio::TwilioCall) -> Option<IncomingCall> {
    let (fid, from_e164, to_e164) = (call.sid.clone(), call.from.clone(), call.to.clone());
    Some(IncomingCall { fid, from_e164, to_e164, started_at: call.started_at()? })
}

/// Sweeps, every second in the worker: closes expired verifications, and enqueues the job that checks the calls of open ones. One job
/// checks them all, and a failed one is superseded by the next second's. Returns the number of closed verifications.
pub async fn sweep(pool: &PgPool, rng: &Rng, now: DateTime<Utc>) -> sqlx::Result<usize> {
    let mut conn = pool.acquire().await?;
    let expired = queries::expire(&mut conn, now).await?;
    if let Some(verification_uuid) = queries::find_longest_open(&mut conn, now).await? {
        let poll = vec![(PhoneJob { verification_uuid }, "phone:open".to_owned())];
        jobs::push_due(&mut conn, rng, poll, Repeat::AfterFailure(POLL_INTERVAL)).await?;
    }
    Ok(expired)
}

/// Closes expired verifications, and checks the calls of open ones, once. Returns the number of closed and confirmed verifications.
pub async fn poll(pool: &PgPool, twilio: &Twilio, now: DateTime<Utc>) -> anyhow::Result<usize> {
    let expired = queries::expire(&mut *pool.acquire().await?, now).await?;
    Ok(expired + watch(pool, twilio, now).await?)
}

/// Counts verifications that wait for a call.
pub async fn count_open(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<u64> {
    Ok(queries::count_open(conn, now).await?.unsigned_abs())
}

/// Counts expired verifications, for the sweeper.
pub async fn count_due(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<WaitingJobs> {
    queries::count_expired(conn, now).await
}

/// Deletes numbers and their verifications after a month.
pub async fn prune(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<u64> {
    queries::delete_before(conn, now - Duration::days(30)).await
}
