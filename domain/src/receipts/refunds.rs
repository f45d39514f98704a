//! Documents of refunds. A refund of at least ¥10,000 of a taxed payment needs a 適格返還請求書, which a sweep issues; that of a smaller one is
//! issued when its diner asks for it (消費税法 57条の4, gaps G094). A receipt that was issued before a refund keeps its content, and names it.

use std::collections::BTreeMap;

use chrono::{DateTime, Duration, NaiveDate, Utc};
use sqlx::types::Json;
use sqlx::{PgConnection, PgPool};

use super::document::{ChargeDocument, DocumentContent, DocumentType, Issuer, RefundContent, number};
use super::error::ReceiptError;
use super::mails;
use super::tax::{TaxRate, paid_kind};
use crate::i18n::Locale;
use crate::ids::{ChargeId, LedgerTransferId, RestaurantId, UserId};
use crate::jobs::WaitingJobs;
use crate::money::Yen;
use crate::outbox::mails::{self as outbox, NewMail};
use crate::payments::model::ChargeKind;
use crate::progress::Failures;
use crate::restaurants::model::OperationName;
use crate::rng::Rng;
use crate::zone::Zone;

/// The law exempts smaller refunds from the duty to issue a document.
const DUTY_FROM: Yen = Yen(10_000);
/// Age up to which the sweep issues a document. Documents of older refunds are issued on request.
const SWEPT_FOR: Duration = Duration::days(30);
const BATCH: i64 = 100;

/// A query of the refunds `l` in the ledger, each with its effective amount `e.amount`. The provider may report a failed refund much later, and
/// it is then made again: of all refunds of a charge, the earliest ones count, up to the amount that did not fail. Once the ledger has booked
/// what is kept as a cancellation fee, a refund is one of that fee: `e.is_of_fee`.
macro_rules! select {
    ($call:ident, ($($row:tt)*), $columns:literal, $rest:literal $(, $arg:expr)* $(,)?) => {
        sqlx::$call!(
            $($row)*
            $columns + r#" FROM ledger_transfers l
               CROSS JOIN LATERAL (
                   SELECT least(l.amount, coalesce(sum(CASE x.kind WHEN 'refund_failed' THEN -x.amount ELSE x.amount END), 0)
                              - coalesce(sum(x.amount) FILTER (WHERE x.kind <> 'refund_failed' AND x.id < l.id), 0))::bigint AS amount,
                          EXISTS (SELECT 1 FROM ledger_transfers f WHERE f.restaurant_id = l.restaurant_id AND f.charge_id = l.charge_id
                                    AND f.kind = 'cancellation_fee_earned' AND f.id < l.id) AS is_of_fee
                   FROM ledger_transfers x WHERE x.restaurant_id = l.restaurant_id AND x.charge_id = l.charge_id
                     AND x.kind IN ('charge_refunded', 'provider_refund', 'refund_failed')) e "# + $rest
            $(, $arg)*
        )
    };
}

/// A refund of a charge, as booked in the ledger: ours, or one that an operator made in the provider's dashboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChargeRefund {
    /// Id of its transfer in the ledger.
    pub id: LedgerTransferId,
    pub charge_id: ChargeId,
    /// Without the part that failed.
    pub amount: Yen,
    pub refunded_at: DateTime<Utc>,
    /// Whether it returns a cancellation fee, which contains no tax.
    pub is_of_fee: bool,
    /// Uid and number of its document, if one was issued.
    pub document: Option<(String, String)>,
}

/// Identifies a refund and its charge.
#[derive(Clone, Copy, Debug)]
struct RefundKey {
    restaurant: RestaurantId,
    charge: ChargeId,
    refund: LedgerTransferId,
}

