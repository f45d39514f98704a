//! `seki announcements`.

use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};
use domain::announcements::admin_list::{self, AdminAnnouncementEntry, AdminAnnouncementFilter};
use domain::announcements::model::STATUSES;
use domain::announcements::send;
use domain::restaurants;
use domain::zone::Zone;
use serde::Serialize;

use super::installation::Installation;
use crate::output::{self, CommandOutcome, ReportOptions, TableRow, UsageError};

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
        #[arg(long, value_parser = PossibleValuesParser::new(STATUSES))]
        status: Option<String>,
        /// A restaurant's slug.
        #[arg(long, value_name = "SLUG")]
        restaurant: Option<String>,
        #[arg(long, default_value_t = 50)]
        limit: i64,
        #[arg(long)]
        json: bool,
    },
    /// Enqueues the emails of due announcements, as the worker does every second. The worker sends them.
    Send(ReportOptions),
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
            self.subject_type.clone(),
            self.status.clone(),
            self.scheduled_at.clone().unwrap_or_default(),
            self.sent_at.clone().unwrap_or_default(),
            self.announced_count.to_string(),
        ]
    }
}

impl AnnouncementsCommand {
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        let shell = self.installation.open().await?;
        let mut conn = shell.pool.acquire().await?;
        match self.action {
            AnnouncementsAction::List { status, restaurant, limit, json } => {
                let restaurant = match restaurant {
                    Some(slug) => {
                        let found = restaurants::queries::find_by_slug(&mut conn, &slug).await?;
                        Some(found.ok_or_else(|| UsageError(format!("there is no restaurant {slug}")))?.id)
                    }
                    None => None,
                };
                let asked = AdminAnnouncementFilter { restaurant, status, ..AdminAnnouncementFilter::default() };
                let found = admin_list::list(&mut conn, &asked, limit).await?;
                let lines: Vec<_> = found.into_iter().map(AnnouncementTableRow::from).collect();
                output::print_list(&lines, json, "no such announcements")?;
            }
            AnnouncementsAction::Send(report) => {
                let now = shell.clock.now();
                let count = match report.dry_run {
                    true => send::count_due(&mut conn, now).await?.count.unsigned_abs(),
                    false => send::send_due(&shell.pool, &shell.rng, now).await? as u64,
                };
                report.print_count(count, "announcements", "enqueued")?;
            }
        }
        Ok(CommandOutcome::Fine)
    }
}
