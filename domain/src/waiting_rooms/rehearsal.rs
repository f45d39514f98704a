//! A rehearsal of a drop in virtual time: synthetic diners pass the draw and the admission of a waiting room, by the same rules, without a
//! database. The same plan always has the same report.

use std::collections::VecDeque;
use std::iter;

use chrono::{DateTime, Duration, Utc};
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::admission::{self, FIRST_RATE, Turn};
use super::openings::LIFETIME;
use super::order;
use super::sweep::BEACON_AFTER;

/// Duration of an answer to a hold, in milliseconds, while the servers keep up.
const ANSWER_MS: i32 = 100;
/// Seconds after the opening in which the late diners arrive.
const LATE_WITHIN: u64 = 600;
/// Seconds that a diner takes to choose seats, at least, and the range above.
const CHOOSING: (u64, u64) = (20, 160);

/// A planned drop. Each diner takes one of the seats.
#[derive(Clone, Copy, Debug)]
pub struct RehearsalPlan {
    pub seats: usize,
    /// Diners who come before the opening.
    pub early: usize,
    /// Diners who come in the ten minutes after it.
    pub late: usize,
    /// Automated browsers, which come before the opening and choose within a second.
    pub bots: usize,
    /// Percentage of the early and late diners whose page does not show the turn in time.
    pub absent_percent: u64,
    pub seed: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Group {
    Early,
    Late,
    Bots,
}

/// The result of one group.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GroupReport {
    pub group: Group,
    pub diners: usize,
    /// Diners who got a turn.
    pub admitted: usize,
    pub seats: usize,
    /// Percentage of the diners who got a seat.
    pub odds_percent: f64,
    /// Waits from the arrival, at the earliest from the opening, to the turn; in seconds. Null if no one got a turn.
    pub median_wait: Option<i64>,
    pub longest_wait: Option<i64>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RehearsalReport {
    /// Seconds from the opening to the sale of the last seat; null if seats are left.
    pub sold_out_after: Option<i64>,
    pub seats_sold: usize,
    /// Turns that ended without a seat.
    pub unused_turns: usize,
    pub groups: Vec<GroupReport>,
}

struct SyntheticDiner {
    group: Group,
    arrives: i64,
    /// Seconds from the turn to the hold; None for a diner whose page is closed.
    holds_after: Option<i64>,
    turn: Option<i64>,
    has_seat: bool,
}

/// Rehearses a drop, second by second.
pub fn rehearse(plan: &RehearsalPlan) -> RehearsalReport {
    let mut diners = synthetic_diners(plan);
    let mut queue = ranked(plan, &diners);
    let (mut sold, mut sold_out_after, mut per_second) = (0, None, FIRST_RATE);
    let mut last_hold = None;
    // Indexes of the diners whose turn is on, and who hold nothing yet.
    let mut open: Vec<usize> = Vec::new();
    for second in BEACON_AFTER.num_seconds()..LIFETIME.num_seconds() {
        open.retain(|index| {
            let diner = &mut diners[*index];
            let (Some(begun), true) = (diner.turn, sold < plan.seats) else { return false };
            if diner.holds_after.is_some_and(|after| begun + after <= second) {
                diner.has_seat = true;
                sold += 1;
                last_hold = Some(second);
                return false;
            }
            let taken_up_at = diner.holds_after.map(|_| at(begun));
            Turn { admitted_at: at(begun), taken_up_at }.is_on(at(second))
        });
        if sold == plan.seats {
            sold_out_after = Some(second);
            break;
        }
        let answered = last_hold.filter(|held| *held == second);
        per_second = admission::next_rate(per_second, answered.map(|_| ANSWER_MS));
        let free = plan.seats - sold;
        for _ in 0..admission::admissible(count(open.len()), count(free), per_second) {
            let Some(index) = queue.front().copied().filter(|index| diners[*index].arrives <= second) else { break };
            queue.pop_front();
            diners[index].turn = Some(second);
            open.push(index);
        }
        if queue.is_empty() && open.is_empty() {
            break;
        }
    }
    report(&diners, sold, sold_out_after)
}

fn at(second: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + Duration::seconds(second)
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Returns a number below `limit` for one property of one diner.
fn number(seed: u64, property: &str, index: usize, limit: u64) -> u64 {
    let hash = Sha256::digest(format!("{seed}:{property}:{index}"));
    hash.iter().take(8).fold(0, |sum: u64, byte| sum << 8 | u64::from(*byte)) % limit.max(1)
}

fn synthetic_diners(plan: &RehearsalPlan) -> Vec<SyntheticDiner> {
    let groups = [(Group::Early, plan.early), (Group::Bots, plan.bots), (Group::Late, plan.late)];
    let groups = groups.into_iter().flat_map(|(group, size)| iter::repeat_n(group, size));
    let seconds = |property, index, limit| number(plan.seed, property, index, limit).cast_signed();
    let diners = groups.enumerate().map(|(index, group)| {
        let is_absent = group != Group::Bots && number(plan.seed, "absent", index, 100) < plan.absent_percent;
        let choosing = match group {
            Group::Bots => 1,
            Group::Early | Group::Late => CHOOSING.0.cast_signed() + seconds("choosing", index, CHOOSING.1),
        };
        SyntheticDiner {
            group,
            arrives: if group == Group::Late { seconds("arrives", index, LATE_WITHIN) } else { 0 },
            holds_after: (!is_absent).then_some(choosing),
            turn: None,
            has_seat: false,
        }
    });
    diners.collect()
}

/// Returns the indexes of the diners by rank: the drawn order, and after it the late diners by arrival.
fn ranked(plan: &RehearsalPlan, diners: &[SyntheticDiner]) -> VecDeque<usize> {
    let codes: Vec<_> = (0..plan.early + plan.bots).map(|index| format!("{index:012}")).collect();
    let texts = || codes.iter().map(String::as_str);
    let seed = order::seed_hash(&plan.seed.to_string());
    let head = order::list_head(order::list_start("rehearsal", 0, &order::seed_hash(&seed), 0), texts());
    let drawn = order::draw(&seed, "", &head, texts());
    let mut late: Vec<_> = (codes.len()..diners.len()).collect();
    late.sort_by_key(|index| diners[*index].arrives);
    drawn.into_iter().filter_map(|code| code.parse().ok()).chain(late).collect()
}

fn report(diners: &[SyntheticDiner], seats_sold: usize, sold_out_after: Option<i64>) -> RehearsalReport {
    let admitted = diners.iter().filter(|diner| diner.turn.is_some()).count();
    let groups = [Group::Early, Group::Late, Group::Bots].into_iter().map(|group| {
        let own: Vec<_> = diners.iter().filter(|diner| diner.group == group).collect();
        let mut waits: Vec<_> = own.iter().filter_map(|diner| Some(diner.turn? - diner.arrives)).collect();
        waits.sort_unstable();
        let seats = own.iter().filter(|diner| diner.has_seat).count();
        GroupReport {
            group,
            diners: own.len(),
            admitted: waits.len(),
            seats,
            odds_percent: percentage(seats, own.len()),
            median_wait: waits.get(waits.len() / 2).copied(),
            longest_wait: waits.last().copied(),
        }
    });
    RehearsalReport { sold_out_after, seats_sold, unused_turns: admitted - seats_sold, groups: groups.collect() }
}

/// Returns a percentage with one decimal.
fn percentage(part: usize, whole: usize) -> f64 {
    let permille = (part * 1_000).checked_div(whole).unwrap_or_default();
    u32::try_from(permille).map_or(0.0, f64::from) / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAN: RehearsalPlan =
        RehearsalPlan { seats: 200, early: 2_000, late: 500, bots: 2_000, absent_percent: 30, seed: 7 };

    #[test]
    fn the_same_plan_has_the_same_report() {
        let report = rehearse(&PLAN);
        assert_eq!(report, rehearse(&PLAN));
        assert_ne!(report, rehearse(&RehearsalPlan { seed: 8, ..PLAN }));
        assert_eq!(report.seats_sold, PLAN.seats);
        assert!(report.sold_out_after.is_some_and(|seconds| seconds > 20));
    }

    /// Bots are as many as the early diners who are present or absent, and get no better ranks: equal numbers of turns, within five
    /// standard deviations of half of them.
    #[test]
    fn bots_get_as_many_turns_as_early_diners() {
        let report = rehearse(&PLAN);
        let admitted = |group| report.groups.iter().find(|one| one.group == group).map_or(0, |one| one.admitted);
        let (early, bots) = (admitted(Group::Early), admitted(Group::Bots));
        let deviation = f64::sqrt(f64::from(u32::try_from(early + bots).unwrap())) / 2.0;
        assert!(f64::from(u32::try_from(early.abs_diff(bots)).unwrap()) / 2.0 < 5.0 * deviation, "{early} {bots}");
        assert_eq!(admitted(Group::Late), 0, "the seats are sold before the late diners' turn");
    }

    #[test]
    fn everyone_gets_a_seat_if_enough_are_free() {
        let plan = RehearsalPlan { seats: 100, early: 30, late: 20, bots: 0, absent_percent: 0, seed: 1 };
        let report = rehearse(&plan);
        assert_eq!((report.seats_sold, report.sold_out_after, report.unused_turns), (50, None, 0));
        assert!(report.groups.iter().all(|group| group.longest_wait.unwrap_or_default() < 60));
    }
}
