use std::pin::Pin;

use chrono::{DateTime, Utc};
use sqlx::{PgConnection, PgPool};

use crate::payments::event_retention;
use crate::progress::Failures;
use crate::{accounts, idempotency, jobs, limits, phone, plans, privacy, sessions, waiting_rooms};

/// Times by which rows have expired. Jobs use the wall clock.
#[derive(Clone, Copy, Debug)]
pub(super) struct PruneTimes {
    pub now: DateTime<Utc>,
    pub wall: DateTime<Utc>,
}

type PruneResult<'a> = Pin<Box<dyn Future<Output = sqlx::Result<u64>> + Send + 'a>>;

/// Rows of one kind, with the function that deletes them.
struct PruneKind {
    name: &'static str,
    prune: for<'a> fn(&'a mut PgConnection, PruneTimes) -> PruneResult<'a>,
}

const KINDS: [PruneKind; 12] = [
    PruneKind { name: "sessions", prune: |conn, at| Box::pin(sessions::prune(conn, at.now)) },
    PruneKind { name: "counters", prune: |conn, at| Box::pin(limits::prune(conn, at.now)) },
    PruneKind { name: "challenges", prune: |conn, at| Box::pin(limits::challenges::prune(conn, at.now)) },
    PruneKind { name: "links", prune: |conn, at| Box::pin(accounts::prune_links(conn, at.now)) },
    PruneKind { name: "browsers", prune: |conn, at| Box::pin(accounts::prune_browsers(conn, at.now)) },
    PruneKind { name: "numbers", prune: |conn, at| Box::pin(phone::actions::prune(conn, at.now)) },
    PruneKind { name: "addresses", prune: |conn, at| Box::pin(privacy::prune(conn, at.now)) },
    PruneKind { name: "trials", prune: |conn, at| Box::pin(plans::trials::prune(conn, at.now)) },
    PruneKind { name: "rooms", prune: |conn, at| Box::pin(waiting_rooms::retention::prune(conn, at.now)) },
    PruneKind { name: "events", prune: |conn, at| Box::pin(event_retention::prune(conn, at.now)) },
    PruneKind { name: "writes", prune: |conn, at| Box::pin(idempotency::prune(conn, at.now)) },
    PruneKind { name: "jobs", prune: |conn, at| Box::pin(jobs::prune(conn, at.wall)) },
];

/// Deletes expired rows, each kind in a separate transaction, and returns their total number. A failing kind does not stop the others; its
/// error is returned after them.
pub(super) async fn prune(pool: &PgPool, at: PruneTimes, is_dry: bool) -> sqlx::Result<u64> {
    let (mut dropped, mut failures) = (0, Failures::none());
    for kind in KINDS {
        let pruned = prune_kind(pool, &kind, at, is_dry).await;
        dropped += failures.pass(kind.name, pruned).unwrap_or_default();
    }
    failures.or(dropped)
}

async fn prune_kind(pool: &PgPool, kind: &PruneKind, at: PruneTimes, is_dry: bool) -> sqlx::Result<u64> {
    let mut tx = pool.begin().await?;
    let dropped = (kind.prune)(&mut tx, at).await?;
    match is_dry {
        true => tx.rollback().await?,
        false => tx.commit().await?,
    }
    tracing::info!(kind = kind.name, dropped, is_dry, "pruned");
    Ok(dropped)
}
