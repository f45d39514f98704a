//! `seki releases`.

use clap::{Args, Subcommand};
use domain::cancellations;

use super::installation::{Installation, Shell};
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
    /// Opens the slots to the next standby groups, as the worker does every second, until none is due.
    Open(ReportOptions),
    /// Writes the emails about slots that opened ten minutes ago, as the worker does, until none is due. The worker sends them.
    Mail(ReportOptions),
}

impl ReleasesCommand {
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        let shell = self.installation.open().await?;
        match self.action {
            ReleasesAction::Open(report) => {
                report.print_count(open(&shell, report.dry_run).await?, "releases", "opened")?;
            }
            ReleasesAction::Mail(report) => {
                report.print_count(mail(&shell, report.dry_run).await?, "releases", "announced by email")?;
            }
        }
        Ok(CommandOutcome::Fine)
    }
}

// Each pass processes one batch.

async fn open(Shell { pool, clock, .. }: &Shell, is_dry: bool) -> anyhow::Result<u64> {
    if is_dry {
        let due = cancellations::sweep::count_due(&mut *pool.acquire().await?, clock.now()).await?;
        return Ok(due.count.unsigned_abs());
    }
    let mut count = 0;
    while let opened @ 1.. = cancellations::sweep::release_due(pool, clock.now()).await? {
        count += opened as u64;
    }
    Ok(count)
}

async fn mail(Shell { pool, clock, rng }: &Shell, is_dry: bool) -> anyhow::Result<u64> {
    if is_dry {
        let due = cancellations::mails::count_due(&mut *pool.acquire().await?, clock.now()).await?;
        return Ok(due.count.unsigned_abs());
    }
    let mut count = 0;
    loop {
        let mailed = cancellations::mails::mail_due(pool, rng, clock.now()).await?;
        if mailed.releases == 0 {
            return Ok(count);
        }
        count += mailed.releases as u64;
    }
}
