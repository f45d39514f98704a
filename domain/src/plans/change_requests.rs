//! Plan change requests: a gold diner's request for another plan, one open at a time, which an admin closes (gaps G140).

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::error::SubscriptionPlanError;
use crate::audit::{self, Actor, Event};
use crate::db::violated_constraint;
use crate::entitlements::tiers::{self, Grade};
use crate::i18n::Locale;
use crate::ids::{PlanChangeRequestId, UserId};
use crate::jobs::WaitingJobs;
use crate::money::Yen;
use crate::outbox::mails::{self, NewMail};
use crate::rng::Rng;
use crate::text_enum::text_enum;

/// Stores the request and mails every admin.
pub async fn create(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    diner: UserId,
) -> Result<(), SubscriptionPlanError> {
    if !tiers::find(conn, diner, now).await?.has(Grade::Gold) {
        return Err(SubscriptionPlanError::NotInvited);
    }
    let id = sqlx::query_scalar!(
        "INSERT INTO gold_plan_change_requests (user_id, created_at) VALUES ($1, $2) RETURNING id",
        diner.0,
        now
    );
    let id = id.fetch_one(&mut *conn).await.map_err(|error| match violated_constraint(&error) {
        Some("gold_plan_change_requests_open_key") => SubscriptionPlanError::AlreadyRequested,
        _ => error.into(),
    })?;
    let detail = json!({ "gold_plan_change_request_id": id });
    let event = Event {
        actor: Actor::Diner(diner),
        action: "gold_plan_change.requested",
        restaurant: None,
        reservation: None,
        detail,
    };
    audit::record(conn, now, event).await?;
    let admins =
        sqlx::query_scalar!(r#"SELECT email::text AS "email!" FROM admin_users WHERE disabled_at IS NULL ORDER BY id"#);
    for email in admins.fetch_all(&mut *conn).await? {
        let context = json!({ "gold_plan_change_request_id": id });
        let mail = NewMail {
            dedup_key: Some(format!("gold_plan_change:{id}:{email}")),
            ..NewMail::to_staff(super::mails::CHANGE_REQUESTED, Locale::Ja, &email, context)
        };
        mails::queue(conn, rng, now, mail).await?;
    }
    Ok(())
}

text_enum! {
    /// Outcome of a request.
    pub enum ChangeOutcome of "gold_plan_change_requests.outcome" {
        /// The diner got another plan, or whatever they requested.
        Done = "done",
        /// The plan remains.
        Rejected = "rejected",
    }
}

/// A request for the admins' list.
#[derive(Clone, Debug)]
pub struct ChangeRequest {
    pub id: PlanChangeRequestId,
    pub user_uid: String,
    /// Family name first.
    pub name: String,
    /// The diner's gold subscription, unless it has ended.
    pub price: Option<CurrentPrice>,
    pub created_at: DateTime<Utc>,
    pub closed_at: Option<DateTime<Utc>>,
    pub outcome: Option<ChangeOutcome>,
    pub note: String,
}

/// The price of a subscription, and the end of the paid period.
#[derive(Clone, Debug)]
pub struct CurrentPrice {
    pub amount: Yen,
    pub interval: String,
    pub interval_count: i32,
    pub current_period_end: Option<DateTime<Utc>>,
}

/// Selection of requests.
#[derive(Clone, Copy, Debug)]
pub enum Which {
    One(PlanChangeRequestId),
    /// Other requests of the diner of this one, including closed ones.
    OthersOf(PlanChangeRequestId),
}

/// Returns at most 100 requests: the open ones, oldest first, then the closed ones, latest closed first.
pub async fn list(conn: &mut PgConnection, which: Which) -> sqlx::Result<Vec<ChangeRequest>> {
    let (id, other_than) = match which {
        Which::One(id) => (Some(id.0), None),
        Which::OthersOf(id) => (None, Some(id.0)),
    };
    let rows = sqlx::query!(
        r#"SELECT g.id, u.uid, concat_ws(' ', p.name_last, p.name_first) AS "name!", g.created_at, g.closed_at,
                  g.outcome AS "outcome: ChangeOutcome", g.note, x.amount AS "amount?: Yen", x.interval AS "interval?",
                  x.interval_count AS "interval_count?", s.current_period_end AS "current_period_end?"
           FROM gold_plan_change_requests g
           JOIN users u ON u.id = g.user_id
           JOIN profiles p ON p.user_id = g.user_id
           LEFT JOIN subscriptions s ON s.user_id = g.user_id AND s.grade = 'gold' AND s.status IN ('trialing', 'active', 'past_due')
           LEFT JOIN plan_prices x ON x.id = s.plan_price_id
           WHERE ($1::bigint IS NULL OR g.id = $1)
             AND ($2::bigint IS NULL OR g.id <> $2 AND g.user_id = (SELECT o.user_id FROM gold_plan_change_requests o WHERE o.id = $2))
           ORDER BY g.closed_at DESC NULLS FIRST, g.id LIMIT 100"#,
        id,
        other_than,
    );
    let requests = rows.fetch_all(conn).await?.into_iter().map(|row| ChangeRequest {
        price: row.amount.zip(row.interval).zip(row.interval_count).map(|((amount, interval), interval_count)| {
            CurrentPrice { amount, interval, interval_count, current_period_end: row.current_period_end }
        }),
        id: PlanChangeRequestId(row.id),
        user_uid: row.uid,
        name: row.name,
        created_at: row.created_at,
        closed_at: row.closed_at,
        outcome: row.outcome,
        note: row.note,
    });
    Ok(requests.collect())
}

/// Counts the open requests, with the oldest time.
pub async fn count_open(conn: &mut PgConnection) -> sqlx::Result<WaitingJobs> {
    sqlx::query_as!(
        WaitingJobs,
        r#"SELECT count(*) AS "count!", min(created_at) AS since FROM gold_plan_change_requests WHERE closed_at IS NULL"#
    )
    .fetch_one(conn)
    .await
}

/// Records the outcome of a request. The diner may create another one afterwards.
///
/// # Errors
/// `NotFound`; `RequestClosed` if it was closed before.
pub async fn close(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    id: PlanChangeRequestId,
    outcome: ChangeOutcome,
    note: &str,
) -> Result<(), SubscriptionPlanError> {
    let closed = sqlx::query!(
        "UPDATE gold_plan_change_requests SET closed_at = $2, outcome = $3, note = $4 WHERE id = $1 AND closed_at IS NULL",
        id.0,
        now,
        outcome.as_str(),
        note,
    );
    if closed.execute(&mut *conn).await?.rows_affected() == 0 {
        let known = sqlx::query_scalar!("SELECT id FROM gold_plan_change_requests WHERE id = $1", id.0);
        let is_known = known.fetch_optional(conn).await?.is_some();
        return Err(if is_known { SubscriptionPlanError::RequestClosed } else { SubscriptionPlanError::NotFound });
    }
    let event = Event {
        actor,
        action: "gold_plan_change.closed",
        restaurant: None,
        reservation: None,
        detail: json!({ "gold_plan_change_request_id": id, "outcome": outcome }),
    };
    Ok(audit::record(conn, now, event).await?)
}
