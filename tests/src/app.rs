//! One complete Seki: web servers on real ports, a database, the stand-ins of outside services. Time does not pass until a test moves the
//! clock, and no worker runs unless a test starts one.

use std::collections::HashMap;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use chrono::{DateTime, Utc};
use domain::clients::http;
use domain::clock::Clock;
use domain::config::{Config, TimeoutFactor};
use domain::ids::UserId;
use domain::payments::model::{PaymentContext, Subject};
use domain::rng::Rng;
use domain::sessions::{self, AccountId};
use domain::signing::Signer;
use reqwest::redirect::Policy;
use sqlx::PgPool;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tracing_subscriber::EnvFilter;
use web_server::state::Pools;
use worker::Worker;

use crate::jobs::Background;
use crate::outside::Outside;
use crate::persona::Persona;
use crate::stopwatch::Stopwatch;
use crate::template::TestDatabase;
use crate::variables::variables;
use crate::verify;

/// A Tuesday morning in Tokyo.
const MORNING: &str = "2026-12-01T10:00:00+09:00";
/// Timeout of jobs and sweepers in a test.
pub const WAIT_TIMEOUT: Duration = Duration::from_secs(60);
/// Interval at which a test checks the condition that it waits for.
pub(crate) const JOB_POLL_INTERVAL: Duration = Duration::from_millis(30);

/// Seconds of an hour and of a day, for `TestApp::advance`.
pub const HOUR: i64 = 3_600;
pub const DAY: i64 = 24 * HOUR;

/// The password of the people that tests create.
pub const PASSWORD: &str = "Seki-2026";
/// Its hash, at the product's cost parameters.
const DINERS_HASH: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$c2FsdCBvZiB0aGUgdGVzdA$kg2xz3m3bgr9URvzp+2WGSaiC/FVVabCU7tLrnQE2Cs";

#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Number of web servers over the one database.
    pub servers: usize,
    pub environment: &'static str,
    /// Maximum number of connections of one web server (`DATABASE_CONNECTIONS`).
    pub connections: u32,
    /// Environment variables in addition to the variables of all tests.
    pub settings: &'static [(&'static str, &'static str)],
    /// Whether a job runner runs due jobs until the test ends (`start_job_runner`).
    pub has_job_runner: bool,
    /// Number of workers that run until the test ends (`start_worker`).
    pub workers: usize,
}

impl Options {
    pub const STANDARD: Self =
        Self { servers: 1, environment: "test", connections: 8, settings: &[], has_job_runner: false, workers: 0 };
}

impl Default for Options {
    fn default() -> Self {
        Self::STANDARD
    }
}

pub struct TestApp {
    pub pool: PgPool,
    pub clock: Clock,
    pub rng: Rng,
    pub config: Config,
    pub outside: Outside,
    pub base_urls: Vec<String>,
    /// Follows no redirects.
    pub http: reqwest::Client,
    pub signer: Signer,
    number: AtomicU64,
    /// State that each web server shares among its handlers.
    served: Vec<web_server::state::App>,
    /// Runs jobs over the test's own connections. Created when first needed.
    pub(crate) worker: OnceLock<Worker>,
    /// Job runner and workers that run until the test ends.
    pub(crate) background: Background,
    stopping: watch::Sender<bool>,
    tasks: JoinSet<()>,
    database: Option<TestDatabase>,
    /// `None` for a run that may take hours.
    stopwatch: Option<Stopwatch>,
}

