//! The installation of a command: its database, kind and clock. The environment names it; by default it is the demo that runs on
//! this machine.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use anyhow::Context;
use clap::Args;
use domain::clock::{Clock, Pace, demo_pace};
use domain::config::{Config, ConfigError, Environment};
use domain::db;
use domain::rng::Rng;
use sqlx::{Connection, PgPool};

use crate::output::{UsageError, note};
use crate::up::registry::{self, Demo};

/// `DATABASE_URL` names the database. No argument does, because all users of a machine can read the arguments of its processes.
#[derive(Debug, Args)]
pub struct Installation {
    /// Kind of the installation: production, demo or test (default: production with DATABASE_URL, otherwise demo).
    #[arg(long = "env", env = "SEKI_ENV", value_parser = environment, global = true)]
    environment: Option<Environment>,
    #[arg(skip)]
    found: OnceLock<InstallationVariables>,
}

/// The variables of an installation.
#[derive(Debug)]
struct InstallationVariables {
    database_url: String,
    environment: Environment,
    variables: HashMap<String, String>,
}

/// The dependencies of commands.
pub struct Shell {
    pub pool: PgPool,
    /// In a demo or a test, the clock that all processes follow.
    pub clock: Clock,
    pub rng: Rng,
}

impl Installation {
    pub async fn open(&self) -> anyhow::Result<Shell> {
        let url = self.checked_url().await?;
        self.shell(db::connect(url, "seki", 4).await?).await
    }

    /// Opens a shell for work of unlimited duration.
    pub async fn open_without_timeouts(&self) -> anyhow::Result<Shell> {
        let url = self.checked_url().await?;
        self.shell(db::connect_without_timeouts(url, "seki", 4).await?).await
    }

    /// Returns the whole configuration, or its errors.
    ///
    /// # Errors
    /// `UsageError` if no installation is named and no demo runs.
    pub fn config(&self) -> anyhow::Result<Result<Config, ConfigError>> {
        Ok(Config::from_map(&self.found()?.variables))
    }

    /// Returns the variables of the running demo if the environment names no installation, and the environment otherwise.
    pub fn variables_or_environment(&self) -> HashMap<String, String> {
        let environment: HashMap<_, _> = std::env::vars().collect();
        let is_named = ["SEKI_ENV", "DATABASE_URL"].iter().any(|name| environment.contains_key(*name));
        match self.found() {
            Ok(found) if !is_named => found.variables.clone(),
            _ => environment,
        }
    }

    /// # Errors
    /// No installation is named and no demo runs.
    pub fn environment(&self) -> Result<Environment, UsageError> {
        Ok(self.found()?.environment)
    }

    fn found(&self) -> Result<&InstallationVariables, UsageError> {
        if let Some(found) = self.found.get() {
            return Ok(found);
        }
        let found = self.find()?;
        Ok(self.found.get_or_init(|| found))
    }

    fn find(&self) -> Result<InstallationVariables, UsageError> {
        let mut variables: HashMap<_, _> = std::env::vars().collect();
        let named = variables.get("DATABASE_URL").filter(|url| !url.is_empty()).cloned();
        if let Some(database_url) = named {
            let environment = self.environment.unwrap_or(Environment::Production);
            return Ok(InstallationVariables { database_url, environment, variables });
        }
        if self.environment == Some(Environment::Production) {
            return Err(UsageError("DATABASE_URL is not set".to_owned()));
        }
        let home = variables.get("SEKI_HOME").filter(|home| !home.is_empty()).map(PathBuf::from);
        let demo = find_demo(home.as_deref())?;
        note(&format!("the demo at {}", demo.base_url));
        variables.extend(demo.variables);
        let database_url = variables.get("DATABASE_URL").cloned().unwrap_or_default();
        Ok(InstallationVariables {
            database_url,
            environment: self.environment.unwrap_or(Environment::Demo),
            variables,
        })
    }

    /// Checks the connection with a single one: a pool retries for 25 seconds, and then does not report why it failed.
    async fn checked_url(&self) -> anyhow::Result<&str> {
        let url = &self.found()?.database_url;
        db::connect_once(url).await.context("the database does not respond")?.close().await?;
        Ok(url)
    }

    async fn shell(&self, pool: PgPool) -> anyhow::Result<Shell> {
        let clock = Clock::system();
        if self.environment()?.is_playground() {
            // Before the first migration the database has no clock.
            clock.set_pace(demo_pace(&mut *pool.acquire().await?).await.unwrap_or(Pace::REAL));
        }
        Ok(Shell { pool, clock, rng: Rng::from_machine() })
    }
}

/// Returns the only demo that runs on this machine, or the demo of a home.
fn find_demo(home: Option<&Path>) -> Result<Demo, UsageError> {
    let running = registry::folder().map(|folder| registry::list(&folder)).transpose();
    let mut demos = running.map_err(|error| UsageError(format!("{error:#}")))?.unwrap_or_default();
    if let Some(home) = home {
        let home = std::path::absolute(home).unwrap_or_else(|_| home.to_owned());
        demos.retain(|demo| demo.home == home);
    }
    match demos.as_slice() {
        [one] => Ok(one.clone()),
        [] => {
            Err(UsageError("DATABASE_URL is not set, and no demo runs on this machine (make up starts one)".to_owned()))
        }
        several => {
            let homes = several.iter().map(|demo| format!("\n  SEKI_HOME={}  {}", demo.home.display(), demo.base_url));
            Err(UsageError(format!("several demos run on this machine; choose one:{}", homes.collect::<String>())))
        }
    }
}

fn environment(name: &str) -> Result<Environment, String> {
    Environment::named(name).ok_or_else(|| "production, demo or test".to_owned())
}
