//! Which installation a command works on: its database, its kind and its clock.

use anyhow::Context;
use clap::Args;
use domain::clock::{Clock, demo_offset};
use domain::config::Environment;
use domain::db;
use domain::rng::Rng;
use sqlx::{Connection, PgPool};

use crate::output::UsageError;

#[derive(Debug, Args)]
pub struct Installation {
    /// PostgreSQL of the installation.
    #[arg(long, env = "DATABASE_URL", hide_env_values = true, value_name = "URL", global = true)]
    database_url: Option<String>,
    /// production, demo or test.
    #[arg(long = "env", env = "SEKI_ENV", default_value = "production", value_parser = environment, global = true)]
    pub environment: Environment,
}

/// What commands work with.
pub struct Shell {
    pub pool: PgPool,
    /// In a playground, set ahead like everybody's.
    pub clock: Clock,
    pub rng: Rng,
}

impl Installation {
    pub async fn open(&self) -> anyhow::Result<Shell> {
        let url = self.reachable().await?;
        self.shell(db::connect(url, "seki", 4).await?).await
    }

    /// For work that takes as long as it takes.
    pub async fn open_patiently(&self) -> anyhow::Result<Shell> {
        let url = self.reachable().await?;
        self.shell(db::connect_patiently(url, "seki", 4).await?).await
    }

    pub fn database_url(&self) -> Result<&str, UsageError> {
        let given = self.database_url.as_deref().filter(|url| !url.is_empty());
        given.ok_or_else(|| {
            UsageError(
                "DATABASE_URL is not set; for what `seki up` runs: export DATABASE_URL=$(seki postgres url)".into(),
            )
        })
    }

    /// A pool tries for ten seconds and then does not say why it failed; one connection does.
    async fn reachable(&self) -> anyhow::Result<&str> {
        let url = self.database_url()?;
        db::connect_once(url).await.context("the database does not answer")?.close().await?;
        Ok(url)
    }

    async fn shell(&self, pool: PgPool) -> anyhow::Result<Shell> {
        let clock = Clock::system();
        if self.environment.is_playground() {
            // Before the first migration there is no clock to follow.
            clock.set_offset(demo_offset(&mut *pool.acquire().await?).await.unwrap_or(0));
        }
        Ok(Shell { pool, clock, rng: Rng::from_machine() })
    }
}

fn environment(name: &str) -> Result<Environment, String> {
    Environment::named(name).ok_or_else(|| "production, demo or test".to_owned())
}
