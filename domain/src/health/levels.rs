//! Rules that rate the facts as good, warning or bad. Pure.

use chrono::{DateTime, Utc};

use super::facts::{HealthFacts, ReplicaLag};
use super::model::{CheckSubject, HealthCheck, Level, SweepHealth};
use crate::disputes::queries::WaitingDisputes;
use crate::disputes::sweep::REMIND_BEFORE;
use crate::jobs::queries::QueueStats;
use crate::jobs::schedules::Schedule;
use crate::jobs::{Queue, WaitingJobs};

/// Thresholds above which a value is a warning, and bad.
#[derive(Clone, Copy, Debug)]
struct LevelThresholds {
    watch: i64,
    bad: i64,
}

impl LevelThresholds {
    const fn level(self, value: i64) -> Level {
        if value > self.bad {
            Level::Bad
        } else if value > self.watch {
            Level::Watch
        } else {
            Level::Good
        }
    }
}

const CONNECTIONS_PERCENT: LevelThresholds = LevelThresholds { watch: 80, bad: 95 };
const REPLICA_SECONDS: LevelThresholds = LevelThresholds { watch: 5, bad: 60 };
const CLOCK_MILLIS: LevelThresholds = LevelThresholds { watch: 2_000, bad: 30_000 };
/// A job may wait for a moment; a stopped worker is noticed immediately.
const QUEUE_SECONDS: LevelThresholds = LevelThresholds { watch: 15, bad: 60 };
/// An announcement to all guests of a large restaurant takes time.
const BULK_SECONDS: LevelThresholds = LevelThresholds { watch: 900, bad: 3_600 };
/// Every restaurant's job of the night is due at the same time, and its order says nothing.
const NIGHT_SECONDS: LevelThresholds = LevelThresholds { watch: 2 * 3_600, bad: 6 * 3_600 };
const SWEEP_SECONDS: LevelThresholds = LevelThresholds { watch: 30, bad: 300 };
const PAYMENT_SECONDS: LevelThresholds = LevelThresholds { watch: 600, bad: 3_600 };
const MAIL_SECONDS: LevelThresholds = LevelThresholds { watch: 120, bad: 900 };
/// If no worker has fired a tick for this time, the worker is down.
const TICK_SECONDS: i64 = 300;

fn age(waiting: WaitingJobs, now: DateTime<Utc>) -> Option<i64> {
    waiting.since.map(|since| (now - since).num_seconds().max(0))
}

fn bounds_of(queue: &str) -> LevelThresholds {
    match Queue::named(queue) {
        Some(Queue::BulkMail) => BULK_SECONDS,
        Some(Queue::StockRefills | Queue::RoundPlans) => NIGHT_SECONDS,
        _ => QUEUE_SECONDS,
    }
}

/// Rates the pending work of each sweeper.
pub(super) fn sweeps(facts: &HealthFacts, now: DateTime<Utc>) -> Vec<SweepHealth> {
    let sweeps = facts.due.iter().map(|(name, waiting)| {
        let oldest_seconds = age(*waiting, now);
        let level = SWEEP_SECONDS.level(oldest_seconds.unwrap_or(0));
        SweepHealth { name, level, due: waiting.count, oldest_seconds }
    });
    sweeps.collect()
}

pub(super) fn checks(facts: &HealthFacts, sweeps: &[SweepHealth], now: DateTime<Utc>) -> Vec<HealthCheck> {
    let mut checks = vec![database(facts), amount(CheckSubject::Schema, facts.amiss, Level::Bad)];
    checks.extend(replica(facts.replica));
    checks.push(HealthCheck {
        level: CLOCK_MILLIS.level(facts.clock_apart_millis),
        ..informational(CheckSubject::Clock, facts.clock_apart_millis)
    });
    checks.extend([workers(&facts.queues), queues(&facts.queues), dead_letters(facts), swept(sweeps)]);
    checks.extend([
        waiting(CheckSubject::Payments, facts.payments, now, PAYMENT_SECONDS),
        disputes(facts.disputes, now),
        waiting(CheckSubject::Mails, facts.mails, now, MAIL_SECONDS),
        waiting(CheckSubject::BulkMails, facts.bulk_mails, now, BULK_SECONDS),
        waiting(CheckSubject::TextMessages, facts.text_messages, now, MAIL_SECONDS),
        schedules(&facts.schedules, now),
    ]);
    checks
}

