//! `seki jobs`.

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use domain::audit::Actor;
use domain::jobs::Queue;
use domain::jobs::queries::{self, JobFilter, JobRow, JobSelector, JobState, QueueStats};
use domain::maintenance::jobs::{self, DiscardedJobs};
use domain::maintenance::subjects::{self, JobSubject};
use domain::zone::Zone;
use serde::Serialize;
use sqlx::{PgConnection, Postgres, Transaction};

use super::installation::{Installation, Shell};
use crate::confirm::Consent;
use crate::output::{self, CommandOutcome, TableRow};

/// The worker's jobs.
#[derive(Debug, Args)]
pub struct JobsCommand {
    #[command(flatten)]
    installation: Installation,
    /// Prints JSON instead of text.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    action: JobsAction,
}

#[derive(Debug, Subcommand)]
enum JobsAction {
    /// Lists jobs, latest due first.
    List {
        #[command(flatten)]
        of: QueueArguments,
        /// Only jobs in this state.
        #[arg(long, value_parser = JobState::ALL.map(JobState::as_str))]
        state: Option<String>,
        /// Maximum number of rows.
        #[arg(long, default_value_t = 50)]
        limit: i64,
    },
    /// Shows one job with its subject, its payload and its last result.
    Show {
        /// Id of the job, from `seki jobs list`.
        id: String,
    },
    /// Lists dead letters: jobs whose last attempt failed. Exit code 1 if there are any.
    Dead {
        #[command(flatten)]
        of: QueueArguments,
        /// Maximum number of rows.
        #[arg(long, default_value_t = 50)]
        limit: i64,
    },
    /// Retries a dead letter with all its attempts, or a failed job immediately.
    Replay(JobSelection),
    /// Deletes dead letters permanently: their emails and text messages are never sent. Unsettled payments and due raffles get new jobs.
    Drop {
        #[command(flatten)]
        chosen: JobSelection,
        #[command(flatten)]
        consent: Consent,
    },
    /// Shows the state of each queue.
    Stats,
}

#[derive(Debug, Args)]
struct QueueArguments {
    /// Only jobs of this queue.
    #[arg(long, value_parser = Queue::ALL.map(Queue::as_str))]
    queue: Option<String>,
}

#[derive(Debug, Args)]
struct JobSelection {
    /// Id of the job, from `seki jobs list`.
    #[arg(required_unless_present = "all_dead", conflicts_with = "all_dead")]
    id: Option<String>,
    /// All dead letters.
    #[arg(long)]
    all_dead: bool,
    /// The dead letters of one queue.
    #[arg(long, requires = "all_dead", value_parser = Queue::ALL.map(Queue::as_str))]
    queue: Option<String>,
    /// Reports the number, and changes nothing.
    #[arg(long, requires = "all_dead")]
    dry_run: bool,
}

impl JobSelection {
    fn selector(&self) -> JobSelector<'_> {
        match (&self.id, &self.queue) {
            (Some(id), _) => JobSelector::One(id),
            (None, Some(queue)) => Queue::named(queue).map_or(JobSelector::All, JobSelector::Of),
            (None, None) => JobSelector::All,
        }
    }
}

impl TableRow for JobRow {
    const HEADINGS: &'static [&'static str] = &["id", "queue", "state", "attempts", "due", "about", "last error"];

    fn cells(&self) -> Vec<String> {
        let attempts = format!("{}/{}", self.attempts, self.max_attempts);
        let due = Zone::default().iso(self.run_at);
        vec![
            self.id.clone(),
            self.queue.clone(),
            self.state.to_string(),
            attempts,
            due,
            self.payload.to_string(),
            self.last_error().unwrap_or_default(),
        ]
    }
}

impl TableRow for QueueStats {
    const HEADINGS: &'static [&'static str] =
        &["queue", "due", "oldest due", "scheduled", "running", "done in an hour", "dead", "workers"];

    fn cells(&self) -> Vec<String> {
        let oldest = self.oldest_due_seconds.map(|seconds| format!("{seconds} s")).unwrap_or_default();
        let counts =
            [self.scheduled, self.running, self.done_last_hour, self.dead, self.workers].map(|count| count.to_string());
        [self.queue.clone(), self.due.to_string(), oldest].into_iter().chain(counts).collect()
    }
}

