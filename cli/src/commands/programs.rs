//! `seki serve`, `seki work`, `seki openapi`: the other programs.

use std::os::unix::process::CommandExt;
use std::process::Command;

use anyhow::Context;
use clap::Args;

use crate::output::CommandOutcome;
use crate::up::sibling;

/// Runs the web server in place of this process, with the same environment.
#[derive(Debug, Args)]
pub struct ServeCommand {}

/// Runs the worker in place of this process, with the same environment.
#[derive(Debug, Args)]
pub struct WorkCommand {
    /// Sweeps once, runs the due jobs, and ends: for a cron job, or without a running worker. Exit code 1 if a sweep fails.
    #[arg(long)]
    once: bool,
}

/// Prints the OpenAPI document of the web server.
#[derive(Debug, Args)]
pub struct OpenapiCommand {}

impl ServeCommand {
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        become_program("web-server", &[])
    }
}

impl WorkCommand {
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        become_program("worker", if self.once { &["once"] } else { &[] })
    }
}

impl OpenapiCommand {
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        become_program("openapi-document", &[])
    }
}

/// Replaces this process by a program, which then handles signals and sets the exit code. Returns only if the program could not
/// be started.
fn become_program(name: &str, arguments: &[&str]) -> anyhow::Result<CommandOutcome> {
    let program = sibling(name)?;
    let error = Command::new(&program).args(arguments).exec();
    Err(error).with_context(|| format!("starting {}", program.display()))
}
