//! The platform's monthly statements (owner §2, gaps G167).

use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, header};
use axum::response::{Html, IntoResponse, Response};
use domain::adjustments::model::{AdjustmentKind, BorneBy, MadeAdjustment};
use domain::adjustments::queries as adjustments;
use domain::charge_invoices::list::{self as invoices, InvoiceRow};
use domain::charge_invoices::statement::{self, StatementKey};
use domain::disputes::model::DisputeRow;
use domain::disputes::queries as disputes;
use domain::ids::ChargeInvoiceId;
use domain::money::Yen;
use domain::pagination::PageWindow;
use domain::payments::disputes::DisputeBearer;
use domain::receipts::document::Issuer;
use domain::zone::YearMonth;
use minijinja::value::Serde;
use minijinja::{Environment, context};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::console::page;
use crate::console::record_key::id_of;
use crate::console::{OwnerOrAdmin, Staff};
use crate::http::calls::{Calls, routes};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::page::PageData;
use crate::state::App;

const PER_PAGE: i64 = 24;
const TEMPLATE: &str = include_str!("../../templates/statement.html.j2");

pub fn calls<C: Calls>() -> C {
    C::new().routes(routes!(page)).routes(routes!(show))
}

#[derive(Serialize, ToSchema)]
pub struct OwnerChargeInvoicesPage {
    invoices: Vec<ChargeInvoice>,
    /// YYYY-MM; null for all periods.
    selected_month: Option<String>,
    /// T and 13 digits of the platform; empty if it is not registered.
    registration_number: String,
    /// Rate of the tax within the amounts, in percent.
    tax_percent: i64,
    /// The months with statements, latest first.
    months: Vec<String>,
    total: i64,
    current_page: i64,
    total_pages: i64,
    /// Payments that banks returned to cardholders, latest first.
    lost_disputes: Vec<LostDispute>,
    /// Manual refunds and corrections that were made, latest first.
    adjustments: Vec<OwnerAdjustment>,
}

impl PageData for OwnerChargeInvoicesPage {
    const NAME: &'static str = "owner_charge_invoices";
}

#[derive(Serialize, ToSchema)]
pub struct ChargeInvoice {
    id: i64,
    /// YYYY-MM
    month: String,
    reservations_count: i32,
    /// S-000012-202611
    number: String,
    /// Yen, tax included.
    amount: Yen,
    /// Tax within the amount, rounded once.
    tax: Yen,
    /// Reservations among them whose guests did not come; null until the next close if the statement was issued without its contents.
    no_shows_count: Option<i64>,
    /// Fees of no-shows that were collected for the restaurant, untaxed and no part of the amount; null as above.
    no_show_fees: Option<Yen>,
    /// Address of the printable statement, relative to the site.
    document_path: String,
    /// issued or paid.
    status: String,
    issued_at: String,
}

impl ChargeInvoice {
    pub fn new(staff: &Staff, invoice: InvoiceRow) -> Self {
        let content = invoice.content.as_ref().map(|content| content.0);
        Self {
            id: invoice.id.0,
            month: YearMonth::containing(invoice.month).to_string(),
            reservations_count: invoice.reservations_count,
            number: statement::number(staff.restaurant.id, invoice.month),
            amount: invoice.amount,
            tax: invoice.tax(),
            no_shows_count: content.map(|content| content.no_shows.count),
            no_show_fees: content.map(|content| content.no_show_fees.amount),
            document_path: format!("/owners/restaurant_charge_invoices/{}", invoice.id),
            status: invoice.status,
            issued_at: staff.restaurant.zone.iso(invoice.issued_at),
        }
    }
}

/// A payment of a reservation that a bank returned to the cardholder.
#[derive(Serialize, ToSchema)]
pub struct LostDispute {
    reservation_code: Option<String>,
    payment_label: String,
    amount: Yen,
    reason_label: String,
    /// The restaurant's part is deducted from the amount owed to it.
    borne_by: DisputeBearer,
    /// ISO 8601.
    closed_at: Option<String>,
}

impl LostDispute {
    fn new(context: &Context, staff: &Staff, row: &DisputeRow) -> Self {
        Self {
            reservation_code: row.reservation_code.clone(),
            payment_label: context.t(&format!("charge.{}", row.charge_kind.as_str())),
            amount: row.amount,
            reason_label: row.reason_label(context.locale()),
            borne_by: row.borne_by.unwrap_or(DisputeBearer::Platform),
            closed_at: row.closed_at.map(|at| staff.restaurant.zone.iso(at)),
        }
    }
}

/// A refund or a correction of a reservation that the operator made manually.
#[derive(Serialize, ToSchema)]
pub struct OwnerAdjustment {
    kind: AdjustmentKind,
    reservation_code: Option<String>,
    payment_label: String,
    amount: Yen,
    reason: String,
    /// The party that bears a refund, or receives a correction.
    borne_by: BorneBy,
    /// ISO 8601.
    finished_at: Option<String>,
}

