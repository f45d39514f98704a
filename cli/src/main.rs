use std::process::ExitCode;

use clap::{Parser, Subcommand};
use cli::commands::cancel_requests::CancelRequestsCommand;
use cli::commands::clock::ClockCommand;
use cli::commands::config::ConfigCommand;
use cli::commands::doctor::DoctorCommand;
use cli::commands::factor::FactorCommand;
use cli::commands::generate::GenerateCommand;
use cli::commands::holds::HoldsCommand;
use cli::commands::jobs::JobsCommand;
use cli::commands::legal::LegalCommand;
use cli::commands::migrate::MigrateCommand;
use cli::commands::offsite::OffsiteCommand;
use cli::commands::payments::PaymentsCommand;
use cli::commands::postgres::PostgresCommand;
use cli::commands::programs::{OpenapiCommand, ServeCommand, WorkCommand};
use cli::commands::refill::RefillCommand;
use cli::commands::restaurant::RestaurantCommand;
use cli::commands::rounds::RoundsCommand;
use cli::commands::search::SearchCommand;
use cli::commands::seed::SeedCommand;
use cli::commands::staff::{AdminCommand, OwnerCommand};
use cli::commands::up::UpCommand;
use cli::commands::verify::VerifyCommand;
use cli::output::{Done, UsageError};
use tracing_subscriber::EnvFilter;

/// Exit codes: 0 fine, 1 failed or found something, 2 wrong usage.
#[derive(Parser)]
#[command(
    name = "seki",
    version,
    about = "Operates a Seki installation",
    after_help = "Exit codes: 0 fine, 1 failed or found something, 2 wrong usage."
)]
struct Seki {
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
    Search(SearchCommand),
    Legal(LegalCommand),
    Holds(HoldsCommand),
    Rounds(RoundsCommand),
    Refill(RefillCommand),
    CancelRequests(CancelRequestsCommand),
    Offsite(OffsiteCommand),
    Payments(PaymentsCommand),
    Jobs(JobsCommand),
    Clock(ClockCommand),
    Config(ConfigCommand),
    Doctor(DoctorCommand),
    Openapi(OpenapiCommand),
    Postgres(PostgresCommand),
}

#[tokio::main]
async fn main() -> ExitCode {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info,sqlx=error"));
    // A log that cannot be written is no reason to end: complaining of it would be written to the same place.
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).log_internal_errors(false).init();
    match run(Seki::parse().command).await {
        Ok(Done::Fine) => ExitCode::SUCCESS,
        Ok(Done::Found) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            if error.is::<UsageError>() { ExitCode::from(2) } else { ExitCode::FAILURE }
        }
    }
}

async fn run(command: Command) -> anyhow::Result<Done> {
    match command {
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
        Command::Search(command) => command.run().await,
        Command::Legal(command) => command.run().await,
        Command::Holds(command) => command.run().await,
        Command::Rounds(command) => command.run().await,
        Command::Refill(command) => command.run().await,
        Command::CancelRequests(command) => command.run().await,
        Command::Offsite(command) => command.run().await,
        Command::Payments(command) => command.run().await,
        Command::Jobs(command) => command.run().await,
        Command::Clock(command) => command.run().await,
        Command::Config(command) => command.run(),
        Command::Doctor(command) => command.run().await,
        Command::Openapi(command) => command.run(),
        Command::Postgres(command) => command.run().await.map(|()| Done::Fine),
    }
}
