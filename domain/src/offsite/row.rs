//! Parses and validates a row of another service's list: pure.

use chrono::{DateTime, Duration, NaiveDate, Utc};

use super::cells;
use super::format::ListFields;
use crate::accounts;
use crate::names;
use crate::phone::PhoneNumber;
use crate::reservations::bookings::form::check_hours;
use crate::reservations::bookings::offsite::{OffsiteSource, OffsiteVisit};
use crate::restaurants::model::{Course, Operation, business_day, last_visit_step};
use crate::zone::Zone;

const MAX_ID_LENGTH: usize = 100;
const MAX_NAME_LENGTH: usize = 100;
const MAX_MEMO_LENGTH: usize = 5_000;

/// The restaurant's meals, courses and seats, against which rows are validated.
pub struct RestaurantMenu {
    pub zone: Zone,
    pub today: NaiveDate,
    pub operations: Vec<Operation>,
    pub courses: Vec<Course>,
}

/// A validated row.
#[derive(Clone, Debug)]
pub struct RowRequest {
    pub source: OffsiteSource,
    pub external_id: String,
    pub change: RowChange,
}

#[derive(Clone, Debug)]
pub enum RowChange {
    /// The booking is accepted, with these data.
    Booked(Box<OffsiteVisit>),
    Cancelled,
}

/// A field, and the code of its error.
pub type RowError = (&'static str, &'static str);

impl ListFields {
    /// Validates the row against the restaurant. Returns the first error.
    pub fn read(&self, serves: &RestaurantMenu) -> Result<RowRequest, RowError> {
        let external_id = self.external_id.clone();
        if external_id.is_empty() {
            return Err(("external_id", "blank"));
        }
        if cells::is_rounded(&external_id) {
            return Err(("external_id", "offsite_number_rounded"));
        }
        if external_id.chars().count() > MAX_ID_LENGTH {
            return Err(("external_id", names::too_long(MAX_ID_LENGTH)));
        }
        let source = OffsiteSource::named(&self.source).ok_or(("source", "field_invalid"))?;
        let change = match self.status.as_str() {
            "" | "accepted" => RowChange::Booked(Box::new(self.visit(serves)?)),
            "cancelled" | "void" => RowChange::Cancelled,
            _ => return Err(("status", "field_invalid")),
        };
        Ok(RowRequest { source, external_id, change })
    }

    fn visit(&self, serves: &RestaurantMenu) -> Result<OffsiteVisit, RowError> {
        let starts_at = cells::instant(serves.zone, &self.starts_at).map_err(|code| ("starts_at", code))?;
        let (operation, course) = self.find_meal(serves, starts_at)?;
        let ends_at = match self.ends_at.as_str() {
            "" => None,
            text => Some(cells::instant(serves.zone, text).map_err(|code| ("ends_at", code))?),
        };
        let stay = Duration::minutes(operation.stay_minutes().into());
        let day = business_day(&serves.operations, serves.zone, starts_at);
        let closes_at = last_visit_step(serves.zone.at_time(day, operation.closes_at));
        let usual_end = (starts_at + stay).min(closes_at);
        let date = check_hours(&serves.operations, serves.zone, starts_at, ends_at.unwrap_or(usual_end));
        let date = date.map_err(|error| ("starts_at", error.code()))?;
        if date < serves.today {
            return Err(("starts_at", "offsite_past"));
        }
        let guests = cells::guests(&self.guests_count).filter(|guests| (1..=1_000).contains(guests));
        let name = names::name(&self.full_name, MAX_NAME_LENGTH).map_err(|error| ("full_name", error.code()))?;
        if self.internal_memo.chars().count() > MAX_MEMO_LENGTH {
            return Err(("internal_memo", names::too_long(MAX_MEMO_LENGTH)));
        }
        Ok(OffsiteVisit {
            operation: operation.name,
            course: course.clone(),
            date,
            starts_at,
            ends_at,
            usual_end,
            guests: guests.ok_or(("guests_count", "field_invalid"))?,
            group_uid: Some(self.inventory_group_uid.clone()).filter(|uid| !uid.is_empty()),
            full_name: name,
            phone: self.phone()?,
            email: self.email()?,
            memo: self.internal_memo.clone(),
        })
    }

    /// Returns the meal in whose hours the visit starts, and its course.
    fn find_meal<'a>(
        &self,
        serves: &'a RestaurantMenu,
        starts_at: DateTime<Utc>,
    ) -> Result<(&'a Operation, &'a Course), RowError> {
        let find = |course: &'a Course| serves.operations.iter().find(|operation| operation.name == course.operation);
        if !self.course_uid.is_empty() {
            let course = serves.courses.iter().find(|course| course.uid == self.course_uid);
            let course = course.ok_or(("course_uid", "slot_course_unknown"))?;
            return Ok((find(course).ok_or(("course_uid", "slot_course_unknown"))?, course));
        }
        let (zone, day) = (serves.zone, business_day(&serves.operations, serves.zone, starts_at));
        let open = serves.operations.iter().filter(|operation| {
            (zone.at(day, operation.opens_at)..zone.at_time(day, operation.closes_at)).contains(&starts_at)
        });
        let mut served = open.filter_map(|operation| {
            let course = serves.courses.iter().find(|course| course.operation == operation.name)?;
            Some((operation, course))
        });
        served.next().ok_or(("starts_at", "outside_hours"))
    }

    fn phone(&self) -> Result<Option<PhoneNumber>, RowError> {
        if self.phone_number.is_empty() {
            return Ok(None);
        }
        if cells::is_rounded(&self.phone_number) {
            return Err(("phone_number", "offsite_number_rounded"));
        }
        let country = if self.phone_country.is_empty() { "JP" } else { &self.phone_country };
        PhoneNumber::parse(country, &self.phone_number).map(Some).map_err(|error| ("phone_number", error.code()))
    }

    fn email(&self) -> Result<Option<String>, RowError> {
        if self.email.is_empty() {
            return Ok(None);
        }
        accounts::email(&self.email).map(Some).map_err(|code| ("email", code))
    }
}
