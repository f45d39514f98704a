//! Import of another service's list of reservations (flag ofsr; gaps G160).

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use domain::db;
use domain::offsite::decoding::decode;
use domain::offsite::format::{self, FormatError, ListFormat, MAX_FILE_BYTES};
use domain::offsite::import::{self, Import, ImportMode};
use domain::offsite::report::{ImportReport, RowOutcome, RowReport};
use domain::progress::UNWATCHED;
use domain::reservations::holds::expire;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::access::Ofsr;
use super::parts::non_blank;
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::extract::form::{FormOrJson, tick};
use crate::http::write_response::WriteResponse;
use crate::state::App;

#[derive(Default, Deserialize, ToSchema)]
pub struct OffsiteImportBody {
    /// The list: CSV with a header, or JSON (docs/OPERATIONS.md). At most 1 MB, like a file.
    #[serde(default)]
    list: String,
    /// The bytes of a file with the list, in base64: UTF-8, UTF-16 with a byte order mark, or Shift_JIS. Replaces `list`.
    #[schema(nullable = false)]
    file: Option<String>,
    /// csv or json; default: detected from the list.
    #[schema(nullable = false)]
    format: Option<String>,
    /// Writes nothing; the response previews the result.
    #[serde(default, deserialize_with = "tick::deserialize")]
    #[schema(value_type = bool)]
    dry_run: bool,
    /// One invalid row prevents all others from being written.
    #[serde(default, deserialize_with = "tick::deserialize")]
    #[schema(value_type = bool)]
    all_or_nothing: bool,
}

/// The result of an import.
#[derive(Serialize, ToSchema)]
pub struct OffsiteImported {
    status: u16,
    message: String,
    /// False after a dry run, and if an invalid row prevented the import.
    is_written: bool,
    /// By outcome: created, changed, unchanged, cancelled, cancelled_before, refused, skipped.
    counts: BTreeMap<&'static str, usize>,
    rows: Vec<OffsiteRow>,
}

/// The result of a row.
#[derive(Serialize, ToSchema)]
pub struct OffsiteRow {
    /// Number of the line, counted from 1; for JSON the position of the object.
    line: u64,
    external_id: String,
    outcome: RowOutcome,
    /// For a rejected row: the invalid field, if there is one, and the reason.
    field: Option<&'static str>,
    code: Option<&'static str>,
    reason: Option<String>,
    reservation_uid: Option<String>,
}

/// Imports a list, or previews the import. The service's own numbers identify the rows, so a list may be imported repeatedly. A
/// form is redirected to the section with the counts.
#[utoipa::path(post, path = "/admin/r/{slug}/offsite_reservations/import", tag = "admin", params(("slug" = String, Path)),
    request_body = OffsiteImportBody,
    responses((status = 200, body = OffsiteImported), (status = 303), (status = 401), (status = 403), (status = 404), (status = 422)))]
pub async fn import(
    State(app): State<App>,
    context: Context,
    at: Ofsr,
    FormOrJson(body): FormOrJson<OffsiteImportBody>,
) -> Result<Response, ApiError> {
    db::extend_for_bulk();
    let invalid = || ApiError::invalid_fields([("format", "field_invalid")]);
    let format =
        non_blank(body.format.as_deref()).map(|name| ListFormat::named(name).ok_or_else(invalid)).transpose()?;
    let list = match non_blank(body.file.as_deref()) {
        Some(file) => {
            let bytes = BASE64.decode(file).map_err(|_| ApiError::invalid_fields([("file", "field_invalid")]))?;
            require_size(bytes.len())?;
            decode(&bytes)?
        }
        None => {
            require_size(body.list.len())?;
            body.list
        }
    };
    let lines = format::read(&list, format.unwrap_or_else(|| ListFormat::detect(&list)))?;
    let now = app.clock.now();
    expire::sweep_restaurant(&app.pool, &app.rng, now, at.restaurant.id).await?;
    let mode = match (body.dry_run, body.all_or_nothing) {
        (true, _) => ImportMode::DryRun,
        (false, true) => ImportMode::AllOrNothing,
        (false, false) => ImportMode::GoodRows,
    };
    let wanted = Import { restaurant: &at.restaurant, actor: at.actor(), mode };
    let report = import::import(&app.pool, &app.rng, now, wanted, &lines, UNWATCHED).await?;
    let message = message(&context, &report);
    if context.wants_json() {
        return Ok(Json(OffsiteImported::new(&context, report, message)).into_response());
    }
    let section = format!("/admin/r/{}/offsite_reservations", at.restaurant.slug);
    WriteResponse::redirect_to(section).flash(Flash::notice(message)).respond(&app, &context)
}

fn require_size(bytes: usize) -> Result<(), FormatError> {
    if bytes > MAX_FILE_BYTES { Err(FormatError::TooLarge) } else { Ok(()) }
}

fn message(context: &Context, report: &ImportReport) -> String {
    let refused = report.count(RowOutcome::Rejected);
    let good = report.rows.len() - refused;
    let key = if report.is_written { "admin.offsite_import.done" } else { "admin.offsite_import.not_written" };
    context.t_with(key, &[("good", &good), ("refused", &refused)])
}

impl OffsiteImported {
    fn new(context: &Context, report: ImportReport, message: String) -> Self {
        Self {
            status: 200,
            message,
            is_written: report.is_written,
            counts: report.counts(),
            rows: report.rows.into_iter().map(|row| OffsiteRow::new(context, row)).collect(),
        }
    }
}

impl OffsiteRow {
    fn new(context: &Context, row: RowReport) -> Self {
        Self {
            line: row.line,
            external_id: row.external_id,
            outcome: row.outcome,
            field: row.field,
            code: row.code,
            reason: row.code.map(|code| context.t(&format!("errors.{code}"))),
            reservation_uid: row.reservation_uid,
        }
    }
}
