//! Tasks of the operator: the work that waits for an admin now, with its number and age. The health check is their first source. Disputes,
//! payments and dead letters are separate tasks; all other failing checks are one task.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::model::{CheckSubject, Health, HealthCheck, Level};
use crate::accounts::admins::{self, UnprotectedAdmin};
use crate::jobs::WaitingJobs;
use crate::masters::unbookable::{self, UnbookableRestaurant};
use crate::raffles::sweep::{self as draws, OverdueRound};
use crate::reservations::unpaid_fees::{self, OverdueFees};
use crate::text_enum::text_enum;
use crate::{adjustments, announcements, jobs, payments, plans, reservations};

text_enum! {
    /// A task of the operator.
    pub enum TaskSubject {
        /// Disputes without an answer; `due_at` is the nearest deadline.
        Disputes = "disputes",
        /// Raffles whose beacon is published, and which are not drawn.
        RaffleDraws = "raffle_draws",
        /// Charges whose settlement is overdue.
        Payments = "payments",
        DeadLetters = "dead_letters",
        /// Checks of the system's health that are not good.
        System = "system",
        /// Restaurants' requests to cancel a booking.
        CancelRequests = "cancel_requests",
        /// Manual refunds and corrections that wait for another admin.
        Adjustments = "adjustments",
        /// Gold members' requests for another plan.
        PlanChanges = "plan_changes",
        /// Open restaurants that lack a step, so they cannot be booked or are not notified.
        UnbookableRestaurants = "unbookable_restaurants",
        /// Fees that diners have not paid.
        UnpaidFees = "unpaid_fees",
        /// Announcements that were stopped in the last week.
        StoppedAnnouncements = "stopped_announcements",
        /// Admins with a privileged permission and without a second factor.
        UnprotectedAdmins = "unprotected_admins",
    }
}

/// Number of records that a task names.
pub const MAX_NAMED: usize = 10;
/// A request that has waited for longer is urgent.
const DECIDED_WITHIN: i64 = 24 * 3600;

/// Work that waits for an admin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PendingTask {
    pub subject: TaskSubject,
    pub level: Level,
    pub count: i64,
    /// Age of the oldest; None if it is unknown.
    pub oldest_seconds: Option<i64>,
    /// The nearest deadline.
    pub due_at: Option<DateTime<Utc>>,
}

/// The tasks, most urgent first, and the records that they name: at most [`MAX_NAMED`] of each kind.
#[derive(Clone, Debug)]
pub struct PendingTasks {
    pub tasks: Vec<PendingTask>,
    pub draws: Vec<OverdueRound>,
    pub restaurants: Vec<UnbookableRestaurant>,
    pub fees: OverdueFees,
    pub admins: Vec<UnprotectedAdmin>,
    /// The checks of the task `System`.
    pub checks: Vec<CheckSubject>,
}

/// The data of the tasks that the health check does not read.
#[derive(Clone, Debug, Default)]
struct TaskFacts {
    oldest_dead_seconds: Option<i64>,
    /// Charges whose settlement is overdue. The health check counts every kind of subject.
    unsettled: i64,
    cancel_requests: WaitingJobs,
    adjustments: WaitingJobs,
    plan_changes: WaitingJobs,
    stopped: WaitingJobs,
    unbookable: i64,
    unpaid: WaitingJobs,
    unprotected: WaitingJobs,
}

