//! Asking before what cannot be undone.

use std::io::IsTerminal;

use clap::Args;

use crate::output::{self, UsageError};

/// `--yes`, for commands whose doing cannot be undone.
#[derive(Clone, Copy, Debug, Args)]
pub struct Consent {
    /// Does not ask again.
    #[arg(long)]
    yes: bool,
}

impl Consent {
    /// Whether it may be done: asks in a terminal; a script says `--yes`.
    ///
    /// # Errors
    /// There is nobody to ask.
    pub fn is_given(self, question: &str) -> anyhow::Result<bool> {
        if self.yes {
            return Ok(true);
        }
        if !std::io::stdin().is_terminal() {
            return Err(UsageError("add --yes where nobody can be asked".to_owned()).into());
        }
        output::print(&format!("{question} Type yes:"))?;
        let mut line = String::new();
        std::io::stdin().read_line(&mut line)?;
        Ok(line.trim() == "yes")
    }
}
