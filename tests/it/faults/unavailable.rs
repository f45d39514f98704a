//! A database that is stopped, full, locked or out of connections: 503 with `Retry-After` within three seconds, a correct health status
//! within one, and recovery without intervention.

use std::time::Duration;

use sqlx::PgPool;
use tests::{RESERVATIONS, Reply, RestaurantSpec, SlotSpec, TestApp, allowed, eventually, password_of};
use tokio::time::Instant;

use super::{app_behind_proxy, app_behind_proxy_as, end, locked, timed, usual};

/// Limit that the product guarantees, with some margin.
const ANSWERED_WITHIN: Duration = Duration::from_millis(3500);
const HEALTH_WITHIN: Duration = Duration::from_millis(1500);

/// The same, adjusted to the machine's current speed.
#[derive(Clone, Copy)]
struct Within {
    answered: Duration,
    health: Duration,
}

impl Within {
    async fn measure(app: &TestApp) -> Self {
        let usual = usual(app).await;
        Self { answered: allowed(ANSWERED_WITHIN, usual), health: allowed(HEALTH_WITHIN, usual) }
    }
}

#[track_caller]
fn expect_try_again(reply: &Reply) {
    reply.refused(503, "try_again");
    let seconds: u32 = reply.header("retry-after").parse().expect("Retry-After");
    assert!((1..=10).contains(&seconds), "{seconds}");
}

async fn is_healthy(app: &TestApp, within: Within) -> bool {
    let (ready, taken) = timed(app, "/health").await;
    assert!(taken < within.health, "{taken:?}");
    let (live, taken) = timed(app, "/health/live").await;
    assert_eq!(live, 200, "the process lives");
    assert!(taken < within.health, "{taken:?}");
    ready == 200
}