impl TestApp {
    /// Context for the functions of payments.
    pub fn payments(&self) -> PaymentContext<'_> {
        PaymentContext { pool: &self.pool, stripe: &self.outside.stripe, rng: &self.rng, clock: &self.clock }
    }

    /// The only reservation, as the subject of payments.
    pub async fn only_reservation(&self) -> Subject {
        let row = sqlx::query_as("SELECT restaurant_id, id FROM reservations").fetch_one(&self.pool).await;
        let (restaurant, id) = row.expect("one reservation");
        Subject::Reservation(restaurant, id)
    }

    pub async fn start() -> Self {
        Self::with(Options::default()).await
    }

    /// Starts a Seki whose jobs run when they become due, until the test ends.
    pub async fn with_jobs() -> Self {
        Self::with(Options { has_job_runner: true, ..Options::STANDARD }).await
    }

    /// Starts a Seki with a worker and its queues, which runs until the test ends.
    pub async fn with_worker() -> Self {
        Self::with(Options { workers: 1, ..Options::STANDARD }).await
    }

    pub async fn with(options: Options) -> Self {
        log_failures();
        Self::over_database(options, TestDatabase::create().await, Outside::start().await).await
    }

    async fn over_database(options: Options, database: TestDatabase, outside: Outside) -> Self {
        let mut listeners = Vec::new();
        for _ in 0..options.servers {
            listeners.push(TcpListener::bind("127.0.0.1:0").await.expect("a free port"));
        }
        let base_urls: Vec<_> =
            listeners.iter().map(|l| format!("http://{}", l.local_addr().expect("a bound port"))).collect();
        outside.handle.set_webhook_url(format!("{}/webhooks/stripe", base_urls[0]));
        let clock = morning();
        outside.handle.set_billing_time(clock.now());
        let mut app = Self::around(&database.url, options.environment, outside, base_urls, clock).await;
        if options.environment != "production" {
            app.programs_follow().await;
        }
        let mut variables_of_test = variables(&database.url, &app.base_urls[0], options.environment, &app.outside);
        variables_of_test.insert("DATABASE_CONNECTIONS".to_owned(), options.connections.to_string());
        variables_of_test.insert("SEKI_STAFF_CONNECTIONS".to_owned(), (options.connections / 2).to_string());
        variables_of_test
            .extend(options.settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        app.config = Config::from_map(&variables_of_test).expect("a whole configuration");
        app.database = Some(database);
        for (seed, listener) in (1..).zip(listeners) {
            let pools = web_server::serve::connect(&app.config).await.expect("the test's database answers");
            app.serve(listener, pools, seed);
        }
        app.start_background(options);
        app
    }

    /// Starts another web server over these connections.
    fn serve(&mut self, listener: TcpListener, pools: Pools, seed: u64) {
        let web = web_server::state::App::new(self.config.clone(), pools, self.clock.clone(), Rng::seeded(seed));
        let stop = until_stopped(self.stopping.subscribe());
        self.served.push(web.clone());
        self.tasks.spawn(async move { web_server::serve::serve(web, listener, stop).await });
    }

    /// Runs one web server per entry of `servers` over a database that the test has made. The database timeouts of production apply.
    pub async fn over(database_url: &str, servers: Vec<Pools>) -> Self {
        log_failures();
        let mut listeners = Vec::new();
        for pools in servers {
            listeners.push((TcpListener::bind("127.0.0.1:0").await.expect("a free port"), pools));
        }
        let address = |listener: &TcpListener| format!("http://{}", listener.local_addr().expect("a bound port"));
        let base_urls = listeners.iter().map(|(listener, _)| address(listener)).collect();
        let mut app = Self::around(database_url, "test", Outside::start().await, base_urls, morning()).await;
        app.config.database_timeout_factor = TimeoutFactor::USUAL;
        app.programs_follow().await;
        for (seed, (listener, pools)) in (1..).zip(listeners) {
            app.serve(listener, pools, seed);
        }
        app
    }

    /// Wraps servers and a database that were started elsewhere.
    pub async fn around(
        database_url: &str,
        environment: &str,
        outside: Outside,
        base_urls: Vec<String>,
        clock: Clock,
    ) -> Self {
        let config = configuration(database_url, &base_urls[0], environment, &outside);
        let http = http::builder().redirect(Policy::none()).timeout(Duration::from_secs(40));
        let pool = connect(database_url, "test", 6).await;
        let stopping = watch::Sender::new(false);
        let stopwatch = Stopwatch::start(stop_of(pool.clone(), stopping.clone()));
        Self {
            pool,
            clock,
            rng: Rng::seeded(0),
            signer: Signer::new(&config.secret),
            config,
            outside,
            base_urls,
            http: http.build().expect("an HTTP client"),
            number: AtomicU64::new(1),
            served: Vec::new(),
            worker: OnceLock::new(),
            background: Background::default(),
            stopping,
            tasks: JoinSet::new(),
            database: None,
            stopwatch: Some(stopwatch),
        }
    }

    /// Removes the time limit of a test, for a run that may take hours.
    #[must_use]
    pub fn without_time_limit(mut self) -> Self {
        self.stopwatch = None;
        self
    }

    /// Starts the demo world of `seki up`, as loaded at this test's time.
    pub async fn with_demo_world() -> Self {
        log_failures();
        let (database, history) = TestDatabase::with_demo_world(morning().now()).await;
        let outside = Outside::with_history(history).await;
        let mut app = Self::over_database(Options::default(), database, outside).await;
        // The world uses the ids of the first seed.
        app.rng = Rng::seeded(2_000_000);
        app
    }

    pub fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    /// Moves the clock forward by some seconds; the provider renews subscriptions that become due.
    pub fn advance(&self, seconds: i64) {
        let by = chrono::Duration::seconds(seconds);
        // The provider first: a job that runs at the new time must not call it while it has the old time.
        self.outside.handle.set_billing_time(self.now() + by);
        self.clock.advance(by);
    }

    /// Environment of a program that works on this test's database.
    pub fn variables(&self) -> HashMap<String, String> {
        variables(&self.config.database_url, &self.base_urls[0], "test", &self.outside)
    }

    /// Sets the clock of external programs to this test's time, from which their time passes. Their results do not depend on the date of
    /// the test run. Their clock has an offset of whole seconds, which is rounded up: a token of this test would be invalid before its issue.
    pub async fn programs_follow(&self) {
        let ahead = self.now() - Clock::system().wall();
        let seconds = ahead.num_seconds() + i64::from(ahead.subsec_nanos() > 0);
        let set = sqlx::query("UPDATE demo_clock SET offset_seconds = $1").bind(seconds).execute(&self.pool).await;
        set.expect("a demo's clock");
    }

    pub fn next_number(&self) -> u64 {
        self.number.fetch_add(1, Ordering::Relaxed)
    }

    /// A new, signed-out visitor.
    pub fn anonymous(&self) -> Persona {
        Persona::new(&self.http, &self.base_urls[0])
    }

    /// A diner of Tokyo with a confirmed address and number and `PASSWORD`, signed in; without a card.
    pub async fn diner(&self, name: &str) -> Persona {
        let persona = self.unconfirmed(name).await;
        sqlx::query("UPDATE profiles SET phone_confirmed_at = $2 WHERE user_id = $1")
            .bind(persona.id().0)
            .bind(self.now())
            .execute(&self.pool)
            .await
            .expect("a profile");
        persona
    }

    /// Like `diner`, with an unconfirmed number.
    pub async fn unconfirmed(&self, name: &str) -> Persona {
        let email = format!("{name}@seki.test");
        let phone = format!("90{:08}", 10_000_000 + self.next_number());
        let id: i64 = sqlx::query_scalar(
            "WITH person AS (
                 INSERT INTO users (uid, email, password_hash, terms_agreed_at, email_confirmed_at, created_at)
                 VALUES ($1, $2, $6, $3, $3, $3) RETURNING id)
             INSERT INTO profiles (user_id, name_last, name_first, prefecture, phone_country, phone_local_number, phone_e164)
             SELECT id, $4, '太郎', '東京都', 'JP', $5, '+81' || $5 FROM person RETURNING user_id",
        )
        .bind(self.rng.uid())
        .bind(&email)
        .bind(self.now())
        .bind(name)
        .bind(phone)
        .bind(DINERS_HASH)
        .fetch_one(&self.pool)
        .await
        .expect("a new diner");
        self.sign_in(UserId(id), &email).await
    }

    /// Signs a diner in without the sign-in page: creates the session and sets the browser's cookie.
    pub async fn sign_in(&self, id: UserId, email: &str) -> Persona {
        let mut conn = self.pool.acquire().await.expect("a connection");
        let start = sessions::SessionStart::default();
        let token = sessions::start(&mut conn, &self.rng, self.now(), AccountId::Diner(id), None, start).await;
        let persona = self.anonymous().signed_in_as(id, email);
        persona.set_cookie(web_server::http::cookies::DINER_COOKIE, token.expect("a session").as_str());
        persona
    }

    /// A diner of the demo world.
    pub async fn demo_diner(&self, email: &str) -> Persona {
        let id = sqlx::query_scalar("SELECT id FROM users WHERE email = $1::citext").bind(email);
        let id: i64 = id.fetch_one(&self.pool).await.expect("a diner of the demo world");
        self.sign_in(UserId(id), email).await
    }

    pub async fn connect(&self, connections: u32) -> PgPool {
        connect(&self.config.database_url, "test", connections).await
    }

    /// Returns one number from the database.
    pub async fn count(&self, query: &'static str) -> i64 {
        sqlx::query_scalar(query).fetch_one(&self.pool).await.unwrap_or_else(|error| panic!("{query}: {error}"))
    }

    pub async fn execute(&self, statement: &'static str) {
        sqlx::raw_sql(statement).execute(&self.pool).await.unwrap_or_else(|error| panic!("{statement}: {error}"));
    }

    /// Waits until the web server has answered every webhook of the card provider.
    pub async fn webhooks_delivered(&self) {
        let delivered = tokio::time::timeout(WAIT_TIMEOUT, self.outside.handle.webhooks_delivered()).await;
        delivered.expect("the web server takes the provider's webhooks");
    }

    /// Polls a count until it has the expected value.
    pub async fn becomes(&self, query: &'static str, wanted: i64) {
        let deadline = tokio::time::Instant::now() + WAIT_TIMEOUT;
        loop {
            let found = self.count(query).await;
            if found == wanted {
                return;
            }
            assert!(tokio::time::Instant::now() < deadline, "still {found}, not {wanted}: {query}");
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
    }

    /// Waits until a statement is blocked by another statement's lock.
    pub async fn wait_for_blocked_lock(&self) {
        let waiting = "SELECT count(*) FROM pg_stat_activity
                       WHERE datname = current_database() AND wait_event_type = 'Lock'";
        eventually("a statement waits for a lock", async || self.count(waiting).await > 0).await;
    }

    /// Waits until every web server has pulled the changes committed so far. A pull in progress may have read too early, so this waits for
    /// the end of the next pull.
    pub async fn caches_follow(&self) {
        let deadline = tokio::time::Instant::now() + WAIT_TIMEOUT;
        for cache in self.served.iter().map(|web| &web.cache) {
            for _ in 0..2 {
                let last = cache.pulled_at();
                while cache.pulled_at() == last {
                    assert!(tokio::time::Instant::now() < deadline, "a web server has stopped pulling");
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
            }
        }
    }

    /// All that a booking could change, in one text: equal before and after a call that must change nothing.
    pub async fn state(&self) -> String {
        sqlx::query_scalar(
            "SELECT concat_ws(E'\\n',
                 (SELECT string_agg(concat_ws(' ', id, status, held_until, special_request, consent), ';' ORDER BY id) FROM reservations),
                 (SELECT string_agg(concat_ws(' ', reservation_id, inventory_item_id, released_at), ';' ORDER BY ctid)
                  FROM reservation_seats),
                 (SELECT string_agg(concat_ws(' ', id, online_reservable_id), ';' ORDER BY id) FROM online_stocks),
                 (SELECT string_agg(concat_ws(' ', course_id, date, guests_count), ';' ORDER BY course_id, date) FROM course_days),
                 (SELECT string_agg(concat_ws(' ', id, status, refund_due, refunded_amount), ';' ORDER BY id) FROM charges),
                 (SELECT string_agg(concat_ws(' ', gateway_fid, replaced_at), ';' ORDER BY id) FROM payment_methods),
                 (SELECT string_agg(concat_ws(' ', id, favorited, customer_group_id), ';' ORDER BY id) FROM customers),
                 (SELECT count(*) FROM mail_deliveries), (SELECT count(*) FROM notifications),
                 (SELECT count(*) FROM audit_events), (SELECT count(*) FROM apalis.jobs))",
        )
        .fetch_one(&self.pool)
        .await
        .expect("the state")
    }

    /// Returns the violated invariants.
    pub async fn findings(&self) -> Vec<String> {
        verify::findings(&self.pool).await
    }

    /// Panics if an invariant is violated.
    pub async fn verify(&self) {
        let findings = self.findings().await;
        if !findings.is_empty() {
            let jobs = self.unfinished_jobs().await;
            panic!("{}\nJobs that are not done:\n{jobs}", findings.join("\n"));
        }
    }

    /// Signals the web servers to stop, without waiting for them.
    pub fn stop_serving(&self) {
        self.stopping.send_replace(true);
    }

    /// Ends a test: stops job runner and workers, delivers outstanding webhooks of the card provider, verifies, stops everything and drops
    /// the database. The database of a failed test remains for inspection.
    pub async fn end(mut self) {
        self.stop_background().await;
        self.webhooks_delivered().await;
        self.verify().await;
        self.end_unverified().await;
    }

    /// Like `end`, for a test that violates invariants on purpose.
    pub async fn end_unverified(mut self) {
        self.stop_background().await;
        self.stopping.send_replace(true);
        self.tasks.shutdown().await;
        self.served.clear();
        let closed = tokio::time::timeout(WAIT_TIMEOUT, self.pool.close()).await;
        closed.expect("a test gives its connections back");
        if let Some(database) = self.database.take() {
            database.drop().await;
        }
        if let Some(stopwatch) = &mut self.stopwatch {
            stopwatch.end();
        }
    }
}

