//! Formats of another service's list: CSV with a header, or JSON objects with the same names (docs/OPERATIONS.md). Pure.

use serde::Deserialize;
use serde_json::Value;

use super::decoding::unify_line_ends;
pub use super::error::{FormatError, MAX_FILE_BYTES, MAX_ROWS};
use crate::text_enum::text_enum;

text_enum! {
    /// Format of a list.
    pub enum ListFormat {
        Csv = "csv",
        Json = "json",
    }
}

impl ListFormat {
    /// Detects the format by the beginning of a text.
    pub fn detect(text: &str) -> Self {
        if text.trim_start_matches('\u{feff}').trim_start().starts_with(['[', '{']) { Self::Json } else { Self::Csv }
    }
}

/// A row of the list, not validated; omitted fields are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ListFields {
    /// The other service's id of the booking.
    pub external_id: String,
    /// `inbound` or `inbound_hotel`.
    pub source: String,
    /// `accepted`, or `cancelled` or `void`; `accepted` if empty.
    pub status: String,
    /// ISO 8601, or date and time in the restaurant's zone.
    pub starts_at: String,
    /// If empty, the start plus the meal's usual stay.
    pub ends_at: String,
    pub guests_count: String,
    pub full_name: String,
    /// Country of the phone number; JP if empty.
    pub phone_country: String,
    pub phone_number: String,
    pub email: String,
    /// If empty, the first course of the meal.
    pub course_uid: String,
    /// If empty, any kind of seats with enough free seats.
    pub inventory_group_uid: String,
    pub internal_memo: String,
}

/// The names of the fields, in the order of a new list.
pub const NAMES: [&str; 13] = [
    "external_id",
    "source",
    "status",
    "starts_at",
    "ends_at",
    "guests_count",
    "full_name",
    "phone_country",
    "phone_number",
    "email",
    "course_uid",
    "inventory_group_uid",
    "internal_memo",
];

/// Fields without which nothing can be imported.
const NEEDED: [&str; 2] = ["external_id", "source"];

/// A row with the line on which it begins or, in JSON, its position from 1. An unreadable row has an error code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListRow {
    pub number: u64,
    pub fields: Result<ListFields, &'static str>,
}

/// Returns the rows of a list.
pub fn read(text: &str, format: ListFormat) -> Result<Vec<ListRow>, FormatError> {
    let text = unify_line_ends(text.trim_start_matches('\u{feff}'));
    let lines = match format {
        ListFormat::Csv => read_csv(&text)?,
        ListFormat::Json => read_json(&text)?,
    };
    match lines.len() {
        0 => Err(FormatError::Empty),
        count if count > MAX_ROWS => Err(FormatError::TooMany),
        _ => Ok(lines),
    }
}

fn read_csv(text: &str) -> Result<Vec<ListRow>, FormatError> {
    let unreadable = |error: csv::Error| FormatError::Unreadable(error.to_string());
    let mut reader = csv::ReaderBuilder::new();
    reader.trim(csv::Trim::All).flexible(true).delimiter(delimiter(text));
    let mut reader = reader.from_reader(text.as_bytes());
    let header = reader.headers().map_err(unreadable)?.clone();
    check_header(&header)?;
    let mut lines = Vec::new();
    for record in reader.records() {
        let record = record.map_err(unreadable)?;
        let number = record.position().map_or(0, |position| line_of(text, position));
        let fields = match record.len() == header.len() {
            true => record.deserialize(Some(&header)).map_err(|_| "offsite_row_unreadable"),
            false => Err("offsite_row_width"),
        };
        lines.push(ListRow { number, fields });
    }
    Ok(lines)
}

/// Returns the delimiter of the header: Excel writes its Unicode text with tabs.
fn delimiter(text: &str) -> u8 {
    let header = text.trim_start().lines().next().unwrap_or_default();
    if header.contains('\t') && !header.contains(',') { b'\t' } else { b',' }
}

/// Returns the line on which a record begins: the reader's position is before the blank lines that it skips.
fn line_of(text: &str, position: &csv::Position) -> u64 {
    let from = usize::try_from(position.byte()).unwrap_or(usize::MAX);
    let rest = text.as_bytes().get(from..).unwrap_or_default();
    let skipped = rest.iter().take_while(|byte| matches!(byte, b'\r' | b'\n'));
    position.line() + skipped.filter(|byte| **byte == b'\n').count() as u64
}

