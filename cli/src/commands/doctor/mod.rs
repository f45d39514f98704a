//! `seki doctor`.

mod database;
mod health;
mod result;
mod services;

use std::path::Path;

use clap::Args;
use domain::config::{Config, ConfigError};

use self::result::{CheckResult, Verdict};
use super::installation::Installation;
use crate::output::{self, CommandOutcome};

/// Checks the requirements of an installation, and suggests how to fix failures. Exit code 1 if a check fails.
#[derive(Debug, Args)]
pub struct DoctorCommand {
    #[command(flatten)]
    installation: Installation,
    /// Prints JSON instead of text.
    #[arg(long)]
    json: bool,
}

impl DoctorCommand {
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        let config = self.installation.config()?;
        let mut lines = configuration(config.as_ref());
        let replica = config.as_ref().ok().map(|config| config.database_read_url.as_str());
        let replica = replica.filter(|url| config.as_ref().is_ok_and(|config| config.database_url != *url));
        lines.extend(database::check(&self.installation, replica).await?);
        if let Ok(config) = &config {
            lines.extend(services::check(config).await);
            lines.extend(files(config));
        }
        let is_sick = lines.iter().any(|line| line.verdict == Verdict::Fail);
        if self.json {
            output::print_json(&lines)?;
        } else {
            print_results(&lines, config.is_ok())?;
        }
        Ok(CommandOutcome::found(is_sick))
    }
}

fn print_results(lines: &[CheckResult], is_whole: bool) -> anyhow::Result<()> {
    for line in lines {
        let verdict = match line.verdict {
            Verdict::Ok => "ok  ",
            Verdict::Warn => "warn",
            Verdict::Fail => "FAIL",
        };
        output::print(&format!("{verdict}  {:<14} {}", line.subject, line.message))?;
        if let Some(hint) = line.hint {
            output::print(&format!("      {:<14} → {hint}", ""))?;
        }
    }
    if !is_whole {
        output::print("External services and files were not checked, because the configuration is incomplete.")?;
    }
    Ok(())
}

/// Returns one line for each error of the configuration.
fn configuration(config: Result<&Config, &ConfigError>) -> Vec<CheckResult> {
    const SUBJECT: &str = "configuration";
    match config {
        Err(ConfigError(faults)) => {
            let hint = "set it; `seki config` lists every variable";
            faults.iter().map(|fault| CheckResult::fail(SUBJECT, fault.to_string(), hint)).collect()
        }
        Ok(config) => vec![CheckResult::ok(SUBJECT, format!("complete, for {}", config.environment.name()))],
    }
}

fn files(config: &Config) -> [CheckResult; 2] {
    let site = match Path::new(&config.site_dist).join(".vite/manifest.json").is_file() {
        true => CheckResult::ok("site", format!("built in {}", config.site_dist)),
        false => CheckResult::fail(
            "site",
            format!("not built in {}", config.site_dist),
            "npm run build, or point SEKI_SITE_DIST at the built site",
        ),
    };
    let pictures = match Path::new(&config.pictures).is_dir() {
        true => CheckResult::ok("pictures", format!("in {}", config.pictures)),
        false => {
            CheckResult::warn("pictures", format!("no folder {}", config.pictures), "point SEKI_PICTURES at the folder")
        }
    };
    [site, pictures]
}
