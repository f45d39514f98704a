use chrono::{DateTime, Utc};
use serde::Deserialize;
use sqlx::types::Json;

use super::notes;
use crate::ids::{CustomerId, UserId};
use crate::text_enum::text_enum;

/// A diner's record at a restaurant, as far as it concerns favourites.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FavoriteRow {
    pub id: CustomerId,
    pub favorited: bool,
    /// Whether the restaurant may write to them.
    pub shop_notification: bool,
}

text_enum! {
    /// The kinds of customers by their names in the specification.
    pub enum CustomerType of "customers.type" {
        /// A diner with an account of ours.
        OnlineCustomer = "OnlineCustomer",
        /// A guest whom staff wrote down.
        OfflineCustomer = "OfflineCustomer",
        /// A guest whom staff wrote down to invite them, by mail or text message.
        InvitedCustomer = "InvitedCustomer",
        /// A guest of another channel.
        OffsiteCustomer = "OffsiteCustomer",
    }
}

impl CustomerType {
    /// Whether staff know the name and the number from themselves, and may change them (gaps G154).
    pub const fn is_written_by_staff(self) -> bool {
        !matches!(self, Self::OnlineCustomer)
    }

    /// Whether one may be merged into another (gaps G156).
    pub const fn is_mergeable(self) -> bool {
        matches!(self, Self::OfflineCustomer | Self::OffsiteCustomer)
    }
}

/// A number as it is stored.
#[derive(Clone, Debug, Deserialize)]
pub struct FurtherPhone {
    pub country: String,
    pub local: String,
}

/// A customer with everything staff see of them. `allergy_description` and `dislikes` are the diner's own words; memo, notes and
/// tags are the restaurant's.
#[derive(Clone, Debug)]
pub struct CustomerRecord {
    pub id: CustomerId,
    pub uid: String,
    pub kind: CustomerType,
    pub user_id: Option<UserId>,
    pub customer_group_id: Option<i64>,
    /// Empty without a group.
    pub group_label: String,
    pub group_label_short: String,
    /// The diner's name, else what staff call them.
    pub display_fullname: String,
    pub kana: String,
    pub nickname: String,
    pub email: Option<String>,
    pub invitation_email: Option<String>,
    pub phone_country: String,
    /// Digits as we store them: Japan's without the leading 0. Empty when unknown.
    pub phone_local_number: String,
    /// Of records that were merged into this one; the card's own may be among them.
    pub further_phones: Json<Vec<FurtherPhone>>,
    pub profile_id: Option<i64>,
    pub receipt_title: String,
    pub internal_memo: String,
    pub allow_send_ivr_sms: bool,
    pub favorited: bool,
    pub subscribe_to_announcements: bool,
    /// Marked as such, or their number is on the list.
    pub is_blacklisted: bool,
    pub premium_grade: Option<String>,
    pub prefecture: String,
    pub allergy_description: String,
    pub dislikes: String,
    pub noted_allergies: String,
    pub noted_dislikes: String,
    /// In no order.
    pub tags: Vec<String>,
    /// Accepted reservations that have ended, of all kinds (gaps G158).
    pub visit_count: i64,
    pub last_visited_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
}

impl CustomerRecord {
    /// What the diner says and what staff have noted, each once.
    pub fn all_allergies(&self) -> String {
        notes::merge_lines(&self.allergy_description, &self.noted_allergies)
    }

    pub const fn has_allergy(&self) -> bool {
        !self.allergy_description.is_empty() || !self.noted_allergies.is_empty()
    }

    pub fn all_dislikes(&self) -> String {
        notes::merge_lines(&self.dislikes, &self.noted_dislikes)
    }
}
