//! Seats a party without a booking immediately, without a name. The result is an in-person reservation whose visit is already at the
//! step `seated`. Not part of the specification.

use chrono::{DateTime, Duration, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::PgConnection;

use super::create::{ReservationDraft, finish, insert_with_seats, require_capacity};
use super::form::{FormOffer, FormSeatGroup, InPersonForm, TIME_STEP_MINUTES};
use super::queries::{self, StayRange};
use crate::audit;
use crate::i18n::{Locale, t};
use crate::idempotency;
use crate::ids::{InventoryItemId, ReservationId, RestaurantId};
use crate::reservations::model::{Kind, Status};
use crate::reservations::service;
use crate::reservations::staff::{StaffContext, StaffError};
use crate::restaurants;
use crate::restaurants::model::{Course, Operation, business_day, last_visit_step};
use crate::restaurants::stays::{self, Stays, is_at_seats};
use crate::rng::Rng;
use crate::zone::Zone;

/// The types of all customers.
pub const ALL_CUSTOMER_TYPES: [&str; 4] = ["OnlineCustomer", "OfflineCustomer", "InvitedCustomer", "OffsiteCustomer"];

/// A party to seat, and its seats.
#[derive(Clone, Debug, Default, Serialize)]
pub struct WalkIn {
    pub guests_count: i32,
    pub inventory_group_uid: String,
    pub inventory_item_uids: Vec<String>,
    /// `None` if the party has not chosen yet. It then counts for the meal's least expensive course that still accepts it.
    pub course_uid: Option<String>,
    pub internal_memo: String,
    /// The time at which the party sat down, if not now.
    #[serde(skip)]
    pub happened_at: Option<DateTime<Utc>>,
}

/// The seated party.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Seated {
    pub uid: String,
    pub date: NaiveDate,
    pub span: StayRange,
}

/// Seats a party as in [`seat`], once for each idempotency key.
///
/// # Errors
/// The errors of `seat`; the key is malformed, or belongs to another request.
pub async fn seat_once(
    conn: &mut PgConnection,
    rng: &Rng,
    staff: StaffContext<'_>,
    walk_in: &WalkIn,
    key: &str,
) -> Result<Seated, StaffError> {
    // The time is not part of the request: after a lost response the client does not know whether the party was seated as of then or as
    // of now.
    let request = ("walk_in", staff.owner.0, walk_in);
    if let Some(seated) = idempotency::begin(conn, staff.restaurant.id, key, &request, staff.now).await? {
        return Ok(seated);
    }
    let seated = seat(conn, rng, staff, walk_in).await?;
    idempotency::finish(conn, staff.restaurant.id, key, &seated).await?;
    Ok(seated)
}

