//! Records and announces adjustments that the provider has refunded, collected or rejected.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::{mails, queries};
use crate::payments::model::Subject;
use crate::payments::queries::settlement::Unsettled;
use crate::rng::Rng;

/// Records the corrections of a subject that were paid, and queues the mails about its adjustments that were made or have failed, each once.
pub async fn settle(conn: &mut PgConnection, rng: &Rng, now: DateTime<Utc>, subject: Subject) -> sqlx::Result<()> {
    queries::complete_corrections(conn, subject, now).await?;
    for id in queries::claim_unnotified(conn, subject, now).await? {
        mails::queue(conn, rng, now, id).await?;
    }
    Ok(())
}

/// Returns the subjects whose settlement was interrupted before `settle`.
pub async fn list_due(conn: &mut PgConnection, before: DateTime<Utc>, limit: i64) -> sqlx::Result<Vec<Unsettled>> {
    queries::list_interrupted(conn, before, limit).await
}
