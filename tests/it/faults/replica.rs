//! A replica that is unavailable, from the start or while serving: the primary responds within a second, and the replica serves again by
//! itself when it is back.

use std::sync::Arc;
use std::time::Duration;

use domain::config::TimeoutFactor;
use domain::db;
use tests::{DatabaseProxy, Restaurant, RestaurantSpec, SlotSpec, TestApp, TestDatabase, allowed, eventually};
use tokio::task::JoinHandle;
use tokio::time::Instant;
use web_server::reads::Reads;
use web_server::state::Pools;

use super::usual;

/// Limit that the product guarantees, with some margin.
const ANSWERED_WITHIN: Duration = Duration::from_millis(1500);
const REPLICA: &str = "seki test replica";

/// A web server whose replica is the same database behind a proxy, which never lags and can be cut; and the test's query for the server of
/// its reads.
struct Served {
    app: TestApp,
    restaurant: Restaurant,
    reads: Arc<Reads>,
    following: JoinHandle<()>,
    /// `ANSWERED_WITHIN`, adjusted to the machine's current speed.
    within: Duration,
}

impl Served {
    async fn over(database: &TestDatabase, line: &DatabaseProxy) -> Self {
        let timeouts = TimeoutFactor::USUAL;
        let lazily = || db::connect_planned_lazily(&line.url, REPLICA, 4, timeouts).expect("a URL");
        let primary = db::connect_for_requests(&database.url, "web", 12, timeouts).await.expect("it answers");
        let pools = Pools { replica: Some(lazily()), ..Pools::from(primary.clone()) };
        let app = TestApp::over(&database.url, vec![pools]).await;
        let restaurant = app.restaurant(RestaurantSpec::default()).await;
        app.slot(&restaurant, SlotSpec::default()).await;
        let reads = Arc::new(Reads::new(primary, Some(lazily())));
        let followed = reads.clone();
        let following = tokio::spawn(async move { followed.follow().await });
        let within = allowed(ANSWERED_WITHIN, usual(&app).await);
        Self { app, restaurant, reads, following, within }
    }

    async fn is_served_by_the_replica(&self) -> bool {
        let days = self.app.day(0)..=self.app.day(40);
        let mut conn = self.reads.connect(self.restaurant.id, Some(days)).await.expect("the primary at least");
        let name = sqlx::query_scalar::<_, String>("SELECT current_setting('application_name')");
        name.fetch_one(&mut *conn).await.expect("a connection that answers") == REPLICA
    }

    /// Reads month and day, and checks their server and their time.
    async fn answers_in_time(&self) {
        for _ in 0..3 {
            self.app.touch_settings(&self.restaurant).await;
            self.app.caches_follow().await;
            let begun = Instant::now();
            let month = self.app.anonymous().month("sushi-test", "2026-12").await;
            assert!(begun.elapsed() < 2 * self.within, "a page and a month: {:?}", begun.elapsed());
            assert_eq!(month["available_dates"], serde_json::json!(["2026-12-08"]));
            let begun = Instant::now();
            self.is_served_by_the_replica().await;
            assert!(begun.elapsed() < self.within, "{:?}", begun.elapsed());
        }
    }

    async fn comes_back(&self) {
        eventually("the replica serves again", async || self.is_served_by_the_replica().await).await;
        self.answers_in_time().await;
    }

    async fn end(self, line: DatabaseProxy, database: TestDatabase) {
        self.following.abort();
        drop(self.reads);
        self.app.end().await;
        drop(line);
        database.drop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn web_server_serves_without_replica() {
    let database = TestDatabase::create().await;
    let mut line = DatabaseProxy::to(&database.url, None).await;
    line.cut();
    let served = Served::over(&database, &line).await;
    served.answers_in_time().await;
    assert!(!served.is_served_by_the_replica().await, "the replica is down");
    line.reopen().await;
    served.comes_back().await;
    served.end(line, database).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lost_replica_is_skipped_immediately() {
    let database = TestDatabase::create().await;
    let mut line = DatabaseProxy::to(&database.url, None).await;
    let served = Served::over(&database, &line).await;
    served.comes_back().await;
    // Stopped: its connections are closed.
    line.cut();
    served.answers_in_time().await;
    assert!(!served.is_served_by_the_replica().await, "the replica is down");
    line.reopen().await;
    served.comes_back().await;
    // Disappeared: sent packets are swallowed.
    line.swallow();
    served.answers_in_time().await;
    served.comes_back().await;
    served.end(line, database).await;
}
