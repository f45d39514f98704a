//! SQL of round plans and rounds.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::PgConnection;

use super::plan::{LATE_THRESHOLD, OpenUptoMode, Periodic};
use super::rrules;
use super::window::{PlanKind, Round};
use crate::ids::{CustomerGroupId, RestaurantId, RoundPlanId};
use crate::zone::Zone;

/// Identifies a round plan: a restaurant has one for each customer group, and one for the winners of its raffles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RoundPlanKey {
    pub restaurant: RestaurantId,
    /// None for the general plan, for all groups without their own.
    pub group: Option<CustomerGroupId>,
    /// A plan that opens only to the winners of a raffle (gaps G053).
    pub is_preferred: bool,
}

/// A stored plan.
#[derive(Clone, Debug)]
pub struct StoredPlan {
    pub id: RoundPlanId,
    pub key: RoundPlanKey,
    pub group_uid: Option<String>,
    pub kind: PlanKind,
    pub periodic: Option<Periodic>,
    /// In the order of their starts, each with its key, including rounds that no worker has created yet.
    pub rounds: Vec<(String, Round)>,
}

/// Returns the id of an active group of the restaurant.
pub async fn find_group(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    uid: &str,
) -> sqlx::Result<Option<CustomerGroupId>> {
    let id = sqlx::query_scalar!(
        "SELECT id FROM customer_groups WHERE restaurant_id = $1 AND uid = $2 AND archived_at IS NULL",
        restaurant.0,
        uid
    );
    Ok(id.fetch_optional(conn).await?.map(CustomerGroupId))
}

