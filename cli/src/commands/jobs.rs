//! `seki jobs`.

use anyhow::bail;
use clap::{Args, Subcommand};
use domain::audit::Actor;
use domain::jobs::Queue;
use domain::jobs::queries::{self, JobFilter, JobRow, JobSelector, JobState, QueueStats};
use domain::maintenance::jobs::{self, DiscardedJobs};
use domain::maintenance::subjects::{self, JobSubject};
use domain::zone::Zone;
use serde::Serialize;
use serde_json::Value;
use sqlx::{PgConnection, Postgres, Transaction};

use super::installation::{Installation, Shell};
use crate::confirm::Consent;
use crate::lookup;
use crate::output::{self, CommandOutcome, TableRow};
use crate::words::{coded, word};

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
        #[arg(long, value_parser = coded("word.job_state", JobState::ALL.map(JobState::as_str)))]
        state: Option<String>,
        /// Maximum number of rows.
        #[arg(long, default_value_t = 50)]
        limit: i64,
    },
    /// Shows one job with its subject, its payload and its last result.
    Show {
        /// Id of the job, from `seki jobs list`; or its mail or text message, as `seki verify` names it ("mail 12").
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
    #[arg(long, value_parser = coded("word.queue", Queue::ALL.map(Queue::as_str)))]
    queue: Option<String>,
}

#[derive(Debug, Args)]
struct JobSelection {
    /// Id of the job, from `seki jobs list`; or its mail or text message, as `seki verify` names it ("mail 12").
    #[arg(required_unless_present = "all_dead", conflicts_with = "all_dead")]
    id: Option<String>,
    /// All dead letters.
    #[arg(long)]
    all_dead: bool,
    /// The dead letters of one queue.
    #[arg(long, requires = "all_dead", value_parser = coded("word.queue", Queue::ALL.map(Queue::as_str)))]
    queue: Option<String>,
    /// Reports the number, and changes nothing.
    #[arg(long, requires = "all_dead")]
    dry_run: bool,
}

impl JobSelection {
    /// Replaces the key of a job by its id.
    async fn resolved(self, conn: &mut PgConnection) -> anyhow::Result<Self> {
        let id = match &self.id {
            Some(key) => Some(lookup::job(conn, key).await?.id),
            None => None,
        };
        Ok(Self { id, ..self })
    }

    fn selector(&self) -> JobSelector<'_> {
        match (&self.id, &self.queue) {
            (Some(id), _) => JobSelector::One(id),
            (None, Some(queue)) => Queue::named(queue).map_or(JobSelector::All, JobSelector::Of),
            (None, None) => JobSelector::All,
        }
    }
}

/// A job and its subject.
#[derive(Serialize)]
struct ListedJob {
    #[serde(flatten)]
    job: JobRow,
    subject: JobSubject,
}

impl ListedJob {
    /// Names the mail or the payment, and the records that the job concerns.
    fn about(&self) -> String {
        let JobSubject { kind, user_uid, reservation_uid, restaurant_slug, raffle_round_uid } = &self.subject;
        let group = match Queue::named(&self.job.queue) {
            Some(Queue::Sms) => "word.text_message",
            Some(Queue::Payment) => "word.job_kind",
            _ => "word.mail",
        };
        let named = |what: &str, key: &Option<String>| key.as_ref().map(|key| format!("{what} {key}"));
        let parts = [
            kind.as_ref().map(|kind| word(group, kind)),
            named("reservation", reservation_uid),
            named("diner", user_uid),
            named("restaurant", restaurant_slug),
            named("raffle", raffle_round_uid),
        ];
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        if parts.is_empty() { payload_words(&self.job.payload) } else { parts.join(", ") }
    }
}

