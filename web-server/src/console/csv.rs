//! CSV exports that a spreadsheet opens without damage to letters and numbers.

use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use domain::names::is_invisible;
use futures_util::{Stream, StreamExt, TryStreamExt, stream};

use super::table::{BATCH, TableCell};
use crate::http::error::ApiError;

/// Responds with the file `{name}.csv`: UTF-8 with a byte order mark, one header row, and the rows that `lines` returns for the
/// records `ids`, in their order. The header is sent immediately, and each batch as soon as it is read. A batch that fails aborts
/// the response, so a client cannot mistake a part for the whole table.
///
/// # Errors
/// `name` is not valid in a header.
pub fn respond<Id, F, Lines>(name: &str, header: &[String], ids: Vec<Id>, lines: F) -> Result<Response, ApiError>
where
    Id: Clone + Send + 'static,
    F: Fn(Vec<Id>) -> Lines + Send + 'static,
    Lines: Future<Output = sqlx::Result<Vec<Vec<TableCell>>>> + Send + 'static,
{
    send(name, header, stream::iter(batches(&ids)).map(Ok), lines)
}

/// Like `respond`, with the ids of the first rows. All others are read by `rest` when the first rows have been sent.
///
/// # Errors
/// `name` is not valid in a header.
pub fn respond_before<Id, Rest, F, Lines>(
    name: &str,
    header: &[String],
    first: Vec<Id>,
    rest: Rest,
    lines: F,
) -> Result<Response, ApiError>
where
    Id: Clone + Send + 'static,
    Rest: Future<Output = sqlx::Result<Vec<Id>>> + Send + 'static,
    F: Fn(Vec<Id>) -> Lines + Send + 'static,
    Lines: Future<Output = sqlx::Result<Vec<Vec<TableCell>>>> + Send + 'static,
{
    let rest = stream::once(rest).map_ok(|ids| stream::iter(batches(&ids)).map(Ok::<_, sqlx::Error>)).try_flatten();
    send(name, header, stream::iter(batches(&first)).map(Ok).chain(rest), lines)
}

fn batches<Id: Clone>(ids: &[Id]) -> Vec<Vec<Id>> {
    ids.chunks(BATCH).map(<[Id]>::to_vec).collect()
}

fn send<Id, Batches, F, Lines>(name: &str, header: &[String], batches: Batches, lines: F) -> Result<Response, ApiError>
where
    Id: Send + 'static,
    Batches: Stream<Item = sqlx::Result<Vec<Id>>> + Send + 'static,
    F: Fn(Vec<Id>) -> Lines + Send + 'static,
    Lines: Future<Output = sqlx::Result<Vec<Vec<TableCell>>>> + Send + 'static,
{
    let mut first = String::from("\u{feff}");
    push(&mut first, header);
    let rest = batches.and_then(lines).map_ok(|rows| {
        let mut text = String::new();
        rows.iter().for_each(|row| push(&mut text, &row.iter().map(TableCell::text).collect::<Vec<_>>()));
        text
    });
    let rest = rest.inspect_err(|error| tracing::error!(%error, "a CSV export failed"));
    file(name, Body::from_stream(stream::once(async { Ok(first) }).chain(rest)))
}

/// Responds with the file `{name}.csv` of a table that is in memory.
///
/// # Errors
/// `name` is not valid in a header.
pub fn respond_with_rows(name: &str, header: &[String], rows: &[Vec<String>]) -> Result<Response, ApiError> {
    let mut text = String::from("\u{feff}");
    push(&mut text, header);
    rows.iter().for_each(|row| push(&mut text, row));
    file(name, Body::from(text))
}

fn file(name: &str, body: Body) -> Result<Response, ApiError> {
    let disposition = format!("attachment; filename=\"{name}.csv\"");
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8")),
        (header::CONTENT_DISPOSITION, HeaderValue::from_str(&disposition).map_err(ApiError::internal)?),
        (header::CACHE_CONTROL, HeaderValue::from_static("private, no-store")),
    ];
    Ok((headers, body).into_response())
}

fn push(text: &mut String, cells: &[String]) {
    let cells: Vec<_> = cells.iter().map(|cell| quote(cell)).collect();
    text.push_str(&cells.join(","));
    text.push_str("\r\n");
}

/// First characters of a formula. Japanese spreadsheets also accept the full-width signs.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// Returns a cell in quotes. A text that a spreadsheet would read as a formula, also after invisible characters, is marked as
/// text.
fn quote(cell: &str) -> String {
    let seen = cell.trim_start_matches(is_invisible);
    let mark = if seen.starts_with(FORMULA) || cell.starts_with(['\t', '\r', '\n']) { "'" } else { "" };
    format!("\"{mark}{}\"", cell.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_and_never_formulas() {
        assert_eq!(quote("伊藤, \"I\""), "\"伊藤, \"\"I\"\"\"");
        assert_eq!(quote("=1+1"), "\"'=1+1\"");
        assert_eq!(quote("+1 415"), "\"'+1 415\"");
        for formula in
            ["＝1+1", "＋1", "－1", "＠SUM", "\n=1+1", "\u{feff}=1", "\u{200b}@SUM", " \u{a0}+1", "\tx", "\nx"]
        {
            assert_eq!(quote(formula), format!("\"'{formula}\""));
        }
        assert_eq!(quote("090"), "\"090\"");
    }
}
