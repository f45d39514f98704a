//! Merges of customer records of one person, and their reversal.

use axum::Json;
use axum::extract::{Path, State};
use domain::customers::merge;
use domain::customers::model::CustomerType;
use domain::customers::unmerge::{self, ActiveMerge, MergeMember};
use domain::db;
use domain::ids::{CustomerId, CustomerMergeId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::console::ConsoleWriteResult;
use crate::console::record_key::id_of;
use crate::console::{FloorStaff, Staff};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::{FormOrJson, Texts};
use crate::owner::reservations::detail::display_phone;
use crate::state::App;

#[derive(Default, Deserialize, ToSchema)]
pub struct MergeBody {
    #[serde(default)]
    #[schema(value_type = i64)]
    primary_customer_id: Texts,
    #[serde(default)]
    #[schema(value_type = Vec<i64>)]
    merged_customer_ids: Texts,
}

/// A new merge.
#[derive(Serialize, ToSchema)]
pub struct CustomersMerged {
    status: u16,
    message: String,
    /// The key for undoing the merge.
    id: i64,
}

/// Merges in-person, off-site and invited customers into one customer, with their reservations and memos.
#[utoipa::path(post, path = "/owners/api/offline_customer_merges", tag = "owner", request_body = MergeBody,
    responses((status = 200, body = CustomersMerged), (status = 401), (status = 404), (status = 422)))]
pub async fn merge(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    FormOrJson(body): FormOrJson<MergeBody>,
) -> Result<Json<CustomersMerged>, ApiError> {
    db::extend_for_bulk();
    let id = |name: &'static str, text: &str| {
        text.parse().map(CustomerId).map_err(|_| ApiError::invalid_fields([(name, "field_invalid")]))
    };
    let primary = id("primary_customer_id", body.primary_customer_id.first().unwrap_or_default())?;
    let merged: Result<Vec<_>, _> =
        body.merged_customer_ids.all().iter().map(|text| id("merged_customer_ids", text)).collect();
    let merged = merged?;
    let (now, actor, restaurant) = (app.clock.now(), staff.actor(), staff.restaurant.id);
    let done = app.transaction(async |tx| merge::merge(tx, now, actor, restaurant, primary, merged).await).await?;
    let message = context.t_with("owner.customers.merged", &[("count", &done.count)]);
    Ok(Json(CustomersMerged { status: 200, message, id: done.id.0 }))
}

/// Undoes a merge: the merged customers become separate records again, with the reservations that they had. Changes by staff and
/// reservations since the merge stay with the primary customer.
#[utoipa::path(delete, path = "/owners/api/offline_customer_merges/{id}", tag = "owner", params(("id" = i64, Path)),
    responses((status = 200, body = ConsoleWriteResult), (status = 401), (status = 404), (status = 409)))]
pub async fn unmerge(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    Path(id): Path<String>,
) -> Result<Json<ConsoleWriteResult>, ApiError> {
    db::extend_for_bulk();
    let id = CustomerMergeId(id_of(&id)?);
    let (now, actor, restaurant) = (app.clock.now(), staff.actor(), staff.restaurant.id);
    let count = app.transaction(async |tx| unmerge::unmerge(tx, now, actor, restaurant, id).await).await?;
    Ok(ConsoleWriteResult::ok(context.t_with("owner.customers.unmerged", &[("count", &count)])))
}

/// A merge with this customer as the primary one.
#[derive(Debug, Serialize, ToSchema)]
pub struct CustomerMerge {
    id: i64,
    merged_at: String,
    /// The merged customers.
    customers: Vec<MergedCustomer>,
    /// Number of reservations that return to the merged customers when the merge is undone.
    reservations_count: i64,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct MergedCustomer {
    name: String,
    phone: String,
    r#type: CustomerType,
}

impl CustomerMerge {
    pub fn new(staff: &Staff, merge: ActiveMerge) -> Self {
        let customer = |member: MergeMember| MergedCustomer {
            phone: display_phone(&member.phone_country, &member.phone_local_number),
            name: member.nickname,
            r#type: member.kind,
        };
        Self {
            id: merge.id.0,
            merged_at: staff.restaurant.zone.iso(merge.merged_at),
            customers: merge.members.0.into_iter().map(customer).collect(),
            reservations_count: merge.reservations_count,
        }
    }
}
