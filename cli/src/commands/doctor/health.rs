//! How the house stands: what the operator's page shows, in a line each.

use domain::clock::{Pace, demo_pace};
use domain::config::{DatabasePatience, Environment};
use domain::db;
use domain::health::{self, Check, Level, Subject, Tools};
use sqlx::PgPool;

use super::line::{Line, Verdict};
use crate::commands::installation::{Installation, Shell};

pub(super) async fn look(shell: &Shell, installation: &Installation, replica: Option<&str>) -> sqlx::Result<Vec<Line>> {
    let patience = DatabasePatience::USUAL;
    let replica = replica.map(|url| db::connect_planned_lazily(url, "seki doctor", 1, patience)).transpose()?;
    let Shell { pool, clock, .. } = shell;
    let health = health::look(Tools { pool, replica: replica.as_ref(), clock }).await?;
    // What the database and its schema are told of has lines of its own.
    let of_their_own = [Subject::Database, Subject::Schema];
    let told = health.checks.iter().filter(|check| !of_their_own.contains(&check.subject));
    let mut lines: Vec<_> = told.map(line).collect();
    lines.extend(demo_clock(pool, installation).await?);
    Ok(lines)
}

fn line(check: &Check) -> Line {
    let verdict = match check.level {
        Level::Good => Verdict::Ok,
        Level::Watch => Verdict::Warn,
        Level::Bad => Verdict::Fail,
    };
    let hint = (check.level != Level::Good).then(|| hint(check.subject));
    Line { verdict, subject: name(check.subject), message: message(check), hint }
}

const fn name(subject: Subject) -> &'static str {
    match subject {
        Subject::DeadLetters => "dead letters",
        Subject::BulkMails => "mails to many",
        Subject::TextMessages => "text messages",
        other => other.as_str(),
    }
}

fn message(check: &Check) -> String {
    let count = check.count;
    let waiting = |what: &str| match check.oldest_seconds {
        Some(seconds) => format!("{count} {what}, the oldest for {seconds} s"),
        None => "none".to_owned(),
    };
    match check.subject {
        Subject::Database | Subject::Schema => count.to_string(),
        Subject::Replica => match check.oldest_seconds {
            Some(seconds) => format!("{seconds} s behind"),
            None => "does not answer".to_owned(),
        },
        Subject::Clock => format!("{count} ms apart from the database's"),
        Subject::Workers => format!("{count} at work"),
        Subject::Queues => waiting("jobs wait"),
        Subject::DeadLetters if count == 0 => "none".to_owned(),
        Subject::DeadLetters => format!("{count} jobs failed for good"),
        Subject::Sweeps => waiting("things are due"),
        Subject::Payments => waiting("payments are unsettled"),
        Subject::Mails | Subject::BulkMails | Subject::TextMessages => waiting("are to be sent"),
        Subject::Schedules if count == 0 => "all came up and went well".to_owned(),
        Subject::Schedules => format!("{count} are late or failed"),
    }
}

const fn hint(subject: Subject) -> &'static str {
    match subject {
        Subject::Database | Subject::Schema => "seki migrate",
        Subject::Replica => "is DATABASE_READ_URL right, does the replica run, is it overloaded?",
        Subject::Clock => "set both by NTP: openings and holds are timed to the second",
        Subject::Workers | Subject::Sweeps => "seki work",
        Subject::Queues => "seki work; seki jobs stats",
        Subject::DeadLetters => "seki jobs dead; seki jobs replay ID",
        Subject::Payments => "seki payments list --unsettled; seki payments reconcile --now",
        Subject::Mails | Subject::BulkMails | Subject::TextMessages => "seki jobs list --state failing; seki jobs dead",
        Subject::Schedules => "seki schedule list",
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
