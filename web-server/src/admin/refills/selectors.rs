//! The selectors of a template (admin §5, §7). Saving a selector replaces the previous one.

use axum::Json;
use axum::extract::{Path, State};
use domain::ids::{CourseId, CustomerGroupId, GuestsCountSelectorId, RefillTemplateId};
use domain::inventory::slot_form::TimeRow;
use domain::refills::actions::{self, GuestsForm};
use domain::refills::model::GuestsCountOption;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::target::{Named, lock_shown, refill_context};
use crate::admin::restaurant::AdminAt;
use crate::console::Expected;
use crate::console::record_key::id_of;
use crate::http::calls::{Calls, routes};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::{FormOrJson, Texts};
use crate::state::App;

pub fn calls<C: Calls>() -> C {
    C::new()
        .routes(routes!(save_guests))
        .routes(routes!(delete_guests))
        .routes(routes!(save_times))
        .routes(routes!(save_courses))
}

/// Response to a saved selector.
#[derive(Debug, Serialize, ToSchema)]
pub struct SelectorSaved {
    status: u16,
    message: String,
}

fn saved(context: &Context) -> Json<SelectorSaved> {
    Json(SelectorSaved { status: 200, message: context.t("admin.updated") })
}

/// Parses a number from JSON or a form; None if it is blank.
fn number<N: std::str::FromStr>(text: &Texts) -> Result<Option<N>, ApiError> {
    let text = text.first().map(str::trim).filter(|text| !text.is_empty());
    text.map(|text| text.parse().map_err(|_| ApiError::invalid_fields([("options_attributes", "field_invalid")])))
        .transpose()
}

fn template_of(own: &Texts, outer: &Texts) -> Result<RefillTemplateId, ApiError> {
    let id = own.first().or(outer.first()).ok_or_else(ApiError::not_found)?;
    Ok(RefillTemplateId(id_of(id.trim())?))
}

#[derive(Deserialize, ToSchema)]
pub struct GuestsCountSelectorBody {
    guests_count_selector: GuestsCountSelectorFields,
    /// `guests_count_selector`: the selector of the group that the form showed, as on the page; null without one.
    #[serde(default)]
    expected: Expected,
    /// The template may also be named in the selector's fields.
    #[serde(default)]
    #[schema(value_type = Option<i64>)]
    online_stock_refillment_template_id: Texts,
}

#[derive(Deserialize, ToSchema)]
pub struct GuestsCountSelectorFields {
    #[serde(default)]
    options_attributes: Vec<GuestsCountFields>,
    /// Empty for all groups without their own selector.
    #[serde(default)]
    #[schema(value_type = Option<i64>)]
    customer_group_id: Texts,
    /// "1" or "0".
    #[serde(default)]
    #[schema(value_type = String)]
    always_allow_last_solo: Texts,
    #[serde(default)]
    #[schema(value_type = Option<i64>)]
    online_stock_refillment_template_id: Texts,
}

#[derive(Deserialize, ToSchema)]
pub struct GuestsCountFields {
    #[schema(value_type = i32)]
    guests_count: Texts,
    /// Maximum number of parties of this size in a slot; empty for no limit.
    #[serde(default)]
    #[schema(value_type = Option<i32>)]
    max_per_isg: Texts,
}

impl GuestsCountSelectorFields {
    fn form(&self) -> Result<GuestsForm, ApiError> {
        let option = |fields: &GuestsCountFields| {
            Ok(GuestsCountOption {
                guests_count: number(&fields.guests_count)?.unwrap_or_default(),
                max_per_isg: number(&fields.max_per_isg)?,
            })
        };
        Ok(GuestsForm {
            group: number(&self.customer_group_id)?.map(CustomerGroupId),
            always_allow_last_solo: self.always_allow_last_solo.is_ticked(),
            options: self.options_attributes.iter().map(option).collect::<Result<_, ApiError>>()?,
        })
    }
}

/// Saves the party sizes of a template, for one customer group or for all others. 409 if they are not the expected ones any more.
#[utoipa::path(post, path = "/admin/api/r/{slug}/guests_count_selectors", tag = "admin", params(("slug" = String, Path)),
    request_body = GuestsCountSelectorBody,
    responses((status = 200, body = SelectorSaved), (status = 401), (status = 404), (status = 409), (status = 422)))]
pub async fn save_guests(
    State(app): State<App>,
    context: Context,
    admin: AdminAt,
    FormOrJson(body): FormOrJson<GuestsCountSelectorBody>,
) -> Result<Json<SelectorSaved>, ApiError> {
    let fields = &body.guests_count_selector;
    let id = template_of(&fields.online_stock_refillment_template_id, &body.online_stock_refillment_template_id)?;
    let form = fields.form()?;
    let mut tx = app.pool.begin().await?;
    let shown = lock_shown(&mut tx, &admin, id).await?;
    let group = form.group.map(|group| group.0);
    let own = shown.guests_count_selectors.iter().find(|own| own.customer_group_id == group);
    body.expected.require_unchanged(&json!({ "guests_count_selector": own }))?;
    actions::save_guests(&mut tx, refill_context(&app, &admin), id, &form).await?;
    tx.commit().await?;
    Ok(saved(&context))
}

