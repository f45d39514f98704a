//! Cells as spreadsheets write them: dates and times of Japanese Excel, numbers in full width, and numbers that Excel has rounded. Pure
//! (gaps G235).

use chrono::{DateTime, Datelike, Duration, NaiveDate, NaiveTime, Utc};
use unicode_normalization::UnicodeNormalization;

use crate::zone::Zone;

/// Excel counts days from here; the count of its first two months is wrong, and never used.
const EXCEL_DAY_ZERO: Option<NaiveDate> = NaiveDate::from_ymd_opt(1899, 12, 30);
/// The first year of 令和 is 2019.
const YEAR_BEFORE_REIWA: i32 = 2018;
const YEARS: std::ops::Range<i32> = 2000..2200;

/// Returns a cell in half width, trimmed.
pub fn plain(cell: &str) -> String {
    cell.nfkc().collect::<String>().trim().to_owned()
}

/// Parses date and time: ISO 8601, `2027/1/5 18:00`, `2027年1月5日(火) 18時00分`, `令和9年1月5日 18:00`, `R9.1.5 18:00`, or a serial number of
/// Excel. A time after midnight may exceed 24 hours (`25:30`).
///
/// # Errors
/// The code of the field error: `offsite_date_ambiguous` if the year is last, because day and month are then in either order;
/// `offsite_date_invalid`.
pub fn instant(zone: Zone, cell: &str) -> Result<DateTime<Utc>, &'static str> {
    let text = plain(cell);
    if let Some(instant) = zone.parse(&text) {
        return Ok(instant);
    }
    if let Some(instant) = serial(zone, &text) {
        return Ok(instant);
    }
    let (date, time) = split(&text).ok_or("offsite_date_invalid")?;
    let (date, minutes) = (date_of(date)?, minutes_of(time).ok_or("offsite_date_invalid")?);
    let date = date + Duration::days(i64::from(minutes / 1_440));
    let time = NaiveTime::from_num_seconds_from_midnight_opt(minutes % 1_440 * 60, 0).ok_or("offsite_date_invalid")?;
    Ok(zone.at(date, time))
}

/// Splits a text into date and time: after the sign for the day and a day of the week in brackets, or at the first space or `T`.
fn split(text: &str) -> Option<(&str, &str)> {
    if let Some(end) = text.find('日') {
        let (date, rest) = text.split_at(end + '日'.len_utf8());
        let rest = rest.trim_start();
        let rest = rest.strip_prefix('(').and_then(|rest| rest.split_once(')')).map_or(rest, |(_, rest)| rest);
        return Some((date, rest.trim()));
    }
    if let Some((date, rest)) = text.split_once('(') {
        let (_, time) = rest.split_once(')')?;
        return Some((date.trim(), time.trim()));
    }
    let (date, time) = text.split_once([' ', 'T'])?;
    Some((date, time.trim()))
}

fn date_of(text: &str) -> Result<NaiveDate, &'static str> {
    let (text, era) = match text.strip_prefix("令和").or_else(|| text.strip_prefix(['R', 'r'])) {
        Some(rest) => (rest.replacen("元年", "1年", 1), YEAR_BEFORE_REIWA),
        None => (text.to_owned(), 0),
    };
    let parts: Vec<&str> = text.trim_end_matches('日').split(['/', '-', '.', '年', '月']).collect();
    let &[first, second, third] = parts.as_slice() else { return Err("offsite_date_invalid") };
    let is_year_last = era == 0 && third.len() == 4 && first.len() <= 2;
    if is_year_last && [first, second, third].iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit())) {
        return Err("offsite_date_ambiguous");
    }
    if era == 0 && first.len() != 4 {
        return Err("offsite_date_invalid");
    }
    let number = |part: &str| {
        let is_number = (1..=4).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| part.parse::<u32>().ok()).flatten()
    };
    let parsed = || {
        let year = i32::try_from(number(first)?).ok()? + era;
        NaiveDate::from_ymd_opt(year, number(second)?, number(third)?).filter(|date| YEARS.contains(&date.year()))
    };
    parsed().ok_or("offsite_date_invalid")
}

