//! The monthly statement to a restaurant as a document: the platform's charges with their tax, and the no-show fees that the platform
//! collected for the restaurant (gaps G167).
//!
//! The tax is within the charges, and is rounded down once for each statement and rate (適格請求書: 消費税法施行令 70条の10). No-show fees are
//! damages of the restaurant: they contain no tax, and are no part of the amount to pay.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::PgConnection;
use sqlx::types::Json;

use crate::i18n::{self, Locale, t};
use crate::ids::{ChargeInvoiceId, RestaurantId};
use crate::money::Yen;
use crate::receipts::document::Issuer;
use crate::receipts::tax::TaxRate;
use crate::restaurants::model::Bilingual;
use crate::zone::{YearMonth, Zone};

/// The platform charges its services at the standard rate.
pub const RATE: TaxRate = TaxRate::Standard;

/// Maximum number of older statements whose contents one close fixes.
const BATCH: i64 = 1_000;

/// A line of a statement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatementLine {
    pub count: i64,
    /// Tax included, if there is any.
    pub amount: Yen,
}

/// Contents of a statement, fixed when it is issued.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatementContent {
    /// Charges for reservations whose guests came.
    pub visits: StatementLine,
    /// Charges for reservations whose guests did not come.
    pub no_shows: StatementLine,
    /// Tax within both, rounded once.
    pub tax: Yen,
    /// Fees of no-shows that were earned since the month of the previous statement, less those refunded or lost in disputes, plus the
    /// operator's compensations.
    pub no_show_fees: StatementLine,
}

impl StatementContent {
    fn new(visits: StatementLine, no_shows: StatementLine, no_show_fees: StatementLine) -> Self {
        Self { visits, no_shows, tax: RATE.tax_within(visits.amount + no_shows.amount), no_show_fees }
    }

    /// Returns the amount that the restaurant is charged, tax included.
    pub fn charged(&self) -> Yen {
        self.visits.amount + self.no_shows.amount
    }
}

/// Computes the contents of a restaurant's statement of a month from the ledger. A month without charges has no statement: its no-show fees
/// are in the next one.
pub async fn compute(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    month: NaiveDate,
) -> sqlx::Result<StatementContent> {
    let charges = sqlx::query!(
        r#"SELECT count(*) FILTER (WHERE n.reservation_id IS NULL) AS "visits!",
                  coalesce(sum(l.amount) FILTER (WHERE n.reservation_id IS NULL), 0)::bigint AS "visits_amount!: Yen",
                  count(n.reservation_id) AS "no_shows!",
                  coalesce(sum(l.amount) FILTER (WHERE n.reservation_id IS NOT NULL), 0)::bigint AS "no_shows_amount!: Yen"
           FROM ledger_transfers l
           LEFT JOIN reservation_no_shows n ON n.restaurant_id = l.restaurant_id AND n.reservation_id = l.reservation_id
           WHERE l.restaurant_id = $1 AND l.invoice_month = $2"#,
        restaurant.0,
        month,
    )
    .fetch_one(&mut *conn)
    .await?;
    // An accepted booking earns a cancellation fee as a no-show only, also if the no-show was reverted or the booking cancelled afterwards.
    let fees = sqlx::query!(
        r#"SELECT count(DISTINCT l.reservation_id) FILTER (WHERE l.kind = 'cancellation_fee_earned') AS "count!",
                  coalesce(sum(CASE l.credit_account WHEN 'restaurant_payable' THEN l.amount ELSE -l.amount END), 0)::bigint
                      AS "amount!: Yen"
           FROM ledger_transfers l
           JOIN restaurants t ON t.id = l.restaurant_id
           JOIN reservations r ON r.restaurant_id = l.restaurant_id AND r.id = l.reservation_id
           WHERE l.restaurant_id = $1 AND 'restaurant_payable' IN (l.debit_account, l.credit_account)
             AND (r.status = 'accepted'
                  OR EXISTS (SELECT 1 FROM reservation_no_shows n WHERE n.restaurant_id = l.restaurant_id
                               AND n.reservation_id = l.reservation_id)
                  OR EXISTS (SELECT 1 FROM reservation_no_show_fees f WHERE f.restaurant_id = l.restaurant_id
                               AND f.reservation_id = l.reservation_id))
             AND EXISTS (SELECT 1 FROM ledger_transfers e WHERE e.restaurant_id = l.restaurant_id AND e.charge_id = l.charge_id
                           AND e.kind = 'cancellation_fee_earned')
             AND date_trunc('month', l.booked_at AT TIME ZONE t.time_zone)::date <= $2
             AND date_trunc('month', l.booked_at AT TIME ZONE t.time_zone)::date > coalesce(
                 (SELECT max(i.month) FROM restaurant_charge_invoices i WHERE i.restaurant_id = l.restaurant_id AND i.month < $2),
                 '-infinity')"#,
        restaurant.0,
        month,
    )
    .fetch_one(&mut *conn)
    .await?;
    Ok(StatementContent::new(
        StatementLine { count: charges.visits, amount: charges.visits_amount },
        StatementLine { count: charges.no_shows, amount: charges.no_shows_amount },
        StatementLine { count: fees.count, amount: fees.amount },
    ))
}

