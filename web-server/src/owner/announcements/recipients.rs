//! Number of recipients of an announcement, before it is written.

use axum::Json;
use axum::extract::{Query, State};
use domain::accounts::admins::AdminFlag;
use domain::announcements::model::Audience;
use domain::announcements::queries;
use domain::customers::groups;
use domain::db;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::console::Envelope;
use crate::console::OwnerOrAdmin;
use crate::http::error::ApiError;
use crate::state::App;

/// The customers to count. Each list is JSON, or one value each in `name[]`; an empty list means all.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "for the API document only; the handler reads pairs to detect unknown parameters")]
pub struct RecipientsQuery {
    /// 999 for customers without a group.
    customer_group_ids: Option<String>,
    /// For admins.
    premium_grades: Option<String>,
    prefectures: Option<String>,
    /// Also counts customers who do not accept announcements; for admins only.
    include_unsubscribed_customers: Option<bool>,
}

/// Number of recipients of an announcement.
#[derive(Debug, Serialize, ToSchema)]
pub struct RecipientsCount {
    count: i64,
}

/// Counts the recipients of an announcement: the selected customers with a confirmed address who accept such mails. The count
/// decides who receives mail, so an unknown parameter is rejected and named.
#[utoipa::path(get, path = "/owners/api/announcements/recipients_count", tag = "owner", params(RecipientsQuery),
    responses((status = 200, body = Envelope<RecipientsCount>), (status = 401), (status = 403), (status = 404),
        (status = 422)))]
pub async fn recipients_count(
    State(app): State<App>,
    staff: OwnerOrAdmin,
    Query(pairs): Query<Vec<(String, String)>>,
) -> Result<Json<Envelope<RecipientsCount>>, ApiError> {
    db::extend_for_bulk();
    let audience = audience(&pairs)?;
    if audience.include_unsubscribed || !audience.premium_grades.is_empty() {
        staff.require_admin(AdminFlag::Impersonation)?;
    }
    let mut conn = app.pool.acquire().await?;
    groups::require_groups(&mut conn, staff.restaurant.id, &audience.customer_group_ids).await?;
    let count = queries::count_audience(&mut conn, staff.restaurant.id, &audience).await?;
    Ok(Envelope::ok(RecipientsCount { count }))
}

fn audience(pairs: &[(String, String)]) -> Result<Audience, ApiError> {
    let mut audience = Audience::default();
    for (name, text) in pairs {
        let text = text.trim();
        if text.is_empty() {
            continue;
        }
        let refused = || ApiError::invalid_fields([(name.trim_end_matches("[]").to_owned(), "field_invalid")]);
        match name.as_str() {
            "customer_group_ids" => {
                audience.customer_group_ids.extend(serde_json::from_str::<Vec<i64>>(text).map_err(|_| refused())?);
            }
            "customer_group_ids[]" => audience.customer_group_ids.push(text.parse().map_err(|_| refused())?),
            "premium_grades" | "premium_grades[]" => {
                audience.premium_grades.extend(texts(name, text).ok_or_else(refused)?)
            }
            "prefectures" | "prefectures[]" => audience.prefectures.extend(texts(name, text).ok_or_else(refused)?),
            "include_unsubscribed_customers" => audience.include_unsubscribed = text.parse().map_err(|_| refused())?,
            "restaurant_slug" | "owners_restaurant_slug" => {}
            _ => return Err(refused()),
        }
    }
    let unknown = [
        ("premium_grades", "field_invalid", audience.has_unknown_grade()),
        ("prefectures", "prefecture_unknown", audience.has_unknown_prefecture()),
    ];
    let faults: Vec<_> = unknown.into_iter().filter(|fault| fault.2).map(|(name, code, _)| (name, code)).collect();
    if faults.is_empty() { Ok(audience) } else { Err(ApiError::invalid_fields(faults)) }
}

/// Returns the single value of `name[]`, or the JSON list of `name`.
fn texts(name: &str, text: &str) -> Option<Vec<String>> {
    if name.ends_with("[]") { Some(vec![text.to_owned()]) } else { serde_json::from_str(text).ok() }
}