const fn informational(subject: CheckSubject, count: i64) -> HealthCheck {
    HealthCheck { subject, level: Level::Good, count, most: None, oldest_seconds: None, due_at: None }
}

/// Rates a count: any amount above zero has this level.
fn amount(subject: CheckSubject, count: i64, level: Level) -> HealthCheck {
    HealthCheck { level: if count == 0 { Level::Good } else { level }, ..informational(subject, count) }
}

fn waiting(subject: CheckSubject, waiting: WaitingJobs, now: DateTime<Utc>, bounds: LevelThresholds) -> HealthCheck {
    let oldest_seconds = age(waiting, now);
    HealthCheck {
        level: bounds.level(oldest_seconds.unwrap_or(0)),
        oldest_seconds,
        ..informational(subject, waiting.count)
    }
}

fn database(facts: &HealthFacts) -> HealthCheck {
    let percent = facts.connections * 100 / facts.max_connections.max(1);
    HealthCheck {
        level: CONNECTIONS_PERCENT.level(percent),
        most: Some(facts.max_connections),
        ..informational(CheckSubject::Database, facts.connections)
    }
}

/// Rates the replica. While it is unavailable, everything is read from the primary, so its absence is a warning.
fn replica(replica: ReplicaLag) -> Option<HealthCheck> {
    match replica {
        ReplicaLag::None => None,
        ReplicaLag::Unavailable => Some(HealthCheck { level: Level::Watch, ..informational(CheckSubject::Replica, 0) }),
        ReplicaLag::Behind(seconds) => Some(HealthCheck {
            level: REPLICA_SECONDS.level(seconds),
            oldest_seconds: Some(seconds),
            ..informational(CheckSubject::Replica, 1)
        }),
    }
}

fn workers(queues: &[QueueStats]) -> HealthCheck {
    let fewest = queues.iter().map(|queue| queue.workers).min().unwrap_or(0);
    HealthCheck {
        level: if fewest == 0 { Level::Bad } else { Level::Good },
        ..informational(CheckSubject::Workers, fewest)
    }
}

fn queues(queues: &[QueueStats]) -> HealthCheck {
    let of = |queue: &QueueStats| bounds_of(&queue.queue).level(queue.oldest_due_seconds.unwrap_or(0));
    HealthCheck {
        level: queues.iter().map(of).max().unwrap_or(Level::Good),
        oldest_seconds: queues.iter().filter_map(|queue| queue.oldest_due_seconds).max(),
        ..informational(CheckSubject::Queues, queues.iter().map(|queue| queue.due).sum())
    }
}

/// Rates dead letters. A dead payment job means that a diner's or a restaurant's money is not settled.
fn dead_letters(facts: &HealthFacts) -> HealthCheck {
    let dead = facts.queues.iter().map(|queue| queue.dead).sum();
    let level = if facts.dead_payments > 0 { Level::Bad } else { Level::Watch };
    amount(CheckSubject::DeadLetters, dead, level)
}

/// Rates disputes that wait for an answer. Without one before the deadline, a dispute is lost.
fn disputes(waiting: WaitingDisputes, now: DateTime<Utc>) -> HealthCheck {
    let is_near = waiting.due_at.is_some_and(|due| due <= now + REMIND_BEFORE);
    let level = if is_near { Level::Bad } else { Level::Watch };
    HealthCheck { due_at: waiting.due_at, ..amount(CheckSubject::Disputes, waiting.count, level) }
}

fn swept(sweeps: &[SweepHealth]) -> HealthCheck {
    HealthCheck {
        level: sweeps.iter().map(|sweep| sweep.level).max().unwrap_or(Level::Good),
        oldest_seconds: sweeps.iter().filter_map(|sweep| sweep.oldest_seconds).max(),
        ..informational(CheckSubject::Sweeps, sweeps.iter().map(|sweep| sweep.due).sum())
    }
}

