//! Manual refunds and corrections, with their approval by a second admin (gaps G205). Every call requires the permission `refunds`; a
//! request and an approval require a fresh proof of identity.

use axum::extract::{Path, State};
use axum::http::Uri;
use axum::response::Response;
use domain::accounts::admins::AdminFlag;
use domain::adjustments;
use domain::adjustments::model::{
    Adjustment, AdjustmentContext, AdjustmentForm, AdjustmentKind, AdjustmentRow, AdjustmentStatus, Approval, BorneBy,
    Requester,
};
use domain::adjustments::queries::{self, Shown};
use domain::audit::Actor;
use domain::lists::AdjustmentEntry;
use domain::money::Yen;
use domain::payments::failures::FailedPayment;
use domain::payments::manual_refunds;
use domain::restaurants::model::Bilingual;
use domain::zone::Zone;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::cancel_requests::find;
use crate::account_security::{AccountHolder, ProofBody};
use crate::console::lists::{self, ListDefaults, ListStart};
use crate::console::resources::ResourceRequest;
use crate::console::{Admin, RecordKey, page};
use crate::http::calls::{Calls, routes};
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::extract::form::FormOrJson;
use crate::http::page::PageData;
use crate::http::write_response::{RedirectTo, WriteResponse};
use crate::state::App;

const PAGE: &str = "/admin/payment_adjustments";

pub fn calls<C: Calls>() -> C {
    C::new()
        .routes(routes!(index))
        .routes(routes!(show))
        .routes(routes!(refund))
        .routes(routes!(correct))
        .routes(routes!(approve))
        .routes(routes!(reject))
        .routes(routes!(withdraw))
}

#[derive(Serialize, ToSchema)]
pub struct AdminAdjustmentsPage {
    /// Adjustments that await approval, are being made, or failed in the last 30 days; newest first.
    adjustments: Vec<AdminAdjustment>,
    /// The first rows of the list of all adjustments; null if the address has a query: the call of the list answers it.
    first: Option<ListStart<AdjustmentEntry>>,
}

impl PageData for AdminAdjustmentsPage {
    const NAME: &'static str = "admin_adjustments";
}

#[derive(Serialize, ToSchema)]
pub struct AdminAdjustmentPage {
    adjustment: AdminAdjustment,
}

impl PageData for AdminAdjustmentPage {
    const NAME: &'static str = "admin_adjustment";
}

/// A manual refund or correction.
#[derive(Serialize, ToSchema)]
pub struct AdminAdjustment {
    uid: String,
    kind: AdjustmentKind,
    amount: Yen,
    borne_by: BorneBy,
    reason: String,
    status: AdjustmentStatus,
    /// A correction that is not collected, because the card was declined or is missing.
    is_unpaid: bool,
    requested_by: String,
    /// Requested at the command line, in the name of `requested_by`.
    is_by_command_line: bool,
    /// Another admin must approve it. Without, `decided_by` is `requested_by`.
    needs_approval: bool,
    /// `requested_by` must confirm it before another admin can approve it.
    awaits_confirmation: bool,
    /// The admin who approved, rejected or withdrew it.
    decided_by: Option<String>,
    decision_reason: String,
    /// The card provider's code for a failed refund.
    failure_code: Option<String>,
    /// The reason for the failure, and what to do about it.
    failure: Option<String>,
    /// The label of the charge.
    label: Option<String>,
    restaurant_name: Option<String>,
    reservation_uid: Option<String>,
    reservation_code: Option<String>,
    user_uid: String,
    /// ISO 8601.
    created_at: String,
    finished_at: Option<String>,
    /// Whether this admin may reject it, and approve it unless it awaits a confirmation.
    can_decide: bool,
    /// Whether this admin may confirm it.
    can_confirm: bool,
    can_withdraw: bool,
}

impl AdminAdjustment {
    pub fn list(context: &Context, admin: &Admin, rows: Vec<AdjustmentRow>) -> Vec<Self> {
        rows.into_iter().map(|row| Self::new(context, admin, row)).collect()
    }

    fn new(context: &Context, admin: &Admin, row: AdjustmentRow) -> Self {
        let zone = Zone::default();
        let may = admin.user.flags.has(AdminFlag::Refunds);
        let is_own = row.requested_by == admin.id;
        let is_awaiting = row.status == AdjustmentStatus::AwaitingApproval;
        let is_unpaid = row.is_unpaid();
        let name = row.restaurant_ja.zip(row.restaurant_en);
        Self {
            uid: row.uid,
            kind: row.kind,
            amount: row.amount,
            borne_by: row.borne_by,
            reason: row.reason,
            status: row.status,
            is_unpaid,
            requested_by: row.requested_by_name,
            is_by_command_line: row.is_by_command_line,
            needs_approval: row.needs_approval,
            awaits_confirmation: row.awaits_confirmation,
            decided_by: row.decided_by_name,
            decision_reason: row.decision_reason,
            failure: row.failure_code.as_deref().map(|code| failure_text(context, code)),
            failure_code: row.failure_code,
            label: row.charge_kind.map(|kind| context.t(&format!("charge.{}", kind.as_str()))),
            restaurant_name: name.map(|(ja, en)| context.pick(&Bilingual::new(ja, en))),
            reservation_uid: row.reservation_uid,
            reservation_code: row.reservation_code,
            user_uid: row.user_uid,
            created_at: zone.iso(row.created_at),
            finished_at: row.finished_at.map(|at| zone.iso(at)),
            can_decide: may && is_awaiting && !is_own,
            can_confirm: may && is_own && row.awaits_confirmation,
            can_withdraw: may && is_own && (is_awaiting || is_unpaid),
        }
    }
}

