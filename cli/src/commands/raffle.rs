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
use domain::raffles::proof::{ProofError, PublishedProof};
use domain::raffles::sweep;
use sqlx::PgConnection;

use super::installation::{Installation, Shell};
use crate::lookup;
use crate::output::{CommandOutcome, ReportOptions, counted, note, number_of, print};
use crate::progress;
use crate::up::registry;

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
    /// The round's uid, or the restaurant's slug or id if it has a single round to draw (default: all due rounds). Exit code 1 if it cannot be
    /// drawn yet.
    #[arg(allow_hyphen_values = true, value_parser = lookup::key)]
    round: Option<String>,
    #[command(flatten)]
    report: ReportOptions,
}

#[derive(Debug, Args)]
struct Verify {
    /// A file with the proof, or its address (https://…/raffle/rounds/UID/proof).
    proof: String,
    /// A chain head that was shown with an entry, and that the list must contain: hexadecimal digits. Can be repeated.
    #[arg(long = "seen", value_name = "HEAD", value_parser = head)]
    seen: Vec<String>,
    /// The beacon's public key (default: drand's quicknet; for a proof of the demo that runs on this machine, the key of the demo's beacon).
    #[arg(long, env = "SEKI_BEACON_PUBLIC_KEY")]
    public_key: Option<String>,
}

fn head(text: &str) -> Result<String, String> {
    let is_hex = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_hex {
        Ok(text.to_ascii_lowercase())
    } else {
        Err("expected the hexadecimal digits that were shown with an entry".into())
    }
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
    let round = match round {
        Some(key) => Some(lookup::raffle(&mut *shell.pool.acquire().await?, &key).await?),
        None => None,
    };
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
    let key = match &asked.public_key {
        Some(key) => key.clone(),
        None => default_key(&asked.proof, &proof.beacon_public_key),
    };
    match proof.check(&key, &asked.seen) {
        Ok(()) => {
            let entries = match proof.entries.len() {
                1 => "1 entry".to_owned(),
                count => format!("{count} entries"),
            };
            let winners = number_of(proof.winners.len() as u64, "winners");
            print(&format!("ok: {entries}, {winners}"))?;
            Ok(CommandOutcome::Fine)
        }
        Err(fault) => {
            print(&format!("invalid: {fault}"))?;
            if fault == ProofError::Signature && proof.beacon_public_key != key {
                note("the proof names another beacon; --public-key gives its key, from a source that you trust");
            }
            Ok(CommandOutcome::Found)
        }
    }
}

/// Returns the key of the demo's beacon for a proof of a demo that runs on this machine, and drand's otherwise. The address, or for a file the
/// key that the proof names, identifies the demo.
fn default_key(place: &str, named: &str) -> String {
    let demos = registry::folder().and_then(|folder| registry::list(&folder).ok()).unwrap_or_default();
    let place = place.replacen("://localhost:", "://127.0.0.1:", 1);
    let is_address = place.contains("://");
    let of_demo = demos.into_iter().find_map(|demo| {
        let key = demo.variables.get("SEKI_BEACON_PUBLIC_KEY")?.clone();
        let is_its = if is_address { place.starts_with(&format!("{}/", demo.base_url)) } else { key == named };
        is_its.then_some((demo.base_url, key))
    });
    match of_demo {
        Some((base_url, key)) => {
            note(&format!("the demo at {base_url}: verified with the key of its beacon"));
            key
        }
        None => QUICKNET_KEY.to_owned(),
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
