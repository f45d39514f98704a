//! The pages of announcements, and their options.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use domain::accounts::admins::AdminFlag;
use domain::accounts::prefectures::{self, OVERSEAS, PREFECTURES};
use domain::announcements::model::{Announcement, Audience, PREMIUM_GRADES, SUBJECT_TYPES};
use domain::announcements::progress::{self, SendingProgress};
use domain::announcements::queries::AnnouncementFilter;
use domain::announcements::{actions, queries};
use domain::customers::cards::NO_GROUP;
use domain::customers::groups;
use domain::ids::AnnouncementId;
use domain::pagination::PageWindow;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::{IntoParams, ToSchema};

use crate::console::AnnouncementView;
use crate::console::Envelope;
use crate::console::record_key::id_of;
use crate::console::{OwnerOrAdmin, Staff, page};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::page::PageData;
use crate::state::App;

const PER_PAGE: i64 = 20;

#[derive(Serialize, ToSchema)]
pub struct OwnerAnnouncementsPage {
    announcements: Vec<AnnouncementView>,
    total: i64,
    current_page: i64,
    total_pages: i64,
}

impl PageData for OwnerAnnouncementsPage {
    const NAME: &'static str = "owner_announcements";
}

#[derive(Deserialize, IntoParams)]
pub struct ListQuery {
    page: Option<String>,
}

/// The options of the form.
#[derive(Serialize, ToSchema)]
pub struct AnnouncementChoices {
    subject_types: Vec<&'static str>,
    groups: Vec<RecipientGroup>,
    prefectures: Vec<RecipientPrefecture>,
    /// For admins only.
    premium_grades: Vec<&'static str>,
}

/// A customer group, and the number of its customers who accept announcements.
#[derive(Serialize, ToSchema)]
pub struct RecipientGroup {
    /// 999 for customers without a group.
    id: i64,
    label: String,
    recipients_count: i64,
}

#[derive(Serialize, ToSchema)]
pub struct RecipientPrefecture {
    code: &'static str,
    label: String,
}

#[derive(Serialize, ToSchema)]
pub struct OwnerNewAnnouncementPage {
    choices: AnnouncementChoices,
}

impl PageData for OwnerNewAnnouncementPage {
    const NAME: &'static str = "owner_new_announcement";
}

#[derive(Serialize, ToSchema)]
pub struct OwnerEditAnnouncementPage {
    announcement: AnnouncementView,
    choices: AnnouncementChoices,
}

impl PageData for OwnerEditAnnouncementPage {
    const NAME: &'static str = "owner_edit_announcement";
}

#[derive(Serialize, ToSchema)]
pub struct OwnerConfirmAnnouncementPage {
    announcement: AnnouncementView,
    /// Number of recipients.
    recipients_count: i64,
}

impl PageData for OwnerConfirmAnnouncementPage {
    const NAME: &'static str = "owner_confirm_announcement";
}

#[derive(Serialize, ToSchema)]
pub struct OwnerAnnouncementResendPage {
    announcement: AnnouncementView,
    resend_count: i64,
    /// Number of customers who have not received it yet.
    remaining_count: i64,
}

impl PageData for OwnerAnnouncementResendPage {
    const NAME: &'static str = "owner_announcement_resend";
}

/// All data of one announcement.
#[derive(Debug, Serialize, ToSchema)]
pub struct AnnouncementDetail {
    #[serde(flatten)]
    announcement: AnnouncementView,
    announced_customer_ids: Vec<i64>,
    re_announcement_customer_ids: Vec<i64>,
    /// Number of customers who have not received a sent announcement yet; for admins only, who may send it to them.
    remaining_count: Option<i64>,
    /// The recipients by the state of their mails; null before it is sent.
    progress: Option<SendingProgress>,
}

/// Lists the restaurant's announcements, newest first.
#[utoipa::path(get, path = "/owners/announcements", tag = "owner", params(ListQuery),
    responses((status = 200, body = page::ConsolePage<OwnerAnnouncementsPage>), (status = 302)))]
