//! `seki releases`.

use clap::{Args, Subcommand};
use domain::cancellations;
use domain::progress::PassResult;

use super::installation::{Installation, Shell};
use crate::output::{CommandOutcome, ReportOptions, counted};

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
    /// Opens the slots to the next standby groups, as the worker does every second. Exit code 1 if one fails, after the others.
    Open(ReportOptions),
    /// Writes the emails about slots that opened ten minutes ago, as the worker does. The worker sends them. Exit code 1 if a
    /// release fails, after the others.
    Mail(ReportOptions),
}

impl ReleasesCommand {
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        let shell = self.installation.open().await?;
        match self.action {
            ReleasesAction::Open(report) => {
                report.print_result(open(&shell, report.dry_run).await?, "releases", "opened")?;
            }
            ReleasesAction::Mail(report) => {
                report.print_result(mail(&shell, report.dry_run).await?, "releases", "announced by email")?;
            }
        }
        Ok(CommandOutcome::Fine)
    }
}

async fn open(Shell { pool, clock, .. }: &Shell, is_dry: bool) -> anyhow::Result<PassResult<u64, anyhow::Error>> {
    if is_dry {
        let due = cancellations::sweep::count_due(&mut *pool.acquire().await?, clock.now()).await?;
        return Ok(PassResult::of(due.count.unsigned_abs()));
    }
    Ok(counted(cancellations::sweep::release_all(pool, clock.now()).await?))
}

async fn mail(Shell { pool, clock, rng }: &Shell, is_dry: bool) -> anyhow::Result<PassResult<u64, anyhow::Error>> {
    if is_dry {
        let due = cancellations::mails::count_due(&mut *pool.acquire().await?, clock.now()).await?;
        return Ok(PassResult::of(due.count.unsigned_abs()));
    }
    let PassResult { done, failure } = cancellations::mails::mail_due(pool, rng, clock.now()).await?;
    Ok(counted(PassResult { done: done.releases, failure }))
}