/// Seats a party, now or at the time it came. The stay starts at the last multiple of five minutes, and lasts for the usual time of the meal
/// and party size, or until the seats are taken.
///
/// # Errors
/// The restaurant is closed at this hour, a seat is taken, the party does not fill the seats, or no course accepts it; the time is more
/// than a day ago or in the future.
pub async fn seat(
    conn: &mut PgConnection,
    rng: &Rng,
    staff: StaffContext<'_>,
    walk_in: &WalkIn,
) -> Result<Seated, StaffError> {
    let restaurant = staff.restaurant;
    let came_at = walk_in.happened_at.unwrap_or(staff.now);
    if !service::is_valid_step_time(came_at, staff.now) {
        return Err(StaffError::Field("happened_at", "field_invalid"));
    }
    let operations = restaurants::queries::list_operations(conn, restaurant.id).await?;
    let stays = stays::list(conn, restaurant.id).await?;
    let usual = usual_stay(&operations, &stays, restaurant.zone, came_at, walk_in.guests_count);
    let (operation, usual) = usual.ok_or(StaffError::OutsideHours)?;
    let uid = Some(walk_in.inventory_group_uid.as_str());
    let group = queries::find_group(conn, restaurant.id, uid, None).await?;
    let group = group.ok_or(StaffError::Incomplete("inventory_group_uid"))?;
    queries::lock_slots_over(conn, restaurant.id, &[group.id], &[usual]).await?;
    let items = items_of(&group, &walk_in.inventory_item_uids);
    let till = usual.till.min(free_until(conn, restaurant.id, &items, usual, staff.now).await?);
    // A party that is recorded later must still be seated, so it cannot have seats that others have taken since.
    let is_over = till < usual.till && till <= staff.now;
    if is_over || till - usual.from < Duration::minutes(TIME_STEP_MINUTES) {
        return Err(queries::conflict(conn, restaurant.id, &items, usual, None).await?);
    }
    let date = business_day(&operations, restaurant.zone, usual.from);
    let wanted = walk_in.course_uid.as_deref();
    let course = course_of(conn, restaurant.id, operation, date, walk_in.guests_count, wanted).await?;
    let form = InPersonForm {
        guests_count: walk_in.guests_count,
        course_uid: course.uid.clone(),
        inventory_group_uid: walk_in.inventory_group_uid.clone(),
        inventory_item_uids: walk_in.inventory_item_uids.clone(),
        operation: operation.name.as_str().to_owned(),
        starts_at: Some(usual.from),
        ends_at: Some(till),
        internal_memo: walk_in.internal_memo.clone(),
        ..InPersonForm::default()
    };
    let offer =
        FormOffer { operations: operations.clone(), course: Some(course), group: Some(group), zone: restaurant.zone };
    let draft = form.check(offer)?;
    require_capacity(conn, restaurant, &draft).await?;
    let new =
        ReservationDraft { kind: Kind::OfflineReservation, status: Status::Accepted, guest: None, held_until: None };
    let created = insert_with_seats(conn, rng, staff, &draft, new).await?;
    if wanted.is_none() {
        leave_course_open(conn, restaurant.id, created.id).await?;
    }
    service::note_walk_in(conn, staff, created.id, came_at).await?;
    record_seated(conn, staff, created.id, walk_in.happened_at).await?;
    finish(conn, staff, &draft).await?;
    Ok(Seated { uid: created.uid, date, span: StayRange { from: usual.from, till } })
}

/// Marks the course as open: it gets a generic title, and a price of 0 for the totals.
async fn leave_course_open(conn: &mut PgConnection, restaurant: RestaurantId, id: ReservationId) -> sqlx::Result<()> {
    let name = |locale| t(locale, "reservation.course_open", &[]);
    sqlx::query!(
        "UPDATE reservations SET is_course_chosen = false, course_title_ja = $3, course_title_en = $4, course_price = 0
         WHERE restaurant_id = $1 AND id = $2",
        restaurant.0,
        id.0,
        name(Locale::Ja),
        name(Locale::En),
    )
    .execute(conn)
    .await?;
    Ok(())
}

async fn record_seated(
    conn: &mut PgConnection,
    staff: StaffContext<'_>,
    id: ReservationId,
    happened_at: Option<DateTime<Utc>>,
) -> sqlx::Result<()> {
    let event = audit::Event {
        actor: staff.actor,
        action: "walk_in_seated",
        restaurant: Some(staff.restaurant.id),
        reservation: Some(id),
        detail: happened_at.map_or(json!({}), |at| json!({ "happened_at": at })),
    };
    audit::record(conn, staff.now, event).await
}

