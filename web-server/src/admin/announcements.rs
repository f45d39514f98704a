//! The announcements of all restaurants: drafts, scheduled ones and sent ones (admin §2). Each links to the page that releases
//! it.

use axum::extract::{Query, State};
use axum::response::Response;
use domain::announcements::admin_list::{self, AdminAnnouncementEntry, AdminAnnouncementFilter};
use domain::announcements::model::{STATUSES, SUBJECT_TYPES};
use domain::ids::AnnouncementId;
use domain::restaurants;
use domain::zone::Zone;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::{IntoParams, ToSchema};

use crate::console::{Admin, page};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::page::PageData;
use crate::state::App;

const PAGE_SIZE: usize = 50;
const MAX_EXCERPT_LENGTH: usize = 120;

#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
pub struct AnnouncementsQuery {
    /// draft, scheduled, sending, sent, stopping or stopped.
    status: Option<String>,
    /// notice, vacancy, event or opening_hours.
    subject_type: Option<String>,
    /// A restaurant's slug.
    restaurant: Option<String>,
    /// The `next` of the previous page.
    before: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct AdminAnnouncementsPage {
    filter: AnnouncementsFilter,
    announcements: Vec<AdminAnnouncement>,
    /// Value of `before` for the page with older announcements.
    next: Option<String>,
}

impl PageData for AdminAnnouncementsPage {
    const NAME: &'static str = "admin_announcements";
}

/// The requested filter. A field is blank if it was not requested.
#[derive(Serialize, ToSchema)]
pub struct AnnouncementsFilter {
    status: String,
    subject_type: String,
    restaurant: String,
}

#[derive(Serialize, ToSchema)]
pub struct AdminAnnouncement {
    id: i64,
    restaurant_slug: String,
    restaurant_name: String,
    subject_type: String,
    /// The beginning of the text.
    excerpt: String,
    status: String,
    /// The announcement uses options that only admins may set.
    needs_admin: bool,
    /// ISO 8601, as are the other instants.
    created_at: String,
    scheduled_at: Option<String>,
    sent_at: Option<String>,
    announced_count: i64,
}

/// Returns fifty announcements, newest first. 422 for an unknown status, subject or restaurant.
#[utoipa::path(get, path = "/admin/announcements", tag = "admin", params(AnnouncementsQuery),
    responses((status = 200, body = page::ConsolePage<AdminAnnouncementsPage>), (status = 302), (status = 401), (status = 422)))]
pub async fn index(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    Query(query): Query<AnnouncementsQuery>,
) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let asked = filter_of_query(&mut conn, &query).await?;
    let mut entries = admin_list::list(&mut conn, &asked, PAGE_SIZE as i64 + 1).await?;
    drop(conn);
    let has_more = entries.len() > PAGE_SIZE;
    entries.truncate(PAGE_SIZE);
    let data = AdminAnnouncementsPage {
        next: entries.last().filter(|_| has_more).map(|last| last.id.to_string()),
        announcements: entries.into_iter().map(|entry| AdminAnnouncement::new(&context, entry)).collect(),
        filter: AnnouncementsFilter {
            status: query.status.unwrap_or_default(),
            subject_type: query.subject_type.unwrap_or_default(),
            restaurant: query.restaurant.unwrap_or_default(),
        },
    };
    page::respond_to_admin(&app, &context, &admin, &context.t("admin.announcements.title"), data).await
}

impl AdminAnnouncement {
    fn new(context: &Context, entry: AdminAnnouncementEntry) -> Self {
        let iso = |at| Zone::default().iso(at);
        Self {
            id: entry.id.0,
            restaurant_name: context.pick(&entry.restaurant_name),
            restaurant_slug: entry.slug,
            subject_type: entry.subject_type,
            excerpt: entry.body.chars().take(MAX_EXCERPT_LENGTH).collect(),
            status: entry.status,
            needs_admin: entry.needs_admin,
            created_at: iso(entry.created_at),
            scheduled_at: entry.scheduled_at.map(iso),
            sent_at: entry.sent_at.map(iso),
            announced_count: entry.announced_count,
        }
    }
}

async fn filter_of_query(
    conn: &mut PgConnection,
    query: &AnnouncementsQuery,
) -> Result<AdminAnnouncementFilter, ApiError> {
    let wrong = |field: &'static str| ApiError::invalid_fields([(field, "field_invalid")]);
    let one_of = |text: &Option<String>, known: &[&str], field: &'static str| match given_fields(text) {
        Some(text) if !known.contains(&text) => Err(wrong(field)),
        text => Ok(text.map(str::to_owned)),
    };
    let restaurant = match given_fields(&query.restaurant) {
        Some(slug) => {
            let found = restaurants::queries::find_by_slug(conn, slug).await?;
            Some(found.ok_or_else(|| wrong("restaurant"))?.id)
        }
        None => None,
    };
    Ok(AdminAnnouncementFilter {
        id: None,
        restaurant,
        status: one_of(&query.status, &STATUSES, "status")?,
        subject_type: one_of(&query.subject_type, &SUBJECT_TYPES, "subject_type")?,
        before: given_fields(&query.before)
            .map(|id| id.parse().map(AnnouncementId).map_err(|_| wrong("before")))
            .transpose()?,
    })
}

fn given_fields(text: &Option<String>) -> Option<&str> {
    text.as_deref().map(str::trim).filter(|text| !text.is_empty())
}
