//! Privacy requests that an admin answers: for a diner who cannot sign in, and for a guest of a restaurant who has no account. The caller
//! has checked the admin's permission. Each export and each erasure leaves an audit event in its transaction.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::PgConnection;

use super::actions::erase_account;
use super::error::PrivacyError;
use super::export::export;
use super::guests;
use super::obstacles::{self, ObstacleRecord};
use super::subject::{PrivacySubject, SubjectView};
use crate::audit::{self, Actor, Event};
use crate::ids::AdminUserId;
use crate::rng::Rng;
use crate::text_enum::text_enum;

/// Maximum length of a case number.
const MAX_REFERENCE: usize = 64;

text_enum! {
    /// Why a person's data is erased. The audit log contains no free text, which might name the person.
    pub enum ErasureReason {
        /// The person requested it.
        Person = "person",
        /// A legal representative, or the family of a deceased person.
        Representative = "representative",
        /// A court or an authority ordered it.
        Authority = "authority",
        /// The data should never have been stored.
        Mistake = "mistake",
    }
}

/// The admin who is responsible for a request. At the command line the actor is the command line.
#[derive(Clone, Copy, Debug)]
pub struct PrivacyOperator {
    pub admin: AdminUserId,
    pub actor: Actor,
}

/// The form of an erasure.
#[derive(Clone, Copy, Debug)]
pub struct ErasureForm<'a> {
    pub reason: Option<ErasureReason>,
    /// The number of the case in the operator's own records; may be blank.
    pub reference: &'a str,
}

impl<'a> ErasureForm<'a> {
    /// # Errors
    /// `Fields` for a missing reason, and for a reference that is not 1 to 64 letters, digits, hyphens, underscores and slashes.
    fn checked(self) -> Result<(ErasureReason, Option<&'a str>), PrivacyError> {
        let reference = self.reference.trim();
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_/".contains(c);
        let is_reference = reference.len() <= MAX_REFERENCE && reference.chars().all(is_plain);
        let wrong = [(self.reason.is_none(), "reason"), (!is_reference, "reference")];
        let wrong: Vec<_> = wrong.into_iter().filter(|(is_wrong, _)| *is_wrong).map(|(_, field)| field).collect();
        match self.reason {
            Some(reason) if wrong.is_empty() => Ok((reason, Some(reference).filter(|text| !text.is_empty()))),
            _ => Err(PrivacyError::Fields(wrong.into_iter().map(|field| (field, "field_invalid")).collect())),
        }
    }
}

/// Returns the records that must end before a person can be erased: the same as before they delete their account themselves.
pub async fn list_subject_obstacles(
    conn: &mut PgConnection,
    subject: PrivacySubject,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<ObstacleRecord>> {
    match subject {
        PrivacySubject::Diner(diner) => obstacles::list_records(conn, diner, now).await,
        PrivacySubject::Guest(guest) => guests::list_obstacles(conn, guest, now).await,
    }
}

/// Records that an admin viewed what is held about a person.
pub async fn record_view(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    operator: PrivacyOperator,
    subject: PrivacySubject,
) -> sqlx::Result<()> {
    record(conn, now, operator, "privacy.viewed", subject, json!({})).await
}

/// Returns all personal data about a person in one file, a consistent snapshot if the caller's transaction is `REPEATABLE READ`. The audit log
/// stores the reason; the command line gives none.
pub async fn export_subject(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    operator: PrivacyOperator,
    subject: PrivacySubject,
    reason: Option<&str>,
) -> sqlx::Result<Value> {
    let file = match subject {
        PrivacySubject::Diner(diner) => export(conn, diner, now).await?,
        PrivacySubject::Guest(guest) => guests::export(conn, guest, now).await?,
    };
    let detail = reason.map_or_else(|| json!({}), |reason| json!({ "reason": reason }));
    record(conn, now, operator, "privacy.exported", subject, detail).await?;
    Ok(file)
}

/// Erases a person's data. **The caller must have verified the identity of the admin**, who has verified the request. The audit
/// event of a guest names the restaurant, whose staff see an erased guest.
///
/// # Errors
/// `Fields`; `NotFound` if the person is erased already; `InUse` names the obstacles. Then nothing has changed.
pub async fn erase_subject(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    operator: PrivacyOperator,
    person: &SubjectView,
    form: ErasureForm<'_>,
) -> Result<(), PrivacyError> {
    let (reason, reference) = form.checked()?;
    match person.subject {
        // The account error of a diner: another admin, or the diner, has deleted the account.
        PrivacySubject::Diner(diner) => erase_account(conn, rng, now, diner).await.map_err(|error| match error {
            PrivacyError::Account(_) => PrivacyError::NotFound,
            other => other,
        })?,
        PrivacySubject::Guest(guest) => guests::erase(conn, now, guest, &person.uid).await?,
    }
    let detail = json!({ "reason": reason, "reference": reference });
    Ok(record(conn, now, operator, "privacy.erased", person.subject, detail).await?)
}

async fn record(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    operator: PrivacyOperator,
    action: &str,
    subject: PrivacySubject,
    mut detail: Value,
) -> sqlx::Result<()> {
    match subject {
        PrivacySubject::Diner(diner) => detail["user_id"] = json!(diner),
        PrivacySubject::Guest(guest) => detail["customer_id"] = json!(guest.customer),
    }
    if matches!(operator.actor, Actor::CommandLine) {
        detail["admin_user_id"] = json!(operator.admin);
    }
    let (actor, restaurant) = (operator.actor, subject.restaurant());
    audit::record(conn, now, Event { actor, action, restaurant, reservation: None, detail }).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reference_identifies_a_case_and_no_person() {
        let check = |reason, reference| ErasureForm { reason, reference }.checked();
        let person = Some(ErasureReason::Person);
        let long = "1".repeat(65);
        assert!(matches!(check(person, ""), Ok((ErasureReason::Person, None))));
        assert!(matches!(check(person, " 2026-07/A_1 "), Ok((_, Some("2026-07/A_1")))));
        for reference in ["山田", "hanako@seki.test", &long, "a b"] {
            assert!(
                matches!(check(person, reference), Err(PrivacyError::Fields(fields)) if fields[0].0 == "reference")
            );
        }
        assert!(
            matches!(check(None, "1"), Err(PrivacyError::Fields(fields)) if fields == [("reason", "field_invalid")])
        );
    }
}
