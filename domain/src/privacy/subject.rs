//! The person that a privacy request is about: a diner with an account, or a guest of one restaurant without an account.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::error::PrivacyError;
use crate::audit::Actor;
use crate::i18n::{self, Locale};
use crate::ids::{CustomerId, RestaurantId, UserId};
use crate::restaurants::model::Bilingual;
use crate::support::{self, SearchTerm};
use crate::text_enum::text_enum;

text_enum! {
    /// A part of the addresses of the admin's pages.
    pub enum PrivacySubjectKind {
        /// A diner with an account.
        Diner = "diners",
        /// A guest of one restaurant without an account.
        Guest = "guests",
    }
}

/// Maximum number of people with one phone number or address.
const MAX_EXACT: i64 = 50;

/// A guest's record at a restaurant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuestKey {
    pub restaurant: RestaurantId,
    pub customer: CustomerId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrivacySubject {
    Diner(UserId),
    Guest(GuestKey),
}

impl PrivacySubject {
    pub const fn kind(self) -> PrivacySubjectKind {
        match self {
            Self::Diner(_) => PrivacySubjectKind::Diner,
            Self::Guest(_) => PrivacySubjectKind::Guest,
        }
    }

    pub const fn restaurant(self) -> Option<RestaurantId> {
        match self {
            Self::Diner(_) => None,
            Self::Guest(guest) => Some(guest.restaurant),
        }
    }
}

/// A person as an admin recognizes them.
#[derive(Clone, Debug)]
pub struct SubjectView {
    pub subject: PrivacySubject,
    pub uid: String,
    pub name: String,
    /// For a guest, the address of their invitations.
    pub email: Option<String>,
    pub phone_e164: Option<String>,
    /// The restaurant of a guest: its slug and name.
    pub restaurant: Option<(String, Bilingual)>,
    pub created_at: DateTime<Utc>,
    /// The account is deleted, or the guest erased and staff have written nothing in the record since.
    pub erased_at: Option<DateTime<Utc>>,
}

/// The name that staff see in the place of the erased one.
pub(super) fn erased_name() -> String {
    i18n::t(Locale::default(), "erased_guest.name", &[])
}

struct SubjectRow {
    restaurant_id: Option<i64>,
    id: i64,
    uid: String,
    name: String,
    email: Option<String>,
    phone_e164: Option<String>,
    slug: Option<String>,
    restaurant_ja: Option<String>,
    restaurant_en: Option<String>,
    created_at: DateTime<Utc>,
    erased_at: Option<DateTime<Utc>>,
}

impl From<SubjectRow> for SubjectView {
    fn from(row: SubjectRow) -> Self {
        let subject = match row.restaurant_id {
            Some(restaurant) => {
                PrivacySubject::Guest(GuestKey { restaurant: RestaurantId(restaurant), customer: CustomerId(row.id) })
            }
            None => PrivacySubject::Diner(UserId(row.id)),
        };
        let name = row.restaurant_ja.zip(row.restaurant_en);
        Self {
            subject,
            uid: row.uid,
            name: row.name,
            email: row.email,
            phone_e164: row.phone_e164,
            restaurant: row.slug.zip(name.map(|(ja, en)| Bilingual::new(ja, en))),
            created_at: row.created_at,
            erased_at: row.erased_at,
        }
    }
}

/// Finds people by a uid, a phone number in any notation, or an email address; diners by their name, too. At most `limit` of each kind,
/// newest first. The search is recorded in the audit log, without its text.
pub async fn search(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    typed: &str,
    limit: i64,
) -> sqlx::Result<Vec<SubjectView>> {
    let Some(term) = SearchTerm::parse(typed) else { return Ok(Vec::new()) };
    let found = support::search(conn, now, actor, &term, limit).await?;
    let mut uids: Vec<_> = found.into_iter().map(|account| account.uid).collect();
    uids.push(typed.trim().to_owned());
    let mut subjects = list_diners(conn, &uids).await?;
    subjects.extend(list_guests(conn, &term, typed.trim(), limit).await?);
    Ok(subjects)
}

/// Finds people of a kind whose uid, phone number or email address is exactly this one. Several accounts may have an unconfirmed number,
/// and several restaurants the same guest.
pub async fn find_exact(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    kind: PrivacySubjectKind,
    typed: &str,
) -> sqlx::Result<Vec<SubjectView>> {
    let mut found = search(conn, now, actor, typed, MAX_EXACT).await?;
    let numbers = match SearchTerm::parse(typed) {
        Some(SearchTerm::Number(numbers)) => numbers,
        _ => Vec::new(),
    };
    let typed = typed.trim();
    // Guests are found by exact keys only, also by the keys of a record that was merged into theirs.
    let is_exact = |person: &SubjectView| {
        kind == PrivacySubjectKind::Guest
            || person.uid == typed
            || person.email.as_ref().is_some_and(|email| email.eq_ignore_ascii_case(typed))
            || person.phone_e164.as_ref().is_some_and(|number| numbers.contains(number))
    };
    found.retain(|person| person.subject.kind() == kind && is_exact(person));
    Ok(found)
}

