//! `seki up`.

use std::path::PathBuf;

use clap::Args;

use crate::up::{self, Options};

/// Runs a whole Seki on this machine, demo world and all, until Ctrl-C. On a PostgreSQL of its own, or on that of DATABASE_URL.
#[derive(Args)]
pub struct UpCommand {
    /// Where the database and the stand-ins' state are kept.
    #[arg(long, env = "SEKI_HOME", default_value = "var")]
    home: PathBuf,
    /// Where the web server answers.
    #[arg(long, env = "PORT", default_value_t = 8080)]
    port: u16,
}

impl UpCommand {
    pub async fn run(self) -> anyhow::Result<()> {
        up::run(&Options {
            home: self.home,
            port: self.port,
            database_url: std::env::var("DATABASE_URL").ok().filter(|url| !url.is_empty()),
        })
        .await
    }
}
