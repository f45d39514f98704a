//! Screens of staff that use all of their connections leave the others to diners.

use domain::config::TimeoutFactor;
use domain::db;
use domain::rng::Rng;
use sqlx::PgPool;
use sqlx::pool::PoolConnection;
use tests::{Reply, RestaurantSpec, TestApp, TestDatabase, eventually};
use web_server::reads::Reads;
use web_server::state::{App, Pools};

/// Takes all connections of a pool, as screens with long reads do.
async fn take_all(pool: &PgPool) -> Vec<PoolConnection<sqlx::Postgres>> {
    let mut taken = Vec::new();
    for _ in 0..pool.options().get_max_connections() {
        taken.push(pool.acquire().await.expect("a connection"));
    }
    taken
}

#[track_caller]
fn expect_try_again(reply: &Reply) {
    reply.refused(503, "try_again");
    let seconds: u32 = reply.header("retry-after").parse().expect("Retry-After");
    assert!((1..=10).contains(&seconds), "{seconds}");
}

/// Returns the responses to a diner's page and to a further screen while all connections of the screens are used.
async fn responses_while_screens_are_busy(has_share: bool) -> (Reply, Reply) {
    let database = TestDatabase::create().await;
    let connect = async |connections| {
        db::connect_for_requests(&database.url, "web", connections, TimeoutFactor::USUAL).await.expect("it answers")
    };
    let general = connect(4).await;
    let staff = if has_share { connect(2).await } else { general.clone() };
    let (batches, booking) = (connect(2).await, connect(2).await);
    let pools = Pools { general, staff: staff.clone(), batches, booking, replica: None };
    let app = TestApp::over(&database.url, vec![pools]).await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let (hanako, owner) = (app.diner("hanako").await, app.owner(&restaurant).await);
    app.caches_follow().await;
    let busy = take_all(&staff).await;
    let page = hanako.get("/users/profile").await;
    let screen = owner.get("/owners").await;
    drop(busy);
    eventually("the screens are free again", async || owner.get("/owners").await.status == 200).await;
    app.end().await;
    database.drop().await;
    (page, screen)
}

#[tokio::test(flavor = "multi_thread")]
async fn busy_screens_leave_connections_to_diners() {
    let (page, screen) = responses_while_screens_are_busy(true).await;
    page.is(200);
    expect_try_again(&screen);
    let (page, screen) = responses_while_screens_are_busy(false).await;
    expect_try_again(&page);
    expect_try_again(&screen);
}

/// The staff's day uses connections of bookings, but only half of them.
#[tokio::test]
async fn busy_days_leave_connections_to_availability() {
    let database = TestDatabase::create().await;
    let pool = db::connect_planned(&database.url, "web", 2, TimeoutFactor::USUAL).await.expect("it answers");
    let reads = Reads::new(pool.clone(), None);
    let day = reads.connect_for_staff().await.expect("a turn");
    assert!(matches!(reads.connect_for_staff().await, Err(sqlx::Error::PoolTimedOut)), "the other half is not staff's");
    drop(reads.connect_primary().await.expect("bookings have the other half"));
    drop(day);
    drop(reads.connect_for_staff().await.expect("the turn is free again"));
    pool.close().await;
    database.drop().await;
}

/// The status of a file's response is sent before its rows are read: a busy pool delays the rows, and does not truncate the file.
#[tokio::test(flavor = "multi_thread")]
async fn batch_of_a_file_waits_for_busy_screens() {
    let database = TestDatabase::create().await;
    let pool = db::connect_for_requests(&database.url, "web", 2, TimeoutFactor::USUAL).await.expect("it answers");
    let app = TestApp::start().await;
    let web = App::new(app.config.clone(), Pools::from(pool.clone()), app.clock.clone(), Rng::seeded(1)).for_staff();
    let busy = take_all(&pool).await;
    let refused = async {
        let screen = pool.acquire().await;
        drop(busy);
        screen
    };
    let (batch, screen) = tokio::join!(web.acquire_for_file(), refused);
    assert!(matches!(screen, Err(sqlx::Error::PoolTimedOut)), "another request waits for a moment only");
    drop(batch.expect("the batch waits longer"));
    app.end().await;
    pool.close().await;
    database.drop().await;
}

/// Files leave connections to other screens.
#[tokio::test(flavor = "multi_thread")]
async fn files_use_half_of_the_connections_of_screens() {
    let database = TestDatabase::create().await;
    let app = TestApp::start().await;
    let most = app.config.staff_connections.max(2);
    let pool = db::connect_for_requests(&database.url, "web", most, TimeoutFactor::USUAL).await.expect("it answers");
    let web = App::new(app.config.clone(), Pools::from(pool.clone()), app.clock.clone(), Rng::seeded(1)).for_staff();
    let mut files = Vec::new();
    for _ in 0..(app.config.staff_connections / 2).max(1) {
        files.push(web.acquire_for_file().await.expect("a connection"));
    }
    let further = tokio::select! {
        biased;
        _ = web.acquire_for_file() => true,
        screen = pool.acquire() => { screen.expect("a connection is left to screens"); false }
    };
    assert!(!further, "a further file waits for its turn");
    drop(files);
    drop(web.acquire_for_file().await.expect("a turn is free again"));
    app.end().await;
    pool.close().await;
    database.drop().await;
}
