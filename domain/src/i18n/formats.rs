//! Formats of dates, times and money for people.

use chrono::{DateTime, Datelike, NaiveDate, Utc, Weekday};
use chrono_tz::Tz;

use super::Locale;
use crate::money::Yen;

/// Returns a restaurant's zone from its column; Tokyo if the name is unknown.
pub fn zone(name: &str) -> Tz {
    name.parse().unwrap_or(chrono_tz::Asia::Tokyo)
}

/// Formats `2026年11月21日 18:00`, or `Sat, 21 November 2026 18:00`.
pub fn date_time(locale: Locale, instant: DateTime<Utc>, zone: Tz) -> String {
    let local = instant.with_timezone(&zone);
    match locale {
        Locale::Ja => local.format("%Y年%m月%d日 %H:%M").to_string(),
        Locale::En => local.format("%a, %-d %B %Y %H:%M").to_string(),
    }
}

/// Formats a duration in its most suitable unit, rounded up: `45秒`, `12分`, `3時間`, or `45 seconds`, `1 hour`.
pub fn duration(locale: Locale, seconds: i64) -> String {
    let seconds = seconds.max(1);
    let (count, ja, en) = match seconds {
        ..60 => (seconds, "秒", "second"),
        60..3600 => ((seconds + 59) / 60, "分", "minute"),
        _ => ((seconds + 3599) / 3600, "時間", "hour"),
    };
    match locale {
        Locale::Ja => format!("{count}{ja}"),
        Locale::En => format!("{count} {en}{}", if count == 1 { "" } else { "s" }),
    }
}

/// Formats `2026年11月21日（土）`, or `Sat, 21 November 2026`.
pub fn date(locale: Locale, day: NaiveDate) -> String {
    match locale {
        Locale::Ja => format!("{}（{}）", day.format("%Y年%m月%d日"), weekday(locale, day.weekday())),
        Locale::En => day.format("%a, %-d %B %Y").to_string(),
    }
}

/// Formats the month of a day: `2026年10月`, `October 2026`.
pub fn month(locale: Locale, day: NaiveDate) -> String {
    day.format(locale.pick("%Y年%-m月", "%B %Y")).to_string()
}

/// Formats `18:00`.
pub fn time_of_day(instant: DateTime<Utc>, zone: Tz) -> String {
    instant.with_timezone(&zone).format("%H:%M").to_string()
}

pub const fn weekday(locale: Locale, day: Weekday) -> &'static str {
    match (locale, day) {
        (Locale::Ja, Weekday::Mon) => "月",
        (Locale::Ja, Weekday::Tue) => "火",
        (Locale::Ja, Weekday::Wed) => "水",
        (Locale::Ja, Weekday::Thu) => "木",
        (Locale::Ja, Weekday::Fri) => "金",
        (Locale::Ja, Weekday::Sat) => "土",
        (Locale::Ja, Weekday::Sun) => "日",
        (Locale::En, Weekday::Mon) => "Mon",
        (Locale::En, Weekday::Tue) => "Tue",
        (Locale::En, Weekday::Wed) => "Wed",
        (Locale::En, Weekday::Thu) => "Thu",
        (Locale::En, Weekday::Fri) => "Fri",
        (Locale::En, Weekday::Sat) => "Sat",
        (Locale::En, Weekday::Sun) => "Sun",
    }
}

/// Formats `12,000円`, or `¥12,000`.
pub fn yen(locale: Locale, amount: Yen) -> String {
    match locale {
        Locale::Ja => format!("{}円", amount.formatted()),
        Locale::En => format!("¥{}", amount.formatted()),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn duration_is_formatted_in_one_unit() {
        let formatted =
            |seconds| (super::duration(super::Locale::Ja, seconds), super::duration(super::Locale::En, seconds));
        assert_eq!(formatted(45), ("45秒".to_owned(), "45 seconds".to_owned()));
        assert_eq!(formatted(61), ("2分".to_owned(), "2 minutes".to_owned()));
        assert_eq!(formatted(3600), ("1時間".to_owned(), "1 hour".to_owned()));
        assert_eq!(formatted(80_000), ("23時間".to_owned(), "23 hours".to_owned()));
    }

    use chrono::TimeZone;

    use super::*;

    /// F206
    #[test]
    fn instants_are_shown_on_the_restaurants_wall_clock() {
        let late = Utc.with_ymd_and_hms(2026, 12, 31, 15, 0, 0).unwrap();
        assert_eq!(date_time(Locale::Ja, late, zone("Asia/Tokyo")), "2027年01月01日 00:00");
        assert_eq!(date_time(Locale::En, late, zone("Asia/Tokyo")), "Fri, 1 January 2027 00:00");
        assert_eq!(time_of_day(late, zone("no such zone")), "00:00");
    }

    #[test]
    fn a_day_names_its_weekday() {
        let day = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
        assert_eq!(date(Locale::Ja, day), "2026年11月21日（土）");
        assert_eq!(date(Locale::En, day), "Sat, 21 November 2026");
    }

    /// F206
    #[test]
    fn yen_are_written_in_both_languages() {
        assert_eq!(yen(Locale::Ja, Yen(12_000)), "12,000円");
        assert_eq!(yen(Locale::En, Yen(12_000)), "¥12,000");
    }
}
