//! The real binaries, which tests may kill.

use std::collections::HashMap;
use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::process::{Output, Stdio};
use std::sync::Arc;
use std::time::Duration;

use domain::clock::{Clock, Pace};
use parking_lot::Mutex;
use tokio::net::TcpSocket;
use tokio::process::{Child, Command};
use tokio::task::JoinHandle;

use crate::app::{TestApp, morning};
use crate::outside::Outside;

/// A program that is restarted whenever it has exited, as by a supervisor.
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

    /// Like `start`, with other streams or variables.
    pub fn start_with(name: &str, variables: &HashMap<String, String>, change: impl FnOnce(&mut Command)) -> Self {
        let mut command = Command::new(program(name));
        command.env_clear().envs(variables).stdin(Stdio::null()).kill_on_drop(true);
        change(&mut command);
        let child = Arc::new(Mutex::new(command.spawn().unwrap_or_else(|error| panic!("{name}: {error}"))));
        let keeper = tokio::spawn(keep(child.clone(), command));
        Self { child, keeper }
    }

    /// Sends SIGKILL, which leaves no time to clean up.
    pub fn kill(&self) {
        // It may have exited already, for lack of a database.
        let _ = self.child.lock().start_kill();
    }

    /// Kills it, without a restart.
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

impl TestApp {
    /// Wraps programs that start afterwards, over a database without servers. Their clock and the test's run from the morning of all tests,
    /// so the results do not depend on the date or the hour of the run.
    pub async fn around_programs(database_url: &str, outside: Outside, base_urls: Vec<String>) -> Self {
        let clock = Clock::system();
        clock.set_pace(Pace::showing(morning().now(), clock.wall()));
        let app = Self::around(database_url, "test", outside, base_urls, clock).await;
        app.outside.handle.set_billing_time(app.now());
        app.programs_follow().await;
        app
    }
}

/// The result of a run of `seki`.
#[derive(Debug)]
pub struct Ran {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl From<Output> for Ran {
    fn from(ended: Output) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        let code = ended.status.code().expect("an exit code");
        Self { code, stdout: text(ended.stdout), stderr: text(ended.stderr) }
    }
}

/// Runs `seki` with some arguments, without a terminal for questions.
pub async fn run_seki(arguments: &[&str], variables: &HashMap<String, String>) -> Ran {
    seki_command(arguments, variables).output().await.expect("seki runs").into()
}

/// Builds the command `seki` with some arguments.
pub fn seki_command(arguments: &[&str], variables: &HashMap<String, String>) -> Command {
    let mut command = Command::new(program("seki"));
    command.args(arguments).env_clear().envs(variables).stdin(Stdio::null()).kill_on_drop(true);
    command
}

/// Like `run_seki`, but returns whether it succeeded, and its output followed by its errors.
pub async fn seki(arguments: &[&str], variables: &HashMap<String, String>) -> (bool, String) {
    let ran = run_seki(arguments, variables).await;
    (ran.code == 0, ran.stdout + &ran.stderr)
}

/// Returns the path of a program that cargo built: in the folder of this program, or above the folder of this test.
///
/// # Panics
/// The program is not built. No test builds it: cargo would take its lock while others run.
fn program(name: &str) -> PathBuf {
    let own = std::env::current_exe().expect("our own path");
    let folder = own.parent().expect("the folder of this program");
    let sibling = folder.join(name);
    if sibling.is_file() {
        return sibling;
    }
    let program = folder.parent().expect("the folder of the build").join(name);
    assert!(program.is_file(), "{} is not built: run `make build` first", program.display());
    program
}

/// The sockets that reserve ports until this process ends.
static RESERVED: Mutex<Vec<TcpSocket>> = Mutex::new(Vec::new());

/// Returns a port of 127.0.0.1 on which no server listens. It stays reserved: a socket that does not listen is bound to it, so the kernel
/// chooses it for no other process, and a server that sets `SO_REUSEADDR`, as every server of a test does, can still listen on it.
pub fn free_port() -> u16 {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_reuseaddr(true).expect("an option of sockets");
    socket.bind((Ipv4Addr::LOCALHOST, 0).into()).expect("a free port");
    let port = socket.local_addr().expect("a bound port").port();
    RESERVED.lock().push(socket);
    port
}

#[cfg(test)]
mod tests {
    use tokio::net::{TcpListener, TcpStream};

    use super::*;

    #[tokio::test]
    async fn free_port_is_reserved_for_servers_of_the_test() {
        let port = free_port();
        let other = TcpSocket::new_v4().unwrap();
        other.bind((Ipv4Addr::LOCALHOST, port).into()).unwrap_err();
        for _ in 0..2 {
            TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await.unwrap_err();
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await.unwrap();
            TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await.unwrap();
            drop(listener);
        }
    }
}
