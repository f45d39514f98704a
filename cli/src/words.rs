//! Words of tables: the admin console's texts for the same codes, in English. `--json` keeps the codes, and arguments take either.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command};
use domain::i18n::{self, Locale};

/// Returns the word for a code.
pub fn word(group: &str, code: &str) -> String {
    i18n::word(Locale::En, group, code)
}

/// Groups of the codes in the details of findings, which SQL writes.
const GROUPS_OF_FINDINGS: [&str; 7] = [
    "charge",
    "word.charge_status",
    "word.mail",
    "word.ledger_account",
    "word.transfer_kind",
    "owner.reservation_type",
    "dispute.evidence.status",
];

/// Replaces the codes in the detail of a finding by words: `charge 36 (reservation_fee)` becomes `charge 36 (Reservation fee)`. Only names
/// with an underscore are codes.
pub fn with_words(detail: &str) -> String {
    let is_of_code = |letter: char| letter.is_ascii_lowercase() || letter == '_';
    let mut text = String::new();
    let mut rest = detail;
    while let Some(start) = rest.find(is_of_code) {
        let end = rest[start..].find(|letter| !is_of_code(letter)).map_or(rest.len(), |length| start + length);
        let code = &rest[start..end];
        let keys = GROUPS_OF_FINDINGS.map(|group| format!("{group}.{code}"));
        let key = keys.iter().find(|key| code.contains('_') && i18n::has(key));
        text += &rest[..start];
        text += &key.map_or_else(|| code.to_owned(), |key| i18n::t(Locale::En, key, &[]));
        rest = &rest[end..];
    }
    text + rest
}

/// Parses a code of a group, or its word as tables print it, in any case. The value is the code.
#[derive(Clone)]
pub struct CodeParser {
    group: &'static str,
    codes: Vec<&'static str>,
}

/// Returns the parser of an argument that takes a code of a group.
pub fn coded(group: &'static str, codes: impl IntoIterator<Item = &'static str>) -> CodeParser {
    CodeParser { group, codes: codes.into_iter().collect() }
}

impl TypedValueParser for CodeParser {
    type Value = String;

    fn parse_ref(&self, cmd: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, clap::Error> {
        let typed = value.to_string_lossy();
        let is_meant =
            |code: &str| typed.eq_ignore_ascii_case(code) || typed.eq_ignore_ascii_case(&word(self.group, code));
        match self.codes.iter().find(|code| is_meant(code)) {
            Some(code) => Ok((*code).to_owned()),
            None => PossibleValuesParser::new(self.codes.clone()).parse_ref(cmd, arg, value),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.codes.iter().map(|code| PossibleValue::new(*code))))
    }
}

#[cfg(test)]
mod tests {
    use domain::jobs::Queue;
    use domain::jobs::queries::JobState;
    use domain::ledger::model::{LedgerAccount, TransferKind};
    use domain::payments::model::{ChargeStatus, DisputeState, SubjectKind};
    use domain::reservations::model::{EndCause, Kind, Status};

    use super::*;

    #[test]
    fn argument_takes_code_and_word() {
        let queues = coded("word.queue", Queue::ALL.map(Queue::as_str));
        let command = Command::new("x").arg(Arg::new("queue").value_parser(queues));
        let read = |typed: &str| {
            let matches = command.clone().try_get_matches_from(["x", typed]).ok()?;
            matches.get_one::<String>("queue").cloned()
        };
        for typed in ["bulk_mail", "Bulk email", "bulk EMAIL"] {
            assert_eq!(read(typed).as_deref(), Some("bulk_mail"), "{typed}");
        }
        assert_eq!(read("nothing"), None);
    }

    #[test]
    fn codes_of_findings_become_words() {
        let detail =
            "charge 36 (reservation_fee) of reservation 12 (online_reservation): succeeded, mail 7 (plan_receipt)";
        let words = "charge 36 (Reservation fee) of reservation 12 (Online): succeeded, mail 7 (Plan paid)";
        assert_eq!(with_words(detail), words);
        assert_eq!(
            with_words("constraint seats_no_overlap of reservation_seats"),
            "constraint seats_no_overlap of reservation_seats"
        );
        assert_eq!(with_words(""), "");
    }

    #[test]
    fn every_code_of_a_table_has_a_word() {
        fn check(group: &str, codes: impl IntoIterator<Item = &'static str>) {
            for code in codes {
                assert!(i18n::has(&format!("{group}.{code}")), "{group} {code}");
            }
        }
        check("word.queue", Queue::ALL.map(Queue::as_str));
        check("word.job_state", JobState::ALL.map(JobState::as_str));
        check("word.job_kind", SubjectKind::ALL.map(SubjectKind::as_str));
        check("word.charge_status", ChargeStatus::ALL.map(ChargeStatus::as_str));
        check("word.dispute_state", DisputeState::ALL.map(DisputeState::as_str));
        check("word.ledger_account", LedgerAccount::ALL.map(LedgerAccount::as_str));
        check("word.transfer_kind", TransferKind::ALL.map(TransferKind::as_str));
        check("word.end_cause", EndCause::ALL.map(EndCause::as_str));
        check("owner.reservation_type", Kind::ALL.map(Kind::as_str));
        check("dispute.evidence.status", Status::ALL.map(Status::as_str));
        check("word.announcement_status", domain::announcements::model::STATUSES);
        check("word.announcement_subject", domain::announcements::model::SUBJECT_TYPES);
        check("word.plan_kind", domain::rounds::window::PlanKind::ALL.map(|kind| kind.as_str()));
        check("word.slot_state", domain::inventory::queries::list::SlotState::ALL.map(|state| state.as_str()));
        check("word.import_outcome", domain::offsite::report::RowOutcome::ALL.map(|outcome| outcome.as_str()));
        check("word.missed", domain::jobs::cron::Missed::ALL.map(|missed| missed.as_str()));
        check("word.schedule", domain::maintenance::DUTIES.map(|duty| duty.name));
        check("dispute.stage", domain::disputes::model::DisputeStage::ALL.map(|stage| stage.as_str()));
        check("word.holding_fate", domain::privacy::HoldingFate::ALL.map(|fate| fate.as_str()));
        let adjustments = domain::adjustments::model::AdjustmentStatus::ALL;
        check("word.adjustment_status", adjustments.map(|status| status.as_str()));
        let fees = domain::reservations::no_show_fee_rows::NoShowFeeStatus::ALL;
        check("word.no_show_fee_status", fees.map(|status| status.as_str()));
    }
}
