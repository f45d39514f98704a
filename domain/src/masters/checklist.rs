//! The steps that a restaurant still needs before it is bookable.

use chrono::{DateTime, Utc};
use serde::Serialize;
use sqlx::PgConnection;
use utoipa::ToSchema;

use crate::availability;
use crate::restaurants::model::{Restaurant, Visibility};
use crate::rounds::window::BookingWindow;
use crate::text_enum::text_enum;

text_enum! {
    /// A step of setting up a new restaurant, in order.
    pub enum ChecklistStep {
        Profile = "profile",
        Pictures = "pictures",
        Operations = "operations",
        Seats = "seats",
        Courses = "courses",
        Slots = "slots",
        Rounds = "rounds",
        Owner = "owner",
        Email = "email",
        Visibility = "visibility",
        OnlineStart = "online_start",
    }
}

impl ChecklistStep {
    /// Whether the step is needed: without it, no diner can book, or the restaurant is not notified of bookings. Other steps are
    /// recommended.
    const fn is_needed(self) -> bool {
        !matches!(self, Self::Profile | Self::Pictures)
    }
}

/// A step, and whether it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ChecklistItem {
    pub step: ChecklistStep,
    pub is_needed: bool,
    pub is_done: bool,
}

/// All steps, and whether a visitor finds a day to book at this moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Checklist {
    pub items: Vec<ChecklistItem>,
    pub is_bookable: bool,
}

/// The restaurant's data that the checklist evaluates.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ChecklistFacts {
    pub has_profile: bool,
    pub pictures: usize,
    pub operations: i64,
    pub items: i64,
    /// Number of served meals without a course.
    pub operations_without_course: i64,
    pub courses: i64,
    /// Number of slots from today on with a stock.
    pub slots: i64,
    /// A plan has opened days to all diners, or will.
    pub opens: bool,
    pub owners: i64,
    pub subscriptions: i64,
    pub is_hidden: bool,
    pub has_started: bool,
}

/// Derives the steps from the facts.
fn items(found: ChecklistFacts) -> Vec<ChecklistItem> {
    let is_done = |step| match step {
        ChecklistStep::Profile => found.has_profile,
        ChecklistStep::Pictures => found.pictures > 0,
        ChecklistStep::Operations => found.operations > 0,
        ChecklistStep::Seats => found.items > 0,
        ChecklistStep::Courses => found.courses > 0 && found.operations_without_course == 0,
        ChecklistStep::Slots => found.slots > 0,
        ChecklistStep::Rounds => found.opens,
        ChecklistStep::Owner => found.owners > 0,
        ChecklistStep::Email => found.subscriptions > 0,
        ChecklistStep::Visibility => !found.is_hidden,
        ChecklistStep::OnlineStart => found.has_started,
    };
    let item = |step: ChecklistStep| ChecklistItem { step, is_needed: step.is_needed(), is_done: is_done(step) };
    ChecklistStep::ALL.into_iter().map(item).collect()
}

/// Returns the needed steps that are not done.
pub(super) fn missing(found: ChecklistFacts) -> Vec<ChecklistStep> {
    items(found).into_iter().filter(|item| item.is_needed && !item.is_done).map(|item| item.step).collect()
}

/// Returns the current checklist of a restaurant. `unbookable::list` evaluates the same steps of all restaurants.
pub async fn checklist(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    restaurant: &Restaurant,
) -> sqlx::Result<Checklist> {
    let (id, today) = (restaurant.id, restaurant.zone.date_of(now));
    let row = sqlx::query!(
        r#"SELECT (SELECT count(*) FROM operations WHERE restaurant_id = $1 AND is_active) AS "operations!",
                  (SELECT count(*) FROM inventory_items WHERE restaurant_id = $1) AS "items!",
                  (SELECT count(*) FROM courses WHERE restaurant_id = $1 AND is_active) AS "courses!",
                  (SELECT count(*) FROM operations o WHERE o.restaurant_id = $1 AND o.is_active AND NOT EXISTS (
                      SELECT 1 FROM courses c WHERE c.restaurant_id = $1 AND c.operation = o.name AND c.is_active))
                      AS "operations_without_course!",
                  (SELECT count(*) FROM online_stock_groups g WHERE g.restaurant_id = $1 AND g.deleted_at IS NULL AND g.date >= $2
                      AND EXISTS (SELECT 1 FROM online_stocks s WHERE s.restaurant_id = $1 AND s.online_stock_group_id = g.id))
                      AS "slots!",
                  (SELECT count(*) FROM restaurant_owners WHERE restaurant_id = $1 AND role = 'owner') AS "owners!",
                  (SELECT count(*) FROM restaurant_email_subscriptions WHERE restaurant_id = $1) AS "subscriptions!""#,
        id.0,
        today,
    )
    .fetch_one(&mut *conn)
    .await?;
    let mut viewer = availability::queries::find_viewer(conn, id, None, now).await?;
    let is_bookable = match viewer.window(now).reservable_till() {
        None => false,
        Some(till) => {
            let first = availability::queries::find_first_bookable_month(conn, id, 0, today, till, now);
            first.await?.is_some()
        }
    };
    viewer.open_now(now);
    let opens = viewer.window(now) != BookingWindow::Absent || viewer.next_opening(now).is_some();
    let found = ChecklistFacts {
        has_profile: [&restaurant.description.ja, &restaurant.address.ja, &restaurant.phone]
            .iter()
            .all(|text| !text.is_empty()),
        pictures: restaurant.pictures.len(),
        operations: row.operations,
        items: row.items,
        operations_without_course: row.operations_without_course,
        courses: row.courses,
        slots: row.slots,
        opens,
        owners: row.owners,
        subscriptions: row.subscriptions,
        is_hidden: restaurant.visibility == Visibility::Hidden,
        has_started: restaurant.is_open_online(now),
    };
    Ok(Checklist { items: items(found), is_bookable })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(found: ChecklistFacts) -> Vec<&'static str> {
        missing(found).into_iter().map(ChecklistStep::as_str).collect()
    }

    #[test]
    fn missing_steps_are_listed_until_done() {
        let hidden = ChecklistFacts { is_hidden: true, ..ChecklistFacts::default() };
        let needed =
            ["operations", "seats", "courses", "slots", "rounds", "owner", "email", "visibility", "online_start"];
        assert_eq!(open(hidden), needed);
        let whole = ChecklistFacts {
            operations: 2,
            items: 1,
            courses: 2,
            slots: 1,
            opens: true,
            owners: 1,
            subscriptions: 1,
            has_started: true,
            ..ChecklistFacts::default()
        };
        assert!(open(whole).is_empty(), "pictures and texts are optional");
        assert_eq!(open(ChecklistFacts { operations_without_course: 1, ..whole }), ["courses"]);
        assert_eq!(items(whole).len(), ChecklistStep::ALL.len());
    }
}
