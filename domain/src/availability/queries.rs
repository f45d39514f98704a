//! SQL of availability.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use serde_json::Value;
use sqlx::PgConnection;
use sqlx::types::Json;

use super::access::Access;
use super::day::Slot;
use super::rows::{CourseRow, QuarterRow, SelectorRow, SlotRow, StockRow, TimeRow};
use super::viewer::Viewer;
use crate::ids::{
    CustomerGroupId, CustomerId, InventoryGroupId, OnlineStockGroupId, RestaurantId, RoundPlanId, UserId,
};
use crate::money::Yen;
use crate::restaurants::model::{BookingTerms, OperationName};
use crate::restaurants::policy::CancellationPolicy;
use crate::rounds;
use crate::rounds::plan::{LATE_THRESHOLD, ROUNDS_HORIZON, is_late};
use crate::rounds::window::{EffectiveRoundPlan, PlanKind, Round};
use crate::sessions::TokenHash;
use crate::zone::{YearMonth, Zone};

/// A row of `viewers!`.
struct ViewerRow {
    customer: Option<i64>,
    customer_group_id: Option<i64>,
    is_refused: bool,
    is_phone_confirmed: bool,
    plan_id: Option<i64>,
    kind: Option<PlanKind>,
    made_until: Option<DateTime<Utc>>,
    effective: Vec<DateTime<Utc>>,
    tills: Vec<NaiveDate>,
    online_starts_at: Option<DateTime<Utc>>,
    is_hidden: bool,
    time_zone: String,
    reservation_fee: Yen,
    cancellation_policy: Value,
    signed_in: Option<UserId>,
    hold_ends: Vec<DateTime<Utc>>,
}

/// A statement over the restaurants $1, each with the diner at the same position of $2. `$more` are the columns `signed_in` and `hold_ends`,
/// and `$joins` the tables that they need. The limit keeps the look-up of a blacklisted number one by key: as EXISTS, it is planned as a read of
/// all numbers of the platform while they are few.
macro_rules! viewers {
    ($more:literal, $joins:literal $(, $arg:expr)* $(,)?) => {
        sqlx::query_as!(
            ViewerRow,
            r#"SELECT c.id AS "customer?", c.customer_group_id AS "customer_group_id?",
                  coalesce(g.soft_disallow_online_reservation, false) OR coalesce(c.is_blacklisted, false)
                  OR (SELECT true FROM blacklisted_phone_numbers b
                      WHERE b.restaurant_id = ro.restaurant_id AND b.phone_e164 = p.phone_e164 LIMIT 1) IS NOT NULL AS "is_refused!",
                  p.phone_confirmed_at IS NOT NULL AS "is_phone_confirmed!", plan.id AS "plan_id?",
                  plan.kind AS "kind?: PlanKind", plan.rounds_made_until AS "made_until?",
                  coalesce(plan.effective, '{}') AS "effective!", coalesce(plan.tills, '{}') AS "tills!",
                  CASE WHEN t.visibility <> 'hidden' THEN ro.or_starts_at END AS "online_starts_at?",
                  t.visibility = 'hidden' AS "is_hidden!", t.time_zone AS "time_zone!", t.reservation_fee AS "reservation_fee!: Yen",
                  t.cancellation_policy AS "cancellation_policy!", "# + $more + r#"
           FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS me (restaurant_id, user_id, place)
           JOIN restaurants t ON t.id = me.restaurant_id
           JOIN restaurant_operations ro ON ro.restaurant_id = me.restaurant_id
           LEFT JOIN profiles p ON p.user_id = me.user_id
           LEFT JOIN LATERAL (SELECT id, customer_group_id, is_blacklisted FROM customers
                              WHERE restaurant_id = ro.restaurant_id AND user_id = me.user_id LIMIT 1) c ON true
           LEFT JOIN customer_groups g ON g.restaurant_id = ro.restaurant_id AND g.id = c.customer_group_id
           LEFT JOIN LATERAL (
               SELECT rp.id, rp.kind, rp.rounds_made_until, ARRAY(SELECT r.effective_at FROM reservation_rounds r
                                     WHERE r.restaurant_id = rp.restaurant_id AND r.reservation_round_plan_id = rp.id
                                         ORDER BY r.effective_at) AS effective,
                      ARRAY(SELECT r.online_reservable_till FROM reservation_rounds r
                            WHERE r.restaurant_id = rp.restaurant_id AND r.reservation_round_plan_id = rp.id
                                ORDER BY r.effective_at) AS tills
               FROM reservation_round_plans rp
               WHERE rp.restaurant_id = ro.restaurant_id AND NOT rp.is_preferred
                 AND (rp.customer_group_id = c.customer_group_id OR rp.customer_group_id IS NULL)
               ORDER BY rp.customer_group_id NULLS LAST LIMIT 1) plan ON true "# + $joins + r#"
           ORDER BY me.place"#
            $(, $arg)*
        )
    };
}

