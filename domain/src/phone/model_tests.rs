use chrono::TimeZone;

use super::*;

const FIRST: &str = "+81355550100";
const SECOND: &str = "+81355550101";

fn at(seconds: i64) -> DateTime<Utc> {
    Utc.timestamp_opt(1_800_000_000 + seconds, 0).unwrap()
}

/// The first letter of a verification's uuid identifies its browser.
fn asked(uuid: &str, typed: &str, seconds: i64) -> Verification {
    Verification {
        uuid: uuid.into(),
        visitor: VisitorKey::from_cookie(&uuid[..1]),
        number: PhoneNumber::parse("JP", typed).unwrap(),
        authentic_number: FIRST.into(),
        stored_status: VerificationStatus::Sent,
        requested_at: at(seconds),
        watch_from: at(seconds),
        expires_at: at(seconds) + CALL_WINDOW,
    }
}

fn with_number(verification: Verification, authentic_number: &str) -> Verification {
    Verification { authentic_number: authentic_number.into(), ..verification }
}

fn ended(verification: Verification) -> Verification {
    Verification { stored_status: VerificationStatus::Timeout, ..verification }
}

fn call(fid: &str, from: &str, seconds: i64) -> IncomingCall {
    IncomingCall { fid: fid.into(), from_e164: from.into(), to_e164: FIRST.into(), started_at: at(seconds) }
}

fn pairs<'a>(matched: &[(&'a Verification, &'a IncomingCall)]) -> Vec<(&'a str, &'a str)> {
    matched.iter().map(|(v, c)| (v.uuid.as_str(), c.fid.as_str())).collect()
}

#[test]
fn verification_expires_by_clock_not_by_row() {
    let verification = asked("a", "09012345678", 0);
    assert_eq!(verification.status(at(179)), VerificationStatus::Sent);
    assert_eq!(verification.remaining_seconds(at(179)), 1);
    assert_eq!(verification.status(at(180)), VerificationStatus::Timeout);
    assert_eq!(verification.remaining_seconds(at(500)), 0);
    let confirmed = Verification { stored_status: VerificationStatus::Confirmed, ..verification };
    assert_eq!(confirmed.status(at(500)), VerificationStatus::Confirmed);
}

#[test]
fn a_call_confirms_only_its_own_number() {
    let open = [asked("a", "09012345678", 0), asked("b", "09010000001", 0)];
    let calls = [call("c1", "+819010000001", 5), call("c2", "+819099999999", 6)];
    assert_eq!(pairs(&match_calls(&open, &calls)), [("b", "c1")]);
}

#[test]
fn a_call_confirms_only_the_browser_that_was_shown_the_number() {
    let open = [asked("a", "09012345678", 0), with_number(asked("b", "09012345678", 1), SECOND)];
    assert_eq!(pairs(&match_calls(&open, &[call("c1", "+819012345678", 5)])), [("a", "c1")]);
    let to_second = IncomingCall { to_e164: SECOND.into(), ..call("c2", "+819012345678", 5) };
    assert_eq!(pairs(&match_calls(&open, &[to_second])), [("b", "c2")]);
}

#[test]
fn number_shown_to_several_browsers_verifies_none() {
    let call = [call("c1", "+819012345678", 40)];
    for others in [
        asked("b", "09012345678", 10),
        asked("b", "09012345678", 41),
        ended(asked("b", "09012345678", 10)),
        ended(asked("b", "09012345678", -250)),
    ] {
        let shown = [asked("a", "09012345678", 0), others];
        assert!(match_calls(&shown, &call).is_empty(), "{:?}", shown[1]);
        assert!(shown[0].is_contested(&shown, at(40)));
    }
    for others in [asked("b", "09012345678", 50), ended(asked("b", "09012345678", -261)), asked("b", "09010000001", 10)]
    {
        let shown = [asked("a", "09012345678", 0), others];
        assert_eq!(pairs(&match_calls(&shown, &call)), [("a", "c1")]);
        assert!(!shown[0].is_contested(&shown, at(40)));
    }
}

#[test]
fn call_before_verification_confirms_nothing() {
    let open = [asked("a", "09012345678", 100)];
    assert!(match_calls(&open, &[call("c1", "+819012345678", 50)]).is_empty());
    assert_eq!(match_calls(&open, &[call("c1", "+819012345678", 99)]).len(), 1);
}

#[test]
fn each_call_confirms_latest_verification_of_one_browser() {
    let open = [asked("a-old", "09012345678", 0), asked("a-new", "09012345678", 30)];
    assert_eq!(pairs(&match_calls(&open, &[call("c1", "+819012345678", 40)])), [("a-new", "c1")]);
    let two = [call("c2", "+819012345678", 50), call("c1", "+819012345678", 40)];
    assert_eq!(pairs(&match_calls(&open, &two)), [("a-new", "c1"), ("a-old", "c2")]);
    let repeated = [ended(asked("a-old", "09012345678", 0)), asked("a-new", "09012345678", 30)];
    assert_eq!(pairs(&match_calls(&repeated, &[call("c1", "+819012345678", 40)])), [("a-new", "c1")]);
}

#[test]
fn browsers_of_one_caller_get_different_numbers_if_available() {
    let numbers = [FIRST.to_owned(), SECOND.to_owned()];
    let show = |shown: &[Verification], browser: &str| {
        number_to_show(&numbers, shown, &VisitorKey::from_cookie(browser), at(60)).unwrap().to_owned()
    };
    let first = asked("a", "09012345678", 0);
    let second = with_number(asked("b", "09012345678", 10), SECOND);
    assert_eq!(show(&[], "a"), FIRST);
    assert_eq!(show(&[ended(first.clone())], "a"), FIRST, "a repeat keeps its number");
    assert_eq!(show(&[ended(first.clone())], "b"), SECOND, "a late call to the first must not confirm the second");
    assert_eq!(show(&[first.clone(), second.clone()], "b"), SECOND);
    assert_eq!(show(&[first.clone(), second.clone()], "c"), FIRST, "no number is free, so one is shared");
    let third = asked("c", "09012345678", 20);
    assert_eq!(show(&[first.clone(), second, third], "d"), SECOND, "the one with the fewest browsers");
    let old = asked("b", "09012345678", -240);
    assert_eq!(show(&[old], "a"), FIRST, "a number becomes free again");
    assert_eq!(
        show(&[first.clone(), asked("c", "09012345678", 5)], "a"),
        SECOND,
        "out of a shared one into a free one"
    );
    assert_eq!(number_to_show(&[], &[first], &VisitorKey::from_cookie("a"), at(0)), None);
}