/// Returns the tasks. Everything that the health check has read comes from it.
pub async fn list_tasks(conn: &mut PgConnection, health: &Health) -> sqlx::Result<PendingTasks> {
    let now = health.now;
    let limit = i64::try_from(MAX_NAMED).unwrap_or(i64::MAX);
    let (restaurants, unbookable) = unbookable::list(conn, now, limit).await?;
    let fees = unpaid_fees::list_overdue(conn, now, limit).await?;
    let mut unprotected = admins::list_unprotected(conn).await?;
    let facts = TaskFacts {
        oldest_dead_seconds: jobs::queries::find_oldest_dead(conn).await?,
        unsettled: payments::queries::settlement::count_overdue(conn, now).await?,
        cancel_requests: reservations::requests::queries::count_open(conn).await?,
        adjustments: adjustments::queries::count_awaiting_approval(conn).await?,
        plan_changes: plans::change_requests::count_open(conn).await?,
        stopped: announcements::stop::count_stopped(conn, now).await?,
        unbookable,
        unpaid: WaitingJobs { count: fees.count, since: fees.oldest.first().map(|fee| fee.since) },
        unprotected: WaitingJobs {
            count: i64::try_from(unprotected.len()).unwrap_or(i64::MAX),
            since: unprotected.iter().map(|admin| admin.created_at).min(),
        },
    };
    let tasks = tasks(health, &facts);
    let is_overdue = tasks.iter().any(|task| task.subject == TaskSubject::RaffleDraws);
    let draws = if is_overdue { draws::list_overdue(conn, now, limit).await? } else { Vec::new() };
    unprotected.truncate(MAX_NAMED);
    let checks = failing_checks(health, facts.unsettled).map(|check| check.subject).collect();
    Ok(PendingTasks { tasks, draws, restaurants, fees, admins: unprotected, checks })
}

/// Returns the checks that are not good, except the subjects of other tasks. Payments are another task if charges are overdue.
fn failing_checks(health: &Health, unsettled: i64) -> impl Iterator<Item = &HealthCheck> {
    let is_other = move |subject| match subject {
        CheckSubject::Disputes | CheckSubject::DeadLetters => true,
        CheckSubject::Payments => unsettled > 0,
        _ => false,
    };
    health.checks.iter().filter(move |check| check.level != Level::Good && !is_other(check.subject))
}

/// Derives the tasks, most urgent first. Tasks of equal urgency are in the order of `TaskSubject`.
fn tasks(health: &Health, facts: &TaskFacts) -> Vec<PendingTask> {
    let now = health.now;
    let of_check = |subject, check: CheckSubject| {
        let check = health.checks.iter().find(|found| found.subject == check)?;
        let (level, count, due_at) = (check.level, check.count, check.due_at);
        Some(PendingTask { subject, level, count, oldest_seconds: check.oldest_seconds, due_at })
    };
    let draws = health.sweeps.iter().find(|sweep| sweep.name == "raffles").map(|sweep| PendingTask {
        oldest_seconds: sweep.oldest_seconds,
        ..task(TaskSubject::RaffleDraws, sweep.level, sweep.due)
    });
    let dead = of_check(TaskSubject::DeadLetters, CheckSubject::DeadLetters);
    let dead = dead.map(|task| PendingTask { oldest_seconds: facts.oldest_dead_seconds, ..task });
    let payments = of_check(TaskSubject::Payments, CheckSubject::Payments);
    let payments = payments.map(|task| PendingTask { count: facts.unsettled, ..task });
    let level = failing_checks(health, facts.unsettled).map(|check| check.level).max().unwrap_or(Level::Good);
    let failing = i64::try_from(failing_checks(health, facts.unsettled).count()).unwrap_or(i64::MAX);
    let request = |subject, waiting: WaitingJobs| {
        let oldest = age(waiting, now).unwrap_or(0);
        waiting_task(subject, if oldest > DECIDED_WITHIN { Level::Bad } else { Level::Watch }, waiting, now)
    };
    let watched = |subject, waiting: WaitingJobs| waiting_task(subject, Level::Watch, waiting, now);
    let all = [
        of_check(TaskSubject::Disputes, CheckSubject::Disputes),
        draws,
        payments,
        dead,
        Some(task(TaskSubject::System, level, failing)),
        Some(request(TaskSubject::CancelRequests, facts.cancel_requests)),
        Some(request(TaskSubject::Adjustments, facts.adjustments)),
        Some(request(TaskSubject::PlanChanges, facts.plan_changes)),
        Some(task(TaskSubject::UnbookableRestaurants, Level::Watch, facts.unbookable)),
        Some(watched(TaskSubject::UnpaidFees, facts.unpaid)),
        Some(watched(TaskSubject::StoppedAnnouncements, facts.stopped)),
        Some(watched(TaskSubject::UnprotectedAdmins, facts.unprotected)),
    ];
    let mut tasks: Vec<_> =
        all.into_iter().flatten().filter(|task| task.count > 0 && task.level != Level::Good).collect();
    tasks.sort_by_key(|task| std::cmp::Reverse(task.level));
    tasks
}