/// Returns the meal of this hour and the usual stay of a party: the current meal, or the next one between two meals. Returns `None` before
/// the first opening of the day, takeaway included, and after the last meal that is served at seats.
pub fn usual_stay<'a>(
    operations: &'a [Operation],
    stays: &Stays,
    zone: Zone,
    now: DateTime<Utc>,
    guests: i32,
) -> Option<(&'a Operation, StayRange)> {
    let date = business_day(operations, zone, now);
    let from = last_visit_step(now);
    let opens = operations.iter().map(|operation| zone.at(date, operation.opens_at)).min()?;
    let closes = operations.iter().map(|operation| zone.at_time(date, operation.closes_at)).max()?;
    let seated = operations.iter().filter(|operation| is_at_seats(operation.name));
    let operation =
        seated.filter(|operation| from < zone.at_time(date, operation.closes_at)).min_by_key(|o| o.opens_at)?;
    let till = from + Duration::minutes(stays.minutes_for(operation, guests).into());
    let till = till.min(last_visit_step(closes));
    (opens <= from && from < till).then_some((operation, StayRange { from, till }))
}

fn items_of(group: &FormSeatGroup, uids: &[String]) -> Vec<InventoryItemId> {
    group.items.iter().filter(|item| uids.contains(&item.uid)).map(|item| item.id).collect()
}

/// Returns the time at which the first of the seats is taken: the end of the span if none is, its start if a seat is already taken. An
/// expired hold does not count. A party that is present past its end, seated or not, still occupies its seats, for three hours.
async fn free_until(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    items: &[InventoryItemId],
    span: StayRange,
    now: DateTime<Utc>,
) -> sqlx::Result<DateTime<Utc>> {
    let items: Vec<_> = items.iter().map(|item| item.0).collect();
    let first = sqlx::query_scalar!(
        r#"SELECT min(greatest(least(lower(s.during), v.seated_at), $3)) FROM reservation_seats s
           JOIN reservations r ON r.restaurant_id = s.restaurant_id AND r.id = s.reservation_id
           LEFT JOIN reservation_service_times v ON v.restaurant_id = r.restaurant_id AND v.reservation_id = r.id
           LEFT JOIN reservation_no_shows n ON n.restaurant_id = r.restaurant_id AND n.reservation_id = r.id
           WHERE s.restaurant_id = $1 AND s.inventory_item_id = ANY ($2) AND s.released_at IS NULL
             AND lower(s.during) BETWEEN $3::timestamptz - interval '1 day' AND $4
             AND (s.during && tstzrange($3, $4) OR coalesce(v.arrived_at, v.seated_at, v.bill_at) IS NOT NULL AND v.left_at IS NULL
                  AND n.reservation_id IS NULL AND $5::timestamptz - interval '3 hours' < upper(s.during))
             AND (r.status <> 'pending' OR coalesce(r.held_until > $5, true))"#,
        restaurant.0,
        &items,
        span.from,
        span.till,
        now,
    );
    Ok(first.fetch_one(conn).await?.unwrap_or(span.till))
}

/// Returns the chosen course, or the meal's least expensive course that accepts the party on this day. Courses without prepayment come
/// first.
pub async fn course_of(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    operation: &Operation,
    date: NaiveDate,
    guests: i32,
    chosen: Option<&str>,
) -> Result<Course, StaffError> {
    let courses = restaurants::queries::list_courses(conn, restaurant).await?;
    let mut courses: Vec<_> = courses.into_iter().filter(|course| course.operation == operation.name).collect();
    courses.sort_by_key(|course| (course.is_prepaid, course.price));
    if let Some(uid) = chosen {
        courses.retain(|course| course.uid == uid);
    }
    let ids: Vec<_> = courses.iter().map(|course| course.id.0).collect();
    let takes = sqlx::query_scalar!(
        r#"SELECT w.course_id AS "id!" FROM unnest($2::bigint[]) WITH ORDINALITY AS w (course_id, place)
           JOIN courses c ON c.restaurant_id = $1 AND c.id = w.course_id
           LEFT JOIN course_days d ON d.restaurant_id = $1 AND d.course_id = c.id AND d.date = $3
           WHERE course_takes(least(c.daily_max, d.daily_max), coalesce(d.guests_count, 0), $4)
           ORDER BY w.place LIMIT 1"#,
        restaurant.0,
        &ids,
        date,
        guests,
    );
    let takes = takes.fetch_optional(conn).await?;
    let is_offered = !courses.is_empty();
    let found = courses.into_iter().find(|course| Some(course.id.0) == takes);
    found.ok_or(if is_offered { StaffError::CourseFull } else { StaffError::Incomplete("course_uid") })
}

