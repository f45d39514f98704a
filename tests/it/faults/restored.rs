//! A backup in a new cluster. It has rows and counters and nothing else of the old cluster: transaction ids start again.

use std::path::{Path, PathBuf};

use cli::postgres::{Options, Postgres};
use domain::availability::changes;
use domain::db;
use domain::restaurants::queries::touch_settings;
use futures_util::TryStreamExt;
use serde_json::json;
use sqlx::{AssertSqlSafe, PgPool};
use tests::{RestaurantSpec, SlotSpec, TestApp, eventually};
use web_server::state::Pools;

const DAYS: i64 = 30;
/// The number of transactions of an old cluster, compared with one or two thousand of the new one.
const BURN: &str = "DO $$ BEGIN FOR i IN 1..20000 LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$";
const NEXT_TRANSACTION: &str = "SELECT pg_current_xact_id()::text::bigint";

/// A dedicated cluster.
struct Cluster {
    home: PathBuf,
    postgres: Postgres,
    pool: PgPool,
}

impl Cluster {
    async fn start(name: &str) -> Self {
        let home = std::env::temp_dir().join(format!("seki-{name}-{}", std::process::id()));
        let node_modules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../node_modules");
        let options = Options { node_modules: Some(node_modules), ..Options::default() };
        let postgres = Postgres::start(&home, &options).await.expect("a new cluster");
        let pool = db::connect(&postgres.url, "test", 4).await.expect("it answers");
        db::migrate(&pool).await.expect("the migrations run");
        Self { home, postgres, pool }
    }

    async fn stop(self) {
        self.pool.close().await;
        self.postgres.stop().await.expect("it stops");
        std::fs::remove_dir_all(&self.home).expect("the folder is ours");
    }
}

async fn names(pool: &PgPool, query: &'static str) -> Vec<String> {
    sqlx::query_scalar(query).fetch_all(pool).await.expect("the catalogue")
}

/// Does the same as `pg_dump --data-only --disable-triggers` and `psql`: copies each row of each table, and the value of each counter.
async fn restore(from: &PgPool, to: &PgPool) {
    let tables = "SELECT format('%I.%I', schemaname, tablename) FROM pg_tables
                  WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1";
    let tables = names(from, tables).await;
    let mut target = to.acquire().await.unwrap();
    sqlx::query("SET session_replication_role = replica").execute(&mut *target).await.unwrap();
    let all = tables.join(", ");
    sqlx::raw_sql(AssertSqlSafe(format!("TRUNCATE {all}"))).execute(&mut *target).await.unwrap();
    let mut source = from.acquire().await.unwrap();
    for table in tables {
        let mut rows = source.copy_out_raw(&format!("COPY {table} TO STDOUT")).await.unwrap();
        let mut writing = target.copy_in_raw(&format!("COPY {table} FROM STDIN")).await.unwrap();
        while let Some(row) = rows.try_next().await.unwrap() {
            writing.send(row).await.unwrap();
        }
        writing.finish().await.unwrap();
    }
    let counters = "SELECT format('SELECT setval(%L, %s)', format('%I.%I', schemaname, sequencename), last_value)
                    FROM pg_sequences WHERE last_value IS NOT NULL";
    for counter in names(from, counters).await {
        sqlx::raw_sql(AssertSqlSafe(counter)).execute(&mut *target).await.unwrap();
    }
    target.close().await.unwrap();
}

async fn pull_changes(pool: &PgPool, since: changes::Horizon) -> changes::PulledChanges {
    changes::since(&mut pool.acquire().await.unwrap(), since, true).await.unwrap()
}

/// Returns the faults that `seki doctor` finds in the database; the rest of the configuration is absent.
async fn faults_of(cluster: &Cluster) -> Vec<String> {
    let environment = tests::database_variables(&cluster.postgres.url);
    let (_, said) = tests::seki(&["doctor"], &environment).await;
    assert!(said.contains("change marks"), "it checks them: {said}");
    // Other requirements of production are outside a backup's scope, and no worker runs here.
    let others = ["FAIL  configuration", "FAIL  documents", "FAIL  workers"];
    let faults =
        said.lines().filter(|line| line.starts_with("FAIL") && !others.iter().any(|other| line.starts_with(other)));
    faults.map(str::to_owned).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn restored_cluster_delivers_only_new_changes() {
    let old = TestApp::start().await;
    let restaurant = old.restaurant(RestaurantSpec { seats: 1, ..RestaurantSpec::default() }).await;
    old.execute(BURN).await;
    let mut slots = Vec::new();
    for days in 7..7 + DAYS {
        slots.push(old.slot(&restaurant, SlotSpec { days, ..SlotSpec::default() }).await);
    }
    old.diner("kenji").await.hold(&restaurant, &slots[1], 1).await;
    let hanako = old.diner("hanako").await;
    let remembered = changes::horizon(&mut old.pool.acquire().await.unwrap()).await.unwrap();

    let cluster = Cluster::start("restored").await;
    let before = old.count(NEXT_TRANSACTION).await;
    restore(&old.pool, &cluster.pool).await;
    let next: i64 = sqlx::query_scalar(NEXT_TRANSACTION).fetch_one(&cluster.pool).await.unwrap();
    assert!(next + 10_000 < before, "{next}: the new cluster's transactions are far behind the old one's, {before}");

    // A server that has the old database's state, and a server that starts with the new one.
    let begun = changes::horizon(&mut cluster.pool.acquire().await.unwrap()).await.unwrap();
    for seen in [remembered, begun] {
        let pulled = pull_changes(&cluster.pool, seen).await;
        assert!(pulled.changes.is_empty() && pulled.actions.is_empty() && !pulled.is_another, "{pulled:?}");
    }
    touch_settings(&mut cluster.pool.acquire().await.unwrap(), restaurant.id).await.unwrap();
    for seen in [remembered, begun] {
        let pulled = pull_changes(&cluster.pool, seen).await;
        assert_eq!(pulled.changes.iter().map(|c| c.restaurant).collect::<Vec<_>>(), [restaurant.id]);
    }

    let new = TestApp::over(&cluster.postgres.url, vec![Pools::from(cluster.pool.clone())]).await;
    let visitor = new.anonymous();
    let available = async || visitor.month("sushi-test", "2026-12").await["available_dates"][0].clone();
    assert_eq!(available().await, json!("2026-12-08"));
    let hanako = new.sign_in(hanako.id(), "hanako@seki.test").await;
    hanako.hold(&restaurant, &slots[0], 1).await;
    eventually("its calendar follows", async || available().await == json!("2026-12-10")).await;
    new.end().await;

    assert_eq!(faults_of(&cluster).await, [""; 0]);
    // Rows that were restored without the counters.
    sqlx::query("SELECT setval('change_no', 1)").execute(&cluster.pool).await.unwrap();
    let faults = faults_of(&cluster).await;
    assert!(matches!(&faults[..], [only] if only.starts_with("FAIL  change marks")), "{faults:?}");
    cluster.stop().await;
    old.end().await;
}
