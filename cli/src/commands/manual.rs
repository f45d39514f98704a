//! `seki completions`, `seki man`: shell completion and manual pages of this command line.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use clap_complete::Shell;

use crate::output::{self, CommandOutcome};

/// Prints the completions for a shell: `seki completions bash > /etc/bash_completion.d/seki`.
#[derive(Debug, Args)]
pub struct CompletionsCommand {
    /// The shell.
    shell: Shell,
}

/// Writes the manual pages, one per command: `seki man /usr/local/share/man/man1`.
#[derive(Debug, Args)]
pub struct ManCommand {
    /// The target folder, which is created if it is missing.
    folder: PathBuf,
}

impl CompletionsCommand {
    /// `seki` is the definition of the whole command line.
    pub async fn run(self, mut seki: clap::Command) -> anyhow::Result<CommandOutcome> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut seki, "seki", &mut script);
        output::print(String::from_utf8(script)?.trim_end())?;
        Ok(CommandOutcome::Fine)
    }
}

impl ManCommand {
    /// `seki` is the definition of the whole command line.
    pub async fn run(self, seki: clap::Command) -> anyhow::Result<CommandOutcome> {
        let folder = self.folder;
        std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        clap_mangen::generate_to(seki, &folder).with_context(|| folder.display().to_string())?;
        output::print(&format!("man -l {}", folder.join("seki.1").display()))?;
        Ok(CommandOutcome::Fine)
    }
}