const fn task(subject: TaskSubject, level: Level, count: i64) -> PendingTask {
    PendingTask { subject, level, count, oldest_seconds: None, due_at: None }
}

fn waiting_task(subject: TaskSubject, level: Level, waiting: WaitingJobs, now: DateTime<Utc>) -> PendingTask {
    PendingTask { oldest_seconds: age(waiting, now), ..task(subject, level, waiting.count) }
}

fn age(waiting: WaitingJobs, now: DateTime<Utc>) -> Option<i64> {
    waiting.since.map(|since| (now - since).num_seconds().max(0))
}

#[cfg(test)]
mod tests {
    use chrono::Duration;

    use super::*;
    use crate::health::model::{SweepHealth, Versions};

    fn check(subject: CheckSubject, level: Level, count: i64) -> HealthCheck {
        HealthCheck { subject, level, count, most: None, oldest_seconds: Some(90), due_at: None }
    }

    fn health(checks: Vec<HealthCheck>, raffles: Level) -> Health {
        let due = i64::from(raffles != Level::Good);
        Health {
            level: Level::Good,
            now: "2026-12-01T01:00:00Z".parse().unwrap(),
            checks,
            sweeps: vec![SweepHealth { name: "raffles", level: raffles, due, oldest_seconds: Some(400) }],
            queues: Vec::new(),
            schedules: Vec::new(),
            versions: Versions { seki: "0", postgresql: String::new(), migrations: 0 },
        }
    }

    fn found(health: &Health, facts: &TaskFacts) -> Vec<(TaskSubject, Level, i64, Option<i64>)> {
        let tasks = tasks(health, facts).into_iter();
        tasks.map(|task| (task.subject, task.level, task.count, task.oldest_seconds)).collect()
    }

    #[test]
    fn good_system_has_no_tasks() {
        let good = CheckSubject::ALL.map(|subject| check(subject, Level::Good, 3));
        assert_eq!(found(&health(good.to_vec(), Level::Good), &TaskFacts::default()), []);
    }

    #[test]
    fn failing_checks_are_tasks_and_bad_ones_come_first() {
        let checks = vec![
            check(CheckSubject::DeadLetters, Level::Watch, 2),
            check(CheckSubject::Payments, Level::Bad, 5),
            check(CheckSubject::Workers, Level::Bad, 0),
            check(CheckSubject::Mails, Level::Watch, 4),
        ];
        let facts = TaskFacts { oldest_dead_seconds: Some(7), unsettled: 3, ..TaskFacts::default() };
        let wanted = [
            (TaskSubject::RaffleDraws, Level::Bad, 1, Some(400)),
            (TaskSubject::Payments, Level::Bad, 3, Some(90)),
            (TaskSubject::System, Level::Bad, 2, None),
            (TaskSubject::DeadLetters, Level::Watch, 2, Some(7)),
        ];
        assert_eq!(found(&health(checks, Level::Bad), &facts), wanted);
    }

    #[test]
    fn payments_without_charges_are_a_failing_check() {
        let health = health(vec![check(CheckSubject::Payments, Level::Watch, 1)], Level::Good);
        assert_eq!(found(&health, &TaskFacts::default()), [(TaskSubject::System, Level::Watch, 1, None)]);
    }

    #[test]
    fn request_is_urgent_after_a_day() {
        let now = health(Vec::new(), Level::Good).now;
        let of = |hours: i64| {
            let cancel_requests = WaitingJobs { count: 3, since: Some(now - Duration::hours(hours)) };
            found(&health(Vec::new(), Level::Good), &TaskFacts { cancel_requests, ..TaskFacts::default() })
        };
        assert_eq!(of(24), [(TaskSubject::CancelRequests, Level::Watch, 3, Some(86_400))]);
        assert_eq!(of(25), [(TaskSubject::CancelRequests, Level::Bad, 3, Some(90_000))]);
    }
}
