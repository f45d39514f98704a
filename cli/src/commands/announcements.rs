//! `seki announcements`.

use anyhow::{Context, ensure};
use clap::{Args, Subcommand};
use domain::announcements::actions::AnnouncementActor;
use domain::announcements::admin_list::{self, AdminAnnouncementEntry, AdminAnnouncementFilter};
use domain::announcements::model::{Announcement, STATUSES};
use domain::announcements::progress::{self, SendingProgress};
use domain::announcements::{queries, send, stop};
use domain::audit::Actor;
use domain::ids::AnnouncementId;
use domain::progress::PassResult;
use domain::zone::Zone;
use serde::Serialize;
use sqlx::PgConnection;

use super::installation::{Installation, Shell};
use crate::confirm::Consent;
use crate::lookup;
use crate::output::{self, CommandOutcome, ReportOptions, TableRow};
use crate::words::{coded, word};

/// Emails from restaurants to their customers.
#[derive(Debug, Args)]
pub struct AnnouncementsCommand {
    #[command(flatten)]
    installation: Installation,
    #[command(subcommand)]
    action: AnnouncementsAction,
}

#[derive(Debug, Subcommand)]
enum AnnouncementsAction {
    /// Lists the announcements of all restaurants, newest first.
    List {
        /// Only announcements with this status.
        #[arg(long, value_parser = coded("word.announcement_status", STATUSES))]
        status: Option<String>,
        /// A restaurant's slug.
        #[arg(long, value_name = "SLUG")]
        restaurant: Option<String>,
        /// Maximum number of rows.
        #[arg(long, default_value_t = 50)]
        limit: i64,
        /// Prints JSON instead of text.
        #[arg(long)]
        json: bool,
    },
    /// Enqueues the emails of due announcements, as the worker does every second, until none is left. The worker sends them. Exit
    /// code 1 if an announcement fails, after the others.
    Send(ReportOptions),
    /// Stops an announcement that is being sent. Emails that have not left are dropped.
    Stop {
        /// Id of the announcement, from `seki announcements list`, or a restaurant's slug or id.
        id: String,
        #[command(flatten)]
        consent: Consent,
        #[command(flatten)]
        report: ReportOptions,
    },
    /// Resumes a stopped announcement for the recipients who have not received it.
    Resume {
        /// Id of the announcement, from `seki announcements list`, or a restaurant's slug or id.
        id: String,
        #[command(flatten)]
        consent: Consent,
        #[command(flatten)]
        report: ReportOptions,
    },
}

#[derive(Serialize)]
struct AnnouncementTableRow {
    id: i64,
    restaurant: String,
    subject_type: String,
    status: String,
    scheduled_at: Option<String>,
    sent_at: Option<String>,
    announced_count: i64,
}

impl From<AdminAnnouncementEntry> for AnnouncementTableRow {
    fn from(entry: AdminAnnouncementEntry) -> Self {
        let iso = |at| Zone::default().iso(at);
        Self {
            id: entry.id.0,
            restaurant: entry.slug,
            subject_type: entry.subject_type,
            status: entry.status,
            scheduled_at: entry.scheduled_at.map(iso),
            sent_at: entry.sent_at.map(iso),
            announced_count: entry.announced_count,
        }
    }
}

impl TableRow for AnnouncementTableRow {
    const HEADINGS: &'static [&'static str] =
        &["id", "restaurant", "subject", "status", "scheduled for", "sent", "recipients"];

    fn cells(&self) -> Vec<String> {
        vec![
            self.id.to_string(),
            self.restaurant.clone(),
            word("word.announcement_subject", &self.subject_type),
            word("word.announcement_status", &self.status),
            self.scheduled_at.clone().unwrap_or_default(),
            self.sent_at.clone().unwrap_or_default(),
            self.announced_count.to_string(),
        ]
    }
}

impl AnnouncementsCommand {
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        let shell = self.installation.open().await?;
        match self.action {
            AnnouncementsAction::List { status, restaurant, limit, json } => {
                list(&shell, status, restaurant, limit, json).await?;
            }
            AnnouncementsAction::Send(report) => send(&shell, report).await?,
            AnnouncementsAction::Stop { id, consent, report } => {
                stop(&shell, find_id(&shell, &id, "sending").await?, consent, report).await?;
            }
            AnnouncementsAction::Resume { id, consent, report } => {
                resume(&shell, find_id(&shell, &id, "stopped").await?, consent, report).await?;
            }
        }
        Ok(CommandOutcome::Fine)
    }
}