fn check_header(header: &csv::StringRecord) -> Result<(), FormatError> {
    let names: Vec<_> = header.iter().collect();
    if names.iter().all(|name| name.is_empty()) {
        return Err(FormatError::Empty);
    }
    let is_twice = |index: usize| names[..index].contains(&names[index]);
    if let Some(index) = (0..names.len()).find(|index| !NAMES.contains(&names[*index]) || is_twice(*index)) {
        return Err(FormatError::Unknown(names[index].to_owned()));
    }
    NEEDED.into_iter().find(|name| !names.contains(name)).map_or(Ok(()), |name| Err(FormatError::Missing(name)))
}

fn read_json(text: &str) -> Result<Vec<ListRow>, FormatError> {
    let rows: Vec<Value> = serde_json::from_str(text).map_err(|error| FormatError::Unreadable(error.to_string()))?;
    let lines = (1..).zip(rows).map(|(number, row)| ListRow { number, fields: fields_of(row) });
    Ok(lines.collect())
}

/// Numbers are read as text, and null as empty.
fn fields_of(row: Value) -> Result<ListFields, &'static str> {
    let Value::Object(mut row) = row else { return Err("offsite_row_unreadable") };
    row.retain(|_, value| !value.is_null());
    for value in row.values_mut() {
        match value {
            Value::Number(number) => *value = Value::String(number.to_string()),
            Value::String(text) => *text = text.trim().to_owned(),
            _ => return Err("offsite_row_unreadable"),
        }
    }
    serde_json::from_value(Value::Object(row)).map_err(|_| "offsite_row_unreadable")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(external_id: &str) -> ListFields {
        ListFields { external_id: external_id.into(), source: "inbound".into(), ..ListFields::default() }
    }

    #[test]
    fn csv_is_read_by_header_with_line_numbers() {
        let text = "\u{feff}source, external_id,full_name\ninbound,A-1,\"Smith, J.\"\n\ninbound,A-2\ninbound,A-3,\n";
        let lines = read(text, ListFormat::Csv).expect("a list");
        let smith = ListFields { full_name: "Smith, J.".into(), ..fields("A-1") };
        assert_eq!(lines[0], ListRow { number: 2, fields: Ok(smith) });
        assert_eq!(lines[1], ListRow { number: 4, fields: Err("offsite_row_width") });
        assert_eq!(lines[2], ListRow { number: 5, fields: Ok(fields("A-3")) });
    }

    #[test]
    fn line_ends_and_delimiter_of_excel_are_read() {
        let text = "external_id\tsource\rA-1\tinbound\rA-2\r";
        let lines = read(text, ListFormat::Csv).expect("a list");
        assert_eq!(lines[0], ListRow { number: 2, fields: Ok(fields("A-1")) });
        assert_eq!(lines[1], ListRow { number: 3, fields: Err("offsite_row_width") });
    }

    #[test]
    fn json_is_read_by_same_names_and_numbers_as_text() {
        let text = r#"[{ "external_id": 7, "source": " inbound ", "email": null }, { "external_id": "8", "colour": "red" }, 9]"#;
        let lines = read(text, ListFormat::Json).expect("a list");
        assert_eq!(lines[0], ListRow { number: 1, fields: Ok(fields("7")) });
        assert_eq!(lines[1].fields, Err("offsite_row_unreadable"), "an unknown field");
        assert_eq!(lines[2].fields, Err("offsite_row_unreadable"));
    }

    #[test]
    fn malformed_list_is_rejected() {
        let refused = |text: &str, format| read(text, format).expect_err(text);
        assert_eq!(refused("", ListFormat::Csv), FormatError::Empty);
        assert_eq!(refused("external_id,source\n", ListFormat::Csv), FormatError::Empty);
        assert_eq!(refused("external_id\nA\n", ListFormat::Csv), FormatError::Missing("source"));
        assert_eq!(refused("external_id,source,name\n", ListFormat::Csv), FormatError::Unknown("name".into()));
        assert_eq!(refused("source,external_id,source\n", ListFormat::Csv), FormatError::Unknown("source".into()));
        assert_eq!(refused("[]", ListFormat::Json), FormatError::Empty);
        assert_eq!(refused("{}", ListFormat::Json).code(), "offsite_list_unreadable");
        let many = format!("external_id,source\n{}", "a,inbound\n".repeat(MAX_ROWS + 1));
        assert_eq!(refused(&many, ListFormat::Csv), FormatError::TooMany);
    }

    #[test]
    fn format_is_detected_by_first_character() {
        assert_eq!(ListFormat::detect("\u{feff} [{}]"), ListFormat::Json);
        assert_eq!(ListFormat::detect("external_id,source"), ListFormat::Csv);
    }

    #[test]
    fn every_name_is_a_field() {
        for name in NAMES {
            let row = serde_json::json!({ name: "x" });
            assert!(fields_of(row).is_ok(), "{name}");
        }
    }
}
