use chrono::{DateTime, Duration, Utc};

use super::number::PhoneNumber;
use crate::signing::fingerprint;
use crate::text_enum::text_enum;

/// How long the shown number may be called.
pub const CALL_WINDOW: Duration = Duration::seconds(180);
/// How long a code sent by SMS is good, and how often it may be tried (G032).
pub const SMS_LIFETIME: Duration = Duration::minutes(10);
pub const SMS_TRIES: i32 = 5;
/// How long a confirmed number may wait for its form to be sent.
pub const CONFIRMATION_LIFETIME: Duration = Duration::hours(1);

/// The browser that asked, by its visitor cookie. A proof counts for this browser only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visitor(pub(crate) Vec<u8>);

impl Visitor {
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
    pub enum Flow {
        SignUp = "sign_up",
        PhoneUpdate = "phone_update",
    }
}

text_enum! {
    /// `idle` is the browser's own, before it asked.
    #[schema(as = PhoneStatus)]
    pub enum Status of "phone_verifications.status" {
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
    pub number: PhoneNumber,
    pub authentic_number: String,
    pub stored_status: Status,
    pub requested_at: DateTime<Utc>,
    /// The telephone provider's time from which calls count.
    pub watch_from: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

impl Verification {
    /// The status as of `now`: what is still open when its time is over has timed out, whatever the row says (G031).
    pub fn status(&self, now: DateTime<Utc>) -> Status {
        match self.stored_status {
            Status::Queued | Status::Sent if now >= self.expires_at => Status::Timeout,
            status => status,
        }
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
    pub started_at: DateTime<Utc>,
}

/// Providers stamp calls by the second, and their clock is not ours.
pub const CLOCK_SLACK: Duration = Duration::seconds(2);

/// Which call confirms which verification: of the verifications of the caller's number that were open when it rang, the
/// latest asked for. A call confirms one verification, and a verification takes its first call.
pub fn match_calls<'a>(
    open: &'a [Verification],
    calls: &'a [IncomingCall],
) -> Vec<(&'a Verification, &'a IncomingCall)> {
    let mut ordered: Vec<_> = calls.iter().collect();
    ordered.sort_by(|a, b| (a.started_at, &a.fid).cmp(&(b.started_at, &b.fid)));
    let mut matched: Vec<(&Verification, &IncomingCall)> = Vec::new();
    for call in ordered {
        let candidate = open
            .iter()
            .filter(|v| v.number.e164 == call.from_e164 && v.watch_from <= call.started_at + CLOCK_SLACK)
            .filter(|v| !matched.iter().any(|(taken, _)| taken.uuid == v.uuid))
            .max_by_key(|v| (v.watch_from, &v.uuid));
        matched.extend(candidate.map(|verification| (verification, call)));
    }
    matched
}

#[cfg(test)]
mod tests {
    use chrono::TimeZone;

    use super::*;

    fn at(seconds: i64) -> DateTime<Utc> {
        Utc.timestamp_opt(1_800_000_000 + seconds, 0).unwrap()
    }

    fn asked(uuid: &str, typed: &str, seconds: i64) -> Verification {
        Verification {
            uuid: uuid.into(),
            number: PhoneNumber::parse("JP", typed).unwrap(),
            authentic_number: "+815012345678".into(),
            stored_status: Status::Sent,
            requested_at: at(seconds),
            watch_from: at(seconds),
            expires_at: at(seconds) + CALL_WINDOW,
        }
    }

    fn call(fid: &str, from: &str, seconds: i64) -> IncomingCall {
        IncomingCall { fid: fid.into(), from_e164: from.into(), started_at: at(seconds) }
    }

    fn pairs<'a>(matched: &[(&'a Verification, &'a IncomingCall)]) -> Vec<(&'a str, &'a str)> {
        matched.iter().map(|(v, c)| (v.uuid.as_str(), c.fid.as_str())).collect()
    }

    #[test]
    fn time_runs_out_by_the_clock_not_by_the_row() {
        let verification = asked("a", "09012345678", 0);
        assert_eq!(verification.status(at(179)), Status::Sent);
        assert_eq!(verification.remaining_seconds(at(179)), 1);
        assert_eq!(verification.status(at(180)), Status::Timeout);
        assert_eq!(verification.remaining_seconds(at(500)), 0);
        let confirmed = Verification { stored_status: Status::Confirmed, ..verification };
        assert_eq!(confirmed.status(at(500)), Status::Confirmed);
    }

    #[test]
    fn a_call_confirms_only_its_own_number() {
        let open = [asked("a", "09012345678", 0), asked("b", "09010000001", 0)];
        let calls = [call("c1", "+819010000001", 5), call("c2", "+819099999999", 6)];
        assert_eq!(pairs(&match_calls(&open, &calls)), [("b", "c1")]);
    }

    #[test]
    fn a_call_from_before_the_question_is_no_answer() {
        let open = [asked("a", "09012345678", 100)];
        assert!(match_calls(&open, &[call("c1", "+819012345678", 50)]).is_empty());
        assert_eq!(match_calls(&open, &[call("c1", "+819012345678", 99)]).len(), 1);
    }

    #[test]
    fn each_call_counts_once_and_for_the_latest_question() {
        let open = [asked("old", "09012345678", 0), asked("new", "09012345678", 30)];
        assert_eq!(pairs(&match_calls(&open, &[call("c1", "+819012345678", 40)])), [("new", "c1")]);
        let two = [call("c2", "+819012345678", 50), call("c1", "+819012345678", 40)];
        assert_eq!(pairs(&match_calls(&open, &two)), [("new", "c1"), ("old", "c2")]);
    }
}
