//! A reservation and its states.

use chrono::{DateTime, Duration, NaiveDate, Utc};

use crate::ids::{CourseId, CustomerId, OnlineStockGroupId, OsgTimeId, ReservationId, RestaurantId, UserId};
use crate::money::Yen;
use crate::restaurants::model::{Bilingual, OperationName};
use crate::restaurants::policy::CancellationPolicy;
use crate::text_enum::text_enum;
use crate::zone::Zone;

/// Time that a diner has to complete a booking (gaps G063).
pub const HOLD: Duration = Duration::seconds(600);
/// Extension that is granted once, when the card's bank requires authentication.
pub const HOLD_EXTENSION: Duration = Duration::seconds(300);

text_enum! {
    #[schema(as = ReservationStatus)]
    pub enum Status of "reservations.status" {
        Pending = "pending",
        Accepted = "accepted",
        Void = "void",
        Expired = "expired",
        OwnerDelete = "owner_delete",
        AdminDelete = "admin_delete",
    }
}

impl Status {
    /// Reports whether the reservation occupies its seats.
    pub const fn is_live(self) -> bool {
        matches!(self, Self::Pending | Self::Accepted)
    }

    /// Reports whether a prepaid course is paid. The payment is made with the booking, never with the offer. The part that is kept
    /// after a cancellation is a cancellation fee (gaps G080, G152).
    pub fn is_prepaid(self, prepaid_price: Yen) -> bool {
        self == Self::Accepted && prepaid_price > Yen::ZERO
    }
}

text_enum! {
    /// The origin of a reservation.
    #[schema(as = ReservationType)]
    pub enum Kind of "reservations.type" {
        OnlineReservation = "online_reservation",
        /// An invitation of the restaurant to a diner.
        InvitedReservation = "invited_reservation",
        /// An invitation to a guest without an account, by mail or text message.
        InvitedTemporaryReservation = "invited_temporary_reservation",
        /// Entered by staff, after a call or in person.
        OfflineReservation = "offline_reservation",
        /// Made through another channel.
        OffsiteReservation = "offsite_reservation",
    }
}

impl Kind {
    pub const fn is_invited(self) -> bool {
        matches!(self, Self::InvitedReservation | Self::InvitedTemporaryReservation)
    }
}

text_enum! {
    /// The channel of an invitation (owner §3).
    pub enum InviteType of "reservation_invites.invite_type" {
        /// To a diner, who gets a mail and sees the invitation in their list.
        Omakase = "omakase",
        EmailInvited = "emailInvited",
        SmsInvited = "smsInvited",
    }
}

text_enum! {
    /// The side that causes a cancellation.
    pub enum EndCause of "reservation_cancel_requests.reason" {
        Customer = "customer",
        Restaurant = "restaurant",
    }
}

/// How a reservation ended, for the history of its guest. Only `Cancelled` counts as a cancellation by the guest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReservationEnd)]
pub enum EndKind {
    /// The guest cancelled a booking, or asked the restaurant to cancel it.
    Cancelled,
    /// The guest declined an invitation.
    Declined,
    /// An invitation was not answered in time.
    Expired,
    /// The restaurant withdrew an invitation before its answer.
    Withdrawn,
    /// The restaurant cancelled or deleted a booking.
    CancelledByRestaurant,
    /// An admin cancelled a booking.
    CancelledByAdmin,
}

impl EndKind {
    /// Whether it ended an invitation that never became a booking.
    pub const fn is_unaccepted(self) -> bool {
        matches!(self, Self::Declined | Self::Expired | Self::Withdrawn)
    }

