//! Writes of announcements: drafts are saved, confirmed and sent again.

use axum::extract::{Path, State};
use axum::response::Response;
use chrono::{DateTime, Utc};
use domain::announcements::model::{Announcement, AnnouncementChange, lines};
use domain::announcements::{actions, queries, stop};
use domain::db;
use domain::ids::AnnouncementId;
use domain::zone::Zone;
use serde::Deserialize;
use serde_json::{Value, json};
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::pages::view;
use crate::console::record_key::id_of;
use crate::console::{Expected, OwnerOrAdmin, Staff};
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::extract::form::{FormOrJson, Texts, tick};
use crate::http::write_response::{RedirectTo, WriteMessage, WriteResponse, respond_with_notice};
use crate::state::App;

const LIST: &str = "/owners/announcements";

#[derive(Default, Deserialize, ToSchema)]
pub struct AnnouncementBody {
    #[serde(default)]
    announcement: AnnouncementFields,
    /// `draft` (the default) redirects to the list, `confirm` to the confirmation page.
    #[schema(nullable = false)]
    commit: Option<String>,
}

/// Lists are sent as lists, or newline-separated as the specification stores them; empty for all. Fields that are left out remain unchanged.
#[derive(Default, Deserialize, ToSchema)]
pub struct AnnouncementFields {
    #[schema(nullable = false)]
    subject_type: Option<String>,
    #[schema(nullable = false)]
    body: Option<String>,
    #[serde(default, deserialize_with = "Texts::present")]
    #[schema(value_type = Vec<i64>)]
    only_customer_group_ids: Option<Texts>,
    #[serde(default, deserialize_with = "Texts::present")]
    #[schema(value_type = Vec<String>)]
    only_premium_grades: Option<Texts>,
    #[serde(default, deserialize_with = "Texts::present")]
    #[schema(value_type = Vec<String>)]
    only_prefectures: Option<Texts>,
    /// Sends to customers who do not accept announcements. For admins only, as are `send_count`, `scheduled_at` and the grades.
    #[serde(default, deserialize_with = "tick::optional")]
    #[schema(nullable = false)]
    include_unsubscribed_customers: Option<bool>,
    /// Maximum number of recipients; all when empty.
    #[serde(default, deserialize_with = "Texts::present")]
    #[schema(value_type = Option<i64>)]
    send_count: Option<Texts>,
    /// ISO 8601, or the restaurant's own date and time; immediately when empty.
    #[serde(default, deserialize_with = "Texts::present")]
    #[schema(value_type = Option<String>)]
    scheduled_at: Option<Texts>,
    /// The values of these fields that the form showed. Lists are lists, and the time is the one of the page.
    #[serde(default)]
    expected: Expected,
}

impl AnnouncementFields {
    /// Saves the fields of a new or a stored draft, and returns its id.
    ///
    /// # Errors
    /// 409 `edited_meanwhile` if another user has changed one of the fields since the form showed it (gaps G319).
    pub async fn save(
        self,
        conn: &mut PgConnection,
        now: DateTime<Utc>,
        staff: &Staff,
        id: Option<AnnouncementId>,
    ) -> Result<AnnouncementId, ApiError> {
        let (by, zone, expected) = (staff.announcement_actor(), staff.restaurant.zone, self.expected.clone());
        let stored = match id {
            Some(id) if !expected.is_empty() => queries::lock(conn, by.restaurant, id).await?,
            _ => None,
        };
        let id = actions::save(conn, now, by, id, self.into_change(zone)?).await?;
        if let Some(stored) = stored {
            let saved = queries::find(conn, by.restaurant, id).await?.ok_or_else(ApiError::not_found)?;
            expected.require(&form_values(stored, zone), &form_values(saved, zone))?;
        }
        Ok(id)
    }

