//! pretix 2026.8.0 as the reference: four synchronous workers, the same PostgreSQL, Redis, free orders by REST and no mail.

use std::net::SocketAddr;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, Executor, PgConnection};
use tokio::time::Instant;

use crate::CONNECTIONS;
use crate::generator::Connection;
use crate::processes::{Process, free_address};

const DATABASE: &str = "pretix_bench";
/// Number of orders in one reading: enough for several seconds.
const ORDERS: usize = 64;

pub struct Pretix {
    server: Process,
    _redis: Process,
    request: Vec<u8>,
}

impl Pretix {
    /// Installs it on first use, which takes minutes, and starts it. Needs `python3` and `redis-server` on the `PATH`.
    pub async fn start(server: &str, home: &Path, load: &Path) -> Result<Self> {
        let cache = free_address();
        let redis = Command::new("redis-server")
            .args(["--save", "", "--bind", &cache.ip().to_string(), "--port", &cache.port().to_string()])
            .stdout(Stdio::null())
            .spawn()
            .context("no redis-server")?;
        let redis = Process::new(redis, cache);
        let home = std::path::absolute(home)?.join("pretix");
        std::fs::create_dir_all(&home)?;
        create_database(server).await?;
        let address = free_address();
        let settings = settings(server, &home, address, cache)?;
        let prepared =
            Command::new(load.join("pretix/prepare.sh")).arg(home.join("venv")).envs(settings.clone()).output()?;
        ensure!(prepared.status.success(), "{}", String::from_utf8_lossy(&prepared.stderr));
        let printed = String::from_utf8(prepared.stdout)?;
        let (token, item) = printed.trim().split_once(' ').context("no token for pretix")?;
        let workers = Command::new(home.join("venv/bin/gunicorn"))
            .args(["pretix.wsgi", "--workers", "4", "--log-level", "critical", "--bind", &address.to_string()])
            .envs(settings)
            .current_dir(&home)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let pretix =
            Self { server: Process::new(workers, address), _redis: redis, request: order(token, item, address) };
        pretix.wait().await?;
        Ok(pretix)
    }

    async fn wait(&self) -> Result<()> {
        for _ in 0..120 {
            if self.order().await.is_ok_and(|status| status == 201) {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
        anyhow::bail!("pretix takes no order")
    }

    /// Its workers close a connection after each response.
    async fn order(&self) -> Result<u16> {
        Connection::open(self.server.address).await?.ask(&self.request).await
    }

    pub async fn orders_per_second(self: &Arc<Self>) -> Result<f64> {
        let next = Arc::new(AtomicUsize::new(0));
        let mut clients = tokio::task::JoinSet::new();
        let began = Instant::now();
        for _ in 0..CONNECTIONS {
            let (pretix, next) = (self.clone(), next.clone());
            clients.spawn(async move {
                while next.fetch_add(1, Ordering::Relaxed) < ORDERS {
                    let status = pretix.order().await?;
                    ensure!(status == 201, "pretix answers {status}");
                }
                Ok(())
            });
        }
        while let Some(client) = clients.join_next().await {
            client??;
        }
        #[expect(clippy::cast_precision_loss, reason = "dozens")]
        let orders = ORDERS as f64;
        Ok(orders / began.elapsed().as_secs_f64())
    }
}

async fn create_database(server: &str) -> Result<()> {
    let mut admin = PgConnection::connect(server).await?;
    let exists: bool = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM pg_database WHERE datname = $1)")
        .bind(DATABASE)
        .fetch_one(&mut admin)
        .await?;
    if !exists {
        admin.execute(sqlx::AssertSqlSafe(format!("CREATE DATABASE {DATABASE}"))).await?;
    }
    Ok(())
}

fn settings(server: &str, home: &Path, own: SocketAddr, redis: SocketAddr) -> Result<Vec<(&'static str, String)>> {
    let postgres: PgConnectOptions = server.parse()?;
    Ok(vec![
        ("DATA_DIR", home.join("data").display().to_string()),
        ("PRETIX_PRETIX_URL", format!("http://{own}")),
        ("PRETIX_PRETIX_REGISTRATION", "off".into()),
        ("PRETIX_DATABASE_BACKEND", "postgresql".into()),
        ("PRETIX_DATABASE_NAME", DATABASE.into()),
        ("PRETIX_DATABASE_USER", postgres.get_username().into()),
        ("PRETIX_DATABASE_PASSWORD", postgres.to_url_lossy().password().unwrap_or_default().into()),
        ("PRETIX_DATABASE_HOST", postgres.get_host().into()),
        ("PRETIX_DATABASE_PORT", postgres.get_port().to_string()),
        ("PRETIX_REDIS_LOCATION", format!("redis://{redis}/0")),
        ("PRETIX_REDIS_SESSIONS", "true".into()),
        ("PRETIX_DJANGO_SECRET", crate::processes::SECRET.repeat(2)),
    ])
}

fn order(token: &str, item: &str, address: SocketAddr) -> Vec<u8> {
    let body = format!(
        r#"{{"email":"diner@seki.test","locale":"en","sales_channel":"web","send_email":false,"payment_provider":"free",
            "positions":[{{"item":{item},"variation":null,"price":"0.00"}}]}}"#
    );
    let length = body.len();
    format!(
        "POST /api/v1/organizers/bench/events/bench/orders/ HTTP/1.1\r\nhost: {address}\r\naccept: application/json\r\n\
         authorization: Token {token}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
    )
    .into_bytes()
}