fn schedules(schedules: &[Schedule], now: DateTime<Utc>) -> HealthCheck {
    let level = |schedule: &Schedule| {
        let late = schedule.next_tick.map_or(0, |tick| (now - tick).num_seconds());
        match schedule {
            Schedule { is_enabled: false, .. } => Level::Good,
            _ if late > TICK_SECONDS => Level::Bad,
            Schedule { ran_error: Some(_), .. } => Level::Watch,
            _ => Level::Good,
        }
    };
    let levels: Vec<_> = schedules.iter().map(level).collect();
    let failing_checks = levels.iter().filter(|level| **level != Level::Good).count();
    let count = i64::try_from(failing_checks).unwrap_or(i64::MAX);
    HealthCheck {
        level: levels.into_iter().max().unwrap_or(Level::Good),
        ..informational(CheckSubject::Schedules, count)
    }
}

#[cfg(test)]
mod tests {
    use chrono::Duration;

    use super::*;
    use crate::jobs::cron::Missed;

    fn now() -> DateTime<Utc> {
        "2026-12-01T01:00:00Z".parse().unwrap()
    }

    fn since(seconds: i64) -> WaitingJobs {
        WaitingJobs { count: 1, since: Some(now() - Duration::seconds(seconds)) }
    }

    fn queue(queue: Queue) -> QueueStats {
        QueueStats {
            queue: queue.as_str().into(),
            due: 0,
            scheduled: 0,
            running: 0,
            done_last_hour: 0,
            dead: 0,
            oldest_due_seconds: None,
            workers: 2,
        }
    }

    fn schedule() -> Schedule {
        Schedule {
            name: "prune".into(),
            expression: "0 30 4 * * *".into(),
            time_zone: "Asia/Tokyo".into(),
            missed: Missed::Once,
            is_enabled: true,
            next_tick: Some(now() + Duration::hours(1)),
            last_tick: None,
            skipped_tick: None,
            ran_at: None,
            ran_millis: None,
            ran_done: None,
            ran_error: None,
        }
    }

    fn idle_facts() -> HealthFacts {
        HealthFacts {
            connections: 40,
            max_connections: 400,
            postgresql: "16.4".into(),
            migrations: 12,
            amiss: 0,
            replica: ReplicaLag::None,
            clock_apart_millis: 3,
            queues: Queue::ALL.map(queue).to_vec(),
            dead_payments: 0,
            schedules: vec![schedule()],
            due: vec![("holds", WaitingJobs::default())],
            payments: WaitingJobs::default(),
            disputes: WaitingDisputes::default(),
            mails: WaitingJobs::default(),
            bulk_mails: WaitingJobs::default(),
            text_messages: WaitingJobs::default(),
        }
    }

    /// Returns the checks that are not good after a change of the facts.
    fn failing_checks(change: impl FnOnce(&mut HealthFacts)) -> Vec<(CheckSubject, Level)> {
        let mut facts = idle_facts();
        change(&mut facts);
        let checks = checks(&facts, &sweeps(&facts, now()), now());
        checks
            .into_iter()
            .filter(|check| check.level != Level::Good)
            .map(|check| (check.subject, check.level))
            .collect()
    }

    #[test]
    fn idle_system_is_good() {
        assert_eq!(failing_checks(|_| ()), []);
        let all = checks(&idle_facts(), &[], now());
        assert_eq!(all.len(), CheckSubject::ALL.len() - 1, "all subjects except the replica, which is not configured");
    }

