//! The mails about fees: paid, unpaid, and the fee of a no-show.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::json;
use sqlx::PgConnection;

use super::parts::mail_to_reader;
use crate::i18n::{self, Locale};
use crate::ids::ReservationId;
use crate::money::Yen;
use crate::outbox::mails::{self, MailError, MailTemplate, NewMail, template};
use crate::outbox::{BoxFuture, MailDefinition, MessageSubject};
use crate::payments;
use crate::payments::model::ChargeKind;
use crate::reservations::increases::UnpaidIncrease;
use crate::reservations::mail_view::{ChargeView, load};
use crate::reservations::model::Reservation;
use crate::reservations::no_show_fee_rows::{self, NoShowFeeStatus};
use crate::reservations::queries;
use crate::reservations::unpaid_fees::{OpenPayments, declined_later, open_payments};
use crate::rng::Rng;

/// A fee was charged after its booking had ended.
pub const FEE_PAID: MailTemplate = template!("cancellation_fee_paid", "reservation.txt", "reservation.html");
/// A fee could not be charged: the reason, and the page to pay it.
const PAYMENT_NEEDED: MailTemplate = template!("payment_needed", "reservation.txt", "reservation.html");
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

/// The key of the demand that a mail makes.
const DEMAND: &str = "demand";

/// Queues the mail about unpaid fees, to be sent at `send_after` unless they are paid by then; `key` identifies the fees. The mail is dropped
/// if other fees or another card replace them, because a later mail demands these. If the first ones are due again, their dropped mail is
/// queued again.
pub async fn queue_payment_needed(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    id: ReservationId,
    key: &str,
    send_after: Option<DateTime<Utc>>,
) -> sqlx::Result<()> {
    let Some(mail) = mail_to_reader(conn, PAYMENT_NEEDED, id).await? else { return Ok(()) };
    let dedup_key = Some(format!("{}:{id}:{key}", PAYMENT_NEEDED.name));
    let mail = NewMail { context: json!({ DEMAND: key }), dedup_key, send_after, ..mail };
    mails::queue(conn, rng, now, mail.clone()).await?;
    mails::queue_dropped(conn, rng, &[mail]).await
}

/// Returns `None` if the payment was made, its card is being charged, another mail demands it, or the booking is about to return to its paid
/// size; the mail is then dropped.
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
        let is_held = reservation.is_held_at(subject.now);
        let of_hold = || declined_later(&charges, card.as_ref()).filter(|_| is_held);
        let Some(open) = open_payments(&charges, card.as_ref()).or_else(of_hold) else { return Ok(None) };
        let increase = UnpaidIncrease::find(&reservation, &charges);
        let is_lapsed = increase.is_some_and(|increase| increase.is_lapsed(&reservation, subject.now));
        // A mail that the previous release has queued has no key.
        let demand = subject.uid(DEMAND);
        if is_lapsed || (!demand.is_empty() && open.demand_key() != demand) {
            return Ok(None);
        }
        let view = load(conn, id, subject.locale, subject.base_url).await?.ok_or(MailError::Unknown(id.0))?;
        let deadline = deadline(subject, &reservation, increase);
        let payment = OpenPaymentView::new(subject.locale, &open, deadline);
        Ok(Some(json!({ "r": view, "payment": payment })))
    })
}

/// Returns a sentence: until when a hold or an increase can be paid, and what happens otherwise. Blank for a fee that remains due.
fn deadline(subject: &MessageSubject<'_>, reservation: &Reservation, increase: Option<UnpaidIncrease>) -> String {
    let (locale, now) = (subject.locale, subject.now);
    if let Some(increase) = increase {
        return increase.message(locale, reservation, now);
    }
    let held_until = reservation.held_until.filter(|_| reservation.is_held_at(now));
    let text = held_until.map(|until| {
        let at = i18n::date_time(locale, until, reservation.zone.tz());
        i18n::t(locale, "open_payment.hold", &[("at", &at)])
    });
    text.unwrap_or_default()
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
        let is_refunded = fees.any(|charge| charge.refund() > Yen::ZERO);
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
    /// Name of the only fee, or of the total of several.
    pub label: String,
    pub amount: String,
    /// The fees, if there are several.
    pub items: Vec<ChargeView>,
    /// The reason why it could not be charged.
    pub reason: String,
    /// Until when it can be paid, and what happens otherwise. Empty for a fee that remains due.
    pub deadline: String,
}

impl OpenPaymentView {
    pub fn new(locale: Locale, open: &OpenPayments, deadline: String) -> Self {
        let items = open.items.iter();
        let items = items.map(|item| ChargeView { label: item.label(locale), amount: i18n::yen(locale, item.amount) });
        Self {
            label: open.label(locale),
            amount: i18n::yen(locale, open.total()),
            items: items.filter(|_| open.items.len() > 1).collect(),
            reason: open.obstacle.message(locale),
            deadline,
        }
    }
}
