//! `seki outbox`.

use clap::{Args, Subcommand};
use domain::outbox::{mails, messages};
use domain::reservations::bookings::remind;

use super::installation::{Installation, Shell};
use crate::output::{CommandOutcome, ReportOptions};

/// Pending reminders, emails and text messages.
#[derive(Debug, Args)]
pub struct OutboxCommand {
    #[command(flatten)]
    installation: Installation,
    #[command(subcommand)]
    action: OutboxAction,
}

#[derive(Debug, Subcommand)]
enum OutboxAction {
    /// Writes the reminders of tomorrow's visits, as the worker does every ten seconds. The worker sends them.
    Remind(ReportOptions),
    /// Enqueues emails that are due or whose job is lost, as the worker does every ten seconds.
    Mail(ReportOptions),
    /// Enqueues text messages whose job is lost, and drops messages older than a day, as the worker does every ten seconds.
    Text(ReportOptions),
}

impl OutboxCommand {
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        let shell = self.installation.open().await?;
        match self.action {
            OutboxAction::Remind(report) => {
                report.print_count(remind(&shell, report.dry_run).await?, "reminders", "written")?
            }
            OutboxAction::Mail(report) => {
                report.print_count(mail(&shell, report.dry_run).await?, "emails", "enqueued")?
            }
            OutboxAction::Text(report) => {
                report.print_count(text(&shell, report.dry_run).await?, "text messages", "enqueued")?;
            }
        }
        Ok(CommandOutcome::Fine)
    }
}

// Each sweep processes one batch.

async fn remind(Shell { pool, clock, rng }: &Shell, is_dry: bool) -> anyhow::Result<u64> {
    if is_dry {
        return Ok(remind::count_due(&mut *pool.acquire().await?, clock.now()).await?.count.unsigned_abs());
    }
    let mut count = 0;
    while let written @ 1.. = remind::sweep(pool, rng, clock.now()).await? {
        count += written as u64;
    }
    Ok(count)
}

async fn mail(Shell { pool, clock, rng }: &Shell, is_dry: bool) -> anyhow::Result<u64> {
    if is_dry {
        return Ok(mails::count_due(&mut *pool.acquire().await?, clock.now()).await?);
    }
    let mut count = 0;
    while let pushed @ 1.. = mails::sweep(pool, rng, clock.now()).await? {
        count += pushed as u64;
    }
    Ok(count)
}

async fn text(Shell { pool, clock, rng }: &Shell, is_dry: bool) -> anyhow::Result<u64> {
    if is_dry {
        return Ok(messages::count_due(&mut *pool.acquire().await?, clock.now()).await?);
    }
    let mut count = 0;
    while let pushed @ 1.. = messages::sweep(pool, rng, clock.now()).await? {
        count += pushed as u64;
    }
    Ok(count)
}
