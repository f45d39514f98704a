//! Rows of the catalogue.

use std::collections::BTreeMap;

use chrono::{DateTime, Duration, DurationRound, NaiveDate, NaiveTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::facilities::Facility;
use super::policy::CancellationPolicy;
use crate::ids::{AreaId, CourseId, CuisineId, RestaurantId};
use crate::money::Yen;
use crate::text_enum::text_enum;
use crate::zone::{BusinessTime, Zone};

/// A text in both languages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bilingual {
    pub ja: String,
    pub en: String,
}

impl Bilingual {
    pub fn new(ja: impl Into<String>, en: impl Into<String>) -> Self {
        Self { ja: ja.into(), en: en.into() }
    }

    /// Returns the text in the reader's language; the Japanese one if there is no English one.
    pub fn get(&self, english: bool) -> &str {
        if english && !self.en.is_empty() { &self.en } else { &self.ja }
    }
}

text_enum! {
    pub enum Visibility of "restaurants.visibility" {
        Public = "public",
        /// Accessible by its address, but not listed.
        Unlisted = "unlisted",
        Hidden = "hidden",
    }
}

#[derive(Clone, Debug)]
pub struct Restaurant {
    pub id: RestaurantId,
    pub slug: String,
    pub name: Bilingual,
    pub tagline: Bilingual,
    pub description: Bilingual,
    pub area: Bilingual,
    pub cuisine: Bilingual,
    pub prefecture: String,
    pub address: Bilingual,
    pub access: Bilingual,
    pub chef: Bilingual,
    pub phone: String,
    pub email: String,
    pub url: String,
    pub careers: Option<Value>,
    pub facilities: Vec<Facility>,
    pub pictures: Vec<String>,
    /// Descriptions of the pictures, by file.
    pub picture_texts: BTreeMap<String, PictureText>,
    pub zone: Zone,
    pub time_zone: String,
    pub visibility: Visibility,
    pub is_noindex: bool,
    pub is_delivery_only: bool,
    pub allow_cancellation_waiting: bool,
    pub reservation_fee: Yen,
    pub policy: CancellationPolicy,
    pub travel_law_notice: Option<Bilingual>,
    pub min_calendar_delay_ms: i32,
    pub max_calendar_delay_ms: i32,
    pub online_starts_at: DateTime<Utc>,
    /// Whether a waiting room is in front of its openings (gaps G300).
    pub has_waiting_room: bool,
}

impl Restaurant {
    pub fn is_open_online(&self, now: DateTime<Utc>) -> bool {
        self.online_starts_at <= now
    }
}

/// Terms that a booking copies from its restaurant, read in the booking's transaction.
#[derive(Clone, Debug)]
pub struct BookingTerms {
    pub zone: Zone,
    pub is_hidden: bool,
    /// Yen for each guest.
    pub reservation_fee: Yen,
    pub policy: CancellationPolicy,
}

text_enum! {
    /// A meal of a restaurant, or its takeaway.
    pub enum OperationName of "operations.name", "courses.operation", "online_stock_groups.operation", "reservations.operation",
        "calendar_operation_settings.operation", "calendar_operation_slots.operation", "operation_stays.operation",
        "report_turn_times.operation" {
        Lunch = "lunch",
        Dinner = "dinner",
        Takeaway = "takeaway",
    }
}

/// Visits begin and end at multiples of five minutes.
pub const VISIT_STEP_MINUTES: i32 = 5;

/// Returns the last time up to an instant at which a visit can begin or end.
pub fn last_visit_step(at: DateTime<Utc>) -> DateTime<Utc> {
    at.duration_trunc(Duration::minutes(VISIT_STEP_MINUTES.into())).unwrap_or(at)
}

#[derive(Clone, Debug)]
pub struct Operation {
    pub name: OperationName,
    pub opens_at: NaiveTime,
    /// May be after midnight.
    pub closes_at: BusinessTime,
    /// As set, 1 to 1,440. Visits last for `stay_minutes`.
    pub default_stay_minutes: i32,
    pub cutoff_hours: i32,
}

