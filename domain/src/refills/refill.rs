//! A manual refill of one restaurant, from the console or the command line.

use chrono::{DateTime, NaiveDate, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::error::RefillError;
use super::model::{RefilledDays, StoredTemplate};
use super::plan::{plan, slots_to_create};
use super::queries;
use super::selection::DaySelection;
use crate::audit::{self, Actor};
use crate::holidays::Holidays;
use crate::ids::{RefillTemplateId, RestaurantId};
use crate::rng::Rng;

/// Returns the days that a refill would fill and skip, without locks.
///
/// # Errors
/// The restaurant has no such template, or it is incomplete.
pub async fn preview(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: RefillTemplateId,
    selection: &DaySelection,
) -> Result<RefilledDays, RefillError> {
    let template = queries::find_template(conn, restaurant, id).await?.ok_or(RefillError::Unknown)?;
    let planned = planned(conn, std::slice::from_ref(&template), selection).await?;
    planned.into_iter().next().ok_or(RefillError::Unknown)
}

/// Creates the slots of a selection from a template. Days that have a slot or a reservation do not change, so the refill is idempotent. A
/// slot that staff removed from the web is created again.
///
/// # Errors
/// As `preview`.
pub async fn refill(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    id: RefillTemplateId,
    selection: &DaySelection,
) -> Result<RefilledDays, RefillError> {
    queries::lock_templates(conn, &[restaurant]).await?;
    let template = queries::find_template(conn, restaurant, id).await?.ok_or(RefillError::Unknown)?;
    let planned = planned(conn, std::slice::from_ref(&template), selection).await?;
    write(conn, rng, now, actor, &[template], &planned).await?;
    planned.into_iter().next().ok_or(RefillError::Unknown)
}

async fn planned(
    conn: &mut PgConnection,
    templates: &[StoredTemplate],
    selection: &DaySelection,
) -> Result<Vec<RefilledDays>, RefillError> {
    for template in templates {
        if let Some(lack) = template.missing_parts().first() {
            return Err(RefillError::Lacking(*lack));
        }
    }
    let holidays = Holidays::load(&mut *conn).await?;
    let chosen = templates.iter().map(|template| selection.days(template.schedule, &holidays)).collect();
    Ok(plan(conn, templates, chosen).await?)
}

/// Creates the planned slots, under the lock of the restaurants' templates, and writes an audit row for each template that created a slot.
/// Returns the number of slots.
pub(super) async fn write(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    actor: Actor,
    templates: &[StoredTemplate],
    planned: &[RefilledDays],
) -> sqlx::Result<usize> {
    let places = slots_to_create(templates, planned);
    if places.is_empty() {
        return Ok(0);
    }
    let uids: Vec<_> = places.iter().map(|_| rng.uid()).collect();
    queries::fill(conn, &places, &uids, now).await?;
    for refilled in planned.iter().filter(|refilled| refilled.count_created() > 0) {
        let dates = refilled.days.iter().filter(|day| day.skipped.is_none()).map(|day| day.date);
        let (first, last): (Option<NaiveDate>, Option<NaiveDate>) = (dates.clone().min(), dates.max());
        let event = audit::Event {
            actor,
            action: "slots_refilled",
            restaurant: Some(refilled.restaurant),
            reservation: None,
            detail: json!({ "online_stock_refillment_template_id": refilled.template, "created": refilled.count_created(),
                            "skipped": refilled.count_skipped(), "first": first, "last": last }),
        };
        audit::record(conn, now, event).await?;
    }
    Ok(places.len())
}
