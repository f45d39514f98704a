//! `seki up`: all of Seki on one machine, for trying it out. Starts a private PostgreSQL, the stand-ins of the external services,
//! the worker and the web server. Ctrl-C stops all of them.

mod database;
mod environment;
mod home;
mod options;
pub mod registry;
mod supervisor;

use std::time::Duration;

use anyhow::{Context, bail};
use chrono::{DateTime, Utc};
use domain::clients::http;
use domain::clients::stripe::Stripe;
use domain::clock::{Clock, Pace, demo_pace, set_demo};
use domain::config::Config;
use domain::db;
use domain::rng::Rng;
use domain::signing::Signer;
use serde_json::json;
use sqlx::PgPool;
use tokio::signal::unix::{SignalKind, signal};

use crate::output::print;
use crate::{ports, seed};
use database::Database;
use environment::Environment;
use home::Home;
use registry::{Demo, RegistryEntry};
use supervisor::Supervisor;

pub use options::Options;
pub use supervisor::sibling;

/// Runs until Ctrl-C or SIGTERM.
pub async fn run(options: &Options) -> anyhow::Result<()> {
    std::fs::create_dir_all(&options.home).with_context(|| options.home.display().to_string())?;
    let home = Home::lock(&options.home)?;
    let port = if options.port == 0 { ports::free()? } else { options.port };
    let options = &Options { port, ..options.clone() };
    home.wait_for_port(options.port).await?;
    let mut terminated = signal(SignalKind::terminate())?;
    let private = match &options.database_url {
        Some(_) => None,
        None => Some(Database::start(&options.home, options.volatile).await?),
    };
    let database_url = match (&options.database_url, &private) {
        (Some(url), _) => url.clone(),
        (None, Some(database)) => database.url.clone(),
        (None, None) => bail!("no database"),
    };
    let mut supervisor = Supervisor::default();
    let started = start(options, &database_url, &mut supervisor).await;
    if started.is_ok() {
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = terminated.recv() => {}
        }
        // The reader of standard output may be gone; the programs are stopped anyway.
        let _ = print("stopping");
    }
    let ended = started.map(drop);
    supervisor.stop().await;
    if let Some(database) = private {
        database.stop().await?;
    }
    home.remove_file();
    ended
}

/// Starts the programs. While the returned entry exists, the demo is listed as running.
async fn start(
    options: &Options,
    database_url: &str,
    supervisor: &mut Supervisor,
) -> anyhow::Result<Option<RegistryEntry>> {
    let environment = Environment::prepare(options, database_url)?;
    supervisor.start("stand-ins", &environment)?;
    wait_for(&format!("{}/health", environment.stand_ins_url)).await.context("the stand-ins")?;
    let config = Config::from_map(&environment.variables)?;
    prepare_database(&config, options.at, &environment.stand_ins_url).await?;
    supervisor.start("worker", &environment)?;
    supervisor.start("web-server", &environment)?;
    wait_for(&format!("{}/health", environment.base_url)).await.context("the web server")?;
    print_ready(&environment.base_url)?;
    Ok(store_entry(options, environment))
}

/// Registers the demo. A failure only means that other commands do not find it.
fn store_entry(options: &Options, environment: Environment) -> Option<RegistryEntry> {
    let home = std::path::absolute(&options.home).unwrap_or_else(|_| options.home.clone());
    let demo = Demo { base_url: environment.base_url, home, variables: environment.variables };
    let entered = registry::folder().map(|folder| registry::register(&folder, &demo)).transpose();
    entered.unwrap_or_else(|error| {
        tracing::warn!("other commands will not find this demo: {error:#}");
        None
    })
}

async fn prepare_database(config: &Config, at: Option<DateTime<Utc>>, stand_ins_url: &str) -> anyhow::Result<()> {
    let pool = db::connect(&config.database_url, "seki up", 2).await?;
    db::migrate(&pool).await.context("migrations")?;
    let clock = Clock::system();
    set_clock(&pool, &clock, at, stand_ins_url).await.context("the demo's clock")?;
    let stripe = Stripe::new(&config.stripe.api_url, &config.stripe.secret_key);
    let (rng, signer) = (Rng::from_machine(), Signer::new(&config.secret));
    let tools = seed::Tools { stripe: &stripe, rng: &rng, signer: &signer, now: clock.now() };
    if seed::load(&pool, &tools).await.context("the demo world")? {
        print("loaded the demo world")?;
    }
    pool.close().await;
    Ok(())
}

/// Sets `clock`, and the clock of the stand-ins, which date subscriptions by it, to the demo's clock. The clock of a new demo
/// begins at `at`.
async fn set_clock(pool: &PgPool, clock: &Clock, at: Option<DateTime<Utc>>, stand_ins_url: &str) -> anyhow::Result<()> {
    let mut conn = pool.acquire().await?;
    if let Some(at) = at
        && !seed::is_begun(&mut conn).await?
    {
        set_demo(&mut conn, Pace::showing(at, clock.wall())).await?;
    }
    clock.set_pace(demo_pace(&mut conn).await?);
    let offset_seconds = (clock.now() - clock.wall()).num_seconds();
    let request = http::client().post(format!("{stand_ins_url}/clock"));
    request.json(&json!({ "offset_seconds": offset_seconds })).send().await?.error_for_status()?;
    Ok(())
}

/// Waits until an address returns 200, for at most half a minute.
pub async fn wait_for(url: &str) -> anyhow::Result<()> {
    let client = http::client();
    for _ in 0..300 {
        if client.get(url).send().await.is_ok_and(|answer| answer.status().is_success()) {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    bail!("{url} does not respond")
}

fn print_ready(base_url: &str) -> anyhow::Result<()> {
    print(&format!(
        "ready {base_url}

  inbox (mails, SMS, calls)   {base_url}/dev/inbox
  diners                      hanako@seki.test  kenji@seki.test  aoi@seki.test  ren@seki.test
                              emma@seki.test (English, US number)  tabi@seki.test (agent)
  owners                      owner@seki.test  newowner@seki.test
  admins                      admin@seki.test  clerk@seki.test
  password of all of them     Seki-2026

  Ctrl-C stops it."
    ))
}
