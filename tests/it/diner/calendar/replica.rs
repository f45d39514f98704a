//! Availability is read from a replica up to the position that the caches have received. The replica is a real one: it streams from a
//! primary that the test starts, and is paused.

use std::path::{Path, PathBuf};
use std::process::Command;

use cli::postgres::{Options, Postgres};
use domain::db;
use serde_json::json;
use sqlx::PgPool;
use tests::{RestaurantSpec, SlotSpec, TestApp, eventually};
use web_server::reads::Reads;
use web_server::state::Pools;

const MONTH: &str = "2026-12";

/// A primary and a standby that streams from it.
struct Pair {
    folder: PathBuf,
    standby: Postgres,
    primary: Postgres,
}

impl Pair {
    async fn start(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("seki-{name}-{}", std::process::id()));
        let (first, second) = (folder.join("primary"), folder.join("standby"));
        let options = Options { node_modules: Some(node_modules()), ..Options::default() };
        let primary = Postgres::start(&first, &options).await.expect("a primary");
        let pool = db::connect(&primary.url, "test", 2).await.expect("the primary answers");
        db::migrate(&pool).await.expect("the migrations run");
        pool.close().await;
        primary.stop().await.expect("the primary stops");
        std::fs::create_dir_all(second.join("postgres")).expect("a folder");
        let data = first.join("postgres").canonicalize().expect("the primary's folder").join("data");
        copy(&data, &second.join("postgres/data"));
        copy(&data.join("../password"), &second.join("postgres/password"));
        let primary = Postgres::start(&first, &options).await.expect("the primary again");
        follow(&second.join("postgres/data"), &primary.url);
        let standby = Postgres::start(&second, &options).await.expect("a standby");
        Self { folder, standby, primary }
    }

    async fn stop(self) {
        self.standby.stop().await.expect("the standby stops");
        self.primary.stop().await.expect("the primary stops");
        std::fs::remove_dir_all(&self.folder).expect("the folder is ours");
    }
}

fn node_modules() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../node_modules")
}

/// With its owner, which is PostgreSQL's system account.
fn copy(from: &Path, to: &Path) {
    let copied = Command::new("cp").arg("-a").arg(from).arg(to).status().expect("cp");
    assert!(copied.success(), "{} to {}", from.display(), to.display());
}

/// Turns a copied data folder into a standby's.
fn follow(data: &Path, primary_url: &str) {
    let port = primary_url.rsplit(':').next().and_then(|rest| rest.split('/').next()).expect("a port");
    let password = primary_url.split_once("seki:").and_then(|(_, rest)| rest.split('@').next()).expect("a password");
    let settings = data.join("postgresql.auto.conf");
    let known = std::fs::read_to_string(&settings).expect("the settings");
    let primary = format!("primary_conninfo = 'host=127.0.0.1 port={port} user=seki password={password}'\n");
    std::fs::write(&settings, known + &primary).expect("the settings");
    std::fs::write(data.join("standby.signal"), "").expect("the signal");
}

async fn is_replayed(primary: &PgPool, standby: &PgPool) -> bool {
    let written: String =
        sqlx::query_scalar("SELECT pg_current_wal_flush_lsn()::text").fetch_one(primary).await.unwrap();
    let replayed = sqlx::query_scalar("SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn").bind(written);
    replayed.fetch_one(standby).await.unwrap()
}

async fn pause(standby: &PgPool) {
    sqlx::query("SELECT pg_wal_replay_pause()").execute(standby).await.unwrap();
    eventually("replay is paused", || async {
        let state = sqlx::query_scalar::<_, String>("SELECT pg_get_wal_replay_pause_state()");
        state.fetch_one(standby).await.unwrap() == "paused"
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lagging_replica_answers_are_not_cached() {
    let pair = Pair::start("lagging").await;
    let pool = |url: &str, name: &'static str| {
        let url = url.to_owned();
        async move { db::connect(&url, name, 8).await.expect("the server answers") }
    };
    let (primary, standby) = (pool(&pair.primary.url, "primary").await, pool(&pair.standby.url, "standby").await);
    let careful = Pools { replica: Some(standby.clone()), ..Pools::from(primary.clone()) };
    // The control reads from the standby regardless of its replay position.
    let careless = Pools { booking: standby.clone(), ..Pools::from(primary.clone()) };
    let app = TestApp::over(&pair.primary.url, vec![careful, careless]).await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 1, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec { counts: vec![1], ..SlotSpec::default() }).await;
    eventually("the standby has followed", || is_replayed(&primary, &standby)).await;
    let [first, second] = [0, 1].map(|server| app.anonymous().at(&app.base_urls[server]));
    let hanako = app.diner("hanako").await;
    let available =
        async |visitor: &tests::Persona| visitor.month("sushi-test", MONTH).await["available_dates"].clone();
    for visitor in [&first, &second] {
        assert_eq!(available(visitor).await, json!(["2026-12-08"]));
    }

    eventually("the standby has followed", || is_replayed(&primary, &standby)).await;
    pause(&standby).await;
    hanako.hold(&restaurant, &slot, 1).await;
    eventually("the day is full", || async { available(&first).await == json!([]) }).await;
    // The control, too, has pulled the change and queries its standby again.
    app.caches_follow().await;
    assert_eq!(available(&first).await, json!([]));
    assert_eq!(available(&second).await, json!(["2026-12-08"]), "the control read the old state");

    sqlx::query("SELECT pg_wal_replay_resume()").execute(&standby).await.unwrap();
    eventually("the standby has followed", || is_replayed(&primary, &standby)).await;
    assert_eq!(available(&first).await, json!([]));
    app.caches_follow().await;
    assert_eq!(available(&second).await, json!(["2026-12-08"]), "and the control keeps it");
    app.end().await;
    drop((primary, standby));
    pair.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reads_go_to_the_replica_while_it_keeps_up() {
    let pair = Pair::start("reads").await;
    let primary = db::connect(&pair.primary.url, "primary", 4).await.unwrap();
    let standby = db::connect(&pair.standby.url, "standby", 4).await.unwrap();
    let app = TestApp::over(&pair.primary.url, vec![Pools::from(primary.clone())]).await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let reads = Reads::new(primary.clone(), Some(standby.clone()));
    let is_of_the_standby = async || {
        let mut conn = reads.connect(restaurant.id, Some(app.day(0)..=app.day(40))).await.unwrap();
        sqlx::query_scalar::<_, bool>("SELECT pg_is_in_recovery()").fetch_one(&mut *conn).await.unwrap()
    };
    eventually("the standby has followed", || is_replayed(&primary, &standby)).await;
    assert!(is_of_the_standby().await);
    pause(&standby).await;
    app.slot(&restaurant, SlotSpec::default()).await;
    assert!(!is_of_the_standby().await, "a day has changed");
    sqlx::query("SELECT pg_wal_replay_resume()").execute(&standby).await.unwrap();
    eventually("the standby has followed", || is_replayed(&primary, &standby)).await;
    assert!(is_of_the_standby().await);
    pause(&standby).await;
    app.touch_settings(&restaurant).await;
    assert!(!is_of_the_standby().await, "the settings have changed");
    app.end().await;
    drop((reads, primary, standby));
    pair.stop().await;
}
