//! Release of an announcement: its time and its recipients (admin §2, §5, gaps G192).

use axum::extract::{Path, State};
use axum::response::Response;
use domain::announcements::actions::AnnouncementActor;
use domain::announcements::model::{Announcement, Audience};
use domain::announcements::progress::{self, SendingProgress};
use domain::announcements::release::{self, Release};
use domain::announcements::{queries, stop};
use domain::audit::Actor;
use domain::customers::groups;
use domain::ids::AnnouncementId;
use domain::restaurants;
use domain::restaurants::model::Restaurant;
use domain::{db, i18n};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::ToSchema;

use crate::console::record_key::id_of;
use crate::console::{Admin, AnnouncementView, Expected, Staff, page};
use crate::http::calls::{Calls, routes};
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::extract::form::{FormOrJson, Texts, tick};
use crate::http::page::PageData;
use crate::http::write_response::{RedirectTo, WriteMessage, WriteResponse, respond_with_notice};
use crate::state::App;

pub fn calls<C: Calls>() -> C {
    C::new().routes(routes!(page, send, unschedule)).routes(routes!(stop)).routes(routes!(resume))
}

#[derive(Serialize, ToSchema)]
pub struct AdminAnnouncementReleasePage {
    announcement: AnnouncementView,
    /// Number of customers who accept such mails, and number of recipients of a forced sending; 0 once it has started.
    recipients_count: i64,
    forced_recipients_count: i64,
    /// The current time at the restaurant, ISO 8601, which is the earliest time for a schedule.
    earliest: String,
    /// The recipients by the state of their mails; null before it is sent.
    progress: Option<SendingProgress>,
}

impl PageData for AdminAnnouncementReleasePage {
    const NAME: &'static str = "admin_announcement_release";
}

#[derive(Default, Deserialize, ToSchema)]
pub struct ReleaseBody {
    /// ISO 8601, or the restaurant's own date and time; blank sends immediately.
    #[schema(nullable = false)]
    scheduled_at: Option<String>,
    /// Includes customers who do not accept such mails.
    #[serde(default, deserialize_with = "tick::deserialize")]
    #[schema(value_type = bool)]
    include_unsubscribed_customers: bool,
    /// Maximum number of recipients; all when blank.
    #[serde(default)]
    #[schema(value_type = Option<i64>)]
    send_count: Texts,
    /// The fields of the announcement that the page showed.
    #[serde(default)]
    expected: Expected,
}

/// Returns the restaurant and the id of an announcement; 404 if it does not exist.
async fn find(conn: &mut PgConnection, id: &str) -> Result<(Restaurant, AnnouncementId), ApiError> {
    let id = AnnouncementId(id_of(id)?);
    let restaurant = queries::find_restaurant(conn, id).await?.ok_or_else(ApiError::not_found)?;
    let restaurant = restaurants::queries::find(conn, restaurant).await?.ok_or_else(ApiError::not_found)?;
    Ok((restaurant, id))
}

fn by(admin: &Admin, restaurant: &Restaurant) -> AnnouncementActor {
    AnnouncementActor { restaurant: restaurant.id, actor: Actor::Admin(admin.id), owner: None, is_admin: true }
}

/// Counts the customers whom a release would reach, and whom a forced one would reach. The page of an announcement that has started is read
/// every second, and needs neither.
async fn count_recipients(conn: &mut PgConnection, found: &Announcement) -> sqlx::Result<(i64, i64)> {
    if found.has_started() {
        return Ok((0, 0));
    }
    let reached = |include_unsubscribed| Audience { include_unsubscribed, ..found.audience.clone() };
    let wanting = queries::count_audience(conn, found.restaurant_id, &reached(false)).await?;
    Ok((wanting, queries::count_audience(conn, found.restaurant_id, &reached(true)).await?))
}

/// Returns the form for releasing an announcement.
#[utoipa::path(get, path = "/admin/announcements/{id}/release", tag = "admin", params(("id" = String, Path)),
    responses((status = 200, body = page::ConsolePage<AdminAnnouncementReleasePage>), (status = 302), (status = 401),
        (status = 404)))]
pub async fn page(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let (restaurant, id) = find(&mut conn, &id).await?;
    let found = queries::find(&mut conn, restaurant.id, id).await?.ok_or_else(ApiError::not_found)?;
    let (recipients_count, forced_recipients_count) = count_recipients(&mut conn, &found).await?;
    let labels = groups::labels(&mut conn, restaurant.id).await?;
    let progress = progress::find(&mut conn, &found).await?;
    drop(conn);
    let data = AdminAnnouncementReleasePage {
        progress,
        announcement: AnnouncementView::for_reader(&context, restaurant.zone, true, &labels, found),
        recipients_count,
        forced_recipients_count,
        earliest: restaurant.zone.iso(app.clock.now()),
    };
    let title = context.t("admin.announcement_release.title");
    page::respond_to_admin_at(&app, &context, &admin, &restaurant, &title, data).await
}

