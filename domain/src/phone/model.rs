use std::collections::BTreeSet;

use chrono::{DateTime, Duration, Utc};

use super::number::PhoneNumber;
use crate::signing::fingerprint;
use crate::text_enum::text_enum;

/// Time in which the shown number can be called.
pub const CALL_WINDOW: Duration = Duration::seconds(180);
/// Time for which the shown number is reserved for the browser: a late call must not confirm another browser's verification.
pub const NUMBER_RESERVATION: Duration = Duration::seconds(300);
/// Lifetime of an SMS code, and its maximum number of attempts (G032).
pub const SMS_LIFETIME: Duration = Duration::minutes(10);
pub const MAX_SMS_ATTEMPTS: i32 = 5;
/// Time after a confirmation in which the form must be submitted.
pub const CONFIRMATION_LIFETIME: Duration = Duration::hours(1);

/// The browser of a request, by its visitor cookie. A verification is valid for this browser only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VisitorKey(pub(crate) Vec<u8>);

impl VisitorKey {
    pub fn from_cookie(value: &str) -> Self {
        Self(fingerprint(value))
    }

    /// Returns the counter of `name` for this browser.
    pub fn bucket(&self, name: &str) -> String {
        let hash: String = self.0.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
        format!("{name}:{hash}")
    }
}

text_enum! {
    /// Purpose of a verification.
    #[schema(as = PhoneFlow)]
    pub enum VerificationFlow {
        SignUp = "sign_up",
        PhoneUpdate = "phone_update",
    }
}

text_enum! {
    /// `idle` is the browser's own state, before it requests a verification.
    #[schema(as = PhoneStatus)]
    pub enum VerificationStatus of "phone_verifications.status" {
        Queued = "queued",
        Sent = "sent",
        Confirmed = "confirmed",
        Failed = "failed",
        Timeout = "timeout",
    }
}

/// A verification by call, as stored.
#[derive(Clone, Debug)]
pub struct Verification {
    pub uuid: String,
    /// The browser to which the number was shown.
    pub visitor: VisitorKey,
    pub number: PhoneNumber,
    pub authentic_number: String,
    pub stored_status: VerificationStatus,
    pub requested_at: DateTime<Utc>,
    /// The phone provider's time from which calls count.
    pub watch_from: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

impl Verification {
    /// Returns the status at `now`: an open verification whose time is over has timed out, whatever the row says (G031).
    pub fn status(&self, now: DateTime<Utc>) -> VerificationStatus {
        match self.stored_status {
            VerificationStatus::Queued | VerificationStatus::Sent if now >= self.expires_at => {
                VerificationStatus::Timeout
            }
            status => status,
        }
    }

    /// Whether a call at `at` (the provider's time) may belong to this verification.
    fn is_shown(&self, at: DateTime<Utc>) -> bool {
        self.watch_from <= at + CLOCK_SLACK && at < self.watch_from + NUMBER_RESERVATION
    }

    /// Whether another of the verifications in `shown` has the same caller and the same called number at `at`: then a call confirms
    /// neither, because either browser may have requested it.
    pub fn is_contested(&self, shown: &[Self], at: DateTime<Utc>) -> bool {
        shown.iter().any(|other| {
            other.visitor != self.visitor
                && other.number.e164 == self.number.e164
                && other.authentic_number == self.authentic_number
                && other.is_shown(at)
        })
    }

    pub fn remaining_seconds(&self, now: DateTime<Utc>) -> i64 {
        ((self.expires_at - now).num_milliseconds().max(0) + 999) / 1000
    }
}

#[derive(Clone, Debug)]
pub struct SmsConfirmation {
    pub uuid: String,
    pub number: PhoneNumber,
    pub locale: String,
    pub expires_at: DateTime<Utc>,
    pub sent_at: Option<DateTime<Utc>>,
}

/// An incoming call according to the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IncomingCall {
    pub fid: String,
    pub from_e164: String,
    /// Our number that was called.
    pub to_e164: String,
    pub started_at: DateTime<Utc>,
}

/// Tolerance for providers, which round the times of calls to seconds and have another clock.
pub const CLOCK_SLACK: Duration = Duration::seconds(2);

/// Returns the number of `numbers` to show to a browser for its caller, where `shown` are the unconfirmed verifications of this caller.
/// Keeps a number that only this browser has, otherwise takes one that no other browser has, otherwise the one that the fewest have. None
/// only without any number.
pub fn number_to_show<'a>(
    numbers: &'a [String],
    shown: &[Verification],
    visitor: &VisitorKey,
    at: DateTime<Utc>,
) -> Option<&'a str> {
    let living = || shown.iter().filter(|verification| verification.is_shown(at));
    let has_own = |number: &str| living().any(|v| v.authentic_number == number && v.visitor == *visitor);
    let others = |number: &str| {
        let others = living().filter(|v| v.authentic_number == number && v.visitor != *visitor);
        others.map(|v| &v.visitor.0).collect::<BTreeSet<_>>().len()
    };
    numbers.iter().min_by_key(|number| (others(number), !has_own(number))).map(String::as_str)
}

/// Assigns calls to open verifications, where `shown` are the unconfirmed verifications of the callers, including ended ones. A call to a
/// number confirms only the browser to which it was shown; if that may be several browsers, it confirms none. Of one browser's
/// verifications, it confirms the latest. A call confirms one verification, and a verification takes its first call.
pub fn match_calls<'a>(
    shown: &'a [Verification],
    calls: &'a [IncomingCall],
) -> Vec<(&'a Verification, &'a IncomingCall)> {
    let mut ordered: Vec<_> = calls.iter().collect();
    ordered.sort_by(|a, b| (a.started_at, &a.fid).cmp(&(b.started_at, &b.fid)));
    let mut matched: Vec<(&Verification, &IncomingCall)> = Vec::new();
    for call in ordered {
        let candidate = shown
            .iter()
            .filter(|v| matches!(v.stored_status, VerificationStatus::Queued | VerificationStatus::Sent))
            .filter(|v| v.number.e164 == call.from_e164 && v.authentic_number == call.to_e164)
            .filter(|v| v.is_shown(call.started_at) && !v.is_contested(shown, call.started_at))
            .filter(|v| !matched.iter().any(|(taken, _)| taken.uuid == v.uuid))
            .max_by_key(|v| (v.watch_from, &v.uuid));
        matched.extend(candidate.map(|verification| (verification, call)));
    }
    matched
}

#[cfg(test)]
#[path = "model_tests.rs"]
mod tests;
