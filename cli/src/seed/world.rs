//! The structure of `fixtures/demo/world.json`.

use std::collections::HashMap;

use serde::Deserialize;
use serde_json::Value;

const EMBEDDED: &str = include_str!("../../../fixtures/demo/world.json");

#[derive(Deserialize)]
pub struct World {
    pub password: String,
    pub areas: Vec<Text>,
    pub cuisines: Vec<Text>,
    pub synonyms: Vec<Synonym>,
    pub diners: Vec<Diner>,
    pub owners: Vec<Owner>,
    pub admins: Vec<Admin>,
    pub slot_days: i64,
    pub restaurants: Vec<Restaurant>,
}

impl World {
    pub fn embedded() -> serde_json::Result<Self> {
        serde_json::from_str(EMBEDDED)
    }
}

#[derive(Clone, Deserialize)]
pub struct Text {
    pub ja: String,
    pub en: String,
}

/// Synonyms of this world, in addition to the ones that every installation has.
#[derive(Deserialize)]
pub struct Synonym {
    pub word: String,
    pub stands_for: String,
}

#[derive(Deserialize)]
pub struct Diner {
    pub email: String,
    pub name_last: String,
    pub name_first: String,
    pub kana_last: String,
    pub kana_first: String,
    pub phone_country: String,
    pub phone_local_number: String,
    pub prefecture: String,
    pub locale: String,
    #[serde(default)]
    pub has_card: bool,
    #[serde(default)]
    pub is_gold_invited: bool,
    #[serde(default)]
    pub is_ohc_invited: bool,
    #[serde(default)]
    pub is_agent: bool,
    #[serde(default)]
    pub favorites: Vec<String>,
}

#[derive(Deserialize)]
pub struct Owner {
    pub email: String,
    pub nickname: String,
    pub terms_agreed: bool,
}

#[derive(Deserialize)]
pub struct Admin {
    pub email: String,
    pub nickname: String,
    pub all_flags: bool,
}

#[derive(Deserialize)]
pub struct Restaurant {
    pub slug: String,
    pub owner: String,
    pub name: Text,
    pub name_kana: String,
    pub tagline: Text,
    pub description: Text,
    pub area: String,
    pub cuisine: String,
    pub prefecture: String,
    pub zip_code: String,
    pub address: Text,
    pub access: Text,
    pub chef: Text,
    pub phone: String,
    pub email: String,
    pub url: String,
    #[serde(default)]
    pub facilities: Vec<String>,
    pub reservation_fee: i32,
    pub allow_cancellation_waiting: bool,
    pub careers: Option<Value>,
    pub policy: Value,
    pub travel_law_notice: Option<Text>,
    /// Number of days from now until the online start; negative if it is in the past.
    pub online_start_days: i64,
    pub online_cancellation_within_days: Option<i32>,
    #[serde(default)]
    pub quarter_hour_calendar: bool,
    #[serde(default)]
    pub is_delivery_only: bool,
    #[serde(default = "public")]
    pub visibility: String,
    pub pictures: Vec<String>,
    pub operations: Vec<Operation>,
    pub groups: Vec<Group>,
    pub courses: Vec<Course>,
    pub customer_groups: Vec<CustomerGroup>,
    pub review_items: Vec<ReviewItem>,
    #[serde(default)]
    pub questions: Vec<Question>,
    pub round: Round,
    pub slots: Vec<SlotRule>,
    #[serde(default)]
    pub console: Option<Console>,
}

fn public() -> String {
    "public".to_owned()
}

#[derive(Deserialize)]
pub struct Operation {
    pub name: String,
    pub opens_at: String,
    pub closes_at: String,
    pub default_stay_minutes: i32,
    pub cutoff_hours: i32,
}

#[derive(Deserialize)]
pub struct Group {
    pub key: String,
    pub title: Text,
    pub short_label: String,
    pub inventory_type: String,
    pub capacity_per_stock: i32,
    pub items: Vec<String>,
}

#[derive(Deserialize)]
pub struct Course {
    pub key: String,
    pub operation: String,
    pub title: Text,
    pub description: Text,
    pub price: i32,
    pub is_prepaid: bool,
    pub daily_max: Option<i32>,
    pub price_description: Text,
    pub custom_unit: Option<Text>,
}

