//! The mail of a receipt, with its contents and the link for printing.

use chrono::NaiveDate;
use serde_json::json;
use sqlx::PgConnection;

use super::addressee;
use super::document::{self, ChargeDocument, DocumentType};
use super::tax::TaxRateSum;
use crate::i18n::{self, Locale, t};
use crate::money::Yen;
use crate::outbox::mails::{MailError, MailTemplate, template};
use crate::outbox::{MailDefinition, MessageSubject};

/// The receipt of a charge that its diner requested.
pub const RECEIPT: MailTemplate = template!("receipt");

/// The document of a refund.
pub const REFUND: MailTemplate = template!("refund_document");

pub(super) const DOCUMENT_UID: &str = "charge_document_uid";

pub const MAILS: &[MailDefinition] = &[
    MailDefinition { template: RECEIPT, context: |conn, subject| Box::pin(context(conn, subject)), after: None },
    MailDefinition { template: REFUND, context: |conn, subject| Box::pin(context(conn, subject)), after: None },
];

/// The mail greets the diner, also if the document names another recipient.
async fn context(
    conn: &mut PgConnection,
    subject: &MessageSubject<'_>,
) -> Result<Option<serde_json::Value>, MailError> {
    let found = document::find(conn, subject.uid(DOCUMENT_UID)).await?;
    Ok(found.map(
        |document| json!({ "d": view(&document), "link": format!("{}/receipts/{}", subject.base_url, document.uid) }),
    ))
}

/// Formats a document for its page and its mail: every value is text, and a row has a label and a value.
pub fn view(document: &ChargeDocument) -> serde_json::Value {
    let content = &document.content;
    let locale = content.locale;
    let say = |key: &str| t(locale, key, &[]);
    let yen = |amount| i18n::yen(locale, amount);
    let item = match content.refund {
        Some(_) => t(locale, "receipt.refund_of", &[("item", &say(&format!("charge.{}", content.kind)))]),
        None => say(&format!("charge.{}", content.kind)),
    };
    let sums: Vec<_> = content.sums().iter().map(|sum| sum_lines(locale, sum)).collect();
    let day = |date: Option<NaiveDate>| date.map(|date| i18n::date(locale, date)).unwrap_or_default();
    let refund = content.refund.as_ref();
    let kept = refund.map(|refund| refund.kept_fee).filter(|fee| *fee > Yen::ZERO);
    let facts = [
        ("receipt.refunded_on", day(refund.map(|refund| refund.refunded_on))),
        ("receipt.paid_on", i18n::date(locale, content.paid_on)),
        ("receipt.receipt_number", refund.map(|refund| refund.receipt_number.clone()).unwrap_or_default()),
        ("receipt.payment", say("receipt.payment_card")),
        ("receipt.reservation_code", content.reservation_code.clone()),
        ("receipt.visited_on", day(content.visited_on)),
        ("receipt.booked_for", day(content.booked_for)),
        ("receipt.kept_fee", kept.map(yen).unwrap_or_default()),
    ];
    let facts = facts.into_iter().filter(|(_, value)| !value.is_empty());
    let usual = [("restaurant", &content.restaurant() as &dyn std::fmt::Display), ("item", &item)];
    let reason = match content.reason.as_str() {
        "" => t(locale, "receipt.reason_usual", &usual).trim().to_owned(),
        reason => reason.to_owned(),
    };
    json!({
        "locale": locale.as_str(),
        "title": say(&format!("receipt.title.{}", title(document))),
        "is_reissued": document.is_reissued(),
        "reissued": say("receipt.reissued"),
        "number": [say("receipt.number"), document.number()],
        "issued_on": [say("receipt.issued_on"), i18n::date(locale, content.issued_on)],
        "to": addressee::line(locale, &content.recipient_name),
        "print": say("receipt.print"),
        "amount": [say("receipt.amount"), yen(content.amount)],
        "reason": [say("receipt.reason"), reason],
        "statement": say(&format!("receipt.statement.{}", document.document_type)),
        "item_label": say("receipt.item"),
        "rate_label": say("receipt.rate"),
        "amount_label": say("receipt.amount"),
        "item": item,
        "rate": say(&format!("receipt.rate.{}", rate_name(content.rate))),
        "item_amount": yen(content.amount),
        "sums": sums,
        "total": [say("receipt.total"), yen(content.amount)],
        "facts": facts.map(|(key, value)| [say(key), value]).collect::<Vec<_>>(),
        "issuer": {
            "name": content.issuer.name,
            "address": content.issuer.address,
            "registration_number": [say("receipt.registration_number"), content.issuer.registration_number.clone()],
            "is_registered": !content.issuer.registration_number.is_empty(),
        },
    })
}

