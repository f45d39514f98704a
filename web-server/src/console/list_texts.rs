//! The texts of a list's CSV file in the reader's language: the head of each column, and the word of each code.

use domain::accounts::prefectures;
use domain::i18n::{Locale, has, t, word};
use serde_json::Value;

use super::detail_text::detail_text;

/// The texts of a list's file.
#[derive(Clone, Copy, Debug)]
pub struct ListTexts<'a> {
    /// The last part of the list's address.
    pub list: &'a str,
    pub locale: Locale,
}

impl ListTexts<'_> {
    /// Returns the head of a field's column: its text in this list, if it has one, otherwise its text in all lists.
    pub fn head(self, field: &str) -> String {
        let own = format!("lists.csv.{}.{field}", self.list);
        let key = if has(&own) { own } else { format!("lists.csv.{field}") };
        t(self.locale, &key, &[])
    }

    /// Returns a field's value as text.
    pub fn value(self, field: &str, value: &Value) -> String {
        match value {
            Value::Null => String::new(),
            Value::Bool(flag) => self.flag(*flag),
            Value::String(text) => self.text(field, text),
            Value::Object(detail) => detail_text(self.locale, detail),
            Value::Array(codes) if codes.iter().all(Value::is_string) => {
                let words: Vec<_> = codes.iter().filter_map(Value::as_str).map(|code| self.code(field, code)).collect();
                words.join(self.locale.pick("、", ", "))
            }
            other => other.to_string(),
        }
    }

    fn text(self, field: &str, text: &str) -> String {
        match (self.list, field) {
            // The subject of a job is stored as JSON.
            ("jobs" | "dead_letters", "about") => match serde_json::from_str(text) {
                Ok(Value::Object(about)) => detail_text(self.locale, &about),
                _ => text.to_owned(),
            },
            ("users" | "restaurants", "prefecture") => prefectures::label(self.locale, text),
            _ => self.code(field, text),
        }
    }

    /// Returns the word of a field's code; the text itself if the field has no codes.
    fn code(self, field: &str, code: &str) -> String {
        match group(self.list, field, code) {
            Some(group) => word(self.locale, group, code),
            None => code.to_owned(),
        }
    }

    fn flag(self, flag: bool) -> String {
        t(self.locale, if flag { "lists.csv_flag.true" } else { "lists.csv_flag.false" }, &[])
    }
}

/// Returns the group of the catalogue with the words of a field's codes; None if its values are not codes.
fn group(list: &str, field: &str, code: &str) -> Option<&'static str> {
    let group = match (list, field) {
        ("plan_prices" | "campaign_codes", "grade") => "word.grade",
        ("plan_prices", "interval") => "word.plan_interval",
        ("operations", "name") | ("courses", "operation") => "operation",
        ("inventory_groups", "inventory_type") => "word.seat_type",
        ("preference_questions", "timing") => "word.question_timing",
        ("preference_questions", "question_type") => "word.question_type",
        ("charges", "kind") | ("disputes", "charge_kind") => "charge",
        ("charges", "status") | ("no_show_fees", "charge_status") => "word.charge_status",
        ("charges", "dispute_state") => "word.dispute_state",
        ("refunds" | "payouts" | "ledger_transfers", "kind") => "word.transfer_kind",
        ("ledger_transfers", "debit_account" | "credit_account") => "word.ledger_account",
        ("payment_adjustments", "kind") => "word.adjustment_kind",
        ("payment_adjustments", "status") => "word.adjustment_status",
        ("payment_adjustments", "borne_by") => "word.borne_by",
        ("disputes", "borne_by") => "word.dispute_bearer",
        ("disputes", "reason") => "dispute.reason",
        ("cancel_requests", "status") => "word.cancel_request_status",
        ("cancel_requests", "reason") => "word.end_cause",
        ("no_show_fees", "status") => "word.no_show_fee_status",
        ("gold_plan_change_requests", "outcome") => "word.change_outcome",
        ("gold_plan_change_requests", "plan_interval") => "word.plan_interval",
        ("announcements", "status") => "word.announcement_status",
        ("announcements", "subject_type") => "word.announcement_subject",
        ("reservations", "type") => "owner.reservation_type",
        ("reservations", "status") => "word.reservation_status",
        ("reservations", "operation") => "operation",
        ("customers", "type") => "owner.customer_type",
        ("reviews", "rating") => "word.rating",
        ("reviews", "reasons") => "word.review_reason",
        ("staff", "role") => "word.role",
        ("restaurants", "visibility") => "word.visibility",
        ("users", "locale") => "word.language",
        ("users", "premium_grade") => "word.grade",
        ("audit_events", "actor") => "word.actor",
        ("audit_events", "action") => "word.action",
        ("jobs" | "dead_letters", "queue") => "word.queue",
        ("jobs" | "dead_letters", "subject_kind") if has(&format!("word.job_kind.{code}")) => "word.job_kind",
        ("jobs" | "dead_letters", "subject_kind") => "word.mail",
        ("jobs", "state") => "word.job_state",
        ("schedules", "missed") => "word.missed",
        _ => return None,
    };
    Some(group)
}

