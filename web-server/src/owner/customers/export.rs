//! Export of one guest's data, for the restaurant or to answer the guest's request: all data as JSON, the reservations as a
//! table.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use domain::customers::cards::CustomerLookup;
use domain::customers::detail;
use domain::customers::export::{self, StaffContact};
use domain::customers::model::CustomerRecord;
use domain::ids::CustomerId;
use domain::phone::PhoneNumber;
use serde_json::{Value, json};

use super::card::CustomerCard;
use super::detail::CustomerVisit;
use crate::console::{ExportStaff, RecordKey, Staff, csv as table};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::state::App;

/// Returns all data that the restaurant stores about a guest, as a JSON file. The download is recorded in the audit log.
#[utoipa::path(get, path = "/owners/customers/{uid}/export", tag = "owner", params(("uid" = String, Path)),
    responses((status = 200, body = Value, content_type = "application/json"), (status = 302), (status = 401), (status = 403), (status = 404)))]
pub async fn json(
    State(app): State<App>,
    context: Context,
    staff: ExportStaff,
    key: RecordKey,
) -> Result<Response, ApiError> {
    let (now, actor, restaurant) = (app.clock.now(), staff.actor(), staff.restaurant.id);
    let mut tx = app.pool.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ").await?;
    let key = CustomerLookup { id: key.id.map(CustomerId), uid: key.uid.as_deref() };
    let card = export::record(&mut tx, now, actor, restaurant, key, "json").await?;
    let sums = detail::sums(&mut tx, restaurant, card.id, now).await?;
    let entered = export::staff_contact(&mut tx, restaurant, card.id).await?;
    let rest = export::rest(&mut tx, restaurant, card.id).await?;
    tx.commit().await?;
    let name = file_name(&staff, &app, &card);
    let mut file = json!({
        "exported_at": staff.restaurant.zone.iso(now),
        "restaurant": staff.restaurant.slug,
        "totals": {
            "visits": card.visit_count, "no_shows": sums.no_shows, "cancelled": sums.cancelled, "upcoming": sums.upcoming,
            "spent": sums.spent,
        },
        "customer": customer(&context, &staff, card, entered),
    });
    if let (Some(file), Value::Object(rest)) = (file.as_object_mut(), rest) {
        file.extend(rest);
    }
    let disposition = format!("attachment; filename=\"{name}.json\"");
    let headers = [
        (header::CONTENT_DISPOSITION, HeaderValue::from_str(&disposition).map_err(ApiError::internal)?),
        (header::CACHE_CONTROL, HeaderValue::from_static("private, no-store")),
    ];
    Ok((headers, Json(file)).into_response())
}

fn file_name(staff: &Staff, app: &App, card: &CustomerRecord) -> String {
    format!("customer-{}-{}", card.uid, staff.restaurant.zone.date_of(app.clock.now()))
}

fn customer(context: &Context, staff: &Staff, card: CustomerRecord, entered: StaffContact) -> Value {
    let number = PhoneNumber::parse(&card.phone_country, &card.phone_local_number).ok().map(|number| number.e164);
    let (own_allergies, own_dislikes) = (card.allergy_description.clone(), card.dislikes.clone());
    let card = CustomerCard::of(context, staff, card);
    json!({
        "uid": card.uid, "type": card.kind, "name": card.display_fullname, "kana": card.kana, "nickname": card.nickname,
        "noted_kana": entered.kana, "noted_phone_number": entered.phone_number,
        "phone_number": number, "further_phone_numbers": card.further_phone_numbers, "email": card.email,
        "invitation_email": card.invitation_email, "invited_by_sms": card.allow_send_ivr_sms, "further_emails": card.further_emails, "prefecture": card.prefecture, "group": card.label,
        "tags": card.tags.into_iter().map(|tag| tag.label).collect::<Vec<_>>(), "noted_allergies": card.noted_allergies,
        "noted_dislikes": card.noted_dislikes, "own_allergies": own_allergies, "own_dislikes": own_dislikes,
        "receipt_title": card.receipt_title, "internal_memo": card.internal_memo, "is_blacklisted": card.is_blacklisted,
        "favorited": card.favorited, "subscribe_to_announcements": card.subscribe_to_announcements,
        "last_visited_at": card.last_visited_at, "created_at": card.created_at,
    })
}

const COLUMNS: [&str; 11] =
    ["code", "date", "time", "status", "outcome", "guests", "course", "spent", "special_request", "memo", "rating"];

/// Returns the reservations of a guest as a table. The download is recorded in the audit log.
#[utoipa::path(get, path = "/owners/customers/{uid}/export.csv", tag = "owner", params(("uid" = String, Path)),
    responses((status = 200, body = String, content_type = "text/csv"), (status = 302), (status = 401), (status = 403), (status = 404)))]
pub async fn csv(
    State(app): State<App>,
    context: Context,
    staff: ExportStaff,
    key: RecordKey,
) -> Result<Response, ApiError> {
    let (now, actor, restaurant) = (app.clock.now(), staff.actor(), staff.restaurant.id);
    let mut tx = app.pool.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ").await?;
    let key = CustomerLookup { id: key.id.map(CustomerId), uid: key.uid.as_deref() };
    let card = export::record(&mut tx, now, actor, restaurant, key, "csv").await?;
    let visits = detail::list_visits(&mut tx, restaurant, card.id, now, i64::MAX).await?;
    tx.commit().await?;
    let visits = visits.into_iter().map(|visit| CustomerVisit::new(&app, &context, &staff, visit));
    let visits: Vec<_> = visits.collect::<Result<_, _>>().map_err(sqlx::Error::from)?;
    let header = COLUMNS.map(|column| context.t(&format!("owner.customer.csv.{column}")));
    let rows: Vec<_> = visits.iter().map(|visit| cells(&context, visit)).collect();
    table::respond_with_rows(&file_name(&staff, &app, &card), &header, &rows)
}

fn cells(context: &Context, visit: &CustomerVisit) -> Vec<String> {
    vec![
        visit.reservation_code.clone(),
        visit.date.clone(),
        visit.start_time.clone(),
        visit.status_label.clone(),
        context.t(&format!("owner.customer.outcome.{}", visit.outcome.name())),
        visit.guests_count.to_string(),
        visit.course_name.clone(),
        visit.spent.0.to_string(),
        visit.special_request.clone(),
        visit.internal_memo.clone(),
        visit.rating.clone().unwrap_or_default(),
    ]
}