    fn into_change(self, zone: Zone) -> Result<AnnouncementChange, ApiError> {
        let invalid = |name: &'static str| ApiError::invalid_fields([(name, "field_invalid")]);
        let list = |texts: Texts| texts.all().iter().flat_map(|text| lines(text)).collect::<Vec<_>>();
        let groups: Option<Result<Vec<i64>, _>> =
            self.only_customer_group_ids.map(|texts| list(texts).iter().map(|id| id.parse()).collect());
        let send_count = self.send_count.map(|texts| texts.non_blank().map(str::parse).transpose());
        let instant = |text: &str| zone.parse(text).ok_or_else(|| invalid("scheduled_at"));
        let scheduled_at = self.scheduled_at.map(|texts| texts.non_blank().map(instant).transpose());
        Ok(AnnouncementChange {
            subject_type: self.subject_type,
            body: self.body,
            customer_group_ids: groups.transpose().map_err(|_| invalid("only_customer_group_ids"))?,
            premium_grades: self.only_premium_grades.map(list),
            prefectures: self.only_prefectures.map(list),
            include_unsubscribed: self.include_unsubscribed_customers,
            send_count: send_count.transpose().map_err(|_| invalid("send_count"))?,
            scheduled_at: scheduled_at.transpose()?,
        })
    }
}

/// Returns the values of a draft by the names that its form sends.
fn form_values(draft: Announcement, zone: Zone) -> Value {
    let audience = draft.audience;
    json!({
        "subject_type": draft.subject_type,
        "body": draft.body,
        "only_customer_group_ids": audience.customer_group_ids,
        "only_premium_grades": audience.premium_grades,
        "only_prefectures": audience.prefectures,
        "include_unsubscribed_customers": audience.include_unsubscribed,
        "send_count": draft.send_count,
        "scheduled_at": draft.scheduled_at.map(|at| zone.iso(at)),
    })
}

/// Creates a draft.
#[utoipa::path(post, path = "/owners/announcements", tag = "owner", request_body = AnnouncementBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 403), (status = 404),
        (status = 422)))]
pub async fn create(
    State(app): State<App>,
    context: Context,
    staff: OwnerOrAdmin,
    FormOrJson(body): FormOrJson<AnnouncementBody>,
) -> Result<Response, ApiError> {
    db::extend_for_bulk();
    save(&app, &context, &staff, None, body).await
}

/// Changes the given fields of a draft. 409 with the stored values if another user has changed one of them since the form showed it.
#[utoipa::path(patch, path = "/owners/announcements/{id}", tag = "owner", params(("id" = String, Path)),
    request_body = AnnouncementBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 403), (status = 404),
        (status = 409), (status = 422)))]
pub async fn update(
    State(app): State<App>,
    context: Context,
    staff: OwnerOrAdmin,
    Path(id): Path<String>,
    FormOrJson(body): FormOrJson<AnnouncementBody>,
) -> Result<Response, ApiError> {
    db::extend_for_bulk();
    save(&app, &context, &staff, Some(AnnouncementId(id_of(&id)?)), body).await
}

async fn save(
    app: &App,
    context: &Context,
    staff: &Staff,
    id: Option<AnnouncementId>,
    body: AnnouncementBody,
) -> Result<Response, ApiError> {
    let (now, fields) = (app.clock.now(), body.announcement);
    let id = app.transaction(async |tx| fields.save(tx, now, staff, id).await).await?;
    if body.commit.as_deref() == Some("confirm") {
        return WriteResponse::redirect_to(format!("{LIST}/{id}/confirm")).respond(app, context);
    }
    WriteResponse::redirect_to(LIST).flash(Flash::notice(context.t("owner.announcements.saved"))).respond(app, context)
}

#[derive(Default, Deserialize, ToSchema)]
pub struct AnnouncementConfirmBody {
    /// The fields of the draft that the confirmation page showed.
    #[serde(default)]
    expected: Expected,
}

/// Sends a draft, immediately or at its scheduled time. 409 if a field does not have the expected value any more (gaps G318).
#[utoipa::path(post, path = "/owners/announcements/{id}/confirm", tag = "owner", params(("id" = String, Path)),
    request_body = AnnouncementConfirmBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 403), (status = 404),
        (status = 409), (status = 422)))]
