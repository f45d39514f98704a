//! A raffle round and its changeable fields.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use super::chain;
use super::error::RaffleError;
use super::proof::AFTER_CLOSE;
use crate::clients::beacon;
use crate::ids::{RaffleRoundId, RestaurantId};
use crate::text_enum::text_enum;

/// Default number of entries that a diner may make in a round: one a day for a week (gaps G121).
pub const DEFAULT_ENTRIES_LIMIT: i32 = 7;
/// Maximum number of questions of a questionnaire, and maximum length of one in characters.
pub const MAX_QUESTIONS: usize = 10;
pub const MAX_QUESTION_LENGTH: usize = 200;

/// An admin's fields of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundForm {
    pub registerable_from: DateTime<Utc>,
    pub registerable_till: DateTime<Utc>,
    /// Number of winners to draw.
    pub winners_count: i32,
    /// Maximum number of entries of one diner.
    pub entries_limit: i32,
    /// Questions to diners when they enter; each answer is optional (gaps G125).
    pub questions: Vec<String>,
}

impl RoundForm {
    /// Returns the fields for the audit log.
    pub(super) fn audit_fields(&self) -> Value {
        json!({
            "registerable_from": self.registerable_from,
            "registerable_till": self.registerable_till,
            "winners_count": self.winners_count,
            "entries_limit": self.entries_limit,
            "questions": self.questions,
        })
    }
}

/// An admin's change of a round. Absent fields remain (gaps G276).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundChange {
    pub registerable_from: DateTime<Utc>,
    pub registerable_till: DateTime<Utc>,
    pub winners_count: i32,
    pub entries_limit: Option<i32>,
    pub questions: Option<Vec<String>>,
}

impl RoundChange {
    /// Returns the fields of a new round, with the default number of entries and without questions.
    pub fn into_form(self) -> RoundForm {
        RoundForm {
            registerable_from: self.registerable_from,
            registerable_till: self.registerable_till,
            winners_count: self.winners_count,
            entries_limit: self.entries_limit.unwrap_or(DEFAULT_ENTRIES_LIMIT),
            questions: self.questions.unwrap_or_default(),
        }
    }

    /// Returns the stored fields with the changed ones.
    pub fn onto(&self, stored: &RoundForm) -> RoundForm {
        let Self { entries_limit, questions, .. } = self;
        let questions = questions.clone().unwrap_or_else(|| stored.questions.clone());
        let entries_limit = entries_limit.unwrap_or(stored.entries_limit);
        Self { entries_limit: Some(entries_limit), questions: Some(questions), ..self.clone() }.into_form()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RaffleRound {
    pub id: RaffleRoundId,
    pub uid: String,
    pub restaurant_id: RestaurantId,
    pub form: RoundForm,
}

/// Builds the round from a row of `raffle_rounds`: each `query!` has a separate row type.
macro_rules! round_of {
    ($row:ident, $restaurant:expr, $questions:expr) => {
        $crate::raffles::model::RaffleRound {
            id: $crate::ids::RaffleRoundId($row.id),
            uid: $row.uid.clone(),
            restaurant_id: $restaurant,
            form: $crate::raffles::model::RoundForm {
                registerable_from: $row.registerable_from,
                registerable_till: $row.registerable_till,
                winners_count: $row.winners_count,
                entries_limit: $row.entries_limit,
                questions: $questions,
            },
        }
    };
}
pub(super) use round_of;

text_enum! {
    pub enum Stage {
        /// Before diners may enter.
        Planned = "planned",
        Open = "open",
        Closed = "closed",
    }
}

text_enum! {
    pub enum WonBy of "raffle_round_registrations.won_by" {
        Draw = "draw",
        Admin = "admin",
    }
}

impl RaffleRound {
    pub fn stage(&self, now: DateTime<Utc>) -> Stage {
        match self.form {
            RoundForm { registerable_from, .. } if now < registerable_from => Stage::Planned,
            RoundForm { registerable_till, .. } if now < registerable_till => Stage::Open,
            _ => Stage::Closed,
        }
    }
}

impl RoundForm {
    /// Returns the beacon's round for the draw: the first one that is published a minute after the close or later.
    pub fn beacon_round(&self) -> i64 {
        beacon::round_at(self.registerable_till + AFTER_CLOSE)
    }

    /// Returns link 0 of the chain of entries.
    pub fn first_link(&self, uid: &str) -> String {
        chain::first_link_with_close(uid, self.winners_count, self.beacon_round(), self.registerable_till)
    }

    /// # Errors
    /// The invalid field: the period must be in order and end in the future, and the counts must be within their limits.
    pub fn check(&self, now: DateTime<Utc>) -> Result<(), RaffleError> {
        let refuse = |field, is_good: bool| if is_good { Ok(()) } else { Err(RaffleError::Invalid(field)) };
        refuse("registerable_till", self.registerable_from < self.registerable_till && now < self.registerable_till)?;
        refuse("winners_count", (1..=1000).contains(&self.winners_count))?;
        refuse("entries_limit", (1..=30).contains(&self.entries_limit))?;
        let is_question = |text: &String| !text.trim().is_empty() && text.chars().count() <= MAX_QUESTION_LENGTH;
        refuse("questions", self.questions.len() <= MAX_QUESTIONS && self.questions.iter().all(is_question))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn form() -> RoundForm {
        RoundForm {
            registerable_from: at("2026-12-01T01:00:00Z"),
            registerable_till: at("2026-12-08T01:00:00Z"),
            winners_count: 10,
            entries_limit: DEFAULT_ENTRIES_LIMIT,
            questions: vec!["苦手な食材は？".into()],
        }
    }

    fn round(form: RoundForm) -> RaffleRound {
        RaffleRound { id: RaffleRoundId(1), uid: "r".into(), restaurant_id: RestaurantId(1), form }
    }

    #[test]
    fn a_round_opens_and_closes_at_its_instants() {
        let round = round(form());
        assert_eq!(round.stage(at("2026-12-01T00:59:59Z")), Stage::Planned);
        assert_eq!(round.stage(at("2026-12-01T01:00:00Z")), Stage::Open);
        assert_eq!(round.stage(at("2026-12-08T00:59:59Z")), Stage::Open);
        assert_eq!(round.stage(at("2026-12-08T01:00:00Z")), Stage::Closed);
    }

    #[test]
    fn invalid_raffle_names_its_field() {
        let now = at("2026-11-24T00:00:00Z");
        assert!(form().check(now).is_ok());
        let refused = |change: fn(&mut RoundForm), now| {
            let mut form = form();
            change(&mut form);
            match form.check(now) {
                Err(RaffleError::Invalid(field)) => field,
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(refused(|form| form.registerable_till = form.registerable_from, now), "registerable_till");
        assert_eq!(refused(|_| (), at("2026-12-08T01:00:00Z")), "registerable_till");
        for bad in [0, 1001] {
            let mut form = form();
            form.winners_count = bad;
            assert!(matches!(form.check(now), Err(RaffleError::Invalid("winners_count"))));
        }
        assert_eq!(refused(|form| form.entries_limit = 0, now), "entries_limit");
        assert_eq!(refused(|form| form.questions = vec![" ".into()], now), "questions");
        assert_eq!(refused(|form| form.questions = vec!["問".repeat(201)], now), "questions");
        assert_eq!(refused(|form| form.questions = vec!["問".into(); 11], now), "questions");
    }
}