impl JobsCommand {
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        let shell = self.installation.open().await?;
        let mut tx = shell.pool.begin().await?;
        match self.action {
            JobsAction::List { of, state, limit } => {
                let state = state.as_deref().and_then(JobState::named);
                let filter = JobFilter { queue: of.queue.as_deref(), state, ..JobFilter::default() };
                output::print_list(&queries::list(&mut tx, filter, limit).await?, self.json, "no such jobs")?;
            }
            JobsAction::Show { id } => show(&mut tx, &id).await?,
            JobsAction::Dead { of, limit } => {
                let filter =
                    JobFilter { queue: of.queue.as_deref(), state: Some(JobState::Dead), ..JobFilter::default() };
                let dead = queries::list(&mut tx, filter, limit).await?;
                output::print_list(&dead, self.json, "no dead letters")?;
                return Ok(CommandOutcome::found(!dead.is_empty()));
            }
            JobsAction::Replay(chosen) => {
                let retried = jobs::retry(&mut tx, shell.clock.now(), Actor::CommandLine, chosen.selector()).await?;
                return commit_and_report(tx, &chosen, retried, "scheduled for a retry").await;
            }
            JobsAction::Drop { chosen, consent } => {
                return discard(tx, &shell, &chosen, consent).await;
            }
            JobsAction::Stats => output::print_list(&queries::stats(&mut tx).await?, self.json, "no queues")?,
        }
        Ok(CommandOutcome::Fine)
    }
}

async fn discard(
    mut tx: Transaction<'_, Postgres>,
    shell: &Shell,
    chosen: &JobSelection,
    consent: Consent,
) -> anyhow::Result<CommandOutcome> {
    let (now, actor) = (shell.clock.now(), Actor::CommandLine);
    let mut discarded = jobs::discard(&mut tx, now, actor, chosen.selector()).await?;
    if !discarded.ids.is_empty() && !chosen.dry_run && !consent.is_given() {
        // The prompt must not block a transaction, which locks the dead letters.
        tx.rollback().await?;
        let shown = discarded.ids;
        let count = shown.len();
        consent.ask(&format!("Delete {count} dead letters? Emails and text messages among them are never sent."))?;
        tx = shell.pool.begin().await?;
        // A job that has become a dead letter meanwhile was not confirmed.
        discarded = jobs::discard(&mut tx, now, actor, JobSelector::These(&shown)).await?;
    }
    let DiscardedJobs { ids, payments, draws } = discarded;
    let done = commit_and_report(tx, chosen, ids.len(), "deleted").await?;
    if payments > 0 {
        output::print(&format!("{payments} of them are about payments: unsettled payments get new jobs"))?;
    }
    if draws > 0 {
        output::print(&format!("{draws} of them are about raffles: due raffles get new jobs"))?;
    }
    Ok(done)
}

/// A job and its subject.
#[derive(Serialize)]
struct ShownJob {
    #[serde(flatten)]
    job: JobRow,
    subject: JobSubject,
}

async fn show(conn: &mut PgConnection, id: &str) -> anyhow::Result<()> {
    let found = queries::list(conn, JobFilter { id: Some(id), ..JobFilter::default() }, 1).await?;
    let subjects = subjects::list(conn, &found).await?;
    let shown = found.into_iter().zip(subjects).next();
    let (job, subject) = shown.with_context(|| format!("there is no job {id}"))?;
    output::print_json(&ShownJob { job, subject })
}

/// Commits the change of the selected jobs, and reports it.
async fn commit_and_report(
    mut tx: Transaction<'_, Postgres>,
    chosen: &JobSelection,
    count: usize,
    what: &str,
) -> anyhow::Result<CommandOutcome> {
    if let (Some(id), 0) = (&chosen.id, count) {
        let known = queries::list(&mut tx, JobFilter { id: Some(id), ..JobFilter::default() }, 1).await?;
        match known.first() {
            Some(job) => {
                bail!(
                    "job {id} is not a dead letter: it is {}, attempt {} of {}",
                    job.state,
                    job.attempts,
                    job.max_attempts
                )
            }
            None => bail!("there is no job {id}"),
        }
    }
    if chosen.dry_run {
        tx.rollback().await?;
        output::print(&format!("{} would be {what}", output::number_of(count as u64, "jobs")))?;
    } else {
        tx.commit().await?;
        output::print(&format!("{} {what}", output::number_of(count as u64, "jobs")))?;
    }
    Ok(CommandOutcome::Fine)
}
