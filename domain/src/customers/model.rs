use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::ids::{CustomerId, UserId};

/// How a diner stands to a restaurant they have had to do with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Favorite {
    pub id: CustomerId,
    pub favorited: bool,
    /// Whether the restaurant may write to them.
    pub shop_notification: bool,
}

/// The kinds of customers by their names in the specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub enum CustomerType {
    /// A diner with an account of ours.
    OnlineCustomer,
    /// Somebody staff wrote down.
    OfflineCustomer,
    /// Somebody staff wrote down to invite them, by mail or text message.
    InvitedCustomer,
    /// A guest of another channel.
    OffsiteCustomer,
}

impl CustomerType {
    pub const ALL: [Self; 4] =
        [Self::OnlineCustomer, Self::OfflineCustomer, Self::InvitedCustomer, Self::OffsiteCustomer];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::OnlineCustomer => "OnlineCustomer",
            Self::OfflineCustomer => "OfflineCustomer",
            Self::InvitedCustomer => "InvitedCustomer",
            Self::OffsiteCustomer => "OffsiteCustomer",
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }

    /// What the table holds is one of ours.
    pub fn parse(text: &str) -> Self {
        Self::named(text).unwrap_or(Self::OfflineCustomer)
    }

    /// Whether staff know the name and the number from themselves, and may change them (gaps G154).
    pub const fn is_written_by_staff(self) -> bool {
        !matches!(self, Self::OnlineCustomer)
    }

    /// Whether one may be merged into another (gaps G156).
    pub const fn is_mergeable(self) -> bool {
        matches!(self, Self::OfflineCustomer | Self::OffsiteCustomer)
    }
}

/// A customer with everything staff see of them. The allergies are the diner's own words; the memo is the restaurant's.
#[derive(Clone, Debug)]
pub struct Card {
    pub id: CustomerId,
    pub uid: String,
    pub kind: String,
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
    /// Accepted reservations that have ended, of all kinds (gaps G158).
    pub visit_count: i64,
    pub last_visited_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
}

impl Card {
    pub fn customer_type(&self) -> CustomerType {
        CustomerType::parse(&self.kind)
    }
}
