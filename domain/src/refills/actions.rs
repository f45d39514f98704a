//! Admins make templates and say what they offer. Nothing of it changes a slot that stands (gaps G188).

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::PgConnection;

use super::error::{RefillError, RefillFormError};
use super::model::{GuestsCountOption, StoredTemplate};
use super::queries::{self, TemplateTerms};
use super::schedule::WeeklySchedule;
use super::selectors;
use crate::audit::{self, Actor};
use crate::ids::{CourseId, CustomerGroupId, GuestsCountSelectorId, InventoryItemId, RefillTemplateId, RestaurantId};
use crate::inventory;
use crate::inventory::slot_form::{ServiceHours, TimeRow};
use crate::restaurants::model::OperationName;
use crate::restaurants::queries::list_operations;

const TITLE_LENGTH: usize = 100;

/// Who does something where, and when.
#[derive(Clone, Copy, Debug)]
pub struct RefillContext {
    pub restaurant: RestaurantId,
    pub actor: Actor,
    pub now: DateTime<Utc>,
}

impl RefillContext {
    async fn record(self, conn: &mut PgConnection, action: &str, template: RefillTemplateId) -> sqlx::Result<()> {
        let detail: Value = json!({ "online_stock_refillment_template_id": template });
        let restaurant = Some(self.restaurant);
        audit::record(conn, self.now, audit::Event { actor: self.actor, action, restaurant, reservation: None, detail })
            .await
    }

    /// The template, behind the lock of all of the restaurant's.
    async fn lock(self, conn: &mut PgConnection, id: RefillTemplateId) -> Result<StoredTemplate, RefillError> {
        queries::lock_templates(conn, &[self.restaurant]).await?;
        queries::find_template(conn, self.restaurant, id).await?.ok_or(RefillError::Unknown)
    }
}

/// The form of a template.
#[derive(Clone, Debug, Default)]
pub struct TemplateForm {
    pub title: String,
    pub inventory_group_uid: String,
    pub inventory_item_uids: Vec<String>,
    pub operation: String,
}

/// A form whose group, items and meal are the restaurant's.
struct ValidTemplateForm {
    title: String,
    group: inventory::model::SeatGroup,
    items: Vec<InventoryItemId>,
    operation: OperationName,
}

impl ValidTemplateForm {
    fn terms(&self) -> TemplateTerms<'_> {
        TemplateTerms { title: &self.title, group: self.group.id, operation: self.operation, items: &self.items }
    }
}

async fn checked(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    form: &TemplateForm,
) -> Result<ValidTemplateForm, RefillError> {
    let title = form.title.trim().to_owned();
    match title.chars().count() {
        0 => return Err(RefillFormError::TitleMissing.into()),
        1..=TITLE_LENGTH => {}
        _ => return Err(RefillFormError::TitleTooLong.into()),
    }
    let group = inventory::queries::find_group_id(conn, restaurant, &form.inventory_group_uid).await?;
    let group = inventory::queries::find_group(conn, restaurant, group.ok_or(RefillFormError::SeatsUnknown)?).await?;
    if form.inventory_item_uids.is_empty() {
        return Err(RefillFormError::SeatsMissing.into());
    }
    let is_known = |uid: &String| group.items.iter().any(|item| item.uid == *uid);
    if !form.inventory_item_uids.iter().all(is_known) {
        return Err(RefillFormError::SeatsUnknown.into());
    }
    let chosen = group.items.iter().filter(|item| form.inventory_item_uids.contains(&item.uid));
    let items = chosen.map(|item| item.id).collect();
    let operations = list_operations(conn, restaurant).await?;
    let operation = operations.iter().find(|operation| operation.name.as_str() == form.operation);
    let operation = operation.ok_or(RefillFormError::OperationUnknown)?.name;
    Ok(ValidTemplateForm { title, group, items, operation })
}

/// Makes a template that fills no day yet, and answers its id.
pub async fn create(
    conn: &mut PgConnection,
    at: RefillContext,
    form: &TemplateForm,
) -> Result<RefillTemplateId, RefillError> {
    let form = checked(conn, at.restaurant, form).await?;
    let id = queries::insert_template(conn, at.restaurant, &form.terms(), at.now).await?;
    at.record(conn, "refill_template_created", id).await?;
    Ok(id)
}

/// What of a template changes.
#[derive(Clone, Debug, Default)]
pub struct TemplateChange {
    pub form: Option<TemplateForm>,
    pub schedule: Option<WeeklySchedule>,
}

