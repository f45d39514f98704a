//! Hits of the console's search.

use chrono::{DateTime, Utc};

use crate::money::Yen;
use crate::payments::model::{ChargeKind, ChargeStatus};
use crate::reservations::model::{Kind, Status};
use crate::support::FoundAccount;
use crate::zone::Zone;

/// Hits by kind; each list has at most the requested number.
#[derive(Default)]
pub struct Found {
    pub bookings: Vec<FoundBooking>,
    pub payments: Vec<FoundPayment>,
    pub disputes: Vec<FoundDispute>,
    pub accounts: Vec<FoundAccount>,
    pub recipients: Vec<FoundRecipient>,
    pub restaurants: Vec<FoundRestaurant>,
}

impl Found {
    /// Returns the number of accounts, guests and members of staff, for the audit event.
    pub(super) const fn people(&self) -> usize {
        self.accounts.len() + self.recipients.len() + self.bookings.len()
    }
}

/// A reservation. Its guest stays out: the booking's page shows them, and records the view.
pub struct FoundBooking {
    pub uid: String,
    pub code: String,
    pub kind: Kind,
    pub status: Status,
    pub restaurant_ja: String,
    pub restaurant_en: String,
    pub zone: Zone,
    pub starts_at: DateTime<Utc>,
    pub guests_count: i32,
}

pub struct FoundPayment {
    pub kind: ChargeKind,
    pub status: ChargeStatus,
    pub amount: Yen,
    pub gateway_fid: Option<String>,
    pub user_uid: String,
    /// None for the fee of a subscription.
    pub reservation_uid: Option<String>,
    pub reservation_code: Option<String>,
}

pub struct FoundDispute {
    pub fid: String,
    pub amount: Yen,
    pub reservation_code: Option<String>,
}

/// An address of a restaurant: a member of its staff, or a notification address.
pub struct FoundRecipient {
    pub email: String,
    /// None for a notification address.
    pub nickname: Option<String>,
    pub restaurant_slug: String,
    pub restaurant_ja: String,
    pub restaurant_en: String,
}

pub struct FoundRestaurant {
    pub slug: String,
    pub name_ja: String,
    pub name_en: String,
}