    #[test]
    fn late_work_warns_and_then_is_bad() {
        use Level::{Bad, Watch};
        assert_eq!(failing_checks(|facts| facts.mails = since(120)), []);
        assert_eq!(failing_checks(|facts| facts.mails = since(121)), [(CheckSubject::Mails, Watch)]);
        assert_eq!(failing_checks(|facts| facts.mails = since(901)), [(CheckSubject::Mails, Bad)]);
        assert_eq!(failing_checks(|facts| facts.bulk_mails = since(800)), [], "bulk mails take time");
        assert_eq!(failing_checks(|facts| facts.payments = since(3_601)), [(CheckSubject::Payments, Bad)]);
        assert_eq!(failing_checks(|facts| facts.due[0].1 = since(31)), [(CheckSubject::Sweeps, Watch)]);
        assert_eq!(failing_checks(|facts| facts.connections = 390), [(CheckSubject::Database, Bad)]);
        assert_eq!(failing_checks(|facts| facts.amiss = 1), [(CheckSubject::Schema, Bad)]);
        assert_eq!(failing_checks(|facts| facts.clock_apart_millis = 2_500), [(CheckSubject::Clock, Watch)]);
        assert_eq!(failing_checks(|facts| facts.replica = ReplicaLag::Unavailable), [(CheckSubject::Replica, Watch)]);
        assert_eq!(failing_checks(|facts| facts.replica = ReplicaLag::Behind(61)), [(CheckSubject::Replica, Bad)]);
        assert_eq!(failing_checks(|facts| facts.replica = ReplicaLag::Behind(5)), []);
    }

    #[test]
    fn unanswered_disputes_warn_and_are_bad_near_their_deadline() {
        let of = |days: Option<i64>| {
            failing_checks(|facts| {
                facts.disputes = WaitingDisputes { count: 1, due_at: days.map(|days| now() + Duration::days(days)) };
            })
        };
        assert_eq!(of(Some(4)), [(CheckSubject::Disputes, Level::Watch)]);
        assert_eq!(of(None), [(CheckSubject::Disputes, Level::Watch)], "the provider names no deadline");
        assert_eq!(of(Some(3)), [(CheckSubject::Disputes, Level::Bad)]);
        assert_eq!(of(Some(-1)), [(CheckSubject::Disputes, Level::Bad)]);
    }

    #[test]
    fn missing_worker_and_dead_payment_are_bad() {
        let of = |wanted: Queue, change: fn(&mut QueueStats)| {
            failing_checks(move |facts| {
                let queue = facts.queues.iter_mut().find(|queue| queue.queue == wanted.as_str()).unwrap();
                change(queue);
                facts.dead_payments = if wanted == Queue::Payment { queue.dead } else { 0 };
            })
        };
        assert_eq!(of(Queue::Sms, |queue| queue.workers = 0), [(CheckSubject::Workers, Level::Bad)]);
        assert_eq!(of(Queue::Sms, |queue| queue.oldest_due_seconds = Some(61)), [(CheckSubject::Queues, Level::Bad)]);
        assert_eq!(of(Queue::BulkMail, |queue| queue.oldest_due_seconds = Some(61)), []);
        for nightly in [Queue::StockRefills, Queue::RoundPlans] {
            assert_eq!(of(nightly, |queue| queue.oldest_due_seconds = Some(7_200)), [], "one after the other");
            let late = [(CheckSubject::Queues, Level::Watch)];
            assert_eq!(of(nightly, |queue| queue.oldest_due_seconds = Some(7_201)), late);
            let stuck = [(CheckSubject::Queues, Level::Bad)];
            assert_eq!(of(nightly, |queue| queue.oldest_due_seconds = Some(21_601)), stuck);
        }
        assert_eq!(of(Queue::Mail, |queue| queue.dead = 3), [(CheckSubject::DeadLetters, Level::Watch)]);
        assert_eq!(of(Queue::Payment, |queue| queue.dead = 1), [(CheckSubject::DeadLetters, Level::Bad)]);
    }

    #[test]
    fn failed_schedule_warns_and_unfired_schedule_is_bad() {
        let of = |change: fn(&mut Schedule)| failing_checks(move |facts| change(&mut facts.schedules[0]));
        assert_eq!(of(|row| row.ran_error = Some("away".into())), [(CheckSubject::Schedules, Level::Watch)]);
        assert_eq!(
            of(|row| row.next_tick = Some(now() - Duration::seconds(301))),
            [(CheckSubject::Schedules, Level::Bad)]
        );
        assert_eq!(
            of(|row| (row.next_tick, row.is_enabled) = (Some(now() - Duration::days(1)), false)),
            [],
            "it is switched off"
        );
    }
}
