//! Two web servers, a worker and the stand-ins of outside services over one database.

use std::collections::HashMap;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use chrono::{DateTime, Utc};
use domain::db;
use tests::{Outside, Program, TestApp, TestDatabase, free_port, variables};
use tokio::time::Instant;

/// Longer than the failover of a cluster.
const HEALTHY_WITHIN: Duration = Duration::from_secs(180);
const SERVERS: usize = 2;

pub struct Scene {
    pub app: TestApp,
    pub servers: Vec<Program>,
    pub worker: Program,
    pub environment: HashMap<String, String>,
    /// `None` if the database was given.
    database: Option<TestDatabase>,
}

impl Scene {
    /// Starts all programs over the database `given`, which must be empty, or over a new database on the server in `DATABASE_URL`. It is noon
    /// at the restaurants, so that they are open for eleven hours.
    pub async fn start(given: Option<String>) -> Result<Self> {
        let database = match &given {
            Some(_) => None,
            None => Some(TestDatabase::create().await),
        };
        let url = given.or_else(|| database.as_ref().map(|database| database.url.clone())).context("no database")?;
        migrate(&url).await?;
        let outside = Outside::start().await;
        let addresses: Vec<_> = (0..SERVERS).map(|_| format!("127.0.0.1:{}", free_port())).collect();
        let base_urls: Vec<_> = addresses.iter().map(|address| format!("http://{address}")).collect();
        outside.handle.set_webhook_url(format!("{}/webhooks/stripe", base_urls[0]));
        let mut environment = variables(&url, &base_urls[0], "test", &outside);
        environment.insert("DATABASE_CONNECTIONS".into(), "16".into());
        // All clients have one address here.
        environment.insert("SEKI_CONNECTIONS_PER_ADDRESS".into(), "10000".into());
        // A few diners make all payments.
        environment.insert("CARD_CALLS_PER_DINER".into(), "1000000/1000000".into());
        let app = TestApp::around_programs(&url, outside, base_urls).await.without_time_limit();
        let noon: DateTime<Utc> = format!("{}T12:00:00+09:00", app.day(1)).parse()?;
        app.advance((noon - app.now()).num_seconds());
        app.programs_follow().await;
        let server = |address: &String| {
            let mut environment = environment.clone();
            environment.insert("SEKI_ADDRESS".into(), address.clone());
            Program::start("web-server", &environment)
        };
        let servers = addresses.iter().map(server).collect();
        let worker = Program::start("worker", &environment);
        let scene = Self { app, servers, worker, environment, database };
        scene.wait_until_healthy().await?;
        Ok(scene)
    }

    /// Waits until every web server answers, and its database too.
    pub async fn wait_until_healthy(&self) -> Result<()> {
        let client = domain::clients::http::client();
        let deadline = Instant::now() + HEALTHY_WITHIN;
        for base_url in &self.app.base_urls {
            let health = format!("{base_url}/health");
            while !client.get(&health).send().await.is_ok_and(|answer| answer.status().is_success()) {
                if Instant::now() > deadline {
                    bail!("{base_url} does not come back");
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
        Ok(())
    }

    /// Stops all programs. The new database is dropped, unless it is kept for inspection.
    pub async fn end(self, is_kept: bool) {
        self.servers.into_iter().for_each(Program::end);
        self.worker.end();
        self.app.end_unverified().await;
        let Some(database) = self.database else { return };
        if is_kept {
            eprintln!(
                "The database {} remains for inspection, and so does the template that it was copied from.",
                database.name
            );
        } else {
            database.drop().await;
        }
    }
}

/// Applies the migrations to a database without restaurants.
async fn migrate(url: &str) -> Result<()> {
    let pool = db::connect(url, "endurance", 2).await?;
    db::migrate(&pool).await?;
    let restaurants: i64 = sqlx::query_scalar("SELECT count(*) FROM restaurants").fetch_one(&pool).await?;
    pool.close().await;
    ensure!(restaurants == 0, "the database has restaurants; this run needs an empty one");
    Ok(())
}
