//! `seki clock`.

use anyhow::bail;
use clap::{Args, Subcommand};
use domain::clock::{MAX_ADVANCE_SECONDS, Pace, advance_demo, demo_pace, set_demo};
use domain::zone::Zone;
use serde::Serialize;

use super::installation::{Installation, Shell};
use crate::output::{self, CommandOutcome};

/// The clock of a demo or a test, which can be moved forward. Every process follows within a second.
#[derive(Debug, Args)]
pub struct ClockCommand {
    #[command(flatten)]
    installation: Installation,
    /// Prints JSON instead of text.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    action: ClockAction,
}

#[derive(Debug, Subcommand)]
enum ClockAction {
    /// Shows the time of the clock.
    Show,
    /// Moves the clock forward.
    Advance {
        /// Number of seconds to move the clock forward by.
        #[arg(value_parser = clap::value_parser!(i64).range(0..=MAX_ADVANCE_SECONDS))]
        seconds: i64,
    },
    /// Resets the clock to the system time.
    Reset,
}

#[derive(Serialize)]
struct ClockOutput {
    now: String,
    offset_seconds: i64,
}

impl ClockCommand {
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        if !self.installation.environment()?.is_playground() {
            bail!("only the clock of a demo or a test can be moved: SEKI_ENV is production");
        }
        let Shell { pool, clock, .. } = self.installation.open().await?;
        let mut conn = pool.acquire().await?;
        match self.action {
            ClockAction::Show => {}
            ClockAction::Advance { seconds } => drop(advance_demo(&mut conn, seconds).await?),
            ClockAction::Reset => set_demo(&mut conn, Pace::REAL).await?,
        }
        let pace = demo_pace(&mut conn).await?;
        clock.set_pace(pace);
        let reading = ClockOutput { now: Zone::default().iso(clock.now()), offset_seconds: pace.offset_seconds };
        if self.json {
            output::print_json(&reading)?;
        } else {
            output::print(&format!("{} ({} s ahead)", reading.now, reading.offset_seconds))?;
        }
        Ok(CommandOutcome::Fine)
    }
}