impl Operation {
    /// Returns the default stay of a visit: rounded up, so that the visit ends at a multiple of five minutes.
    pub fn stay_minutes(&self) -> i32 {
        match self.default_stay_minutes % VISIT_STEP_MINUTES {
            0 => self.default_stay_minutes,
            rest => self.default_stay_minutes + VISIT_STEP_MINUTES - rest,
        }
    }
}

/// Returns the business day of an instant: after midnight it is the evening's day until the last meal ends or the next day opens.
pub fn business_day(operations: &[Operation], zone: Zone, at: DateTime<Utc>) -> NaiveDate {
    let date = zone.date_of(at);
    let before = date - Duration::days(1);
    let is_late = operations.iter().any(|operation| at < zone.at_time(before, operation.closes_at));
    let has_opened = operations.iter().any(|operation| zone.at(date, operation.opens_at) <= at);
    if is_late && !has_opened { before } else { date }
}

#[derive(Clone, Debug)]
pub struct Course {
    pub id: CourseId,
    pub uid: String,
    pub operation: OperationName,
    pub title: Bilingual,
    pub description: Bilingual,
    pub price: Yen,
    pub price_description: Bilingual,
    pub custom_unit: Option<Bilingual>,
    pub is_prepaid: bool,
    pub daily_max: Option<i32>,
}

/// Description of a picture in both languages; blank if none was entered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PictureText {
    pub ja: String,
    pub en: String,
}

/// Endings of the names of an uploaded picture's larger and smaller file: the longest side in pixels.
pub const LARGE_END: &str = "-1600.jpg";
const SMALL_END: &str = "-640.jpg";

/// Returns the smaller file of an uploaded picture. A picture of the installation has a single file.
pub fn small_of(file: &str) -> String {
    file.strip_suffix(LARGE_END).map_or_else(|| file.to_owned(), |name| format!("{name}{SMALL_END}"))
}

/// Whether a file was uploaded, by its name.
pub fn is_uploaded(file: &str) -> bool {
    let uid = file.strip_suffix(LARGE_END).or_else(|| file.strip_suffix(SMALL_END));
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    uid.is_some_and(|uid| !uid.is_empty() && uid.bytes().all(is_plain))
}

/// A restaurant of a list.
#[derive(Clone, Debug)]
pub struct RestaurantListItem {
    pub id: RestaurantId,
    pub slug: String,
    pub name: Bilingual,
    pub tagline: Bilingual,
    pub area: Bilingual,
    pub cuisine: Bilingual,
    pub prefecture: String,
    pub pictures: Vec<String>,
    pub price_from: Option<Yen>,
    pub online_starts_at: DateTime<Utc>,
    pub is_delivery_only: bool,
    pub favorited: bool,
}

/// An area or a cuisine to choose from.
#[derive(Clone, Debug)]
pub struct LabelChoice<Id> {
    pub id: Id,
    pub label: Bilingual,
}

/// Filter of a list of restaurants; empty means all.
#[derive(Clone, Debug, Default)]
pub struct RestaurantFilter {
    pub area: Option<AreaId>,
    pub cuisines: Vec<CuisineId>,
    pub prefectures: Vec<String>,
    pub keyword: Option<String>,
    /// A restaurant has all of them.
    pub facilities: Vec<Facility>,
    /// Only the requesting diner's favourites, including unlisted restaurants.
    pub favorites_only: bool,
}

impl RestaurantFilter {
    /// Whether the filter could exclude a restaurant.
    pub fn narrows(&self) -> bool {
        let has_words = self.keyword.as_ref().is_some_and(|typed| !typed.trim().is_empty());
        let has_choices = self.area.is_some() || !self.cuisines.is_empty() || !self.prefectures.is_empty();
        has_words || has_choices || !self.facilities.is_empty() || self.favorites_only
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smaller_file_is_named_after_the_larger_one() {
        assert_eq!(small_of("Uabc-1600.jpg"), "Uabc-640.jpg");
        assert_eq!(small_of("kagura.webp"), "kagura.webp");
    }
}
