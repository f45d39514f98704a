use std::collections::BTreeSet;

use chrono::{DateTime, Duration, Utc};

use super::number::PhoneNumber;
use crate::signing::fingerprint;
use crate::text_enum::text_enum;

/// How long the shown number may be called.
pub const CALL_WINDOW: Duration = Duration::seconds(180);
/// How long the shown number stays the browser's own: whoever calls late must not prove anything to the next browser.
pub const NUMBER_RESERVATION: Duration = Duration::seconds(300);
/// How long a code sent by SMS is good, and how often it may be tried (G032).
pub const SMS_LIFETIME: Duration = Duration::minutes(10);
pub const MAX_SMS_ATTEMPTS: i32 = 5;
/// How long a confirmed number may wait for its form to be sent.
pub const CONFIRMATION_LIFETIME: Duration = Duration::hours(1);

/// The browser that asked, by its visitor cookie. A proof counts for this browser only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VisitorKey(pub(crate) Vec<u8>);

impl VisitorKey {
    pub fn from_cookie(value: &str) -> Self {
        Self(fingerprint(value))
    }

    /// The counter of `name` for this browser.
    pub fn bucket(&self, name: &str) -> String {
        let hash: String = self.0.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
        format!("{name}:{hash}")
    }
}

text_enum! {
    /// Why a number is proven.
    #[schema(as = PhoneFlow)]
    pub enum VerificationFlow {
        SignUp = "sign_up",
        PhoneUpdate = "phone_update",
    }
}

text_enum! {
    /// `idle` is the browser's own, before it asked.
    #[schema(as = PhoneStatus)]
    pub enum VerificationStatus of "phone_verifications.status" {
        Queued = "queued",
        Sent = "sent",
        Confirmed = "confirmed",
        Failed = "failed",
        Timeout = "timeout",
    }
}

/// One verification by call, as its row has it.
#[derive(Clone, Debug)]
pub struct Verification {
    pub uuid: String,
    /// The browser that the number was shown to.
    pub visitor: VisitorKey,
    pub number: PhoneNumber,
    pub authentic_number: String,
    pub stored_status: VerificationStatus,
    pub requested_at: DateTime<Utc>,
    /// The telephone provider's time from which calls count.
    pub watch_from: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

impl Verification {
    /// The status as of `now`: what is still open when its time is over has timed out, whatever the row says (G031).
    pub fn status(&self, now: DateTime<Utc>) -> VerificationStatus {
        match self.stored_status {
            VerificationStatus::Queued | VerificationStatus::Sent if now >= self.expires_at => {
                VerificationStatus::Timeout
            }
            status => status,
        }
    }

    /// Whether the browser may still mean this verification when it is called at `at` (the provider's time).
    fn is_shown(&self, at: DateTime<Utc>) -> bool {
        self.watch_from <= at + CLOCK_SLACK && at < self.watch_from + NUMBER_RESERVATION
    }

    /// Whether another of the verifications `shown` has the same caller and the same number of ours at `at`: then a call
    /// proves nothing, since either browser may have been the one that asked for it.
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

/// A call the provider says reached us.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IncomingCall {
    pub fid: String,
    pub from_e164: String,
    /// The number of ours that was called.
    pub to_e164: String,
    pub started_at: DateTime<Utc>,
}

/// Providers stamp calls by the second, and their clock is not ours.
pub const CLOCK_SLACK: Duration = Duration::seconds(2);

/// Which of our `numbers` a browser is shown for its caller, where `shown` are the unconfirmed verifications of this caller.
/// It keeps the number that it has to itself, takes one that no other browser has, or, when there is none, shares the one
/// that the fewest have. Nothing only when we have no number.
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

/// Which call confirms which open verification, where `shown` are the unconfirmed verifications of the callers, those that
/// have ended included. A call to a number confirms only the browser that was shown it; where several browsers may have
/// been, it confirms nobody. Of one browser's, it confirms the latest. A call confirms one verification, and a verification
/// takes its first call.
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