/// Sends a draft or a scheduled announcement, immediately or at another time. 409 if a field does not have the expected value any more.
#[utoipa::path(post, path = "/admin/announcements/{id}/release", tag = "admin", params(("id" = String, Path)),
    request_body = ReleaseBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 404), (status = 409), (status = 422)))]
pub async fn send(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    Path(id): Path<String>,
    FormOrJson(body): FormOrJson<ReleaseBody>,
) -> Result<Response, ApiError> {
    db::extend_for_bulk();
    let mut tx = app.pool.begin().await?;
    let (restaurant, id) = find(&mut tx, &id).await?;
    let wanted = body.read(&restaurant)?;
    let stored = queries::lock(&mut tx, restaurant.id, id).await?.ok_or_else(ApiError::not_found)?;
    let labels = groups::labels(&mut tx, restaurant.id).await?;
    let stored = AnnouncementView::for_reader(&context, restaurant.zone, true, &labels, stored);
    body.expected.require_unchanged(&stored)?;
    let released = release::release(&mut tx, app.clock.now(), by(&admin, &restaurant), id, wanted).await?;
    tx.commit().await?;
    let text = match released.scheduled_at {
        Some(at) => {
            let at = i18n::date_time(context.locale(), at, restaurant.zone.tz());
            context.t_with("admin.announcement_release.scheduled", &[("at", &at)])
        }
        None => context.t("admin.announcement_release.sending"),
    };
    let list = return_path(&app, &context, &restaurant, id).await;
    WriteResponse::redirect_to(list).flash(Flash::notice(text)).respond(&app, &context)
}

/// Cancels the schedule of an announcement that is not sent yet.
#[utoipa::path(delete, path = "/admin/announcements/{id}/release", tag = "admin", params(("id" = String, Path)),
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 404), (status = 422)))]
pub async fn unschedule(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let mut tx = app.pool.begin().await?;
    let (restaurant, id) = find(&mut tx, &id).await?;
    release::unschedule(&mut tx, app.clock.now(), by(&admin, &restaurant), id).await?;
    tx.commit().await?;
    let text = context.t("admin.announcement_release.unscheduled");
    WriteResponse::redirect_to(format!("/admin/announcements/{id}/release"))
        .flash(Flash::notice(text))
        .respond(&app, &context)
}

/// Stops an announcement that is being sent: mails that have not left are dropped. A mail that is being transmitted is finished.
#[utoipa::path(post, path = "/admin/announcements/{id}/stop", tag = "admin", operation_id = "admin_announcement_stop",
    params(("id" = String, Path)),
    responses((status = 200, body = WriteMessage), (status = 303), (status = 401), (status = 404), (status = 422)))]
pub async fn stop(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    db::extend_for_bulk();
    let mut tx = app.pool.begin().await?;
    let (restaurant, id) = find(&mut tx, &id).await?;
    stop::stop(&mut tx, app.clock.now(), by(&admin, &restaurant), id).await?;
    tx.commit().await?;
    respond_with_notice(&app, &context, &format!("/admin/announcements/{id}/release"), "console.announcements.stopped")
}

/// Resumes a stopped announcement for the recipients who have not received it.
#[utoipa::path(post, path = "/admin/announcements/{id}/resume", tag = "admin", operation_id = "admin_announcement_resume",
    params(("id" = String, Path)),
    responses((status = 200, body = WriteMessage), (status = 303), (status = 401), (status = 404), (status = 422)))]
pub async fn resume(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    db::extend_for_bulk();
    let mut tx = app.pool.begin().await?;
    let (restaurant, id) = find(&mut tx, &id).await?;
    stop::resume(&mut tx, app.clock.now(), by(&admin, &restaurant), id).await?;
    tx.commit().await?;
    respond_with_notice(&app, &context, &format!("/admin/announcements/{id}/release"), "console.announcements.resumed")
}

/// The list of announcements belongs to the owner console. An admin without an owner session at the restaurant returns to the
/// announcement.
async fn return_path(app: &App, context: &Context, restaurant: &Restaurant, id: AnnouncementId) -> String {
    match Staff::of_cookies(app, context).await {
        Some(staff) if staff.restaurant.id == restaurant.id => "/owners/announcements".to_owned(),
        _ => format!("/admin/announcements/{id}/release"),
    }
}

impl ReleaseBody {
    fn read(&self, restaurant: &Restaurant) -> Result<Release, ApiError> {
        let invalid = |name: &'static str| ApiError::invalid_fields([(name, "field_invalid")]);
        let filled = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        let scheduled_at = self.scheduled_at.as_deref().and_then(filled);
        let scheduled_at = scheduled_at.map(|text| restaurant.zone.parse(&text).ok_or_else(|| invalid("scheduled_at")));
        let send_count = self.send_count.first().and_then(filled);
        let send_count = send_count.map(|text| text.parse().map_err(|_| invalid("send_count")));
        Ok(Release {
            scheduled_at: scheduled_at.transpose()?,
            include_unsubscribed: self.include_unsubscribed_customers,
            send_count: send_count.transpose()?,
        })
    }
}