#[cfg(test)]
mod tests {
    use chrono::NaiveTime;

    use super::*;
    use crate::restaurants::model::OperationName;
    use crate::zone::BusinessTime;

    fn time(text: &str) -> NaiveTime {
        text.parse().unwrap()
    }

    fn operation(name: OperationName, opens: &str, closes: &str, stay: i32) -> Operation {
        Operation {
            name,
            opens_at: time(opens),
            closes_at: BusinessTime::parse(closes).unwrap(),
            default_stay_minutes: stay,
            cutoff_hours: 0,
        }
    }

    fn stay_at(clock: &str) -> Option<(OperationName, String, String)> {
        stay_of(2, clock)
    }

    fn stay_of(guests: i32, clock: &str) -> Option<(OperationName, String, String)> {
        let (zone, date) = (Zone::default(), "2026-12-08".parse().unwrap());
        let operations = [
            operation(OperationName::Lunch, "11:30:00", "14:30", 60),
            operation(OperationName::Dinner, "17:00:00", "22:00", 120),
            operation(OperationName::Takeaway, "10:00:00", "20:00", 30),
        ];
        let stays: Stays = [(OperationName::Dinner, 3, 150)].into_iter().collect();
        let (operation, span) = usual_stay(&operations, &stays, zone, zone.at(date, time(clock)), guests)?;
        Some((operation.name, zone.clock_time(date, span.from), zone.clock_time(date, span.till)))
    }

    #[test]
    fn walk_in_starts_at_last_five_minutes_for_usual_stay() {
        let stay = |name, from: &str, till: &str| Some((name, from.to_owned(), till.to_owned()));
        assert_eq!(stay_at("12:03:59"), stay(OperationName::Lunch, "12:00", "13:00"));
        assert_eq!(stay_at("18:05:00"), stay(OperationName::Dinner, "18:05", "20:05"));
        assert_eq!(stay_at("21:07:00"), stay(OperationName::Dinner, "21:05", "22:00"), "ends with the last hour");
        assert_eq!(stay_at("15:00:00"), stay(OperationName::Dinner, "15:00", "17:00"), "between two meals");
    }

    #[test]
    fn larger_party_stays_for_usual_time_of_its_size() {
        let till = |guests, clock| stay_of(guests, clock).map(|(_, _, till)| till);
        assert_eq!(till(3, "18:05:00").as_deref(), Some("20:35"));
        assert_eq!(till(3, "20:00:00").as_deref(), Some("22:00"), "ends with the last hour");
        assert_eq!(till(3, "12:00:00").as_deref(), Some("13:00"), "lunch has no other stay");
    }

    #[test]
    fn stay_ends_at_a_multiple_of_five_minutes_whatever_was_set() {
        let (zone, date) = (Zone::default(), "2026-12-08".parse().unwrap());
        let operations = [operation(OperationName::Dinner, "17:00:00", "22:03", 93)];
        let span = |clock| {
            let (_, span) = usual_stay(&operations, &Stays::default(), zone, zone.at(date, time(clock)), 2)?;
            Some((zone.clock_time(date, span.from), zone.clock_time(date, span.till)))
        };
        assert_eq!(span("18:00:00"), Some(("18:00".to_owned(), "19:35".to_owned())));
        assert_eq!(span("21:00:00"), Some(("21:00".to_owned(), "22:00".to_owned())), "ends with the last hour");
        assert_eq!(span("22:01:00"), None, "no five minutes are left");
    }

    #[test]
    fn walk_ins_outside_hours_are_rejected() {
        assert_eq!(stay_at("09:59:00"), None);
        assert_eq!(stay_at("22:00:00"), None);
    }
}
