//! Gold diners' requests for another plan, closed by admins (gaps G140).

use axum::extract::{Path, State};
use axum::http::Uri;
use axum::response::Response;
use chrono::{DateTime, Utc};
use domain::audit::Actor;
use domain::i18n;
use domain::ids::PlanChangeRequestId;
use domain::lists::PlanChangeRequestEntry;
use domain::plans::change_requests::{self, ChangeOutcome, ChangeRequest, Which};
use domain::zone::Zone;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::console::lists::{self, ListDefaults, ListStart};
use crate::console::record_key::id_of;
use crate::console::resources::ResourceRequest;
use crate::console::{Admin, page};
use crate::http::calls::{Calls, routes};
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::extract::form::FormOrJson;
use crate::http::page::PageData;
use crate::http::write_response::{RedirectTo, WriteResponse};
use crate::state::App;

const MAX_NOTE_LENGTH: usize = 500;
/// The open requests, oldest first.
const DEFAULTS: ListDefaults =
    ListDefaults { sort: "created_at", is_descending: false, filter: &[("is_open", "true")] };

pub fn calls<C: Calls>() -> C {
    C::new().routes(routes!(index)).routes(routes!(show)).routes(routes!(close))
}

#[derive(Serialize, ToSchema)]
pub struct AdminPlanChangeRequestsPage {
    /// Null if the address has a query: the call of the list answers it.
    first: Option<ListStart<PlanChangeRequestEntry>>,
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

/// Lists the open requests.
#[utoipa::path(get, path = "/admin/gold_plan_change_requests", tag = "admin",
    responses((status = 200, body = page::ConsolePage<AdminPlanChangeRequestsPage>), (status = 302), (status = 401)))]
pub async fn index(State(app): State<App>, context: Context, admin: Admin, uri: Uri) -> Result<Response, ApiError> {
    let request = ResourceRequest { app: &app, context: &context, viewer: &admin };
    let first = lists::start::<PlanChangeRequestEntry>(request, &uri, DEFAULTS).await?;
    let title = context.t("admin.plan_change_requests.title");
    page::respond_to_admin(&app, &context, &admin, &title, AdminPlanChangeRequestsPage { first }).await
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
