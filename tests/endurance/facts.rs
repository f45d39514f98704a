//! Acknowledgements that the clients got: facts that the database must contain afterwards.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;
use tests::{DinerResponses, Reply};

use crate::kinds::{Refusal, WriteKind};

/// Facts that all clients record.
#[derive(Default)]
pub struct Facts {
    recorded: Mutex<Recorded>,
    writes: AtomicU64,
}

#[derive(Default)]
pub struct Recorded {
    /// Holds, bookings by staff and walk-ins whose creation was acknowledged, by uid.
    pub created: BTreeSet<String>,
    /// Reservations whose end was acknowledged.
    pub ended: BTreeSet<String>,
    /// Paid bookings that were acknowledged.
    pub booked: BTreeSet<String>,
    /// The part of `booked` that the diner then tried to cancel.
    pub given_up: BTreeSet<String>,
    /// The reservations that were named in the answers to each idempotency key.
    pub keys: BTreeMap<String, BTreeSet<String>>,
    /// Diners whose raffle entry was acknowledged.
    pub entrants: BTreeSet<i64>,
    /// Every attempted note, by its text.
    pub notes: BTreeMap<String, Note>,
    /// Number of slots that acknowledged refills have created.
    pub refilled: i64,
    /// Number of answers by status; `None`: no answer.
    pub statuses: BTreeMap<Option<u16>, u64>,
    /// Number of writes that succeeded, by kind.
    pub done: BTreeMap<WriteKind, u64>,
    pub refusals: BTreeMap<Refusal, u64>,
}

/// A note about a customer that replaces the note `seen`.
#[derive(Debug)]
pub struct Note {
    pub customer: String,
    pub seen: String,
    pub is_acknowledged: bool,
}

impl Facts {
    pub fn record<T>(&self, change: impl FnOnce(&mut Recorded) -> T) -> T {
        change(&mut self.recorded.lock())
    }

    /// Counts a write and its answer. `is_repeated`: an earlier attempt of the write had no answer.
    pub fn count(&self, kind: WriteKind, reply: Option<&Reply>, is_repeated: bool) {
        let is_done = reply.is_some_and(|reply| (200..300).contains(&reply.status));
        let refusal = reply.and_then(|reply| Refusal::find(kind, reply, is_repeated));
        if is_done || refusal.is_some() {
            self.writes.fetch_add(1, Ordering::Relaxed);
        }
        self.record(|recorded| {
            *recorded.statuses.entry(reply.map(|reply| reply.status)).or_default() += 1;
            if is_done {
                *recorded.done.entry(kind).or_default() += 1;
            }
            if let Some(refusal) = refusal {
                *recorded.refusals.entry(refusal).or_default() += 1;
            }
        });
    }

    /// Number of writes that succeeded or were refused: an attempt while no server or database is there does not count.
    pub fn writes(&self) -> u64 {
        self.writes.load(Ordering::Relaxed)
    }

    pub fn created(&self, uid: String) {
        self.record(|recorded| recorded.created.insert(uid));
    }

    pub fn created_once(&self, key: &str, uid: String) {
        self.record(|recorded| {
            recorded.keys.entry(key.to_owned()).or_default().insert(uid.clone());
            recorded.created.insert(uid);
        });
    }

    pub fn ended(&self, uid: String) {
        self.record(|recorded| recorded.ended.insert(uid));
    }

    pub fn lived(&self, responses: DinerResponses) {
        self.record(|recorded| {
            recorded.booked.extend(responses.booked);
            recorded.given_up.extend(responses.given_up);
        });
    }

    pub fn take(&self) -> Recorded {
        self.record(std::mem::take)
    }
}
