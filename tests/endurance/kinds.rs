//! The kinds of writes, and the refusals that contention explains.

use reqwest::Method;
use serde_json::Value;
use tests::Reply;

/// Length of a body without a code, as far as it is shown.
const SHOWN: usize = 60;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WriteKind {
    /// A diner holds a seat.
    Hold,
    /// A diner releases a hold.
    Release,
    /// Staff record a visit.
    Visit,
    WalkIn,
    /// Staff delete a visit or a walk-in.
    Deletion,
    /// Staff replace the note about a customer.
    Note,
    /// Staff enter a party into the waiting list.
    WaitingParty,
    /// Staff give seats to a waiting party.
    SeatOffer,
    /// Staff remove a party from the waiting list.
    PartyRemoval,
    RaffleEntry,
    Refill,
}

impl WriteKind {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hold => "hold",
            Self::Release => "release",
            Self::Visit => "visit",
            Self::WalkIn => "walk_in",
            Self::Deletion => "deletion",
            Self::Note => "note",
            Self::WaitingParty => "waiting_party",
            Self::SeatOffer => "seat_offer",
            Self::PartyRemoval => "party_removal",
            Self::RaffleEntry => "raffle_entry",
            Self::Refill => "refill",
        }
    }

    pub const fn method(self) -> Method {
        match self {
            Self::Release | Self::Deletion | Self::PartyRemoval => Method::DELETE,
            Self::Note => Method::PATCH,
            Self::Hold
            | Self::Visit
            | Self::WalkIn
            | Self::WaitingParty
            | Self::SeatOffer
            | Self::RaffleEntry
            | Self::Refill => Method::POST,
        }
    }

    /// Codes of refusals because another client came first.
    const fn contended(self) -> &'static [&'static str] {
        match self {
            Self::Hold => &["full", "raced"],
            // The specification's body of a release that is too late: another hold of the diner has replaced the hold.
            Self::Release => &["false"],
            Self::Visit => &["seat_taken", "seat_held"],
            Self::WalkIn => &["seat_taken"],
            Self::Note => &["note_changed"],
            Self::SeatOffer => &["not_enough_seats", "seat_taken"],
            Self::Deletion | Self::WaitingParty | Self::PartyRemoval | Self::RaffleEntry | Self::Refill => &[],
        }
    }

    /// Codes of refusals because an earlier attempt of the same write, whose answer was lost, has succeeded.
    const fn done_before(self) -> &'static [&'static str] {
        match self {
            Self::Deletion => &["reservation_ended"],
            Self::RaffleEntry => &["raffle_entry_too_early"],
            _ => &[],
        }
    }
}

/// A rejected write. Neither 429 nor 503 is one: the client repeats the write.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Refusal {
    pub kind: WriteKind,
    pub status: u16,
    /// The code of the problem, or the beginning of a body without a code.
    pub code: String,
    pub is_expected: bool,
}

impl Refusal {
    /// Returns the refusal in a reply; `None` if the write succeeded or the server was busy. `is_repeated`: an earlier attempt had no answer.
    pub fn find(kind: WriteKind, reply: &Reply, is_repeated: bool) -> Option<Self> {
        let is_refusal = !(200..300).contains(&reply.status) && !matches!(reply.status, 429 | 503);
        is_refusal.then(|| Self::new(kind, reply.status, &reply.body, is_repeated))
    }

    pub fn new(kind: WriteKind, status: u16, body: &str, is_repeated: bool) -> Self {
        let problem: Option<Value> = serde_json::from_str(body).ok();
        let code = problem.and_then(|problem| problem["code"].as_str().map(str::to_owned));
        let code = code.unwrap_or_else(|| body.chars().take(SHOWN).collect());
        let is_among = |codes: &[&str]| codes.contains(&code.as_str());
        let is_expected = status < 500 && (is_among(kind.contended()) || is_repeated && is_among(kind.done_before()));
        Self { kind, status, code, is_expected }
    }
}