#[cfg(test)]
mod tests {
    use domain::listing::{FieldKind, ListRow};
    use domain::lists::{
        AdjustmentEntry, AdminEntry, AnnouncementEntry, AuditEventEntry, BlacklistedNumberEntry, CancelRequestEntry,
        ChargeEntry, DeadLetterEntry, DisputeEntry, JobEntry, NoShowFeeEntry, OwnerCustomerEntry,
        OwnerReservationEntry, OwnerReviewEntry, OwnerStaffEntry, PayoutEntry, PlanChangeRequestEntry,
        RaffleRoundEntry, RefundEntry, ReservationEntry, RestaurantEntry, ScheduleEntry, StaffEntry, TransferEntry,
        UserEntry,
    };
    use domain::reviews::{NEGATIVE_REASONS, POSITIVE_REASONS};
    use serde_json::json;

    use super::*;

    fn check<R: ListRow>(list: &str) {
        for field in R::LISTING.fields {
            let keys = [format!("lists.csv.{}", field.name), format!("lists.csv.{list}.{}", field.name)];
            assert!(keys.iter().any(|key| has(key)), "{list} has no head for {}", field.name);
            let FieldKind::Choice(codes) = field.kind else { continue };
            for code in codes {
                let words =
                    group(list, field.name, code).unwrap_or_else(|| panic!("{list}: {} has no words", field.name));
                assert!(has(&format!("{words}.{code}")), "{list}: {} has no word for {code}", field.name);
            }
        }
    }

    #[test]
    fn every_field_has_a_head_and_every_code_a_word() {
        check::<RestaurantEntry>("restaurants");
        check::<UserEntry>("users");
        check::<ReservationEntry>("reservations");
        check::<ChargeEntry>("charges");
        check::<RefundEntry>("refunds");
        check::<DisputeEntry>("disputes");
        check::<AdjustmentEntry>("payment_adjustments");
        check::<TransferEntry>("ledger_transfers");
        check::<PayoutEntry>("payouts");
        check::<AuditEventEntry>("audit_events");
        check::<CancelRequestEntry>("cancel_requests");
        check::<PlanChangeRequestEntry>("gold_plan_change_requests");
        check::<NoShowFeeEntry>("no_show_fees");
        check::<AnnouncementEntry>("announcements");
        check::<RaffleRoundEntry>("raffle_rounds");
        check::<AdminEntry>("admin_users");
        check::<JobEntry>("jobs");
        check::<DeadLetterEntry>("dead_letters");
        check::<ScheduleEntry>("schedules");
        check::<StaffEntry>("staff");
        check::<OwnerCustomerEntry>("customers");
        check::<OwnerReservationEntry>("reservations");
        check::<OwnerReviewEntry>("reviews");
        check::<OwnerStaffEntry>("staff");
        check::<BlacklistedNumberEntry>("restaurant_blacklisted_phone_numbers");
    }

    #[test]
    fn words_are_in_the_language_of_the_reader() {
        let texts = |list, locale| ListTexts { list, locale };
        assert_eq!(texts("payouts", Locale::Ja).code("kind", "payout"), "店舗への支払い");
        assert_eq!(texts("payouts", Locale::En).code("kind", "payout"), "Payout to a restaurant");
        assert_eq!(texts("jobs", Locale::En).code("subject_kind", "correction"), "Manual charge");
        assert_eq!(texts("payouts", Locale::En).code("reference", "payout"), "payout", "not a code");
        assert_eq!(texts("users", Locale::Ja).head("phone_e164"), "電話番号");
        assert_eq!(texts("operations", Locale::En).head("name"), "Meal");
        assert_eq!(
            (texts("users", Locale::Ja).flag(true), texts("users", Locale::En).flag(false)),
            ("はい".into(), "No".into())
        );
        let japanese = texts("users", Locale::Ja);
        assert_eq!(japanese.value("prefecture", &json!("overseas")), "海外");
        assert_eq!(texts("users", Locale::En).value("prefecture", &json!("東京都")), "Tokyo");
        let detail = json!({ "type": "offsite_reservation" });
        assert_eq!(texts("audit_events", Locale::Ja).value("detail", &detail), "種類: 他サイト予約");
        assert_eq!(texts("jobs", Locale::Ja).value("about", &json!("{\"user_id\":3}")), "ユーザー: 3");
        for reason in POSITIVE_REASONS.iter().chain(&NEGATIVE_REASONS) {
            assert_ne!(texts("reviews", Locale::En).code("reasons", reason), *reason);
        }
    }
}
