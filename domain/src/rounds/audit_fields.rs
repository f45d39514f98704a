//! The old and the new fields of a plan for the audit log (gaps G318).

use serde_json::{Value, json};

use super::plan::Periodic;
use super::queries::StoredPlan;
use super::rrules::WEEKDAYS;
use super::schedule::{Rule, RuleDays};
use super::window::{PlanKind, Round};

/// The fields of a plan that an admin enters. Rounds of other plans than custom ones follow from the rules and the time.
#[derive(Default)]
pub(super) struct PlanFields {
    pub(super) kind: Option<PlanKind>,
    pub(super) periodic: Option<Periodic>,
    pub(super) rounds: Vec<Round>,
}

impl PlanFields {
    pub(super) fn of_stored(plan: StoredPlan) -> Self {
        let rounds = plan.rounds.into_iter().map(|(_, round)| round);
        let rounds = if plan.kind == PlanKind::Custom { rounds.collect() } else { Vec::new() };
        Self { kind: Some(plan.kind), periodic: plan.periodic, rounds }
    }

    /// Returns the fields, with the rules and rounds that `other` lacks.
    pub(super) fn audit_fields(&self, other: &Self) -> Value {
        let periodic = self.periodic.as_ref();
        let rules = self.rules().iter().filter(|rule| !other.rules().contains(rule)).map(rule_fields).collect();
        let rounds = self.rounds.iter().filter(|round| !other.rounds.contains(round)).map(round_fields).collect();
        json!({
            "kind": self.kind.map(PlanKind::as_str),
            "open_for_months": periodic.map(|periodic| periodic.open_for_months),
            "open_upto_mode": periodic.map(|periodic| periodic.open_upto_mode.as_str()),
            "open_immediate": periodic.map(|periodic| periodic.open_immediate),
            "open_schedule_rules": non_empty(rules),
            "reservation_rounds": non_empty(rounds),
        })
    }

    fn rules(&self) -> &[Rule] {
        match &self.periodic {
            Some(periodic) => &periodic.rules,
            None => &[],
        }
    }
}

fn non_empty(list: Vec<Value>) -> Option<Vec<Value>> {
    (!list.is_empty()).then_some(list)
}

fn round_fields(round: &Round) -> Value {
    json!({ "effective_at": round.effective_at, "online_reservable_till": round.online_reservable_till })
}

/// Returns a rule by its month, day and time of day. -1 is the last day or week of a month.
fn rule_fields(rule: &Rule) -> Value {
    let time = rule.time.format("%H:%M").to_string();
    match rule.days {
        RuleDays::Every => json!({ "time": time }),
        RuleDays::OfMonth { month, day } => json!({ "month": month, "day_of_month": day, "time": time }),
        RuleDays::OfWeek { month, week, weekday } => {
            let weekday = WEEKDAYS.into_iter().find(|(_, known)| *known == weekday).map(|(name, _)| name);
            json!({ "month": month, "week_of_month": week, "day_of_week": weekday, "time": time })
        }
    }
}
