//! What of the facts is good, what is to be watched, and what is bad. Pure.

use chrono::{DateTime, Utc};

use super::facts::{Facts, Replica};
use super::model::{Check, Level, Subject, Sweep};
use crate::jobs::queries::QueueStats;
use crate::jobs::schedules::Schedule;
use crate::jobs::{Queue, Waiting};

/// From when on something is to be watched, and from when on it is bad.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    watch: i64,
    bad: i64,
}

impl Bounds {
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

const CONNECTIONS_PERCENT: Bounds = Bounds { watch: 80, bad: 95 };
const REPLICA_SECONDS: Bounds = Bounds { watch: 5, bad: 60 };
const CLOCK_MILLIS: Bounds = Bounds { watch: 2_000, bad: 30_000 };
/// A job may wait for a moment; a worker that is away is seen at once.
const QUEUE_SECONDS: Bounds = Bounds { watch: 15, bad: 60 };
/// An announcement to all guests of a large house takes its time.
const BULK_SECONDS: Bounds = Bounds { watch: 900, bad: 3_600 };
const SWEEP_SECONDS: Bounds = Bounds { watch: 30, bad: 300 };
const PAYMENT_SECONDS: Bounds = Bounds { watch: 600, bad: 3_600 };
const MAIL_SECONDS: Bounds = Bounds { watch: 120, bad: 900 };
/// A tick that nobody fired for so long is a worker that is away.
const TICK_SECONDS: i64 = 300;

fn age(waiting: Waiting, now: DateTime<Utc>) -> Option<i64> {
    waiting.since.map(|since| (now - since).num_seconds().max(0))
}

fn bounds_of(queue: &str) -> Bounds {
    if queue == Queue::BulkMail.as_str() { BULK_SECONDS } else { QUEUE_SECONDS }
}

/// Of the sweepers, what lies before each.
pub(super) fn sweeps(facts: &Facts, now: DateTime<Utc>) -> Vec<Sweep> {
    let sweeps = facts.due.iter().map(|(name, waiting)| {
        let oldest_seconds = age(*waiting, now);
        let level = SWEEP_SECONDS.level(oldest_seconds.unwrap_or(0));
        Sweep { name, level, due: waiting.count, oldest_seconds }
    });
    sweeps.collect()
}

pub(super) fn checks(facts: &Facts, sweeps: &[Sweep], now: DateTime<Utc>) -> Vec<Check> {
    let mut checks = vec![database(facts), amount(Subject::Schema, facts.amiss, Level::Bad)];
    checks.extend(replica(facts.replica));
    checks.push(Check {
        level: CLOCK_MILLIS.level(facts.clock_apart_millis),
        ..plain(Subject::Clock, facts.clock_apart_millis)
    });
    checks.extend([workers(&facts.queues), queues(&facts.queues), dead_letters(facts), swept(sweeps)]);
    checks.extend([
        waiting(Subject::Payments, facts.payments, now, PAYMENT_SECONDS),
        waiting(Subject::Mails, facts.mails, now, MAIL_SECONDS),
        waiting(Subject::BulkMails, facts.bulk_mails, now, BULK_SECONDS),
        waiting(Subject::TextMessages, facts.text_messages, now, MAIL_SECONDS),
        schedules(&facts.schedules, now),
    ]);
    checks
}

const fn plain(subject: Subject, count: i64) -> Check {
    Check { subject, level: Level::Good, count, most: None, oldest_seconds: None }
}

/// Anything but none is of this level.
fn amount(subject: Subject, count: i64, level: Level) -> Check {
    Check { level: if count == 0 { Level::Good } else { level }, ..plain(subject, count) }
}

fn waiting(subject: Subject, waiting: Waiting, now: DateTime<Utc>, bounds: Bounds) -> Check {
    let oldest_seconds = age(waiting, now);
    Check { level: bounds.level(oldest_seconds.unwrap_or(0)), oldest_seconds, ..plain(subject, waiting.count) }
}

fn database(facts: &Facts) -> Check {
    let percent = facts.connections * 100 / facts.most_connections.max(1);
    Check {
        level: CONNECTIONS_PERCENT.level(percent),
        most: Some(facts.most_connections),
        ..plain(Subject::Database, facts.connections)
    }
}

/// Everything is read from the primary while a replica is away, so its absence is to be watched.
fn replica(replica: Replica) -> Option<Check> {
    match replica {
        Replica::None => None,
        Replica::Away => Some(Check { level: Level::Watch, ..plain(Subject::Replica, 0) }),
        Replica::Behind(seconds) => Some(Check {
            level: REPLICA_SECONDS.level(seconds),
            oldest_seconds: Some(seconds),
            ..plain(Subject::Replica, 1)
        }),
    }
}

fn workers(queues: &[QueueStats]) -> Check {
    let fewest = queues.iter().map(|queue| queue.workers).min().unwrap_or(0);
    Check { level: if fewest == 0 { Level::Bad } else { Level::Good }, ..plain(Subject::Workers, fewest) }
}

fn queues(queues: &[QueueStats]) -> Check {
    let of = |queue: &QueueStats| bounds_of(&queue.queue).level(queue.oldest_due_seconds.unwrap_or(0));
    Check {
        level: queues.iter().map(of).max().unwrap_or(Level::Good),
        oldest_seconds: queues.iter().filter_map(|queue| queue.oldest_due_seconds).max(),
        ..plain(Subject::Queues, queues.iter().map(|queue| queue.due).sum())
    }
}

/// A payment that nobody settles any more is somebody's money.
fn dead_letters(facts: &Facts) -> Check {
    let dead = facts.queues.iter().map(|queue| queue.dead).sum();
    let level = if facts.dead_payments > 0 { Level::Bad } else { Level::Watch };
    amount(Subject::DeadLetters, dead, level)
}

fn swept(sweeps: &[Sweep]) -> Check {
    Check {
        level: sweeps.iter().map(|sweep| sweep.level).max().unwrap_or(Level::Good),
        oldest_seconds: sweeps.iter().filter_map(|sweep| sweep.oldest_seconds).max(),
        ..plain(Subject::Sweeps, sweeps.iter().map(|sweep| sweep.due).sum())
    }
}

fn schedules(schedules: &[Schedule], now: DateTime<Utc>) -> Check {
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
    let amiss = levels.iter().filter(|level| **level != Level::Good).count();
    let count = i64::try_from(amiss).unwrap_or(i64::MAX);
    Check { level: levels.into_iter().max().unwrap_or(Level::Good), ..plain(Subject::Schedules, count) }
}

#[cfg(test)]
mod tests {
    use chrono::Duration;