/// Fixes the contents of a statement that is being issued.
pub(super) async fn store(conn: &mut PgConnection, restaurant: RestaurantId, month: NaiveDate) -> sqlx::Result<()> {
    let content = compute(conn, restaurant, month).await?;
    sqlx::query!(
        "UPDATE restaurant_charge_invoices SET content = $3 WHERE restaurant_id = $1 AND month = $2",
        restaurant.0,
        month,
        Json(content) as _,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Fixes the contents of statements that were issued without them, the latest first.
pub(super) async fn store_missing(conn: &mut PgConnection) -> sqlx::Result<()> {
    let missing = sqlx::query!(
        r#"SELECT restaurant_id AS "restaurant: RestaurantId", month FROM restaurant_charge_invoices
           WHERE content IS NULL ORDER BY month DESC, restaurant_id LIMIT $1"#,
        BATCH
    );
    for invoice in missing.fetch_all(&mut *conn).await? {
        store(conn, invoice.restaurant, invoice.month).await?;
    }
    Ok(())
}

/// An issued statement.
#[derive(Clone, Debug)]
pub struct Statement {
    pub restaurant: Bilingual,
    pub address: Bilingual,
    pub zone: Zone,
    pub number: String,
    pub month: YearMonth,
    pub issued_at: DateTime<Utc>,
    /// `issued` or `paid`.
    pub status: String,
    pub content: StatementContent,
}

/// Returns the number of a statement, `S-000012-202611`: the restaurant and the month.
pub fn number(restaurant: RestaurantId, month: NaiveDate) -> String {
    format!("S-{:06}-{}", restaurant.0, month.format("%Y%m"))
}

/// A statement of a restaurant: by its id, or by its month.
#[derive(Clone, Copy, Debug)]
pub enum StatementKey {
    Id(ChargeInvoiceId),
    Month(YearMonth),
}

/// Finds a statement. The contents of one that was issued without them are computed.
pub async fn find(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    key: StatementKey,
) -> sqlx::Result<Option<Statement>> {
    let (id, month) = match key {
        StatementKey::Id(id) => (Some(id.0), None),
        StatementKey::Month(month) => (None, Some(month.first_day())),
    };
    let found = sqlx::query!(
        r#"SELECT i.month, i.status, i.issued_at, i.content AS "content: Json<StatementContent>", t.name_ja, t.name_en, t.address_ja,
                  t.address_en, t.time_zone AS "zone: Zone"
           FROM restaurant_charge_invoices i JOIN restaurants t ON t.id = i.restaurant_id
           WHERE i.restaurant_id = $1 AND (i.id = $2 OR i.month = $3)"#,
        restaurant.0,
        id,
        month,
    );
    let Some(row) = found.fetch_optional(&mut *conn).await? else { return Ok(None) };
    let content = match row.content {
        Some(Json(content)) => content,
        None => compute(conn, restaurant, row.month).await?,
    };
    Ok(Some(Statement {
        restaurant: Bilingual::new(row.name_ja, row.name_en),
        address: Bilingual::new(row.address_ja, row.address_en),
        zone: row.zone,
        number: number(restaurant, row.month),
        month: YearMonth::containing(row.month),
        issued_at: row.issued_at,
        status: row.status,
        content,
    }))
}

/// Formats a statement for its page: every value is text, and a row has a label and a value.
pub fn view(locale: Locale, issuer: &Issuer, statement: &Statement) -> serde_json::Value {
    let say = |key: &str| t(locale, key, &[]);
    let yen = |amount| i18n::yen(locale, amount);
    let content = &statement.content;
    let lines = [
        ("visits", "standard", content.visits),
        ("no_shows", "standard", content.no_shows),
        ("no_show_fees", "untaxed", content.no_show_fees),
    ];
    let lines = lines.map(|(key, rate, line)| {
        json!({
            "item": say(&format!("statement.{key}")),
            "count": t(locale, "statement.count", &[("count", &line.count)]),
            "rate": say(&format!("receipt.rate.{rate}")),
            "amount": yen(line.amount),
        })
    });
    let name = locale.pick(&statement.restaurant.ja, &statement.restaurant.en);
    json!({
        "locale": locale.as_str(),
        "title": say("statement.title"),
        "number": [say("receipt.number"), statement.number.clone()],
        "issued_on": [say("receipt.issued_on"), i18n::date(locale, statement.zone.date_of(statement.issued_at))],
        "month": [say("statement.month"), i18n::month(locale, statement.month.first_day())],
        "status": [say("statement.status"), say(&format!("statement.status.{}", statement.status))],
        "to": t(locale, "statement.to", &[("name", &name)]),
        "address": locale.pick(&statement.address.ja, &statement.address.en),
        "amount": [say("statement.amount"), yen(content.charged())],
        "labels": [say("receipt.item"), say("statement.count_label"), say("receipt.rate"), say("receipt.amount")],
        "lines": lines,
        "sums": [
            [say("receipt.rate_sum.standard"), yen(content.charged())],
            [say("receipt.tax"), yen(content.tax)],
            [say("receipt.rate_sum.untaxed"), yen(content.no_show_fees.amount)],
        ],
        "notes": [say("statement.rounding"), say("statement.no_show_fees_note")],
        "issuer": {
            "name": issuer.name,
            "address": issuer.address,
            "registration_number": [say("receipt.registration_number"), issuer.registration_number.clone()],
            "is_registered": !issuer.registration_number.is_empty(),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(count: i64, amount: i64) -> StatementLine {
        StatementLine { count, amount: Yen(amount) }
    }

    #[test]
    fn tax_is_rounded_once_for_the_whole_statement() {
        // Rounded for each of the four charges of 109 yen, it would be 36; for each line, 29 and 9.
        let content = StatementContent::new(line(3, 327), line(1, 109), line(1, 39_600));
        assert_eq!((content.charged(), content.tax), (Yen(436), Yen(39)));
        assert_eq!(content.no_show_fees.amount, Yen(39_600), "no part of the taxed amount");
    }

    #[test]
    fn statement_has_contents_of_qualified_invoice_in_both_languages() {
        let statement = Statement {
            restaurant: Bilingual::new("鮨かぐら", "Sushi Kagura"),
            address: Bilingual::new("東京都中央区銀座1-2-3", "1-2-3 Ginza, Chuo-ku, Tokyo"),
            zone: Zone::default(),
            number: number(RestaurantId(12), "2026-11-01".parse().unwrap()),
            month: YearMonth::parse("2026-11").unwrap(),
            issued_at: "2026-11-30T19:00:00Z".parse().unwrap(),
            status: "issued".into(),
            content: StatementContent::new(line(20, 6_000), line(1, 300), line(1, 39_600)),
        };
        let issuer = Issuer {
            name: "席株式会社".into(),
            address: "東京都中央区銀座1-1-1".into(),
            registration_number: "T1234567890123".into(),
        };
        for locale in Locale::ALL {
            let text = view(locale, &issuer, &statement).to_string();
            let expected = [
                ("T1234567890123", "T1234567890123"),
                ("S-000012-202611", "S-000012-202611"),
                ("10%", "10%"),
                ("2026年11月", "November 2026"),
                ("発行済み", "Issued"),
                ("6,300円", "¥6,300"),
                ("572円", "¥572"),
                ("無断キャンセル料", "No-show fees"),
                ("39,600円", "¥39,600"),
                ("不課税", "Not taxed"),
            ];
            for (ja, en) in expected {
                let expected = locale.pick(ja, en);
                assert!(text.contains(expected), "{expected} in {text}");
            }
        }
    }
}