fn failure_text(context: &Context, code: &str) -> String {
    let locale = context.locale();
    let parts = [FailedPayment::Refund.reason(locale, code), FailedPayment::Refund.action(locale, code)];
    parts.join(locale.pick("。", ". "))
}

/// A request for a refund or a correction, with a proof of identity: a code of the authenticator app, or the password.
#[derive(Deserialize, ToSchema)]
pub struct AdjustmentBody {
    #[serde(default)]
    adjustment: AdjustmentFields,
    current_password: Option<String>,
    code: Option<String>,
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct AdjustmentFields {
    amount: i64,
    /// Sent to the diner and to the restaurant.
    reason: String,
    /// `restaurant` or `operator`: who bears a refund, or receives a correction.
    borne_by: String,
    /// 16 to 64 letters, digits, hyphens and underscores. A second request with the same key is not another one.
    idempotency_key: String,
}

impl AdjustmentBody {
    fn form(&self) -> AdjustmentForm<'_> {
        let fields = &self.adjustment;
        AdjustmentForm {
            amount: Yen(fields.amount),
            borne_by: BorneBy::named(&fields.borne_by),
            reason: &fields.reason,
            idempotency_key: &fields.idempotency_key,
        }
    }

    /// Checks the permission, then the proof.
    async fn require_proof(&self, app: &App, context: &Context, admin: &Admin) -> Result<(), ApiError> {
        let proof = ProofBody { current_password: self.current_password.clone(), code: self.code.clone() };
        require_proof(app, context, admin, &proof).await
    }
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct RejectionBody {
    reason: String,
}

/// Lists the manual refunds and corrections that await approval or are being made, and failed ones, and starts the list of all of them.
/// Admins with the permission `refunds`.
#[utoipa::path(get, path = "/admin/payment_adjustments", tag = "admin",
    responses((status = 200, body = page::ConsolePage<AdminAdjustmentsPage>), (status = 302), (status = 401), (status = 403)))]
pub async fn index(State(app): State<App>, context: Context, admin: Admin, uri: Uri) -> Result<Response, ApiError> {
    admin.require(AdminFlag::Refunds)?;
    let request = ResourceRequest { app: &app, context: &context, viewer: &admin };
    let first = lists::start::<AdjustmentEntry>(request, &uri, ListDefaults::NEWEST).await?;
    let rows = queries::list(&mut *app.pool.acquire().await?, Shown::Open, app.clock.now()).await?;
    let data = AdminAdjustmentsPage { adjustments: AdminAdjustment::list(&context, &admin, rows), first };
    page::respond_to_admin(&app, &context, &admin, &context.t("admin.adjustments.title"), data).await
}

/// Returns a manual refund or correction, for admins with the permission `refunds`.
#[utoipa::path(get, path = "/admin/payment_adjustments/{uid}", tag = "admin", params(("uid" = String, Path)),
    responses((status = 200, body = page::ConsolePage<AdminAdjustmentPage>), (status = 302), (status = 401), (status = 403), (status = 404)))]
pub async fn show(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    Path(uid): Path<String>,
) -> Result<Response, ApiError> {
    admin.require(AdminFlag::Refunds)?;
    let mut conn = app.pool.acquire().await?;
    let found = queries::find(&mut conn, &uid).await?.ok_or_else(ApiError::not_found)?;
    let row = queries::list(&mut conn, Shown::One(found.id), app.clock.now()).await?.pop();
    drop(conn);
    let adjustment = AdminAdjustment::new(&context, &admin, row.ok_or_else(ApiError::not_found)?);
    let data = AdminAdjustmentPage { adjustment };
    page::respond_to_admin(&app, &context, &admin, &context.t("admin.adjustments.title"), data).await
}

/// Refunds a charge or a part of it; above a set sum, requests it. 422 if more than what is left.
#[utoipa::path(post, path = "/admin/users/{uid}/charges/{charge_uid}/refunds", tag = "admin",
    params(("uid" = String, Path), ("charge_uid" = String, Path)), request_body = AdjustmentBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 403), (status = 404), (status = 422)))]
