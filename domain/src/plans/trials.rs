//! One free trial for a person (gaps G135): remembered by the account, by its confirmed number and by its card. The number and the card are
//! stored as keyed hashes that outlive the account, so neither a new account nor a moved number brings another trial.

use chrono::{DateTime, Months, Utc};
use serde_json::json;
use sqlx::{PgConnection, PgPool};

use super::error::SubscriptionPlanError;
use crate::audit::{self, Actor, Event};
use crate::db::violated_constraint;
use crate::ids::{SubscriptionId, UserId};
use crate::signing::Signer;
use crate::text_enum::text_enum;

/// Years after which a number and a card are forgotten (docs/PRIVACY.md).
const RETENTION: Months = Months::new(5 * 12);
/// Earlier trials that are remembered in one transaction.
const BATCH: i64 = 500;
const PHONE: &str = "trial_phone";
const CARD: &str = "trial_card";

text_enum! {
    /// Why a diner gets no free months.
    pub enum TrialRefusal {
        /// This account, its number or its card had a trial before.
        Used = "used",
        /// A trial requires a confirmed number.
        PhoneUnconfirmed = "phone_unconfirmed",
        /// A coupon reduces the first months instead.
        WithCoupon = "with_coupon",
    }
}

/// The facts that decide on a diner's trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrialHistory {
    pub has_confirmed_phone: bool,
    pub had_trial: bool,
}

impl TrialHistory {
    /// A visitor who has not signed in. The request after the sign-in decides.
    pub const UNKNOWN: Self = Self { has_confirmed_phone: true, had_trial: false };

    /// Returns the reason why the diner gets no trial.
    pub const fn refusal(self) -> Option<TrialRefusal> {
        if self.had_trial {
            Some(TrialRefusal::Used)
        } else if self.has_confirmed_phone {
            None
        } else {
            Some(TrialRefusal::PhoneUnconfirmed)
        }
    }
}

/// The keyed hashes of a diner's confirmed number and of the card that pays.
struct PersonalMacs {
    phone: Option<[u8; 32]>,
    card: Option<[u8; 32]>,
}

impl PersonalMacs {
    async fn find(conn: &mut PgConnection, signer: &Signer, user: UserId) -> sqlx::Result<Self> {
        let row = sqlx::query!(
            r#"SELECT CASE WHEN p.phone_confirmed_at IS NOT NULL THEN nullif(p.phone_e164, '') END AS "phone?",
                      m.fingerprint AS "fingerprint?"
               FROM profiles p LEFT JOIN payment_methods m ON m.user_id = p.user_id AND m.replaced_at IS NULL
               WHERE p.user_id = $1"#,
            user.0
        );
        let row = row.fetch_one(conn).await?;
        let mac = |purpose, subject: Option<String>| subject.map(|subject| signer.mac(purpose, subject.as_bytes()));
        Ok(Self { phone: mac(PHONE, row.phone), card: mac(CARD, row.fingerprint) })
    }

    /// Returns pairs of kind and hash. All writers insert in this order, so that no two of them wait for each other.
    fn claims(&self) -> (Vec<String>, Vec<Vec<u8>>) {
        let claims = [("phone", self.phone), ("card", self.card)].into_iter();
        claims.filter_map(|(kind, mac)| Some((kind.to_owned(), mac?.to_vec()))).unzip()
    }
}

/// Returns a diner's history. Their unfinished attempt does not count: a new request replaces it.
pub async fn find_history(conn: &mut PgConnection, signer: &Signer, user: UserId) -> sqlx::Result<TrialHistory> {
    let macs = PersonalMacs::find(conn, signer, user).await?;
    let (kinds, hashes) = macs.claims();
    let had_trial = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT 1 FROM subscriptions
                          WHERE user_id = $1 AND trial_months IS NOT NULL AND status NOT IN ('planned', 'incomplete'))
               OR EXISTS (SELECT 1 FROM trial_claims c
                          JOIN unnest($2::text[], $3::bytea[]) AS mine (kind, mac) ON mine.kind = c.kind AND mine.mac = c.mac
                          LEFT JOIN subscriptions s ON s.id = c.subscription_id
                          WHERE s.id IS NULL OR s.user_id <> $1 OR s.status NOT IN ('planned', 'incomplete')) AS "had!""#,
        user.0,
        &kinds,
        &hashes,
    );
    Ok(TrialHistory { has_confirmed_phone: macs.phone.is_some(), had_trial: had_trial.fetch_one(conn).await? })
}

/// Remembers the number and the card of a trial. Of concurrent requests with one number or one card, the first transaction wins.
///
/// # Errors
/// `TrialUsed`; then the transaction must be rolled back.
pub(super) async fn claim(
    conn: &mut PgConnection,
    signer: &Signer,
    now: DateTime<Utc>,
    user: UserId,
    subscription: SubscriptionId,
) -> Result<(), SubscriptionPlanError> {
    let (kinds, hashes) = PersonalMacs::find(conn, signer, user).await?.claims();
    for (kind, mac) in kinds.iter().zip(&hashes) {
        let claimed = sqlx::query!(
            "INSERT INTO trial_claims (kind, mac, subscription_id, created_at) VALUES ($1, $2, $3, $4)",
            kind.as_str(),
            mac.as_slice(),
            subscription.0,
            now,
        );
        claimed.execute(&mut *conn).await.map_err(|error| match violated_constraint(&error) {
            Some("trial_claims_mac_key") => SubscriptionPlanError::TrialUsed,
            _ => error.into(),
        })?;
    }
    Ok(mark_remembered(conn, now, subscription).await?)
}

