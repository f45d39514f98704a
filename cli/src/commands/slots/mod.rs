//! `seki slots`.

mod arguments;
mod close;
mod list;
mod open;
mod rejection;

use clap::{Args, Subcommand};

use super::installation::Installation;
use crate::output::CommandOutcome;

/// Booking slots of a restaurant on the web.
#[derive(Debug, Args)]
pub struct SlotsCommand {
    #[command(flatten)]
    installation: Installation,
    #[command(subcommand)]
    action: SlotsAction,
}

#[derive(Debug, Subcommand)]
enum SlotsAction {
    List(list::List),
    Open(open::Open),
    Close(close::Close),
    Delete(close::Delete),
}

impl SlotsCommand {
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        let shell = self.installation.open().await?;
        match self.action {
            SlotsAction::List(command) => command.run(&shell).await,
            SlotsAction::Open(command) => command.run(&shell).await,
            SlotsAction::Close(command) => command.run(&shell).await,
            SlotsAction::Delete(command) => command.run(&shell).await,
        }
    }
}
