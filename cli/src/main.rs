use std::io::{self, IsTerminal};
use std::process::ExitCode;

use cli::app::Seki;
use cli::output::{CommandOutcome, Declined, UsageError, error_text, note};
use tracing_subscriber::EnvFilter;

#[tokio::main]
async fn main() -> ExitCode {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info,sqlx=error"));
    // A failed write of the log must not end the program: the complaint would go to the same place.
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr).log_internal_errors(false);
    // A mail of cron shows no colours.
    log.with_ansi(io::stderr().is_terminal()).init();
    match Seki::from_process().run().await {
        Ok(CommandOutcome::Fine) => ExitCode::SUCCESS,
        Ok(CommandOutcome::Found) => ExitCode::FAILURE,
        Err(error) if error.is::<Declined>() => {
            note(&error.to_string());
            ExitCode::from(3)
        }
        Err(error) => {
            note(&format!("error: {}", error_text(&error)));
            if error.is::<UsageError>() { ExitCode::from(2) } else { ExitCode::FAILURE }
        }
    }
}
