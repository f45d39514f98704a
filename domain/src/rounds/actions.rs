//! Saves round plans, and creates the rounds of periodic plans in advance (admin §4, gaps G052, G054).

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::{PgConnection, PgPool};

use super::audit_fields::PlanFields;
use super::error::RoundPlanError;
use super::plan::{CustomRound, Periodic, REFILL_THRESHOLD, ROUNDS_HORIZON, check_custom};
use super::queries::{self, RoundPlanKey};
use super::window::{KEPT_FOR, PlanKind, Round};
use crate::audit::{self, Actor, Event};
use crate::ids::{RestaurantId, RoundPlanId};
use crate::jobs::{self, Repeat, RoundPlanJob};
use crate::progress::Failures;
use crate::restaurants::queries::touch_settings;
use crate::rng::Rng;
use crate::zone::Zone;

/// More rules than an editor can hold: every day of a year, and every week.
const MAX_RULES: usize = 500;

/// An admin's plan for a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NewPlan {
    Custom(Vec<CustomRound>),
    Periodic(Periodic),
    Never,
    Forever,
}

impl NewPlan {
    pub const fn kind(&self) -> PlanKind {
        match self {
            Self::Custom(_) => PlanKind::Custom,
            Self::Periodic(_) => PlanKind::Periodic,
            Self::Never => PlanKind::Never,
            Self::Forever => PlanKind::Forever,
        }
    }

    fn fields(&self) -> PlanFields {
        let (periodic, rounds) = match self {
            Self::Periodic(periodic) => (Some(periodic.clone()), Vec::new()),
            Self::Custom(rounds) => (None, rounds.iter().map(|custom| custom.round).collect()),
            Self::Never | Self::Forever => (None, Vec::new()),
        };
        PlanFields { kind: Some(self.kind()), periodic, rounds }
    }
}

/// Replaces the plan with its key, and returns its id. Every web server receives the change.
///
/// # Errors
/// The list of rounds or of rules is invalid; the previous plan remains.
pub async fn save(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    actor: Actor,
    key: RoundPlanKey,
    zone: Zone,
    plan: NewPlan,
) -> Result<RoundPlanId, RoundPlanError> {
    let rounds = rounds_of(conn, rng, now, key, zone, &plan).await?;
    let periodic = match &plan {
        NewPlan::Periodic(periodic) => Some((periodic, now + ROUNDS_HORIZON)),
        _ => None,
    };
    let stored = queries::list(conn, key.restaurant, now).await?.into_iter().find(|stored| stored.key == key);
    let id = queries::put(conn, key, plan.kind(), periodic).await?;
    queries::delete_rounds(conn, key.restaurant, id).await?;
    queries::add_rounds(conn, key.restaurant, id, &rounds).await?;
    touch_settings(conn, key.restaurant).await?;
    let (old, new) = (stored.map(PlanFields::of_stored).unwrap_or_default(), plan.fields());
    let plan_key = json!({
        "kind": plan.kind().as_str(), "customer_group_id": key.group, "is_preferred": key.is_preferred, "rounds": rounds.len(),
    });
    let detail = audit::change_detail(plan_key, old.audit_fields(&new), new.audit_fields(&old));
    let event =
        Event { actor, action: "round_plan_saved", restaurant: Some(key.restaurant), reservation: None, detail };
    audit::record(conn, now, event).await?;
    Ok(id)
}

