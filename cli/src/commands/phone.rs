//! `seki phone`.

use std::time::Duration;

use clap::{Args, Subcommand};
use domain::clients::twilio::Twilio;
use domain::phone::CALL_WINDOW;
use domain::phone::actions;

use super::installation::{Installation, Shell};
use crate::output::{CommandOutcome, ReportOptions};
use crate::progress;

/// The worker polls the provider once a second, too.
const INTERVAL: Duration = Duration::from_secs(1);

/// Phone numbers that diners verify by a call.
#[derive(Debug, Args)]
pub struct PhoneCommand {
    #[command(flatten)]
    installation: Installation,
    #[command(subcommand)]
    action: PhoneAction,
}

#[derive(Debug, Subcommand)]
enum PhoneAction {
    /// Retrieves the calls of open verifications from the provider every second, as the worker does, until none is open: at most three
    /// minutes. Exit code 1 if the provider is unavailable.
    Poll {
        /// Polls a single time.
        #[arg(long)]
        once: bool,
        #[command(flatten)]
        report: ReportOptions,
    },
}

impl PhoneCommand {
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        let shell = self.installation.open().await?;
        let PhoneAction::Poll { once, report } = self.action;
        if report.dry_run {
            let open = actions::count_open(&mut *shell.pool.acquire().await?, shell.clock.now()).await?;
            report.print_count(open, "phone verifications", "polled")?;
            return Ok(CommandOutcome::Fine);
        }
        let twilio = Twilio::new(&self.installation.config()??.twilio);
        let spinner = progress::spinner("polling the phone provider");
        let ended = poll(&shell, &twilio, once).await;
        spinner.finish_and_clear();
        report.print_count(ended?, "phone verifications", "confirmed or expired")?;
        Ok(CommandOutcome::Fine)
    }
}

/// Returns the number of verifications that were confirmed or have expired. A verification that is opened meanwhile is polled, too, for at
/// most its time to call.
async fn poll(Shell { pool, clock, .. }: &Shell, twilio: &Twilio, once: bool) -> anyhow::Result<u64> {
    let until = tokio::time::Instant::now() + CALL_WINDOW.to_std()?;
    let mut count = 0;
    loop {
        count += actions::poll(pool, twilio, clock.now()).await? as u64;
        let open = actions::count_open(&mut *pool.acquire().await?, clock.now()).await?;
        if once || open == 0 || tokio::time::Instant::now() >= until {
            return Ok(count);
        }
        tokio::time::sleep(INTERVAL).await;
    }
}