/// Returns all plans of a restaurant, the general one first.
pub async fn list(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<StoredPlan>> {
    Ok(list_of(conn, &[restaurant], now).await?.remove(&restaurant).unwrap_or_default())
}

/// Returns the plans of several restaurants; omits restaurants without plans.
pub async fn list_of(
    conn: &mut PgConnection,
    restaurants: &[RestaurantId],
    now: DateTime<Utc>,
) -> sqlx::Result<BTreeMap<RestaurantId, Vec<StoredPlan>>> {
    let ids: Vec<_> = restaurants.iter().map(|id| id.0).collect();
    let rows = sqlx::query!(
        r#"SELECT p.restaurant_id AS "restaurant_id: RestaurantId", p.id, p.customer_group_id, g.uid AS "group_uid?", p.is_preferred,
                  p.kind AS "kind: PlanKind", p.open_schedule_rules, p.open_for_months,
                  p.open_upto_mode AS "open_upto_mode: OpenUptoMode", p.open_immediate
           FROM reservation_round_plans p
           LEFT JOIN customer_groups g ON g.restaurant_id = p.restaurant_id AND g.id = p.customer_group_id
           WHERE p.restaurant_id = ANY ($1) ORDER BY p.restaurant_id, p.is_preferred, p.customer_group_id NULLS FIRST"#,
        &ids
    )
    .fetch_all(&mut *conn)
    .await?;
    let mut rounds = rounds_of(conn, restaurants).await?;
    for (plan, unmade) in list_missing(conn, restaurants, now).await? {
        add_missing(rounds.entry(plan).or_default(), unmade);
    }
    let mut plans: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for row in rows {
        let restaurant = row.restaurant_id;
        let (id, group) = (RoundPlanId(row.id), row.customer_group_id.map(CustomerGroupId));
        let key = RoundPlanKey { restaurant, group, is_preferred: row.is_preferred };
        let periodic = periodic(row.open_schedule_rules, row.open_for_months, row.open_upto_mode, row.open_immediate)?;
        let rounds = rounds.remove(&(restaurant, id)).unwrap_or_default();
        let plan = StoredPlan { id, key, group_uid: row.group_uid, kind: row.kind, periodic, rounds };
        plans.entry(restaurant).or_default().push(plan);
    }
    Ok(plans)
}

/// Returns the rounds of a plan in the order of their starts, each with its key.
pub async fn rounds(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    plan: RoundPlanId,
) -> sqlx::Result<Vec<(String, Round)>> {
    Ok(rounds_of(conn, &[restaurant]).await?.remove(&(restaurant, plan)).unwrap_or_default())
}

type KeyedRound = Vec<(String, Round)>;

async fn rounds_of(
    conn: &mut PgConnection,
    restaurants: &[RestaurantId],
) -> sqlx::Result<BTreeMap<(RestaurantId, RoundPlanId), KeyedRound>> {
    let ids: Vec<_> = restaurants.iter().map(|id| id.0).collect();
    let rows = sqlx::query!(
        r#"SELECT restaurant_id AS "restaurant_id: RestaurantId", reservation_round_plan_id, key, effective_at, online_reservable_till
           FROM reservation_rounds WHERE restaurant_id = ANY ($1) ORDER BY restaurant_id, effective_at"#,
        &ids
    );
    let mut rounds: BTreeMap<_, KeyedRound> = BTreeMap::new();
    for row in rows.fetch_all(conn).await? {
        let round = Round { effective_at: row.effective_at, online_reservable_till: row.online_reservable_till };
        let plan = RoundPlanId(row.reservation_round_plan_id);
        rounds.entry((row.restaurant_id, plan)).or_default().push((row.key, round));
    }
    Ok(rounds)
}

/// Returns, by plan, the rounds that are nearly due and that no worker has created, as it would create them now (gaps G054). Readers add
/// them to the existing rounds and write nothing, so diners do not wait for a worker.
pub async fn list_missing(
    conn: &mut PgConnection,
    restaurants: &[RestaurantId],
    now: DateTime<Utc>,
) -> sqlx::Result<BTreeMap<(RestaurantId, RoundPlanId), Vec<Round>>> {
    let ids: Vec<_> = restaurants.iter().map(|id| id.0).collect();
    let rows = sqlx::query!(
        r#"SELECT p.restaurant_id AS "restaurant_id: RestaurantId", p.id, p.open_schedule_rules, p.open_for_months,
                  p.open_upto_mode AS "open_upto_mode: OpenUptoMode", p.open_immediate,
                  p.rounds_made_until AS "rounds_made_until!", r.time_zone AS "time_zone: Zone"
           FROM reservation_round_plans p JOIN restaurants r ON r.id = p.restaurant_id
           WHERE p.restaurant_id = ANY ($1) AND p.kind = 'periodic' AND p.rounds_made_until < $2"#,
        &ids,
        now + LATE_THRESHOLD
    );
    let mut unmade = BTreeMap::new();
    for row in rows.fetch_all(conn).await? {
        let plan = periodic(row.open_schedule_rules, row.open_for_months, row.open_upto_mode, row.open_immediate)?;
        let rounds = plan.map(|plan| plan.missing_openings(row.time_zone, row.rounds_made_until, now));
        unmade.insert((row.restaurant_id, RoundPlanId(row.id)), rounds.unwrap_or_default());
    }
    Ok(unmade)
}

/// Adds rounds that are not stored, with their starts in place of keys.
fn add_missing(rounds: &mut KeyedRound, unmade: Vec<Round>) {
    for round in unmade {
        if rounds.iter().all(|(_, known)| known.effective_at != round.effective_at) {
            rounds.push((round.effective_at.to_rfc3339(), round));
        }
    }
}

/// Replaces the plan with its key, of any kind, and locks it. Returns its id.
pub(super) async fn put(
    conn: &mut PgConnection,
    key: RoundPlanKey,
    kind: PlanKind,
    periodic: Option<(&Periodic, DateTime<Utc>)>,
) -> sqlx::Result<RoundPlanId> {
    let rules = periodic.map(|(plan, _)| plan.rules.iter().map(rrules::write).collect::<Value>());
    let id = sqlx::query_scalar!(
        "INSERT INTO reservation_round_plans (restaurant_id, customer_group_id, is_preferred, kind, open_schedule_rules,
             open_for_months, open_upto_mode, open_immediate, rounds_made_until)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT ON CONSTRAINT reservation_round_plans_group_key DO UPDATE SET kind = excluded.kind,
             open_schedule_rules = excluded.open_schedule_rules, open_for_months = excluded.open_for_months,
             open_upto_mode = excluded.open_upto_mode, open_immediate = excluded.open_immediate,
             rounds_made_until = excluded.rounds_made_until
         RETURNING id",
        key.restaurant.0,
        key.group.map(|id| id.0),
        key.is_preferred,
        kind.as_str(),
        rules,
        periodic.and_then(|(plan, _)| i32::try_from(plan.open_for_months).ok()),
        periodic.map(|(plan, _)| plan.open_upto_mode.as_str()),
        periodic.is_some_and(|(plan, _)| plan.open_immediate),
        periodic.map(|(_, made_until)| made_until),
    );
    Ok(RoundPlanId(id.fetch_one(conn).await?))
}

/// Returns the id of a plan, and locks it.
pub(super) async fn find_locked(conn: &mut PgConnection, key: RoundPlanKey) -> sqlx::Result<Option<RoundPlanId>> {
    let id = sqlx::query_scalar!(
        "SELECT id FROM reservation_round_plans
         WHERE restaurant_id = $1 AND customer_group_id IS NOT DISTINCT FROM $2 AND is_preferred = $3 FOR UPDATE",
        key.restaurant.0,
        key.group.map(|id| id.0),
        key.is_preferred,
    );
    Ok(id.fetch_optional(conn).await?.map(RoundPlanId))
}