    use super::*;
    use crate::jobs::cron::Missed;

    fn now() -> DateTime<Utc> {
        "2026-12-01T01:00:00Z".parse().unwrap()
    }

    fn since(seconds: i64) -> Waiting {
        Waiting { count: 1, since: Some(now() - Duration::seconds(seconds)) }
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

    fn at_rest() -> Facts {
        Facts {
            connections: 40,
            most_connections: 400,
            postgresql: "16.4".into(),
            migrations: 12,
            amiss: 0,
            replica: Replica::None,
            clock_apart_millis: 3,
            queues: Queue::ALL.map(queue).to_vec(),
            dead_payments: 0,
            schedules: vec![schedule()],
            due: vec![("holds", Waiting::default())],
            payments: Waiting::default(),
            mails: Waiting::default(),
            bulk_mails: Waiting::default(),
            text_messages: Waiting::default(),
        }
    }

    /// What is not good after a change of the facts.
    fn amiss(change: impl FnOnce(&mut Facts)) -> Vec<(Subject, Level)> {
        let mut facts = at_rest();
        change(&mut facts);
        let checks = checks(&facts, &sweeps(&facts, now()), now());
        checks
            .into_iter()
            .filter(|check| check.level != Level::Good)
            .map(|check| (check.subject, check.level))
            .collect()
    }

    #[test]
    fn a_house_at_rest_is_good() {
        assert_eq!(amiss(|_| ()), []);
        let all = checks(&at_rest(), &[], now());
        assert_eq!(all.len(), Subject::ALL.len() - 1, "each subject but the replica, of which there is none");
    }

    #[test]
    fn what_is_late_is_watched_and_then_bad() {
        use Level::{Bad, Watch};
        assert_eq!(amiss(|facts| facts.mails = since(120)), []);
        assert_eq!(amiss(|facts| facts.mails = since(121)), [(Subject::Mails, Watch)]);
        assert_eq!(amiss(|facts| facts.mails = since(901)), [(Subject::Mails, Bad)]);
        assert_eq!(amiss(|facts| facts.bulk_mails = since(800)), [], "mails to many take their time");
        assert_eq!(amiss(|facts| facts.payments = since(3_601)), [(Subject::Payments, Bad)]);
        assert_eq!(amiss(|facts| facts.due[0].1 = since(31)), [(Subject::Sweeps, Watch)]);
        assert_eq!(amiss(|facts| facts.connections = 390), [(Subject::Database, Bad)]);
        assert_eq!(amiss(|facts| facts.amiss = 1), [(Subject::Schema, Bad)]);
        assert_eq!(amiss(|facts| facts.clock_apart_millis = 2_500), [(Subject::Clock, Watch)]);
        assert_eq!(amiss(|facts| facts.replica = Replica::Away), [(Subject::Replica, Watch)]);
        assert_eq!(amiss(|facts| facts.replica = Replica::Behind(61)), [(Subject::Replica, Bad)]);
        assert_eq!(amiss(|facts| facts.replica = Replica::Behind(5)), []);
    }

    #[test]
    fn a_queue_without_a_worker_is_bad_and_so_is_a_dead_payment() {
        let of = |wanted: Queue, change: fn(&mut QueueStats)| {
            amiss(move |facts| {
                let queue = facts.queues.iter_mut().find(|queue| queue.queue == wanted.as_str()).unwrap();
                change(queue);
                facts.dead_payments = if wanted == Queue::Payment { queue.dead } else { 0 };
            })
        };
        assert_eq!(of(Queue::Sms, |queue| queue.workers = 0), [(Subject::Workers, Level::Bad)]);
        assert_eq!(of(Queue::Sms, |queue| queue.oldest_due_seconds = Some(61)), [(Subject::Queues, Level::Bad)]);
        assert_eq!(of(Queue::BulkMail, |queue| queue.oldest_due_seconds = Some(61)), []);
        assert_eq!(of(Queue::Mail, |queue| queue.dead = 3), [(Subject::DeadLetters, Level::Watch)]);
        assert_eq!(of(Queue::Payment, |queue| queue.dead = 1), [(Subject::DeadLetters, Level::Bad)]);
    }

    #[test]
    fn a_schedule_that_failed_is_watched_and_one_that_nobody_fires_is_bad() {
        let of = |change: fn(&mut Schedule)| amiss(move |facts| change(&mut facts.schedules[0]));
        assert_eq!(of(|row| row.ran_error = Some("away".into())), [(Subject::Schedules, Level::Watch)]);
        assert_eq!(of(|row| row.next_tick = Some(now() - Duration::seconds(301))), [(Subject::Schedules, Level::Bad)]);
        assert_eq!(
            of(|row| (row.next_tick, row.is_enabled) = (Some(now() - Duration::days(1)), false)),
            [],
            "it is switched off"
        );
    }
}