async fn mark_remembered(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    subscription: SubscriptionId,
) -> sqlx::Result<()> {
    let marked = sqlx::query!("UPDATE subscriptions SET trial_remembered_at = $2 WHERE id = $1", subscription.0, now);
    marked.execute(conn).await.map(drop)
}

/// Remembers the numbers and the cards of trials that began before the release that remembers them, and returns the number of trials. A
/// number or a card that another trial has claimed stays with it.
pub async fn remember_earlier(pool: &PgPool, signer: &Signer, now: DateTime<Utc>) -> sqlx::Result<usize> {
    let mut remembered = 0;
    loop {
        let mut tx = pool.begin().await?;
        let batch = remember_batch(&mut tx, signer, now).await?;
        tx.commit().await?;
        if batch == 0 {
            return Ok(remembered);
        }
        remembered += batch;
    }
}

async fn remember_batch(conn: &mut PgConnection, signer: &Signer, now: DateTime<Utc>) -> sqlx::Result<usize> {
    let earlier = sqlx::query!(
        r#"SELECT s.id AS "id: SubscriptionId", s.user_id AS "user: UserId", s.started_at AS "started_at!"
           FROM subscriptions s JOIN profiles p ON p.user_id = s.user_id
           WHERE s.trial_months IS NOT NULL AND s.started_at IS NOT NULL AND s.trial_remembered_at IS NULL
           ORDER BY s.id LIMIT $1 FOR UPDATE OF s SKIP LOCKED"#,
        BATCH,
    );
    let earlier = earlier.fetch_all(&mut *conn).await?;
    for trial in &earlier {
        let (kinds, hashes) = PersonalMacs::find(conn, signer, trial.user).await?.claims();
        sqlx::query!(
            "INSERT INTO trial_claims (kind, mac, subscription_id, created_at)
             SELECT kind, mac, $3, $4 FROM unnest($1::text[], $2::bytea[]) AS mine (kind, mac)
             ON CONFLICT (kind, mac) DO NOTHING",
            &kinds,
            &hashes,
            trial.id.0,
            trial.started_at,
        )
        .execute(&mut *conn)
        .await?;
        mark_remembered(conn, now, trial.id).await?;
    }
    Ok(earlier.len())
}

/// Forgets the number and the card of a trial that never began.
pub(super) async fn release(conn: &mut PgConnection, subscription: SubscriptionId) -> sqlx::Result<()> {
    let released = sqlx::query!("DELETE FROM trial_claims WHERE subscription_id = $1", subscription.0);
    released.execute(conn).await.map(drop)
}

/// Forgets who else had a trial with a diner's number, and also with their card if `with_card`, and returns the number of claims. The
/// diner's own trial remains.
pub async fn release_person(
    conn: &mut PgConnection,
    signer: &Signer,
    now: DateTime<Utc>,
    actor: Actor,
    user: UserId,
    with_card: bool,
) -> sqlx::Result<u64> {
    let PersonalMacs { phone, card } = PersonalMacs::find(conn, signer, user).await?;
    let (kinds, hashes) = PersonalMacs { phone, card: card.filter(|_| with_card) }.claims();
    let released = sqlx::query!(
        "DELETE FROM trial_claims c USING unnest($2::text[], $3::bytea[]) AS mine (kind, mac)
         WHERE mine.kind = c.kind AND mine.mac = c.mac
           AND NOT EXISTS (SELECT 1 FROM subscriptions s WHERE s.id = c.subscription_id AND s.user_id = $1)",
        user.0,
        &kinds,
        &hashes,
    );
    let released = released.execute(&mut *conn).await?.rows_affected();
    let event = Event {
        actor,
        action: "trial.released",
        restaurant: None,
        reservation: None,
        detail: json!({ "user_id": user, "claims": released, "with_card": with_card }),
    };
    audit::record(conn, now, event).await?;
    Ok(released)
}

/// Deletes expired claims, and returns their number.
pub async fn prune(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let Some(before) = now.checked_sub_months(RETENTION) else { return Ok(0) };
    let expired = sqlx::query!("DELETE FROM trial_claims WHERE created_at < $1", before);
    Ok(expired.execute(conn).await?.rows_affected())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trial_requires_a_confirmed_number_and_no_earlier_trial() {
        let refusal = |has_confirmed_phone, had_trial| TrialHistory { has_confirmed_phone, had_trial }.refusal();
        assert_eq!(refusal(true, false), None);
        assert_eq!(refusal(false, false), Some(TrialRefusal::PhoneUnconfirmed));
        assert_eq!((refusal(true, true), refusal(false, true)), (Some(TrialRefusal::Used), Some(TrialRefusal::Used)));
        assert_eq!(TrialHistory::UNKNOWN.refusal(), None);
    }
}
