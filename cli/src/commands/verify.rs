//! `seki verify`.

use clap::Args;
use domain::clients::stripe::Stripe;
use domain::verify::{self, CHECKS, Finding, PROVIDER};

use super::installation::Installation;
use crate::output::{self, Done};
use crate::progress;

/// Rows shown of one check, unless all are asked for.
const MOST_SHOWN: usize = 20;

/// Checks what must always be true of the data, and shows what is not. Exit code 1 when anything is found.
///
/// Reads one snapshot, so it may be run on a system at work.
#[derive(Debug, Args)]
pub struct VerifyCommand {
    #[command(flatten)]
    installation: Installation,
    /// Also asks the card provider whether every payment there belongs to a charge here.
    #[arg(long)]
    provider: bool,
    /// Shows all rows of a check, not only the first.
    #[arg(long)]
    all: bool,
    #[arg(long)]
    json: bool,
}

impl VerifyCommand {
    pub async fn run(self) -> anyhow::Result<Done> {
        let pool = self.installation.open_patiently().await?.pool;
        let spinner = progress::spinner("everything is looked at");
        let mut findings = verify::run(&pool).await?;
        if self.provider {
            let config = self.installation.config()??;
            let stripe = Stripe::new(&config.stripe.api_url, &config.stripe.secret_key);
            findings.extend(verify::at_provider(&pool, &stripe).await?);
        }
        spinner.finish_and_clear();
        if self.json {
            output::print_json(&findings)?;
        } else {
            self.tell(&findings)?;
        }
        Ok(Done::found(!findings.is_empty()))
    }

    fn tell(&self, findings: &[Finding]) -> anyhow::Result<()> {
        let provider = self.provider.then_some((PROVIDER, "Every payment at the provider belongs to a charge of ours"));
        for (name, description) in CHECKS.iter().map(|check| (check.name, check.description)).chain(provider) {
            let rows: Vec<_> = findings.iter().filter(|finding| finding.check == name).collect();
            let verdict = if rows.is_empty() { "ok  " } else { "FAIL" };
            output::print(&format!("{verdict}  {name:<20} {description}"))?;
            let shown = if self.all { rows.len() } else { MOST_SHOWN.min(rows.len()) };
            for row in &rows[..shown] {
                output::print(&format!("        {}", row.detail))?;
            }
            if shown < rows.len() {
                output::print(&format!("        … and {} more (--all)", rows.len() - shown))?;
            }
        }
        output::print(&match findings.len() {
            0 => "all is as it must be".to_owned(),
            count => format!("{count} rows are not as they must be"),
        })
    }
}
