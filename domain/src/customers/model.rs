use chrono::{DateTime, Utc};
use serde::Deserialize;
use sqlx::types::Json;

use super::notes;
use crate::ids::{CustomerGroupId, CustomerId, CustomerProfileId, UserId};
use crate::text_enum::text_enum;

/// The favourite settings of a diner's record at a restaurant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FavoriteRow {
    pub id: CustomerId,
    pub favorited: bool,
    /// Whether the restaurant may send them mails.
    pub shop_notification: bool,
}

/// The consent to a restaurant's mails with which a favourite is added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FavoriteConsent {
    /// The diner's answer, if the form has one.
    Given(Option<bool>),
    /// The consent that the removal of the favourite returned. It is stored as it was, and enables no kind of mail.
    Restored(Option<bool>),
}

text_enum! {
    /// The kinds of customers by their names in the specification.
    pub enum CustomerType of "customers.type" {
        /// A diner with an account.
        OnlineCustomer = "OnlineCustomer",
        /// A guest entered by staff.
        OfflineCustomer = "OfflineCustomer",
        /// A guest entered by staff for an invitation by mail or text message.
        InvitedCustomer = "InvitedCustomer",
        /// A guest of another channel.
        OffsiteCustomer = "OffsiteCustomer",
    }
}

impl CustomerType {
    /// Reports whether staff entered the name and number and may change them (gaps G154).
    pub const fn is_written_by_staff(self) -> bool {
        !matches!(self, Self::OnlineCustomer)
    }

    /// Reports whether the customer may be merged into another, without an account and without an open invitation (gaps G156).
    pub const fn is_mergeable(self) -> bool {
        !matches!(self, Self::OnlineCustomer)
    }
}

/// A stored phone number.
#[derive(Clone, Debug, Deserialize)]
pub struct FurtherPhone {
    pub country: String,
    pub local: String,
}

/// A customer with all data that staff see. `allergy_description` and `dislikes` are the diner's own texts; memo, notes and tags are
/// the restaurant's.
#[derive(Clone, Debug)]
pub struct CustomerRecord {
    pub id: CustomerId,
    pub uid: String,
    pub kind: CustomerType,
    pub user_id: Option<UserId>,
    pub customer_group_id: Option<CustomerGroupId>,
    /// Empty without a group.
    pub group_label: String,
    pub group_label_short: String,
    /// The diner's name, else staff's name for them.
    pub display_fullname: String,
    /// The diner's own reading, else staff's. Empty if unknown.
    pub kana: String,
    pub nickname: String,
    pub email: Option<String>,
    pub invitation_email: Option<String>,
    pub phone_country: String,
    /// The stored digits: without the leading 0 for Japan. Empty if unknown.
    pub phone_local_number: String,
    /// Numbers of records that were merged into this one. They may include the card's own number.
    pub further_phones: Json<Vec<FurtherPhone>>,
    /// Addresses of records that were merged into this one. They may include the card's own address.
    pub further_emails: Vec<String>,
    pub profile_id: Option<CustomerProfileId>,
    pub receipt_title: String,
    pub internal_memo: String,
    pub allow_send_ivr_sms: bool,
    pub favorited: bool,
    pub subscribe_to_announcements: bool,
    /// Whether they are blacklisted, or their number is on the blacklist.
    pub is_blacklisted: bool,
    pub premium_grade: Option<String>,
    pub prefecture: String,
    pub allergy_description: String,
    pub dislikes: String,
    pub noted_allergies: String,
    pub noted_dislikes: String,
    /// Unordered.
    pub tags: Vec<String>,
    /// Accepted reservations that have ended, of all kinds (gaps G158).
    pub visit_count: i64,
    /// Reservations to which the guest did not come.
    pub no_show_count: i64,
    pub last_visited_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
}

impl CustomerRecord {
    /// Returns the diner's and staff's allergies, without duplicates.
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
