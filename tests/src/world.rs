//! A Seki that runs its jobs, for the tests of accounts: the same app, whose every step may fail with `?`.

use std::ops::Deref;
use std::time::Duration;

use chrono::TimeDelta;
use domain::phone::PhoneNumber;
use serde_json::{Value, json};

use crate::app::{Options, TestApp, WAIT_TIMEOUT};
use crate::failure::Result;
use crate::jobs::RunningWorker;
use crate::visitor::Visitor;

pub struct World {
    app: TestApp,
    job_runner: Option<RunningWorker>,
    workers: Vec<RunningWorker>,
}

impl Deref for World {
    type Target = TestApp;

    fn deref(&self) -> &TestApp {
        &self.app
    }
}

impl World {
    /// Starts a world on a Tuesday morning in Tokyo, whose jobs run when they become due.
    pub async fn start() -> Result<Self> {
        Ok(Self::around(TestApp::start().await))
    }

    /// Like `start`, with other settings.
    pub async fn with(options: Options) -> Result<Self> {
        Ok(Self::around(TestApp::with(options).await))
    }

    /// Like `start`, with the demo's people and restaurants.
    pub async fn seeded() -> Result<Self> {
        Ok(Self::around(TestApp::with_demo_world().await))
    }

    /// A world with a worker and its queues.
    pub async fn with_worker() -> Result<Self> {
        let mut world = Self { app: TestApp::start().await, job_runner: None, workers: Vec::new() };
        world.add_worker()?;
        Ok(world)
    }

    fn around(app: TestApp) -> Self {
        let job_runner = Some(app.start_job_runner());
        Self { app, job_runner, workers: Vec::new() }
    }

    /// Starts another worker on the same queues.
    pub fn add_worker(&mut self) -> Result<()> {
        self.workers.push(self.app.start_worker());
        Ok(())
    }

    /// A new visitor with an empty browser.
    pub fn visitor(&self) -> Visitor {
        Visitor(self.app.anonymous())
    }

    pub fn advance(&self, by: TimeDelta) {
        self.app.advance(by.num_seconds());
    }

    /// Calls the first of our numbers from a number in E.164.
    pub async fn call_from(&self, from: &str) -> Result<()> {
        self.call(from, &self.app.config.twilio.phone_numbers[0]).await
    }

    /// Calls one of our phone numbers, in the notation of the page, from a number in E.164.
    pub async fn call(&self, from: &str, shown: &str) -> Result<()> {
        let url = format!("{}/telephone/calls", self.app.outside.handle.http_url);
        let to = PhoneNumber::parse("JP", shown).map(|number| number.e164)?;
        let call = json!({ "from": from, "to": to });
        self.app.http.post(url).json(&call).send().await?.error_for_status()?;
        Ok(())
    }

    /// Waits for the newest message to an address or number after `seen` earlier ones, and returns it.
    pub async fn message_to(&self, to: &str, seen: usize) -> Result<Value> {
        let deadline = tokio::time::Instant::now() + WAIT_TIMEOUT;
        while tokio::time::Instant::now() < deadline {
            let messages = self.inbox(to).await?;
            if messages.len() > seen {
                return Ok(messages[0].clone());
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        panic!("no message to {to} has arrived")
    }

    /// Messages that were sent to an address or number, newest first.
    pub async fn inbox(&self, to: &str) -> Result<Vec<Value>> {
        Ok(self.app.outside.inbox(to).await)
    }

    pub async fn count(&self, query: &'static str) -> Result<i64> {
        Ok(sqlx::query_scalar(query).fetch_one(&self.app.pool).await?)
    }

    /// Stops everything and drops the database; the database of a failed test remains for inspection.
    pub async fn end(self) -> Result<()> {
        if let Some(job_runner) = self.job_runner {
            job_runner.stop().await;
        }
        for worker in self.workers {
            worker.abandon();
        }
        self.app.end().await;
        Ok(())
    }
}