pub async fn confirm(
    State(app): State<App>,
    context: Context,
    staff: OwnerOrAdmin,
    Path(id): Path<String>,
    FormOrJson(body): FormOrJson<AnnouncementConfirmBody>,
) -> Result<Response, ApiError> {
    db::extend_for_bulk();
    let (now, actor, id) = (app.clock.now(), staff.announcement_actor(), AnnouncementId(id_of(&id)?));
    let mut tx = app.pool.begin().await?;
    let stored = queries::lock(&mut tx, actor.restaurant, id).await?.ok_or_else(ApiError::not_found)?;
    body.expected.require_unchanged(&view(&mut tx, &context, &staff, stored).await?)?;
    let sent = actions::confirm(&mut tx, now, actor, id).await?;
    tx.commit().await?;
    let key = if sent.is_sent() { "owner.announcements.sending" } else { "owner.announcements.scheduled" };
    WriteResponse::redirect_to(LIST).flash(Flash::notice(context.t(key))).respond(&app, &context)
}

#[derive(Default, Deserialize, ToSchema)]
pub struct ResendBody {
    #[serde(default)]
    #[schema(value_type = i64)]
    resend_count: Texts,
}

/// Sends an announcement to some customers who have not received it yet; for admins only.
#[utoipa::path(post, path = "/owners/announcements/{id}/resend", tag = "owner", params(("id" = String, Path)),
    request_body = ResendBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 403), (status = 404),
        (status = 422)))]
pub async fn resend(
    State(app): State<App>,
    context: Context,
    staff: OwnerOrAdmin,
    Path(id): Path<String>,
    FormOrJson(body): FormOrJson<ResendBody>,
) -> Result<Response, ApiError> {
    db::extend_for_bulk();
    let count = body.resend_count.first().and_then(|text| text.trim().parse().ok());
    let (now, actor, id) = (app.clock.now(), staff.announcement_actor(), AnnouncementId(id_of(&id)?));
    let sent = app.transaction(async |tx| actions::resend(tx, now, actor, id, count).await).await?;
    let text = context.t_with("owner.announcements.resent", &[("count", &sent)]);
    WriteResponse::redirect_to(LIST).flash(Flash::notice(text)).respond(&app, &context)
}

/// Stops an announcement that is being sent: mails that have not left are dropped. A mail that is being transmitted is finished.
#[utoipa::path(post, path = "/owners/announcements/{id}/stop", tag = "owner", params(("id" = String, Path)),
    responses((status = 200, body = WriteMessage), (status = 303), (status = 401), (status = 403), (status = 404),
        (status = 422)))]
pub async fn stop(
    State(app): State<App>,
    context: Context,
    staff: OwnerOrAdmin,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    db::extend_for_bulk();
    let mut tx = app.pool.begin().await?;
    stop::stop(&mut tx, app.clock.now(), staff.announcement_actor(), AnnouncementId(id_of(&id)?)).await?;
    tx.commit().await?;
    respond_with_notice(&app, &context, LIST, "console.announcements.stopped")
}

/// Resumes a stopped announcement for the recipients who have not received it.
#[utoipa::path(post, path = "/owners/announcements/{id}/resume", tag = "owner", params(("id" = String, Path)),
    responses((status = 200, body = WriteMessage), (status = 303), (status = 401), (status = 403), (status = 404),
        (status = 422)))]
pub async fn resume(
    State(app): State<App>,
    context: Context,
    staff: OwnerOrAdmin,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    db::extend_for_bulk();
    let mut tx = app.pool.begin().await?;
    stop::resume(&mut tx, app.clock.now(), staff.announcement_actor(), AnnouncementId(id_of(&id)?)).await?;
    tx.commit().await?;
    respond_with_notice(&app, &context, LIST, "console.announcements.resumed")
}
