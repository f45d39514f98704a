//! The command line as a whole.

use clap::{CommandFactory, Parser, Subcommand};

use crate::commands;
use crate::output::CommandOutcome;

/// The exit codes are those of the help.
#[derive(Parser)]
#[command(
    name = "seki",
    version,
    about = "Operates a Seki installation",
    after_help = "Works on the database that DATABASE_URL names, or else on the demo that runs on this machine (make up).\n\n\
                  Exit codes: 0 done, also when there was nothing to do; 1 failed, or looked for faults and found some; 2 wrong usage; \
                  3 a prompt was refused, and nothing was changed."
)]
pub struct Seki {
    #[command(subcommand)]
    command: Command,
}

impl Seki {
    /// # Errors
    /// What the command says; `UsageError` for one that cannot be, `Refused` where the operator refused its prompt.
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        self.command.run().await
    }
}

/// The sub-commands, and `run` of the one that was given. Some want to know the whole command line.
macro_rules! commands {
    ($($name:ident($module:ident::$command:ident $(, $seki:expr)?)),+ $(,)?) => {
        #[derive(Subcommand)]
        enum Command {
            $($name(commands::$module::$command)),+
        }

        impl Command {
            async fn run(self) -> anyhow::Result<CommandOutcome> {
                match self {
                    $(Self::$name(command) => command.run($($seki)?).await),+
                }
            }
        }
    };
}

commands!(
    Up(up::UpCommand),
    Migrate(migrate::MigrateCommand),
    Seed(seed::SeedCommand),
    Generate(generate::GenerateCommand),
    Serve(programs::ServeCommand),
    Work(programs::WorkCommand),
    Verify(verify::VerifyCommand),
    Admin(staff::AdminCommand),
    Owner(staff::OwnerCommand),
    Factor(factor::FactorCommand),
    Restaurant(restaurant::RestaurantCommand),
    Reports(reports::ReportsCommand),
    Search(search::SearchCommand),
    Legal(legal::LegalCommand),
    Holds(holds::HoldsCommand),
    Raffle(raffle::RaffleCommand),
    Slots(slots::SlotsCommand),
    Rounds(rounds::RoundsCommand),
    Refill(refill::RefillCommand),
    Releases(releases::ReleasesCommand),
    CancelRequests(cancel_requests::CancelRequestsCommand),
    Announcements(announcements::AnnouncementsCommand),
    Outbox(outbox::OutboxCommand),
    Payments(payments::PaymentsCommand),
    Ledger(ledger::LedgerCommand),
    Offsite(offsite::OffsiteCommand),
    Jobs(jobs::JobsCommand),
    Schedule(schedule::ScheduleCommand),
    Clock(clock::ClockCommand),
    Config(config::ConfigCommand),
    Doctor(doctor::DoctorCommand),
    Openapi(programs::OpenapiCommand),
    Postgres(postgres::PostgresCommand),
    Completions(manual::CompletionsCommand, Seki::command()),
    Man(manual::ManCommand, Seki::command()),
);

#[cfg(test)]
mod tests {
    use super::*;

    fn render_help(command: &mut clap::Command, told: &mut String) {
        let text = command.render_long_help().to_string();
        told.push_str(&format!("$ {} --help\n{text}\n", command.get_bin_name().unwrap_or("seki")));
        for sub in command.get_subcommands_mut().filter(|sub| sub.get_name() != "help") {
            render_help(sub, told);
        }
    }

    /// `INSTA_UPDATE=always cargo test -p cli app` writes it anew.
    #[test]
    fn the_help_of_every_command() {
        let mut command = Seki::command().term_width(100).hide_possible_values(false);
        command.build();
        let mut told = String::new();
        render_help(&mut command, &mut told);
        insta::assert_snapshot!(told.replace(env!("CARGO_PKG_VERSION"), "VERSION"));
    }

    #[test]
    fn command_definitions_are_valid() {
        Seki::command().debug_assert();
    }

    #[test]
    fn no_secret_is_an_argument() {
        fn check_arguments(command: &clap::Command) {
            for argument in command.get_arguments() {
                let name = argument.get_id().as_str();
                let is_secret = ["password", "secret", "token", "database_url"].iter().any(|word| name.contains(word));
                assert!(!is_secret || name.ends_with("_stdin"), "{} {name}", command.get_name());
            }
            command.get_subcommands().for_each(check_arguments);
        }
        check_arguments(&Seki::command());
    }
}
