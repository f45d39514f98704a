//! `seki restaurant`.

use clap::{Args, Subcommand};
use domain::restaurants::queries;
use domain::zone::Zone;
use serde::Serialize;

use super::installation::Installation;
use crate::output::{self, CommandOutcome, TableRow};
use crate::words::word;

/// The restaurants of the marketplace.
#[derive(Debug, Args)]
pub struct RestaurantCommand {
    #[command(flatten)]
    installation: Installation,
    #[command(subcommand)]
    action: RestaurantAction,
}

#[derive(Debug, Subcommand)]
enum RestaurantAction {
    /// Lists all restaurants, by slug.
    List {
        /// Prints JSON instead of text.
        #[arg(long)]
        json: bool,
    },
}

#[derive(Serialize)]
struct RestaurantTableRow {
    slug: String,
    name: String,
    visibility: String,
    online_starts_at: Option<String>,
    owners: i64,
    slots_ahead: i64,
    reservations_ahead: i64,
}

impl TableRow for RestaurantTableRow {
    const HEADINGS: &'static [&'static str] =
        &["slug", "name", "visibility", "online from", "owners", "slots ahead", "reservations ahead"];

    fn cells(&self) -> Vec<String> {
        let counts = [self.owners, self.slots_ahead, self.reservations_ahead].map(|count| count.to_string());
        let starts_at = self.online_starts_at.clone().unwrap_or_default();
        [self.slug.clone(), self.name.clone(), word("word.visibility", &self.visibility), starts_at]
            .into_iter()
            .chain(counts)
            .collect()
    }
}

impl RestaurantCommand {
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        let RestaurantAction::List { json } = self.action;
        let shell = self.installation.open().await?;
        let rows = queries::list_rows(&mut *shell.pool.acquire().await?, shell.clock.now()).await?;
        let lines = rows.into_iter().map(|row| RestaurantTableRow {
            slug: row.slug,
            name: row.name,
            visibility: row.visibility,
            online_starts_at: row.online_starts_at.map(|at| Zone::default().iso(at)),
            owners: row.owners,
            slots_ahead: row.slots,
            reservations_ahead: row.reservations,
        });
        output::print_list(&lines.collect::<Vec<_>>(), json, "there are no restaurants")?;
        Ok(CommandOutcome::Fine)
    }
}
