//! An account for an admin.

use chrono::{DateTime, Utc};

use crate::adjustments::model::AdjustmentRow;
use crate::i18n::Locale;
use crate::ids::UserId;
use crate::money::Yen;
use crate::payments::model::{ChargeKind, ChargeStatus, DisputeState};
use crate::reservations::model::{Kind, Status};

/// An account that a search found.
pub struct FoundAccount {
    pub uid: String,
    pub name: String,
    pub kana: String,
    pub email: String,
    pub phone_country: String,
    pub phone_local_number: String,
    pub phone_confirmed_at: Option<DateTime<Utc>>,
    pub locked_until: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
}

/// The person of an account, and their sign-in methods.
pub struct AccountView {
    pub id: UserId,
    pub uid: String,
    pub name: String,
    pub kana: String,
    pub email: String,
    pub email_confirmed_at: Option<DateTime<Utc>>,
    pub phone_country: String,
    pub phone_local_number: String,
    pub phone_confirmed_at: Option<DateTime<Utc>>,
    pub prefecture: String,
    pub locale: Locale,
    /// External identity provider (`apple`), if any.
    pub provider: Option<String>,
    pub jcb_uid: Option<String>,
    pub jcb_card_rank: Option<String>,
    pub premium_grade: Option<String>,
    pub marks: AccountMarks,
    pub two_factor_with_email_enabled: bool,
    pub failed_attempts: i32,
    pub locked_until: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
}

/// Marks that admins set on an account: agent (G041), invited to gold (G130), invited to the club (G136).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AccountMarks {
    pub is_agent: bool,
    pub is_gold_invited: bool,
    pub is_ohc_invited: bool,
}

pub struct BookingView {
    pub uid: String,
    pub code: String,
    pub kind: Kind,
    pub status: Status,
    pub restaurant_slug: String,
    pub restaurant_name_ja: String,
    pub restaurant_name_en: String,
    pub starts_at: DateTime<Utc>,
    pub guests_count: i32,
}

pub struct PaymentView {
    pub uid: String,
    pub kind: ChargeKind,
    pub status: ChargeStatus,
    pub amount: Yen,
    pub refunded_amount: Yen,
    pub refund_due: Yen,
    pub dispute: Option<DisputeState>,
    /// Amount that banks returned in lost disputes.
    pub lost_amount: Yen,
    /// Amount left for a manual refund.
    pub refundable: Yen,
    pub created_at: DateTime<Utc>,
    pub reservation_uid: Option<String>,
    pub reservation_code: Option<String>,
}

/// A mail, by the name of its template; its text is not stored.
pub struct MailView {
    pub template: String,
    pub created_at: DateTime<Utc>,
    pub send_after: Option<DateTime<Utc>>,
    pub sent_at: Option<DateTime<Utc>>,
    pub dropped_at: Option<DateTime<Utc>>,
    /// Its job is a dead letter: it is sent only after a replay.
    pub is_dead: bool,
}

/// Newest of each kind first; at most fifty bookings, payments and mails each.
pub struct UserView {
    pub account: AccountView,
    pub has_authenticator: bool,
    pub passkeys: usize,
    pub sessions: Vec<crate::sessions::Session>,
    pub bookings: Vec<BookingView>,
    pub payments: Vec<PaymentView>,
    /// Manual refunds and corrections.
    pub adjustments: Vec<AdjustmentRow>,
    pub mails: Vec<MailView>,
}
