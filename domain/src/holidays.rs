//! Japan's national holidays, computed: fixed days, Mondays, equinoxes, and the days that follow from them (gaps G106). Implements the
//! present law and, of past years, the rules since 2020. The operator's changes come on top: a law may add or move a holiday before a release
//! knows it (gaps G237).

use std::collections::BTreeMap;

use chrono::{Datelike, Duration, NaiveDate, Weekday};
use sqlx::PgConnection;

/// Japanese and English name.
pub type Name = (&'static str, &'static str);

const SUBSTITUTE: Name = ("振替休日", "Substitute holiday");
const BETWEEN: Name = ("国民の休日", "Citizens' holiday");
const MARINE: Name = ("海の日", "Marine Day");
const MOUNTAIN: Name = ("山の日", "Mountain Day");
const SPORTS: Name = ("スポーツの日", "Sports Day");

/// Holidays that a separate law moved in the summers of the Olympic games: year, month, day.
const MOVED: [((i32, u32, u32), Name); 6] = [
    ((2020, 7, 23), MARINE),
    ((2020, 7, 24), SPORTS),
    ((2020, 8, 10), MOUNTAIN),
    ((2021, 7, 22), MARINE),
    ((2021, 7, 23), SPORTS),
    ((2021, 8, 8), MOUNTAIN),
];

/// The national holidays with the operator's changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Holidays {
    /// Japanese and English name of an added day; None for a computed holiday that does not take place.
    changes: BTreeMap<NaiveDate, Option<(String, String)>>,
}

impl Holidays {
    /// Loads the operator's changes. There are few, and they are read whenever they are needed, so no cache must be invalidated.
    pub async fn load(conn: &mut PgConnection) -> sqlx::Result<Self> {
        let rows =
            sqlx::query!("SELECT date, is_struck, label_ja, label_en FROM extra_holidays").fetch_all(conn).await?;
        let change = |is_struck: bool, names| (!is_struck).then_some(names);
        let changes = rows.into_iter().map(|row| (row.date, change(row.is_struck, (row.label_ja, row.label_en))));
        Ok(Self { changes: changes.collect() })
    }

    /// Returns the Japanese and the English name of a national holiday; None for another day.
    pub fn name(&self, date: NaiveDate) -> Option<(&str, &str)> {
        match self.changes.get(&date) {
            Some(change) => change.as_ref().map(|(ja, en)| (ja.as_str(), en.as_str())),
            None => holiday(date),
        }
    }

    pub fn is_holiday(&self, date: NaiveDate) -> bool {
        self.name(date).is_some()
    }
}

/// Returns the name of a computed national holiday; None for another day.
pub fn holiday(date: NaiveDate) -> Option<Name> {
    named(date).or_else(|| is_substitute(date).then_some(SUBSTITUTE)).or_else(|| {
        let is_between = named(date - Duration::days(1)).is_some() && named(date + Duration::days(1)).is_some();
        is_between.then_some(BETWEEN)
    })
}

/// Whether a holiday on a Sunday makes this day a holiday, too.
fn is_substitute(date: NaiveDate) -> bool {
    let before = (1..7).map(|days| date - Duration::days(days)).take_while(|day| named(*day).is_some());
    before.into_iter().any(|day| day.weekday() == Weekday::Sun)
}

fn named(date: NaiveDate) -> Option<Name> {
    let moved = MOVED.iter().find(|(day, _)| *day == (date.year(), date.month(), date.day()));
    let is_moved = |name: &Name| MOVED.iter().any(|((year, ..), moved)| *year == date.year() && moved == name);
    moved.map(|(_, name)| *name).or_else(|| ordinary(date).filter(|name| !is_moved(name)))
}

fn ordinary(date: NaiveDate) -> Option<Name> {
    let nth_monday = (date.weekday() == Weekday::Mon).then(|| (date.day() - 1) / 7 + 1);
    match (date.month(), date.day(), nth_monday) {
        (1, 1, _) => Some(("元日", "New Year's Day")),
        (1, _, Some(2)) => Some(("成人の日", "Coming of Age Day")),
        (2, 11, _) => Some(("建国記念の日", "National Foundation Day")),
        (2, 23, _) => Some(("天皇誕生日", "The Emperor's Birthday")),
        (3, day, _) if day == equinox(date.year(), 20_843_100) => Some(("春分の日", "Vernal Equinox Day")),
        (4, 29, _) => Some(("昭和の日", "Showa Day")),
        (5, 3, _) => Some(("憲法記念日", "Constitution Day")),
        (5, 4, _) => Some(("みどりの日", "Greenery Day")),
        (5, 5, _) => Some(("こどもの日", "Children's Day")),
        (7, _, Some(3)) => Some(MARINE),
        (8, 11, _) => Some(MOUNTAIN),
        (9, _, Some(3)) => Some(("敬老の日", "Respect for the Aged Day")),
        (9, day, _) if day == equinox(date.year(), 23_248_800) => Some(("秋分の日", "Autumnal Equinox Day")),
        (10, _, Some(2)) => Some(SPORTS),
        (11, 3, _) => Some(("文化の日", "Culture Day")),
        (11, 23, _) => Some(("勤労感謝の日", "Labour Thanksgiving Day")),
        _ => None,
    }
}

/// Returns the day of an equinox from its position in 1980, in millionths of a day; valid until 2099.
fn equinox(year: i32, in_1980: i64) -> u32 {
    let years = i64::from(year - 1980);
    let day = (in_1980 + 242_194 * years).div_euclid(1_000_000) - years.div_euclid(4);
    u32::try_from(day).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn days_of(year: i32) -> Vec<String> {
        let first = NaiveDate::from_ymd_opt(year, 1, 1).unwrap();
        let days = first.iter_days().take_while(|day| day.year() == year);
        days.filter(|day| holiday(*day).is_some()).map(|day| day.format("%m-%d").to_string()).collect()
    }

    #[test]
    fn holidays_match_government_calendar() {
        let of_2026 = [
            "01-01", "01-12", "02-11", "02-23", "03-20", "04-29", "05-03", "05-04", "05-05", "05-06", "07-20", "08-11",
            "09-21", "09-22", "09-23", "10-12", "11-03", "11-23",
        ];
        assert_eq!(days_of(2026), of_2026, "with a substitute in May and a day between two in September");
        let of_2027 = [
            "01-01", "01-11", "02-11", "02-23", "03-21", "03-22", "04-29", "05-03", "05-04", "05-05", "07-19", "08-11",
            "09-20", "09-23", "10-11", "11-03", "11-23",
        ];
        assert_eq!(days_of(2027), of_2027);
    }

    #[test]
    fn a_holiday_has_its_name() {
        let name = |date: &str| holiday(date.parse().unwrap()).map(|(ja, _)| ja);
        assert_eq!(name("2026-05-06"), Some("振替休日"));
        assert_eq!(name("2026-09-22"), Some("国民の休日"));
        assert_eq!(name("2026-11-24"), None);
    }

    #[test]
    fn operators_changes_come_on_top() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        let (sports, opening) = (day("2027-10-11"), day("2027-10-22"));
        let added = Some(("即位の日".to_owned(), "Enthronement".to_owned()));
        let holidays = Holidays { changes: BTreeMap::from([(sports, None), (opening, added)]) };
        assert_eq!(holidays.name(opening), Some(("即位の日", "Enthronement")));
        assert!(!holidays.is_holiday(sports) && Holidays::default().is_holiday(sports));
        assert!(holidays.is_holiday(day("2027-11-03")) && !holidays.is_holiday(day("2027-11-04")));
    }
}
