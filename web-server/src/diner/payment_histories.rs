//! A diner's payments and their documents (diner §2 and §7, gaps G094, D-092 to D-094).

use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, header};
use axum::response::{Html, IntoResponse, Response};
use domain::i18n;
use domain::ids::{ChargeId, LedgerTransferId};
use domain::money::Yen;
use domain::payments::model::{ChargeKind, ChargeStatus, DisputeState};
use domain::receipts::actions::{self, DocumentForm, DocumentRequest, ReceiptMail};
use domain::receipts::changes;
use domain::receipts::document::{self, DocumentType, Issuer};
use domain::receipts::error::ReceiptError;
use domain::receipts::history::{self, HistoryRow};
use domain::receipts::mails::view;
use domain::receipts::refunds::{self, ChargeRefund};
use domain::receipts::tax::paid_kind;
use domain::signing::script_source;
use domain::zone::Zone;
use minijinja::value::Serde;
use minijinja::{Environment, context};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::pagination::{PER_PAGE, page_of, page_within, pages};
use crate::diner::session::Diner;
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::extract::form::FormOrJson;
use crate::http::page::{Meta, PageData, PageOf};
use crate::http::write_response::{RedirectTo, WriteResponse};
use crate::state::App;

const HISTORY: &str = "/users/profile/payment_histories";
const TEMPLATE: &str = include_str!("../../templates/receipt.html.j2");
/// The only script of a document's page, which its policy allows by its hash.
const PRINT_SCRIPT: &str = r#"document.getElementById("print").addEventListener("click",()=>window.print())"#;

#[derive(Deserialize, IntoParams)]
pub struct HistoryQuery {
    page: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct PaymentHistoriesPage {
    charges: Vec<ChargeRecord>,
    /// Default recipient of a receipt, and the addressee of a document.
    email: String,
    name: String,
    total_pages: i64,
    current_page: i64,
}

impl PageData for PaymentHistoriesPage {
    const NAME: &'static str = "payment_histories";
}

/// A charge as its diner sees it.
#[derive(Serialize, ToSchema)]
pub struct ChargeRecord {
    id: i64,
    gateway_fid: Option<String>,
    receipt_sent_at: Option<String>,
    kind: ChargeKind,
    label: String,
    status: ChargeStatus,
    amount: Yen,
    /// Total amount to be refunded, and the part of it that has been refunded.
    refund_due: Yen,
    refunded_amount: Yen,
    /// State of its dispute at the diner's bank. While it is open, a due refund waits.
    dispute: Option<DisputeState>,
    /// Amount that the bank returned in a lost dispute.
    lost_amount: Yen,
    /// Whether a receipt or an invoice is available: the payment succeeded and is not to be refunded in full.
    has_documents: bool,
    /// Time of the payment, or of the request for it if it is unpaid.
    at: String,
    display_at: String,
    restaurant_name: Option<String>,
    reservation_uid: Option<String>,
    reservation_code: Option<String>,
    /// YYYY年MM月DD日 HH:mm, of the visit.
    visit: Option<String>,
    /// Part of a course's price that is kept as a cancellation fee, which contains no tax; 0 otherwise.
    kept_fee: Yen,
    /// The refunds that were made, oldest first.
    refunds: Vec<RefundRecord>,
}

/// A refund of a charge.
#[derive(Serialize, ToSchema)]
pub struct RefundRecord {
    id: i64,
    amount: Yen,
    at: String,
    /// Number of its document; null until it is issued.
    document_number: Option<String>,
    /// Address of its document, relative to the site; null until it is issued.
    document_path: Option<String>,
}

impl RefundRecord {
    fn new(zone: Zone, refund: ChargeRefund) -> Self {
        let (uid, document_number) = refund.document.unzip();
        Self {
            id: refund.id.0,
            amount: refund.amount,
            at: zone.iso(refund.refunded_at),
            document_number,
            document_path: uid.map(|uid| format!("/receipts/{uid}")),
        }
    }
}

impl ChargeRecord {
    fn new(context: &Context, row: HistoryRow, refunds: Vec<ChargeRefund>) -> Self {
        let zone = row.zone.unwrap_or_default();
        let date_time = |at| i18n::date_time(context.locale(), at, zone.tz());
        let returned = row.refund_due.max(row.refunded_amount + row.lost_amount);
        let is_kept = row.status == ChargeStatus::Succeeded && paid_kind(row.kind, row.is_served) != row.kind;
        let name = row.restaurant_ja.zip(row.restaurant_en);
        Self {
            id: row.id.0,
            gateway_fid: row.gateway_fid,
            receipt_sent_at: row.receipt_sent_at.map(|at| zone.iso(at)),
            kind: row.kind,
            label: context.t(&format!("charge.{}", row.kind.as_str())),
            status: row.status,
            amount: row.amount,
            refund_due: row.refund_due,
            refunded_amount: row.refunded_amount,
            dispute: row.dispute,
            lost_amount: row.lost_amount,
            has_documents: row.status == ChargeStatus::Succeeded && returned < row.amount,
            at: zone.iso(row.at),
            display_at: date_time(row.at),
            restaurant_name: name.map(|(ja, en)| context.locale().pick(&ja, &en).to_owned()),
            reservation_uid: row.reservation_uid,
            reservation_code: row.reservation_code,
            visit: row.starts_at.map(date_time),
            kept_fee: if is_kept { row.amount - returned } else { Yen::ZERO },
            refunds: refunds.into_iter().map(|refund| RefundRecord::new(zone, refund)).collect(),
        }
    }
}

/// A diner's payments, 20 per page, the latest first.
#[utoipa::path(get, path = "/users/profile/payment_histories", tag = "diner", params(HistoryQuery),
    responses((status = 200, body = crate::http::page::Page<PaymentHistoriesPage>), (status = 302)))]
