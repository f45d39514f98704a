//! `seki seed`.

use anyhow::bail;
use clap::Args;
use domain::clients::stripe::Stripe;
use domain::signing::Signer;

use super::installation::Installation;
use crate::output::{self, CommandOutcome};
use crate::progress;
use crate::seed::{self, Tools};

/// Loads the demo world, once per database. Needs the card provider (or its stand-in) for the demo's saved card.
#[derive(Debug, Args)]
pub struct SeedCommand {
    #[command(flatten)]
    installation: Installation,
}

impl SeedCommand {
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        if !self.installation.environment()?.is_playground() {
            bail!("the demo's accounts have a known password; set SEKI_ENV=demo or test to load them");
        }
        let config = self.installation.config()??;
        let shell = self.installation.open_without_timeouts().await?;
        let stripe = Stripe::new(&config.stripe.api_url, &config.stripe.secret_key);
        let signer = Signer::new(&config.secret);
        let tools = Tools { stripe: &stripe, rng: &shell.rng, signer: &signer, now: shell.clock.now() };
        let spinner = progress::spinner("loading the demo world");
        let loaded = seed::load(&shell.pool, &tools).await;
        spinner.finish_and_clear();
        output::print(if loaded? { "loaded the demo world" } else { "the demo world is loaded already" })?;
        Ok(CommandOutcome::Fine)
    }
}
