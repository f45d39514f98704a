//! Export and erasure of a person's data by an admin (gaps G214): of a diner who cannot sign in, and of a restaurant's guest without an
//! account. Each needs its permission, a reason and a fresh proof of identity.

use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use domain::accounts::admins::AdminFlag;
use domain::audit::Actor;
use domain::db;
use domain::phone::PhoneNumber;
use domain::privacy::{
    self, DeletionObstacle, ErasureForm, ErasureReason, Holding, ObstacleRecord, PrivacyError, PrivacyOperator,
    PrivacySubjectKind, SubjectView,
};
use domain::zone::Zone;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::{IntoParams, ToSchema};

use super::justification::Justification;
use crate::console::{Admin, page};
use crate::http::calls::{Calls, routes};
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::extract::form::FormOrJson;
use crate::http::page::PageData;
use crate::http::write_response::{RedirectTo, WriteResponse};
use crate::state::App;

const PAGE: &str = "/admin/privacy";
/// Maximum number of results of each kind.
const MAX_RESULTS: i64 = 20;

pub fn calls<C: Calls>() -> C {
    C::new().routes(routes!(index)).routes(routes!(show, erase)).routes(routes!(export))
}

#[derive(Deserialize, IntoParams)]
pub struct PrivacyQuery {
    /// A uid, a phone number in any notation, an email address, or a diner's name.
    q: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct AdminPrivacyPage {
    /// The search term; without one no person is listed.
    q: String,
    /// At most twenty diners and twenty guests.
    people: Vec<PrivacyPerson>,
}

impl PageData for AdminPrivacyPage {
    const NAME: &'static str = "admin_privacy";
}

#[derive(Serialize, ToSchema)]
pub struct AdminPrivacySubjectPage {
    person: PrivacyPerson,
    /// The tables with rows about the person.
    holdings: Vec<Holding>,
    /// Obstacles that must end first.
    obstacles: Vec<ErasureObstacle>,
    can_export: bool,
    /// Whether this admin may erase the person; obstacles may still stand in the way.
    can_erase: bool,
}

impl PageData for AdminPrivacySubjectPage {
    const NAME: &'static str = "admin_privacy_subject";
}

#[derive(Serialize, ToSchema)]
pub struct PrivacyPerson {
    kind: PrivacySubjectKind,
    uid: String,
    name: String,
    email: Option<String>,
    phone: Option<String>,
    /// The restaurant of a guest.
    restaurant_name: Option<String>,
    /// ISO 8601.
    created_at: String,
    /// When the account was deleted or the guest erased.
    erased_at: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct ErasureObstacle {
    kind: DeletionObstacle,
    text: String,
    /// The records, each with what to do about it.
    records: Vec<ErasureObstacleRecord>,
}

#[derive(Serialize, ToSchema)]
pub struct ErasureObstacleRecord {
    /// Kind and identifier of the record, its restaurant, date and sum.
    label: String,
    action: String,
    /// The address of its page.
    path: Option<String>,
}

impl ErasureObstacle {
    /// Groups records by their kind, in the order of the kinds.
    fn list(context: &Context, records: &[ObstacleRecord]) -> Vec<Self> {
        let of = |kind: DeletionObstacle| Self {
            kind,
            text: context.t(&format!("errors.{}", kind.admin_text_code())),
            records: records
                .iter()
                .filter(|record| record.kind.obstacle() == kind)
                .map(|record| ErasureObstacleRecord::new(context, record))
                .collect(),
        };
        DeletionObstacle::ALL.into_iter().map(of).filter(|obstacle| !obstacle.records.is_empty()).collect()
    }
}

impl ErasureObstacleRecord {
    fn new(context: &Context, record: &ObstacleRecord) -> Self {
        let locale = context.locale();
        Self { label: record.label(locale), action: record.action(locale), path: record.path() }
    }
}

/// A request to erase a person. Its reason is `person`, `representative`, `authority` or `mistake`: free text might name the person.
#[derive(Default, Deserialize, ToSchema)]
pub struct ErasureBody {
    /// The number of the case in the operator's own records; may be blank. At most 64 letters, digits, hyphens, underscores and slashes.
    #[serde(default)]
    reference: String,
    #[serde(flatten)]
    justification: Justification,
}

impl PrivacyPerson {
    fn new(context: &Context, person: SubjectView) -> Self {
        let zone = Zone::default();
        let number = |e164: String| PhoneNumber::from_e164(&e164).map_or(e164, |number| number.display());
        Self {
            kind: person.subject.kind(),
            uid: person.uid,
            name: person.name.trim().to_owned(),
            email: person.email,
            phone: person.phone_e164.filter(|e164| !e164.is_empty()).map(number),
            restaurant_name: person.restaurant.map(|(_, name)| context.pick(&name)),
            created_at: zone.iso(person.created_at),
            erased_at: person.erased_at.map(|at| zone.iso(at)),
        }
    }
}

/// Finds people by uid, phone number or email address. Admins with one of the two permissions.
#[utoipa::path(get, path = "/admin/privacy", tag = "admin", operation_id = "admin_privacy_index", params(PrivacyQuery),
    responses((status = 200, body = page::ConsolePage<AdminPrivacyPage>), (status = 302), (status = 401), (status = 403)))]
