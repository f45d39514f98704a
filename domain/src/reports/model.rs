//! The sums of a day.

use chrono::NaiveDate;

use crate::ids::RestaurantId;
use crate::money::Yen;
use crate::text_enum::text_enum;

text_enum! {
    #[schema(as = ReservationChannel)]
    /// How the guests came to their booking.
    pub enum Channel of "report_days.channel" {
        Online = "online",
        /// By an invitation that was accepted.
        Invited = "invited",
        InPerson = "in_person",
        OffSite = "off_site",
    }
}

/// Days before the visit from which on a booking counts as so early: the day itself, 1 to 3 days, 4 to 7, and so on.
pub const LEAD_BOUNDS: [i32; 7] = [0, 1, 4, 8, 15, 31, 61];

/// A restaurant's day.
pub type RestaurantDay = (RestaurantId, NaiveDate);

/// The bookings of a day that came over one channel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DailyTotals {
    /// Bookings that stand, whose guests came or are expected.
    pub parties: i64,
    pub guests: i64,
    /// What their courses cost together.
    pub course_total: Yen,
    pub no_shows: i64,
    pub no_show_guests: i64,
    /// Bookings that were cancelled or deleted.
    pub cancellations: i64,
    pub cancelled_guests: i64,
    /// What was asked for them.
    pub cancellation_fees: Yen,
    /// Of the parties, those of a customer who came for the first time.
    pub new_parties: i64,
    /// Of the parties, those of a customer who had come before.
    pub returning_parties: i64,
}

impl DailyTotals {
    pub fn add(&mut self, other: Self) {
        self.parties += other.parties;
        self.guests += other.guests;
        self.course_total = self.course_total + other.course_total;
        self.no_shows += other.no_shows;
        self.no_show_guests += other.no_show_guests;
        self.cancellations += other.cancellations;
        self.cancelled_guests += other.cancelled_guests;
        self.cancellation_fees = self.cancellation_fees + other.cancellation_fees;
        self.new_parties += other.new_parties;
        self.returning_parties += other.returning_parties;
    }
}

/// Bookings of a day that were made so many days before, from one of `LEAD_BOUNDS` up to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeadTimeTotals {
    pub parties: i64,
    /// The days before the visit, added up.
    pub lead_days: i64,
}
