//! Reminders of a booking: its calendar file, and whether the reminder is also sent as a text message.

use axum::extract::{Path, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use domain::accounts;
use domain::accounts::queries::Reminder;
use domain::ids::UserId;
use domain::phone::PhoneNumber;
use domain::reservations::{calendar_file, queries};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::ToSchema;

use crate::diner::session::Diner;
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::extract::form::{FormOrJson, flag};
use crate::http::write_response::{RedirectTo, WriteResponse};
use crate::state::App;

/// Whether the reminder on the day before is sent as a text message in addition to the mail.
#[derive(Serialize, ToSchema)]
pub struct ReminderInfo {
    by_sms: bool,
}

impl ReminderInfo {
    /// Returns `None` for a diner to whom no text message is sent.
    pub async fn find(conn: &mut PgConnection, app: &App, diner: UserId) -> Result<Option<Self>, ApiError> {
        let found = accounts::queries::find_reminder(conn, diner).await?;
        Ok(found.filter(|found| can_text(app, found)).map(|found| Self { by_sms: found.by_sms }))
    }
}

fn can_text(app: &App, diner: &Reminder) -> bool {
    let number = PhoneNumber::from_e164(&diner.phone_e164);
    app.config.sms.reaches(&diner.phone_country) && number.is_some_and(|number| number.can_receive_texts())
}

#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct ReminderBody {
    reminder: ReminderChoice,
}

#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct ReminderChoice {
    /// Unchanged if left out.
    #[serde(deserialize_with = "flag::optional")]
    #[schema(nullable = false)]
    by_sms: Option<bool>,
}

/// Chooses for all bookings whether the reminder is sent as a text message in addition to the mail. 422 for a diner to whom no text message
/// is sent: without a confirmed mobile number in a served country.
#[utoipa::path(patch, path = "/users/reservations/{uid}/reminder", tag = "diner", params(("uid" = String, Path)),
    request_body = ReminderBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 404), (status = 422)))]
pub async fn update(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    Path(uid): Path<String>,
    FormOrJson(body): FormOrJson<ReminderBody>,
) -> Result<Response, ApiError> {
    let mut tx = app.pool.begin().await?;
    queries::find_own(&mut tx, &uid, diner.id).await?.ok_or_else(ApiError::not_found)?;
    let number = accounts::queries::find_reminder(&mut tx, diner.id).await?;
    if !number.as_ref().is_some_and(|number| can_text(&app, number)) {
        let is_served = number.is_some_and(|number| app.config.sms.reaches(&number.phone_country));
        let code = if is_served { "sms_number_no_texts_reminder" } else { "sms_country_not_served" };
        return Err(ApiError::unprocessable(code).about("reminder.by_sms"));
    }
    if let Some(by_sms) = body.reminder.by_sms {
        accounts::queries::set_reminder(&mut tx, diner.id, by_sms).await?;
    }
    tx.commit().await?;
    let notice = Flash::notice(context.t("flash.reminder_saved"));
    WriteResponse::redirect_to(format!("/users/reservations/{uid}")).flash(notice).respond(&app, &context)
}

/// The booking as a calendar file.
#[utoipa::path(get, path = "/users/reservations/{uid}/calendar.ics", tag = "diner", params(("uid" = String, Path)),
    responses((status = 200, content_type = "text/calendar", body = String), (status = 302), (status = 401), (status = 404)))]
pub async fn calendar_file(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    Path(uid): Path<String>,
) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let reservation = queries::find_own(&mut conn, &uid, diner.id).await?.ok_or_else(ApiError::not_found)?;
    let (locale, now) = (context.locale(), app.clock.now());
    let (base_url, sender) = (app.config.base_url.as_str(), app.config.mail_address());
    let transport = calendar_file::Transport { base_url, sender, recipient: None };
    let file = calendar_file::load(&mut conn, reservation.id, locale, transport, now).await?;
    let file = file.ok_or_else(ApiError::not_found)?;
    let mut response = file.body.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(file.content_type));
    let disposition = format!("attachment; filename=\"{}\"", calendar_file::NAME);
    headers.insert(header::CONTENT_DISPOSITION, HeaderValue::from_str(&disposition).map_err(ApiError::internal)?);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}
