//! A booking in the other service's version, and as it is stored.

use chrono::{DateTime, NaiveDate, Utc};

use crate::audit::Actor;
use crate::customers::offsite as customers;
use crate::ids::{CourseId, CustomerId, ReservationId, RestaurantId};
use crate::phone::PhoneNumber;
use crate::reservations::model::Status;
use crate::restaurants::model::{Course, OperationName};
use crate::rng::Rng;
use crate::text_enum::text_enum;

text_enum! {
    /// The service from which a booking was imported.
    pub enum OffsiteSource of "offsite_reservations.offsite_source" {
        /// For visitors from abroad.
        Inbound = "inbound",
        /// Concierges of hotels.
        InboundHotel = "inbound_hotel",
    }
}

/// The actor, restaurant and time of an import.
#[derive(Clone, Copy, Debug)]
pub struct Importer<'a> {
    pub rng: &'a Rng,
    pub now: DateTime<Utc>,
    pub actor: Actor,
    pub restaurant: RestaurantId,
    /// The guests' names in the whole list.
    pub listed: &'a customers::ListedNames<'a>,
}

/// A booking in the other service's version, validated.
#[derive(Clone, Debug)]
pub struct OffsiteVisit {
    pub operation: OperationName,
    pub course: Course,
    pub date: NaiveDate,
    pub starts_at: DateTime<Utc>,
    /// `None` if the service does not state an end; then the web slot's end applies, or the usual one.
    pub ends_at: Option<DateTime<Utc>>,
    pub usual_end: DateTime<Utc>,
    pub guests: i32,
    pub group_uid: Option<String>,
    pub full_name: String,
    pub phone: Option<PhoneNumber>,
    pub email: Option<String>,
    pub memo: String,
}

impl OffsiteVisit {
    pub(super) fn guest(&self) -> customers::OffsiteGuest<'_> {
        customers::OffsiteGuest { name: &self.full_name, phone: self.phone.as_ref(), email: self.email.as_deref() }
    }
}

/// A booking that was imported before.
#[derive(Clone, Debug)]
pub struct StoredOffsite {
    pub id: ReservationId,
    pub uid: String,
    pub status: Status,
    pub date: NaiveDate,
    pub starts_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
    pub guests_count: i32,
    pub course_id: Option<CourseId>,
    pub group_uid: String,
    /// The guest's name, number and address in the last list.
    pub full_name: String,
    pub phone_e164: Option<String>,
    pub email: Option<String>,
    /// The guest's personal data is erased.
    pub is_erased: bool,
    pub customer: Option<CustomerId>,
}

impl StoredOffsite {
    /// Reports whether the booking has a visit's guest. A number or an address that the visit leaves open matches any value. Erased data
    /// is never written again: a service repeats it in each of its lists.
    pub fn has_guest(&self, visit: &OffsiteVisit) -> bool {
        let phone = visit.phone.as_ref().map(|phone| phone.e164.as_str());
        let has_phone = phone.is_none_or(|e164| self.phone_e164.as_deref() == Some(e164));
        let is_own = |email: &str| self.email.as_deref().is_some_and(|own| own.eq_ignore_ascii_case(email));
        let has_email = visit.email.as_deref().is_none_or(is_own);
        self.is_erased || self.full_name == visit.full_name && has_phone && has_email
    }

    /// Reports whether the seats of the booking match a visit. Fields that the visit leaves open match any value.
    pub fn fits(&self, visit: &OffsiteVisit) -> bool {
        self.starts_at == visit.starts_at
            && visit.ends_at.is_none_or(|end| end == self.ends_at)
            && self.guests_count == visit.guests
            && self.course_id == Some(visit.course.id)
            && visit.group_uid.as_ref().is_none_or(|uid| *uid == self.group_uid)
    }
}
