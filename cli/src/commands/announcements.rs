//! `seki announcements`.

use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};
use domain::announcements::admin_list::{self, Asked, Entry};
use domain::announcements::model::STATUSES;
use domain::announcements::send;
use domain::restaurants;
use domain::zone::Zone;
use serde::Serialize;

use super::installation::Installation;
use crate::output::{self, Done, Listed, Told, UsageError};

/// What restaurants announce to their customers by mail.
#[derive(Debug, Args)]
pub struct AnnouncementsCommand {
    #[command(flatten)]
    installation: Installation,
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// The announcements of all restaurants, the newest first.
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
    /// Queues the mails of announcements whose time has come, as the worker does every second. The worker sends them.
    Send(Told),
}

#[derive(Serialize)]
struct Line {
    id: i64,
    restaurant: String,
    subject_type: String,
    status: String,
    scheduled_at: Option<String>,
    sent_at: Option<String>,
    announced_count: i64,
}

impl From<Entry> for Line {
    fn from(entry: Entry) -> Self {
        let iso = |at| Zone::default().iso(at);
        Self {
            id: entry.id,
            restaurant: entry.slug,
            subject_type: entry.subject_type,
            status: entry.status,
            scheduled_at: entry.scheduled_at.map(iso),
            sent_at: entry.sent_at.map(iso),
            announced_count: entry.announced_count,
        }
    }
}

impl Listed for Line {
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
    pub async fn run(self) -> anyhow::Result<Done> {
        let shell = self.installation.open().await?;
        let mut conn = shell.pool.acquire().await?;
        match self.action {
            Action::List { status, restaurant, limit, json } => {
                let restaurant = match restaurant {
                    Some(slug) => {
                        let found = restaurants::queries::find_by_slug(&mut conn, &slug).await?;
                        Some(found.ok_or_else(|| UsageError(format!("no restaurant is called {slug:?}")))?.id)
                    }
                    None => None,
                };
                let asked = Asked { restaurant, status, ..Asked::default() };
                let found = admin_list::list(&mut conn, &asked, limit).await?;
                let lines: Vec<_> = found.into_iter().map(Line::from).collect();
                output::print_list(&lines, json, "no such announcements")?;
            }
            Action::Send(told) => {
                let now = shell.clock.now();
                let count = match told.dry_run {
                    true => send::count_due(&mut conn, now).await?.count.unsigned_abs(),
                    false => send::send_due(&shell.pool, &shell.rng, now).await? as u64,
                };
                told.tell(count, "announcements", "are due")?;
            }
        }
        Ok(Done::Fine)
    }
}