async fn list(
    shell: &Shell,
    status: Option<String>,
    restaurant: Option<String>,
    limit: i64,
    as_json: bool,
) -> anyhow::Result<()> {
    let mut conn = shell.pool.acquire().await?;
    let restaurant = lookup::optional_restaurant(&mut conn, restaurant.as_deref()).await?.map(|found| found.id);
    let asked = AdminAnnouncementFilter { restaurant, status, ..AdminAnnouncementFilter::default() };
    let found = admin_list::list(&mut conn, &asked, limit).await?;
    let lines: Vec<_> = found.into_iter().map(AnnouncementTableRow::from).collect();
    output::print_list(&lines, as_json, "no such announcements")
}

async fn send(Shell { pool, clock, rng }: &Shell, report: ReportOptions) -> anyhow::Result<()> {
    if report.dry_run {
        let due = send::count_due(&mut *pool.acquire().await?, clock.now()).await?;
        return report.print_count(due.count.unsigned_abs(), "announcements", "started");
    }
    let mut sent = PassResult::of(0);
    // Each pass writes one batch of each announcement.
    loop {
        let pass = output::counted(send::send_all(pool, rng, clock.now()).await?);
        sent.failure = sent.failure.or(pass.failure);
        sent.done += pass.done;
        if pass.done == 0 {
            return report.print_result(sent, "emails", "enqueued");
        }
    }
}

async fn find_id(shell: &Shell, key: &str, status: &str) -> anyhow::Result<AnnouncementId> {
    Ok(lookup::announcement(&mut *shell.pool.acquire().await?, key, status).await?.id)
}

/// Returns the actor at the announcement's restaurant, and the recipients by the state of their mails.
async fn find(
    conn: &mut PgConnection,
    id: AnnouncementId,
) -> anyhow::Result<(AnnouncementActor, Announcement, SendingProgress)> {
    let restaurant = queries::find_restaurant(conn, id).await?;
    let restaurant = restaurant.with_context(|| format!("there is no announcement {id}"))?;
    let found = queries::find(conn, restaurant, id).await?.with_context(|| format!("there is no announcement {id}"))?;
    let progress = progress::count(conn, &found).await?;
    Ok((AnnouncementActor { restaurant, actor: Actor::CommandLine, owner: None, is_admin: true }, found, progress))
}

fn status_word(found: &Announcement) -> String {
    word("word.announcement_status", &found.status).to_lowercase()
}

async fn stop(shell: &Shell, id: AnnouncementId, consent: Consent, report: ReportOptions) -> anyhow::Result<()> {
    let (by, found, SendingProgress { recipients, left, .. }) = find(&mut *shell.pool.acquire().await?, id).await?;
    ensure!(found.status == "sending", "announcement {id} is not being sent: it is {}", status_word(&found));
    if report.dry_run {
        return report.print_count(left.unsigned_abs(), "emails", "stopped");
    }
    consent.ask(&format!("Stop announcement {id}? {left} of {recipients} emails have not left, and are dropped."))?;
    let mut tx = shell.pool.begin().await?;
    let stopped = stop::stop(&mut tx, shell.clock.now(), by, id).await?;
    tx.commit().await?;
    report.print_count(stopped.left.unsigned_abs(), "emails", "stopped")
}

async fn resume(shell: &Shell, id: AnnouncementId, consent: Consent, report: ReportOptions) -> anyhow::Result<()> {
    let (by, found, SendingProgress { recipients, stopped, .. }) = find(&mut *shell.pool.acquire().await?, id).await?;
    ensure!(found.status == "stopped", "announcement {id} is not stopped: it is {}", status_word(&found));
    if report.dry_run {
        return report.print_count(stopped.unsigned_abs(), "emails", "resumed");
    }
    consent.ask(&format!("Resume announcement {id}? It is sent to {stopped} of its {recipients} recipients."))?;
    let mut tx = shell.pool.begin().await?;
    let resumed = stop::resume(&mut tx, shell.clock.now(), by, id).await?;
    tx.commit().await?;
    report.print_count(resumed, "emails", "resumed")
}
