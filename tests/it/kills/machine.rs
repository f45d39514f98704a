//! A complete Seki of real programs on a dedicated PostgreSQL.

use std::path::{Path, PathBuf};
use std::time::Duration;

use cli::postgres::{Options, Postgres};
use tests::{Outside, Program, TestApp, free_port, variables};

pub struct Machine {
    pub app: TestApp,
    home: PathBuf,
    options: Options,
    postgres: Option<Postgres>,
    web: Program,
    worker: Program,
}

impl Machine {
    pub async fn start() -> Self {
        let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("kills-{}", std::process::id()));
        let node_modules = std::env::var("SEKI_NODE_MODULES").ok().map(PathBuf::from);
        let options = Options { node_modules, port: Some(free_port()), ..Options::default() };
        let postgres = Postgres::start(&home, &options).await.expect("a PostgreSQL of our own");
        let pool = domain::db::connect(&postgres.url, "setup", 2).await.expect("it answers");
        domain::db::migrate(&pool).await.expect("the migrations run");
        pool.close().await;
        let outside = Outside::start().await;
        let address = format!("127.0.0.1:{}", free_port());
        let base_url = format!("http://{address}");
        outside.handle.set_webhook_url(format!("{base_url}/webhooks/stripe"));
        let mut environment = variables(&postgres.url, &base_url, "test", &outside);
        environment.insert("SEKI_ADDRESS".into(), address);
        environment.insert("DATABASE_CONNECTIONS".into(), "16".into());
        let app = TestApp::around_programs(&postgres.url, outside, vec![base_url]).await;
        let (web, worker) = (Program::start("web-server", &environment), Program::start("worker", &environment));
        let machine = Self { app, home, options, postgres: Some(postgres), web, worker };
        machine.answers().await;
        machine
    }

    pub fn kill_web(&self) {
        self.web.kill();
    }

    pub fn kill_worker(&self) {
        self.worker.kill();
    }

    /// Kills PostgreSQL and restarts it, so it recovers from its log.
    pub async fn kill_postgres(&mut self) {
        let pid = std::fs::read_to_string(self.home.join("postgres/data/postmaster.pid")).expect("it runs");
        let pid = pid.lines().next().expect("a process id").trim();
        let killed = tokio::process::Command::new("kill").args(["-KILL", pid]).status().await;
        assert!(killed.is_ok_and(|status| status.success()), "PostgreSQL was running");
        self.postgres.take().map(Postgres::leave_running);
        while std::fs::read(format!("/proc/{pid}/cmdline")).is_ok_and(|line| !line.is_empty()) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        self.postgres = Some(Postgres::start(&self.home, &self.options).await.expect("it starts again"));
    }

    /// Waits until the web server answers and its database too.
    pub async fn answers(&self) {
        let health = format!("{}/health", self.app.base_urls[0]);
        let client = domain::clients::http::client();
        let deadline = tokio::time::Instant::now() + Duration::from_secs(60);
        while !client.get(&health).send().await.is_ok_and(|answer| answer.status().is_success()) {
            assert!(tokio::time::Instant::now() < deadline, "the web server does not come back");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    pub async fn end(mut self) {
        self.web.end();
        self.worker.end();
        self.app.end().await;
        if let Some(postgres) = self.postgres.take() {
            postgres.stop().await.expect("PostgreSQL stops");
        }
        // If PostgreSQL's system account may not enter our folder, its data is behind a link.
        let place = self.home.join("postgres");
        if let Ok(target) = std::fs::read_link(&place) {
            std::fs::remove_dir_all(target).expect("the data folder");
            std::fs::remove_file(place).expect("the link");
        }
        std::fs::remove_dir_all(&self.home).expect("our folder");
    }
}