impl Drop for TestApp {
    fn drop(&mut self) {
        let is_left = self.database.is_some() && !std::thread::panicking();
        assert!(!is_left, "a test ends with `end`, which verifies");
    }
}

/// Polls until a condition holds; for example, web servers learn of each other's changes a moment later.
pub async fn eventually<F: Future<Output = bool>>(what: &str, ask: impl Fn() -> F) {
    let deadline = tokio::time::Instant::now() + WAIT_TIMEOUT;
    while !ask().await {
        assert!(tokio::time::Instant::now() < deadline, "never: {what}");
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
}

/// Returns the time limit for a step that must end within `limit`, on a machine that usually takes `usual` for a similar step without load.
/// A busy machine gets ten times `usual` if that is longer.
pub fn allowed(limit: Duration, usual: Duration) -> Duration {
    limit.max(10 * usual)
}

/// Shows the servers' errors in the output of a failing test; `RUST_LOG` sets another level.
fn log_failures() {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("error"));
    // Only the first test of a process can install it.
    let _ = tracing_subscriber::fmt().with_env_filter(filter).with_test_writer().try_init();
}

/// Returns a function that unblocks a hanging test: it stops the web servers and closes the pool.
fn stop_of(pool: PgPool, stopping: watch::Sender<bool>) -> impl FnOnce() + Send + 'static {
    let runtime = tokio::runtime::Handle::current();
    move || {
        stopping.send_replace(true);
        drop(runtime.spawn(async move { pool.close().await }));
    }
}

pub(crate) async fn until_stopped(mut stopped: watch::Receiver<bool>) {
    drop(stopped.wait_for(|stopped| *stopped).await);
}

pub(crate) async fn connect(url: &str, application: &str, connections: u32) -> PgPool {
    domain::db::connect(url, application, connections).await.expect("the test's database answers")
}

fn configuration(database_url: &str, base_url: &str, environment: &str, outside: &Outside) -> Config {
    Config::from_map(&variables(database_url, base_url, environment, outside)).expect("a whole configuration")
}

/// A fixed clock for tests.
pub(crate) fn morning() -> Clock {
    Clock::fixed(MORNING.parse().expect("a constant"))
}
