//! `seki verify`.

use clap::Args;
use domain::clients::stripe::Stripe;
use domain::verify::{self, CHECKS, Finding, PROVIDER};

use super::installation::Installation;
use crate::output::{self, CommandOutcome};
use crate::progress;

/// Rows shown of one check, unless all are asked for.
const MAX_SHOWN_ROWS: usize = 20;

/// Checks what must always be true of the data, and shows what is not. Exit code 1 when anything is wrong; what diners owe is told,
/// and is not wrong.
///
/// Reads one snapshot, so it may be run on a system at work.
#[derive(Debug, Args)]
pub struct VerifyCommand {
    #[command(flatten)]
    installation: Installation,
    /// Also asks the card provider whether payments and refunds there and here are the same.
    #[arg(long)]
    provider: bool,
    /// Shows all rows of a check, not only the first.
    #[arg(long)]
    all: bool,
    #[arg(long)]
    json: bool,
}

impl VerifyCommand {
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        let pool = self.installation.open_without_timeouts().await?.pool;
        let spinner = progress::spinner("everything is looked at");
        let mut findings = verify::run(&pool).await?;
        if self.provider {
            let config = self.installation.config()??;
            let stripe = Stripe::new(&config.stripe.api_url, &config.stripe.secret_key);
            findings.extend(verify::check_provider(&pool, &stripe).await?);
        }
        spinner.finish_and_clear();
        if self.json {
            output::print_json(&findings)?;
        } else {
            self.print_findings(&findings)?;
        }
        Ok(CommandOutcome::found(findings.iter().any(Finding::is_fault)))
    }

    fn print_findings(&self, findings: &[Finding]) -> anyhow::Result<()> {
        let provider =
            self.provider.then_some((PROVIDER, "Payments and refunds are the same here and at the provider"));
        for (name, description) in CHECKS.iter().map(|check| (check.name, check.description)).chain(provider) {
            let rows: Vec<_> = findings.iter().filter(|finding| finding.check == name).collect();
            let verdict = match rows.first() {
                None => "ok  ",
                Some(row) if row.is_fault() => "FAIL",
                Some(_) => "owed",
            };
            output::print(&format!("{verdict}  {name:<20} {description}"))?;
            let shown = if self.all { rows.len() } else { MAX_SHOWN_ROWS.min(rows.len()) };
            for row in &rows[..shown] {
                output::print(&format!("        {}", row.detail))?;
            }
            if shown < rows.len() {
                output::print(&format!("        … and {} more (--all)", rows.len() - shown))?;
            }
        }
        output::print(&match findings.iter().filter(|finding| finding.is_fault()).count() {
            0 => "all is as it must be".to_owned(),
            count => format!("{count} rows are not as they must be"),
        })
    }
}
