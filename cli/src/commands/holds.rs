//! `seki holds`.

use clap::{Args, Subcommand};
use domain::progress::PassResult;
use domain::reservations::holds::expire;
use domain::reservations::queries;
use domain::zone::Zone;
use serde::Serialize;

use super::installation::{Installation, Shell};
use crate::output::{self, CommandOutcome, ReportOptions, TableRow};
use crate::words::word;

/// Seats that diners hold while they complete their booking.
#[derive(Debug, Args)]
pub struct HoldsCommand {
    #[command(flatten)]
    installation: Installation,
    #[command(subcommand)]
    action: HoldsAction,
}

#[derive(Debug, Subcommand)]
enum HoldsAction {
    /// Lists all holds with their remaining seconds.
    List {
        /// Prints JSON instead of text.
        #[arg(long)]
        json: bool,
    },
    /// Releases the seats of expired holds, as the worker does every second. Exit code 1 if one fails, after the others.
    Expire(ReportOptions),
}

#[derive(Serialize)]
struct HoldTableRow {
    id: i64,
    uid: String,
    kind: String,
    restaurant: String,
    starts_at: String,
    guests_count: i32,
    seats: Vec<String>,
    /// Negative for an expired hold that is not swept yet.
    seconds_left: i64,
}

impl TableRow for HoldTableRow {
    const HEADINGS: &'static [&'static str] = &["id", "kind", "restaurant", "visit", "guests", "seats", "seconds left"];

    fn cells(&self) -> Vec<String> {
        let left = if self.seconds_left > 0 { self.seconds_left.to_string() } else { "expired".into() };
        vec![
            self.id.to_string(),
            word("owner.reservation_type", &self.kind),
            self.restaurant.clone(),
            self.starts_at.clone(),
            self.guests_count.to_string(),
            self.seats.join(" "),
            left,
        ]
    }
}

impl HoldsCommand {
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        let shell = self.installation.open().await?;
        match self.action {
            HoldsAction::List { json } => list(&shell, json).await?,
            HoldsAction::Expire(report) => {
                report.print_result(expire(&shell, report.dry_run).await?, "holds", "released")?;
            }
        }
        Ok(CommandOutcome::Fine)
    }
}

async fn expire(Shell { pool, clock, rng }: &Shell, is_dry: bool) -> anyhow::Result<PassResult<u64, anyhow::Error>> {
    if is_dry {
        let due = queries::count_due_holds(&mut *pool.acquire().await?, clock.now()).await?;
        return Ok(PassResult::of(due.count.unsigned_abs()));
    }
    Ok(output::counted(expire::sweep_all(pool, rng, clock.now()).await?))
}

async fn list(shell: &Shell, as_json: bool) -> anyhow::Result<()> {
    let now = shell.clock.now();
    let holds = queries::list_holds(&mut *shell.pool.acquire().await?).await?;
    let lines = holds.into_iter().map(|hold| HoldTableRow {
        id: hold.id.0,
        uid: hold.uid,
        kind: hold.kind,
        restaurant: hold.restaurant,
        starts_at: Zone::default().iso(hold.starts_at),
        guests_count: hold.guests_count,
        seats: hold.seats,
        seconds_left: (hold.held_until - now).num_seconds(),
    });
    output::print_list(&lines.collect::<Vec<_>>(), as_json, "no seats are held")
}
