//! The announcements of all restaurants: drafts, scheduled ones and sent ones (admin §2). Each links to the page that releases
//! it.

use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use domain::lists::AnnouncementEntry;
use serde::Serialize;
use utoipa::ToSchema;

use crate::console::lists::{self, ListDefaults, ListStart};
use crate::console::resources::ResourceRequest;
use crate::console::{Admin, page};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::page::PageData;
use crate::state::App;

const DEFAULTS: ListDefaults = ListDefaults { sort: "created_at", ..ListDefaults::NEWEST };

#[derive(Serialize, ToSchema)]
pub struct AdminAnnouncementsPage {
    /// Null if the address has a query: the call of the list answers it.
    first: Option<ListStart<AnnouncementEntry>>,
}

impl PageData for AdminAnnouncementsPage {
    const NAME: &'static str = "admin_announcements";
}

/// Lists announcements, newest first.
#[utoipa::path(get, path = "/admin/announcements", tag = "admin",
    responses((status = 200, body = page::ConsolePage<AdminAnnouncementsPage>), (status = 302), (status = 401)))]
pub async fn index(State(app): State<App>, context: Context, admin: Admin, uri: Uri) -> Result<Response, ApiError> {
    let request = ResourceRequest { app: &app, context: &context, viewer: &admin };
    let first = lists::start::<AnnouncementEntry>(request, &uri, DEFAULTS).await?;
    let title = context.t("admin.announcements.title");
    page::respond_to_admin(&app, &context, &admin, &title, AdminAnnouncementsPage { first }).await
}
