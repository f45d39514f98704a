//! The duties by name, and how each runs.

use std::future::Future;
use std::pin::Pin;

use chrono::{DateTime, Utc};
use serde::Serialize;
use sqlx::PgPool;
use thiserror::Error;
use tokio::time::Instant;

use crate::charge_invoices::close;
use crate::clock::Clock;
use crate::jobs::schedules::{self, LEDGER, PRUNE, REFILL, ROUNDS, ScheduleRun, VERIFY};
use crate::progress::UNWATCHED;
use crate::refills::nightly;
use crate::rng::Rng;
use crate::{rounds, verify};

use super::prune;

/// Resources of a duty.
#[derive(Clone, Copy, Debug)]
struct DutyContext<'a> {
    pool: &'a PgPool,
    rng: &'a Rng,
    now: DateTime<Utc>,
    /// The job table uses the wall clock.
    wall: DateTime<Utc>,
    /// Counts what it would do, and changes nothing.
    is_dry: bool,
}

type CountFuture<'a> = Pin<Box<dyn Future<Output = Result<u64, DutyError>> + Send + 'a>>;

/// The work of a schedule.
pub struct Duty {
    /// Name of its schedule.
    pub name: &'static str,
    pub description: &'static str,
    /// Returns the number of processed items, or in a dry run of due items.
    work: for<'a> fn(DutyContext<'a>) -> CountFuture<'a>,
    /// Enqueues a job for each restaurant instead, and returns their number. None if the duty itself is the job.
    enqueue: Option<for<'a> fn(DutyContext<'a>) -> CountFuture<'a>>,
}

pub const DUTIES: [Duty; 5] = [
    Duty {
        name: ROUNDS,
        description: "Creates the next rounds of periodic plans",
        work: |tools| Box::pin(make_rounds(tools)),
        enqueue: Some(enqueue_rounds),
    },
    Duty {
        name: REFILL,
        description: "Creates the slots of future days from the refill templates",
        work: |tools| Box::pin(refill(tools)),
        enqueue: Some(enqueue_refills),
    },
    Duty {
        name: LEDGER,
        description: "Books earnings and charges, and issues the charge invoices of past months",
        work: |tools| Box::pin(close_ledger(tools)),
        enqueue: None,
    },
    Duty {
        name: PRUNE,
        description: "Deletes expired sessions, counters, links, browsers and numbers, and finished jobs",
        work: |tools| Box::pin(prune_expired(tools)),
        enqueue: None,
    },
    Duty {
        name: VERIFY,
        description: "Checks the invariants of the data",
        work: |tools| Box::pin(check(tools)),
        enqueue: None,
    },
];

#[derive(Debug, Error)]
pub enum DutyError {
    #[error("there is no duty {0:?}")]
    Unknown(String),
    /// The data violate an invariant; a retry does not fix it.
    #[error("{0} rows violate an invariant: seki verify shows them")]
    Found(usize),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl DutyError {
    pub const fn is_retryable(&self) -> bool {
        matches!(self, Self::Database(_))
    }
}

/// Result of a duty.
#[derive(Clone, Debug, Serialize)]
pub struct DutyReport {
    pub name: String,
    pub done: u64,
    pub millis: i64,
}

/// Runs a duty now and records its outcome at its schedule. A dry run records nothing.
///
/// # Errors
/// There is no such duty, or it failed.
pub async fn run(pool: &PgPool, rng: &Rng, clock: &Clock, name: &str, is_dry: bool) -> Result<DutyReport, DutyError> {
    let duty = find(name)?;
    let tools = DutyContext { pool, rng, now: clock.now(), wall: clock.wall(), is_dry };
    report(tools, name, (duty.work)(tools)).await
}

/// Runs a duty as its schedule does. Rounds and refills are enqueued, one job for each restaurant, so a restaurant whose job fails is
/// retried alone; the other duties run here.
///
/// # Errors
/// As `run`.
pub async fn dispatch(pool: &PgPool, rng: &Rng, clock: &Clock, name: &str) -> Result<DutyReport, DutyError> {
    let duty = find(name)?;
    let tools = DutyContext { pool, rng, now: clock.now(), wall: clock.wall(), is_dry: false };
    let work = duty.enqueue.unwrap_or(duty.work);
    report(tools, name, work(tools)).await
}

fn find(name: &str) -> Result<&'static Duty, DutyError> {
    DUTIES.iter().find(|duty| duty.name == name).ok_or_else(|| DutyError::Unknown(name.to_owned()))
}

async fn report(tools: DutyContext<'_>, name: &str, work: CountFuture<'_>) -> Result<DutyReport, DutyError> {
    let DutyContext { pool, now: began_at, is_dry, .. } = tools;
    let began = Instant::now();
    let worked = work.await;
    let millis = i64::try_from(began.elapsed().as_millis()).unwrap_or(i64::MAX);
    if !is_dry {
        let error = worked.as_ref().err().map(ToString::to_string);
        let done = worked.as_ref().map_or(0, |done| i64::try_from(*done).unwrap_or(i64::MAX));
        let run = ScheduleRun { began_at, millis, done, error };
        let noted = async { schedules::record_run(&mut *pool.acquire().await?, name, &run).await }.await;
        if let Err(error) = noted {
            tracing::warn!(schedule = name, %error, "the outcome of a duty could not be recorded");
        }
    }
    Ok(DutyReport { name: name.to_owned(), done: worked?, millis })
}

async fn make_rounds(tools: DutyContext<'_>) -> Result<u64, DutyError> {
    if tools.is_dry {
        return Ok(rounds::actions::count_due(&mut *tools.pool.acquire().await?, tools.now).await?);
    }
    Ok(rounds::actions::sweep(tools.pool, tools.rng, tools.now, None).await? as u64)
}

fn enqueue_rounds(tools: DutyContext<'_>) -> CountFuture<'_> {
    Box::pin(async move { Ok(rounds::actions::enqueue_due(tools.pool, tools.rng, tools.now).await? as u64) })
}

fn enqueue_refills(tools: DutyContext<'_>) -> CountFuture<'_> {
    Box::pin(async move { Ok(nightly::enqueue_all(tools.pool, tools.rng, tools.now).await? as u64) })
}

async fn prune_expired(tools: DutyContext<'_>) -> Result<u64, DutyError> {
    let at = prune::PruneTimes { now: tools.now, wall: tools.wall };
    Ok(prune::prune(tools.pool, at, tools.is_dry).await?)
}

async fn refill(tools: DutyContext<'_>) -> Result<u64, DutyError> {
    let run = nightly::RefillRun { is_dry: tools.is_dry, ..nightly::RefillRun::NIGHTLY };
    let nightly::RefillOutcome { templates, incomplete, created, .. } =
        nightly::run(tools.pool, tools.rng, tools.now, run, UNWATCHED).await?;
    tracing::info!(templates, incomplete, created, "refilled");
    Ok(created as u64)
}

async fn close_ledger(tools: DutyContext<'_>) -> Result<u64, DutyError> {
    Ok(close::close(tools.pool, tools.now, tools.is_dry).await?.total())
}

async fn check(tools: DutyContext<'_>) -> Result<u64, DutyError> {
    let overdue = verify::run_overdue(tools.pool, tools.now).await?.len();
    match verify::run(tools.pool).await?.len() + overdue {
        0 => Ok((verify::CHECKS.len() + verify::OVERDUE.len()) as u64),
        found => Err(DutyError::Found(found)),
    }
}
