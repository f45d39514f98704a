//! `seki trials`.

use clap::{Args, Subcommand};
use domain::audit::Actor;
use domain::ids::UserId;
use domain::plans::trials::{self, TrialRefusal};
use domain::signing::Signer;

use super::installation::{Installation, Shell};
use crate::confirm::Consent;
use crate::lookup;
use crate::output::{self, CommandOutcome};

/// Free trials of premium: one for a person.
#[derive(Debug, Args)]
pub struct TrialsCommand {
    #[command(flatten)]
    installation: Installation,
    #[command(subcommand)]
    action: TrialsAction,
}

#[derive(Debug, Subcommand)]
enum TrialsAction {
    /// Prints whether a diner gets a trial, and why not.
    Show {
        /// The diner's email address, phone number or uid, or a code or uid of a booking.
        #[arg(value_name = "KEY", allow_hyphen_values = true, value_parser = lookup::key)]
        diner: String,
    },
    /// Forgets who had a trial with a diner's number, for a number that its carrier has given to another person.
    Release {
        /// The email address, phone number or uid of the diner who has the number now.
        #[arg(value_name = "KEY", allow_hyphen_values = true, value_parser = lookup::key)]
        diner: String,
        /// Also forgets who had a trial with the diner's card.
        #[arg(long)]
        card: bool,
        #[command(flatten)]
        consent: Consent,
    },
}

impl TrialsCommand {
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        let shell = self.installation.open().await?;
        let signer = Signer::new(&self.installation.config()??.secret);
        match self.action {
            TrialsAction::Show { diner } => show(&shell, &signer, &diner).await?,
            TrialsAction::Release { diner, card, consent } => {
                let user = find_diner(&shell, &diner).await?;
                let what = if card { "number and the card" } else { "number" };
                consent.ask(&format!("Release the {what} of {diner}? Verify that the number has a new holder."))?;
                release(&shell, &signer, user, card).await?;
            }
        }
        Ok(CommandOutcome::Fine)
    }
}

async fn release(shell: &Shell, signer: &Signer, user: UserId, with_card: bool) -> anyhow::Result<()> {
    let (now, actor) = (shell.clock.now(), Actor::CommandLine);
    let mut tx = shell.pool.begin().await?;
    let released = trials::release_person(&mut tx, signer, now, actor, user, with_card).await?;
    tx.commit().await?;
    output::print(&format!("{released} trials of others are forgotten"))
}

async fn show(shell: &Shell, signer: &Signer, diner: &str) -> anyhow::Result<()> {
    let user = find_diner(shell, diner).await?;
    let history = trials::find_history(&mut *shell.pool.acquire().await?, signer, user).await?;
    output::print(match history.refusal() {
        None => "gets a trial",
        Some(TrialRefusal::PhoneUnconfirmed) => "gets no trial: the number is not confirmed",
        Some(TrialRefusal::Used | TrialRefusal::WithCoupon) => {
            "gets no trial: the account, its number or its card had one"
        }
    })
}

async fn find_diner(shell: &Shell, key: &str) -> anyhow::Result<UserId> {
    Ok(lookup::diner(&mut *shell.pool.acquire().await?, key).await?.id)
}
