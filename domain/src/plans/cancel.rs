//! Cancels a subscription at the end of the paid period (gaps G133, G134).

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::error::SubscriptionPlanError;
use super::mails;
use super::model::{Status, Subscription, access_until};
use super::queries;
use crate::audit::{self, Actor, Event};
use crate::entitlements::tiers::Grade;
use crate::ids::SubscriptionId;
use crate::payments::actions::push_settle;
use crate::rng::Rng;

/// Maximum length of a reason in characters; a longer one is truncated.
const MAX_REASON_LENGTH: usize = 1_000;

/// Validates a reason: premium and club require two characters or more, gold one (gaps G133).
pub fn reason(text: &str, grade: Grade) -> Result<String, SubscriptionPlanError> {
    let reason: String = text.trim().chars().filter(|c| *c != '\0').take(MAX_REASON_LENGTH).collect();
    let least = if grade == Grade::Gold { 1 } else { 2 };
    if reason.chars().count() < least { Err(SubscriptionPlanError::ReasonMissing) } else { Ok(reason) }
}

/// Cancels a subscription at the end of its period; one that is past due ends now. The provider is updated afterwards, by the caller or by
/// the job enqueued here. An earlier cancellation remains.
///
/// # Errors
/// `NothingToCancel` if the subscription gives no access at `now`.
pub async fn cancel(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    subscription: &Subscription,
    reason: &str,
) -> Result<Subscription, SubscriptionPlanError> {
    let current = queries::lock(conn, subscription.id).await?;
    if !current.is_open_at(now) {
        return Err(SubscriptionPlanError::NothingToCancel);
    }
    if current.is_cancelled() {
        return Ok(current);
    }
    end_with_period(conn, now, &current, reason).await?;
    let event = Event {
        actor: Actor::Diner(current.user_id),
        action: "subscription.cancelled",
        restaurant: None,
        reservation: None,
        detail: json!({ "subscription_id": current.id, "grade": current.grade }),
    };
    audit::record(conn, now, event).await?;
    mails::queue(conn, rng, now, mails::CANCELLED, &current, &now.timestamp().to_string()).await?;
    push_settle(conn, rng, current.subject(), None).await?;
    Ok(queries::lock(conn, current.id).await?)
}

async fn end_with_period(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    current: &Subscription,
    reason: &str,
) -> sqlx::Result<()> {
    // A declined renewal is not repeated: only the previous period was paid.
    let unpaid = (current.status == Status::PastDue).then_some(now);
    let ends_at = unpaid.or(current.current_period_end).unwrap_or(now);
    sqlx::query!(
        "UPDATE subscriptions SET cancel_requested_at = $2, cancel_reason = $3, ends_at = $4, access_until = $5, check_at = $2,
             updated_at = $2 WHERE id = $1",
        current.id.0,
        now,
        reason,
        ends_at,
        access_until(Some(ends_at), current.past_due_since, ends_at),
    )
    .execute(&mut *conn)
    .await?;
    queries::refresh_premium_grade(conn, current.user_id, now).await
}

/// Ends a subscription after a dispute, as a cancellation by its diner would. An earlier cancellation remains. Enqueues no job: the
/// subscription's check becomes due.
pub async fn stop_renewing(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    id: SubscriptionId,
) -> sqlx::Result<()> {
    let current = queries::lock(conn, id).await?;
    if !current.is_open_at(now) || current.is_cancelled() {
        return Ok(());
    }
    end_with_period(conn, now, &current, "dispute").await?;
    mails::queue(conn, rng, now, mails::CANCELLED, &current, &now.timestamp().to_string()).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gold_needs_reason_others_two_characters() {
        assert!(reason(" 高 ", Grade::Gold).is_ok());
        assert!(reason(" 高 ", Grade::Green).is_err() && reason("x", Grade::Ohc).is_err());
        assert_eq!(reason(" 高い ", Grade::Green).unwrap(), "高い");
        assert!(reason("　 \n", Grade::Gold).is_err());
        assert_eq!(reason(&"a".repeat(5_000), Grade::Ohc).unwrap().len(), MAX_REASON_LENGTH);
    }
}
