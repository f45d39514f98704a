//! Asking before what cannot be undone.

use std::io::IsTerminal;

use clap::Args;

use crate::output::{self, Refused, UsageError};

/// `--yes`, for commands whose doing cannot be undone.
#[derive(Clone, Copy, Debug, Args)]
pub struct Consent {
    /// Does not ask again.
    #[arg(long)]
    yes: bool,
}

impl Consent {
    /// Asks in a terminal; a script says `--yes`.
    ///
    /// # Errors
    /// `Refused` for any answer but yes; `UsageError` where standard input is no terminal.
    pub fn ask(self, question: &str) -> anyhow::Result<()> {
        if self.yes {
            return Ok(());
        }
        if !std::io::stdin().is_terminal() {
            return Err(UsageError("add --yes where nobody can be asked".to_owned()).into());
        }
        output::print(&format!("{question} Type yes:"))?;
        let mut line = String::new();
        std::io::stdin().read_line(&mut line)?;
        if line.trim() == "yes" { Ok(()) } else { Err(Refused.into()) }
    }
}
