//! The audit log: actors, their actions and the rows concerned (gaps G196).

use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use domain::audit::log::{ActorKind, AuditEntry};
use domain::lists::AuditEventEntry;
use domain::restaurants::model::Bilingual;
use domain::zone::Zone;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::console::lists::{self, ListDefaults};
use crate::console::resources::ResourceRequest;
use crate::console::{Admin, page};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::page::PageData;
use crate::state::App;

const DEFAULTS: ListDefaults = ListDefaults { sort: "at", ..ListDefaults::NEWEST };

#[derive(Serialize, ToSchema)]
pub struct AdminAuditEventsPage {
    /// The first rows of the log, newest first; none if the address has a query: the call of the list answers it.
    events: Vec<AuditEventEntry>,
    /// Number of events, at most 10,000; null if the address has a query.
    total: Option<i64>,
}

impl PageData for AdminAuditEventsPage {
    const NAME: &'static str = "admin_audit_events";
}

/// An event in the history of a booking.
#[derive(Serialize, ToSchema)]
pub struct AuditEvent {
    id: i64,
    /// ISO 8601.
    at: String,
    actor: ActorKind,
    actor_id: Option<i64>,
    /// If the actor is an owner or an admin.
    actor_nickname: Option<String>,
    /// If the actor is a diner.
    user_uid: Option<String>,
    restaurant_slug: Option<String>,
    restaurant_name: Option<String>,
    reservation_uid: Option<String>,
    action: String,
    #[schema(value_type = std::collections::BTreeMap<String, Value>)]
    detail: Value,
}

/// Lists the newest events.
#[utoipa::path(get, path = "/admin/audit_events", tag = "admin",
    responses((status = 200, body = page::ConsolePage<AdminAuditEventsPage>), (status = 302), (status = 401)))]
pub async fn index(State(app): State<App>, context: Context, admin: Admin, uri: Uri) -> Result<Response, ApiError> {
    let request = ResourceRequest { app: &app, context: &context, viewer: &admin };
    let first = lists::start::<AuditEventEntry>(request, &uri, DEFAULTS).await?;
    let (events, total) = first.map_or_else(|| (Vec::new(), None), |first| (first.rows, Some(first.total)));
    let data = AdminAuditEventsPage { events, total };
    page::respond_to_admin(&app, &context, &admin, &context.t("admin.audit_events.title"), data).await
}

impl AuditEvent {
    pub fn new(context: &Context, entry: AuditEntry) -> Self {
        let names = entry.restaurant_name_ja.zip(entry.restaurant_name_en);
        Self {
            id: entry.id.0,
            at: Zone::default().iso(entry.at),
            actor: entry.actor,
            actor_id: entry.actor_id,
            actor_nickname: entry.actor_nickname,
            user_uid: entry.user_uid,
            restaurant_slug: entry.restaurant_slug,
            restaurant_name: names.map(|(ja, en)| context.pick(&Bilingual::new(ja, en))),
            reservation_uid: entry.reservation_uid,
            action: entry.action,
            detail: entry.detail,
        }
    }
}