pub async fn page(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    Query(query): Query<HistoryQuery>,
) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let total = history::count(&mut conn, diner.id).await?;
    let current_page = page_within(page_of(query.page.as_deref()), total);
    let rows = history::list(&mut conn, diner.id, PER_PAGE, (current_page - 1) * PER_PAGE).await?;
    let account = domain::accounts::queries::find(&mut conn, diner.id).await?.ok_or_else(ApiError::not_found)?;
    let charges: Vec<_> = rows.iter().map(|row| (row.restaurant_id, row.id)).collect();
    let mut refunded = refunds::list(&mut conn, &charges).await?;
    drop(conn);
    let record = |row: HistoryRow| {
        let own = refunded.remove(&row.id).unwrap_or_default();
        ChargeRecord::new(&context, row, own)
    };
    let data = PaymentHistoriesPage {
        charges: rows.into_iter().map(record).collect(),
        email: account.email,
        name: format!("{} {}", account.profile.name_last, account.profile.name_first).trim().to_owned(),
        total_pages: pages(total).max(1),
        current_page,
    };
    let meta = Meta::private(context.t("pages.payment_histories.title"));
    PageOf::new(meta, data).respond(&app, &context, Some(diner.id)).await
}

#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct ChargeInvoiceBody {
    charge_invoice: RequestedDocument,
}

#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct RequestedDocument {
    charge_id: i64,
    /// `receipt` or `invoice`.
    #[serde(rename = "type")]
    document_type: String,
    recipient_name: String,
    /// Purpose of the payment; the default text when blank.
    reason: String,
}

#[derive(Serialize, ToSchema)]
pub struct ReceiptUrl {
    receipt_url: String,
}

/// Issues a receipt or an invoice of a payment, and returns its address. 422 without the recipient's name, when no amount was paid, and
/// after twenty documents of the type.
#[utoipa::path(post, path = "/users/api/payment_histories", tag = "diner", request_body = ChargeInvoiceBody,
    responses((status = 201, body = ReceiptUrl), (status = 401), (status = 404), (status = 422)))]
pub async fn issue(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    FormOrJson(body): FormOrJson<ChargeInvoiceBody>,
) -> Result<Response, ApiError> {
    let wanted = body.charge_invoice;
    let document_type = DocumentType::named(&wanted.document_type)
        .filter(|document_type| *document_type != DocumentType::Refund)
        .ok_or_else(|| ApiError::invalid_fields([("charge_invoice.type", "field_invalid")]))?;
    let issuer = Issuer::from(&app.config.operator);
    let request = DocumentRequest { diner: diner.id, issuer: &issuer, locale: context.locale() };
    let form = DocumentForm { document_type, recipient_name: &wanted.recipient_name, reason: &wanted.reason };
    let (now, charge) = (app.clock.now(), ChargeId(wanted.charge_id));
    let uid = app.transaction(async |tx| actions::issue(tx, &app.rng, now, request, charge, form).await).await?;
    let receipt_url = format!("{}/receipts/{uid}", app.config.base_url);
    Ok((axum::http::StatusCode::CREATED, axum::Json(ReceiptUrl { receipt_url })).into_response())
}

