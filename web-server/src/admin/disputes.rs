//! Disputed payments: the list by deadline, and each with its evidence for the bank (docs/decisions/0014). The evidence and the answer
//! require the permission `refunds`; every reading of the evidence is recorded in the audit log.

use axum::extract::{Path, State};
use axum::http::{HeaderValue, Uri, header};
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};
use domain::accounts::admins::AdminFlag;
use domain::audit::Actor;
use domain::disputes::actions::{self, EvidenceReading};
use domain::disputes::evidence::{self, EvidenceSection};
use domain::disputes::model::{DisputeRow, DisputeStage};
use domain::disputes::queries;
use domain::lists::DisputeEntry;
use domain::money::Yen;
use domain::payments::disputes::DisputeBearer;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::ToSchema;

use crate::console::lists::{self, ListDefaults, ListStart};
use crate::console::resources::ResourceRequest;
use crate::console::{Admin, Expected, page};
use crate::http::calls::{Calls, routes};
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::extract::form::FormOrJson;
use crate::http::page::PageData;
use crate::http::write_response::{RedirectTo, WriteResponse};
use crate::state::App;

/// The open disputes, by deadline.
const DEFAULTS: ListDefaults =
    ListDefaults { sort: "evidence_due_at", is_descending: false, filter: &[("is_open", "true")] };

pub fn calls<C: Calls>() -> C {
    C::new()
        .routes(routes!(index))
        .routes(routes!(show, save_note))
        .routes(routes!(download))
        .routes(routes!(answer, reopen))
}

#[derive(Serialize, ToSchema)]
pub struct AdminDisputesPage {
    /// Null if the address has a query: the call of the list answers it.
    first: Option<ListStart<DisputeEntry>>,
}

impl PageData for AdminDisputesPage {
    const NAME: &'static str = "admin_disputes";
}

#[derive(Serialize, ToSchema)]
pub struct AdminDisputePage {
    dispute: AdminDispute,
    /// Null without the permission `refunds`.
    evidence: Option<Vec<EvidenceSection>>,
}

impl PageData for AdminDisputePage {
    const NAME: &'static str = "admin_dispute";
}

#[derive(Serialize, ToSchema)]
pub struct AdminDispute {
    /// The provider's id.
    id: String,
    stage: DisputeStage,
    stage_label: String,
    /// The bank only asks: nothing is withdrawn.
    is_inquiry: bool,
    amount: Yen,
    reason_label: String,
    payment_label: String,
    restaurant_slug: Option<String>,
    restaurant_name: Option<String>,
    user_uid: String,
    reservation_uid: Option<String>,
    reservation_code: Option<String>,
    opened_at: DateTime<Utc>,
    evidence_due_at: Option<DateTime<Utc>>,
    answered_at: Option<DateTime<Utc>>,
    closed_at: Option<DateTime<Utc>>,
    /// The bearer of the loss of a lost dispute.
    borne_by: Option<DisputeBearer>,
    /// A due refund waits for the decision.
    is_refund_deferred: bool,
    note: String,
}

impl AdminDispute {
    fn new(context: &Context, row: &DisputeRow) -> Self {
        let locale = context.locale();
        let stage = row.stage();
        let is_open = !row.is_inquiry() && row.closed_at.is_none();
        let restaurant = (!row.restaurant_slug.is_empty()).then_some(());
        Self {
            id: row.fid.clone(),
            stage,
            stage_label: stage.label(locale),
            is_inquiry: row.is_inquiry(),
            amount: row.amount,
            reason_label: row.reason_label(locale),
            payment_label: context.t(&format!("charge.{}", row.charge_kind.as_str())),
            restaurant_slug: restaurant.map(|()| row.restaurant_slug.clone()),
            restaurant_name: restaurant.map(|()| row.restaurant_name(locale).to_owned()),
            user_uid: row.user_uid.clone(),
            reservation_uid: row.reservation_uid.clone(),
            reservation_code: row.reservation_code.clone(),
            opened_at: row.opened_at,
            evidence_due_at: row.evidence_due_at,
            answered_at: row.answered_at,
            closed_at: row.closed_at,
            borne_by: row.borne_by,
            is_refund_deferred: is_open && row.refund_due > row.refunded_amount,
            note: row.note.clone(),
        }
    }
}

#[derive(Default, Deserialize, ToSchema)]
pub struct DisputeNoteBody {
    /// At most 2,000 characters.
    #[serde(default)]
    note: String,
    /// The note that the page showed, as `note`.
    #[serde(default)]
    expected: Expected,
}

/// Lists the open disputes.
#[utoipa::path(get, path = "/admin/disputes", tag = "admin", operation_id = "admin_disputes",
    responses((status = 200, body = page::ConsolePage<AdminDisputesPage>), (status = 302), (status = 401)))]
pub async fn index(State(app): State<App>, context: Context, admin: Admin, uri: Uri) -> Result<Response, ApiError> {
    let request = ResourceRequest { app: &app, context: &context, viewer: &admin };
    let first = lists::start::<DisputeEntry>(request, &uri, DEFAULTS).await?;
    page::respond_to_admin(&app, &context, &admin, &context.t("admin.disputes.title"), AdminDisputesPage { first })
        .await
}