#[derive(Deserialize)]
pub struct CustomerGroup {
    pub label: String,
    pub label_short: String,
    #[serde(default)]
    pub soft_disallow_online_reservation: bool,
    #[serde(default)]
    pub allow_standby: bool,
    #[serde(default)]
    pub standby_notify_immediate: bool,
    #[serde(default)]
    pub standby_notify_before_days: i32,
}

/// A preference question. `only` is the option, counted from 1, of the previous question that it depends on.
#[derive(Deserialize)]
pub struct Question {
    pub timing: String,
    pub question_ja: String,
    pub question_en: String,
    #[serde(default)]
    pub options_ja: Vec<String>,
    #[serde(default)]
    pub options_en: Vec<String>,
    #[serde(default)]
    pub is_required: bool,
    #[serde(default)]
    pub only: Option<i32>,
}

#[derive(Deserialize)]
pub struct ReviewItem {
    pub key_name: String,
    pub label: Text,
}

#[derive(Deserialize)]
pub struct Round {
    pub kind: String,
    /// end_of_next_month or end_of_third_month
    #[serde(default)]
    pub till: Option<String>,
}

/// Data of the owner console: tags, planned slots, days, blacklisted numbers and features.
#[derive(Deserialize)]
pub struct Console {
    pub tags: Vec<Tag>,
    pub operation_slots: Vec<OperationSlot>,
    pub days: Vec<SampleDay>,
    pub blacklist: Vec<BlacklistedNumber>,
    pub show_gold_users: bool,
    pub delivery_provider: bool,
}

#[derive(Deserialize)]
pub struct Tag {
    pub label: String,
    pub color: String,
}

#[derive(Deserialize)]
pub struct OperationSlot {
    pub operation: String,
    /// The group's short label.
    pub group: String,
    pub from: String,
    pub till: String,
    pub weekdays: i32,
    /// Also applies to holidays.
    pub weekends: i32,
}

/// A day, counted from now, that is closed, tagged or has a memo.
#[derive(Deserialize)]
pub struct SampleDay {
    pub days: i64,
    #[serde(default)]
    pub is_closed: bool,
    #[serde(default)]
    pub memo: String,
    #[serde(default)]
    pub tags: Vec<String>,
}

#[derive(Deserialize)]
pub struct BlacklistedNumber {
    pub phone_local_number: String,
    pub internal_memo: String,
}

/// Slots on every matching day: one slot that offers all the times.
#[derive(Deserialize)]
pub struct SlotRule {
    pub operation: String,
    pub group: String,
    pub guests_counts: Vec<i32>,
    pub times: Vec<(String, String)>,
    pub courses: Vec<String>,
    pub weekdays: Weekdays,
    pub always_allow_last_solo: bool,
    /// Items that only the listed customer groups may book, by label.
    pub whitelist: HashMap<String, Vec<String>>,
    /// Title of the refill template that continues to create these slots, without the whitelist.
    #[serde(default)]
    pub template: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
pub enum Weekdays {
    All(String),
    Listed(Vec<String>),
}

impl Weekdays {
    pub fn contains(&self, day: chrono::Weekday) -> bool {
        match self {
            Self::All(all) => all == "all",
            Self::Listed(days) => days.iter().any(|listed| listed.eq_ignore_ascii_case(&day.to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::restaurants::facilities::Facility;

    use super::*;

    #[test]
    fn world_references_are_valid() {
        let world = World::embedded().unwrap();
        for restaurant in &world.restaurants {
            assert!(world.areas.iter().any(|area| area.ja == restaurant.area), "{}", restaurant.slug);
            assert!(world.cuisines.iter().any(|cuisine| cuisine.ja == restaurant.cuisine), "{}", restaurant.slug);
            assert!(world.owners.iter().any(|owner| owner.email == restaurant.owner), "{}", restaurant.slug);
            assert!(restaurant.facilities.iter().all(|text| Facility::named(text).is_some()), "{}", restaurant.slug);
            for rule in &restaurant.slots {
                let group = restaurant.groups.iter().find(|group| group.key == rule.group).expect("a slot's group");
                assert!(rule.whitelist.keys().all(|item| group.items.contains(item)));
                assert!(rule.courses.iter().all(|key| restaurant.courses.iter().any(|course| course.key == *key)));
            }
        }
    }
}