/// Names the row of a job whose subject no longer exists: `mail 3`, as `seki verify` does.
fn payload_words(payload: &Value) -> String {
    let words = |(key, value): (&String, &Value)| {
        let name = match key.as_str() {
            "mail_delivery_id" => "mail".to_owned(),
            "sms_delivery_id" => "text message".to_owned(),
            "confirmation_uuid" => "confirmation code".to_owned(),
            "verification_uuid" => "phone verification".to_owned(),
            other => other.trim_end_matches("_id").replace('_', " "),
        };
        format!("{name} {}", value.as_str().map_or_else(|| value.to_string(), str::to_owned))
    };
    payload.as_object().map(|fields| fields.iter().map(words).collect::<Vec<_>>().join(", ")).unwrap_or_default()
}

impl TableRow for ListedJob {
    const HEADINGS: &'static [&'static str] = &["id", "queue", "state", "attempts", "due", "about", "last error"];

    fn cells(&self) -> Vec<String> {
        let job = &self.job;
        vec![
            job.id.clone(),
            word("word.queue", &job.queue),
            word("word.job_state", job.state.as_str()),
            format!("{}/{}", job.attempts, job.max_attempts),
            Zone::default().iso(job.run_at),
            self.about(),
            job.last_error().unwrap_or_default(),
        ]
    }
}

async fn list(conn: &mut PgConnection, filter: JobFilter<'_>, limit: i64) -> sqlx::Result<Vec<ListedJob>> {
    let jobs = queries::list(conn, filter, limit).await?;
    let subjects = subjects::list(conn, &jobs).await?;
    Ok(jobs.into_iter().zip(subjects).map(|(job, subject)| ListedJob { job, subject }).collect())
}

impl TableRow for QueueStats {
    const HEADINGS: &'static [&'static str] =
        &["queue", "due", "oldest due", "scheduled", "running", "done in an hour", "dead", "workers"];

    fn cells(&self) -> Vec<String> {
        let oldest = self.oldest_due_seconds.map(|seconds| format!("{seconds} s")).unwrap_or_default();
        let counts =
            [self.scheduled, self.running, self.done_last_hour, self.dead, self.workers].map(|count| count.to_string());
        [word("word.queue", &self.queue), self.due.to_string(), oldest].into_iter().chain(counts).collect()
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
                output::print_list(&list(&mut tx, filter, limit).await?, self.json, "no such jobs")?;
            }
            JobsAction::Show { id } => show(&mut tx, &id, self.json).await?,
            JobsAction::Dead { of, limit } => {
                let filter =
                    JobFilter { queue: of.queue.as_deref(), state: Some(JobState::Dead), ..JobFilter::default() };
                let dead = list(&mut tx, filter, limit).await?;
                output::print_list(&dead, self.json, "no dead letters")?;
                return Ok(CommandOutcome::found(!dead.is_empty()));
            }
            JobsAction::Replay(chosen) => {
                let chosen = chosen.resolved(&mut tx).await?;
                let retried = jobs::retry(&mut tx, shell.clock.now(), Actor::CommandLine, chosen.selector()).await?;
                return commit_and_report(tx, &chosen, retried, "scheduled for a retry").await;
            }
            JobsAction::Drop { chosen, consent } => {
                let chosen = chosen.resolved(&mut tx).await?;
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
        consent.ask(&format!(
            "Delete {}? Emails and text messages among them are never sent.",
            output::number_of(count as u64, "dead letters")
        ))?;
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

async fn show(conn: &mut PgConnection, key: &str, as_json: bool) -> anyhow::Result<()> {
    let job = lookup::job(conn, key).await?;
    let subject = subjects::list(conn, std::slice::from_ref(&job)).await?.into_iter().next().unwrap_or_default();
    let shown = ListedJob { job, subject };
    if as_json {
        return output::print_json(&shown);
    }
    for (heading, cell) in ListedJob::HEADINGS.iter().zip(shown.cells()).filter(|(_, cell)| !cell.is_empty()) {
        output::print(&format!("{heading}: {cell}"))?;
    }
    output::print(&format!("payload: {}", shown.job.payload))
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
                    word("word.job_state", job.state.as_str()).to_lowercase(),
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
