//! A database for each test: a copy of a template, which the first test that needs it creates. One template is migrated and empty;
//! another contains the demo world.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::UNIX_EPOCH;

use chrono::{DateTime, Utc};
use domain::db;
use domain::rng::Rng;
use domain::signing::Signer;
use sha2::{Digest, Sha256};
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};

use crate::outside::Outside;

static NUMBER: AtomicU32 = AtomicU32::new(1);
/// Advisory lock held while a template is made; the number is used for nothing else on the server.
const LOCK: i64 = 0x5eed_5ea7;

/// A test's database. It remains for inspection when its test fails, and the next run drops it.
pub struct TestDatabase {
    pub url: String,
    pub name: String,
}

impl TestDatabase {
    /// Creates a migrated, empty database.
    pub async fn create() -> Self {
        let mut server = connect().await;
        let template = empty_template(&mut server).await;
        Self::copy(&mut server, &template).await
    }

    /// Creates a database with the demo world as loaded at `now`, and returns the history of the stand-ins that took part.
    pub async fn with_demo_world(now: DateTime<Utc>) -> (Self, String) {
        let mut server = connect().await;
        let template = world_template(&mut server, now).await;
        let history =
            sqlx::query_scalar("SELECT shobj_description(oid, 'pg_database') FROM pg_database WHERE datname = $1");
        let history = history.bind(&template).fetch_one(&mut server).await.expect("the history of the stand-ins");
        (Self::copy(&mut server, &template).await, history)
    }

    async fn copy(server: &mut PgConnection, template: &str) -> Self {
        let name = format!("seki_test_{}_{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        // Copying the template's files takes a fifth of the time of writing each page to the log.
        run(server, format!("CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")).await;
        Self { url: sibling(&name), name }
    }

    pub async fn drop(self) {
        run(&mut connect().await, format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name)).await;
    }
}

/// Returns the migrated, empty template of this schema. One test creates it, the others wait for it.
async fn empty_template(server: &mut PgConnection) -> String {
    let template = format!("seki_template_{}", db::schema_name());
    if exists(server, &template).await {
        return template;
    }
    run(server, format!("SELECT pg_advisory_lock({LOCK})")).await;
    if !exists(server, &template).await {
        drop_leftovers(server).await;
        let draft = begin_draft(server, &template, "template1").await;
        let pool = db::connect(&sibling(&draft), "seki tests", 2).await.expect("the new database answers");
        db::migrate(&pool).await.expect("the migrations run");
        pool.close().await;
        publish(server, &draft, &template).await;
    }
    run(server, format!("SELECT pg_advisory_unlock({LOCK})")).await;
    template
}

/// Returns the template of this schema into which this build has loaded the demo world. Its comment is the history of the stand-ins.
async fn world_template(server: &mut PgConnection, now: DateTime<Utc>) -> String {
    let template = format!("seki_world_{}_{}", db::schema_name(), build());
    if exists(server, &template).await {
        return template;
    }
    let empty = empty_template(server).await;
    run(server, format!("SELECT pg_advisory_lock({LOCK})")).await;
    if !exists(server, &template).await {
        drop_older_worlds(server).await;
        let draft = begin_draft(server, &template, &empty).await;
        let history = load_demo_world(&sibling(&draft), now).await;
        run(server, format!("COMMENT ON DATABASE {draft} IS '{}'", history.replace('\'', "''"))).await;
        publish(server, &draft, &template).await;
    }
    run(server, format!("SELECT pg_advisory_unlock({LOCK})")).await;
    template
}

/// Loads the demo world, and returns the history of the stand-ins, which have its customers, cards and subscriptions.
async fn load_demo_world(url: &str, now: DateTime<Utc>) -> String {
    let pool = db::connect(url, "seki tests", 4).await.expect("the new database answers");
    let (outside, rng) = (Outside::start().await, Rng::seeded(0));
    outside.handle.set_billing_time(now);
    let signer = Signer::new("a secret that no row of the demo world depends on");
    let tools = cli::seed::Tools { stripe: &outside.stripe, rng: &rng, signer: &signer, now };
    cli::seed::load(&pool, &tools).await.expect("the demo world loads");
    pool.close().await;
    outside.handle.history().expect("the stand-ins' state is JSON")
}

/// Identifies this build of the tests. The loaded data depends on the code that loads it, on the fixtures that are built into it, and on
/// the rules of the product, all of which are part of this program.
fn build() -> String {
    let program = std::env::current_exe().and_then(std::fs::metadata).expect("our own file");
    let modified = program.modified().expect("a file system with times").duration_since(UNIX_EPOCH);
    let modified = modified.expect("after 1970").as_nanos();
    let sum = Sha256::digest(format!("{} {modified}", program.len()));
    sum.iter().take(6).map(|byte| format!("{byte:02x}")).collect()
}

/// Creates a database that becomes a template when it is complete.
async fn begin_draft(server: &mut PgConnection, template: &str, from: &str) -> String {
    let draft = format!("{template}_draft");
    run(server, format!("DROP DATABASE IF EXISTS {draft} WITH (FORCE)")).await;
    run(server, format!("CREATE DATABASE {draft} TEMPLATE {from}")).await;
    draft
}

async fn publish(server: &mut PgConnection, draft: &str, template: &str) {
    run(server, format!("ALTER DATABASE {draft} RENAME TO {template}")).await;
    run(server, format!("ALTER DATABASE {template} ALLOW_CONNECTIONS false")).await;
}

async fn exists(server: &mut PgConnection, name: &str) -> bool {
    let known = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM pg_database WHERE datname = $1)").bind(name);
    known.fetch_one(server).await.expect("the list of databases")
}

/// Drops worlds that other builds have loaded.
async fn drop_older_worlds(server: &mut PgConnection) {
    let names = sqlx::query_scalar(r"SELECT datname FROM pg_database WHERE datname LIKE 'seki\_world\_%'");
    let names: Vec<String> = names.fetch_all(&mut *server).await.expect("the list of databases");
    for name in names {
        run(server, format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")).await;
    }
}

/// Drops databases of failed tests whose process has exited.
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

/// Returns the address of another database on the tests' server.
fn sibling(name: &str) -> String {
    let given = std::env::var("SEKI_TEST_DATABASE_URL").or_else(|_| std::env::var("DATABASE_URL"));
    let given = given.expect("SEKI_TEST_DATABASE_URL or DATABASE_URL names a PostgreSQL that may create databases");
    let (server, rest) = given.rsplit_once('/').expect("the address names a database");
    let query = rest.split_once('?').map(|(_, query)| format!("?{query}")).unwrap_or_default();
    format!("{server}/{name}{query}")
}