/// Deletes the selector of a customer group. The general selector applies to the group again.
#[utoipa::path(delete, path = "/admin/api/r/{slug}/guests_count_selectors/{id}", tag = "admin",
    params(("slug" = String, Path), ("id" = String, Path)),
    responses((status = 200, body = SelectorSaved), (status = 401), (status = 404), (status = 422)))]
pub async fn delete_guests(
    State(app): State<App>,
    context: Context,
    admin: AdminAt,
    Path(named): Path<Named>,
) -> Result<Json<SelectorSaved>, ApiError> {
    let selector = GuestsCountSelectorId(id_of(&named.id)?);
    app.transaction(async |tx| actions::delete_guests(tx, refill_context(&app, &admin), selector).await).await?;
    Ok(saved(&context))
}

#[derive(Deserialize, ToSchema)]
pub struct TimeSelectorBody {
    time_selector: TimeSelectorFields,
    /// `time_selector`: the times that the form showed, as on the page.
    #[serde(default)]
    expected: Expected,
    #[serde(default)]
    #[schema(value_type = Option<i64>)]
    online_stock_refillment_template_id: Texts,
}

#[derive(Deserialize, ToSchema)]
pub struct TimeSelectorFields {
    #[serde(default)]
    options_attributes: Vec<TimeOptionFields>,
    #[serde(default)]
    #[schema(value_type = Option<i64>)]
    online_stock_refillment_template_id: Texts,
}

/// HH:mm, in steps of five minutes.
#[derive(Deserialize, ToSchema)]
pub struct TimeOptionFields {
    #[serde(default)]
    start_time: String,
    #[serde(default)]
    end_time: String,
}

/// Saves the start and end times of a template. 409 if they are not the expected ones any more.
#[utoipa::path(post, path = "/admin/api/r/{slug}/time_selectors", tag = "admin", params(("slug" = String, Path)),
    request_body = TimeSelectorBody,
    responses((status = 200, body = SelectorSaved), (status = 401), (status = 404), (status = 409), (status = 422)))]
pub async fn save_times(
    State(app): State<App>,
    context: Context,
    admin: AdminAt,
    FormOrJson(body): FormOrJson<TimeSelectorBody>,
) -> Result<Json<SelectorSaved>, ApiError> {
    let fields = body.time_selector;
    let id = template_of(&fields.online_stock_refillment_template_id, &body.online_stock_refillment_template_id)?;
    let row = |fields: TimeOptionFields| TimeRow { start_time: fields.start_time, end_time: fields.end_time };
    let rows: Vec<_> = fields.options_attributes.into_iter().map(row).collect();
    let mut tx = app.pool.begin().await?;
    body.expected.require_unchanged(&lock_shown(&mut tx, &admin, id).await?)?;
    actions::save_times(&mut tx, refill_context(&app, &admin), id, &rows).await?;
    tx.commit().await?;
    Ok(saved(&context))
}

#[derive(Deserialize, ToSchema)]
pub struct CourseSelectorBody {
    course_selector: CourseSelectorFields,
    /// `course_selector`: the courses that the form showed, as on the page.
    #[serde(default)]
    expected: Expected,
    #[serde(default)]
    #[schema(value_type = Option<i64>)]
    online_stock_refillment_template_id: Texts,
}

#[derive(Deserialize, ToSchema)]
pub struct CourseSelectorFields {
    #[serde(default)]
    options_attributes: Vec<CourseOptionFields>,
    #[serde(default)]
    #[schema(value_type = Option<i64>)]
    online_stock_refillment_template_id: Texts,
}

#[derive(Deserialize, ToSchema)]
pub struct CourseOptionFields {
    #[schema(value_type = i64)]
    course_id: Texts,
    /// Maximum number of guests a day, at least 1; empty if only the course's own limit applies.
    #[serde(default)]
    #[schema(value_type = Option<i32>)]
    daily_max: Texts,
}

/// Saves the courses of a template, each with its maximum number of guests a day. 409 if they are not the expected ones any more.
#[utoipa::path(post, path = "/admin/api/r/{slug}/course_selectors", tag = "admin", params(("slug" = String, Path)),
    request_body = CourseSelectorBody,
    responses((status = 200, body = SelectorSaved), (status = 401), (status = 404), (status = 409), (status = 422)))]
pub async fn save_courses(
    State(app): State<App>,
    context: Context,
    admin: AdminAt,
    FormOrJson(body): FormOrJson<CourseSelectorBody>,
) -> Result<Json<SelectorSaved>, ApiError> {
    let fields = body.course_selector;
    let id = template_of(&fields.online_stock_refillment_template_id, &body.online_stock_refillment_template_id)?;
    let row = |fields: &CourseOptionFields| {
        Ok((CourseId(number(&fields.course_id)?.unwrap_or_default()), number(&fields.daily_max)?))
    };
    let rows = fields.options_attributes.iter().map(row).collect::<Result<Vec<_>, ApiError>>()?;
    let mut tx = app.pool.begin().await?;
    body.expected.require_unchanged(&lock_shown(&mut tx, &admin, id).await?)?;
    actions::save_courses(&mut tx, refill_context(&app, &admin), id, &rows).await?;
    tx.commit().await?;
    Ok(saved(&context))
}
