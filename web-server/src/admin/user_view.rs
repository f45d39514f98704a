//! A diner's account for admins.

use chrono::{DateTime, Utc};
use domain::adjustments::model::left_to_refund;
use domain::i18n;
use domain::i18n::Locale;
use domain::money::Yen;
use domain::payments::model::{ChargeKind, ChargeStatus, DisputeState};
use domain::phone;
use domain::reservations::model::{Kind, Status};
use domain::restaurants::model::Bilingual;
use domain::sessions::device_name;
use domain::support::{AccountView, MailView, UserView};
use domain::zone::Zone;
use serde::Serialize;
use utoipa::ToSchema;

use super::adjustments::AdminAdjustment;
use crate::console::Admin;
use crate::http::extract::context::Context;

/// Instants are ISO 8601.
#[derive(Serialize, ToSchema)]
pub struct AdminUserView {
    uid: String,
    name: String,
    kana: String,
    email: String,
    email_confirmed_at: Option<String>,
    phone: String,
    phone_confirmed_at: Option<String>,
    prefecture: String,
    locale: Locale,
    /// The external provider of the account's identity.
    provider: Option<String>,
    jcb_uid: Option<String>,
    jcb_card_rank: Option<String>,
    premium_grade: Option<String>,
    is_agent: bool,
    is_gold_invited: bool,
    is_ohc_invited: bool,
    two_factor_with_email_enabled: bool,
    has_authenticator: bool,
    passkeys: usize,
    failed_attempts: i32,
    /// Null if the account is not locked.
    locked_until: Option<String>,
    created_at: String,
    sessions: Vec<UserSession>,
    bookings: Vec<UserBooking>,
    payments: Vec<UserPayment>,
    /// Manual refunds and corrections, newest first.
    adjustments: Vec<AdminAdjustment>,
    /// A sum above it needs a second admin.
    approval_above: Yen,
    mails: Vec<UserMail>,
}

#[derive(Serialize, ToSchema)]
pub struct UserSession {
    /// `Chrome, Windows`; blank if the browser did not report it.
    device: String,
    signed_in_at: String,
    last_seen_at: String,
}

#[derive(Serialize, ToSchema)]
pub struct UserBooking {
    uid: String,
    reservation_code: String,
    #[serde(rename = "type")]
    kind: Kind,
    status: Status,
    restaurant_slug: String,
    restaurant_name: String,
    /// YYYY年MM月DD日 HH:mm
    display_time: String,
    guests_count: i32,
}

#[derive(Serialize, ToSchema)]
pub struct UserPayment {
    uid: String,
    kind: ChargeKind,
    label: String,
    status: ChargeStatus,
    amount: Yen,
    refunded_amount: Yen,
    /// Total amount to be refunded, including `refunded_amount`.
    refund_due: Yen,
    dispute: Option<DisputeState>,
    /// Amount that banks returned in lost disputes.
    lost_amount: Yen,
    /// Amount left for a manual refund, less the refunds that await approval.
    refundable: Yen,
    created_at: String,
    reservation_uid: Option<String>,
    reservation_code: Option<String>,
}

/// A mail by its subject. Its text is not stored.
#[derive(Serialize, ToSchema)]
pub struct UserMail {
    /// The name of the mail's template.
    template: String,
    state: MailState,
    created_at: String,
    sent_at: Option<String>,
}

#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MailState {
    Sent,
    Waiting,
    /// The time of sending is not reached yet.
    Scheduled,
    /// The mail was cancelled, because its occasion was over before it was sent.
    Dropped,
    /// Its job is a dead letter.
    Failed,
}

impl AdminUserView {
    pub fn new(context: &Context, admin: &Admin, approval_above: Yen, seen: UserView, now: DateTime<Utc>) -> Self {
        let zone = Zone::default();
        let account: AccountView = seen.account;
        Self {
            phone: phone::display(&account.phone_country, &account.phone_local_number),
            email_confirmed_at: account.email_confirmed_at.map(|at| zone.iso(at)),
            phone_confirmed_at: account.phone_confirmed_at.map(|at| zone.iso(at)),
            locked_until: account.locked_until.filter(|_| is_locked(account.locked_until, now)).map(|at| zone.iso(at)),
            created_at: zone.iso(account.created_at),
            uid: account.uid,
            name: account.name,
            kana: account.kana,
            email: account.email,
            prefecture: account.prefecture,
            locale: account.locale,
            provider: account.provider,
            jcb_uid: account.jcb_uid,
            jcb_card_rank: account.jcb_card_rank,
            premium_grade: account.premium_grade,
            is_agent: account.marks.is_agent,
            is_gold_invited: account.marks.is_gold_invited,
            is_ohc_invited: account.marks.is_ohc_invited,
            two_factor_with_email_enabled: account.two_factor_with_email_enabled,
            has_authenticator: seen.has_authenticator,
            passkeys: seen.passkeys,
            failed_attempts: account.failed_attempts,
            sessions: seen
                .sessions
                .iter()
                .map(|session| UserSession {
                    device: device_name(&session.user_agent),
                    signed_in_at: zone.iso(session.created_at),
                    last_seen_at: zone.iso(session.last_seen_at),
                })
                .collect(),
            bookings: seen
                .bookings
                .into_iter()
                .map(|booking| UserBooking {
                    uid: booking.uid,
                    reservation_code: booking.code,
                    kind: booking.kind,
                    status: booking.status,
                    restaurant_slug: booking.restaurant_slug,
                    restaurant_name: context
                        .pick(&Bilingual::new(booking.restaurant_name_ja, booking.restaurant_name_en)),
                    display_time: i18n::date_time(context.locale(), booking.starts_at, zone.tz()),
                    guests_count: booking.guests_count,
                })
                .collect(),
            payments: seen
                .payments
                .into_iter()
                .map(|payment| UserPayment {
                    label: context.t(&format!("charge.{}", payment.kind.as_str())),
                    refundable: left_to_refund(&payment.uid, payment.refundable, &seen.adjustments),
                    uid: payment.uid,
                    kind: payment.kind,
                    status: payment.status,
                    amount: payment.amount,
                    refunded_amount: payment.refunded_amount,
                    refund_due: payment.refund_due,
                    dispute: payment.dispute,
                    lost_amount: payment.lost_amount,
                    created_at: zone.iso(payment.created_at),
                    reservation_uid: payment.reservation_uid,
                    reservation_code: payment.reservation_code,
                })
                .collect(),
            adjustments: AdminAdjustment::list(context, admin, seen.adjustments),
            approval_above,
            mails: seen.mails.into_iter().map(|mail| UserMail::new(mail, now)).collect(),
        }
    }
}

impl UserMail {
    pub fn new(mail: MailView, now: DateTime<Utc>) -> Self {
        let zone = Zone::default();
        let state = match mail {
            MailView { sent_at: Some(_), dropped_at: None, .. } => MailState::Sent,
            MailView { dropped_at: Some(_), .. } => MailState::Dropped,
            MailView { is_dead: true, .. } => MailState::Failed,
            MailView { send_after: Some(after), .. } if now < after => MailState::Scheduled,
            _ => MailState::Waiting,
        };
        Self {
            template: mail.template,
            state,
            created_at: zone.iso(mail.created_at),
            sent_at: mail.sent_at.map(|at| zone.iso(at)),
        }
    }
}

pub(super) fn is_locked(until: Option<DateTime<Utc>>, now: DateTime<Utc>) -> bool {
    until.is_some_and(|until| now < until)
}
