//! Gold diners' requests for another plan, closed by admins (gaps G140).

use axum::extract::{Path, Query, State};
use axum::response::Response;
use chrono::{DateTime, Utc};
use domain::audit::Actor;
use domain::i18n;
use domain::ids::PlanChangeRequestId;
use domain::plans::change_requests::{self, ChangeOutcome, ChangeRequest, Which};
use domain::zone::Zone;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::console::record_key::id_of;
use crate::console::{Admin, page};
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::extract::form::FormOrJson;
use crate::http::page::PageData;
use crate::http::write_response::{RedirectTo, WriteResponse};
use crate::state::App;

const MAX_NOTE_LENGTH: usize = 500;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(index)).routes(routes!(show)).routes(routes!(close))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PlanChangeRequestsQuery {
    /// `1` also lists closed requests.
    all: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct AdminPlanChangeRequestsPage {
    /// Closed requests are listed too.
    is_all: bool,
    /// Open requests first, oldest first; then closed ones, latest first.
    requests: Vec<AdminPlanChangeRequest>,
}

impl PageData for AdminPlanChangeRequestsPage {
    const NAME: &'static str = "admin_plan_change_requests";
}

#[derive(Serialize, ToSchema)]
pub struct AdminPlanChangeRequestPage {
    request: AdminPlanChangeRequest,
    /// The diner's other requests.
    others: Vec<AdminPlanChangeRequest>,
}

impl PageData for AdminPlanChangeRequestPage {
    const NAME: &'static str = "admin_plan_change_request";
}

/// A diner's request.
#[derive(Serialize, ToSchema)]
pub struct AdminPlanChangeRequest {
    id: i64,
    user_uid: String,
    name: String,
    /// Price and interval of the current gold plan; null if the diner has no gold plan any more.
    plan: Option<String>,
    /// End of the paid period, ISO 8601.
    paid_until: Option<String>,
    /// ISO 8601.
    created_at: String,
    closed_at: Option<String>,
    /// done or rejected; null while it is open.
    outcome: Option<ChangeOutcome>,
    note: String,
}

#[derive(Deserialize, ToSchema)]
pub struct ClosePlanChangeRequest {
    /// done or rejected.
    #[serde(default)]
    outcome: String,
    /// A note for admins. Diners never see it.
    #[serde(default)]
    note: String,
}

impl AdminPlanChangeRequest {
    fn new(context: &Context, request: ChangeRequest) -> Self {
        let iso = |at: DateTime<Utc>| Zone::default().iso(at);
        let locale = context.locale();
        let plan = request.price.as_ref().map(|price| {
            let amount = i18n::yen(locale, price.amount);
            let arguments: [(&'static str, &dyn std::fmt::Display); 2] =
                [("amount", &amount), ("count", &price.interval_count)];
            i18n::t(locale, &format!("plan.per_{}", price.interval), &arguments)
        });
        Self {
            id: request.id.0,
            user_uid: request.user_uid,
            name: request.name,
            plan,
            paid_until: request.price.and_then(|price| price.current_period_end).map(iso),
            created_at: iso(request.created_at),
            closed_at: request.closed_at.map(iso),
            outcome: request.outcome,
            note: request.note,
        }
    }
}

/// Lists the open requests; with `all=1` also closed ones.
#[utoipa::path(get, path = "/admin/gold_plan_change_requests", tag = "admin", params(PlanChangeRequestsQuery),
    responses((status = 200, body = page::ConsolePage<AdminPlanChangeRequestsPage>), (status = 302), (status = 401)))]
pub async fn index(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    Query(query): Query<PlanChangeRequestsQuery>,
) -> Result<Response, ApiError> {
    let is_all = query.all.as_deref() == Some("1");
    let which = if is_all { Which::Latest } else { Which::Open };
    let requests = change_requests::list(&mut *app.pool.acquire().await?, which).await?;
    let requests = requests.into_iter().map(|request| AdminPlanChangeRequest::new(&context, request)).collect();
    let data = AdminPlanChangeRequestsPage { is_all, requests };
    page::respond_to_admin(&app, &context, &admin, &context.t("admin.plan_change_requests.title"), data).await
}

/// Returns one request, with the diner's other requests.
#[utoipa::path(get, path = "/admin/gold_plan_change_requests/{id}", tag = "admin", params(("id" = String, Path)),
    responses((status = 200, body = page::ConsolePage<AdminPlanChangeRequestPage>), (status = 302), (status = 401), (status = 404)))]
pub async fn show(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let id = PlanChangeRequestId(id_of(&id)?);
    let mut conn = app.pool.acquire().await?;
    let request = change_requests::list(&mut conn, Which::One(id)).await?.pop().ok_or_else(ApiError::not_found)?;
    let others = change_requests::list(&mut conn, Which::OthersOf(id)).await?;
    drop(conn);
    let others = others.into_iter().map(|other| AdminPlanChangeRequest::new(&context, other)).collect();
    let data = AdminPlanChangeRequestPage { request: AdminPlanChangeRequest::new(&context, request), others };
    page::respond_to_admin(&app, &context, &admin, &context.t("admin.plan_change_requests.one"), data).await
}

/// Closes a request with its outcome. 400 if it is closed already.
#[utoipa::path(post, path = "/admin/gold_plan_change_requests/{id}/close", tag = "admin", params(("id" = String, Path)),
    request_body = ClosePlanChangeRequest,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 400), (status = 401), (status = 404), (status = 422)))]
pub async fn close(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    Path(id): Path<String>,
    FormOrJson(body): FormOrJson<ClosePlanChangeRequest>,
) -> Result<Response, ApiError> {
    let id = PlanChangeRequestId(id_of(&id)?);
    let outcome =
        ChangeOutcome::named(&body.outcome).ok_or_else(|| ApiError::invalid_fields([("outcome", "field_invalid")]))?;
    let note = body.note.trim();
    if note.chars().count() > MAX_NOTE_LENGTH {
        return Err(ApiError::invalid_fields([("note", "reason_too_long")]));
    }
    let (now, actor) = (app.clock.now(), Actor::Admin(admin.id));
    app.transaction(async |tx| change_requests::close(tx, now, actor, id, outcome, note).await).await?;
    let done = WriteResponse::redirect_to("/admin/gold_plan_change_requests".to_owned());
    done.flash(Flash::notice(context.t("admin.plan_change_requests.closed"))).respond(&app, &context)
}
