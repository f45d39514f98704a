//! The real binaries, to be killed.

use std::collections::HashMap;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::process::{Child, Command};
use tokio::task::JoinHandle;

/// Builds the programs as `make build` does; nothing is done when they are built.
pub async fn build_programs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let mut build = Command::new(env!("CARGO"));
    build.args(["build", "--quiet", "--workspace", "--bins"]).current_dir(root);
    // What cargo tells a test of itself would make it build everything anew.
    for (name, _) in std::env::vars() {
        if ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_", "NEXTEST", "LD_LIBRARY"]
            .iter()
            .any(|own| name.starts_with(own))
        {
            build.env_remove(name);
        }
    }
    let built = build.status().await.expect("cargo runs");
    assert!(built.success(), "the programs are built");
}

/// A program that is started again whenever it is gone, as a supervisor would.
pub struct Program {
    child: Arc<Mutex<Child>>,
    keeper: JoinHandle<()>,
}

impl Program {
    pub fn start(name: &str, variables: &HashMap<String, String>) -> Self {
        Self::start_with(name, variables, |command| {
            command.env("RUST_LOG", "off");
        })
    }

    /// The same with other streams, or other variables.
    pub fn start_with(name: &str, variables: &HashMap<String, String>, change: impl FnOnce(&mut Command)) -> Self {
        let mut command = Command::new(folder().join(name));
        command.env_clear().envs(variables).stdin(Stdio::null()).kill_on_drop(true);
        change(&mut command);
        let child = Arc::new(Mutex::new(command.spawn().unwrap_or_else(|error| panic!("{name}: {error}"))));
        let keeper = tokio::spawn(keep(child.clone(), command));
        Self { child, keeper }
    }

    /// SIGKILL: no time for a last word.
    pub fn kill(&self) {
        // It may be gone already, for want of a database.
        let _ = self.child.lock().start_kill();
    }

    /// Kills it for good.
    pub fn end(self) {
        self.keeper.abort();
        self.kill();
    }
}

async fn keep(child: Arc<Mutex<Child>>, mut command: Command) {
    loop {
        tokio::time::sleep(Duration::from_millis(50)).await;
        let mut child = child.lock();
        if matches!(child.try_wait(), Ok(Some(_))) {
            *child = command.spawn().expect("it started before");
        }
    }
}

/// How a run of `seki` came out.
#[derive(Debug)]
pub struct Ran {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

/// Runs `seki` with some arguments, with nobody to ask.
pub async fn run_seki(arguments: &[&str], variables: &HashMap<String, String>) -> Ran {
    let mut command = Command::new(folder().join("seki"));
    command.args(arguments).env_clear().envs(variables).stdin(Stdio::null());
    let ended = command.output().await.expect("seki runs");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let code = ended.status.code().expect("an exit code");
    Ran { code, stdout: text(ended.stdout), stderr: text(ended.stderr) }
}

/// The same: whether it went well, and what it printed. Its errors come after its output.
pub async fn seki(arguments: &[&str], variables: &HashMap<String, String>) -> (bool, String) {
    let ran = run_seki(arguments, variables).await;
    (ran.code == 0, ran.stdout + &ran.stderr)
}

/// Where cargo puts programs: above the folder of this test.
fn folder() -> PathBuf {
    let own = std::env::current_exe().expect("our own path");
    own.parent().and_then(Path::parent).expect("the folder of the build").to_owned()
}

pub fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    listener.local_addr().expect("a bound port").port()
}
