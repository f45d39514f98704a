//! Tables to take along: CSV that a spreadsheet opens with its letters and numbers intact.

use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};

use crate::http::error::ApiError;

/// A table as a file called `{name}.csv`: UTF-8 with its mark, one header row.
pub fn answer(
    name: &str,
    header: &[String],
    rows: impl IntoIterator<Item = Vec<String>>,
) -> Result<Response, ApiError> {
    let mut text = String::from("\u{feff}");
    push(&mut text, header);
    for row in rows {
        push(&mut text, &row);
    }
    let disposition = format!("attachment; filename=\"{name}.csv\"");
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8")),
        (header::CONTENT_DISPOSITION, HeaderValue::from_str(&disposition).map_err(ApiError::internal)?),
        (header::CACHE_CONTROL, HeaderValue::from_static("private, no-store")),
    ];
    Ok((headers, text).into_response())
}

fn push(text: &mut String, cells: &[String]) {
    let cells: Vec<_> = cells.iter().map(|cell| quoted(cell)).collect();
    text.push_str(&cells.join(","));
    text.push_str("\r\n");
}

/// A cell in quotes. What a spreadsheet would take for a formula is marked as text.
fn quoted(cell: &str) -> String {
    let mark = if cell.starts_with(['=', '+', '-', '@', '\t', '\r']) { "'" } else { "" };
    format!("\"{mark}{}\"", cell.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_and_never_formulas() {
        assert_eq!(quoted("伊藤, \"I\""), "\"伊藤, \"\"I\"\"\"");
        assert_eq!(quoted("=1+1"), "\"'=1+1\"");
        assert_eq!(quoted("+1 415"), "\"'+1 415\"");
        assert_eq!(quoted("090"), "\"090\"");
    }
}
