//! `seki jobs`.

use anyhow::{Context, bail};
use clap::{Args, Subcommand, ValueEnum};
use domain::jobs::Queue;
use domain::jobs::queries::{self, Filter, JobRow, QueueStats};
use domain::zone::Zone;
use sqlx::PgConnection;

use super::installation::Installation;
use crate::output::{self, Done, Listed};

/// The worker's jobs.
#[derive(Debug, Args)]
pub struct JobsCommand {
    #[command(flatten)]
    installation: Installation,
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Jobs, the latest due first.
    List {
        #[arg(long, value_parser = Queue::ALL.map(Queue::as_str))]
        queue: Option<String>,
        #[arg(long)]
        status: Option<Status>,
        #[arg(long, default_value_t = 50)]
        limit: i64,
    },
    /// One job, with what it is about and how it last came out.
    Show { id: String },
    /// Dead letters: jobs that failed for the last time. Exit code 1 when there are any.
    Dead {
        #[arg(long, default_value_t = 50)]
        limit: i64,
    },
    /// Lets a dead letter be tried again from the beginning.
    Replay {
        #[arg(required_unless_present = "all_dead", conflicts_with = "all_dead")]
        id: Option<String>,
        /// All of them.
        #[arg(long)]
        all_dead: bool,
    },
    /// How each queue stands.
    Stats,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Status {
    Pending,
    Queued,
    Running,
    Done,
    Failed,
    Killed,
}

impl Status {
    const fn stored(self) -> &'static str {
        match self {
            Self::Pending => "Pending",
            Self::Queued => "Queued",
            Self::Running => "Running",
            Self::Done => "Done",
            Self::Failed => "Failed",
            Self::Killed => "Killed",
        }
    }
}

impl Listed for JobRow {
    const HEADINGS: &'static [&'static str] = &["id", "queue", "status", "tries", "due", "about", "last error"];

    fn cells(&self) -> Vec<String> {
        let status = if self.is_dead { format!("{} (dead)", self.status) } else { self.status.clone() };
        let tries = format!("{}/{}", self.attempts, self.max_attempts);
        let due = Zone::default().iso(self.run_at);
        vec![self.id.clone(), self.queue.clone(), status, tries, due, self.payload.to_string(), last_error(self)]
    }
}

impl Listed for QueueStats {
    const HEADINGS: &'static [&'static str] =
        &["queue", "due", "oldest due", "scheduled", "running", "done", "dead", "workers"];

    fn cells(&self) -> Vec<String> {
        let oldest = self.oldest_due_seconds.map(|seconds| format!("{seconds} s")).unwrap_or_default();
        let counts = [self.scheduled, self.running, self.done, self.dead, self.workers].map(|count| count.to_string());
        [self.queue.clone(), self.due.to_string(), oldest].into_iter().chain(counts).collect()
    }
}

impl JobsCommand {
    pub async fn run(self) -> anyhow::Result<Done> {
        let shell = self.installation.open().await?;
        let mut conn = shell.pool.acquire().await?;
        match self.action {
            Action::List { queue, status, limit } => {
                let status = status.map(Status::stored);
                let filter = Filter { queue: queue.as_deref(), status, ..Filter::default() };
                output::print_list(&queries::list(&mut conn, filter, limit).await?, self.json, "no such jobs")?;
            }
            Action::Show { id } => show(&mut conn, &id).await?,
            Action::Dead { limit } => {
                let dead = queries::list(&mut conn, Filter { only_dead: true, ..Filter::default() }, limit).await?;
                output::print_list(&dead, self.json, "no dead letters")?;
                return Ok(Done::found(!dead.is_empty()));
            }
            Action::Replay { id, .. } => replay(&mut conn, id.as_deref()).await?,
            Action::Stats => output::print_list(&queries::stats(&mut conn).await?, self.json, "no queues")?,
        }
        Ok(Done::Fine)
    }
}

async fn show(conn: &mut PgConnection, id: &str) -> anyhow::Result<()> {
    let found = queries::list(conn, Filter { id: Some(id), ..Filter::default() }, 1).await?;
    output::print_json(found.first().with_context(|| format!("no job {id}"))?)
}

async fn replay(conn: &mut PgConnection, id: Option<&str>) -> anyhow::Result<()> {
    let queues = queries::replay(conn, id).await?;
    if let (Some(id), true) = (id, queues.is_empty()) {
        let known = queries::list(conn, Filter { id: Some(id), ..Filter::default() }, 1).await?;
        match known.first() {
            Some(job) => {
                bail!("job {id} is no dead letter: it is {}, try {} of {}", job.status, job.attempts, job.max_attempts)
            }
            None => bail!("no job {id}"),
        }
    }
    output::print(&format!("{} jobs will be tried again", queues.len()))
}

/// apalis keeps `{"Err": "…"}`.
fn last_error(job: &JobRow) -> String {
    let error = job.last_result.as_ref().and_then(|result| result.get("Err"));
    error.and_then(|error| error.as_str()).unwrap_or_default().to_owned()
}
