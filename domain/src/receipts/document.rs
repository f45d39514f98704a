//! An issued document. It never changes: names, amounts and rates are stored with it.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use sqlx::types::Json;

use super::tax::{TaxRate, TaxRateSum, sums};
use crate::config::OperatorConfig;
use crate::i18n::Locale;
use crate::ids::{ChargeId, RestaurantId};
use crate::money::Yen;
use crate::payments::model::ChargeKind;
use crate::text_enum::text_enum;

text_enum! {
    #[schema(as = ChargeDocumentType)]
    pub enum DocumentType of "charge_documents.type" {
        Receipt = "receipt",
        Invoice = "invoice",
        /// A refund: 適格返還請求書 if its issuer is registered and the payment contained tax.
        Refund = "refund",
    }
}

/// The issuer of documents: the operator of the platform.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Issuer {
    pub name: String,
    pub address: String,
    /// T and 13 digits; blank if the operator is not registered, whose documents are then no qualified invoices.
    pub registration_number: String,
}

impl From<&OperatorConfig> for Issuer {
    fn from(operator: &OperatorConfig) -> Self {
        Self {
            name: operator.name.clone(),
            address: operator.address.clone(),
            registration_number: operator.registration_number.clone(),
        }
    }
}

/// Contents of a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentContent {
    pub issuer: Issuer,
    /// The addressee.
    pub recipient_name: String,
    /// The diner's text for the purpose of the payment; blank for the usual text.
    pub reason: String,
    pub locale: Locale,
    pub kind: ChargeKind,
    pub rate: TaxRate,
    /// The paid amount, less refunds; of a refund, the refunded amount.
    pub amount: Yen,
    pub paid_on: NaiveDate,
    pub issued_on: NaiveDate,
    pub restaurant_ja: String,
    pub restaurant_en: String,
    pub reservation_code: String,
    /// The day of the visit.
    pub visited_on: Option<NaiveDate>,
    /// The day of a visit that does not take place.
    #[serde(default)]
    pub booked_for: Option<NaiveDate>,
    pub guests_count: Option<i32>,
    /// Of the document of a refund.
    #[serde(default)]
    pub refund: Option<RefundContent>,
}

/// Additional contents of the document of a refund. `amount` is the refund.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefundContent {
    pub refunded_on: NaiveDate,
    /// Number of the payment's first receipt; blank if none was issued.
    pub receipt_number: String,
    /// Part of the payment that is kept as an untaxed cancellation fee.
    pub kept_fee: Yen,
}

impl DocumentContent {
    pub fn sums(&self) -> Vec<TaxRateSum> {
        sums(&[(self.rate, self.amount)])
    }

    pub fn restaurant(&self) -> &str {
        self.locale.pick(&self.restaurant_ja, &self.restaurant_en)
    }
}

#[derive(Clone, Debug)]
pub struct ChargeDocument {
    pub uid: String,
    pub restaurant_id: RestaurantId,
    pub charge_id: ChargeId,
    pub document_type: DocumentType,
    /// Number of the copy. The second and later copies are marked.
    pub copy: i32,
    pub content: DocumentContent,
    pub issued_at: DateTime<Utc>,
}

impl ChargeDocument {
    pub fn is_reissued(&self) -> bool {
        self.copy > 1 && self.document_type != DocumentType::Refund
    }

    pub fn number(&self) -> String {
        number(self.document_type, self.charge_id, self.copy)
    }
}

/// Returns the number of a document, `R-00000012-1`: the charge and the copy. Refunds of a charge are counted.
pub fn number(document_type: DocumentType, charge: ChargeId, copy: i32) -> String {
    let letter = match document_type {
        DocumentType::Receipt => 'R',
        DocumentType::Invoice => 'I',
        DocumentType::Refund => 'C',
    };
    format!("{letter}-{:08}-{copy}", charge.0)
}

pub async fn find(conn: &mut PgConnection, uid: &str) -> sqlx::Result<Option<ChargeDocument>> {
    let row = sqlx::query!(
        r#"SELECT uid, restaurant_id AS "restaurant_id: RestaurantId", charge_id AS "charge_id: ChargeId", type AS "document_type: DocumentType",
                  copy, content AS "content: Json<DocumentContent>", issued_at
           FROM charge_documents WHERE uid = $1"#,
        uid,
    );
    Ok(row.fetch_optional(conn).await?.map(|row| ChargeDocument {
        uid: row.uid,
        restaurant_id: row.restaurant_id,
        charge_id: row.charge_id,
        document_type: row.document_type,
        copy: row.copy,
        content: row.content.0,
        issued_at: row.issued_at,
    }))
}
