//! `seki completions`, `seki man`: what a shell and `man` know of this command line.

use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::app::Seki;
use crate::output::{self, Done};

/// Prints what a shell completes: `seki completions bash > /etc/bash_completion.d/seki`.
#[derive(Debug, Args)]
pub struct CompletionsCommand {
    shell: Shell,
}

/// Writes the manual's pages, one a command: `seki man /usr/local/share/man/man1`.
#[derive(Debug, Args)]
pub struct ManCommand {
    /// The folder that they are written to; it is made.
    folder: PathBuf,
}

impl CompletionsCommand {
    pub fn run(self) -> anyhow::Result<Done> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Seki::command(), "seki", &mut script);
        output::print(String::from_utf8(script)?.trim_end())?;
        Ok(Done::Fine)
    }
}

impl ManCommand {
    pub fn run(self) -> anyhow::Result<Done> {
        let folder = self.folder;
        std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        clap_mangen::generate_to(Seki::command(), &folder).with_context(|| folder.display().to_string())?;
        output::print(&format!("man -l {}", folder.join("seki.1").display()))?;
        Ok(Done::Fine)
    }
}
