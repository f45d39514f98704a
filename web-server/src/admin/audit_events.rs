//! The audit log: actors, their actions and the rows concerned (gaps G196).

use axum::extract::{Query, State};
use axum::http::Uri;
use axum::response::Response;
use chrono::{DateTime, NaiveTime, Utc};
use domain::audit::log::{self, ActorKind, AuditEntry, EventFilter};
use domain::ids::AuditEventId;
use domain::lists::AuditEventEntry;
use domain::restaurants;
use domain::restaurants::model::Bilingual;
use domain::zone::{Zone, parse_day};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::PgConnection;
use utoipa::{IntoParams, ToSchema};

use crate::console::lists;
use crate::console::resources::ResourceRequest;
use crate::console::{Admin, page};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::page::PageData;
use crate::state::App;

const PAGE_SIZE: usize = 50;

#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
pub struct AuditQuery {
    /// diner, owner, admin, system or command_line.
    actor: Option<String>,
    actor_id: Option<String>,
    action: Option<String>,
    /// A restaurant's slug.
    restaurant: Option<String>,
    /// A day in Japan, YYYY-MM-DD.
    date: Option<String>,
    /// The `next` of the previous page.
    before: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct AdminAuditEventsPage {
    filter: AuditFilter,
    events: Vec<AuditEvent>,
    /// Value of `before` for the page with older events.
    next: Option<String>,
    /// Number of events, at most 10,000; null if the address has a query.
    total: Option<i64>,
}

impl PageData for AdminAuditEventsPage {
    const NAME: &'static str = "admin_audit_events";
}

/// The requested filter. A field is blank if it was not requested.
#[derive(Serialize, ToSchema)]
pub struct AuditFilter {
    actor: String,
    actor_id: String,
    action: String,
    restaurant: String,
    date: String,
}

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

/// Returns fifty events, newest first. 422 for an unknown actor or restaurant, or an invalid day.
#[utoipa::path(get, path = "/admin/audit_events", tag = "admin", params(AuditQuery),
    responses((status = 200, body = page::ConsolePage<AdminAuditEventsPage>), (status = 302), (status = 401), (status = 422)))]
pub async fn index(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    uri: Uri,
    Query(query): Query<AuditQuery>,
) -> Result<Response, ApiError> {
    let total = match uri.query() {
        None => {
            let request = ResourceRequest { app: &app, context: &context, viewer: &admin };
            Some(lists::total::<AuditEventEntry>(&request).await?)
        }
        Some(_) => None,
    };
    let mut conn = app.pool.acquire().await?;
    let filter = filter_of(&mut conn, &query).await?;
    let mut entries = log::list(&mut conn, &filter, PAGE_SIZE as i64 + 1).await?;
    drop(conn);
    let has_more = entries.len() > PAGE_SIZE;
    entries.truncate(PAGE_SIZE);
    let next = entries.last().filter(|_| has_more).map(|last| format!("{}.{}", last.at.timestamp_micros(), last.id));
    let data = AdminAuditEventsPage {
        filter: AuditFilter {
            actor: query.actor.unwrap_or_default(),
            actor_id: query.actor_id.unwrap_or_default(),
            action: query.action.unwrap_or_default(),
            restaurant: query.restaurant.unwrap_or_default(),
            date: query.date.unwrap_or_default(),
        },
        events: entries.into_iter().map(|entry| AuditEvent::new(&context, entry)).collect(),
        next,
        total,
    };
    page::respond_to_admin(&app, &context, &admin, &context.t("admin.audit_events.title"), data).await
}

async fn filter_of(conn: &mut PgConnection, query: &AuditQuery) -> Result<EventFilter, ApiError> {
    let wrong = |field: &'static str| move || ApiError::invalid_fields([(field, "field_invalid")]);
    let actor = non_blank(&query.actor).map(|actor| ActorKind::named(actor).ok_or_else(wrong("actor")));
    let actor_id = non_blank(&query.actor_id).map(|id| id.parse().map_err(|_| wrong("actor_id")()));
    let restaurant = match non_blank(&query.restaurant) {
        Some(slug) => Some(restaurants::queries::find_by_slug(conn, slug).await?.ok_or_else(wrong("restaurant"))?.id),
        None => None,
    };
    let during = non_blank(&query.date).map(|date| day(date).ok_or_else(wrong("date")));
    let before = non_blank(&query.before).map(|before| row(before).ok_or_else(wrong("before")));
    Ok(EventFilter {
        actor: actor.transpose()?,
        actor_id: actor_id.transpose()?,
        action: non_blank(&query.action).map(str::to_owned),
        restaurant,
        during: during.transpose()?,
        before: before.transpose()?,
    })
}

fn non_blank(text: &Option<String>) -> Option<&str> {
    text.as_deref().map(str::trim).filter(|text| !text.is_empty())
}

fn day(date: &str) -> Option<(DateTime<Utc>, DateTime<Utc>)> {
    let date = parse_day(date)?;
    let zone = Zone::default();
    Some((zone.at(date, NaiveTime::MIN), zone.at(date.succ_opt()?, NaiveTime::MIN)))
}

fn row(before: &str) -> Option<(DateTime<Utc>, AuditEventId)> {
    let (at, id) = before.split_once('.')?;
    Some((DateTime::from_timestamp_micros(at.parse().ok()?)?, AuditEventId(id.parse().ok()?)))
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