impl OwnerAdjustment {
    fn new(context: &Context, staff: &Staff, made: MadeAdjustment) -> Self {
        Self {
            kind: made.kind,
            reservation_code: made.reservation_code,
            payment_label: context.t(&format!("charge.{}", made.charge_kind.as_str())),
            amount: made.amount,
            reason: made.reason,
            borne_by: made.borne_by,
            finished_at: made.finished_at.map(|at| staff.restaurant.zone.iso(at)),
        }
    }
}

/// Parses the month of a list; None for an empty text and for `all`.
pub fn selected_month(text: Option<&str>) -> Result<Option<YearMonth>, ApiError> {
    let selected = text.filter(|month| !month.is_empty() && *month != "all");
    let invalid = || ApiError::invalid_fields([("selected_month", "year_month_invalid")]);
    selected.map(|month| YearMonth::parse(month).ok_or_else(invalid)).transpose()
}

#[derive(Deserialize, IntoParams)]
pub struct InvoicesQuery {
    /// YYYY-MM; empty for all periods.
    selected_month: Option<String>,
    page: Option<String>,
}

/// Lists the platform's charge invoices of one month, or of all months.
#[utoipa::path(get, path = "/owners/restaurant_charge_invoices", tag = "owner", params(InvoicesQuery),
    responses((status = 200, body = page::ConsolePage<OwnerChargeInvoicesPage>), (status = 302), (status = 422)))]
pub async fn page(
    State(app): State<App>,
    context: Context,
    staff: OwnerOrAdmin,
    Query(query): Query<InvoicesQuery>,
) -> Result<Response, ApiError> {
    let selected = selected_month(query.selected_month.as_deref())?;
    let asked = query.page.and_then(|page| page.parse().ok()).unwrap_or(1);
    let mut conn = app.pool.acquire().await?;
    let total = invoices::count(&mut conn, staff.restaurant.id, selected).await?;
    let total_pages = (total + PER_PAGE - 1) / PER_PAGE;
    let current_page = i64::clamp(asked, 1, total_pages.max(1));
    let window = PageWindow::newest(PER_PAGE, (current_page - 1) * PER_PAGE);
    let found = invoices::list(&mut conn, staff.restaurant.id, selected, window).await?;
    let months = invoices::list_months(&mut conn, staff.restaurant.id).await?;
    let lost = disputes::list_lost_of(&mut conn, staff.restaurant.id).await?;
    let adjusted = adjustments::list_made_of(&mut conn, staff.restaurant.id).await?;
    drop(conn);
    let data = OwnerChargeInvoicesPage {
        invoices: found.into_iter().map(|invoice| ChargeInvoice::new(&staff, invoice)).collect(),
        registration_number: app.config.operator.registration_number.clone(),
        tax_percent: statement::RATE.percent().unwrap_or(0),
        selected_month: selected.map(|month| month.to_string()),
        months: months.into_iter().map(|month| YearMonth::containing(month).to_string()).collect(),
        total,
        current_page,
        total_pages,
        lost_disputes: lost.iter().map(|row| LostDispute::new(&context, &staff, row)).collect(),
        adjustments: adjusted.into_iter().map(|made| OwnerAdjustment::new(&context, &staff, made)).collect(),
    };
    page::respond(&app, &context, &staff, &context.t("owner.invoices.title"), data).await
}

/// Returns a charge invoice as a document: one page of A4, with the contents of a qualified invoice.
#[utoipa::path(get, path = "/owners/restaurant_charge_invoices/{id}", tag = "owner", params(("id" = i64, Path)),
    responses((status = 200, content_type = "text/html", body = String), (status = 302), (status = 401), (status = 404)))]
pub async fn show(
    State(app): State<App>,
    context: Context,
    staff: OwnerOrAdmin,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let key = StatementKey::Id(ChargeInvoiceId(id_of(&id)?));
    let mut conn = app.pool.acquire().await?;
    let found = statement::find(&mut conn, staff.restaurant.id, key).await?.ok_or_else(ApiError::not_found)?;
    drop(conn);
    let issuer = Issuer::from(&app.config.operator);
    let mut environment = Environment::new();
    environment.add_template("statement.html", TEMPLATE).map_err(ApiError::internal)?;
    let template = environment.get_template("statement.html").map_err(ApiError::internal)?;
    let page = template.render(context! { d => Serde(statement::view(context.locale(), &issuer, &found)) });
    let mut response = Html(page.map_err(ApiError::internal)?).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert("x-robots-tag", HeaderValue::from_static("noindex"));
    Ok(response)
}