#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct SendReceiptBody {
    receipt_email: String,
    gateway_fid: String,
    /// The diner's own name when blank.
    recipient_name: String,
    /// Purpose of the payment; the default text when blank.
    reason: String,
}

/// Mails the receipt of a payment, once. The flash of the next page confirms it, even if the client ignores the response (gaps G024). 422
/// when it was sent already.
#[utoipa::path(post, path = "/users/api/customers/send_receipt", tag = "diner", request_body = SendReceiptBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 404), (status = 422)))]
pub async fn send(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    FormOrJson(body): FormOrJson<SendReceiptBody>,
) -> Result<Response, ApiError> {
    let issuer = Issuer::from(&app.config.operator);
    let request = DocumentRequest { diner: diner.id, issuer: &issuer, locale: context.locale() };
    let now = app.clock.now();
    let wanted = ReceiptMail {
        gateway_fid: &body.gateway_fid,
        email: &body.receipt_email,
        recipient_name: &body.recipient_name,
        reason: &body.reason,
    };
    app.transaction(async |tx| actions::send_receipt(tx, &app.rng, now, request, wanted).await).await?;
    WriteResponse::redirect_to(HISTORY).flash(Flash::notice(context.t("flash.receipt_sent"))).respond(&app, &context)
}

/// Issues the document of a refund, and returns its address; the same address again if it was issued before. 404 for a refund of another
/// diner.
#[utoipa::path(post, path = "/users/api/payment_histories/refunds/{id}/document", tag = "diner", params(("id" = i64, Path)),
    responses((status = 201, body = ReceiptUrl), (status = 401), (status = 404)))]
pub async fn issue_refund(State(app): State<App>, diner: Diner, Path(id): Path<String>) -> Result<Response, ApiError> {
    let refund = LedgerTransferId(id.parse().map_err(|_| ApiError::not_found())?);
    let issuer = Issuer::from(&app.config.operator);
    let mut tx = app.pool.begin().await?;
    let uid = refunds::issue(&mut tx, &app.rng, app.clock.now(), diner.id, &issuer, refund).await?;
    tx.commit().await?;
    let receipt_url = format!("{}/receipts/{uid}", app.config.base_url);
    Ok((axum::http::StatusCode::CREATED, axum::Json(ReceiptUrl { receipt_url })).into_response())
}

/// Returns a document to any holder of its address: one page of A4. Refunds since it was issued are named above its content, which stays.
#[utoipa::path(get, path = "/receipts/{uid}", tag = "diner", params(("uid" = String, Path)),
    responses((status = 200, content_type = "text/html", body = String), (status = 404)))]
pub async fn show(State(app): State<App>, Path(uid): Path<String>) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let document = document::find(&mut conn, &uid).await?.ok_or_else(ApiError::not_found)?;
    let since = refunds::changes(&mut conn, &document).await?;
    drop(conn);
    let mut environment = Environment::new();
    environment.add_template("receipt.html", TEMPLATE).map_err(ApiError::internal)?;
    let template = environment.get_template("receipt.html").map_err(ApiError::internal)?;
    let page = template.render(context! {
        d => Serde(view(&document)), script => minijinja::Value::from_safe_string(PRINT_SCRIPT.to_owned()), since => Serde(changes::view(document.content.locale, &since))
    });
    let mut response = Html(page.map_err(ApiError::internal)?).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert("x-robots-tag", HeaderValue::from_static("noindex"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    let policy = format!(
        "default-src 'none'; script-src {}; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        script_source(PRINT_SCRIPT)
    );
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::try_from(policy).map_err(ApiError::internal)?);
    Ok(response)
}

impl From<ReceiptError> for ApiError {
    fn from(error: ReceiptError) -> Self {
        let code = error.code();
        match error {
            ReceiptError::Database(error) => error.into(),
            ReceiptError::NotFound => Self::not_found(),
            ReceiptError::Field(field, code) => Self::invalid_fields([(field, code)]),
            ReceiptError::NothingPaid | ReceiptError::AlreadySent | ReceiptError::TooManyCopies => {
                Self::unprocessable(code)
            }
        }
    }
}
