//! `make endurance`: kills of programs and contended writes, after which the database must contain what the clients were answered. Prints
//! a table and JSON lines; the exit code is 1 if anything is lost, double or orphaned, or a write was refused for an unexpected reason.

mod check;
mod client;
mod disturbance;
mod facts;
mod kills;
mod kinds;
mod sabotage;
mod scene;
mod staff;
mod writes;

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde_json::json;
use tests::figures::{self, Figure};
use tokio::time::Instant;

use disturbance::Disturbance;
use facts::{Facts, Recorded};
use kinds::WriteKind;
use sabotage::Sabotage;
use scene::Scene;

/// Seconds before each run of the command of `--disturbance`.
const DISTURBANCE_PAUSE: f64 = 60.0;

const USAGE: &str = "--kills N, --writes N, --seed N, --disturbance COMMAND, --disturbance-pause SECONDS, \
                     --sabotage lost|double|orphaned|refused";

struct Options {
    kills: usize,
    writes: u64,
    seed: u64,
    disturbance: Option<Disturbance>,
    sabotages: Vec<Sabotage>,
}

impl Options {
    fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self> {
        let mut options =
            Self { kills: 1_000, writes: 1_000_000, seed: 20_261_201, disturbance: None, sabotages: Vec::new() };
        let (mut command, mut pause) = (None, DISTURBANCE_PAUSE);
        while let Some(name) = arguments.next() {
            let value = arguments.next().with_context(|| format!("{name} has no value"))?;
            match name.as_str() {
                "--kills" => options.kills = value.parse().context("--kills")?,
                "--writes" => options.writes = value.parse().context("--writes")?,
                "--seed" => options.seed = value.parse().context("--seed")?,
                "--disturbance" => command = Some(value),
                "--disturbance-pause" => pause = value.parse().context("--disturbance-pause")?,
                "--sabotage" => options.sabotages.push(Sabotage::parse(&value)?),
                _ => bail!("unknown argument {name}: {USAGE}"),
            }
        }
        let pause = Duration::try_from_secs_f64(pause).context("--disturbance-pause")?;
        options.disturbance = command.map(|command| Disturbance { command, pause });
        Ok(options)
    }
}

#[tokio::main]
async fn main() -> Result<ExitCode> {
    let options = Options::parse(std::env::args().skip(1))?;
    let given = std::env::var("SEKI_ENDURANCE_DATABASE").ok().filter(|url| !url.is_empty());
    let scene = Scene::start(given).await?;
    let facts = Arc::new(Facts::default());
    let began = Instant::now();
    let disturbance = options.disturbance.as_ref();
    let mut disturbances = kills::run(&scene, options.kills, options.seed, disturbance, &facts).await?;
    let (killed_in, written_before) = (began.elapsed(), facts.writes());
    eprintln!("{} kills in {killed_in:?}", options.kills);
    let began = Instant::now();
    disturbances += writes::run(&scene, options.writes, options.seed, disturbance, &facts).await?;
    let (written_in, written) = (began.elapsed(), facts.writes() - written_before);
    eprintln!("{written} contended writes in {written_in:?}");
    scene.wait_until_healthy().await?;
    let open = scene.app.settle().await;
    let mut recorded = facts.take();
    for sabotage in &options.sabotages {
        sabotage.apply(&scene.app.pool, &mut recorded).await?;
    }
    let figures = check::figures(&scene, &recorded, open).await?;
    figures.iter().for_each(Figure::print);
    let run = json!({
        "seed": options.seed, "kills": options.kills, "kills_seconds": killed_in.as_secs(), "writes": written,
        "writes_seconds": written_in.as_secs(), "disturbances": disturbances, "acknowledged": acknowledged(&recorded),
        "answers": answers(&recorded), "done": done(&recorded), "refused_as_expected": refused_as_expected(&recorded),
    });
    println!("{}", json!({ "run": run }));
    figures::table(&figures);
    print_refusals(&recorded);
    let is_clean = figures.iter().all(|figure| figure.value == 0.0);
    scene.end(!is_clean).await;
    Ok(if is_clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// How much was acknowledged: a run without successes would show nothing.
fn acknowledged(recorded: &Recorded) -> serde_json::Value {
    json!({
        "bookings": recorded.booked.len(), "reservations": recorded.created.len(), "cancellations": recorded.ended.len(),
        "raffle_entries": recorded.entrants.len(), "refilled_slots": recorded.refilled,
        "notes": recorded.notes.values().filter(|note| note.is_acknowledged).count(),
    })
}

/// Number of answers by status.
fn answers(recorded: &Recorded) -> serde_json::Value {
    let name = |status: &Option<u16>| status.map_or_else(|| "none".to_owned(), |status| status.to_string());
    recorded
        .statuses
        .iter()
        .map(|(status, count)| (name(status), json!(count)))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

/// Number of writes that succeeded, by kind.
fn done(recorded: &Recorded) -> serde_json::Value {
    let of_kind = |(kind, count): (&WriteKind, &u64)| (kind.name().to_owned(), json!(count));
    recorded.done.iter().map(of_kind).collect::<serde_json::Map<_, _>>().into()
}

/// Number of expected refusals, by kind and code.
fn refused_as_expected(recorded: &Recorded) -> serde_json::Value {
    let mut refused = json!({});
    for (refusal, count) in recorded.refusals.iter().filter(|(refusal, _)| refusal.is_expected) {
        refused[refusal.kind.name()][refusal.code.as_str()] = json!(count);
    }
    refused
}

fn print_refusals(recorded: &Recorded) {
    println!();
    println!("{:<58} {:>9}", "refused as expected", "count");
    for (refusal, count) in recorded.refusals.iter().filter(|(refusal, _)| refusal.is_expected) {
        let text = format!("{}: {} {}", refusal.kind.name(), refusal.status, refusal.code);
        println!("{text:<58} {count:>9}");
    }
}
