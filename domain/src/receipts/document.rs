//! An issued document. It never changes: names, amounts and rates are stored with it.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use sqlx::types::Json;

use super::tax::{TaxRate, TaxRateSum, sums};
use crate::i18n::Locale;
use crate::ids::ChargeId;
use crate::money::Yen;
use crate::payments::model::ChargeKind;
use crate::text_enum::text_enum;

text_enum! {
    #[schema(as = ChargeDocumentType)]
    pub enum DocumentType of "charge_documents.type" {
        Receipt = "receipt",
        Invoice = "invoice",
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
    /// The paid amount, less refunds.
    pub amount: Yen,
    pub paid_on: NaiveDate,
    pub issued_on: NaiveDate,
    pub restaurant_ja: String,
    pub restaurant_en: String,
    pub reservation_code: String,
    /// The day of the visit.
    pub visited_on: Option<NaiveDate>,
    pub guests_count: Option<i32>,
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
    pub charge_id: ChargeId,
    pub document_type: DocumentType,
    /// Number of the copy. The second and later copies are marked.
    pub copy: i32,
    pub content: DocumentContent,
    pub issued_at: DateTime<Utc>,
}

impl ChargeDocument {
    pub const fn is_reissued(&self) -> bool {
        self.copy > 1
    }

    /// Returns its number, `R-00000012-1`: the charge and the copy.
    pub fn number(&self) -> String {
        let letter = match self.document_type {
            DocumentType::Receipt => 'R',
            DocumentType::Invoice => 'I',
        };
        format!("{letter}-{:08}-{}", self.charge_id, self.copy)
    }
}

pub async fn find(conn: &mut PgConnection, uid: &str) -> sqlx::Result<Option<ChargeDocument>> {
    let row = sqlx::query!(
        r#"SELECT uid, charge_id AS "charge_id: ChargeId", type AS "document_type: DocumentType", copy,
                  content AS "content: Json<DocumentContent>", issued_at
           FROM charge_documents WHERE uid = $1"#,
        uid,
    );
    Ok(row.fetch_optional(conn).await?.map(|row| ChargeDocument {
        uid: row.uid,
        charge_id: row.charge_id,
        document_type: row.document_type,
        copy: row.copy,
        content: row.content.0,
        issued_at: row.issued_at,
    }))
}
