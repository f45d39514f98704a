//! Data that a health check reads.

use std::time::Duration;

use sqlx::{PgConnection, PgPool};

use crate::clock::Clock;
use crate::disputes::queries::{self as disputes, WaitingDisputes};
use crate::disputes::sweep as reminders;
use crate::jobs::WaitingJobs;
use crate::jobs::queries::{self, QueueStats};
use crate::jobs::schedules::{self, Schedule};
use crate::outbox::{mails, messages};
use crate::receipts::refunds;
use crate::reservations::bookings::{lapse, remind};
use crate::reservations::no_show_fee_rows;
use crate::reservations::queries as reservations;
use crate::{announcements, cancellations, db, phone, raffles, reports, settlement, waiting_rooms};

const REPLICA_TIMEOUT: Duration = Duration::from_millis(500);

/// Lag of a replica.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum ReplicaLag {
    None,
    /// Seconds.
    Behind(i64),
    Unavailable,
}

#[derive(Clone, Debug)]
pub(super) struct HealthFacts {
    pub connections: i64,
    pub max_connections: i64,
    pub postgresql: String,
    pub migrations: i64,
    /// Number of migrations and functions that differ, and of invalid indexes.
    pub amiss: i64,
    pub replica: ReplicaLag,
    pub clock_apart_millis: i64,
    pub queues: Vec<QueueStats>,
    pub dead_payments: i64,
    pub schedules: Vec<Schedule>,
    /// Due work by the name of its sweeper.
    pub due: Vec<(&'static str, WaitingJobs)>,
    pub payments: WaitingJobs,
    pub disputes: WaitingDisputes,
    pub mails: WaitingJobs,
    pub bulk_mails: WaitingJobs,
    pub text_messages: WaitingJobs,
}

pub(super) async fn gather(pool: &PgPool, replica: Option<&PgPool>, clock: &Clock) -> sqlx::Result<HealthFacts> {
    let now = clock.now();
    let state = db::migration_state(pool).await?;
    let behind = lag_of(replica).await;
    let mut conn = pool.acquire().await?;
    let conn = &mut *conn;
    let server = server(conn, clock).await?;
    let queues = queries::stats(conn).await?;
    let is_payment = |queue: &&QueueStats| queue.queue == crate::jobs::Queue::Payment.as_str();
    let (mails, bulk_mails) = mails::count_waiting(conn, now).await?;
    Ok(HealthFacts {
        connections: server.connections,
        max_connections: server.max_connections,
        postgresql: server.version,
        migrations: i64::try_from(state.applied).unwrap_or(i64::MAX),
        amiss: i64::try_from(
            state.pending.len() + state.changed.len() + state.stale_functions.len() + state.invalid_indexes.len(),
        )
        .unwrap_or(i64::MAX),
        replica: behind,
        clock_apart_millis: server.apart_millis,
        dead_payments: queues.iter().find(is_payment).map_or(0, |queue| queue.dead),
        queues,
        schedules: schedules::list(conn).await?,
        due: vec![
            ("holds", reservations::count_due_holds(conn, now).await?),
            ("releases", cancellations::sweep::count_due(conn, now).await?),
            ("standby_mails", cancellations::mails::count_due(conn, now).await?),
            ("reminders", remind::count_due(conn, now).await?),
            ("refund_documents", refunds::count_due(conn, now).await?),
            ("no_show_fees", no_show_fee_rows::count_due(conn, now).await?),
            ("unpaid_increases", lapse::count_due(conn, now).await?),
            ("announcements", announcements::send::count_due(conn, now).await?),
            ("raffles", raffles::sweep::count_due(conn, now).await?),
            ("waiting_rooms", waiting_rooms::sweep::count_due(conn, now).await?),
            ("phone", phone::actions::count_due(conn, now).await?),
            ("reports", reports::sweep::count_due(conn).await?),
            ("disputes", reminders::count_due(conn, now).await?),
        ],
        payments: settlement::count_due(conn, now).await?,
        disputes: disputes::count_waiting(conn).await?,
        mails,
        bulk_mails,
        text_messages: messages::count_waiting(conn, now).await?,
    })
}

struct ServerFacts {
    connections: i64,
    max_connections: i64,
    version: String,
    apart_millis: i64,
}

async fn server(conn: &mut PgConnection, clock: &Clock) -> sqlx::Result<ServerFacts> {
    let before = clock.wall();
    let row = sqlx::query!(
        r#"SELECT (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend') AS "connections!",
                  current_setting('max_connections')::bigint AS "most!",
                  split_part(current_setting('server_version'), ' ', 1) AS "version!", clock_timestamp() AS "there!""#
    )
    .fetch_one(conn)
    .await?;
    let here = before + (clock.wall() - before) / 2;
    Ok(ServerFacts {
        connections: row.connections,
        max_connections: row.most,
        version: row.version,
        apart_millis: (row.there - here).num_milliseconds().abs(),
    })
}

async fn lag_of(replica: Option<&PgPool>) -> ReplicaLag {
    let Some(pool) = replica else { return ReplicaLag::None };
    match tokio::time::timeout(REPLICA_TIMEOUT, lag(pool)).await {
        Ok(Ok(seconds)) => ReplicaLag::Behind(seconds),
        Ok(Err(_)) | Err(_) => ReplicaLag::Unavailable,
    }
}

async fn lag(pool: &PgPool) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"SELECT CASE WHEN NOT pg_is_in_recovery() OR pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() THEN 0
                  ELSE coalesce(extract(epoch FROM now() - pg_last_xact_replay_timestamp()), 0) END::bigint AS "seconds!""#
    )
    .fetch_one(pool)
    .await
}