pub async fn list(
    State(app): State<App>,
    context: Context,
    staff: OwnerOrAdmin,
    Query(query): Query<ListQuery>,
) -> Result<Response, ApiError> {
    let asked = query.page.and_then(|page| page.parse().ok()).unwrap_or(1);
    let (id, filter) = (staff.restaurant.id, AnnouncementFilter::default());
    let mut conn = app.pool.acquire().await?;
    let total = queries::count(&mut conn, id, &filter).await?;
    let total_pages = (total + PER_PAGE - 1) / PER_PAGE;
    let current_page = i64::clamp(asked, 1, total_pages.max(1));
    let window = PageWindow::newest(PER_PAGE, (current_page - 1) * PER_PAGE);
    let found = queries::list(&mut conn, id, &filter, window).await?;
    let labels = groups::labels(&mut conn, id).await?;
    drop(conn);
    let data = OwnerAnnouncementsPage {
        announcements: found.into_iter().map(|one| AnnouncementView::new(&context, &staff, &labels, one)).collect(),
        total,
        current_page,
        total_pages,
    };
    page::respond(&app, &context, &staff, &context.t("owner.announcements.title"), data).await
}

async fn choices(conn: &mut PgConnection, context: &Context, staff: &Staff) -> Result<AnnouncementChoices, ApiError> {
    let restaurant = staff.restaurant.id;
    let known = groups::list(conn, restaurant).await?;
    let choices = known.into_iter().map(|group| (group.id.0, group.label));
    let choices = choices.chain([(NO_GROUP, context.t("console.announcements.no_group"))]);
    let counts = queries::count_audience_by_group(conn, restaurant, &Audience::default()).await?;
    let count = |id: i64| counts.get(&id).copied().unwrap_or_default();
    let groups = choices.map(|(id, label)| RecipientGroup { id, label, recipients_count: count(id) }).collect();
    let locale = context.locale();
    let codes = PREFECTURES.iter().map(|(code, _)| *code).chain([OVERSEAS]);
    Ok(AnnouncementChoices {
        subject_types: SUBJECT_TYPES.to_vec(),
        groups,
        prefectures: codes.map(|code| RecipientPrefecture { code, label: prefectures::label(locale, code) }).collect(),
        premium_grades: if staff.is_admin_with(AdminFlag::Impersonation) {
            PREMIUM_GRADES.to_vec()
        } else {
            Vec::new()
        },
    })
}

/// Returns the form of a new announcement.
#[utoipa::path(get, path = "/owners/announcements/new", tag = "owner",
    responses((status = 200, body = page::ConsolePage<OwnerNewAnnouncementPage>), (status = 302)))]
pub async fn new(State(app): State<App>, context: Context, staff: OwnerOrAdmin) -> Result<Response, ApiError> {
    let choices = choices(&mut *app.pool.acquire().await?, &context, &staff).await?;
    let data = OwnerNewAnnouncementPage { choices };
    page::respond(&app, &context, &staff, &context.t("owner.announcements.new_title"), data).await
}

async fn find(conn: &mut PgConnection, staff: &Staff, id: &str) -> Result<Announcement, ApiError> {
    let id = AnnouncementId(id_of(id)?);
    queries::find(conn, staff.restaurant.id, id).await?.ok_or_else(ApiError::not_found)
}

pub async fn view(
    conn: &mut PgConnection,
    context: &Context,
    staff: &Staff,
    found: Announcement,
) -> Result<AnnouncementView, ApiError> {
    let labels = groups::labels(conn, staff.restaurant.id).await?;
    Ok(AnnouncementView::new(context, staff, &labels, found))
}

/// Returns the form of a draft.
#[utoipa::path(get, path = "/owners/announcements/{id}/edit", tag = "owner", params(("id" = String, Path)),
    responses((status = 200, body = page::ConsolePage<OwnerEditAnnouncementPage>), (status = 302), (status = 404),
        (status = 422)))]
