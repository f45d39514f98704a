//! `seki slots`.

mod arguments;
mod close;
mod list;
mod open;
mod refusal;

use clap::{Args, Subcommand};

use super::installation::Installation;
use crate::output::Done;

/// What diners can book on the web: a restaurant's booking slots.
#[derive(Debug, Args)]
pub struct SlotsCommand {
    #[command(flatten)]
    installation: Installation,
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    List(list::List),
    Open(open::Open),
    Close(close::Close),
    Delete(close::Delete),
}

impl SlotsCommand {
    pub async fn run(self) -> anyhow::Result<Done> {
        let shell = self.installation.open().await?;
        match self.action {
            Action::List(command) => command.run(&shell).await,
            Action::Open(command) => command.run(&shell).await,
            Action::Close(command) => command.run(&shell).await,
            Action::Delete(command) => command.run(&shell).await,
        }
    }
}