pub(super) async fn delete_rounds(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    plan: RoundPlanId,
) -> sqlx::Result<()> {
    sqlx::query!(
        "DELETE FROM reservation_rounds WHERE restaurant_id = $1 AND reservation_round_plan_id = $2",
        restaurant.0,
        plan.0
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Adds rounds with their keys; skips a round if another one of the plan has the same start.
pub(super) async fn add_rounds(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    plan: RoundPlanId,
    rounds: &[(String, Round)],
) -> sqlx::Result<()> {
    let keys: Vec<_> = rounds.iter().map(|(key, _)| key.clone()).collect();
    let starts: Vec<_> = rounds.iter().map(|(_, round)| round.effective_at).collect();
    let tills: Vec<_> = rounds.iter().map(|(_, round)| round.online_reservable_till).collect();
    sqlx::query!(
        "INSERT INTO reservation_rounds (restaurant_id, reservation_round_plan_id, key, effective_at, online_reservable_till)
         SELECT $1, $2, n.key, n.effective_at, n.till
         FROM unnest($3::text[], $4::timestamptz[], $5::date[]) AS n (key, effective_at, till)
         ON CONFLICT ON CONSTRAINT reservation_rounds_start_key DO NOTHING",
        restaurant.0,
        plan.0,
        &keys,
        &starts,
        &tills,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Deletes rounds that another round supersedes, both in effect at `effective_at`; otherwise a daily plan would grow without limit. A round
/// whose waiting room may be live, and the widest one before it, must be in effect later, because the dates of the room are between them.
pub(super) async fn delete_superseded_rounds(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    plan: RoundPlanId,
    effective_at: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "DELETE FROM reservation_rounds r USING reservation_rounds better
         WHERE r.restaurant_id = $1 AND r.reservation_round_plan_id = $2 AND r.effective_at <= $3
           AND better.restaurant_id = $1 AND better.reservation_round_plan_id = $2 AND better.effective_at <= $3
           AND (better.online_reservable_till, better.effective_at) > (r.online_reservable_till, r.effective_at)",
        restaurant.0,
        plan.0,
        effective_at,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Returns the periodic plans whose rounds end before `until`, earliest end first.
pub(super) async fn list_running_out(
    conn: &mut PgConnection,
    until: DateTime<Utc>,
    restaurant: Option<RestaurantId>,
) -> sqlx::Result<Vec<(RestaurantId, RoundPlanId)>> {
    let rows = sqlx::query!(
        "SELECT restaurant_id, id FROM reservation_round_plans WHERE kind = 'periodic' AND rounds_made_until < $1
           AND ($2::bigint IS NULL OR restaurant_id = $2)
         ORDER BY rounds_made_until",
        until,
        restaurant.map(|id| id.0)
    );
    let rows = rows.fetch_all(conn).await?.into_iter();
    Ok(rows.map(|row| (RestaurantId(row.restaurant_id), RoundPlanId(row.id))).collect())
}

/// Counts such plans.
pub(super) async fn count_running_out(conn: &mut PgConnection, until: DateTime<Utc>) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"SELECT count(*) AS "plans!" FROM reservation_round_plans WHERE kind = 'periodic' AND rounds_made_until < $1"#,
        until
    )
    .fetch_one(conn)
    .await
}

/// Locks a periodic plan whose rounds run out, and returns it with the end of its rounds and its restaurant's zone. None if another worker
/// has locked or processed it.
pub(super) async fn lock_running_out(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    plan: RoundPlanId,
    until: DateTime<Utc>,
) -> sqlx::Result<Option<(Periodic, DateTime<Utc>, Zone)>> {
    let row = sqlx::query!(
        r#"SELECT p.open_schedule_rules, p.open_for_months, p.open_upto_mode AS "open_upto_mode: OpenUptoMode",
                  p.open_immediate, p.rounds_made_until AS "rounds_made_until!", r.time_zone AS "time_zone: Zone"
           FROM reservation_round_plans p JOIN restaurants r ON r.id = p.restaurant_id
           WHERE p.restaurant_id = $1 AND p.id = $2 AND p.kind = 'periodic' AND p.rounds_made_until < $3
           FOR UPDATE OF p SKIP LOCKED"#,
        restaurant.0,
        plan.0,
        until
    );
    let Some(row) = row.fetch_optional(conn).await? else { return Ok(None) };
    let plan = periodic(row.open_schedule_rules, row.open_for_months, row.open_upto_mode, row.open_immediate)?;
    Ok(plan.map(|plan| (plan, row.rounds_made_until, row.time_zone)))
}

pub(super) async fn mark_made(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    plan: RoundPlanId,
    until: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE reservation_round_plans SET rounds_made_until = $3 WHERE restaurant_id = $1 AND id = $2",
        restaurant.0,
        plan.0,
        until
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Returns the periodic plan of a row; None for a row of another kind.
fn periodic(
    rules: Option<Value>,
    open_for_months: Option<i32>,
    open_upto_mode: Option<OpenUptoMode>,
    open_immediate: bool,
) -> sqlx::Result<Option<Periodic>> {
    let (Some(Value::Array(rules)), Some(months), Some(open_upto_mode)) = (rules, open_for_months, open_upto_mode)
    else {
        return Ok(None);
    };
    let rules = rules.iter().map(rrules::read).collect::<Result<Vec<_>, _>>();
    let rules = rules.map_err(|error| sqlx::Error::Decode(Box::new(error)))?.concat();
    let open_for_months = u32::try_from(months).unwrap_or(1);
    Ok(Some(Periodic { rules, open_for_months, open_upto_mode, open_immediate }))
}
