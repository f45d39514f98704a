//! Child processes: started, restarted when they end, and stopped together.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::bail;
use tokio::process::{Child, ChildStdin, Command};
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::environment::Environment;

/// Maximum time for a child to stop after SIGTERM.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(30);

pub struct Supervisor {
    stopping: watch::Sender<bool>,
    children: JoinSet<()>,
}

impl Default for Supervisor {
    fn default() -> Self {
        Self { stopping: watch::Sender::new(false), children: JoinSet::new() }
    }
}

impl Supervisor {
    /// Starts one of Seki's programs and keeps it running.
    pub fn start(&mut self, program: &'static str, environment: &Environment) -> anyhow::Result<()> {
        let mut command = Command::new(sibling(program)?);
        // Each child has its own process group: Ctrl-C reaches only the supervisor, which stops the children in order. A killed
        // supervisor cannot do that; its ends of the children's standard inputs are closed, and the children stop.
        command.envs(&environment.variables).env(telemetry::PARENT_PIPE_VARIABLE, "1");
        command.stdin(Stdio::piped()).process_group(0).kill_on_drop(true);
        let child = ManagedChild::spawn(&mut command)?;
        self.children.spawn(keep_running(program, command, child, self.stopping.subscribe()));
        Ok(())
    }

    /// Signals all children to stop, and waits until they have ended.
    pub async fn stop(mut self) {
        self.stopping.send_replace(true);
        while self.children.join_next().await.is_some() {}
    }
}

/// A child, and the supervisor's end of its standard input, which stays open while the child runs. (Waiting for a child closes
/// the end that the child value holds.)
struct ManagedChild {
    child: Child,
    _input: Option<ChildStdin>,
}

impl ManagedChild {
    fn spawn(command: &mut Command) -> std::io::Result<Self> {
        let mut child = command.spawn()?;
        Ok(Self { _input: child.stdin.take(), child })
    }
}

async fn keep_running(
    program: &'static str,
    mut command: Command,
    mut held: ManagedChild,
    mut stopping: watch::Receiver<bool>,
) {
    loop {
        tokio::select! {
            ended = held.child.wait() => tracing::warn!(program, ?ended, "ended; it is started again"),
            () = shutdown_signal(&mut stopping) => return terminate(program, held).await,
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
        match ManagedChild::spawn(&mut command) {
            Ok(again) => held = again,
            Err(error) => return tracing::error!(program, %error, "cannot be started again"),
        }
    }
}

pub(super) async fn shutdown_signal(stopping: &mut watch::Receiver<bool>) {
    let _ = stopping.wait_for(|stop| *stop).await;
}

async fn terminate(program: &str, held: ManagedChild) {
    let ManagedChild { mut child, _input } = held;
    if let Some(id) = child.id() {
        let _ = Command::new("kill").arg("-TERM").arg(id.to_string()).status().await;
    }
    if tokio::time::timeout(SHUTDOWN_TIMEOUT, child.wait()).await.is_err() {
        tracing::warn!(program, "does not stop, so it is killed");
        let _ = child.kill().await;
    }
}

/// Returns the path of one of Seki's programs, in the folder of this one.
pub fn sibling(name: &str) -> anyhow::Result<PathBuf> {
    let own = std::env::current_exe()?;
    let path = own.parent().unwrap_or(Path::new(".")).join(name);
    if !path.exists() {
        bail!("{} is not built; run make build", path.display());
    }
    Ok(path)
}
