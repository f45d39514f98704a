//! `seki admin`, `seki owner create`.

use clap::{Args, Subcommand};
use domain::accounts;
use domain::accounts::admins::{self, AdminRow, DisableError};
use domain::accounts::password::{self, NewPassword};
use domain::accounts::staff::{self, ADMIN_FLAGS, NewStaff};
use domain::rng::Rng;
use domain::sessions::Side;
use domain::zone::Zone;

use super::installation::{Installation, Shell};
use crate::lookup;
use crate::output::{self, CommandOutcome, TableRow, UsageError};

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
    /// Creates an admin.
    Create {
        #[command(flatten)]
        person: StaffArguments,
        #[command(flatten)]
        permissions: Permissions,
    },
    /// Lists the admins and their permissions.
    List {
        /// Prints JSON instead of text.
        #[arg(long)]
        json: bool,
    },
    /// Replaces the permissions of an admin by the given ones.
    Flags {
        /// The admin's email address, id or nickname.
        #[arg(long)]
        email: String,
        #[command(flatten)]
        permissions: Permissions,
    },
    /// Disables an admin, and ends all their sessions. The last enabled admin cannot be disabled.
    Disable {
        /// The admin's email address, id or nickname.
        #[arg(long)]
        email: String,
    },
    /// Enables a disabled admin.
    Enable {
        /// The admin's email address, id or nickname.
        #[arg(long)]
        email: String,
    },
    /// Sets a new password, ends the lock and all sessions, and notifies the admin by email.
    ResetPassword {
        /// The admin's email address, id or nickname.
        #[arg(long)]
        email: String,
        /// Reads the password from standard input. By default a password is generated and shown once.
        #[arg(long)]
        password_stdin: bool,
    },
}

#[derive(Debug, Args)]
struct Permissions {
    /// A permission. Can be repeated.
    #[arg(long = "flag", value_parser = ADMIN_FLAGS)]
    flags: Vec<String>,
    /// All permissions.
    #[arg(long, conflicts_with = "flags")]
    all_flags: bool,
}

impl Permissions {
    fn flag_names(self) -> Vec<String> {
        if self.all_flags { ADMIN_FLAGS.map(str::to_owned).to_vec() } else { self.flags }
    }
}

/// Owner accounts of restaurants. The consoles list, change and remove owners and staff: `/admin/r/{slug}/staff` and `/owners/staff`.
#[derive(Debug, Args)]
pub struct OwnerCommand {
    #[command(flatten)]
    installation: Installation,
    #[command(subcommand)]
    action: OwnerAction,
}

#[derive(Debug, Subcommand)]
enum OwnerAction {
    /// Creates the owner of one or more restaurants.
    Create {
        #[command(flatten)]
        person: StaffArguments,
        /// Restaurant slug or id. Can be repeated, or take several.
        #[arg(long = "restaurant", value_name = "SLUG", required = true, num_args = 1..)]
        restaurants: Vec<String>,
    },
}

#[derive(Debug, Args)]
struct StaffArguments {
    /// The email address that the person signs in with.
    #[arg(long)]
    email: String,
    /// The name that the consoles show.
    #[arg(long)]
    nickname: String,
    /// Reads the password from standard input. By default a password is generated and shown once.
    #[arg(long)]
    password_stdin: bool,
}

impl TableRow for AdminRow {
    const HEADINGS: &'static [&'static str] =
        &["id", "address", "nickname", "permissions", "second factor", "locked until", "disabled"];

    fn cells(&self) -> Vec<String> {
        vec![
            self.id.to_string(),
            self.email.clone(),
            self.nickname.clone(),
            self.flags.join(" "),
            if self.has_second_factor { "yes" } else { "no" }.to_owned(),
            self.locked_until.map_or_else(String::new, |until| Zone::default().iso(until)),
            self.disabled_at.map_or_else(String::new, |since| Zone::default().iso(since)),
        ]
    }
}

impl AdminCommand {
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        let shell = self.installation.open().await?;
        match self.action {
            AdminAction::Create { person, permissions } => create(&shell, &person, &permissions.flag_names()).await?,
            AdminAction::List { json } => {
                let admins = admins::list(&mut *shell.pool.acquire().await?).await?;
                output::print_list(&admins, json, "there are no admins")?;
            }
            AdminAction::Flags { email, permissions } => {
                let flags = permissions.flag_names();
                let mut tx = shell.pool.begin().await?;
                let email = lookup::admin(&mut tx, &email).await?.email;
                if !admins::set_flags(&mut tx, shell.clock.now(), &email, &flags).await? {
                    return Err(unknown_admin(&email).into());
                }
                tx.commit().await?;
                output::print(&format!("permissions of {email}: {}", flags.join(" ")))?;
            }
            AdminAction::Disable { email } => set_active(&shell, &email, false).await?,
            AdminAction::Enable { email } => set_active(&shell, &email, true).await?,
            AdminAction::ResetPassword { email, password_stdin } => reset(&shell, &email, password_stdin).await?,
        }
        Ok(CommandOutcome::Fine)
    }
}

