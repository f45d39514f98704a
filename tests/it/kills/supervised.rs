//! `seki up` restarts its programs when they die, including PostgreSQL, and stops them when it ends, however it ends.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use tests::{eventually, free_port};
use tokio::process::{Child, Command};

struct Up {
    child: Child,
    home: PathBuf,
    port: u16,
    health: String,
}

/// The command that a person would run, in a separate folder.
fn seki_up(home: &Path, port: u16) -> Command {
    let own = std::env::current_exe().expect("our own path");
    let programs = own.parent().and_then(Path::parent).expect("the folder of the build");
    let mut command = Command::new(programs.join("seki"));
    command
        .args(["up", "--at", "2026-12-08T09:00+09:00"])
        .env("SEKI_HOME", home)
        .env("PORT", port.to_string())
        .env_remove("DATABASE_URL");
    command.env("RUST_LOG", "warn").stdin(Stdio::null()).stdout(Stdio::null()).kill_on_drop(true);
    command
}

fn separate_home(name: &str) -> PathBuf {
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("up-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&home).expect("a folder of our own");
    home
}

impl Up {
    async fn start(name: &str) -> Self {
        Self::start_in(separate_home(name), free_port()).await
    }

    async fn start_in(home: PathBuf, port: u16) -> Self {
        let said = std::fs::File::create(home.join("said")).expect("a file of our own");
        let child = seki_up(&home, port).stderr(said).spawn().expect("seki runs");
        let up = Self { child, home, port, health: format!("http://127.0.0.1:{port}/health") };
        eventually("everything is up", async || up.is_well().await).await;
        up
    }

    async fn is_well(&self) -> bool {
        let answer = domain::clients::http::client().get(&self.health).send().await;
        answer.is_ok_and(|answer| answer.status().is_success())
    }

    /// The process of PostgreSQL, where it runs.
    fn postmaster(&self) -> Option<String> {
        let file = std::fs::read_to_string(self.home.join("postgres/data/postmaster.pid")).ok()?;
        file.lines().next().map(|pid| pid.trim().to_owned())
    }

    fn output(&self) -> String {
        std::fs::read_to_string(self.home.join("said")).expect("its output")
    }

    /// Stops it as Ctrl-C does, and deletes its data.
    async fn end(mut self) {
        let pid = self.child.id().expect("it runs").to_string();
        signal("-TERM", &pid).await;
        let ended = tokio::time::timeout(Duration::from_secs(60), self.child.wait()).await;
        assert!(ended.expect("it stops").is_ok_and(|status| status.success()), "{}", self.output());
        assert_eq!(self.postmaster(), None, "PostgreSQL was stopped with it");
        forget(&self.home);
    }
}

fn forget(home: &Path) {
    let place = home.join("postgres");
    if let Ok(target) = std::fs::read_link(&place) {
        std::fs::remove_dir_all(target).expect("the data folder");
        std::fs::remove_file(place).expect("the link");
    }
    std::fs::remove_dir_all(home).expect("our folder");
}

async fn signal(name: &str, pid: &str) {
    let sent = Command::new("kill").args([name, pid]).status().await;
    assert!(sent.is_ok_and(|status| status.success()), "{pid} runs");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_postgresql_is_started_again_where_it_was() {
    let up = Up::start("killed-postgresql").await;
    for times in 1..=2 {
        let first = up.postmaster().expect("PostgreSQL runs");
        signal("-KILL", &first).await;
        eventually("another is in its place", async || up.postmaster().is_some_and(|pid| pid != first)).await;
        eventually("the web server answers over it", async || up.is_well().await).await;
        // The message comes after PostgreSQL itself, which may be found first.
        eventually("the restart is reported", async || up.output().matches("PostgreSQL runs again").count() == times)
            .await;
    }
    let said = up.output();
    assert_eq!(said.matches("PostgreSQL ended; it is started again").count(), 2, "{said}");
    up.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_programs_of_a_killed_one_stop_and_the_next_starts_in_its_place() {
    let mut up = Up::start("killed").await;
    let (home, port) = (up.home.clone(), up.port);
    let second = seki_up(&home, free_port()).stderr(Stdio::piped()).output().await.expect("it ends");
    let said = String::from_utf8_lossy(&second.stderr).into_owned();
    assert_eq!(second.status.code(), Some(1), "{said}");
    assert!(said.contains("already") && said.contains(&up.child.id().expect("it runs").to_string()), "{said}");
    assert!(up.is_well().await, "the first is undisturbed");

    up.child.kill().await.expect("a kill");
    drop(up);
    let next = Up::start_in(home, port).await;
    assert!(!next.output().contains("is taken"), "{}", next.output());
    next.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn unwritable_output_exits_with_error() {
    let home = separate_home("silent");
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a full disk");
    let running = seki_up(&home, free_port()).stdout(full).stderr(Stdio::piped()).spawn().expect("seki runs");
    let ended = running.wait_with_output().await.expect("it ends");
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert_eq!(ended.status.code(), Some(1), "{said}");
    assert!(said.contains("No space left") && !said.contains("panicked"), "{said}");
    forget(&home);
}