/// Within a second, and a little more.
async fn becomes_unhealthy(app: &TestApp, within: Within) {
    let begun = Instant::now();
    while is_healthy(app, within).await {
        assert!(begun.elapsed() < within.health, "health is wrong");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn stopped_database_gets_503_and_recovers() {
    let (app, mut line, database) = app_behind_proxy().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let within = Within::measure(&app).await;
    assert!(is_healthy(&app, within).await);

    line.cut();
    becomes_unhealthy(&app, within).await;
    assert_eq!(timed(&app, "/health/ready").await.0, 503);
    let pages = ["/", "/r/sushi-test", "/users/upcoming_reservations", "/owners/sign_in", "/owners", "/users/profile"];
    for path in pages {
        let begun = Instant::now();
        let reply = hanako.get(path).await;
        assert!(begun.elapsed() < within.answered, "{path}: {:?}", begun.elapsed());
        // The sign-in page needs no database.
        if !matches!(reply.status, 200 | 401) {
            expect_try_again(&reply);
        }
    }
    let page = hanako.open("/r/sushi-test").await;
    assert_eq!((page.status, page.header("retry-after")), (503, "2"));
    assert!(
        page.body.contains("ただいまご利用いただけません") && page.body.contains("Please try again"),
        "{}",
        page.body
    );
    let begun = Instant::now();
    let token = app.token_for(&restaurant, hanako.id());
    expect_try_again(&hanako.post(RESERVATIONS, &slot.hold_request(&restaurant, 1, &token)).await);
    assert!(begun.elapsed() < within.answered, "{:?}", begun.elapsed());

    line.reopen().await;
    eventually("all is well again", async || is_healthy(&app, within).await).await;
    hanako.hold(&restaurant, &slot, 1).await;
    end(app, line, database).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn stray_slot_lock_fails_only_requests_of_that_slot() {
    let (app, line, database) = app_behind_proxy().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 40, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec { counts: vec![1], ..SlotSpec::default() }).await;
    let within = Within::measure(&app).await;
    let elsewhere = app.slot(&restaurant, SlotSpec { days: 9, counts: vec![1], ..SlotSpec::default() }).await;
    let stray = locked(
        &app.pool,
        "SELECT 1 FROM online_stock_groups WHERE date = (SELECT min(date) FROM online_stock_groups) FOR UPDATE",
    )
    .await;
    let mut asking = tokio::task::JoinSet::new();
    for contender in app.crowd(&restaurant, 20).await {
        let (restaurant, slot) = (restaurant.clone(), slot.clone());
        asking.spawn(async move {
            let begun = Instant::now();
            (contender.try_hold(&restaurant, &slot, 1).await, begun.elapsed())
        });
    }
    for (reply, taken) in asking.join_all().await {
        expect_try_again(&reply);
        assert!(taken < within.answered, "{taken:?}");
    }
    assert!(is_healthy(&app, within).await, "one slot is not the database");
    app.diner("emma").await.hold(&restaurant, &elsewhere, 1).await;
    stray.rollback().await.expect("the lock goes");
    eventually("the slot can be had again", async || {
        let crowd = app.crowd(&restaurant, 1).await;
        crowd[0].try_hold(&restaurant, &slot, 1).await.status == 201
    })
    .await;
    end(app, line, database).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn full_disk_fails_writes_with_503() {
    let (app, line, database) = app_behind_proxy().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let within = Within::measure(&app).await;
    // PostgreSQL's error when a table cannot grow.
    app.execute(
        "CREATE FUNCTION disk_is_full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
             RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full';
         END $$;
         CREATE TRIGGER disk_is_full BEFORE INSERT ON reservations FOR EACH ROW EXECUTE FUNCTION disk_is_full()",
    )
    .await;
    let token = app.token_for(&restaurant, hanako.id());
    expect_try_again(&hanako.post(RESERVATIONS, &slot.hold_request(&restaurant, 1, &token)).await);
    becomes_unhealthy(&app, within).await;
    hanako.get("/r/sushi-test").await.is(200);
    app.execute("DROP FUNCTION disk_is_full CASCADE").await;
    eventually("there is room again", async || is_healthy(&app, within).await).await;
    hanako.hold(&restaurant, &slot, 1).await;
    end(app, line, database).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn exhausted_connections_get_503() {
    let role = Role::create().await;
    let (app, line, database) = app_behind_proxy_as(Some(&role.name)).await;
    let hanako = app.diner("hanako").await;
    hanako.get("/users/upcoming_reservations").await.is(200);
    let within = Within::measure(&app).await;
    role.may_connect(false).await;
    becomes_unhealthy(&app, within).await;
    for path in ["/r/sushi-test", "/users/upcoming_reservations"] {
        let begun = Instant::now();
        expect_try_again(&hanako.get(path).await);
        assert!(begun.elapsed() < within.answered, "{path}: {:?}", begun.elapsed());
    }
    role.may_connect(true).await;
    eventually("there are some again", async || is_healthy(&app, within).await).await;
    hanako.get("/users/upcoming_reservations").await.is(200);
    end(app, line, database).await;
    role.run("DROP ROLE {name}").await;
}

/// A separate role for the web server, which may write everything and whose connections can be limited.
struct Role {
    name: String,
    server: PgPool,
}

impl Role {
    async fn create() -> Self {
        let url = std::env::var("SEKI_TEST_DATABASE_URL").or_else(|_| std::env::var("DATABASE_URL"));
        let url = url.expect("a database");
        let server = PgPool::connect(&url).await.expect("the server answers");
        // The proxy's URL has the password of the usual role.
        let password = password_of(&url).map(|password| format!(" PASSWORD '{password}'")).unwrap_or_default();
        let role = Self { name: format!("seki_few_{}", std::process::id()), server };
        role.run("DROP ROLE IF EXISTS {name}").await;
        role.run(&format!("CREATE ROLE {{name}} LOGIN SUPERUSER{password}")).await;
        role
    }

    /// The limit does not bind a superuser.
    async fn may_connect(&self, may: bool) {
        match may {
            true => self.run("ALTER ROLE {name} SUPERUSER CONNECTION LIMIT -1").await,
            false => {
                self.run("ALTER ROLE {name} NOSUPERUSER CONNECTION LIMIT 0").await;
                self.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '{name}'").await;
            }
        }
    }

    async fn run(&self, statement: &str) {
        let statement = statement.replace("{name}", &self.name);
        let done = sqlx::raw_sql(sqlx::AssertSqlSafe(statement.clone())).execute(&self.server).await;
        done.unwrap_or_else(|error| panic!("{statement}: {error}"));
    }
}