async fn create(shell: &Shell, person: &StaffArguments, flags: &[String]) -> anyhow::Result<()> {
    let password = Password::read_or_generate(person.password_stdin, &shell.rng)?;
    let hash = password::hash(&shell.rng, password.new).await?;
    let uid = shell.rng.uid();
    let mut tx = shell.pool.begin().await?;
    let id = staff::create_admin(&mut tx, shell.clock.now(), &person.staff(&uid, &hash), flags).await?;
    tx.commit().await?;
    output::print(&format!("created admin {id}"))?;
    password.generated.map_or(Ok(()), |generated_password| output::print(&format!("password: {generated_password}")))
}

async fn set_active(shell: &Shell, email: &str, may_sign_in: bool) -> anyhow::Result<()> {
    let mut tx = shell.pool.begin().await?;
    let now = shell.clock.now();
    let email = lookup::admin(&mut tx, email).await?.email;
    let email = email.as_str();
    let changed = match may_sign_in {
        true => admins::enable(&mut tx, now, email).await,
        false => admins::disable(&mut tx, now, email).await,
    };
    let changed = changed.map_err(|error| match error {
        DisableError::NotFound => unknown_admin(email).into(),
        other => anyhow::Error::from(other),
    })?;
    tx.commit().await?;
    output::print(&match (may_sign_in, changed) {
        (true, true) => format!("{email} can sign in again"),
        (false, true) => format!("{email} is disabled and signed out everywhere"),
        (true, false) => format!("{email} is not disabled: nothing changed"),
        (false, false) => format!("{email} is disabled already: nothing changed"),
    })
}

async fn reset(shell: &Shell, email: &str, password_stdin: bool) -> anyhow::Result<()> {
    let password = Password::read_or_generate(password_stdin, &shell.rng)?;
    let hash = password::hash(&shell.rng, password.new).await?;
    let mut tx = shell.pool.begin().await?;
    let email = lookup::admin(&mut tx, email).await?.email;
    let admin = accounts::find_by_email(&mut tx, Side::Admin, &email).await?.ok_or_else(|| unknown_admin(&email))?;
    accounts::reset_staff_password(&mut tx, &shell.rng, shell.clock.now(), &admin, &hash).await?;
    tx.commit().await?;
    output::print(&format!("{email} has a new password and is signed out everywhere"))?;
    password.generated.map_or(Ok(()), |generated_password| output::print(&format!("password: {generated_password}")))
}

fn unknown_admin(email: &str) -> UsageError {
    UsageError(format!("there is no admin {email}"))
}

impl OwnerCommand {
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        let OwnerAction::Create { person, restaurants } = self.action;
        let shell = self.installation.open().await?;
        let password = Password::read_or_generate(person.password_stdin, &shell.rng)?;
        let hash = password::hash(&shell.rng, password.new).await?;
        let uid = shell.rng.uid();
        let mut tx = shell.pool.begin().await?;
        let mut slugs = Vec::new();
        for key in &restaurants {
            slugs.push(lookup::restaurant(&mut tx, key).await?.slug);
        }
        let id = staff::create_owner(&mut tx, shell.clock.now(), &person.staff(&uid, &hash), &slugs).await?;
        tx.commit().await?;
        output::print(&format!("created owner {id} of {}", slugs.join(", ")))?;
        password
            .generated
            .map_or(Ok(()), |generated_password| output::print(&format!("password: {generated_password}")))?;
        Ok(CommandOutcome::Fine)
    }
}

struct Password {
    new: NewPassword,
    /// The generated password, which must be shown.
    generated: Option<String>,
}

impl StaffArguments {
    fn staff<'a>(&'a self, uid: &'a str, password_hash: &'a str) -> NewStaff<'a> {
        NewStaff { uid, email: &self.email, nickname: &self.nickname, password_hash }
    }
}

impl Password {
    fn read_or_generate(is_given: bool, rng: &Rng) -> anyhow::Result<Self> {
        if !is_given {
            let made_up = generated_password(rng);
            let new = NewPassword::parse(&made_up).map_err(anyhow::Error::msg)?;
            return Ok(Self { new, generated: Some(made_up) });
        }
        let mut line = String::new();
        std::io::stdin().read_line(&mut line)?;
        let new = NewPassword::parse(line.trim_end_matches(['\n', '\r']));
        Ok(Self { new: new.map_err(to_message)?, generated: None })
    }
}

fn to_message(code: &'static str) -> UsageError {
    UsageError(match code {
        "password_too_long" => "the password is too long: 128 characters at most".into(),
        _ => "the password is too weak: 8 characters or more, with a digit, an uppercase and a lowercase letter".into(),
    })
}

/// Returns 22 random characters that satisfy the password policy.
fn generated_password(rng: &Rng) -> String {
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
    fn generated_password_satisfies_policy() {
        let rng = Rng::seeded(5);
        for _ in 0..200 {
            assert!(NewPassword::parse(&generated_password(&rng)).is_ok());
        }
    }
}
