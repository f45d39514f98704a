//! The command line as a whole.

use clap::{Parser, Subcommand};

use crate::commands::announcements::AnnouncementsCommand;
use crate::commands::cancel_requests::CancelRequestsCommand;
use crate::commands::clock::ClockCommand;
use crate::commands::config::ConfigCommand;
use crate::commands::doctor::DoctorCommand;
use crate::commands::factor::FactorCommand;
use crate::commands::generate::GenerateCommand;
use crate::commands::holds::HoldsCommand;
use crate::commands::jobs::JobsCommand;
use crate::commands::ledger::LedgerCommand;
use crate::commands::legal::LegalCommand;
use crate::commands::manual::{CompletionsCommand, ManCommand};
use crate::commands::migrate::MigrateCommand;
use crate::commands::offsite::OffsiteCommand;
use crate::commands::outbox::OutboxCommand;
use crate::commands::payments::PaymentsCommand;
use crate::commands::postgres::PostgresCommand;
use crate::commands::programs::{OpenapiCommand, ServeCommand, WorkCommand};
use crate::commands::raffle::RaffleCommand;
use crate::commands::refill::RefillCommand;
use crate::commands::releases::ReleasesCommand;
use crate::commands::reports::ReportsCommand;
use crate::commands::restaurant::RestaurantCommand;
use crate::commands::rounds::RoundsCommand;
use crate::commands::schedule::ScheduleCommand;
use crate::commands::search::SearchCommand;
use crate::commands::seed::SeedCommand;
use crate::commands::slots::SlotsCommand;
use crate::commands::staff::{AdminCommand, OwnerCommand};
use crate::commands::up::UpCommand;
use crate::commands::verify::VerifyCommand;
use crate::output::Done;

/// Exit codes: 0 done, also when there was nothing to do; 1 failed, or looked for faults and found some; 2 wrong usage.
#[derive(Parser)]
#[command(
    name = "seki",
    version,
    about = "Operates a Seki installation",
    after_help = "Works on the database that DATABASE_URL names, or else on the demo that runs on this machine (make up).\n\n\
                  Exit codes: 0 done, also when there was nothing to do; 1 failed, or looked for faults and found some; 2 wrong usage."
)]
pub struct Seki {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Up(UpCommand),
    Migrate(MigrateCommand),
    Seed(SeedCommand),
    Generate(GenerateCommand),
    Serve(ServeCommand),
    Work(WorkCommand),
    Verify(VerifyCommand),
    Admin(AdminCommand),
    Owner(OwnerCommand),
    Factor(FactorCommand),
    Restaurant(RestaurantCommand),
    Reports(ReportsCommand),
    Search(SearchCommand),
    Legal(LegalCommand),
    Holds(HoldsCommand),
    Raffle(RaffleCommand),
    Slots(SlotsCommand),
    Rounds(RoundsCommand),
    Refill(RefillCommand),
    Releases(ReleasesCommand),
    CancelRequests(CancelRequestsCommand),
    Announcements(AnnouncementsCommand),
    Outbox(OutboxCommand),
    Payments(PaymentsCommand),
    Ledger(LedgerCommand),
    Offsite(OffsiteCommand),
    Jobs(JobsCommand),
    Schedule(ScheduleCommand),
    Clock(ClockCommand),
    Config(ConfigCommand),
    Doctor(DoctorCommand),
    Openapi(OpenapiCommand),
    Postgres(PostgresCommand),
    Completions(CompletionsCommand),
    Man(ManCommand),
}

impl Seki {
    /// # Errors
    /// What the command says; `UsageError` for one that cannot be.
    pub async fn run(self) -> anyhow::Result<Done> {
        match self.command {
            Command::Up(command) => command.run().await.map(|()| Done::Fine),
            Command::Migrate(command) => command.run().await,
            Command::Seed(command) => command.run().await,
            Command::Generate(command) => command.run().await,
            Command::Serve(command) => command.run(),
            Command::Work(command) => command.run(),
            Command::Verify(command) => command.run().await,
            Command::Admin(command) => command.run().await,
            Command::Owner(command) => command.run().await,
            Command::Factor(command) => command.run().await,
            Command::Restaurant(command) => command.run().await,
            Command::Reports(command) => command.run().await,
            Command::Search(command) => command.run().await,
            Command::Legal(command) => command.run().await,
            Command::Holds(command) => command.run().await,
            Command::Raffle(command) => command.run().await,
            Command::Slots(command) => command.run().await,
            Command::Rounds(command) => command.run().await,
            Command::Refill(command) => command.run().await,
            Command::Releases(command) => command.run().await,
            Command::CancelRequests(command) => command.run().await,
            Command::Announcements(command) => command.run().await,
            Command::Outbox(command) => command.run().await,
            Command::Payments(command) => command.run().await,
            Command::Ledger(command) => command.run().await,
            Command::Offsite(command) => command.run().await,
            Command::Jobs(command) => command.run().await,
            Command::Schedule(command) => command.run().await,
            Command::Clock(command) => command.run().await,
            Command::Config(command) => command.run(),
            Command::Doctor(command) => command.run().await,
            Command::Openapi(command) => command.run(),
            Command::Postgres(command) => command.run().await.map(|()| Done::Fine),
            Command::Completions(command) => command.run(),
            Command::Man(command) => command.run(),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    fn help(command: &mut clap::Command, told: &mut String) {
        let text = command.render_long_help().to_string();
        told.push_str(&format!("$ {} --help\n{text}\n", command.get_bin_name().unwrap_or("seki")));
        for sub in command.get_subcommands_mut().filter(|sub| sub.get_name() != "help") {
            help(sub, told);
        }
    }

    /// `INSTA_UPDATE=always cargo test -p cli app` writes it anew.
    #[test]
    fn the_help_of_every_command() {
        let mut command = Seki::command().term_width(100).hide_possible_values(false);
        command.build();
        let mut told = String::new();
        help(&mut command, &mut told);
        insta::assert_snapshot!(told.replace(env!("CARGO_PKG_VERSION"), "VERSION"));
    }

    #[test]
    fn the_command_line_is_sound() {
        Seki::command().debug_assert();
    }

    #[test]
    fn no_secret_is_an_argument() {
        fn look(command: &clap::Command) {
            for argument in command.get_arguments() {
                let name = argument.get_id().as_str();
                let is_secret = ["password", "secret", "token", "database_url"].iter().any(|word| name.contains(word));
                assert!(!is_secret || name.ends_with("_stdin"), "{} {name}", command.get_name());
            }
            command.get_subcommands().for_each(look);
        }
        look(&Seki::command());
    }
}
