use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::Result;
use chrono::{DateTime, TimeZone, Utc};
use domain::chance::Chance;
use domain::clients::stripe::Stripe;
use domain::clock::Clock;
use domain::config::Config;
use serde_json::{Value, json};
use sqlx::PgPool;
use stand_ins::StandIns;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinSet;
use worker::Worker;

use crate::database::Database;
use crate::visitor::Visitor;

static NUMBER: AtomicU64 = AtomicU64::new(1);

/// Our number in tests, which visitors call.
const OUR_NUMBER: &str = "+815012345678";

/// One Seki at work. Its clock stands still until it is advanced.
pub struct World {
    pub base_url: String,
    pub pool: PgPool,
    pub clock: Clock,
    pub chance: Chance,
    pub config: Config,
    database: Option<Database>,
    stand_ins: stand_ins::Handle,
    http: reqwest::Client,
    stopping: watch::Sender<bool>,
    tasks: JoinSet<()>,
}

impl World {
    /// A world of its own, on a Saturday at noon in Tokyo.
    pub async fn start() -> Result<Self> {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let database = Database::create(&number.to_string()).await?;
        let stand_ins = StandIns::start(stand_ins::Config::default()).await?;
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let base_url = format!("http://{}", listener.local_addr()?);
        let config = Config::from_map(&variables(&database.url, &base_url, &stand_ins))?;
        stand_ins.set_webhook_url(format!("{base_url}/webhooks/stripe"));
        let clock = Clock::fixed(noon());
        let chance = Chance::seeded(number);
        let (stopping, stopped) = watch::channel(false);
        let pool = database.pool.clone();
        let app = web_server::serve::app(config.clone(), pool.clone(), pool.clone(), clock.clone(), chance.clone());
        let mut tasks = JoinSet::new();
        let web_stop = stop(stopped);
        tasks.spawn(async move { drop(web_server::serve::serve(app, listener, web_stop).await) });
        let http = domain::clients::http::client();
        let database = Some(database);
        let mut world = Self { base_url, pool, clock, chance, config, database, stand_ins, http, stopping, tasks };
        world.add_worker()?;
        Ok(world)
    }

    /// A world with the demo's people and restaurants in it.
    pub async fn seeded() -> Result<Self> {
        let world = Self::start().await?;
        let stripe = Stripe::new(&world.config.stripe.api_url, &world.config.stripe.secret_key);
        let tools = cli::seed::Tools { stripe: &stripe, chance: &world.chance, now: world.now() };
        cli::seed::load(&world.pool, &tools).await?;
        Ok(world)
    }

    /// One more worker on the same queues.
    pub fn add_worker(&mut self) -> Result<()> {
        let worker = Worker::new(self.config.clone(), self.pool.clone(), self.clock.clone(), self.chance.clone())?;
        let stopped = stop(self.stopping.subscribe());
        self.tasks.spawn(async move { drop(worker.run_until(stopped).await) });
        Ok(())
    }

    /// Somebody with a browser that has never been here.
    pub fn visitor(&self) -> Visitor {
        Visitor::new(&self.base_url)
    }

    pub fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    pub fn advance(&self, by: chrono::Duration) {
        self.clock.advance(by);
    }

    /// Calls us from a number in E.164.
    pub async fn call_from(&self, from: &str) -> Result<()> {
        let url = format!("{}/telephone/calls", self.stand_ins.http_url);
        let call = json!({ "from": from, "to": OUR_NUMBER });
        self.http.post(url).json(&call).send().await?.error_for_status()?;
        Ok(())
    }

    /// The newest message to an address or number that was not there before `seen` of them; waits for it.
    pub async fn message_to(&self, to: &str, seen: usize) -> Result<Value> {
        for _ in 0..120 {
            let messages = self.inbox(to).await?;
            if messages.len() > seen {
                return Ok(messages[0].clone());
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        anyhow::bail!("no message has arrived")
    }

    /// What was sent to an address or number, newest first.
    pub async fn inbox(&self, to: &str) -> Result<Vec<Value>> {
        let url = format!("{}/inbox", self.stand_ins.http_url);
        let answer: Value = self.http.get(url).query(&[("to", to)]).send().await?.json().await?;
        Ok(answer["messages"].as_array().cloned().unwrap_or_default())
    }

    pub async fn count(&self, query: &'static str) -> Result<i64> {
        Ok(sqlx::query_scalar(query).fetch_one(&self.pool).await?)
    }

    /// Stops everything and drops the database; a test that fails leaves it to be looked at.
    pub async fn end(mut self) -> Result<()> {
        self.stopping.send_replace(true);
        self.tasks.shutdown().await;
        match self.database.take() {
            Some(database) => database.drop().await,
            None => Ok(()),
        }
    }
}

async fn stop(mut stopped: watch::Receiver<bool>) {
    drop(stopped.wait_for(|stopped| *stopped).await);
}

fn noon() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 21, 3, 0, 0).single().unwrap_or_default()
}

fn variables(database_url: &str, base_url: &str, outside: &stand_ins::Handle) -> HashMap<String, String> {
    let own = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    HashMap::from([
        own("SEKI_ENV", "test"),
        own("DATABASE_URL", database_url),
        own("SEKI_BASE_URL", base_url),
        own("SEKI_SECRET", "a secret of the tests, long enough"),
        own("STRIPE_API_URL", &outside.stripe_url()),
        own("STRIPE_SECRET_KEY", "sk_test_seki"),
        own("STRIPE_PUBLISHABLE_KEY", "pk_test_seki"),
        own("STRIPE_WEBHOOK_SECRET", outside.webhook_secret()),
        own("STRIPE_JS_URL", &format!("{}/stripe/js/v3", outside.http_url)),
        own("TWILIO_API_URL", &outside.twilio_url()),
        own("TWILIO_ACCOUNT_SID", "AC_seki"),
        own("TWILIO_AUTH_TOKEN", "token"),
        own("TWILIO_PHONE_NUMBER", OUR_NUMBER),
        own("RECAPTCHA_VERIFY_URL", &outside.captcha_verify_url()),
        own("RECAPTCHA_SECRET", "secret"),
        own("RECAPTCHA_SITE_KEY", "site"),
        own("RECAPTCHA_SCRIPT_URL", &format!("{}/captcha/api.js", outside.http_url)),
        own("SMTP_URL", &outside.smtp_url),
        own("SEKI_STAND_INS_URL", &outside.http_url),
    ])
}