pub async fn refund(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    Path((uid, charge_uid)): Path<(String, String)>,
    FormOrJson(body): FormOrJson<AdjustmentBody>,
) -> Result<Response, ApiError> {
    body.require_proof(&app, &context, &admin).await?;
    let mut tx = app.pool.begin().await?;
    let restaurant = manual_refunds::find_restaurant(&mut tx, &uid, &charge_uid).await?;
    let restaurant = restaurant.ok_or_else(ApiError::not_found)?;
    let (cx, requester) = (adjustment_context(&app), requester(&admin));
    let made = adjustments::request_refund(&mut tx, cx, restaurant, &charge_uid, body.form(), requester).await?;
    tx.commit().await?;
    requested(&app, &context, &made)
}

/// Charges the diner of a booking off-session; above a set sum, requests it. 422 if the booking has no account or was never confirmed.
#[utoipa::path(post, path = "/admin/reservations/{uid}/corrections", tag = "admin", params(("uid" = String, Path)),
    request_body = AdjustmentBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 403), (status = 404), (status = 422)))]
pub async fn correct(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    key: RecordKey,
    FormOrJson(body): FormOrJson<AdjustmentBody>,
) -> Result<Response, ApiError> {
    body.require_proof(&app, &context, &admin).await?;
    let mut tx = app.pool.begin().await?;
    let booking = find(&mut tx, &key).await?;
    let (cx, requester) = (adjustment_context(&app), requester(&admin));
    let made = adjustments::request_correction(&mut tx, cx, &booking, body.form(), requester).await?;
    tx.commit().await?;
    requested(&app, &context, &made)
}

/// Approves another admin's request, or confirms one that the command line made in one's own name. 422 if it is one's own, awaits a
/// confirmation, or is decided.
#[utoipa::path(post, path = "/admin/payment_adjustments/{uid}/approve", tag = "admin", params(("uid" = String, Path)),
    request_body = ProofBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 403), (status = 404), (status = 422)))]
pub async fn approve(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    Path(uid): Path<String>,
    FormOrJson(proof): FormOrJson<ProofBody>,
) -> Result<Response, ApiError> {
    require_proof(&app, &context, &admin, &proof).await?;
    let mut tx = app.pool.begin().await?;
    let approval = adjustments::approve(&mut tx, adjustment_context(&app), &uid, requester(&admin)).await?;
    tx.commit().await?;
    done(
        &app,
        &context,
        match approval {
            Approval::Confirmed => "admin.adjustment.confirmed",
            Approval::Approved => "admin.adjustment.approved",
        },
    )
}

/// Rejects another admin's request, with a reason. 422 if it is one's own, or decided.
#[utoipa::path(post, path = "/admin/payment_adjustments/{uid}/reject", tag = "admin", params(("uid" = String, Path)),
    request_body = RejectionBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 403), (status = 404), (status = 422)))]
pub async fn reject(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    Path(uid): Path<String>,
    FormOrJson(body): FormOrJson<RejectionBody>,
) -> Result<Response, ApiError> {
    admin.require(AdminFlag::Refunds)?;
    let mut tx = app.pool.begin().await?;
    adjustments::reject(&mut tx, app.clock.now(), &uid, &body.reason, requester(&admin)).await?;
    tx.commit().await?;
    done(&app, &context, "admin.adjustment.rejected")
}

/// Withdraws one's own request, or one's own correction that is not collected. 422 if it is another's, or made, or if its card is being
/// charged.
#[utoipa::path(post, path = "/admin/payment_adjustments/{uid}/withdraw", tag = "admin", params(("uid" = String, Path)),
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 403), (status = 404), (status = 422)))]
pub async fn withdraw(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    Path(uid): Path<String>,
) -> Result<Response, ApiError> {
    admin.require(AdminFlag::Refunds)?;
    let mut tx = app.pool.begin().await?;
    adjustments::withdraw(&mut tx, adjustment_context(&app), &uid, requester(&admin)).await?;
    tx.commit().await?;
    done(&app, &context, "admin.adjustment.withdrawn")
}

async fn require_proof(app: &App, context: &Context, admin: &Admin, proof: &ProofBody) -> Result<(), ApiError> {
    admin.require(AdminFlag::Refunds)?;
    admin.caller(app, context)?.require_proof(proof).await.map(|_| ())
}

fn adjustment_context(app: &App) -> AdjustmentContext<'_> {
    let approval_above = app.config.adjustment_approval_above;
    AdjustmentContext { rng: &app.rng, now: app.clock.now(), approval_above }
}

fn requester(admin: &Admin) -> Requester {
    Requester { admin: admin.id, actor: Actor::Admin(admin.id) }
}

fn requested(app: &App, context: &Context, made: &Adjustment) -> Result<Response, ApiError> {
    done(
        app,
        context,
        match made.status {
            AdjustmentStatus::AwaitingApproval => "admin.adjustment.awaiting_approval",
            _ => "admin.adjustment.processing",
        },
    )
}

fn done(app: &App, context: &Context, key: &str) -> Result<Response, ApiError> {
    WriteResponse::redirect_to(PAGE).flash(Flash::notice(context.t(key))).respond(app, context)
}
