//! `seki raffle`.

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use domain::clients::beacon::Beacon;
use domain::clients::http;
use domain::config::QUICKNET_KEY;
use domain::raffles::proof::PublishedProof;
use domain::raffles::sweep;

use super::installation::Installation;
use crate::output::{CommandOutcome, ReportOptions, print};
use crate::progress;

/// Raffles, and the public verification of a draw.
#[derive(Debug, Args)]
pub struct RaffleCommand {
    #[command(subcommand)]
    action: RaffleAction,
}

#[derive(Debug, Subcommand)]
enum RaffleAction {
    /// Draws the rounds whose beacon is published, as the worker does every second. Exit code 1 if the beacon is unavailable.
    Draw(Draw),
    /// Recomputes a published draw; exit code 1 if the proof is invalid. Needs no database.
    Verify(Verify),
}

#[derive(Debug, Args)]
struct Draw {
    #[command(flatten)]
    installation: Installation,
    #[command(flatten)]
    report: ReportOptions,
}

#[derive(Debug, Args)]
struct Verify {
    /// A file with the proof, or its address (https://…/raffle/rounds/UID/proof).
    proof: String,
    /// A chain head that was shown with an entry, and that the list must contain. Can be repeated.
    #[arg(long = "seen", value_name = "HEAD")]
    seen: Vec<String>,
    /// The beacon's public key (default: drand's quicknet).
    #[arg(long, env = "SEKI_BEACON_PUBLIC_KEY", default_value = QUICKNET_KEY, hide_default_value = true)]
    public_key: String,
}

impl RaffleCommand {
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        match self.action {
            RaffleAction::Draw(asked) => draw(asked).await,
            RaffleAction::Verify(asked) => verify(asked).await,
        }
    }
}

async fn draw(Draw { installation, report }: Draw) -> anyhow::Result<CommandOutcome> {
    let shell = installation.open().await?;
    let now = shell.clock.now();
    let mut count = 0;
    if report.dry_run {
        count = sweep::count_due(&mut *shell.pool.acquire().await?, now).await?;
    } else {
        let beacon = Beacon::new(&installation.config()??.beacon);
        let spinner = progress::spinner("drawing raffles");
        // Each sweep draws one batch.
        while let drawn @ 1.. = sweep::draw_due(&shell.pool, &beacon, &shell.rng, now).await? {
            count += drawn as u64;
        }
        spinner.finish_and_clear();
    }
    report.print_count(count, "raffles", "drawn")?;
    Ok(CommandOutcome::Fine)
}

async fn verify(asked: Verify) -> anyhow::Result<CommandOutcome> {
    let text = read(&asked.proof).await.with_context(|| format!("reading {}", asked.proof))?;
    let proof: PublishedProof = serde_json::from_str(&text).context("this is not the proof of a raffle")?;
    match proof.check(&asked.public_key, &asked.seen) {
        Ok(()) => {
            print(&format!("ok: {} entries, {} winners", proof.entries.len(), proof.winners.len()))?;
            Ok(CommandOutcome::Fine)
        }
        Err(fault) => {
            print(&format!("invalid: {fault}"))?;
            Ok(CommandOutcome::Found)
        }
    }
}

async fn read(place: &str) -> anyhow::Result<String> {
    if !place.starts_with("https://") && !place.starts_with("http://") {
        return Ok(std::fs::read_to_string(place)?);
    }
    let answer = http::client().get(place).header("accept", "application/json").send().await?;
    if !answer.status().is_success() {
        bail!("the response is {}", answer.status());
    }
    Ok(answer.text().await?)
}
