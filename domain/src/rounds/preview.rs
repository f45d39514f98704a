//! What a plan would do, looked at before it is saved: its openings, who could book how far, what closes, and what is odd about it.

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgConnection;

use super::actions::{NewPlan, rounds_of};
use super::error::PlanError;
use super::plan::Periodic;
use super::queries::{self, Owner};
use super::window::{self, Plan, PlanKind, Round, Window};
use crate::ids::RestaurantId;
use crate::rng::Rng;
use crate::text_enum::text_enum;
use crate::zone::Zone;

/// Openings that are shown.
const OPENINGS: usize = 12;
/// Days that are named; a forever plan that becomes never would name all.
const MOST_DAYS: i64 = 1000;

text_enum! {
    /// What an admin should know of a plan, or of all plans of a restaurant.
    pub enum Oddity {
        /// No day is open, and none will be.
        NeverOpens = "never_opens",
        /// A later opening opens no day that an earlier one has not.
        OpensTwice = "opens_twice",
        /// Members of a group find nothing: it has no plan, and there is none for everybody.
        GroupWithoutPlan = "group_without_plan",
    }
}

/// How far a group can book now, and could with the plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    /// None for diners without a group.
    pub group: Option<i64>,
    pub label: String,
    pub now: Window,
    pub then: Window,
}

#[derive(Clone, Debug)]
pub struct Preview {
    pub rounds: Vec<(String, Round)>,
    /// The next twelve openings, in their order.
    pub openings: Vec<Round>,
    pub reaches: Vec<Reach>,
    /// Days with slots that members can book today and could not any more.
    pub closing: Vec<NaiveDate>,
    /// Days with slots that they cannot book today and could.
    pub opening: Vec<NaiveDate>,
    /// Bookings and holds of the members on the closing days. They stay.
    pub bookings_kept: i64,
    pub guests_kept: i64,
    /// Each with the label of the group it is about.
    pub oddities: Vec<(Oddity, Option<String>)>,
}

/// Looks at a plan without saving it.
///
/// # Errors
/// As saving it.
pub async fn preview(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    (owner, zone): (Owner, Zone),
    plan: &NewPlan,
) -> Result<Preview, PlanError> {
    let rounds = rounds_of(conn, rng, now, (owner, zone), plan).await?;
    let openings = openings(plan, &rounds, zone, now);
    let plans = queries::list(conn, owner.restaurant).await?;
    let groups = groups(conn, owner.restaurant).await?;
    let wanted = Plan { kind: plan.kind(), rounds: rounds.iter().map(|(_, round)| *round).collect() };
    let (reaches, mut oddities) = match owner.is_preferred {
        true => (Vec::new(), Vec::new()),
        false => (reaches(&plans, &groups, owner, &wanted, now), lonely_groups(&plans, &groups, owner)),
    };
    oddities.extend(odd_openings(plan.kind(), &rounds, &openings, zone.date_of(now)).map(|oddity| (oddity, None)));
    let changed = reaches.iter().find(|reach| reach.now != reach.then);
    let (closing, opening) = match changed {
        Some(reach) => (
            days_between(conn, owner.restaurant, zone.date_of(now), reach.then, reach.now).await?,
            days_between(conn, owner.restaurant, zone.date_of(now), reach.now, reach.then).await?,
        ),
        None => (Vec::new(), Vec::new()),
    };
    let members: Vec<_> = reaches.iter().filter(|reach| reach.now != reach.then).map(|reach| reach.group).collect();
    let (bookings_kept, guests_kept) = bookings_on(conn, owner.restaurant, &closing, &members).await?;
    Ok(Preview { rounds, openings, reaches, closing, opening, bookings_kept, guests_kept, oddities })
}

fn openings(plan: &NewPlan, rounds: &[(String, Round)], zone: Zone, now: DateTime<Utc>) -> Vec<Round> {
    match plan {
        NewPlan::Periodic(periodic) => Periodic::openings(periodic, zone, now, OPENINGS),
        _ => rounds.iter().map(|(_, round)| *round).filter(|round| round.effective_at > now).take(OPENINGS).collect(),
    }
}

