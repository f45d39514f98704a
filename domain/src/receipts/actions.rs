//! Issues documents for a diner's own payments.

use chrono::{DateTime, NaiveDate, Utc};
use serde_json::json;
use sqlx::PgConnection;
use sqlx::types::Json;

use super::document::{DocumentContent, DocumentType, Issuer};
use super::error::ReceiptError;
use super::mails::{DOCUMENT_UID, RECEIPT};
use super::tax::{TaxRate, paid_kind};
use crate::i18n::Locale;
use crate::ids::{ChargeId, RestaurantId, UserId};
use crate::money::Yen;
use crate::names;
use crate::outbox::mails::{self, NewMail};
use crate::payments::model::{ChargeKind, ChargeStatus};
use crate::restaurants::model::OperationName;
use crate::rng::Rng;
use crate::zone::Zone;

const MAX_NAME_LENGTH: usize = 100;
const MAX_REASON_LENGTH: usize = 100;
/// Maximum number of documents of one type for a charge.
const MAX_COPIES: i32 = 20;

/// The operator's and the reader's data of a document.
#[derive(Clone, Copy, Debug)]
pub struct DocumentRequest<'a> {
    pub diner: UserId,
    pub issuer: &'a Issuer,
    pub locale: Locale,
}

/// The choices of the diner for a document.
#[derive(Clone, Copy, Debug)]
pub struct DocumentForm<'a> {
    pub document_type: DocumentType,
    pub recipient_name: &'a str,
    /// Purpose of the payment; the default text when blank.
    pub reason: &'a str,
}

/// The choices of the diner for a mailed receipt.
#[derive(Clone, Copy, Debug)]
pub struct ReceiptMail<'a> {
    /// The card provider's id of the charge.
    pub gateway_fid: &'a str,
    pub email: &'a str,
    /// The diner's own name when blank.
    pub recipient_name: &'a str,
    /// Purpose of the payment; the default text when blank.
    pub reason: &'a str,
}

/// Identifies a charge: the page uses its id, a mailed receipt the card provider's id.
#[derive(Clone, Copy, Debug)]
pub enum ChargeKey<'a> {
    Id(ChargeId),
    Gateway(&'a str),
}

/// A charge of the diner, locked.
struct PaidCharge {
    id: ChargeId,
    restaurant_id: RestaurantId,
    kind: ChargeKind,
    status: ChargeStatus,
    amount: Yen,
    /// Refunds, due or made, and what banks returned in lost disputes.
    returned: Yen,
    succeeded_at: Option<DateTime<Utc>>,
    receipt_sent_at: Option<DateTime<Utc>>,
    restaurant_ja: Option<String>,
    restaurant_en: Option<String>,
    zone: Option<Zone>,
    reservation_code: Option<String>,
    operation: Option<OperationName>,
    date: Option<NaiveDate>,
    guests_count: Option<i32>,
    /// False if its reservation was cancelled or its guest did not come. Once the ledger has booked what was earned, its booking decides.
    is_served: bool,
    /// Whether its guest did not come, also if that was recorded after the ledger had booked the course as served.
    is_no_show: bool,
    name: String,
}

/// Issues a document for the diner, and returns its uid, which grants access to it. A document with the same contents as an issued one is that
/// document; each further one of the same type is marked as reissued. A charge has at most twenty of a type.
pub async fn issue(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    request: DocumentRequest<'_>,
    charge: ChargeId,
    form: DocumentForm<'_>,
) -> Result<String, ReceiptError> {
    let name = names::name(form.recipient_name, MAX_NAME_LENGTH);
    let name = name.map_err(|error| ReceiptError::Field("charge_invoice.recipient_name", error.code()))?;
    let reason = checked_reason(form.reason, "charge_invoice.reason")?;
    let paid = lock(conn, request.diner, ChargeKey::Id(charge)).await?;
    insert(conn, rng, now, request, &paid, DocumentForm { recipient_name: &name, reason, ..form }).await
}

