//! `seki reports`.

use clap::{Args, Subcommand};
use domain::reports::sweep;
use serde_json::json;

use super::installation::Installation;
use crate::lookup;
use crate::output::{self, CommandOutcome};
use crate::progress;

/// The daily totals behind the owners' first page and reports.
#[derive(Debug, Args)]
pub struct ReportsCommand {
    #[command(flatten)]
    installation: Installation,
    #[command(subcommand)]
    action: ReportsAction,
}

#[derive(Debug, Subcommand)]
enum ReportsAction {
    /// Recomputes the totals of all reservations, one restaurant after the other. Bookings and the worker continue meanwhile.
    Rebuild {
        /// Only this restaurant.
        #[arg(long, value_name = "SLUG")]
        restaurant: Option<String>,
        /// Prints JSON instead of text.
        #[arg(long)]
        json: bool,
    },
}

impl ReportsCommand {
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        let shell = self.installation.open_without_timeouts().await?;
        let ReportsAction::Rebuild { restaurant, json: as_json } = self.action;
        let spinner = progress::spinner("computing the daily totals");
        let days = match restaurant {
            Some(slug) => {
                let found = lookup::restaurant(&mut *shell.pool.acquire().await?, &slug).await?;
                sweep::rebuild(&shell.pool, found.id).await?
            }
            None => sweep::rebuild_all(&shell.pool).await?,
        };
        spinner.finish_and_clear();
        if as_json {
            output::print_json(&json!({ "count": days }))?;
            return Ok(CommandOutcome::Fine);
        }
        output::print(&format!("recomputed the totals of {days} days"))?;
        Ok(CommandOutcome::Fine)
    }
}
