//! Fees of no-shows that restaurants have requested, and the operator's refusals (gaps G086).

use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use domain::accounts::admins::AdminFlag;
use domain::audit::Actor;
use domain::i18n;
use domain::lists::NoShowFeeEntry;
use domain::money::Yen;
use domain::payments::model::ChargeStatus;
use domain::reservations::model::Reservation;
use domain::reservations::no_show_fee_rows::{self, NoShowFeeRow, NoShowFeeStatus};
use domain::reservations::no_show_fees::{self, NoShowFeeWaiver};
use domain::reservations::queries;
use domain::zone::Zone;
use serde::Serialize;
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::cancel_requests::find;
use super::justification::Justification;
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

/// The fees that are not charged yet, oldest first.
const DEFAULTS: ListDefaults =
    ListDefaults { sort: "requested_at", is_descending: false, filter: &[("status", "requested")] };

pub fn calls<C: Calls>() -> C {
    C::new().routes(routes!(index)).routes(routes!(waive))
}

#[derive(Serialize, ToSchema)]
pub struct AdminNoShowFeesPage {
    /// Null if the address has a query: the call of the list answers it.
    first: Option<ListStart<NoShowFeeEntry>>,
}

impl PageData for AdminNoShowFeesPage {
    const NAME: &'static str = "admin_no_show_fees";
}

/// A requested fee.
#[derive(Serialize, ToSchema)]
pub struct AdminNoShowFee {
    restaurant_slug: String,
    restaurant_name: String,
    reservation_uid: String,
    reservation_code: String,
    /// YYYY年MM月DD日 HH:mm
    display_time: String,
    guests_count: i32,
    amount: Yen,
    status: NoShowFeeStatus,
    /// Status of the charge; null before it is planned.
    charge_status: Option<ChargeStatus>,
    /// ISO 8601.
    requested_at: String,
    charge_due_at: String,
    /// The reason of a refusal.
    reason: String,
}

impl AdminNoShowFee {
    pub fn new(context: &Context, row: NoShowFeeRow) -> Self {
        let zone = Zone::default();
        Self {
            restaurant_name: context.pick(&row.restaurant_name),
            restaurant_slug: row.restaurant,
            reservation_uid: row.reservation_uid,
            reservation_code: row.reservation_code,
            display_time: i18n::date_time(context.locale(), row.starts_at, zone.tz()),
            guests_count: row.guests_count,
            amount: row.amount,
            status: row.status,
            charge_status: row.charge_status,
            requested_at: zone.iso(row.requested_at),
            charge_due_at: zone.iso(row.charge_due_at),
            reason: row.reason,
        }
    }
}

/// Lists the fees that are not charged yet.
#[utoipa::path(get, path = "/admin/no_show_fees", tag = "admin",
    responses((status = 200, body = page::ConsolePage<AdminNoShowFeesPage>), (status = 302), (status = 401)))]
pub async fn index(State(app): State<App>, context: Context, admin: Admin, uri: Uri) -> Result<Response, ApiError> {
    let request = ResourceRequest { app: &app, context: &context, viewer: &admin };
    let first = lists::start::<NoShowFeeEntry>(request, &uri, DEFAULTS).await?;
    let title = context.t("admin.no_show_fees.title");
    page::respond_to_admin(&app, &context, &admin, &title, AdminNoShowFeesPage { first }).await
}

/// Refuses a fee for a reason, and notifies its guest by mail. A charge is cancelled or refunded, which needs the permission `refunds` and a
/// proof of identity, too (gaps G220). 400 if there is no fee, or it is withdrawn or refused.
#[utoipa::path(post, path = "/admin/reservations/{uid}/no_show_fee/waive", tag = "admin", params(("uid" = String, Path)),
    request_body = Justification,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 400), (status = 401), (status = 403), (status = 404),
        (status = 422), (status = 429)))]
pub async fn waive(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    key: RecordKey,
    FormOrJson(justification): FormOrJson<Justification>,
) -> Result<Response, ApiError> {
    let reason = justification.require_reason()?;
    let mut tx = app.pool.begin().await?;
    let found = find(&mut tx, &key).await?;
    if is_charged(&mut tx, &found).await? {
        // A wrong proof counts as an attempt, which this transaction must not undo. A charged fee does not become a requested one.
        tx.rollback().await?;
        justification.require(&app, &context, &admin, AdminFlag::Refunds).await?;
        tx = app.pool.begin().await?;
    }
    let waiver = NoShowFeeWaiver { now: app.clock.now(), actor: Actor::Admin(admin.id), reason };
    no_show_fees::waive(&mut tx, &app.rng, waiver, found.restaurant_id, found.id).await?;
    tx.commit().await?;
    let done = WriteResponse::redirect_to(format!("/admin/reservations/{}", found.uid));
    done.flash(Flash::notice(context.t("admin.no_show_fees.waived"))).respond(&app, &context)
}

/// Whether the fee is charged. The reservation stays locked, because the sweep may charge the fee until then.
async fn is_charged(conn: &mut PgConnection, found: &Reservation) -> sqlx::Result<bool> {
    queries::lock(conn, found.restaurant_id, found.id).await?;
    let fee = no_show_fee_rows::find(conn, found.restaurant_id, found.id).await?;
    Ok(fee.is_some_and(|fee| fee.status == NoShowFeeStatus::Charged))
}
