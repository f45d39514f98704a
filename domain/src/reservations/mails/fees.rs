//! The mails about fees: paid, unpaid, and the fee of a no-show.

use serde::Serialize;
use serde_json::json;
use sqlx::PgConnection;

use crate::i18n::{self, Locale, t};
use crate::ids::ReservationId;
use crate::money::Yen;
use crate::outbox::mails::{MailError, MailTemplate, template};
use crate::outbox::{BoxFuture, MailDefinition, MessageSubject};
use crate::payments;
use crate::payments::model::ChargeKind;
use crate::reservations::mail_view::load;
use crate::reservations::no_show_fee_rows::{self, NoShowFeeStatus};
use crate::reservations::queries;
use crate::reservations::unpaid_fees::{OpenPayment, open_payment};

/// A fee was charged after its booking had ended.
pub const FEE_PAID: MailTemplate = template!("cancellation_fee_paid", "reservation.txt", "reservation.html");
/// A fee could not be charged: the reason, and the page to pay it.
pub const PAYMENT_NEEDED: MailTemplate = template!("payment_needed", "reservation.txt", "reservation.html");
/// Staff have requested the fee of a no-show: the amount, and when the card is charged.
pub const NO_SHOW_FEE: MailTemplate = template!("no_show_fee", "reservation.txt", "reservation.html");
/// Staff have withdrawn the fee of a no-show, or the operator has refused it.
pub const NO_SHOW_FEE_WAIVED: MailTemplate = template!("no_show_fee_waived", "reservation.txt", "reservation.html");

pub(super) const PAYMENT_NEEDED_MAIL: MailDefinition = MailDefinition {
    template: PAYMENT_NEEDED,
    context: |conn, subject| open_payment_context(conn, subject),
    after: None,
};

pub(super) const NO_SHOW_FEE_MAIL: MailDefinition = MailDefinition {
    template: NO_SHOW_FEE,
    context: |conn, subject| no_show_fee_context(conn, subject, true),
    after: None,
};

pub(super) const NO_SHOW_FEE_WAIVED_MAIL: MailDefinition = MailDefinition {
    template: NO_SHOW_FEE_WAIVED,
    context: |conn, subject| no_show_fee_context(conn, subject, false),
    after: None,
};

/// Returns `None` if the payment was made or its card is being charged; the mail is then dropped.
fn open_payment_context<'a>(
    conn: &'a mut PgConnection,
    subject: &'a MessageSubject<'a>,
) -> BoxFuture<'a, Result<Option<serde_json::Value>, MailError>> {
    Box::pin(async move {
        let id = subject.reservation.unwrap_or(ReservationId(0));
        let reservation = queries::find(conn, id).await?.ok_or(MailError::Unknown(id.0))?;
        let Some(diner) = reservation.user_id else { return Ok(None) };
        let charges = payments::queries::list_charges(conn, reservation.subject()).await?;
        let card = payments::queries::find_card(conn, diner).await?;
        let Some(open) = open_payment(&charges, card.as_ref()) else { return Ok(None) };
        let view = load(conn, id, subject.locale, subject.base_url).await?.ok_or(MailError::Unknown(id.0))?;
        let payment = OpenPaymentView::new(subject.locale, &open);
        Ok(Some(json!({ "r": view, "payment": payment })))
    })
}

/// Returns `None` unless the fee is still requested, or still is not, as the mail says: it may be withdrawn and requested again.
fn no_show_fee_context<'a>(
    conn: &'a mut PgConnection,
    subject: &'a MessageSubject<'a>,
    is_requested: bool,
) -> BoxFuture<'a, Result<Option<serde_json::Value>, MailError>> {
    Box::pin(async move {
        let id = subject.reservation.unwrap_or(ReservationId(0));
        let reservation = queries::find(conn, id).await?.ok_or(MailError::Unknown(id.0))?;
        let Some(fee) = no_show_fee_rows::find(conn, reservation.restaurant_id, id).await? else { return Ok(None) };
        if is_requested != matches!(fee.status, NoShowFeeStatus::Requested | NoShowFeeStatus::Charged) {
            return Ok(None);
        }
        let charges = payments::queries::list_charges(conn, reservation.subject()).await?;
        let mut fees = charges.iter().filter(|charge| charge.kind == ChargeKind::CancellationFee);
        let is_refunded = fees.any(|charge| charge.refund_missing() + charge.refunded_amount > Yen::ZERO);
        let view = load(conn, id, subject.locale, subject.base_url).await?.ok_or(MailError::Unknown(id.0))?;
        let fee = NoShowFeeFields {
            amount: i18n::yen(subject.locale, fee.amount),
            charge_due_at: i18n::date_time(subject.locale, fee.charge_due_at, reservation.zone.tz()),
            is_refunded,
        };
        Ok(Some(json!({ "r": view, "fee": fee })))
    })
}

/// The fields of the fee of a no-show in a mail.
#[derive(Clone, Debug, Serialize)]
pub(super) struct NoShowFeeFields {
    pub amount: String,
    pub charge_due_at: String,
    /// It was paid, and we refund it. The bank has returned the payment of a lost dispute.
    pub is_refunded: bool,
}

/// The fields of an open payment in a mail.
#[derive(Clone, Debug, Serialize)]
pub(super) struct OpenPaymentView {
    pub label: String,
    pub amount: String,
    /// The reason why it could not be charged.
    pub reason: String,
}

impl OpenPaymentView {
    pub fn new(locale: Locale, open: &OpenPayment) -> Self {
        Self {
            label: t(locale, &format!("charge.{}", open.kind), &[]),
            amount: i18n::yen(locale, open.amount),
            reason: open.obstacle.message(locale),
        }
    }
}
