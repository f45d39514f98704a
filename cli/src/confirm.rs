//! Prompts before actions that cannot be undone.

use std::io::IsTerminal;

use clap::Args;

use crate::output::{self, Declined, UsageError};

/// `--yes`, for commands that cannot be undone.
#[derive(Clone, Copy, Debug, Args)]
pub struct Consent {
    /// Skips the prompt.
    #[arg(long)]
    yes: bool,
}

impl Consent {
    /// Reports whether `ask` does not prompt.
    pub const fn is_given(self) -> bool {
        self.yes
    }

    /// Prompts in a terminal. A script passes `--yes`.
    ///
    /// # Errors
    /// `Declined` for any answer except yes; `UsageError` if standard input is not a terminal.
    pub fn ask(self, question: &str) -> anyhow::Result<()> {
        if self.yes {
            return Ok(());
        }
        if !std::io::stdin().is_terminal() {
            return Err(UsageError("add --yes, because standard input is not a terminal".to_owned()).into());
        }
        output::print(&format!("{question} Type yes:"))?;
        let mut line = String::new();
        std::io::stdin().read_line(&mut line)?;
        if line.trim() == "yes" { Ok(()) } else { Err(Declined.into()) }
    }
}
