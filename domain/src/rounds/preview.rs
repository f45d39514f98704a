//! A preview of a plan before it is saved: its openings, the booking range of groups, the days that close, and warnings.

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgConnection;

use super::actions::{NewPlan, rounds_of};
use super::error::RoundPlanError;
use super::lint::{self, PlanGroup, PlanWarning, has_plan, plan_of};
use super::queries::{self, RoundPlanKey};
use super::window::{self, BookingWindow, EffectiveRoundPlan, Round};
use crate::ids::{CustomerGroupId, RestaurantId};
use crate::rng::Rng;
use crate::zone::Zone;

/// Maximum number of listed days; a forever plan that becomes never would list all.
const MAX_DAYS: i64 = 1000;

/// How far a group can book now, and with the plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupReach {
    /// None for diners without a group.
    pub group: Option<CustomerGroupId>,
    pub label: String,
    pub now: BookingWindow,
    pub then: BookingWindow,
}

#[derive(Clone, Debug)]
pub struct PlanEffects {
    pub rounds: Vec<(String, Round)>,
    /// The next twelve openings, in order.
    pub openings: Vec<Round>,
    pub reaches: Vec<GroupReach>,
    /// Days with slots that members can book today and not with the plan.
    pub closing: Vec<NaiveDate>,
    /// Days with slots that members can book with the plan and not today.
    pub opening: Vec<NaiveDate>,
    /// Number of the members' bookings and holds on the closing days. They remain.
    pub bookings_kept: i64,
    pub guests_kept: i64,
    /// Each with the label of its group.
    pub oddities: Vec<(PlanWarning, Option<String>)>,
}

/// Previews a plan without saving it.
///
/// # Errors
/// As saving it.
pub async fn preview(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    key: RoundPlanKey,
    zone: Zone,
    plan: &NewPlan,
) -> Result<PlanEffects, RoundPlanError> {
    let rounds = rounds_of(conn, rng, now, key, zone, plan).await?;
    let periodic = match plan {
        NewPlan::Periodic(periodic) => Some(periodic),
        _ => None,
    };
    let openings = lint::openings(periodic, &rounds, zone, now);
    let plans = queries::list(conn, key.restaurant, now).await?;
    let groups = lint::groups(conn, &[key.restaurant]).await?.remove(&key.restaurant).unwrap_or_default();
    let wanted = EffectiveRoundPlan { kind: plan.kind(), rounds: rounds.iter().map(|(_, round)| *round).collect() };
    let (reaches, mut oddities) = match key.is_preferred {
        true => (Vec::new(), Vec::new()),
        false => (reaches(&plans, &groups, key, &wanted, now), groups_without_plan(&plans, &groups, key)),
    };
    oddities
        .extend(lint::plan_warnings(plan.kind(), periodic, &rounds, &openings, zone, now).map(|oddity| (oddity, None)));
    let changed = reaches.iter().find(|reach| reach.now != reach.then);
    let (closing, opening) = match changed {
        Some(reach) => (
            days_between(conn, key.restaurant, zone.date_of(now), reach.then, reach.now).await?,
            days_between(conn, key.restaurant, zone.date_of(now), reach.now, reach.then).await?,
        ),
        None => (Vec::new(), Vec::new()),
    };
    let members: Vec<_> = reaches.iter().filter(|reach| reach.now != reach.then).map(|reach| reach.group).collect();
    let (bookings_kept, guests_kept) = bookings_on(conn, key.restaurant, &closing, &members).await?;
    Ok(PlanEffects { rounds, openings, reaches, closing, opening, bookings_kept, guests_kept, oddities })
}

/// Returns the reach of the groups whose plan is replaced, now and with the new plan.
fn reaches(
    plans: &[queries::StoredPlan],
    groups: &[PlanGroup],
    key: RoundPlanKey,
    wanted: &EffectiveRoundPlan,
    now: DateTime<Utc>,
) -> Vec<GroupReach> {
    let has_own = |group: Option<CustomerGroupId>| has_plan(plans, group);
    let is_concerned = |group: Option<CustomerGroupId>| {
        group == key.group || key.group.is_none() && (group.is_none() || !has_own(group))
    };
    let concerned = groups.iter().filter(|group| is_concerned(group.id));
    let reach = |group: &PlanGroup| GroupReach {
        group: group.id,
        label: group.label.clone(),
        now: window::window(plan_of(plans, group.id).as_ref(), now),
        then: window::window(Some(wanted), now),
    };
    concerned.map(reach).collect()
}

fn groups_without_plan(
    plans: &[queries::StoredPlan],
    groups: &[PlanGroup],
    key: RoundPlanKey,
) -> Vec<(PlanWarning, Option<String>)> {
    if key.group.is_none() || has_plan(plans, None) {
        return Vec::new();
    }
    let without_plan = groups.iter().filter(|group| group.id != key.group && !has_plan(plans, group.id));
    let label = |group: &PlanGroup| Some(group.label.clone()).filter(|label| !label.is_empty());
    without_plan.map(|group| (PlanWarning::GroupWithoutPlan, label(group))).collect()
}

/// Returns the days with slots, from today on, that `far` covers and `near` does not.
async fn days_between(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    today: NaiveDate,
    near: BookingWindow,
    far: BookingWindow,
) -> sqlx::Result<Vec<NaiveDate>> {
    let Some(till) = far.reservable_till() else { return Ok(Vec::new()) };
    let after = near.reservable_till().unwrap_or(today - chrono::Duration::days(1));
    sqlx::query_scalar!(
        "SELECT DISTINCT date FROM online_stock_groups
         WHERE restaurant_id = $1 AND date >= $2 AND date > $3 AND date <= $4 AND deleted_at IS NULL ORDER BY date LIMIT $5",
        restaurant.0,
        today,
        after,
        till,
        MAX_DAYS,
    )
    .fetch_all(conn)
    .await
}

/// Counts the bookings and holds of these groups on these days, and their guests.
async fn bookings_on(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    days: &[NaiveDate],
    groups: &[Option<CustomerGroupId>],
) -> sqlx::Result<(i64, i64)> {
    let (named, has_none) = (groups.iter().flatten().map(|id| id.0).collect::<Vec<_>>(), groups.contains(&None));
    let row = sqlx::query!(
        r#"SELECT count(*) AS "bookings!", coalesce(sum(r.guests_count), 0) AS "guests!"
           FROM reservations r LEFT JOIN customers c ON c.restaurant_id = r.restaurant_id AND c.id = r.customer_id
           WHERE r.restaurant_id = $1 AND r.date = ANY ($2) AND r.status IN ('pending', 'accepted')
             AND (c.customer_group_id = ANY ($3) OR $4 AND c.customer_group_id IS NULL)"#,
        restaurant.0,
        days,
        &named,
        has_none,
    );
    let row = row.fetch_one(conn).await?;
    Ok((row.bookings, row.guests))
}
