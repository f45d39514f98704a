//! How the house stands: what the operator's page shows, in a line each.

use domain::clock::{Pace, demo_pace};
use domain::config::{DatabasePatience, Environment};
use domain::db;
use domain::health::{self, CheckSubject, HealthCheck, HealthContext, Level};
use sqlx::PgPool;

use super::line::{Line, Verdict};
use crate::commands::installation::{Installation, Shell};

pub(super) async fn check_health(
    shell: &Shell,
    installation: &Installation,
    replica: Option<&str>,
) -> sqlx::Result<Vec<Line>> {
    let patience = DatabasePatience::USUAL;
    let replica = replica.map(|url| db::connect_planned_lazily(url, "seki doctor", 1, patience)).transpose()?;
    let Shell { pool, clock, .. } = shell;
    let health = health::check(HealthContext { pool, replica: replica.as_ref(), clock }).await?;
    // What the database and its schema are told of has lines of its own.
    let of_their_own = [CheckSubject::Database, CheckSubject::Schema];
    let told = health.checks.iter().filter(|check| !of_their_own.contains(&check.subject));
    let mut lines: Vec<_> = told.map(check_result).collect();
    lines.extend(demo_clock(pool, installation).await?);
    Ok(lines)
}

fn check_result(check: &HealthCheck) -> Line {
    let verdict = match check.level {
        Level::Good => Verdict::Ok,
        Level::Watch => Verdict::Warn,
        Level::Bad => Verdict::Fail,
    };
    let hint = (check.level != Level::Good).then(|| hint(check.subject));
    Line { verdict, subject: name(check.subject), message: message(check), hint }
}

const fn name(subject: CheckSubject) -> &'static str {
    match subject {
        CheckSubject::DeadLetters => "dead letters",
        CheckSubject::BulkMails => "mails to many",
        CheckSubject::TextMessages => "text messages",
        other => other.as_str(),
    }
}

fn message(check: &HealthCheck) -> String {
    let count = check.count;
    let waiting = |what: &str| match check.oldest_seconds {
        Some(seconds) => format!("{count} {what}, the oldest for {seconds} s"),
        None => "none".to_owned(),
    };
    match check.subject {
        CheckSubject::Database | CheckSubject::Schema => count.to_string(),
        CheckSubject::Replica => match check.oldest_seconds {
            Some(seconds) => format!("{seconds} s behind"),
            None => "does not answer".to_owned(),
        },
        CheckSubject::Clock => format!("{count} ms apart from the database's"),
        CheckSubject::Workers => format!("{count} at work"),
        CheckSubject::Queues => waiting("jobs wait"),
        CheckSubject::DeadLetters if count == 0 => "none".to_owned(),
        CheckSubject::DeadLetters => format!("{count} jobs failed for good"),
        CheckSubject::Sweeps => waiting("things are due"),
        CheckSubject::Payments => waiting("payments are unsettled"),
        CheckSubject::Mails | CheckSubject::BulkMails | CheckSubject::TextMessages => waiting("are to be sent"),
        CheckSubject::Schedules if count == 0 => "all came up and went well".to_owned(),
        CheckSubject::Schedules => format!("{count} are late or failed"),
    }
}

const fn hint(subject: CheckSubject) -> &'static str {
    match subject {
        CheckSubject::Database | CheckSubject::Schema => "seki migrate",
        CheckSubject::Replica => "is DATABASE_READ_URL right, does the replica run, is it overloaded?",
        CheckSubject::Clock => "set both by NTP: openings and holds are timed to the second",
        CheckSubject::Workers | CheckSubject::Sweeps => "seki work",
        CheckSubject::Queues => "seki work; seki jobs stats",
        CheckSubject::DeadLetters => "seki jobs dead; seki jobs replay ID",
        CheckSubject::Payments => "seki payments list --unsettled; seki payments reconcile --now",
        CheckSubject::Mails | CheckSubject::BulkMails | CheckSubject::TextMessages => {
            "seki jobs list --state failing; seki jobs dead"
        }
        CheckSubject::Schedules => "seki schedule list",
    }
}

async fn demo_clock(pool: &PgPool, installation: &Installation) -> sqlx::Result<Option<Line>> {
    let Pace { offset_seconds, stopped_at } = demo_pace(&mut *pool.acquire().await?).await.unwrap_or(Pace::REAL);
    let is_other = (offset_seconds != 0 || stopped_at.is_some())
        && installation.environment().is_ok_and(Environment::is_playground);
    let hint = "that is the demo's clock; seki clock reset";
    let stopped = if stopped_at.is_some() { " and stopped" } else { "" };
    Ok(is_other.then(|| Line::warn("demo clock", format!("set {offset_seconds} s ahead{stopped}"), hint)))
}