pub async fn index(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    Query(query): Query<PrivacyQuery>,
) -> Result<Response, ApiError> {
    require_any(&admin)?;
    let q = query.q.unwrap_or_default();
    let (now, actor) = (app.clock.now(), Actor::Admin(admin.id));
    let found = app.transaction(async |tx| privacy::search_subjects(tx, now, actor, &q, MAX_RESULTS).await).await?;
    let people = found.into_iter().map(|person| PrivacyPerson::new(&context, person)).collect();
    let data = AdminPrivacyPage { q, people };
    page::respond_to_admin(&app, &context, &admin, &context.t("admin.privacy.title"), data).await
}

/// Returns a person with the tables that hold rows about them, and the obstacles to an erasure.
#[utoipa::path(get, path = "/admin/privacy/{kind}/{uid}", tag = "admin", operation_id = "admin_privacy_show",
    params(("kind" = String, Path, description = "diners or guests"), ("uid" = String, Path)),
    responses((status = 200, body = page::ConsolePage<AdminPrivacySubjectPage>), (status = 302), (status = 401), (status = 403),
        (status = 404)))]
pub async fn show(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    Path((kind, uid)): Path<(String, String)>,
) -> Result<Response, ApiError> {
    require_any(&admin)?;
    db::extend_for_bulk();
    let now = app.clock.now();
    let mut tx = app.pool.begin().await?;
    let person = find(&mut tx, &kind, &uid).await?;
    let subject = person.subject;
    privacy::record_view(&mut tx, now, operator(&admin), subject).await?;
    let holdings = privacy::list_holdings(&mut tx, subject).await?;
    let obstacles = privacy::list_subject_obstacles(&mut tx, subject, now).await?;
    tx.commit().await?;
    let flags = admin.user.flags;
    let data = AdminPrivacySubjectPage {
        can_export: flags.has(AdminFlag::PrivacyExport),
        can_erase: flags.has(AdminFlag::PrivacyErase) && person.erased_at.is_none(),
        person: PrivacyPerson::new(&context, person),
        holdings,
        obstacles: ErasureObstacle::list(&context, &obstacles),
    };
    page::respond_to_admin(&app, &context, &admin, &context.t("admin.privacy.subject_title"), data).await
}