/// Formats the sum of a rate, with the tax within it if there is any.
fn sum_lines(locale: Locale, sum: &TaxRateSum) -> serde_json::Value {
    let label = t(locale, &format!("receipt.rate_sum.{}", rate_name(sum.rate)), &[]);
    let tax = sum.rate.percent().map(|_| [t(locale, "receipt.tax", &[]), i18n::yen(locale, sum.tax)]);
    json!({ "label": label, "amount": i18n::yen(locale, sum.amount), "tax": tax })
}

/// Returns the name of a document's title. The refund of a taxed payment by a registered issuer is a qualified one (適格返還請求書).
fn title(document: &ChargeDocument) -> &'static str {
    let content = &document.content;
    let is_qualified = !content.issuer.registration_number.is_empty() && content.rate.percent().is_some();
    match document.document_type {
        DocumentType::Refund if is_qualified => "qualified_refund",
        kind => kind.as_str(),
    }
}

const fn rate_name(rate: super::tax::TaxRate) -> &'static str {
    match rate {
        super::tax::TaxRate::Standard => "standard",
        super::tax::TaxRate::Reduced => "reduced",
        super::tax::TaxRate::Untaxed => "untaxed",
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;
    use crate::ids::{ChargeId, RestaurantId};
    use crate::outbox::mails::snapshot;
    use crate::payments::model::ChargeKind;
    use crate::receipts::document::{DocumentContent, Issuer, RefundContent};
    use crate::receipts::tax::TaxRate;

    fn document(locale: Locale) -> ChargeDocument {
        let date = "2026-12-08".parse().unwrap();
        let content = DocumentContent {
            issuer: Issuer {
                name: "席株式会社".into(),
                address: "東京都中央区銀座1-1-1".into(),
                registration_number: "T1234567890123".into(),
            },
            recipient_name: "山田 花子".into(),
            reason: String::new(),
            locale,
            kind: ChargeKind::PrepaidCourse,
            rate: TaxRate::Reduced,
            amount: Yen(9_720),
            paid_on: date,
            issued_on: date,
            restaurant_ja: "お弁当はこ".into(),
            restaurant_en: "Obento Hako".into(),
            reservation_code: "BCDF2345".into(),
            visited_on: Some(date),
            booked_for: None,
            guests_count: Some(3),
            refund: None,
        };
        let issued_at = DateTime::UNIX_EPOCH;
        let document_type = DocumentType::Receipt;
        let (restaurant_id, charge_id) = (RestaurantId(1), ChargeId(12));
        ChargeDocument { uid: "Udoc".into(), restaurant_id, charge_id, document_type, copy: 2, content, issued_at }
    }

    #[test]
    fn receipt_has_contents_of_qualified_invoice_in_both_languages() {
        for locale in Locale::ALL {
            let document = document(locale);
            let link = "https://seki.test/receipts/Udoc";
            let mail = snapshot(RECEIPT, locale, json!({ "d": view(&document), "name": "山田 花子", "link": link }));
            let amount = locale.pick("720円", "¥720");
            for expected in ["T1234567890123", "8%", amount, "R-00000012-2", link] {
                assert!(mail.text.contains(expected), "{expected} in {}", mail.text);
            }
        }
    }

    /// The refund of a cancelled course of 38,000 yen, of which 11,400 yen are kept.
    fn refund(locale: Locale, registration_number: &str) -> ChargeDocument {
        let date: NaiveDate = "2026-12-05".parse().unwrap();
        let document = document(locale);
        let content = DocumentContent {
            issuer: Issuer { registration_number: registration_number.into(), ..document.content.issuer.clone() },
            rate: TaxRate::Standard,
            amount: Yen(26_600),
            visited_on: None,
            booked_for: Some(date),
            refund: Some(RefundContent {
                refunded_on: date,
                receipt_number: "R-00000012-1".into(),
                kept_fee: Yen(11_400),
            }),
            ..document.content
        };
        ChargeDocument { document_type: DocumentType::Refund, copy: 1, content, ..document }
    }

    #[test]
    fn refund_has_contents_of_qualified_return_invoice_in_both_languages() {
        for locale in Locale::ALL {
            let document = refund(locale, "T1234567890123");
            let link = "https://seki.test/receipts/Udoc";
            let mail = snapshot(REFUND, locale, json!({ "d": view(&document), "name": "山田 花子", "link": link }));
            let tax = locale.pick("2,418円", "¥2,418");
            let kept = locale.pick("11,400円", "¥11,400");
            for expected in ["T1234567890123", "10%", tax, kept, "C-00000012-1", "R-00000012-1", link] {
                assert!(mail.text.contains(expected), "{expected} in {}", mail.text);
            }
        }
        assert_eq!(view(&refund(Locale::Ja, "T1234567890123"))["title"], "適格返還請求書");
        assert_eq!(view(&refund(Locale::Ja, ""))["title"], "返金明細書", "the issuer is not registered");
    }
}