    /// Returns how a reservation ended, by its status. `None` for a live one. The counterpart of `Cancelled` is the SQL function
    /// `is_guest_cancellation`.
    pub const fn of(status: Status, was_accepted: bool) -> Option<Self> {
        match status {
            Status::Pending | Status::Accepted => None,
            Status::Void if was_accepted => Some(Self::Cancelled),
            Status::Void => Some(Self::Declined),
            Status::Expired => Some(Self::Expired),
            Status::OwnerDelete if was_accepted => Some(Self::CancelledByRestaurant),
            Status::OwnerDelete => Some(Self::Withdrawn),
            Status::AdminDelete => Some(Self::CancelledByAdmin),
        }
    }
}

#[derive(Clone, Debug)]
pub struct Reservation {
    pub id: ReservationId,
    pub uid: String,
    pub reservation_code: String,
    pub restaurant_id: RestaurantId,
    pub kind: Kind,
    pub status: Status,
    pub user_id: Option<UserId>,
    pub customer_id: Option<CustomerId>,
    pub online_stock_group_id: Option<OnlineStockGroupId>,
    pub osg_time_id: Option<OsgTimeId>,
    pub course_id: Option<CourseId>,
    pub operation: OperationName,
    pub date: NaiveDate,
    pub starts_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
    pub guests_count: i32,
    /// Increases with each change of its place, with its end and with its restoration.
    pub version: i32,
    pub course_title: Bilingual,
    pub course_price: Yen,
    pub prepaid_price: Yen,
    pub reservation_fee: Yen,
    pub policy: CancellationPolicy,
    pub special_request: String,
    pub locale: String,
    pub held_until: Option<DateTime<Utc>>,
    pub hold_extended_at: Option<DateTime<Utc>>,
    pub accepted_at: Option<DateTime<Utc>>,
    pub ended_at: Option<DateTime<Utc>>,
    pub cancellation_fee: Option<Yen>,
    /// Number of changes that calendars must follow.
    pub calendar_sequence: i32,
    /// The last of them. None before the first one.
    pub calendar_changed_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub zone: Zone,
}

impl Reservation {
    /// Reports whether it is an order: takeaway or delivery, counted in portions.
    pub fn is_order(&self) -> bool {
        self.operation == OperationName::Takeaway
    }

    /// Reports whether it is a hold that the diner may still complete.
    pub fn is_held_at(&self, now: DateTime<Utc>) -> bool {
        self.status == Status::Pending && self.held_until.is_some_and(|until| now < until)
    }

    /// Reports whether it is an invitation that its guest declined. It was never a booking, so it does not count as cancelled.
    pub fn is_declined(&self) -> bool {
        self.kind.is_invited() && EndKind::of(self.status, self.accepted_at.is_some()) == Some(EndKind::Declined)
    }

    pub fn seconds_to_complete(&self, now: DateTime<Utc>) -> i64 {
        self.held_until.map_or(0, |until| (until - now).num_seconds().max(0))
    }

    /// Returns the price of all courses, whether prepaid or paid at the restaurant. The cancellation policy charges a share of it.
    pub fn course_total(&self) -> Yen {
        self.course_price * i64::from(self.guests_count)
    }

    pub fn cancellation_fee_at(&self, now: DateTime<Utc>) -> Yen {
        self.policy.fee(self.course_total(), self.date, now, self.zone)
    }

    /// Reports whether it needs a card: something is prepaid, or a cancellation fee can arise (gaps G074, G080).
    pub fn needs_card(&self) -> bool {
        self.reservation_fee + self.prepaid_price + self.policy.highest_fee(self.course_total()) > Yen::ZERO
    }

    /// Reports whether the diner may cancel it: a hold at any time, a booking before its start (gaps G087).
    pub fn is_cancellable_at(&self, now: DateTime<Utc>) -> bool {
        match self.status {
            Status::Pending => true,
            Status::Accepted => now < self.starts_at,
            _ => false,
        }
    }

    /// Returns the end of an extended hold, never earlier than before. Returns `None` if the hold was already extended.
    pub fn extended_hold(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let held_until = self.held_until.filter(|_| self.hold_extended_at.is_none())?;
        Some(held_until.max(now) + HOLD_EXTENSION)
    }
}
