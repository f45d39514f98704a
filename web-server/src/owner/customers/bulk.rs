//! Bulk change of customers' groups (owner §4, §5).

use axum::extract::State;
use axum::response::Response;
use domain::customers::groups::{self, BulkSelection};
use domain::db;
use domain::ids::CustomerId;
use serde::Deserialize;
use utoipa::ToSchema;

use super::filter::FilterFields;
use super::write::chosen_group;
use crate::console::{OwnerOrAdmin, Staff};
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::extract::form::{FormOrJson, Texts};
use crate::http::write_response::{RedirectTo, WriteResponse};
use crate::state::App;

#[derive(Default, Deserialize, ToSchema)]
pub struct BulkGroupBody {
    /// 999 for no group; required.
    #[serde(default)]
    #[schema(value_type = i64)]
    customer_group_id: Texts,
    /// Selects all customers that match the filter, instead of `customer_ids`.
    #[serde(default)]
    #[schema(value_type = bool)]
    is_checked_whole_customers: Texts,
    #[serde(default)]
    #[schema(value_type = Vec<i64>)]
    customer_ids: Texts,
    #[serde(flatten)]
    filter: FilterFields,
}

/// Moves the selected customers, or all that match the list's filter, to a group. An unknown or invalid condition of the filter is rejected
/// and named. A form is redirected to the list, even if the change is rejected.
#[utoipa::path(put, path = "/owners/customers/bulk_update_customer_groups", tag = "owner", request_body = BulkGroupBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 404), (status = 422)))]
pub async fn update_groups(
    State(app): State<App>,
    context: Context,
    staff: OwnerOrAdmin,
    FormOrJson(body): FormOrJson<BulkGroupBody>,
) -> Result<Response, ApiError> {
    db::extend_for_bulk();
    let filter = body.filter.to_filter();
    let back = format!("/owners/customers?{}", filter.query());
    let back = WriteResponse::redirect_to(back.trim_end_matches('?'));
    match update(&app, &staff, &body).await {
        Ok(count) => {
            let text = context.t_with("owner.customers.groups_updated", &[("count", &count)]);
            back.flash(Flash::notice(text)).respond(&app, &context)
        }
        Err(refusal) if !context.wants_json() && refusal.status.is_client_error() => {
            back.flash(Flash::alert(reasons(&refusal, &context))).respond(&app, &context)
        }
        Err(refusal) => Err(refusal),
    }
}

/// Returns the reasons of a rejection: the messages of its fields, else its message.
fn reasons(refusal: &ApiError, context: &Context) -> String {
    refusal.problem(context.locale()).errors.join("\n")
}

async fn update(app: &App, staff: &Staff, body: &BulkGroupBody) -> Result<usize, ApiError> {
    if body.customer_group_id.first().is_none_or(|text| text.trim().is_empty()) {
        return Err(ApiError::invalid_fields([("customer_group_id", "customer_group_missing")]));
    }
    let group = chosen_group(&body.customer_group_id)?;
    let whom = if body.is_checked_whole_customers.is_ticked() {
        let filter = body.filter.to_filter_strict();
        let filter =
            filter.map_err(|names| ApiError::invalid_fields(names.into_iter().map(|name| (name, "field_invalid"))))?;
        BulkSelection::Whole(Box::new(filter.cards()))
    } else {
        let ids = body.customer_ids.all().iter().map(|text| text.parse().map(CustomerId));
        let ids: Result<Vec<_>, _> = ids.collect();
        BulkSelection::Chosen(ids.map_err(|_| ApiError::invalid_fields([("customer_ids", "field_invalid")]))?)
    };
    let (now, actor, restaurant) = (app.clock.now(), staff.actor(), staff.restaurant.id);
    let write = app.transaction(async |tx| groups::set_group_of_many(tx, now, actor, restaurant, whom, group).await);
    Ok(write.await?)
}
