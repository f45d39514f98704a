//! The nightly refill: every template of every restaurant, as far ahead as diners can book (gaps G105).

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, Duration, NaiveDate, Utc};
use sqlx::{PgConnection, PgPool};
use tokio::time::Instant;

use super::day::{PlannedDay, SkipReason};
use super::model::{RefilledDays, StoredTemplate};
use super::plan::plan;
use super::queries::{self, RoundReach};
use super::refill;
use super::selection::DaySelection;
use crate::audit::Actor;
use crate::holidays::Holidays;
use crate::ids::RestaurantId;
use crate::inventory::slot_form::DAYS_AHEAD;
use crate::jobs::{self, Repeat, StockRefillJob};
use crate::progress::{Failures, Progress, UNWATCHED};
use crate::rng::Rng;
use crate::zone::Zone;

/// Days to fill ahead for a restaurant whose rounds have no last day.
pub const DAYS: i64 = 90;
/// Restaurants of one transaction: few, because it locks days for which bookings wait.
pub const RESTAURANTS_PER_TRANSACTION: i64 = 1;
/// A gentle run pauses for this multiple of its last transaction's duration: it uses a quarter of one processor, and bookings between two
/// transactions are not slowed down.
const REST_FACTOR: u32 = 3;
/// Maximum pause. A transaction that takes longer than a third of it was waiting, not working.
const MAX_REST: std::time::Duration = std::time::Duration::from_secs(1);

/// The days of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefillSpan {
    /// From today to the last day of any round, or 90 days (`nightly_span`). Skips a day that a template has filled before, so that stocks
    /// that staff removed from the web stay removed.
    Night,
    /// The same days for all templates. Removed slots are created again.
    Days(NaiveDate, NaiveDate),
}

/// Parameters of a run.
#[derive(Clone, Copy, Debug)]
pub struct RefillRun {
    pub actor: Actor,
    pub span: RefillSpan,
    /// One restaurant; None for all.
    pub restaurant: Option<RestaurantId>,
    /// Writes nothing.
    pub is_dry: bool,
    /// Pauses between transactions, because bookings run concurrently.
    pub is_gentle: bool,
}

impl RefillRun {
    pub const NIGHTLY: Self =
        Self { actor: Actor::System, span: RefillSpan::Night, restaurant: None, is_dry: false, is_gentle: true };
}

/// Result of a run. Incomplete templates are skipped.
#[derive(Clone, Debug, Default)]
pub struct RefillOutcome {
    pub templates: usize,
    pub incomplete: usize,
    pub created: usize,
    pub skipped: BTreeMap<SkipReason, usize>,
}

impl RefillOutcome {
    fn add(&mut self, refilled: &RefilledDays) {
        self.templates += 1;
        self.created += refilled.count_created();
        for skipped in refilled.days.iter().filter_map(|day| day.skipped) {
            *self.skipped.entry(skipped).or_default() += 1;
        }
    }
}

/// Enqueues the nightly refill of every restaurant with templates, one job for each, and returns the number of jobs. A job that failed on
/// an earlier day stays a dead letter, and does not stop today's.
pub async fn enqueue_all(pool: &PgPool, rng: &Rng, now: DateTime<Utc>) -> sqlx::Result<usize> {
    let mut conn = pool.acquire().await?;
    let restaurants = queries::list_restaurants_with_templates(&mut conn, RestaurantId(0), i64::MAX).await?;
    let due = restaurants.into_iter().map(|restaurant| {
        let job = StockRefillJob { restaurant_id: restaurant };
        (job, format!("refill:{restaurant}:{}", Zone::default().date_of(now)))
    });
    jobs::push_due(&mut conn, rng, due.collect(), Repeat::WhenDone).await
}

/// Runs the nightly refill of one restaurant, and pauses afterwards, so that bookings between two jobs are not slowed down.
pub async fn run_one(
    pool: &PgPool,
    rng: &Rng,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
) -> sqlx::Result<RefillOutcome> {
    let began = Instant::now();
    let run_of_one = RefillRun { restaurant: Some(restaurant), ..RefillRun::NIGHTLY };
    let outcome = run(pool, rng, now, run_of_one, UNWATCHED).await?;
    tokio::time::sleep(rest_after(began)).await;
    Ok(outcome)
}

/// Returns the pause after a transaction that began at this instant.
fn rest_after(began: Instant) -> std::time::Duration {
    (began.elapsed() * REST_FACTOR).min(MAX_REST)
}

