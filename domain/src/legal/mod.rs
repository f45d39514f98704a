//! The operator's documents: terms, privacy policy, the disclosure that the Act on Specified Commercial Transactions requires, and contact
//! details. A published version never changes; a new one is added, and a sign-up stores the versions to which it agreed.

mod cookies;
mod sections;

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::i18n::Locale;
use crate::ids::UserId;
use crate::text_enum::text_enum;

pub use cookies::agree_to_cookies;
pub use sections::{Section, sections};

text_enum! {
    pub enum DocumentKind of "legal_documents.kind" {
        Terms = "terms",
        Privacy = "privacy",
        Commerce = "commerce",
        Contact = "contact",
    }
}

/// A published version. The bodies are plain text in which lines `# …` are headings.
#[derive(Clone, Debug)]
pub struct LegalDocument {
    pub kind: DocumentKind,
    /// Numbered from 1 for each kind.
    pub version: i32,
    pub body_ja: String,
    pub body_en: String,
    /// A text of the demo world, marked as an example.
    pub is_example: bool,
    pub published_at: DateTime<Utc>,
}

impl LegalDocument {
    pub fn sections(&self, locale: Locale) -> Vec<Section> {
        sections(locale.pick(&self.body_ja, &self.body_en))
    }
}

/// Returns the newest version of each kind that has one, in the order of the kinds.
pub async fn list_current(conn: &mut PgConnection) -> sqlx::Result<Vec<LegalDocument>> {
    sqlx::query_as!(
        LegalDocument,
        r#"SELECT DISTINCT ON (kind) kind AS "kind: DocumentKind", version, body_ja, body_en, is_example, published_at
           FROM legal_documents ORDER BY kind, version DESC"#
    )
    .fetch_all(conn)
    .await
}

/// Returns the newest version of one kind.
pub async fn find_current(conn: &mut PgConnection, kind: DocumentKind) -> sqlx::Result<Option<LegalDocument>> {
    sqlx::query_as!(
        LegalDocument,
        r#"SELECT kind AS "kind: DocumentKind", version, body_ja, body_en, is_example, published_at
           FROM legal_documents WHERE kind = $1 ORDER BY version DESC LIMIT 1"#,
        kind.as_str(),
    )
    .fetch_optional(conn)
    .await
}

/// A document to publish, in both languages.
#[derive(Clone, Copy, Debug)]
pub struct NewDocument<'a> {
    pub kind: DocumentKind,
    pub body_ja: &'a str,
    pub body_en: &'a str,
    pub is_example: bool,
}

/// Result of publishing a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PublishResult {
    /// It is the new version with this number.
    New(i32),
    /// The version with this number has the same text.
    Unchanged(i32),
}

/// Publishes a version, unless the newest has the same text. Of two concurrent calls, the second fails.
pub async fn publish(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    document: NewDocument<'_>,
) -> sqlx::Result<PublishResult> {
    let (body_ja, body_en) = (document.body_ja.trim(), document.body_en.trim());
    let newest = find_current(conn, document.kind).await?;
    let version = match newest {
        Some(newest)
            if (newest.body_ja.as_str(), newest.body_en.as_str(), newest.is_example)
                == (body_ja, body_en, document.is_example) =>
        {
            return Ok(PublishResult::Unchanged(newest.version));
        }
        Some(newest) => newest.version + 1,
        None => 1,
    };
    sqlx::query!(
        "INSERT INTO legal_documents (kind, version, body_ja, body_en, is_example, published_at)
         VALUES ($1, $2, $3, $4, $5, $6)",
        document.kind.as_str(),
        version,
        body_ja,
        body_en,
        document.is_example,
        now,
    )
    .execute(conn)
    .await?;
    Ok(PublishResult::New(version))
}

/// Stores a new diner's consent to the terms and the privacy policy: to the version of the terms that the form showed, otherwise to the
/// newest.
pub async fn agree(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    diner: UserId,
    terms_shown: Option<i32>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO legal_consents (user_id, kind, version, agreed_at)
         SELECT $1, kind, coalesce(max(version) FILTER (WHERE kind = 'terms' AND version = $3), max(version)), $2
         FROM legal_documents WHERE kind IN ('terms', 'privacy') GROUP BY kind",
        diner.0,
        now,
        terms_shown,
    )
    .execute(conn)
    .await?;
    Ok(())
}