/// Returns the effective refunds of charges, oldest first.
pub async fn list(
    conn: &mut PgConnection,
    charges: &[(RestaurantId, ChargeId)],
) -> sqlx::Result<BTreeMap<ChargeId, Vec<ChargeRefund>>> {
    let (restaurants, ids): (Vec<_>, Vec<_>) = charges.iter().map(|(restaurant, id)| (restaurant.0, id.0)).unzip();
    let rows = select!(
        query,
        (),
        r#"SELECT l.id AS "id: LedgerTransferId", l.charge_id AS "charge_id!: ChargeId", e.amount AS "amount!: Yen", l.booked_at,
                  e.is_of_fee AS "is_of_fee!", d.uid AS "uid?", d.copy AS "copy?""#,
        "LEFT JOIN charge_documents d ON d.restaurant_id = l.restaurant_id AND d.ledger_transfer_id = l.id
         WHERE l.restaurant_id = ANY ($1) AND l.charge_id = ANY ($2) AND l.kind IN ('charge_refunded', 'provider_refund')
           AND e.amount > 0 ORDER BY l.id",
        &restaurants,
        &ids,
    );
    let mut refunds: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for row in rows.fetch_all(conn).await? {
        let number = row.copy.map(|copy| number(DocumentType::Refund, row.charge_id, copy));
        refunds.entry(row.charge_id).or_default().push(ChargeRefund {
            id: row.id,
            charge_id: row.charge_id,
            amount: row.amount,
            refunded_at: row.booked_at,
            is_of_fee: row.is_of_fee,
            document: row.uid.zip(number),
        });
    }
    Ok(refunds)
}

/// Returns the refunds that a receipt over `receipted` yen of a charge over `charged` yen does not contain, each with its part. `charged` is
/// without the amount that banks returned.
pub fn since(refunds: Vec<ChargeRefund>, charged: Yen, receipted: Yen) -> Vec<ChargeRefund> {
    let known = charged - receipted;
    let mut total = Yen::ZERO;
    let part = |mut refund: ChargeRefund| {
        let before = total.max(known);
        total = total + refund.amount;
        refund.amount = (total - before).max(Yen::ZERO);
        refund
    };
    refunds.into_iter().map(part).filter(|refund| refund.amount > Yen::ZERO).collect()
}

/// Changes of a receipt's payment since the receipt was issued.
#[derive(Clone, Debug, Default)]
pub struct ReceiptChanges {
    pub zone: Zone,
    pub refunds: Vec<ChargeRefund>,
    /// The part that the receipt calls a course, and that is kept as a cancellation fee now.
    pub kept_fee: Yen,
}

/// Returns the changes since a receipt or an invoice was issued; none for the document of a refund.
pub async fn changes(conn: &mut PgConnection, document: &ChargeDocument) -> sqlx::Result<ReceiptChanges> {
    if document.document_type == DocumentType::Refund {
        return Ok(ReceiptChanges::default());
    }
    let Some(charge) = find_charge(conn, document.restaurant_id, document.charge_id).await? else {
        return Ok(ReceiptChanges::default());
    };
    let refunds = list(conn, &[(document.restaurant_id, document.charge_id)]).await?;
    let refunds = refunds.into_values().next().unwrap_or_default();
    let kind = paid_kind(charge.kind, charge.is_served);
    let is_now_a_fee = kind == ChargeKind::CancellationFee && document.content.kind != kind;
    Ok(ReceiptChanges {
        zone: charge.zone.unwrap_or_default(),
        refunds: since(refunds, charge.amount - charge.lost_amount, document.content.amount),
        kept_fee: if is_now_a_fee { charge.amount - charge.returned } else { Yen::ZERO },
    })
}

/// A refunded charge.
struct RefundedCharge {
    kind: ChargeKind,
    amount: Yen,
    /// Refunds, due or made, and what banks returned in lost disputes.
    returned: Yen,
    lost_amount: Yen,
    user_id: UserId,
    is_served: bool,
    succeeded_at: Option<DateTime<Utc>>,
    restaurant_ja: Option<String>,
    restaurant_en: Option<String>,
    zone: Option<Zone>,
    reservation_code: Option<String>,
    operation: Option<OperationName>,
    date: Option<NaiveDate>,
    guests_count: Option<i32>,
    locale: Option<String>,
    email: Option<String>,
    name: String,
    /// Addressee and number of the first receipt.
    receipt_name: Option<String>,
    receipt_copy: Option<i32>,
}