/// Returns a diner's view of a restaurant: their access class, the online start, and their round plan, which is the plan of their group or
/// the general one. Preferred plans open to raffle winners only.
pub async fn find_viewer(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    diner: Option<UserId>,
    now: DateTime<Utc>,
) -> sqlx::Result<Viewer> {
    let found = find_viewers(conn, &[(restaurant, diner)], now).await?.pop();
    found.map(|(viewer, _)| viewer).ok_or(sqlx::Error::RowNotFound)
}

/// Returns the same for several restaurants, in their order, each with the terms of a booking. An error if one of the restaurants does not
/// exist.
pub async fn find_viewers(
    conn: &mut PgConnection,
    asked: &[(RestaurantId, Option<UserId>)],
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<(Viewer, BookingTerms)>> {
    let (restaurants, diners): (Vec<_>, Vec<_>) = asked.iter().map(|(r, diner)| (r.0, diner.map(|id| id.0))).unzip();
    let rows = viewers!(
        r#"NULL::bigint AS "signed_in?: UserId", '{}'::timestamptz[] AS "hold_ends!""#,
        "",
        &restaurants,
        &diners as &[Option<i64>],
    )
    .fetch_all(&mut *conn)
    .await?;
    let found = read_viewers(conn, rows, &restaurants, now).await?;
    Ok(found.into_iter().map(|diner| (diner.viewer, diner.terms)).collect())
}

/// A diner who requests a hold.
pub struct HoldDiner {
    pub viewer: Viewer,
    pub terms: BookingTerms,
    /// The diner of the request's session, which may be another one. `None` if the session is not signed in.
    pub signed_in: Option<UserId>,
    /// Ends of the diner's holds without a booking at the restaurant, past and planned.
    pub hold_ends: Vec<DateTime<Utc>>,
}

/// Returns the diners of hold requests at restaurants, each with the session of the request, in one statement. Holds count if they were
/// made after `holds_since` and are planned for, or lasted, `min_minutes`. An error if one of the restaurants does not exist.
pub async fn find_hold_diners(
    conn: &mut PgConnection,
    asked: &[(RestaurantId, UserId, &TokenHash)],
    holds_since: DateTime<Utc>,
    min_minutes: i32,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<HoldDiner>> {
    let (restaurants, diners): (Vec<_>, Vec<_>) = asked.iter().map(|(r, diner, _)| (r.0, diner.0)).unzip();
    let sessions: Vec<_> = asked.iter().map(|(_, _, session)| session.0.as_slice()).collect();
    // The holds are the same as in `reservations::holds::pause`. Their order is that of the index by diner, which any plan therefore uses.
    // The look-up of a session has no other condition than its key, so that its plan is good for any number of sessions; it
    // depends on no other row, because a Citus cluster reads sessions on its coordinator first.
    let rows = viewers!(
        r#"CASE WHEN s.expires_at > $4 AND s.last_seen_at + s.idle_seconds * interval '1 second' > $4 AND NOT s.awaits_second_factor
                       THEN s.user_id END AS "signed_in?: UserId",
                  ARRAY(SELECT coalesce(r.ended_at, r.held_until) FROM reservations r
                        WHERE r.restaurant_id = ro.restaurant_id AND r.user_id = me.user_id AND r.starts_at > $5
                          AND r.type = 'online_reservation' AND r.accepted_at IS NULL AND r.created_at > $5
                          AND coalesce(r.ended_at, r.held_until) - r.created_at >= make_interval(mins => $6)
                        ORDER BY r.starts_at DESC) AS "hold_ends!""#,
        r#"LEFT JOIN (SELECT asked.place, x.user_id, x.awaits_second_factor, x.expires_at, x.last_seen_at, x.idle_seconds
                      FROM unnest($3::bytea[]) WITH ORDINALITY AS asked (token_hash, place)
                      JOIN sessions x ON x.token_hash = asked.token_hash) s ON s.place = me.place"#,
        &restaurants,
        &diners,
        &sessions as &[&[u8]],
        now,
        holds_since,
        min_minutes,
    )
    .fetch_all(&mut *conn)
    .await?;
    read_viewers(conn, rows, &restaurants, now).await
}

/// Converts the rows of these restaurants, and adds the rounds that rules have not generated yet.
async fn read_viewers(
    conn: &mut PgConnection,
    rows: Vec<ViewerRow>,
    restaurants: &[i64],
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<HoldDiner>> {
    if rows.len() < restaurants.len() {
        return Err(sqlx::Error::RowNotFound);
    }
    let rows: Vec<_> = rows.into_iter().zip(restaurants.iter().copied().map(RestaurantId)).collect();
    let late: Vec<_> = rows.iter().filter(|(row, _)| is_late(row.made_until, now)).map(|(_, id)| *id).collect();
    let unmade =
        if late.is_empty() { BTreeMap::new() } else { rounds::queries::list_missing(conn, &late, now).await? };
    let diners = rows.into_iter().map(|(row, restaurant)| {
        let access = Access {
            customer: row.customer.map(CustomerId),
            group: row.customer_group_id.map(CustomerGroupId),
            is_refused: row.is_refused,
            is_phone_confirmed: row.is_phone_confirmed,
        };
        let rounds = row.effective.into_iter().zip(row.tills);
        let rounds =
            rounds.map(|(effective_at, online_reservable_till)| Round { effective_at, online_reservable_till });
        let unmade = row.plan_id.and_then(|plan| unmade.get(&(restaurant, RoundPlanId(plan))));
        let rounds = rounds.chain(unmade.into_iter().flatten().copied()).collect();
        let made_until = if unmade.is_some() { Some(now + ROUNDS_HORIZON) } else { row.made_until };
        let viewer = Viewer {
            access,
            plan: row.kind.map(|kind| EffectiveRoundPlan { kind, rounds }),
            won: Vec::new(),
            online_starts_at: row.online_starts_at,
            stale_at: made_until.map(|until| until - LATE_THRESHOLD),
        };
        let terms = BookingTerms {
            zone: Zone::stored(&row.time_zone)?,
            is_hidden: row.is_hidden,
            reservation_fee: row.reservation_fee,
            policy: CancellationPolicy::from_stored(&row.cancellation_policy)?,
        };
        Ok(HoldDiner { viewer, terms, signed_in: row.signed_in, hold_ends: row.hold_ends })
    });
    diners.collect()
}

/// One day of a month for one access class. `bookable_until` is the exclusive end of booking.
#[derive(Clone, Debug)]
pub struct DaySummary {
    pub date: NaiveDate,
    pub bookable_until: Option<DateTime<Utc>>,
    /// The restaurant is closed that day.
    pub is_closed: bool,
}

/// Returns the days of a month that have slots, and the earliest expiry of a hold on the restaurant's seats, until which the result is
/// valid.
pub async fn list_month(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    class: i64,
    month: YearMonth,
) -> sqlx::Result<(Vec<DaySummary>, Option<DateTime<Utc>>)> {
    // A day of the calendar is found by its key, for any plan, and names the restaurant, so that a Citus cluster reads one node.
    let rows = sqlx::query!(
        r#"WITH held AS MATERIALIZED (
               SELECT min(held_until) AS until FROM reservations WHERE restaurant_id = $1 AND status = 'pending')
           SELECT held.until, a.date AS "date?", a.bookable_until, coalesce(cd.is_closed, false) AS "is_closed!"
           FROM held LEFT JOIN availability_days a
               ON a.restaurant_id = $1 AND a.access_class = $2 AND a.date BETWEEN $3 AND $4 AND a.has_slots
           LEFT JOIN LATERAL (SELECT is_closed FROM restaurant_calendar_dates WHERE restaurant_id = $1 AND date = a.date LIMIT 1) cd ON true
           ORDER BY a.date"#,
        restaurant.0,
        class,
        month.first_day(),
        month.last_day(),
    )
    .fetch_all(conn)
    .await?;
    let hold_end = rows.first().and_then(|row| row.until);
    let days = rows.into_iter().filter_map(|row| {
        Some(DaySummary { date: row.date?, bookable_until: row.bookable_until, is_closed: row.is_closed })
    });
    Ok((days.collect(), hold_end))
}

/// Returns the earliest expiry of a hold on the restaurant's seats, until which the data read is valid.
pub async fn find_next_hold_end(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
) -> sqlx::Result<Option<DateTime<Utc>>> {
    sqlx::query_scalar!(
        r#"SELECT min(held_until) AS "held_until?" FROM reservations WHERE restaurant_id = $1 AND status = 'pending'"#,
        restaurant.0
    )
    .fetch_one(conn)
    .await
}

/// Returns the first month in `from` to `till` in which the class finds something bookable at `now`.
pub async fn find_first_bookable_month(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    class: i64,
    from: NaiveDate,
    till: NaiveDate,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<YearMonth>> {
    let date = sqlx::query_scalar!(
        "SELECT date FROM availability_days
         WHERE restaurant_id = $1 AND access_class = $2 AND date BETWEEN $3 AND $4 AND bookable_until > $5 ORDER BY date LIMIT 1",
        restaurant.0,
        class,
        from,
        till,
        now,
    )
    .fetch_optional(conn)
    .await?;
    Ok(date.map(YearMonth::containing))
}

/// Returns the open slots of some days, with all data that their rules need. Holds that expired before `now` count as free. A closed day
/// has no slots.
pub async fn list_slots(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    dates: &[NaiveDate],
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<Slot>> {
    list_slots_where(conn, &[], Some((restaurant, dates)), now, false).await
}

/// Returns the open slots among these, without slots allocated to gold diners. Each id must occur once.
pub async fn find_slots(
    conn: &mut PgConnection,
    asked: &[(RestaurantId, OnlineStockGroupId)],
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<Slot>> {
    list_slots_where(conn, asked, None, now, false).await
}

/// Returns the open slots among these, including slots allocated to gold diners. Access control of their stocks does not apply
/// (gaps G131).
pub async fn find_gold_slots(
    conn: &mut PgConnection,
    asked: &[(RestaurantId, OnlineStockGroupId)],
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<Slot>> {
    let mut slots = list_slots_where(conn, asked, None, now, true).await?;
    for stock in slots.iter_mut().flat_map(|slot| &mut slot.stocks) {
        stock.is_whitelist = false;
        stock.listed_groups.clear();
    }
    Ok(slots)
}

/// Returns the restaurant of some slots if they are all of one.
fn only_restaurant(asked: &[(RestaurantId, OnlineStockGroupId)]) -> Option<RestaurantId> {
    let (first, _) = asked.first()?;
    asked.iter().all(|(restaurant, _)| restaurant == first).then_some(*first)
}

/// Parameter $3 is the restaurant if all slots are of one: every subquery names it, because a Citus cluster then sends the statement to one
/// node.
async fn list_slots_where(
    conn: &mut PgConnection,
    asked: &[(RestaurantId, OnlineStockGroupId)],
    days: Option<(RestaurantId, &[NaiveDate])>,
    now: DateTime<Utc>,
    with_gold: bool,
) -> sqlx::Result<Vec<Slot>> {
    let (restaurants, ids): (Vec<_>, Vec<_>) = asked.iter().map(|(restaurant, id)| (restaurant.0, id.0)).unzip();
    let restaurant = days.map(|(restaurant, _)| restaurant).or_else(|| only_restaurant(asked));
    // The last condition on allocations is false for gold diners. It names a column: as NOT $6 alone it would make the whole join false
    // before a Citus cluster reads the restaurant from it.
    // Few restaurants reserve stocks for customer groups. At the others, one look-up for each slot replaces one for each stock. An item is
    // found by its key, for any plan: a join may read all items of the restaurant for each stock.
    let rows = sqlx::query_as!(
        SlotRow,
        r#"SELECT o.restaurant_id AS "restaurant_id: RestaurantId", o.id AS "id: OnlineStockGroupId", o.operation AS "operation: OperationName",
                  o.date, o.guests_counts, o.always_allow_last_solo, o.show_end_time_on_title, o.custom_title_ja, o.custom_title_en,
                  o.inventory_group_id AS "inventory_group_id: InventoryGroupId", g.title_ja, g.title_en, g.capacity_per_stock,
                  g.custom_guests_count_label_ja, g.custom_guests_count_label_en, op.cutoff_hours,
                  op.pacing_max_guests, op.pacing_max_parties,
                  CASE WHEN op.pacing_max_guests IS NOT NULL OR op.pacing_max_parties IS NOT NULL THEN (
                      SELECT json_agg(json_build_array(q.quarter, q.guests, q.parties))
                      FROM (SELECT quarter_of(r.starts_at) AS quarter, sum(r.guests_count) AS guests, count(*) AS parties
                            FROM reservations r
                            WHERE r.restaurant_id = coalesce($3, o.restaurant_id) AND r.date = o.date AND r.operation = o.operation
                              AND (r.status = 'accepted' OR r.status = 'pending' AND (r.held_until IS NULL OR r.held_until > $5))
                            GROUP BY quarter) q) END AS "quarters: Json<Vec<QuarterRow>>",
                  coalesce((SELECT v.stock_version FROM restaurant_days v
                            WHERE v.restaurant_id = coalesce($3, o.restaurant_id) AND v.date = o.date
                              AND (SELECT true FROM reservations r WHERE r.restaurant_id = coalesce($3, o.restaurant_id)
                                     AND r.status = 'pending' AND r.held_until <= $5 LIMIT 1) IS NULL), -1) AS "day_version!",
                  w.times AS "times: Json<Vec<TimeRow>>",
                  (SELECT json_agg(json_build_array(
                          c.id, c.uid, c.operation, c.title_ja, c.title_en, c.description_ja, c.description_en, c.price,
                          c.price_description_ja, c.price_description_en, c.custom_unit_ja, c.custom_unit_en, c.is_prepaid,
                          least(c.daily_max, cd.daily_max), coalesce(cd.guests_count, 0)) ORDER BY c.position, c.id)
                   FROM osg_courses oc
                   JOIN courses c ON c.restaurant_id = oc.restaurant_id AND c.id = oc.course_id AND c.is_active
                   LEFT JOIN course_days cd ON cd.restaurant_id = c.restaurant_id AND cd.course_id = c.id AND cd.date = o.date
                   WHERE oc.restaurant_id = coalesce($3, o.restaurant_id)
                       AND oc.online_stock_group_id = o.id) AS "courses: Json<Vec<CourseRow>>",
                  (SELECT jsonb_agg(to_jsonb(s) || jsonb_build_object('booked', (
                          SELECT count(*) FROM reservations r WHERE r.restaurant_id = coalesce($3, s.restaurant_id)
                              AND r.online_stock_group_id = o.id
                            AND r.guests_count = s.guests_count
                            AND (r.status = 'accepted' OR r.status = 'pending' AND r.held_until > $5))))
                   FROM osg_guests_count_selectors s WHERE s.restaurant_id = coalesce($3, o.restaurant_id)
                       AND s.online_stock_group_id = o.id) AS "selectors: Json<Vec<SelectorRow>>",
                  (SELECT json_agg(json_build_array(
                          st.id, st.inventory_item_id, st.position, st.access_control = 'whitelist',
                          CASE WHEN (SELECT true FROM online_stock_customer_groups x
                                     WHERE x.restaurant_id = coalesce($3, o.restaurant_id) LIMIT 1) THEN (
                              SELECT coalesce(json_agg(x.customer_group_id), '[]') FROM online_stock_customer_groups x
                              WHERE x.restaurant_id = coalesce($3, st.restaurant_id) AND x.online_stock_id = st.id) ELSE '[]' END,
                          st.is_taken,
                          CASE WHEN st.is_taken THEN '[]' ELSE (
                              SELECT coalesce(json_agg(json_build_array(lower(rs.during), upper(rs.during))), '[]')
                              FROM reservation_seats rs
                              WHERE rs.restaurant_id = coalesce($3, st.restaurant_id) AND rs.inventory_item_id = st.inventory_item_id
                                AND rs.released_at IS NULL AND seat_overlaps(rs.during, w.since, w.till)
                                AND NOT coalesce((SELECT r.status = 'pending' AND r.held_until <= $5
                                                  FROM reservations r
                                                  WHERE r.restaurant_id = coalesce($3, rs.restaurant_id)
                                                      AND r.id = rs.reservation_id), false)) END)
                      ORDER BY st.position, st.id)
                   FROM (SELECT s.restaurant_id, s.id, s.inventory_item_id, s.access_control, i.position,
                                s.online_reservable_id IS NOT NULL AND NOT coalesce((
                                    SELECT r.status = 'pending' AND r.held_until <= $5
                                    FROM reservations r WHERE r.restaurant_id = coalesce($3, s.restaurant_id)
                                        AND r.id = s.online_reservable_id), false) AS is_taken
                         FROM online_stocks s
                         CROSS JOIN LATERAL (SELECT position FROM inventory_items
                                             WHERE restaurant_id = coalesce($3, s.restaurant_id) AND id = s.inventory_item_id LIMIT 1) i
                         WHERE s.restaurant_id = coalesce($3, o.restaurant_id)
                             AND s.online_stock_group_id = o.id OFFSET 0) st) AS "stocks: Json<Vec<StockRow>>"
           FROM (SELECT unnest($1::bigint[]) AS restaurant_id, unnest($2::bigint[]) AS id
                 UNION ALL
                 SELECT restaurant_id, id FROM online_stock_groups
                 WHERE restaurant_id = $3 AND date = ANY ($4) AND deleted_at IS NULL) asked
           JOIN online_stock_groups o ON o.restaurant_id = coalesce($3, asked.restaurant_id) AND o.id = asked.id
           JOIN inventory_groups g ON g.restaurant_id = o.restaurant_id AND g.id = o.inventory_group_id
           JOIN operations op ON op.restaurant_id = o.restaurant_id AND op.name = o.operation AND op.is_active
           JOIN LATERAL (SELECT min(t.starts_at) AS since, max(t.ends_at) AS till,
                                json_agg(json_build_array(t.id, t.starts_at, t.ends_at) ORDER BY t.starts_at, t.ends_at) AS times
                         FROM osg_times t WHERE t.restaurant_id = coalesce($3, o.restaurant_id) AND t.online_stock_group_id = o.id) w ON true
           LEFT JOIN restaurant_calendar_dates d ON d.restaurant_id = o.restaurant_id AND d.date = o.date
           WHERE o.deleted_at IS NULL AND NOT coalesce(d.is_closed, false)
             AND NOT EXISTS (SELECT 1 FROM gold_allocations ga WHERE ga.restaurant_id = coalesce($3, o.restaurant_id)
                 AND ga.online_stock_group_id = o.id AND (NOT $6 OR ga.online_stock_group_id <> o.id))
           ORDER BY g.position, o.id"#,
        &restaurants,
        &ids,
        restaurant.map(|restaurant| restaurant.0),
        days.map(|(_, dates)| dates) as Option<&[NaiveDate]>,
        now,
        with_gold,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(Slot::from).collect())
}