/// The groups of a restaurant in use with their labels, diners without a group first.
async fn groups(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<Vec<(Option<i64>, String)>> {
    let rows = sqlx::query!(
        "SELECT id, label FROM customer_groups WHERE restaurant_id = $1 AND archived_at IS NULL ORDER BY id",
        restaurant.0
    );
    let rows = rows.fetch_all(conn).await?;
    let nobody = std::iter::once((None, String::new()));
    Ok(nobody.chain(rows.into_iter().map(|row| (Some(row.id), row.label))).collect())
}

/// Only those whose plan is replaced.
fn reaches(
    plans: &[queries::Stored],
    groups: &[(Option<i64>, String)],
    owner: Owner,
    wanted: &Plan,
    now: DateTime<Utc>,
) -> Vec<Reach> {
    let has_own = |group: Option<i64>| has_plan(plans, group);
    let is_concerned =
        |group: Option<i64>| group == owner.group || owner.group.is_none() && (group.is_none() || !has_own(group));
    let concerned = groups.iter().filter(|(group, _)| is_concerned(*group));
    let reach = |(group, label): &(Option<i64>, String)| Reach {
        group: *group,
        label: label.clone(),
        now: window::window(plan_of(plans, *group).as_ref(), now),
        then: window::window(Some(wanted), now),
    };
    concerned.map(reach).collect()
}

fn has_plan(plans: &[queries::Stored], group: Option<i64>) -> bool {
    plans.iter().any(|plan| !plan.owner.is_preferred && plan.owner.group == group)
}

/// The plan of a group, or everybody's.
fn plan_of(plans: &[queries::Stored], group: Option<i64>) -> Option<Plan> {
    let regular = || plans.iter().filter(|plan| !plan.owner.is_preferred);
    let found =
        regular().find(|plan| plan.owner.group == group).or_else(|| regular().find(|plan| plan.owner.group.is_none()));
    found.map(|plan| Plan { kind: plan.kind, rounds: plan.rounds.iter().map(|(_, round)| *round).collect() })
}

fn lonely_groups(
    plans: &[queries::Stored],
    groups: &[(Option<i64>, String)],
    owner: Owner,
) -> Vec<(Oddity, Option<String>)> {
    if owner.group.is_none() || has_plan(plans, None) {
        return Vec::new();
    }
    let lonely = groups.iter().filter(|(group, _)| *group != owner.group && !has_plan(plans, *group));
    lonely.map(|(_, label)| (Oddity::GroupWithoutPlan, Some(label.clone()).filter(|label| !label.is_empty()))).collect()
}

fn odd_openings(
    kind: PlanKind,
    rounds: &[(String, Round)],
    openings: &[Round],
    today: NaiveDate,
) -> impl Iterator<Item = Oddity> {
    let has_rounds = matches!(kind, PlanKind::Custom | PlanKind::Periodic);
    let opens = !openings.is_empty() || rounds.iter().any(|(_, round)| round.online_reservable_till >= today);
    let never = (has_rounds && !opens).then_some(Oddity::NeverOpens);
    let is_in_vain = |pair: &[Round]| pair[1].online_reservable_till <= pair[0].online_reservable_till;
    let twice = openings.windows(2).any(is_in_vain).then_some(Oddity::OpensTwice);
    never.into_iter().chain(twice)
}

/// The days with slots, from today on, that `far` covers and `near` does not.
async fn days_between(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    today: NaiveDate,
    near: Window,
    far: Window,
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
        MOST_DAYS,
    )
    .fetch_all(conn)
    .await
}

/// Bookings and holds of these groups on these days, and their guests.
async fn bookings_on(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    days: &[NaiveDate],
    groups: &[Option<i64>],
) -> sqlx::Result<(i64, i64)> {
    let (named, has_none) = (groups.iter().flatten().copied().collect::<Vec<_>>(), groups.contains(&None));
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