async fn find_charge(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    charge: ChargeId,
) -> sqlx::Result<Option<RefundedCharge>> {
    sqlx::query_as!(
        RefundedCharge,
        r#"SELECT c.kind AS "kind: ChargeKind", c.amount AS "amount: Yen",
                  greatest(c.refund_due, c.refunded_amount + c.lost_amount) AS "returned!: Yen", c.lost_amount AS "lost_amount: Yen",
                  c.user_id AS "user_id: UserId", c.succeeded_at, s.name_ja AS "restaurant_ja?", s.name_en AS "restaurant_en?",
                  s.time_zone AS "zone?: Zone",
                  r.reservation_code AS "reservation_code?", r.operation AS "operation?: OperationName", r.date AS "date?",
                  r.guests_count AS "guests_count?", p.locale AS "locale?", u.email::text AS email,
                  concat_ws(' ', p.name_last, p.name_first) AS "name!", d.recipient AS "receipt_name?", d.copy AS "receipt_copy?",
                  coalesce(e.kind = 'course_earned',
                           r.id IS NULL OR r.status IN ('pending', 'accepted') AND n.reservation_id IS NULL) AS "is_served!"
           FROM charges c
           JOIN users u ON u.id = c.user_id
           LEFT JOIN restaurants s ON s.id = c.restaurant_id
           LEFT JOIN reservations r ON r.restaurant_id = c.restaurant_id AND r.id = c.reservation_id
           LEFT JOIN reservation_no_shows n ON n.restaurant_id = r.restaurant_id AND n.reservation_id = r.id
           LEFT JOIN ledger_transfers e ON e.restaurant_id = c.restaurant_id AND e.key = 'earned:' || c.uid
               AND e.kind IN ('course_earned', 'cancellation_fee_earned')
           LEFT JOIN profiles p ON p.user_id = c.user_id
           LEFT JOIN LATERAL (
               SELECT x.content->>'recipient_name' AS recipient, x.copy FROM charge_documents x
               WHERE x.restaurant_id = c.restaurant_id AND x.charge_id = c.id AND x.type = 'receipt' ORDER BY x.copy LIMIT 1) d ON true
           WHERE c.restaurant_id = $1 AND c.id = $2"#,
        restaurant.0,
        charge.0,
    )
    .fetch_optional(conn)
    .await
}

/// Issues the document of a diner's own refund, and returns its uid. A document that exists is returned.
///
/// # Errors
/// The refund is unknown, or another diner's.
pub async fn issue(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    diner: UserId,
    issuer: &Issuer,
    refund: LedgerTransferId,
) -> Result<String, ReceiptError> {
    let found = sqlx::query!(
        r#"SELECT l.restaurant_id AS "restaurant: RestaurantId", l.charge_id AS "charge!: ChargeId"
           FROM ledger_transfers l JOIN charges c ON c.restaurant_id = l.restaurant_id AND c.id = l.charge_id
           WHERE l.id = $1 AND l.kind IN ('charge_refunded', 'provider_refund') AND c.user_id = $2"#,
        refund.0,
        diner.0,
    );
    let found = found.fetch_optional(&mut *conn).await?.ok_or(ReceiptError::NotFound)?;
    let key = RefundKey { restaurant: found.restaurant, charge: found.charge, refund };
    let issued = insert(conn, rng, now, issuer, key).await?;
    issued.map(|(uid, _)| uid).ok_or(ReceiptError::NotFound)
}

/// Issues the documents that the law requires, and mails each to its diner. Returns their number. A failed one does not stop the rest; its
/// error is returned after them.
pub async fn sweep(pool: &PgPool, rng: &Rng, now: DateTime<Utc>, issuer: &Issuer) -> sqlx::Result<usize> {
    let (mut issued, mut failures) = (0, Failures::none());
    let due = list_due(&mut *pool.acquire().await?, now).await?;
    for key in due {
        let done = issue_one(pool, rng, now, issuer, key).await;
        issued +=
            usize::from(failures.pass(format_args!("document of refund {}", key.refund), done).unwrap_or_default());
    }
    failures.or(issued)
}

