//! Admins' actions on refill templates and their selectors. They do not change existing slots (gaps G188).

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
use crate::names;
use crate::restaurants::model::OperationName;
use crate::restaurants::queries::list_operations;

const TITLE_LENGTH: usize = 100;

/// Restaurant, actor and time of an action.
#[derive(Clone, Copy, Debug)]
pub struct RefillContext {
    pub restaurant: RestaurantId,
    pub actor: Actor,
    pub now: DateTime<Utc>,
}

impl RefillContext {
    /// Records an action with the fields of the template that it has changed. A new template has no `before`.
    async fn record(
        self,
        conn: &mut PgConnection,
        action: &str,
        id: RefillTemplateId,
        before: Option<&StoredTemplate>,
    ) -> sqlx::Result<()> {
        let after = queries::find_template(conn, self.restaurant, id).await?;
        let fields = |of: Option<&StoredTemplate>, other: Option<&StoredTemplate>| {
            of.map_or(Value::Null, |template| template.audit_fields(other))
        };
        let ids = json!({ "online_stock_refillment_template_id": id });
        let detail = audit::change_detail(ids, fields(before, after.as_ref()), fields(after.as_ref(), before));
        let restaurant = Some(self.restaurant);
        audit::record(conn, self.now, audit::Event { actor: self.actor, action, restaurant, reservation: None, detail })
            .await
    }

    /// Returns the template, after locking all templates of the restaurant.
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

/// A form whose group, items and meal belong to the restaurant.
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

async fn validate(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    form: &TemplateForm,
) -> Result<ValidTemplateForm, RefillError> {
    let title = names::normalize(&form.title);
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

/// Creates a template that fills no day yet, and returns its id.
pub async fn create(
    conn: &mut PgConnection,
    at: RefillContext,
    form: &TemplateForm,
) -> Result<RefillTemplateId, RefillError> {
    let form = validate(conn, at.restaurant, form).await?;
    let id = queries::insert_template(conn, at.restaurant, &form.terms(), at.now).await?;
    at.record(conn, "refill_template_created", id, None).await?;
    Ok(id)
}

/// Changes of a template.
#[derive(Clone, Debug, Default)]
pub struct TemplateChange {
    pub form: Option<TemplateForm>,
    pub schedule: Option<WeeklySchedule>,
}

/// Changes a template, its schedule, or both. Removes courses of another meal from its course selector.
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
        let form = validate(conn, at.restaurant, form).await?;
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
        queries::update_schedule(conn, at.restaurant, id, schedule.validate()?).await?;
    }
    Ok(at.record(conn, "refill_template_updated", id, Some(&template)).await?)
}

/// Deletes a template with its selectors; slots made from it remain.
pub async fn delete(conn: &mut PgConnection, at: RefillContext, id: RefillTemplateId) -> Result<(), RefillError> {
    let template = at.lock(conn, id).await?;
    queries::delete_template(conn, at.restaurant, id).await?;
    Ok(at.record(conn, "refill_template_deleted", id, Some(&template)).await?)
}

/// The guests-count selector of a customer group, or the general one.
#[derive(Clone, Debug)]
pub struct GuestsForm {
    pub group: Option<CustomerGroupId>,
    pub always_allow_last_solo: bool,
    pub options: Vec<GuestsCountOption>,
}

/// Replaces the selector of a template and group.
///
/// # Errors
/// The group is archived or another restaurant's, or the sizes are invalid.
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
    at.record(conn, "guests_count_selector_saved", id, Some(&template)).await?;
    Ok(selector)
}

/// Deletes a group's own selector, so that the general one applies to it again.
///
/// # Errors
/// It is the general selector.
pub async fn delete_guests(
    conn: &mut PgConnection,
    at: RefillContext,
    selector: GuestsCountSelectorId,
) -> Result<(), RefillError> {
    queries::lock_templates(conn, &[at.restaurant]).await?;
    let templates = queries::list_templates(conn, &[at.restaurant]).await?;
    let own = |template: &StoredTemplate| {
        let selector = template.guests.iter().find(|own| own.id == selector)?;
        Some(selector.group)
    };
    let found = templates.iter().find_map(|template| own(template).map(|group| (template, group)));
    let (template, group) = found.ok_or(RefillError::Unknown)?;
    if group.is_none() {
        return Err(RefillFormError::GuestsForAll.into());
    }
    queries::delete_guests(conn, at.restaurant, selector).await?;
    Ok(at.record(conn, "guests_count_selector_deleted", template.id, Some(template)).await?)
}

/// Replaces the times of a template.
pub async fn save_times(
    conn: &mut PgConnection,
    at: RefillContext,
    id: RefillTemplateId,
    rows: &[TimeRow],
) -> Result<(), RefillError> {
    let template = at.lock(conn, id).await?;
    let operations = list_operations(conn, at.restaurant).await?;
    let times = selectors::times(rows, ServiceHours::covering(&operations).ok_or(RefillFormError::TimeInvalid)?)?;
    queries::replace_times(conn, at.restaurant, id, &times).await?;
    Ok(at.record(conn, "time_selector_saved", id, Some(&template)).await?)
}

/// Replaces the courses of a template.
///
/// # Errors
/// A course is another restaurant's, of another meal, or not served any more.
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
    Ok(at.record(conn, "course_selector_saved", id, Some(&template)).await?)
}