/// Changes a template, its schedule, or both. Courses of another meal leave its course selector.
///
/// # Errors
/// Its seats would not take the largest party that it offers.
pub async fn update(
    conn: &mut PgConnection,
    at: RefillContext,
    id: RefillTemplateId,
    change: &TemplateChange,
) -> Result<(), RefillError> {
    let template = at.lock(conn, id).await?;
    if let Some(form) = &change.form {
        let form = checked(conn, at.restaurant, form).await?;
        let options = template.guests.iter().flat_map(|selector| &selector.options);
        let largest = options.map(|option| option.guests_count).max().unwrap_or_default();
        if form.group.capacity_of(form.items.len()) < largest {
            return Err(RefillFormError::SeatsTooFew.into());
        }
        queries::update_template(conn, at.restaurant, id, &form.terms()).await?;
        if form.operation != template.operation {
            queries::replace_courses(conn, at.restaurant, id, &[]).await?;
        }
    }
    if let Some(schedule) = change.schedule {
        queries::update_schedule(conn, at.restaurant, id, schedule.checked()?).await?;
    }
    Ok(at.record(conn, "refill_template_updated", id).await?)
}

/// Removes a template with its selectors; the slots made from it stay.
pub async fn delete(conn: &mut PgConnection, at: RefillContext, id: RefillTemplateId) -> Result<(), RefillError> {
    at.lock(conn, id).await?;
    queries::delete_template(conn, at.restaurant, id).await?;
    Ok(at.record(conn, "refill_template_deleted", id).await?)
}

/// The guests-count selector of a customer group, or of everybody.
#[derive(Clone, Debug)]
pub struct GuestsForm {
    pub group: Option<CustomerGroupId>,
    pub always_allow_last_solo: bool,
    pub options: Vec<GuestsCountOption>,
}

/// Saves the selector of a template and group in place of the former one.
///
/// # Errors
/// The group is archived or another restaurant's; the sizes are refused.
pub async fn save_guests(
    conn: &mut PgConnection,
    at: RefillContext,
    id: RefillTemplateId,
    form: &GuestsForm,
) -> Result<GuestsCountSelectorId, RefillError> {
    let template = at.lock(conn, id).await?;
    if let Some(group) = form.group {
        let groups = inventory::queries::list_groups(conn, at.restaurant).await?;
        let group = groups.iter().find(|known| known.id == group).ok_or(RefillFormError::GroupUnknown)?;
        if group.is_archived {
            return Err(RefillFormError::GroupArchived.into());
        }
    }
    let options = selectors::guests(&form.options, template.max_guests_count())?;
    let solo = form.always_allow_last_solo;
    let selector = queries::put_guests(conn, at.restaurant, id, form.group, solo, &options).await?;
    at.record(conn, "guests_count_selector_saved", id).await?;
    Ok(selector)
}

/// Takes away a group's own selector: the one for everybody decides for it again.
///
/// # Errors
/// It is the one for everybody.
pub async fn delete_guests(
    conn: &mut PgConnection,
    at: RefillContext,
    selector: GuestsCountSelectorId,
) -> Result<(), RefillError> {
    queries::lock_templates(conn, &[at.restaurant]).await?;
    let templates = queries::list_templates(conn, &[at.restaurant]).await?;
    let own = |template: &StoredTemplate| {
        let selector = template.guests.iter().find(|own| own.id == selector)?;
        Some((template.id, selector.group))
    };
    let (template, group) = templates.iter().find_map(own).ok_or(RefillError::Unknown)?;
    if group.is_none() {
        return Err(RefillFormError::GuestsForAll.into());
    }
    queries::delete_guests(conn, at.restaurant, selector).await?;
    Ok(at.record(conn, "guests_count_selector_deleted", template).await?)
}

/// Saves the times of a template in place of the former ones.
pub async fn save_times(
    conn: &mut PgConnection,
    at: RefillContext,
    id: RefillTemplateId,
    rows: &[TimeRow],
) -> Result<(), RefillError> {
    at.lock(conn, id).await?;
    let operations = list_operations(conn, at.restaurant).await?;
    let times = selectors::times(rows, ServiceHours::covering(&operations).ok_or(RefillFormError::TimeInvalid)?)?;
    queries::replace_times(conn, at.restaurant, id, &times).await?;
    Ok(at.record(conn, "time_selector_saved", id).await?)
}

/// Saves the courses of a template in place of the former ones.
///
/// # Errors
/// A course is another restaurant's, of another meal, or served no more.
pub async fn save_courses(
    conn: &mut PgConnection,
    at: RefillContext,
    id: RefillTemplateId,
    rows: &[(CourseId, Option<i32>)],
) -> Result<(), RefillError> {
    let template = at.lock(conn, id).await?;
    let courses = selectors::courses(rows)?;
    let offered = crate::restaurants::queries::list_courses(conn, at.restaurant).await?;
    let is_offered = |id: &CourseId| offered.iter().any(|c| c.id == *id && c.operation == template.operation);
    if !courses.keys().all(is_offered) {
        return Err(RefillFormError::CourseUnknown.into());
    }
    let courses: Vec<_> = courses.into_iter().collect();
    queries::replace_courses(conn, at.restaurant, id, &courses).await?;
    Ok(at.record(conn, "course_selector_saved", id).await?)
}
