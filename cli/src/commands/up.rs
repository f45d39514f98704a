//! `seki up`.

use std::path::PathBuf;

use clap::Args;

use crate::up::{self, Options};

/// Runs a whole Seki on this machine, demo world and all, until Ctrl-C.
#[derive(Args)]
pub struct UpCommand {
    /// Where the database and the stand-ins' state are kept.
    #[arg(long, env = "SEKI_HOME", default_value = "var")]
    home: PathBuf,
    /// Where the web server answers.
    #[arg(long, env = "PORT", default_value_t = 8080)]
    port: u16,
    /// A PostgreSQL to use in place of a private one.
    #[arg(long, env = "DATABASE_URL", hide_env_values = true)]
    database_url: Option<String>,
}

impl UpCommand {
    pub async fn run(self) -> anyhow::Result<()> {
        up::run(&Options {
            home: self.home,
            port: self.port,
            database_url: self.database_url.filter(|url| !url.is_empty()),
        })
        .await
    }
}