fn checked_reason<'a>(reason: &'a str, field: &'static str) -> Result<&'a str, ReceiptError> {
    let reason = reason.trim();
    let is_too_long = reason.chars().count() > MAX_REASON_LENGTH;
    if is_too_long { Err(ReceiptError::Field(field, names::too_long(MAX_REASON_LENGTH))) } else { Ok(reason) }
}

/// Issues a charge's receipt and mails it to an address.
///
/// # Errors
/// `AlreadySent` if the charge's receipt was mailed before; `NothingPaid` if it did not succeed or is refunded completely.
pub async fn send_receipt(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    request: DocumentRequest<'_>,
    wanted: ReceiptMail<'_>,
) -> Result<(), ReceiptError> {
    let email = names::email(wanted.email).map_err(|code| ReceiptError::Field("receipt_email", code))?;
    let reason = checked_reason(wanted.reason, "reason")?;
    let paid = lock(conn, request.diner, ChargeKey::Gateway(wanted.gateway_fid)).await?;
    if paid.receipt_sent_at.is_some() {
        return Err(ReceiptError::AlreadySent);
    }
    let name = match wanted.recipient_name.trim() {
        "" => paid.name.clone(),
        name => {
            names::name(name, MAX_NAME_LENGTH).map_err(|error| ReceiptError::Field("recipient_name", error.code()))?
        }
    };
    let form = DocumentForm { document_type: DocumentType::Receipt, recipient_name: &name, reason };
    let uid = insert(conn, rng, now, request, &paid, form).await?;
    sqlx::query!(
        "UPDATE charges SET receipt_sent_at = $3 WHERE restaurant_id = $1 AND id = $2",
        paid.restaurant_id.0,
        paid.id.0,
        now
    )
    .execute(&mut *conn)
    .await?;
    let mail = NewMail {
        dedup_key: Some(format!("{}:{}:{}", RECEIPT.name, paid.restaurant_id, paid.id)),
        ..NewMail::to_user(RECEIPT, request.locale, request.diner, &email, json!({ DOCUMENT_UID: uid }))
    };
    Ok(mails::queue(conn, rng, now, mail).await?)
}

async fn lock(conn: &mut PgConnection, diner: UserId, key: ChargeKey<'_>) -> Result<PaidCharge, ReceiptError> {
    let (id, fid) = match key {
        ChargeKey::Id(id) => (Some(id.0), None),
        ChargeKey::Gateway(fid) => (None, Some(fid)),
    };
    let restaurant = sqlx::query_scalar!(
        "SELECT restaurant_id FROM charges WHERE user_id = $1 AND (id = $2 OR gateway_fid = $3)",
        diner.0,
        id,
        fid,
    );
    // A Citus cluster locks the rows of one node only.
    let restaurant = restaurant.fetch_optional(&mut *conn).await?.ok_or(ReceiptError::NotFound)?;
    let found = sqlx::query_as!(
        PaidCharge,
        r#"SELECT c.id AS "id: ChargeId", c.restaurant_id AS "restaurant_id: RestaurantId", c.kind AS "kind: ChargeKind",
                  c.status AS "status: ChargeStatus", c.amount AS "amount: Yen",
                  greatest(c.refund_due, c.refunded_amount + c.lost_amount) AS "returned!: Yen", c.succeeded_at, c.receipt_sent_at, s.name_ja AS "restaurant_ja?",
                  s.name_en AS "restaurant_en?", s.time_zone AS "zone?: Zone", r.reservation_code AS "reservation_code?",
                  r.operation AS "operation?: OperationName", r.date AS "date?", r.guests_count AS "guests_count?",
                  coalesce(e.kind = 'course_earned',
                           r.id IS NULL OR r.status IN ('pending', 'accepted') AND n.reservation_id IS NULL) AS "is_served!",
                  n.reservation_id IS NOT NULL AS "is_no_show!",
                  concat_ws(' ', p.name_last, p.name_first) AS "name!"
           FROM charges c
           LEFT JOIN restaurants s ON s.id = c.restaurant_id
           LEFT JOIN reservations r ON r.restaurant_id = c.restaurant_id AND r.id = c.reservation_id
           LEFT JOIN reservation_no_shows n ON n.restaurant_id = c.restaurant_id AND n.reservation_id = r.id
           LEFT JOIN ledger_transfers e ON e.restaurant_id = c.restaurant_id AND e.key = 'earned:' || c.uid
               AND e.kind IN ('course_earned', 'cancellation_fee_earned')
           LEFT JOIN profiles p ON p.user_id = c.user_id
           WHERE c.restaurant_id = $4 AND c.user_id = $1 AND (c.id = $2 OR c.gateway_fid = $3) FOR NO KEY UPDATE OF c"#,
        diner.0,
        id,
        fid,
        restaurant,
    );
    let paid = found.fetch_optional(conn).await?.ok_or(ReceiptError::NotFound)?;
    if paid.status != ChargeStatus::Succeeded || paid.amount <= paid.returned {
        return Err(ReceiptError::NothingPaid);
    }
    Ok(paid)
}