/// Returns the rounds that a plan would have, each with its key, in the order of their starts.
///
/// # Errors
/// As `save`.
pub async fn rounds_of(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    key: RoundPlanKey,
    zone: Zone,
    plan: &NewPlan,
) -> Result<Vec<(String, Round)>, RoundPlanError> {
    match plan {
        NewPlan::Never | NewPlan::Forever => Ok(Vec::new()),
        NewPlan::Periodic(periodic) => {
            let is_whole = (1..=MAX_RULES).contains(&periodic.rules.len());
            let has_each_once = periodic.rules.iter().enumerate().all(|(n, rule)| !periodic.rules[..n].contains(rule));
            if !is_whole || !has_each_once || !(1..=12).contains(&periodic.open_for_months) {
                return Err(RoundPlanError::Rules);
            }
            let current = periodic.current(zone, now).filter(|_| periodic.open_immediate);
            let coming = periodic.upcoming(zone, now, now + ROUNDS_HORIZON);
            Ok(current.into_iter().chain(coming).map(|round| (rng.uid(), round)).collect())
        }
        NewPlan::Custom(rounds) => {
            let previous = match queries::find_locked(conn, key).await? {
                Some(plan) => queries::rounds(conn, key.restaurant, plan).await?,
                None => Vec::new(),
            };
            let is_known = |key: &str| previous.iter().any(|(known, _)| known == key);
            let rounds = check_custom(rounds.clone(), is_known, zone, now)?;
            let kept_or_new = |key: Option<String>| key.filter(|key| is_known(key)).unwrap_or_else(|| rng.uid());
            Ok(rounds.into_iter().map(|custom| (kept_or_new(custom.key), custom.round)).collect())
        }
    }
}

/// Creates rounds of all periodic plans that run out, or of the plans of one restaurant, each plan in one transaction. Returns the number
/// of processed plans. A failing plan does not stop the others; its error is returned after them. Readers query the rounds in effect at
/// their own time and add rounds that no worker has created (`queries::list_missing`), so a late worker does not delay an opening.
pub async fn sweep(
    pool: &PgPool,
    rng: &Rng,
    now: DateTime<Utc>,
    restaurant: Option<RestaurantId>,
) -> sqlx::Result<usize> {
    let plans = queries::list_running_out(&mut *pool.acquire().await?, now + REFILL_THRESHOLD, restaurant).await?;
    let (mut done, mut failures) = (0, Failures::none());
    for (restaurant, plan) in plans {
        let made = make_one(pool, rng, now, restaurant, plan).await;
        done += usize::from(failures.pass(format_args!("rounds of plan {plan}"), made).unwrap_or_default());
    }
    failures.or(done)
}

/// Enqueues a job for each restaurant with a periodic plan that runs out, and returns the number of jobs. A job that failed on an earlier
/// day stays a dead letter, and does not stop today's.
pub async fn enqueue_due(pool: &PgPool, rng: &Rng, now: DateTime<Utc>) -> sqlx::Result<usize> {
    let mut conn = pool.acquire().await?;
    let plans = queries::list_running_out(&mut conn, now + REFILL_THRESHOLD, None).await?;
    let restaurants: BTreeSet<_> = plans.into_iter().map(|(restaurant, _)| restaurant).collect();
    let due = restaurants.into_iter().map(|restaurant| {
        let job = RoundPlanJob { restaurant_id: restaurant };
        (job, format!("rounds:{restaurant}:{}", Zone::default().date_of(now)))
    });
    jobs::push_due(&mut conn, rng, due.collect(), Repeat::WhenDone).await
}

async fn make_one(
    pool: &PgPool,
    rng: &Rng,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    plan: RoundPlanId,
) -> sqlx::Result<bool> {
    let mut tx = pool.begin().await?;
    let is_made = make_rounds(&mut tx, rng, now, restaurant, plan).await?;
    tx.commit().await?;
    Ok(is_made)
}

/// Counts plans that wait for their next rounds.
pub async fn count_due(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<u64> {
    Ok(queries::count_running_out(conn, now + REFILL_THRESHOLD).await?.unsigned_abs())
}

async fn make_rounds(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    plan: RoundPlanId,
) -> sqlx::Result<bool> {
    let locked = queries::lock_running_out(conn, restaurant, plan, now + REFILL_THRESHOLD).await?;
    let Some((periodic, made_until, zone)) = locked else { return Ok(false) };
    let lacking = periodic.missing_openings(zone, made_until, now);
    let rounds: Vec<_> = lacking.into_iter().map(|round| (rng.uid(), round)).collect();
    queries::add_rounds(conn, restaurant, plan, &rounds).await?;
    queries::delete_superseded_rounds(conn, restaurant, plan, now - KEPT_FOR).await?;
    queries::mark_made(conn, restaurant, plan, now + ROUNDS_HORIZON).await?;
    touch_settings(conn, restaurant).await?;
    Ok(true)
}
