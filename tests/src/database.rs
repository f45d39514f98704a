//! A database for each test: a copy of one that was migrated once per run.

use anyhow::{Context, Result};
use domain::db;
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, PgPool};
use tokio::sync::OnceCell;

static TEMPLATE: OnceCell<String> = OnceCell::const_new();

/// A migrated, empty database; dropped with the world it was made for.
pub struct Database {
    pub url: String,
    pub pool: PgPool,
    name: String,
}

impl Database {
    /// # Errors
    /// `DATABASE_URL` names no PostgreSQL whose role may create databases.
    pub async fn create(name: &str) -> Result<Self> {
        let template = TEMPLATE.get_or_try_init(make_template).await?;
        let name = format!("seki_it_{}_{name}", std::process::id());
        server().await?.execute(AssertSqlSafe(format!("CREATE DATABASE {name} TEMPLATE {template}"))).await?;
        let url = sibling(&name)?;
        let pool = db::connect(&url, "seki tests", 12).await?;
        Ok(Self { url, pool, name })
    }

    pub async fn drop(self) -> Result<()> {
        self.pool.close().await;
        let statement = format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name);
        server().await?.execute(AssertSqlSafe(statement)).await?;
        Ok(())
    }
}

async fn make_template() -> Result<String> {
    let name = format!("seki_it_{}_template", std::process::id());
    let mut server = server().await?;
    drop_leftovers(&mut server).await?;
    server.execute(AssertSqlSafe(format!("CREATE DATABASE {name}"))).await?;
    let pool = db::connect(&sibling(&name)?, "seki tests", 2).await?;
    db::migrate(&pool).await?;
    pool.close().await;
    Ok(name)
}

/// Databases of earlier runs whose process is gone.
async fn drop_leftovers(server: &mut PgConnection) -> Result<()> {
    let names: Vec<String> = sqlx::query_scalar("SELECT datname FROM pg_database WHERE datname LIKE 'seki\\_it\\_%'")
        .fetch_all(&mut *server)
        .await?;
    for name in names {
        let process = name.split('_').nth(2).unwrap_or_default().to_owned();
        if !std::path::Path::new(&format!("/proc/{process}")).exists() {
            server.execute(AssertSqlSafe(format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"))).await?;
        }
    }
    Ok(())
}

async fn server() -> Result<PgConnection> {
    Ok(PgConnection::connect(&sibling("postgres")?).await?)
}

/// The address of another database on the server of `DATABASE_URL`.
fn sibling(name: &str) -> Result<String> {
    let given = std::env::var("DATABASE_URL").context("DATABASE_URL is not set")?;
    let (server, rest) = given.rsplit_once('/').context("DATABASE_URL names no database")?;
    let query = rest.split_once('?').map(|(_, query)| format!("?{query}")).unwrap_or_default();
    Ok(format!("{server}/{name}{query}"))
}
