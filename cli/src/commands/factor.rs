//! `seki factor`.

use clap::{Args, Subcommand};
use domain::accounts::{self, AccountError, person};
use domain::audit::Actor;
use domain::sessions::{AccountId, Side};

use super::installation::{Installation, Shell};
use crate::confirm::Consent;
use crate::lookup;
use crate::output::{self, CommandOutcome, UsageError};

/// Second factors: authenticator apps.
#[derive(Debug, Args)]
pub struct FactorCommand {
    #[command(flatten)]
    installation: Installation,
    #[command(subcommand)]
    action: FactorAction,
}

#[derive(Debug, Subcommand)]
enum FactorAction {
    /// Removes an account's lost authenticator app and recovery codes, ends its sessions, and notifies the person by email.
    Reset {
        #[command(flatten)]
        of: FactorAccount,
        #[command(flatten)]
        consent: Consent,
    },
}

#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct FactorAccount {
    /// A diner's email address, phone number or uid, or a code or uid of a booking.
    #[arg(long, value_name = "KEY", allow_hyphen_values = true, value_parser = lookup::key)]
    diner: Option<String>,
    /// The email address of an owner or a member of staff.
    #[arg(long, value_name = "EMAIL")]
    owner: Option<String>,
    /// An admin's email address, id or nickname.
    #[arg(long, value_name = "KEY")]
    admin: Option<String>,
    /// All accounts, after a change of `SEKI_SECRET`, from which the codes of all apps are derived.
    #[arg(long)]
    all: bool,
}

impl FactorCommand {
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        let shell = self.installation.open().await?;
        let FactorAction::Reset { of, consent } = self.action;
        let people = of.accounts(&shell).await?;
        if people.is_empty() {
            output::print("no account has a second factor")?;
            return Ok(CommandOutcome::Fine);
        }
        let question =
            format!("Reset the second factor of {}? Verify the identity of the person who requests it.", of.subject());
        consent.ask(&question)?;
        for who in &people {
            reset(&shell, *who).await?;
        }
        output::print(&format!("{} reset", output::number_of(people.len() as u64, "second factors")))?;
        Ok(CommandOutcome::Fine)
    }
}

impl FactorAccount {
    fn side_and_key(&self) -> Option<(Side, &str)> {
        let sides = [(Side::Diner, &self.diner), (Side::Owner, &self.owner), (Side::Admin, &self.admin)];
        sides.into_iter().find_map(|(side, key)| Some((side, key.as_deref()?)))
    }

    fn subject(&self) -> String {
        self.side_and_key().map_or_else(|| "all accounts".to_owned(), |(side, key)| format!("the {side} {key}"))
    }

    async fn accounts(&self, shell: &Shell) -> anyhow::Result<Vec<AccountId>> {
        let mut conn = shell.pool.acquire().await?;
        let who = match self.side_and_key() {
            None => return Ok(accounts::list_with_factor(&mut conn).await?),
            Some((Side::Diner, key)) => AccountId::Diner(lookup::diner(&mut conn, key).await?.id),
            Some((Side::Admin, key)) => AccountId::Admin(lookup::admin(&mut conn, key).await?.id),
            Some((Side::Owner, email)) => {
                let person = accounts::find_by_email(&mut conn, Side::Owner, email.trim()).await?;
                person.ok_or_else(|| UsageError(format!("there is no owner {email}")))?.who
            }
        };
        Ok(vec![who])
    }
}

async fn reset(shell: &Shell, who: AccountId) -> anyhow::Result<()> {
    let mut tx = shell.pool.begin().await?;
    let person = person::get(&mut tx, who).await?;
    match accounts::reset_factor(&mut tx, &shell.rng, shell.clock.now(), Actor::CommandLine, &person).await {
        Err(AccountError::FactorMissing) => Err(UsageError("the account has no authenticator app".to_owned()).into()),
        done => {
            done?;
            Ok(tx.commit().await?)
        }
    }
}