/// Fills days, some restaurants at a time. A failing batch is skipped, and its error is returned after the others. Repeating the run
/// creates only missing slots. Reports restaurants to `progress`.
pub async fn run(
    pool: &PgPool,
    rng: &Rng,
    now: DateTime<Utc>,
    run: RefillRun,
    progress: Progress<'_>,
) -> sqlx::Result<RefillOutcome> {
    let total = match run.restaurant {
        Some(_) => 1,
        None => queries::count_restaurants_with_templates(&mut *pool.acquire().await?).await?,
    };
    let mut done = 0;
    progress(done, total);
    let mut outcome = RefillOutcome::default();
    let mut failures = Failures::none();
    let mut after = RestaurantId(0);
    let mut rest = std::time::Duration::ZERO;
    loop {
        let batch = match run.restaurant {
            Some(restaurant) if restaurant > after => vec![restaurant],
            Some(_) => Vec::new(),
            None => {
                queries::list_restaurants_with_templates(
                    &mut *pool.acquire().await?,
                    after,
                    RESTAURANTS_PER_TRANSACTION,
                )
                .await?
            }
        };
        let Some(last) = batch.last() else { break };
        after = *last;
        tokio::time::sleep(rest).await;
        let began = Instant::now();
        let ran = run_batch(pool, rng, now, run, &batch).await;
        let what = format_args!("refill of the restaurants {} to {after}", batch[0]);
        if let Some((incomplete, refilled)) = failures.pass(what, ran) {
            outcome.incomplete += incomplete;
            refilled.iter().for_each(|refilled| outcome.add(refilled));
        }
        rest = if run.is_gentle { rest_after(began) } else { rest };
        done += batch.len();
        progress(done, total);
    }
    failures.or(outcome)
}

/// Returns the number of incomplete templates, and the days of the others.
async fn run_batch(
    pool: &PgPool,
    rng: &Rng,
    now: DateTime<Utc>,
    run: RefillRun,
    restaurants: &[RestaurantId],
) -> sqlx::Result<(usize, Vec<RefilledDays>)> {
    let mut tx = pool.begin().await?;
    if !run.is_dry {
        queries::lock_templates(&mut tx, restaurants).await?;
    }
    let templates = queries::list_templates(&mut tx, restaurants).await?;
    let known = templates.len();
    let templates: Vec<_> = templates.into_iter().filter(|template| template.missing_parts().is_empty()).collect();
    let chosen = choose_days(&mut tx, now, run.span, restaurants, &templates).await?;
    let planned = plan(&mut tx, &templates, chosen).await?;
    if !run.is_dry {
        refill::write(&mut tx, rng, now, run.actor, &templates, &planned).await?;
        tx.commit().await?;
    }
    Ok((known - templates.len(), planned))
}

/// Returns the days of each template.
async fn choose_days(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    span: RefillSpan,
    restaurants: &[RestaurantId],
    templates: &[StoredTemplate],
) -> sqlx::Result<Vec<Vec<PlannedDay>>> {
    let holidays = Holidays::load(&mut *conn).await?;
    let all =
        |from, till, template: &StoredTemplate| DaySelection::Range(from, till).days(template.schedule, &holidays);
    if let RefillSpan::Days(from, till) = span {
        return Ok(templates.iter().map(|template| all(from, till, template)).collect());
    }
    let reaches = queries::list_reaches(conn, restaurants).await?;
    let spans: HashMap<_, _> = reaches.iter().map(|reach| (reach.restaurant, nightly_span(reach, now))).collect();
    let first = spans.values().map(|(from, _)| *from).min().unwrap_or_default();
    let last = spans.values().map(|(_, till)| *till).max().unwrap_or_default();
    let filled = queries::list_filled(conn, restaurants, first, last).await?;
    let days = templates.iter().map(|template| {
        let Some((from, till)) = spans.get(&template.restaurant) else { return Vec::new() };
        let mut days = all(*from, *till, template);
        for day in days.iter_mut().filter(|day| filled.contains(&(template.restaurant, template.id, day.date))) {
            day.skipped = Some(SkipReason::Filled);
        }
        days
    });
    Ok(days.collect())
}

/// Returns today and the last day to fill: the last day of any round, or 90 days ahead if no round has one; at least 90 days ahead if a
/// group can book without limit, and at most `DAYS_AHEAD`.
fn nightly_span(reach: &RoundReach, now: DateTime<Utc>) -> (NaiveDate, NaiveDate) {
    let today = reach.zone.date_of(now);
    let plain = today + Duration::days(DAYS);
    let named = reach.online_reservable_till.filter(|till| *till >= today);
    let till = match named {
        Some(till) if reach.is_endless => till.max(plain),
        Some(till) => till,
        None => plain,
    };
    (today, till.min(today + Duration::days(DAYS_AHEAD)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zone::Zone;

    #[test]
    fn nightly_refill_reaches_rounds_or_ninety_days() {
        let now: DateTime<Utc> = "2026-11-30T15:30:00Z".parse().unwrap();
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        let till = |online_reservable_till: Option<&str>, is_endless| {
            let online_reservable_till = online_reservable_till.map(day);
            let reach =
                RoundReach { restaurant: RestaurantId(1), zone: Zone::default(), online_reservable_till, is_endless };
            let (from, till) = nightly_span(&reach, now);
            assert_eq!(from, day("2026-12-01"), "today in the restaurant's zone");
            till
        };
        let plain = day("2026-12-01") + Duration::days(90);
        assert_eq!(till(None, false), plain);
        assert_eq!(till(Some("2026-11-30"), false), plain, "a past round has no effect");
        assert_eq!(till(Some("2026-12-20"), false), day("2026-12-20"));
        assert_eq!(till(Some("2026-12-20"), true), plain);
        assert_eq!(till(Some("2027-06-30"), true), day("2027-06-30"));
        assert_eq!(till(Some("2100-01-01"), false), day("2026-12-01") + Duration::days(DAYS_AHEAD));
    }
}
