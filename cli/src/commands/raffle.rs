//! `seki raffle`.

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use domain::audit::Actor;
use domain::clients::beacon::Beacon;
use domain::clients::http;
use domain::config::QUICKNET_KEY;
use domain::ids::RestaurantId;
use domain::progress::PassResult;
use domain::raffles::error::RaffleError;
use domain::raffles::proof::PublishedProof;
use domain::raffles::sweep;
use sqlx::PgConnection;

use super::installation::{Installation, Shell};
use crate::output::{CommandOutcome, ReportOptions, counted, print};
use crate::progress;

/// Raffles, and the public verification of a draw.
#[derive(Debug, Args)]
pub struct RaffleCommand {
    #[command(subcommand)]
    action: RaffleAction,
}

#[derive(Debug, Subcommand)]
enum RaffleAction {
    /// Draws the rounds whose beacon is published, as the worker does every second. Exit code 1 if a draw fails, after the others, or the
    /// beacon is unavailable.
    Draw(Draw),
    /// Recomputes a published draw; exit code 1 if the proof is invalid. Needs no database.
    Verify(Verify),
}

#[derive(Debug, Args)]
struct Draw {
    #[command(flatten)]
    installation: Installation,
    /// The round's uid (default: all due rounds). Exit code 1 if it cannot be drawn yet.
    round: Option<String>,
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

async fn draw(Draw { installation, round, report }: Draw) -> anyhow::Result<CommandOutcome> {
    let shell = installation.open().await?;
    let drawn = if report.dry_run {
        PassResult::of(count_due(&shell, round.as_deref()).await?)
    } else {
        let beacon = Beacon::new(&installation.config()??.beacon);
        let _spinner = progress::spinner("drawing raffles");
        match round {
            Some(uid) => PassResult::of(draw_one(&shell, &beacon, &uid).await?),
            None => draw_all(&shell, &beacon).await?,
        }
    };
    report.print_result(drawn, "raffles", "drawn")?;
    Ok(CommandOutcome::Fine)
}

async fn count_due(Shell { pool, clock, .. }: &Shell, round: Option<&str>) -> anyhow::Result<u64> {
    let mut conn = pool.acquire().await?;
    match round {
        Some(uid) => {
            let restaurant = find_restaurant(&mut conn, uid).await?;
            Ok(sweep::is_due(&mut conn, clock.now(), restaurant, uid).await?.into())
        }
        None => Ok(sweep::count_due(&mut conn, clock.now()).await?.count.unsigned_abs()),
    }
}

async fn draw_all(
    Shell { pool, clock, rng }: &Shell,
    beacon: &Beacon,
) -> anyhow::Result<PassResult<u64, anyhow::Error>> {
    Ok(counted(sweep::draw_due(pool, beacon, rng, clock.now(), Actor::CommandLine).await?))
}

/// Draws one round. Returns the number of drawn rounds: 0 if it was drawn before.
async fn draw_one(Shell { pool, clock, rng }: &Shell, beacon: &Beacon, uid: &str) -> anyhow::Result<u64> {
    let restaurant = find_restaurant(&mut *pool.acquire().await?, uid).await?;
    match sweep::draw_round(pool, beacon, rng, clock.now(), restaurant, uid, Some(Actor::CommandLine)).await {
        Ok(_) => Ok(1),
        Err(RaffleError::Drawn) => Ok(0),
        Err(error) => Err(error.into()),
    }
}

async fn find_restaurant(conn: &mut PgConnection, uid: &str) -> anyhow::Result<RestaurantId> {
    sweep::find_restaurant(conn, uid).await?.with_context(|| format!("there is no raffle {uid}"))
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
