//! The totals of a day.

use chrono::NaiveDate;

use crate::ids::RestaurantId;
use crate::money::Yen;
use crate::restaurants::model::OperationName;
use crate::text_enum::text_enum;

text_enum! {
    #[schema(as = ReservationChannel)]
    /// Origin of a booking.
    pub enum Channel of "report_days.channel" {
        Online = "online",
        /// Through an accepted invitation.
        Invited = "invited",
        /// Entered by staff before the visit.
        InPerson = "in_person",
        /// Without a booking (gaps G328).
        WalkIn = "walk_in",
        OffSite = "off_site",
    }
}

/// Lower bounds of the lead times in days before the visit: the same day, 1 to 3 days, 4 to 7, and so on.
pub const LEAD_BOUNDS: [i32; 7] = [0, 1, 4, 8, 15, 31, 61];

/// Party sizes of the turn times in a report. The last one includes larger parties.
pub const TURN_SIZES: [i32; 9] = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/// Turn times outside of these minutes do not count: staff recorded the steps of a visit together, or its end on the next day.
pub const MIN_TURN_MINUTES: i64 = 5;
pub const MAX_TURN_MINUTES: i64 = 480;

/// A restaurant's day.
pub type RestaurantDay = (RestaurantId, NaiveDate);

/// The bookings of a day from one channel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DailyTotals {
    /// Accepted bookings whose guests came or are expected.
    pub parties: i64,
    pub guests: i64,
    /// Sum of the prices of their courses.
    pub course_total: Yen,
    pub no_shows: i64,
    pub no_show_guests: i64,
    /// Bookings that their guests cancelled.
    pub cancellations: i64,
    pub cancelled_guests: i64,
    /// Sum of their cancellation fees.
    pub cancellation_fees: Yen,
    /// Number of the parties whose customer came for the first time.
    pub new_parties: i64,
    /// Number of the parties whose customer had come before.
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

/// Bookings of a day, without walk-ins, by lead time: from one of `LEAD_BOUNDS` up to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeadTimeTotals {
    pub parties: i64,
    /// Sum of the days before the visit.
    pub lead_days: i64,
}

/// A meal and a party size.
pub type MealAndSize = (OperationName, i32);

/// Turn times: how long parties stayed, from their seating to their departure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TurnTimeTotals {
    pub parties: i64,
    /// Sum of the minutes of all parties.
    pub minutes: i64,
}

impl TurnTimeTotals {
    pub fn add(&mut self, other: Self) {
        self.parties += other.parties;
        self.minutes += other.minutes;
    }

    /// Returns the average of a party in whole minutes; None without a party.
    pub fn average_minutes(self) -> Option<i64> {
        (self.parties > 0).then(|| (self.minutes * 2 + self.parties) / (self.parties * 2))
    }
}
