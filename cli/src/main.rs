use clap::{Parser, Subcommand};
use cli::commands::postgres::PostgresCommand;
use cli::commands::up::UpCommand;
use tracing_subscriber::EnvFilter;

#[derive(Parser)]
#[command(name = "seki", version, about = "Operates a Seki installation")]
struct Seki {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Up(UpCommand),
    Postgres(PostgresCommand),
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
    match Seki::parse().command {
        Command::Up(command) => command.run().await,
        Command::Postgres(command) => command.run().await,
    }
}