/// Finds one person by uid.
///
/// # Errors
/// `NotFound`; also for a guest with an account, and for one whose record was merged into another.
pub async fn find(conn: &mut PgConnection, kind: PrivacySubjectKind, uid: &str) -> Result<SubjectView, PrivacyError> {
    let found = match kind {
        PrivacySubjectKind::Diner => list_diners(conn, &[uid.to_owned()]).await?,
        PrivacySubjectKind::Guest => list_guests(conn, &SearchTerm::Name(String::new()), uid, 1).await?,
    };
    found.into_iter().next().ok_or(PrivacyError::NotFound)
}

async fn list_diners(conn: &mut PgConnection, uids: &[String]) -> sqlx::Result<Vec<SubjectView>> {
    let rows = sqlx::query_as!(
        SubjectRow,
        r#"SELECT NULL::bigint AS restaurant_id, u.id, u.uid, p.name_last || ' ' || p.name_first AS "name!",
                  u.email::text AS "email?", p.phone_e164 AS "phone_e164?", NULL::text AS slug, NULL::text AS restaurant_ja,
                  NULL::text AS restaurant_en, u.created_at, u.deleted_at AS erased_at
           FROM users u JOIN profiles p ON p.user_id = u.id WHERE u.uid = ANY ($1) ORDER BY u.created_at DESC, u.id DESC"#,
        uids
    );
    Ok(rows.fetch_all(conn).await?.into_iter().map(SubjectView::from).collect())
}

/// Returns guests by number, by address, or by uid. A number or an address of a merged record finds the record it was merged into. A guest
/// in whose record staff have written since the erasure does not count as erased, and can be erased again.
async fn list_guests(
    conn: &mut PgConnection,
    term: &SearchTerm,
    uid: &str,
    limit: i64,
) -> sqlx::Result<Vec<SubjectView>> {
    let (numbers, email) = match term {
        SearchTerm::Number(numbers) => (numbers.as_slice(), None),
        SearchTerm::Mail(mail) => (&[] as &[String], Some(mail.as_str())),
        SearchTerm::Name(_) => (&[] as &[String], None),
    };
    let rows = sqlx::query_as!(
        SubjectRow,
        r#"SELECT c.restaurant_id AS "restaurant_id?", c.id, c.uid, coalesce(p.nickname, '') AS "name!",
                  c.invitation_email::text AS "email?", p.phone_e164 AS "phone_e164?", t.slug AS "slug?",
                  t.name_ja AS "restaurant_ja?", t.name_en AS "restaurant_en?", c.created_at,
                  CASE WHEN c.invitation_email IS NULL AND p.phone_e164 IS NULL AND coalesce(p.nickname, '') IN ('', $5)
                            AND concat(p.kana, p.receipt_title, p.noted_allergies, p.noted_dislikes) = ''
                            AND NOT EXISTS (SELECT 1 FROM customer_tags g
                                            WHERE g.restaurant_id = c.restaurant_id AND g.customer_id = c.id)
                       THEN c.erased_at END AS erased_at
           FROM customers c
           JOIN restaurants t ON t.id = c.restaurant_id
           LEFT JOIN customer_profiles p ON p.restaurant_id = c.restaurant_id AND p.customer_id = c.id
           WHERE c.user_id IS NULL AND c.merged_into_id IS NULL
             AND (c.restaurant_id, c.id) IN (
                 SELECT k.restaurant_id, k.id FROM customers k WHERE k.uid = $1
                 UNION ALL SELECT k.restaurant_id, coalesce(k.merged_into_id, k.id) FROM customers k
                     WHERE k.invitation_email = mail_address($2::text)
                 UNION ALL SELECT k.restaurant_id, coalesce(k.merged_into_id, k.id)
                     FROM customers k JOIN customer_profiles f ON f.restaurant_id = k.restaurant_id AND f.customer_id = k.id
                     WHERE f.phone_e164 = ANY ($3))
           ORDER BY c.created_at DESC, c.id DESC LIMIT $4"#,
        uid,
        email,
        numbers,
        limit,
        erased_name(),
    );
    Ok(rows.fetch_all(conn).await?.into_iter().map(SubjectView::from).collect())
}
