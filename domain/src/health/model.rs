use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::jobs::queries::QueueStats;
use crate::jobs::schedules::Schedule;
use crate::text_enum::text_enum;

text_enum! {
    /// The worst level of its parts, in the order of urgency.
    pub enum Level {
        Good = "good",
        /// Works, but needs a correction in the long run.
        Watch = "watch",
        /// An operator must act now.
        Bad = "bad",
    }
}

text_enum! {
    /// Subjects of a health check.
    pub enum CheckSubject {
        /// `count` connections of `most`.
        Database = "database",
        /// `count` migrations and functions that the database lacks or has with other contents.
        Schema = "schema",
        /// Lag of `oldest_seconds`; absent without a replica.
        Replica = "replica",
        /// `count` milliseconds of difference between the database's clock and ours.
        Clock = "clock",
        /// `count` workers, for the queue with the fewest.
        Workers = "workers",
        /// `count` jobs that a worker could take now, the oldest of which has waited for `oldest_seconds`.
        Queues = "queues",
        /// `count` jobs whose last attempt failed.
        DeadLetters = "dead_letters",
        /// `count` due items that are not processed, the oldest of them for `oldest_seconds`.
        Sweeps = "sweeps",
        /// `count` payments that have not changed for a while, the oldest for `oldest_seconds`.
        Payments = "payments",
        /// `count` disputes that wait for an answer, the nearest deadline of which is `due_at`.
        Disputes = "disputes",
        /// `count` mails that are due.
        Mails = "mails",
        /// `count` bulk mails that are due.
        BulkMails = "bulk_mails",
        TextMessages = "text_messages",
        /// `count` schedules that are late or whose last run failed.
        Schedules = "schedules",
    }
}

/// Result of one check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct HealthCheck {
    pub subject: CheckSubject,
    pub level: Level,
    pub count: i64,
    pub most: Option<i64>,
    pub oldest_seconds: Option<i64>,
    /// The nearest deadline.
    pub due_at: Option<DateTime<Utc>>,
}

/// Pending work of a sweeper.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SweepHealth {
    /// Name of the sweeper in the worker.
    pub name: &'static str,
    pub level: Level,
    pub due: i64,
    /// Age of the oldest due item.
    pub oldest_seconds: Option<i64>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Versions {
    /// Version of this program.
    pub seki: &'static str,
    pub postgresql: String,
    /// Number of migrations applied to the database.
    pub migrations: i64,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Health {
    /// The worst level of all checks.
    pub level: Level,
    /// Time of the clock for business rules.
    pub now: DateTime<Utc>,
    pub checks: Vec<HealthCheck>,
    pub sweeps: Vec<SweepHealth>,
    pub queues: Vec<QueueStats>,
    pub schedules: Vec<Schedule>,
    pub versions: Versions,
}