async fn insert(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    request: DocumentRequest<'_>,
    paid: &PaidCharge,
    form: DocumentForm<'_>,
) -> Result<String, ReceiptError> {
    let zone = paid.zone.unwrap_or_default();
    let kind = paid_kind(paid.kind, paid.is_served);
    let is_visited = paid.is_served && !paid.is_no_show;
    let content = DocumentContent {
        issuer: request.issuer.clone(),
        recipient_name: form.recipient_name.to_owned(),
        reason: form.reason.to_owned(),
        locale: request.locale,
        kind,
        rate: TaxRate::for_charge(kind, paid.operation),
        amount: paid.amount - paid.returned,
        paid_on: zone.date_of(paid.succeeded_at.unwrap_or(now)),
        issued_on: zone.date_of(now),
        restaurant_ja: paid.restaurant_ja.clone().unwrap_or_default(),
        restaurant_en: paid.restaurant_en.clone().unwrap_or_default(),
        reservation_code: paid.reservation_code.clone().unwrap_or_default(),
        visited_on: paid.date.filter(|_| is_visited),
        booked_for: paid.date.filter(|_| !is_visited),
        guests_count: paid.guests_count,
        refund: None,
    };
    if let Some(issued) = find_same(conn, paid, form.document_type, &content).await? {
        return Ok(issued);
    }
    let uid = rng.uid();
    let inserted = sqlx::query!(
        "INSERT INTO charge_documents (uid, restaurant_id, charge_id, type, copy, content, issued_at)
         SELECT $1, $2, $3, $4, coalesce(max(copy), 0) + 1, $5, $6 FROM charge_documents
         WHERE restaurant_id = $2 AND charge_id = $3 AND type = $4
         HAVING coalesce(max(copy), 0) < $7",
        uid,
        paid.restaurant_id.0,
        paid.id.0,
        form.document_type.as_str(),
        Json(&content) as _,
        now,
        MAX_COPIES,
    );
    match inserted.execute(conn).await?.rows_affected() {
        0 => Err(ReceiptError::TooManyCopies),
        _ => Ok(uid),
    }
}

/// Returns the uid of an issued document of the charge if only the day of issue differs: it is opened and printed again.
async fn find_same(
    conn: &mut PgConnection,
    paid: &PaidCharge,
    document_type: DocumentType,
    content: &DocumentContent,
) -> sqlx::Result<Option<String>> {
    let issued = sqlx::query!(
        r#"SELECT uid, content AS "content: Json<DocumentContent>" FROM charge_documents
           WHERE restaurant_id = $1 AND charge_id = $2 AND type = $3 ORDER BY copy DESC"#,
        paid.restaurant_id.0,
        paid.id.0,
        document_type.as_str(),
    );
    let issued = issued.fetch_all(conn).await?.into_iter();
    let same = issued.map(|row| (row.uid, row.content.0)).find(|(_, issued)| {
        let same_day = DocumentContent { issued_on: content.issued_on, ..issued.clone() };
        same_day == *content
    });
    Ok(same.map(|(uid, _)| uid))
}
