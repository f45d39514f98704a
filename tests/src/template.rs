//! A database for each test: a copy of one that was migrated once for this schema, by whichever test came first.

use std::sync::atomic::{AtomicU32, Ordering};

use domain::db;
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};

static NUMBER: AtomicU32 = AtomicU32::new(1);
/// Held while the template is made; any number that nobody else on the server uses.
const LOCK: i64 = 0x5eed_5ea7;

/// Migrated and empty. It stays behind for a look when its test fails, and is dropped by the next run.
pub struct TestDatabase {
    pub url: String,
    name: String,
}

impl TestDatabase {
    pub async fn create() -> Self {
        let template = format!("seki_template_{}", db::schema_name());
        let name = format!("seki_test_{}_{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        let mut server = connect().await;
        if !exists(&mut server, &template).await {
            make(&mut server, &template).await;
        }
        // To copy the template's files takes a fifth of the time that writing each page to the log does.
        run(&mut server, format!("CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")).await;
        Self { url: sibling(&name), name }
    }

    pub async fn drop(self) {
        run(&mut connect().await, format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name)).await;
    }
}

/// One test makes the template, the others wait for it.
async fn make(server: &mut PgConnection, template: &str) {
    run(server, format!("SELECT pg_advisory_lock({LOCK})")).await;
    if !exists(server, template).await {
        drop_leftovers(server).await;
        let draft = format!("{template}_draft");
        run(server, format!("DROP DATABASE IF EXISTS {draft} WITH (FORCE)")).await;
        run(server, format!("CREATE DATABASE {draft}")).await;
        let pool = db::connect(&sibling(&draft), "seki tests", 2).await.expect("the new database answers");
        db::migrate(&pool).await.expect("the migrations run");
        pool.close().await;
        run(server, format!("ALTER DATABASE {draft} RENAME TO {template}")).await;
        run(server, format!("ALTER DATABASE {template} ALLOW_CONNECTIONS false")).await;
    }
    run(server, format!("SELECT pg_advisory_unlock({LOCK})")).await;
}

async fn exists(server: &mut PgConnection, name: &str) -> bool {
    let known = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM pg_database WHERE datname = $1)").bind(name);
    known.fetch_one(server).await.expect("the list of databases")
}

/// Databases of tests that failed, once their process is gone.
async fn drop_leftovers(server: &mut PgConnection) {
    let names = sqlx::query_scalar(r"SELECT datname FROM pg_database WHERE datname LIKE 'seki\_test\_%'");
    let names: Vec<String> = names.fetch_all(&mut *server).await.expect("the list of databases");
    for name in names {
        let process = name.split('_').nth(2).unwrap_or_default().to_owned();
        if !std::path::Path::new(&format!("/proc/{process}")).exists() {
            run(server, format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")).await;
        }
    }
}

async fn run(server: &mut PgConnection, statement: String) {
    server.execute(AssertSqlSafe(statement.clone())).await.unwrap_or_else(|error| panic!("{statement}: {error}"));
}

async fn connect() -> PgConnection {
    let url = sibling("postgres");
    PgConnection::connect(&url).await.unwrap_or_else(|error| panic!("{url}: {error}"))
}

/// The address of another database on the server of the tests.
fn sibling(name: &str) -> String {
    let given = std::env::var("SEKI_TEST_DATABASE_URL").or_else(|_| std::env::var("DATABASE_URL"));
    let given = given.expect("SEKI_TEST_DATABASE_URL or DATABASE_URL names a PostgreSQL that may create databases");
    let (server, rest) = given.rsplit_once('/').expect("the address names a database");
    let query = rest.split_once('?').map(|(_, query)| format!("?{query}")).unwrap_or_default();
    format!("{server}/{name}{query}")
}