/// Returns a dispute, with its evidence for an admin with the permission `refunds`.
#[utoipa::path(get, path = "/admin/disputes/{id}", tag = "admin", operation_id = "admin_dispute",
    params(("id" = String, Path)),
    responses((status = 200, body = page::ConsolePage<AdminDisputePage>), (status = 302), (status = 401), (status = 404)))]
pub async fn show(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let mut tx = app.pool.begin().await?;
    let found = find(&mut tx, &id).await?;
    let evidence = match admin.user.flags.has(AdminFlag::Refunds) {
        true => Some(read_evidence(&app, &mut tx, &context, &admin, &found, EvidenceReading::Viewed).await?),
        false => None,
    };
    tx.commit().await?;
    let data = AdminDisputePage { dispute: AdminDispute::new(&context, &found), evidence };
    page::respond_to_admin(&app, &context, &admin, &context.t("admin.dispute.title"), data).await
}

/// Returns the evidence as a text file, for the provider's form.
#[utoipa::path(get, path = "/admin/disputes/{id}/evidence", tag = "admin", operation_id = "admin_dispute_evidence",
    params(("id" = String, Path)),
    responses((status = 200, body = String, content_type = "text/plain; charset=utf-8"), (status = 302), (status = 401), (status = 403), (status = 404)))]
pub async fn download(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    admin.require(AdminFlag::Refunds)?;
    let mut tx = app.pool.begin().await?;
    let found = find(&mut tx, &id).await?;
    let sections = read_evidence(&app, &mut tx, &context, &admin, &found, EvidenceReading::Downloaded).await?;
    tx.commit().await?;
    let title = context.t_with("dispute.evidence.title", &[("id", &found.fid)]);
    let disposition = format!("attachment; filename=\"{}.txt\"", found.fid);
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8")),
        (header::CONTENT_DISPOSITION, HeaderValue::from_str(&disposition).map_err(ApiError::internal)?),
    ];
    Ok((headers, evidence::as_text(&title, &sections)).into_response())
}

/// Replaces the note of a dispute. 409 if it is not the expected one any more.
#[utoipa::path(patch, path = "/admin/disputes/{id}", tag = "admin", operation_id = "admin_dispute_note",
    params(("id" = String, Path)), request_body = DisputeNoteBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 404), (status = 409), (status = 422)))]
pub async fn save_note(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    Path(id): Path<String>,
    FormOrJson(body): FormOrJson<DisputeNoteBody>,
) -> Result<Response, ApiError> {
    let mut tx = app.pool.begin().await?;
    let previous = actions::set_note(&mut tx, app.clock.now(), Actor::Admin(admin.id), &id, &body.note).await?;
    body.expected.require_one("note", &previous, &body.note.trim())?;
    tx.commit().await?;
    done(&app, &context, &id, "admin.dispute.note_saved")
}

/// Marks a dispute as answered: its evidence was submitted in the provider's dashboard.
#[utoipa::path(post, path = "/admin/disputes/{id}/answer", tag = "admin", operation_id = "admin_dispute_answer",
    params(("id" = String, Path)),
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 403), (status = 404), (status = 422)))]
pub async fn answer(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    set_answered(&app, &admin, &id, true).await?;
    done(&app, &context, &id, "admin.dispute.answered")
}

/// Marks a dispute as not answered.
#[utoipa::path(delete, path = "/admin/disputes/{id}/answer", tag = "admin", operation_id = "admin_dispute_reopen",
    params(("id" = String, Path)),
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 403), (status = 404), (status = 422)))]
pub async fn reopen(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    set_answered(&app, &admin, &id, false).await?;
    done(&app, &context, &id, "admin.dispute.reopened")
}

async fn read_evidence(
    app: &App,
    conn: &mut PgConnection,
    context: &Context,
    admin: &Admin,
    dispute: &DisputeRow,
    reading: EvidenceReading,
) -> sqlx::Result<Vec<EvidenceSection>> {
    let (now, actor) = (app.clock.now(), Actor::Admin(admin.id));
    actions::read_evidence(conn, now, actor, context.locale(), dispute, reading).await
}

async fn set_answered(app: &App, admin: &Admin, id: &str, is_answered: bool) -> Result<(), ApiError> {
    admin.require(AdminFlag::Refunds)?;
    let mut tx = app.pool.begin().await?;
    actions::set_answered(&mut tx, app.clock.now(), Actor::Admin(admin.id), id, is_answered).await?;
    Ok(tx.commit().await?)
}

async fn find(conn: &mut PgConnection, id: &str) -> Result<DisputeRow, ApiError> {
    queries::find(conn, id).await?.ok_or_else(ApiError::not_found)
}

fn done(app: &App, context: &Context, id: &str, key: &str) -> Result<Response, ApiError> {
    let done = WriteResponse::redirect_to(format!("/admin/disputes/{id}"));
    done.flash(Flash::notice(context.t(key))).respond(app, context)
}