/// Returns the minutes of `18:00`, `18:00:00`, `18時00分`, `18時` or `25:30`.
fn minutes_of(text: &str) -> Option<u32> {
    let text = text.strip_suffix('分').unwrap_or(text);
    let text = text.strip_suffix('時').map_or_else(|| text.replace('時', ":"), |hours| format!("{hours}:00"));
    let parts: Vec<&str> = text.split(':').collect();
    let (hours, minutes) = match parts.as_slice() {
        [hours, minutes] | [hours, minutes, "00"] => (*hours, *minutes),
        _ => return None,
    };
    let number = |part: &str| {
        let is_number = (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| part.parse::<u32>().ok()).flatten()
    };
    let (hours, minutes) = (number(hours)?, number(minutes)?);
    (hours < 48 && minutes < 60).then_some(hours * 60 + minutes)
}

/// Converts a serial number of Excel: days with the time as a fraction, rounded to the minute.
fn serial(zone: Zone, text: &str) -> Option<DateTime<Utc>> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let days = text.parse::<f64>().ok().filter(|days| is_number && (36_526.0..109_575.0).contains(days))?;
    let minutes = (days * 1_440.0).round() as i64;
    let date = EXCEL_DAY_ZERO? + Duration::days(minutes / 1_440);
    let time = NaiveTime::from_num_seconds_from_midnight_opt(u32::try_from(minutes % 1_440).ok()? * 60, 0)?;
    Some(zone.at(date, time))
}

/// Parses a number of guests: `4`, `４`, `4名`, `4人` or `4.0`.
pub fn guests(cell: &str) -> Option<i32> {
    let text = plain(cell);
    let text = text.trim_end_matches('様').trim_end_matches(['名', '人']).trim();
    text.strip_suffix(".0").unwrap_or(text).parse().ok()
}

/// Whether Excel has rounded a long number, as `9.01E+10`: its digits are lost.
pub fn is_rounded(cell: &str) -> bool {
    let text = plain(cell).to_ascii_uppercase();
    text.split_once("E+").is_some_and(|(digits, exponent)| {
        digits.starts_with(|c: char| c.is_ascii_digit())
            && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
            && !exponent.is_empty()
            && exponent.bytes().all(|byte| byte.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_japanese_excel_are_read() {
        let zone = Zone::default();
        let expected = zone.parse("2027-01-05T18:00").expect("an instant");
        for cell in [
            "2027-01-05 18:00",
            "2027/1/5 18:00",
            "2027/01/05 18:00:00",
            "２０２７／１／５　１８：００",
            "2027.1.5 18:00",
            "2027年1月5日 18時00分",
            "2027年1月5日(火) 18時",
            "2027年1月5日18:00",
            "2027/1/5(火) 18:00",
            "2027/1/5(火)18:00",
            "２０２７／１／５（火）１８：００",
            "2027/1/5 (火) 18:00",
            "令和9年1月5日 18:00",
            "R9.1.5 18:00",
            "46392.75",
            "2027-01-05T18:00:00+09:00",
        ] {
            assert_eq!(instant(zone, cell), Ok(expected), "{cell}");
        }
        assert_eq!(instant(zone, "2027/1/4 42:00"), Ok(expected), "a time after midnight");
    }

    #[test]
    fn ambiguous_and_incomplete_dates_are_rejected() {
        let read = |cell: &str| instant(Zone::default(), cell);
        for cell in ["1/5/2027 18:00", "05-01-2027 18:00", "5.1.2027 18:00"] {
            assert_eq!(read(cell), Err("offsite_date_ambiguous"), "{cell}");
        }
        for cell in [
            "",
            "2027/1/5",
            "2027/1/5(火)",
            "2027/1/5(火 18:00",
            "18:00",
            "27/1/5 18:00",
            "2027/13/5 18:00",
            "2027/1/5 18:60",
            "2027/1/5 48:00",
            "4.6E+4",
        ] {
            assert_eq!(read(cell), Err("offsite_date_invalid"), "{cell}");
        }
    }

    #[test]
    fn numbers_of_guests_are_read_in_any_width() {
        for cell in ["4", "４", " 4名", "４名様", "4人", "4.0"] {
            assert_eq!(guests(cell), Some(4), "{cell}");
        }
        for cell in ["", "四", "4.5", "4-5"] {
            assert_eq!(guests(cell), None, "{cell}");
        }
    }

    #[test]
    fn rounded_numbers_are_recognised() {
        assert!(is_rounded("9.01235E+09") && is_rounded("8.19E+11"));
        assert!(!is_rounded("A-1E+5") && !is_rounded("9012345678") && !is_rounded("090-1234-5678"));
    }
}