pub async fn edit(
    State(app): State<App>,
    context: Context,
    staff: OwnerOrAdmin,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let found = draft(find(&mut conn, &staff, &id).await?)?;
    let announcement = view(&mut conn, &context, &staff, found).await?;
    let choices = choices(&mut conn, &context, &staff).await?;
    drop(conn);
    let data = OwnerEditAnnouncementPage { announcement, choices };
    page::respond(&app, &context, &staff, &context.t("owner.announcements.edit_title"), data).await
}

fn draft(found: Announcement) -> Result<Announcement, ApiError> {
    if found.is_draft() { Ok(found) } else { Err(ApiError::unprocessable("announcement_not_draft")) }
}

/// Returns the confirmation page before sending.
#[utoipa::path(get, path = "/owners/announcements/{id}/confirm", tag = "owner", params(("id" = String, Path)),
    responses((status = 200, body = page::ConsolePage<OwnerConfirmAnnouncementPage>), (status = 302), (status = 404),
        (status = 422)))]
pub async fn confirm(
    State(app): State<App>,
    context: Context,
    staff: OwnerOrAdmin,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let found = draft(find(&mut conn, &staff, &id).await?)?;
    let total = queries::count_audience(&mut conn, staff.restaurant.id, &found.audience).await?;
    let recipients_count = found.send_count.map_or(total, |count| total.min(count.into()));
    let announcement = view(&mut conn, &context, &staff, found).await?;
    drop(conn);
    let data = OwnerConfirmAnnouncementPage { announcement, recipients_count };
    page::respond(&app, &context, &staff, &context.t("owner.announcements.confirm_title"), data).await
}

#[derive(Deserialize, IntoParams)]
pub struct ResendQuery {
    resend_count: Option<String>,
}

/// Returns the confirmation page before sending again to some customers who have not received it yet; for admins only. 422 if the
/// count is not between 1 and the number of these customers. The page itself sends nothing (gaps G013).
#[utoipa::path(get, path = "/owners/announcements/{id}/resend_review", tag = "owner",
    params(("id" = String, Path), ResendQuery),
    responses((status = 200, body = page::ConsolePage<OwnerAnnouncementResendPage>), (status = 302), (status = 403),
        (status = 404), (status = 422)))]
pub async fn resend_review(
    State(app): State<App>,
    context: Context,
    staff: OwnerOrAdmin,
    Path(id): Path<String>,
    Query(query): Query<ResendQuery>,
) -> Result<Response, ApiError> {
    let count = query.resend_count.and_then(|count| count.trim().parse().ok());
    let id = AnnouncementId(id_of(&id)?);
    let mut conn = app.pool.acquire().await?;
    let (found, remaining_count) = actions::review_resend(&mut conn, staff.announcement_actor(), id, count).await?;
    let announcement = view(&mut conn, &context, &staff, found).await?;
    drop(conn);
    let data = OwnerAnnouncementResendPage { announcement, resend_count: count.unwrap_or_default(), remaining_count };
    page::respond(&app, &context, &staff, &context.t("owner.announcements.resend_title"), data).await
}

/// Returns all data of one announcement, for its dialog.
#[utoipa::path(get, path = "/owners/api/announcements/{id}", tag = "owner", params(("id" = String, Path)),
    responses((status = 200, body = Envelope<AnnouncementDetail>), (status = 401), (status = 404)))]
pub async fn detail(
    State(app): State<App>,
    context: Context,
    staff: OwnerOrAdmin,
    Path(id): Path<String>,
) -> Result<Json<Envelope<AnnouncementDetail>>, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let found = find(&mut conn, &staff, &id).await?;
    let (first, again) = queries::list_recipients(&mut conn, found.restaurant_id, found.id).await?;
    let remaining_count = match staff.admin {
        Some(_) if found.is_sent() => Some(queries::count_remaining(&mut conn, &found).await?),
        _ => None,
    };
    let progress = progress::find(&mut conn, &found).await?;
    let announcement = view(&mut conn, &context, &staff, found).await?;
    Ok(Envelope::ok(AnnouncementDetail {
        announcement,
        announced_customer_ids: first.into_iter().map(|id| id.0).collect(),
        re_announcement_customer_ids: again.into_iter().map(|id| id.0).collect(),
        remaining_count,
        progress,
    }))
}
