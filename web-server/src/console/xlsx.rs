//! A table as an Excel workbook of one sheet. Numbers and days are typed, so the spreadsheet can calculate with them. Phone
//! numbers keep their leading 0: in a CSV file a spreadsheet reads them as amounts.

use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Datelike, Utc};
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, FormatAlign, Workbook, Worksheet, XlsxError};

use super::table::{BATCH, TableCell};
use crate::http::error::ApiError;

pub const TYPE: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/// Characters that Excel rejects in the name of a sheet.
const FORBIDDEN_IN_TITLE: [char; 7] = ['[', ']', ':', '*', '?', '/', '\\'];
/// Width of a column in letters, if its cells are not known beforehand, and the last column that gets this width.
const WIDTH: f64 = 18.0;
const LAST_COLUMN: u16 = 25;
/// Maximum length of a cell, in UTF-16 units.
const CELL_UNITS: usize = 32_767;
/// Maximum length of a sheet's name, in letters.
const NAME_LETTERS: usize = 31;

/// Responds with a table as the file `{name}.xlsx`, created at `now`.
///
/// # Errors
/// `name` is not valid in a header, or the workbook cannot be written.
pub fn respond(
    name: &str,
    sheet: &str,
    header: &[String],
    rows: &[Vec<TableCell>],
    now: DateTime<Utc>,
) -> Result<Response, ApiError> {
    file(name, workbook(sheet, header, rows, now).map_err(ApiError::internal)?)
}

/// Responds with a table of any length: the rows that `lines` returns for the records `ids`, in their order and in batches. The
/// rows are kept in a temporary file until all are read.
///
/// # Errors
/// `name` is not valid in a header, a batch cannot be read, or the workbook cannot be written.
pub async fn of_records<Id, F, Lines>(
    name: &str,
    sheet: &str,
    header: &[String],
    ids: &[Id],
    now: DateTime<Utc>,
    lines: F,
) -> Result<Response, ApiError>
where
    Id: Copy,
    F: Fn(Vec<Id>) -> Lines,
    Lines: Future<Output = sqlx::Result<Vec<Vec<TableCell>>>>,
{
    let mut workbook = begin(sheet, now).map_err(ApiError::internal)?;
    let page = workbook.add_worksheet_with_constant_memory().map_err(ApiError::internal)?;
    begin_sheet(page, sheet, header).map_err(ApiError::internal)?;
    page.set_column_range_width(0, LAST_COLUMN, WIDTH).map_err(ApiError::internal)?;
    let mut written = 1;
    for batch in ids.chunks(BATCH) {
        let rows = lines(batch.to_vec()).await?;
        let page = workbook.worksheet_from_index(0).map_err(ApiError::internal)?;
        written = write_rows(page, written, &rows).map_err(ApiError::internal)?;
    }
    let packed = tokio::task::spawn_blocking(move || workbook.save_to_buffer()).await;
    file(name, packed.map_err(ApiError::internal)?.map_err(ApiError::internal)?)
}

fn file(name: &str, body: Vec<u8>) -> Result<Response, ApiError> {
    let disposition = format!("attachment; filename=\"{name}.xlsx\"");
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(TYPE)),
        (header::CONTENT_DISPOSITION, HeaderValue::from_str(&disposition).map_err(ApiError::internal)?),
        (header::CACHE_CONTROL, HeaderValue::from_static("private, no-store")),
    ];
    Ok((headers, body).into_response())
}

fn workbook(title: &str, header: &[String], rows: &[Vec<TableCell>], now: DateTime<Utc>) -> Result<Vec<u8>, XlsxError> {
    let mut workbook = begin(title, now)?;
    let sheet = workbook.add_worksheet();
    begin_sheet(sheet, title, header)?;
    write_rows(sheet, 1, rows)?;
    sheet.autofit();
    workbook.save_to_buffer()
}

fn begin(title: &str, now: DateTime<Utc>) -> Result<Workbook, XlsxError> {
    let mut workbook = Workbook::new();
    let written_at = ExcelDateTime::from_timestamp(now.timestamp())?;
    workbook.set_properties(&DocProperties::new().set_title(title).set_creation_datetime(&written_at));
    Ok(workbook)
}

fn begin_sheet(sheet: &mut Worksheet, title: &str, header: &[String]) -> Result<(), XlsxError> {
    sheet.set_name(
        title.chars().filter(|letter| !FORBIDDEN_IN_TITLE.contains(letter)).take(NAME_LETTERS).collect::<String>(),
    )?;
    sheet.set_freeze_panes(1, 0)?;
    let head = Format::new().set_bold().set_align(FormatAlign::Center);
    for (column, name) in (0..).zip(header) {
        sheet.write_string_with_format(0, column, name, &head)?;
    }
    Ok(())
}

/// Writes rows from the row `first` on, and returns the index of the next row.
fn write_rows(sheet: &mut Worksheet, first: u32, rows: &[Vec<TableCell>]) -> Result<u32, XlsxError> {
    let mut next = first;
    for cells in rows {
        for (column, cell) in (0..).zip(cells) {
            write(sheet, next, column, cell)?;
        }
        next += 1;
    }
    Ok(next)
}

/// Returns the longest beginning of a text that fits in a cell. The limit counts UTF-16 units.
fn truncate_to_cell(text: &str) -> &str {
    let mut units = 0;
    let too_far = text.char_indices().find(|(_, letter)| {
        units += letter.len_utf16();
        units > CELL_UNITS
    });
    too_far.map_or(text, |(at, _)| &text[..at])
}

#[expect(clippy::cast_precision_loss, reason = "a spreadsheet knows no other numbers")]
fn write(sheet: &mut Worksheet, row: u32, column: u16, cell: &TableCell) -> Result<(), XlsxError> {
    match cell {
        TableCell::Text(text) => sheet.write_string(row, column, truncate_to_cell(text))?,
        TableCell::Number(number) => {
            sheet.write_number_with_format(row, column, *number as f64, &Format::new().set_num_format("#,##0"))?
        }
        TableCell::Decimal(number) => {
            sheet.write_number_with_format(row, column, *number, &Format::new().set_num_format("0.0"))?
        }
        TableCell::Day(day) => {
            let (year, month, date) = (day.year(), day.month(), day.day());
            let date = ExcelDateTime::from_ymd(year.try_into().unwrap_or(1900), month as u8, date as u8)?;
            sheet.write_datetime_with_format(row, column, &date, &Format::new().set_num_format("yyyy-mm-dd"))?
        }
        TableCell::Instant(at) => {
            let at = ExcelDateTime::from_timestamp(at.and_utc().timestamp())?;
            sheet.write_datetime_with_format(row, column, &at, &Format::new().set_num_format("yyyy-mm-dd hh:mm"))?
        }
        TableCell::Phone(number) => sheet.write_string(row, column, number)?,
        TableCell::Nothing => sheet,
    };
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cell_text_is_cut_between_characters() {
        assert_eq!(truncate_to_cell("窓側"), "窓側");
        let full = "窓".repeat(CELL_UNITS);
        assert_eq!(truncate_to_cell(&full), full);
        assert_eq!(truncate_to_cell(&format!("{full}側")), full);
        let before = "窓".repeat(CELL_UNITS - 1);
        assert_eq!(truncate_to_cell(&format!("{before}🐟")), before);
    }
}