/// Returns all personal data about a person as a JSON file. The download is recorded in the audit log. Admins with the permission
/// `privacy_export`, a reason and a proof of identity (gaps G220).
#[utoipa::path(post, path = "/admin/privacy/{kind}/{uid}/export", tag = "admin", operation_id = "admin_privacy_export",
    params(("kind" = String, Path, description = "diners or guests"), ("uid" = String, Path)), request_body = Justification,
    responses((status = 200, body = serde_json::Value, content_type = "application/json"), (status = 401), (status = 403),
        (status = 404), (status = 422), (status = 429)))]
pub async fn export(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    Path((kind, uid)): Path<(String, String)>,
    FormOrJson(justification): FormOrJson<Justification>,
) -> Result<Response, ApiError> {
    let reason = justification.require(&app, &context, &admin, AdminFlag::PrivacyExport).await?;
    db::extend_for_bulk();
    let now = app.clock.now();
    let mut tx = app.pool.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ").await?;
    let person = find(&mut tx, &kind, &uid).await?;
    let file = privacy::export_subject(&mut tx, now, operator(&admin), person.subject, Some(reason)).await?;
    tx.commit().await?;
    let text = serde_json::to_string_pretty(&file).map_err(ApiError::internal)?;
    let name = format!("attachment; filename=\"seki-{kind}-{}.json\"", person.uid);
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/json")),
        (header::CONTENT_DISPOSITION, HeaderValue::from_str(&name).map_err(ApiError::internal)?),
        (header::CACHE_CONTROL, HeaderValue::from_static("private, no-store")),
    ];
    Ok((headers, text).into_response())
}

/// Erases a person's data, with a reason. Admins with the permission `privacy_erase`. 409 names the obstacles; nothing is changed then.
#[utoipa::path(delete, path = "/admin/privacy/{kind}/{uid}", tag = "admin", operation_id = "admin_privacy_erase",
    params(("kind" = String, Path, description = "diners or guests"), ("uid" = String, Path)), request_body = ErasureBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 403), (status = 404), (status = 409),
        (status = 422), (status = 429)))]
pub async fn erase(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    Path((kind, uid)): Path<(String, String)>,
    FormOrJson(body): FormOrJson<ErasureBody>,
) -> Result<Response, ApiError> {
    let reason = body.justification.require(&app, &context, &admin, AdminFlag::PrivacyErase).await?;
    db::extend_for_bulk();
    let form = ErasureForm { reason: ErasureReason::named(reason), reference: &body.reference };
    let mut tx = app.pool.begin().await?;
    let person = find(&mut tx, &kind, &uid).await?;
    let now = app.clock.now();
    let erased = privacy::erase_subject(&mut tx, &app.rng, now, operator(&admin), &person, form).await;
    erased.map_err(to_admins_error)?;
    tx.commit().await?;
    let notice = Flash::notice(context.t("admin.privacy.erased"));
    WriteResponse::redirect_to(PAGE).flash(notice).respond(&app, &context)
}

async fn find(conn: &mut PgConnection, kind: &str, uid: &str) -> Result<SubjectView, ApiError> {
    let kind = PrivacySubjectKind::named(kind).ok_or_else(ApiError::not_found)?;
    Ok(privacy::find_subject(conn, kind, uid).await?)
}

fn require_any(admin: &Admin) -> Result<(), ApiError> {
    admin.require(AdminFlag::PrivacyExport).or_else(|_| admin.require(AdminFlag::PrivacyErase))
}

fn operator(admin: &Admin) -> PrivacyOperator {
    PrivacyOperator { admin: admin.id, actor: Actor::Admin(admin.id) }
}

/// Names the obstacles for the admin, not for the person.
fn to_admins_error(error: PrivacyError) -> ApiError {
    match error {
        PrivacyError::InUse(obstacles) => {
            let named = obstacles.iter().map(|obstacle| (obstacle.as_str(), obstacle.admin_text_code()));
            let fields = ApiError::invalid_fields(named).fields;
            ApiError { fields, ..ApiError::new(StatusCode::CONFLICT, "erasure_in_use") }
        }
        other => other.into(),
    }
}
