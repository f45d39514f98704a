use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::jobs::queries::QueueStats;
use crate::jobs::schedules::Schedule;
use crate::text_enum::text_enum;

text_enum! {
    /// The worst of its parts, in the order of urgency.
    pub enum Level {
        Good = "good",
        /// Works, but not as it should in the long run.
        Watch = "watch",
        /// Somebody has to see to it now.
        Bad = "bad",
    }
}

text_enum! {
    /// What is looked at.
    pub enum CheckSubject {
        /// `count` connections of `most`.
        Database = "database",
        /// `count` migrations and functions that the database lacks or has otherwise.
        Schema = "schema",
        /// `oldest_seconds` behind; absent without a replica.
        Replica = "replica",
        /// `count` milliseconds between the database's clock and ours.
        Clock = "clock",
        /// `count` workers, of the queue that has the fewest.
        Workers = "workers",
        /// `count` jobs that could be taken now, the oldest of which waits for `oldest_seconds`.
        Queues = "queues",
        /// `count` jobs that failed for the last time.
        DeadLetters = "dead_letters",
        /// `count` things that are due and not done, the latest by `oldest_seconds`.
        Sweeps = "sweeps",
        /// `count` payments that have not moved for a while, the oldest for `oldest_seconds`.
        Payments = "payments",
        /// `count` mails to be sent now.
        Mails = "mails",
        /// `count` mails to many to be sent now.
        BulkMails = "bulk_mails",
        TextMessages = "text_messages",
        /// `count` schedules that are late or whose last run failed.
        Schedules = "schedules",
    }
}

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct HealthCheck {
    pub subject: CheckSubject,
    pub level: Level,
    pub count: i64,
    pub most: Option<i64>,
    pub oldest_seconds: Option<i64>,
}

/// What a sweeper has before it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SweepHealth {
    /// As the worker calls it.
    pub name: &'static str,
    pub level: Level,
    pub due: i64,
    /// How long the first has been due.
    pub oldest_seconds: Option<i64>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Versions {
    /// Of this program.
    pub seki: &'static str,
    pub postgresql: String,
    /// Applied to the database.
    pub migrations: i64,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Health {
    /// The worst of all checks.
    pub level: Level,
    /// By the clock that the rules go by.
    pub now: DateTime<Utc>,
    pub checks: Vec<HealthCheck>,
    pub sweeps: Vec<SweepHealth>,
    pub queues: Vec<QueueStats>,
    pub schedules: Vec<Schedule>,
    pub versions: Versions,
}
