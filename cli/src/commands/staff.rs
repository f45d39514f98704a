//! `seki admin create`, `seki owner create`.

use clap::{Args, Subcommand};
use domain::accounts::password::{self, NewPassword};
use domain::accounts::staff::{self, ADMIN_FLAGS, NewStaff};
use domain::rng::Rng;

use super::installation::Installation;
use crate::output::{self, Done, UsageError};

/// The accounts of the platform's admins.
#[derive(Debug, Args)]
pub struct AdminCommand {
    #[command(flatten)]
    installation: Installation,
    #[command(subcommand)]
    action: AdminAction,
}

#[derive(Debug, Subcommand)]
enum AdminAction {
    /// Makes an admin.
    Create {
        #[command(flatten)]
        person: Person,
        /// A permission; may be given several times.
        #[arg(long = "flag", value_parser = ADMIN_FLAGS)]
        flags: Vec<String>,
        /// Every permission.
        #[arg(long, conflicts_with = "flags")]
        all_flags: bool,
    },
}

/// Restaurants' accounts.
#[derive(Debug, Args)]
pub struct OwnerCommand {
    #[command(flatten)]
    installation: Installation,
    #[command(subcommand)]
    action: OwnerAction,
}

#[derive(Debug, Subcommand)]
enum OwnerAction {
    /// Makes the owner of one or more restaurants.
    Create {
        #[command(flatten)]
        person: Person,
        /// A restaurant's slug; may be given several times, or several at once.
        #[arg(long = "restaurant", value_name = "SLUG", required = true, num_args = 1..)]
        restaurants: Vec<String>,
    },
}

#[derive(Debug, Args)]
struct Person {
    #[arg(long)]
    email: String,
    #[arg(long)]
    nickname: String,
    /// Reads the password from standard input; without this one is made up and shown once.
    #[arg(long)]
    password_stdin: bool,
}

impl AdminCommand {
    pub async fn run(self) -> anyhow::Result<Done> {
        let AdminAction::Create { person, flags, all_flags } = self.action;
        let shell = self.installation.open().await?;
        let password = person.password(&shell.rng)?;
        let hash = password::hash(&shell.rng, password.new).await?;
        let uid = shell.rng.uid();
        let flags = if all_flags { ADMIN_FLAGS.map(str::to_owned).to_vec() } else { flags };
        let mut tx = shell.pool.begin().await?;
        let id = staff::create_admin(&mut tx, shell.clock.now(), &person.staff(&uid, &hash), &flags).await?;
        tx.commit().await?;
        output::print(&format!("admin {id} is made"))?;
        password.generated.map_or(Ok(()), |made_up| output::print(&format!("password: {made_up}")))?;
        Ok(Done::Fine)
    }
}

impl OwnerCommand {
    pub async fn run(self) -> anyhow::Result<Done> {
        let OwnerAction::Create { person, restaurants } = self.action;
        let shell = self.installation.open().await?;
        let password = person.password(&shell.rng)?;
        let hash = password::hash(&shell.rng, password.new).await?;
        let uid = shell.rng.uid();
        let mut tx = shell.pool.begin().await?;
        let id = staff::create_owner(&mut tx, shell.clock.now(), &person.staff(&uid, &hash), &restaurants).await?;
        tx.commit().await?;
        output::print(&format!("owner {id} of {} is made", restaurants.join(", ")))?;
        password.generated.map_or(Ok(()), |made_up| output::print(&format!("password: {made_up}")))?;
        Ok(Done::Fine)
    }
}

struct Password {
    new: NewPassword,
    /// To be shown, as nobody knows it yet.
    generated: Option<String>,
}

impl Person {
    fn staff<'a>(&'a self, uid: &'a str, password_hash: &'a str) -> NewStaff<'a> {
        NewStaff { uid, email: &self.email, nickname: &self.nickname, password_hash }
    }

    fn password(&self, rng: &Rng) -> anyhow::Result<Password> {
        if !self.password_stdin {
            let made_up = made_up(rng);
            let new = NewPassword::parse(&made_up).map_err(anyhow::Error::msg)?;
            return Ok(Password { new, generated: Some(made_up) });
        }
        let mut line = String::new();
        std::io::stdin().read_line(&mut line)?;
        let new = NewPassword::parse(line.trim_end_matches(['\n', '\r']));
        Ok(Password { new: new.map_err(refused)?, generated: None })
    }
}

fn refused(code: &'static str) -> UsageError {
    UsageError(match code {
        "password_too_long" => "the password is too long: 128 characters at most".into(),
        _ => "the password is too weak: 8 characters or more, with a digit, an uppercase and a lowercase letter".into(),
    })
}

/// 22 random characters that also satisfy the policy.
fn made_up(rng: &Rng) -> String {
    loop {
        let candidate = rng.uid();
        if NewPassword::parse(&candidate).is_ok() {
            return candidate;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_made_up_password_satisfies_the_policy() {
        let rng = Rng::seeded(5);
        for _ in 0..200 {
            assert!(NewPassword::parse(&made_up(&rng)).is_ok());
        }
    }
}
