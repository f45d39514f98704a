//! `seki up`.

use std::path::PathBuf;

use chrono::{DateTime, Utc};
use clap::Args;

use crate::output::CommandOutcome;
use crate::up::{self, Options};

/// Runs a whole Seki on this machine, demo world and all, until Ctrl-C. On a PostgreSQL of its own, or on that of DATABASE_URL.
#[derive(Args)]
pub struct UpCommand {
    /// Where the database and the stand-ins' state are kept.
    #[arg(long, env = "SEKI_HOME", default_value = "var")]
    home: PathBuf,
    /// Where the web server answers; 0 takes a free port, which the line "ready" names.
    #[arg(long, env = "PORT", default_value_t = 8080)]
    port: u16,
    /// When the time of a new demo begins (2026-12-01T09:00+09:00); by default now. It runs on from there.
    #[arg(long, value_parser = instant)]
    at: Option<DateTime<Utc>>,
    /// The private PostgreSQL does not wait for the disk. For tests: what is written may be lost when the machine fails.
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

/// An instant of ISO 8601 with its offset, with or without seconds.
fn instant(text: &str) -> Result<DateTime<Utc>, String> {
    let to_the_minute = || DateTime::parse_from_str(text, "%Y-%m-%dT%H:%M%:z");
    let parsed = DateTime::parse_from_rfc3339(text).or_else(|_| to_the_minute());
    parsed.map(|instant| instant.to_utc()).map_err(|_| "not an instant such as 2026-12-01T09:00+09:00".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instant_has_an_offset_and_may_lack_seconds() {
        let nine = instant("2026-12-01T09:00:00+09:00").unwrap();
        assert_eq!(nine.to_rfc3339(), "2026-12-01T00:00:00+00:00");
        assert_eq!(instant("2026-12-01T09:00+09:00"), Ok(nine));
        for wrong in ["2026-12-01", "2026-12-01T09:00", "tomorrow"] {
            assert!(instant(wrong).is_err(), "{wrong}");
        }
    }
}
