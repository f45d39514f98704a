//! `seki releases`.

use clap::{Args, Subcommand};
use domain::cancellations;

use super::installation::Installation;
use crate::output::{CommandOutcome, ReportOptions};

/// Slots freed by cancellations, and the standby groups that may book them in turn.
#[derive(Debug, Args)]
pub struct ReleasesCommand {
    #[command(flatten)]
    installation: Installation,
    #[command(subcommand)]
    action: ReleasesAction,
}

#[derive(Debug, Subcommand)]
enum ReleasesAction {
    /// Opens the slots to the next standby groups, as the worker does every second.
    Open(ReportOptions),
    /// Writes the emails about slots that opened ten minutes ago, as the worker does every second. The worker sends them.
    Mail(ReportOptions),
}

impl ReleasesCommand {
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        let shell = self.installation.open().await?;
        let now = shell.clock.now();
        let mut conn = shell.pool.acquire().await?;
        match self.action {
            ReleasesAction::Open(report) => {
                let count = match report.dry_run {
                    true => cancellations::sweep::count_due(&mut conn, now).await?.count.unsigned_abs(),
                    false => cancellations::sweep::release_due(&shell.pool, now).await? as u64,
                };
                report.print_count(count, "releases", "opened")?;
            }
            ReleasesAction::Mail(report) => {
                let count = match report.dry_run {
                    true => cancellations::mails::count_due(&mut conn, now).await?.count.unsigned_abs(),
                    false => cancellations::mails::mail_due(&shell.pool, &shell.rng, now).await? as u64,
                };
                report.print_count(count, "releases", "announced by email")?;
            }
        }
        Ok(CommandOutcome::Fine)
    }
}