/// Lists refunds of bookings and plans that need a document, unlike refunds of untaxed fees or from before documents were issued. An abandoned
/// hold has no receipt that could be wrong.
async fn list_due(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<Vec<RefundKey>> {
    select!(
        query_as,
        (RefundKey,),
        r#"SELECT l.restaurant_id AS "restaurant: RestaurantId", l.charge_id AS "charge!: ChargeId", l.id AS "refund: LedgerTransferId""#,
        "JOIN charges c ON c.restaurant_id = l.restaurant_id AND c.id = l.charge_id
         LEFT JOIN reservations r ON r.restaurant_id = c.restaurant_id AND r.id = c.reservation_id
         WHERE l.kind IN ('charge_refunded', 'provider_refund') AND l.booked_at > $1 AND e.amount >= $2::int
           AND NOT l.predates_documents
           AND c.kind <> 'cancellation_fee' AND NOT e.is_of_fee
           AND (c.reservation_id IS NULL OR r.accepted_at IS NOT NULL)
           AND NOT EXISTS (SELECT 1 FROM charge_documents d WHERE d.restaurant_id = l.restaurant_id AND d.ledger_transfer_id = l.id)
         ORDER BY l.booked_at, l.id LIMIT $3",
        now - SWEPT_FOR,
        DUTY_FROM.to_db()?,
        BATCH,
    )
    .fetch_all(conn)
    .await
}

/// Counts the refunds that `list_due` lists, with the oldest time.
pub async fn count_due(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<WaitingJobs> {
    select!(
        query_as,
        (WaitingJobs,),
        r#"SELECT count(*) AS "count!", min(l.booked_at) AS since"#,
        "JOIN charges c ON c.restaurant_id = l.restaurant_id AND c.id = l.charge_id
         LEFT JOIN reservations r ON r.restaurant_id = c.restaurant_id AND r.id = c.reservation_id
         WHERE l.kind IN ('charge_refunded', 'provider_refund') AND l.booked_at > $1 AND e.amount >= $2::int
           AND NOT l.predates_documents
           AND c.kind <> 'cancellation_fee' AND NOT e.is_of_fee
           AND (c.reservation_id IS NULL OR r.accepted_at IS NOT NULL)
           AND NOT EXISTS (SELECT 1 FROM charge_documents d WHERE d.restaurant_id = l.restaurant_id AND d.ledger_transfer_id = l.id)",
        now - SWEPT_FOR,
        DUTY_FROM.to_db()?,
    )
    .fetch_one(conn)
    .await
}

async fn issue_one(
    pool: &PgPool,
    rng: &Rng,
    now: DateTime<Utc>,
    issuer: &Issuer,
    key: RefundKey,
) -> sqlx::Result<bool> {
    let mut tx = pool.begin().await?;
    let Some((uid, charge)) = insert(&mut tx, rng, now, issuer, key).await? else { return Ok(false) };
    if let Some(email) = charge.email.filter(|email| !email.is_empty()) {
        let locale = charge.locale.as_deref().and_then(Locale::parse).unwrap_or_default();
        let ids = serde_json::json!({ mails::DOCUMENT_UID: uid });
        let mail = NewMail {
            dedup_key: Some(format!("{}:{}", mails::REFUND.name, key.refund)),
            ..NewMail::to_user(mails::REFUND, locale, charge.user_id, &email, ids)
        };
        outbox::queue(&mut tx, rng, now, mail).await?;
    }
    tx.commit().await?;
    Ok(true)
}

/// Writes the document of a refund unless it exists, and returns its uid. Concurrent calls write one. `None` if the refund is unknown.
async fn insert(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    issuer: &Issuer,
    key: RefundKey,
) -> sqlx::Result<Option<(String, RefundedCharge)>> {
    sqlx::query!(
        "SELECT 1 AS locked FROM charges WHERE restaurant_id = $1 AND id = $2 FOR NO KEY UPDATE",
        key.restaurant.0,
        key.charge.0
    )
    .fetch_optional(&mut *conn)
    .await?;
    let Some(charge) = find_charge(conn, key.restaurant, key.charge).await? else { return Ok(None) };
    let refunds = list(conn, &[(key.restaurant, key.charge)]).await?.into_values().next().unwrap_or_default();
    let Some(wanted) = refunds.into_iter().find(|one| one.id == key.refund) else { return Ok(None) };
    if let Some((uid, _)) = wanted.document {
        return Ok(Some((uid, charge)));
    }
    let content = content(&charge, &wanted, issuer, now);
    let uid = rng.uid();
    sqlx::query!(
        "INSERT INTO charge_documents (uid, restaurant_id, charge_id, type, copy, content, issued_at, ledger_transfer_id)
         SELECT $1, $2, $3, 'refund', coalesce(max(copy), 0) + 1, $4, $5, $6 FROM charge_documents
         WHERE restaurant_id = $2 AND charge_id = $3 AND type = 'refund'",
        uid,
        key.restaurant.0,
        key.charge.0,
        Json(&content) as _,
        now,
        key.refund.0,
    )
    .execute(conn)
    .await?;
    Ok(Some((uid, charge)))
}

fn content(charge: &RefundedCharge, refund: &ChargeRefund, issuer: &Issuer, now: DateTime<Utc>) -> DocumentContent {
    let zone = charge.zone.unwrap_or_default();
    // Before the fee is booked, the refunded part is a part of the price that was paid, whatever is kept.
    let kind = paid_kind(charge.kind, !refund.is_of_fee);
    let is_kept = paid_kind(charge.kind, charge.is_served) != charge.kind;
    let receipt = charge.receipt_copy.map(|copy| number(DocumentType::Receipt, refund.charge_id, copy));
    DocumentContent {
        issuer: issuer.clone(),
        recipient_name: charge.receipt_name.clone().unwrap_or_else(|| charge.name.clone()),
        reason: String::new(),
        locale: charge.locale.as_deref().and_then(Locale::parse).unwrap_or_default(),
        kind,
        rate: TaxRate::for_charge(kind, charge.operation),
        amount: refund.amount,
        paid_on: zone.date_of(charge.succeeded_at.unwrap_or(now)),
        issued_on: zone.date_of(now),
        restaurant_ja: charge.restaurant_ja.clone().unwrap_or_default(),
        restaurant_en: charge.restaurant_en.clone().unwrap_or_default(),
        reservation_code: charge.reservation_code.clone().unwrap_or_default(),
        visited_on: None,
        booked_for: charge.date,
        guests_count: charge.guests_count,
        refund: Some(RefundContent {
            refunded_on: zone.date_of(refund.refunded_at),
            receipt_number: receipt.unwrap_or_default(),
            kept_fee: if is_kept { charge.amount - charge.returned } else { Yen::ZERO },
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refund(id: i64, amount: i64) -> ChargeRefund {
        ChargeRefund {
            id: LedgerTransferId(id),
            charge_id: ChargeId(12),
            amount: Yen(amount),
            refunded_at: DateTime::UNIX_EPOCH,
            is_of_fee: false,
            document: None,
        }
    }

    fn parts(refunds: Vec<ChargeRefund>, charged: i64, receipted: i64) -> Vec<(i64, i64)> {
        since(refunds, Yen(charged), Yen(receipted)).into_iter().map(|one| (one.id.0, one.amount.0)).collect()
    }

    #[test]
    fn receipt_names_the_refunds_since_it_was_issued() {
        let both = || vec![refund(1, 24_000), refund(2, 4_000)];
        assert_eq!(parts(both(), 48_000, 48_000), [(1, 24_000), (2, 4_000)], "issued before both");
        assert_eq!(parts(both(), 48_000, 24_000), [(2, 4_000)], "issued between them");
        assert_eq!(parts(both(), 48_000, 20_000), [], "issued after both");
        assert_eq!(parts(vec![refund(1, 24_000)], 48_000, 38_000), [(1, 14_000)], "a part was due when it was issued");
    }
}
