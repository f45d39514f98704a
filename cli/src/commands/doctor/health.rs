//! System health: the checks of the operator's page, one line each.

use domain::clock::{Pace, demo_pace};
use domain::config::{Environment, TimeoutFactor};
use domain::db;
use domain::health::{self, CheckSubject, HealthCheck, HealthContext, Level};
use domain::zone::Zone;
use sqlx::PgPool;

use super::result::{CheckResult, Verdict};
use crate::commands::installation::{Installation, Shell};
use crate::output;

pub(super) async fn check_health(
    shell: &Shell,
    installation: &Installation,
    replica: Option<&str>,
) -> sqlx::Result<Vec<CheckResult>> {
    let timeouts = TimeoutFactor::USUAL;
    let replica = replica.map(|url| db::connect_planned_lazily(url, "seki doctor", 1, timeouts)).transpose()?;
    let Shell { pool, clock, .. } = shell;
    let health = health::check_health(HealthContext { pool, replica: replica.as_ref(), clock }).await?;
    // The database and its schema have more detailed checks.
    let checked_elsewhere = [CheckSubject::Database, CheckSubject::Schema];
    let shown = health.checks.iter().filter(|check| !checked_elsewhere.contains(&check.subject));
    let mut lines: Vec<_> = shown.map(check_result).collect();
    lines.extend(demo_clock(pool, installation).await?);
    Ok(lines)
}

fn check_result(check: &HealthCheck) -> CheckResult {
    let verdict = match check.level {
        Level::Good => Verdict::Ok,
        Level::Watch => Verdict::Warn,
        Level::Bad => Verdict::Fail,
    };
    let hint = (check.level != Level::Good).then(|| hint(check.subject));
    CheckResult { verdict, subject: name(check.subject), message: message(check), hint }
}

const fn name(subject: CheckSubject) -> &'static str {
    match subject {
        CheckSubject::DeadLetters => "dead letters",
        CheckSubject::BulkMails => "bulk emails",
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
            None => "does not respond".to_owned(),
        },
        CheckSubject::Clock => format!("differs from the database clock by {count} ms"),
        CheckSubject::Workers => format!("{count} running"),
        CheckSubject::Queues => waiting("waiting jobs"),
        CheckSubject::DeadLetters if count == 0 => "none".to_owned(),
        CheckSubject::DeadLetters => format!("{} failed permanently", output::number_of(count.unsigned_abs(), "jobs")),
        CheckSubject::Sweeps => waiting("due rows"),
        CheckSubject::Payments => waiting("unsettled payments"),
        CheckSubject::Disputes => match check.due_at {
            _ if count == 0 => "none waits for an answer".to_owned(),
            Some(due) => format!("{count} wait for an answer, the first until {}", Zone::default().iso(due)),
            None => format!("{count} wait for an answer"),
        },
        CheckSubject::Mails | CheckSubject::BulkMails | CheckSubject::TextMessages => waiting("not sent yet"),
        CheckSubject::Schedules if count == 0 => "all ran on time without errors".to_owned(),
        CheckSubject::Schedules => format!("{count} late or failed"),
    }
}

const fn hint(subject: CheckSubject) -> &'static str {
    match subject {
        CheckSubject::Database | CheckSubject::Schema => "seki migrate",
        CheckSubject::Replica => "check DATABASE_READ_URL, and that the replica runs and is not overloaded",
        CheckSubject::Clock => "synchronise both machines by NTP: openings and holds are exact to the second",
        CheckSubject::Workers => "seki work",
        CheckSubject::Sweeps => {
            "seki work; /admin/health names the work, overdue raffles are drawn by seki raffle draw, and waiting rooms admit only with a running worker"
        }
        CheckSubject::Queues => "seki work; seki jobs stats",
        CheckSubject::DeadLetters => "seki jobs dead; seki jobs replay ID",
        CheckSubject::Payments => "seki payments list --unsettled; seki payments reconcile --now",
        CheckSubject::Disputes => "seki disputes list; seki disputes evidence ID; seki disputes answered ID",
        CheckSubject::Mails | CheckSubject::BulkMails | CheckSubject::TextMessages => {
            "seki jobs list --state failing; seki jobs dead"
        }
        CheckSubject::Schedules => "seki schedule list",
    }
}

async fn demo_clock(pool: &PgPool, installation: &Installation) -> sqlx::Result<Option<CheckResult>> {
    let Pace { offset_seconds, stopped_at } = demo_pace(&mut *pool.acquire().await?).await.unwrap_or(Pace::REAL);
    let is_other = (offset_seconds != 0 || stopped_at.is_some())
        && installation.environment().is_ok_and(Environment::is_playground);
    let hint = "seki clock reset restores the system time";
    let stopped = if stopped_at.is_some() { " and stopped" } else { "" };
    Ok(is_other.then(|| CheckResult::warn("demo clock", format!("set {offset_seconds} s ahead{stopped}"), hint)))
}
