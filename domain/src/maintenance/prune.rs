use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::{accounts, jobs, limits, phone, privacy, sessions};

/// Drops rows that have run out; how many, of all kinds together. Jobs go by the wall clock.
pub(super) async fn prune(conn: &mut PgConnection, now: DateTime<Utc>, wall: DateTime<Utc>) -> sqlx::Result<u64> {
    let sessions = sessions::prune(conn, now).await?;
    let counters = limits::prune(conn, now).await?;
    let challenges = limits::challenges::prune(conn, now).await?;
    let links = accounts::prune_links(conn, now).await?;
    let browsers = accounts::prune_browsers(conn, now).await?;
    let numbers = phone::actions::prune(conn, now).await?;
    let addresses = privacy::prune(conn, now).await?;
    let jobs = jobs::prune(conn, wall).await?;
    tracing::info!(sessions, counters, challenges, links, browsers, numbers, addresses, jobs, "pruned");
    Ok(sessions + counters + challenges + links + browsers + numbers + addresses + jobs)
}
