//! What `seki up` runs is started again when it dies, its PostgreSQL too.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use tests::{build_programs, eventually, free_port};
use tokio::process::{Child, Command};

struct Up {
    child: Child,
    home: PathBuf,
    health: String,
}

impl Up {
    async fn start() -> Self {
        let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("up-{}", std::process::id()));
        std::fs::create_dir_all(&home).expect("a folder of our own");
        let port = free_port();
        let own = std::env::current_exe().expect("our own path");
        let programs = own.parent().and_then(Path::parent).expect("the folder of the build");
        let said = std::fs::File::create(home.join("said")).expect("a file of our own");
        let mut command = Command::new(programs.join("seki"));
        command.arg("up").env("SEKI_HOME", &home).env("PORT", port.to_string()).env_remove("DATABASE_URL");
        command.env("RUST_LOG", "warn").stdin(Stdio::null()).stdout(Stdio::null()).stderr(said).kill_on_drop(true);
        let child = command.spawn().expect("seki runs");
        let up = Self { child, home, health: format!("http://127.0.0.1:{port}/health") };
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

    fn said(&self) -> String {
        std::fs::read_to_string(self.home.join("said")).expect("what it said")
    }

    /// Stops it as Ctrl-C does, and forgets its data.
    async fn end(mut self) {
        let pid = self.child.id().expect("it runs").to_string();
        signal("-TERM", &pid).await;
        let ended = tokio::time::timeout(Duration::from_secs(60), self.child.wait()).await;
        assert!(ended.expect("it stops").is_ok_and(|status| status.success()), "{}", self.said());
        assert_eq!(self.postmaster(), None, "PostgreSQL was stopped with it");
        let place = self.home.join("postgres");
        if let Ok(target) = std::fs::read_link(&place) {
            std::fs::remove_dir_all(target).expect("the data folder");
            std::fs::remove_file(place).expect("the link");
        }
        std::fs::remove_dir_all(&self.home).expect("our folder");
    }
}

async fn signal(name: &str, pid: &str) {
    let sent = Command::new("kill").args([name, pid]).status().await;
    assert!(sent.is_ok_and(|status| status.success()), "{pid} runs");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_postgresql_is_started_again_where_it_was() {
    build_programs().await;
    let up = Up::start().await;
    for times in 1..=2 {
        let first = up.postmaster().expect("PostgreSQL runs");
        signal("-KILL", &first).await;
        eventually("another is in its place", async || up.postmaster().is_some_and(|pid| pid != first)).await;
        eventually("the web server answers over it", async || up.is_well().await).await;
        // The line comes after PostgreSQL itself, which may be found first.
        eventually("it is said", async || up.said().matches("PostgreSQL runs again").count() == times).await;
    }
    let said = up.said();
    assert_eq!(said.matches("PostgreSQL ended; it is started again").count(), 2, "{said}");
    up.end().await;
}
