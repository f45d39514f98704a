//! `seki up`.

use std::path::PathBuf;

use chrono::{DateTime, Utc};
use clap::Args;

use crate::output::CommandOutcome;
use crate::up::{self, Options};

/// Runs all of Seki on this machine with the demo world, until Ctrl-C. Uses a private PostgreSQL, or the database in
/// DATABASE_URL.
#[derive(Args)]
pub struct UpCommand {
    /// Folder for the database and the stand-ins' state.
    #[arg(long, env = "SEKI_HOME", default_value = "var")]
    home: PathBuf,
    /// Port of the web server; 0 takes a free port, which the line "ready" shows.
    #[arg(long, env = "PORT", default_value_t = 8080)]
    port: u16,
    /// Start time of a new demo's clock (2026-12-01T09:00+09:00), which then runs on (default: now).
    #[arg(long, value_parser = instant)]
    at: Option<DateTime<Utc>>,
    /// Runs the private PostgreSQL without waiting for the disk. For tests: writes may be lost when the machine fails.
    #[arg(long)]
    volatile: bool,
}

impl UpCommand {
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        up::run(&Options {
            home: self.home,
            port: self.port,
            database_url: std::env::var("DATABASE_URL").ok().filter(|url| !url.is_empty()),
            volatile: self.volatile,
            at: self.at,
        })
        .await?;
        Ok(CommandOutcome::Fine)
    }
}

/// Parses an ISO 8601 instant with its offset, with or without seconds.
fn instant(text: &str) -> Result<DateTime<Utc>, String> {
    let to_the_minute = || DateTime::parse_from_str(text, "%Y-%m-%dT%H:%M%:z");
    let parsed = DateTime::parse_from_rfc3339(text).or_else(|_| to_the_minute());
    parsed.map(|instant| instant.to_utc()).map_err(|_| "not an instant such as 2026-12-01T09:00+09:00".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instant_requires_offset_but_not_seconds() {
        let nine = instant("2026-12-01T09:00:00+09:00").unwrap();
        assert_eq!(nine.to_rfc3339(), "2026-12-01T00:00:00+00:00");
        assert_eq!(instant("2026-12-01T09:00+09:00"), Ok(nine));
        for wrong in ["2026-12-01", "2026-12-01T09:00", "tomorrow"] {
            assert!(instant(wrong).is_err(), "{wrong}");
        }
    }
}
