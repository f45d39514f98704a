//! `seki verify`.

use clap::Args;
use domain::clients::stripe::Stripe;
use domain::verify::{self, CHECKS, Finding, OVERDUE, PROVIDER};

use super::installation::{Installation, Shell};
use crate::output::{self, CommandOutcome};
use crate::progress;
use crate::words::with_words;

/// Maximum number of rows shown for one check, unless all are requested.
const MAX_SHOWN_ROWS: usize = 20;

/// Checks the invariants of the data and overdue work, and shows violations with the operator's next step. Exit code 1 if there are any.
///
/// Reads snapshots, so it can run on a live system.
#[derive(Debug, Args)]
pub struct VerifyCommand {
    #[command(flatten)]
    installation: Installation,
    /// Also compares payments and refunds with the card provider.
    #[arg(long)]
    provider: bool,
    /// Shows all rows of a check, not only the first ones.
    #[arg(long)]
    all: bool,
    /// Prints JSON instead of text.
    #[arg(long)]
    json: bool,
}

impl VerifyCommand {
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        let Shell { pool, clock, .. } = self.installation.open_without_timeouts().await?;
        let spinner = progress::spinner("checking the data");
        let mut findings = verify::run(&pool).await?;
        findings.extend(verify::run_overdue(&pool, clock.now()).await?);
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
        Ok(CommandOutcome::found(!findings.is_empty()))
    }

    fn print_findings(&self, findings: &[Finding]) -> anyhow::Result<()> {
        let provider = self
            .provider
            .then_some((PROVIDER, "Payments, refunds, disputes and the balance are the same here and at the provider"));
        let overdue = OVERDUE.iter().map(|check| (check.name, check.description));
        for (name, description) in
            CHECKS.iter().map(|check| (check.name, check.description)).chain(overdue).chain(provider)
        {
            let rows: Vec<_> = findings.iter().filter(|finding| finding.check == name).collect();
            let verdict = if rows.is_empty() { "ok  " } else { "FAIL" };
            output::print(&format!("{verdict}  {name:<20} {description}"))?;
            let shown = if self.all { rows.len() } else { MAX_SHOWN_ROWS.min(rows.len()) };
            for row in &rows[..shown] {
                output::print(&format!("        {}", with_words(&row.detail)))?;
            }
            if shown < rows.len() {
                output::print(&format!("        … and {} more (--all)", rows.len() - shown))?;
            }
            if let Some(row) = rows.first() {
                output::print(&format!("        next step: {}", row.action))?;
            }
        }
        output::print(&match findings.len() {
            0 => "no violations".to_owned(),
            1 => "1 row violates a rule".to_owned(),
            count => format!("{count} rows violate a rule"),
        })
    }
}
