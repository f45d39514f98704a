//! The two input formats of a periodic plan's rule, and its stored format (gaps G054b): flat, as in the editor's form, and ice_cube's
//! `rule_type` with `validations`.

use chrono::{NaiveTime, Timelike, Weekday};
use serde_json::{Map, Value, json};

use super::schedule::{LAST, Rule, RuleDays};

/// A rule that has no day, hour or minute, or several, or one that no calendar has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a rule has exactly one day, hour and minute")]
pub struct InvalidRule;

/// From Sunday, the order of ice_cube and of the editor.
pub(super) const WEEKDAYS: [(&str, Weekday); 7] = [
    ("sunday", Weekday::Sun),
    ("monday", Weekday::Mon),
    ("tuesday", Weekday::Tue),
    ("wednesday", Weekday::Wed),
    ("thursday", Weekday::Thu),
    ("friday", Weekday::Fri),
    ("saturday", Weekday::Sat),
];

/// Parses the rules of one entry: twelve if the flat format's month is 0, otherwise one.
///
/// # Errors
/// `InvalidRule`; admin §5 requires exactly one day, hour and minute, and one week.
pub fn read(entry: &Value) -> Result<Vec<Rule>, InvalidRule> {
    let entry = entry.as_object().ok_or(InvalidRule)?;
    match entry.get("validations") {
        Some(validations) => {
            let validations = validations.as_object().ok_or(InvalidRule)?;
            Ok(vec![Rule { days: validated_days(entry, validations)?, time: time(validations)? }])
        }
        None => {
            let time = time(entry)?;
            Ok(flat_days(entry)?.into_iter().map(|days| Rule { days, time }).collect())
        }
    }
}

/// Formats a rule in the stored format.
pub fn write(rule: &Rule) -> Value {
    let mut validations = json!({ "hour_of_day": [rule.time.hour()], "minute_of_hour": [rule.time.minute()] });
    match rule.days {
        RuleDays::Every => {}
        RuleDays::OfMonth { month, day } => {
            validations["month_of_year"] = json!([month]);
            validations["day_of_month"] = json!([day]);
        }
        RuleDays::OfWeek { month, week, weekday } => {
            validations["month_of_year"] = json!([month]);
            validations["day_of_week"] = json!({ weekday.num_days_from_sunday().to_string(): [week] });
        }
    }
    let rule_type = if rule.days == RuleDays::Every { "daily" } else { "yearly" };
    json!({ "rule_type": rule_type, "interval": 1, "validations": validations })
}

fn flat_days(entry: &Map<String, Value>) -> Result<Vec<RuleDays>, InvalidRule> {
    if entry.contains_key("day_of_month") {
        let day = within(one(entry, "day_of_month")?, 1..=31)?;
        return Ok(months(entry)?.into_iter().map(|month| RuleDays::OfMonth { month, day }).collect());
    }
    if entry.contains_key("week_of_month") {
        let week = within(one(entry, "week_of_month")?, 1..=5)?;
        let name = entry.get("day_of_week").and_then(Value::as_str).ok_or(InvalidRule)?;
        let (_, weekday) = WEEKDAYS.into_iter().find(|(known, _)| *known == name).ok_or(InvalidRule)?;
        return Ok(months(entry)?.into_iter().map(|month| RuleDays::OfWeek { month, week, weekday }).collect());
    }
    Ok(vec![RuleDays::Every])
}

fn months(entry: &Map<String, Value>) -> Result<Vec<u32>, InvalidRule> {
    match one(entry, "month")? {
        0 => Ok((1..=12).collect()),
        month => Ok(vec![month_of(month)?]),
    }
}

fn validated_days(entry: &Map<String, Value>, validations: &Map<String, Value>) -> Result<RuleDays, InvalidRule> {
    if entry.get("interval").is_some_and(|interval| number(interval) != Some(1)) {
        return Err(InvalidRule);
    }
    match entry.get("rule_type").and_then(Value::as_str).ok_or(InvalidRule)? {
        "daily" | "IceCube::DailyRule" => Ok(RuleDays::Every),
        "yearly" | "IceCube::YearlyRule" => {
            let month = month_of(one(validations, "month_of_year")?)?;
            match (validations.get("day_of_month"), validations.get("day_of_week").and_then(Value::as_object)) {
                (Some(_), None) => {
                    Ok(RuleDays::OfMonth { month, day: within(one(validations, "day_of_month")?, 1..=31)? })
                }
                (None, Some(weekdays)) if weekdays.len() == 1 => {
                    let (weekday, _) = weekdays.iter().next().ok_or(InvalidRule)?;
                    let week = within(one(weekdays, weekday)?, 1..=5)?;
                    let number: usize = weekday.parse().map_err(|_| InvalidRule)?;
                    let (_, weekday) = *WEEKDAYS.get(number).ok_or(InvalidRule)?;
                    Ok(RuleDays::OfWeek { month, week, weekday })
                }
                _ => Err(InvalidRule),
            }
        }
        _ => Err(InvalidRule),
    }
}

fn time(fields: &Map<String, Value>) -> Result<NaiveTime, InvalidRule> {
    let part = |name| one(fields, name).and_then(|number| u32::try_from(number).map_err(|_| InvalidRule));
    let (hour, minute) = (part("hour_of_day")?, part("minute_of_hour")?);
    NaiveTime::from_hms_opt(hour, minute, 0).filter(|_| minute.is_multiple_of(5)).ok_or(InvalidRule)
}

fn month_of(number: i32) -> Result<u32, InvalidRule> {
    u32::try_from(number).ok().filter(|month| (1..=12).contains(month)).ok_or(InvalidRule)
}

fn within(number: i32, range: std::ops::RangeInclusive<i32>) -> Result<i32, InvalidRule> {
    (number == LAST || range.contains(&number)).then_some(number).ok_or(InvalidRule)
}

/// Returns the single number of a field: a number, or a list of one number.
fn one(fields: &Map<String, Value>, name: &str) -> Result<i32, InvalidRule> {
    match fields.get(name).ok_or(InvalidRule)? {
        Value::Array(values) => match values.as_slice() {
            [value] => number(value).ok_or(InvalidRule),
            _ => Err(InvalidRule),
        },
        value => number(value).ok_or(InvalidRule),
    }
}

/// Parses a number, or a form's text of one.
fn number(value: &Value) -> Option<i32> {
    match value {
        Value::String(text) => text.parse().ok(),
        value => value.as_i64().and_then(|number| number.try_into().ok()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(days: RuleDays) -> Rule {
        Rule { days, time: NaiveTime::from_hms_opt(10, 5, 0).unwrap() }
    }

    #[test]
    fn rrule_round_trips() {
        let all = [
            RuleDays::Every,
            RuleDays::OfMonth { month: 2, day: 29 },
            RuleDays::OfMonth { month: 12, day: LAST },
            RuleDays::OfWeek { month: 1, week: 5, weekday: Weekday::Sun },
            RuleDays::OfWeek { month: 7, week: LAST, weekday: Weekday::Sat },
        ];
        for days in all {
            assert_eq!(read(&write(&rule(days))), Ok(vec![rule(days)]));
        }
    }

    #[test]
    fn both_formats_are_equivalent() {
        let flat = json!({ "month": 3, "week_of_month": -1, "day_of_week": "friday", "hour_of_day": "10", "minute_of_hour": 5 });
        let ice_cube = json!({
            "rule_type": "IceCube::YearlyRule", "interval": 1,
            "validations": { "month_of_year": [3], "day_of_week": { "5": [-1] }, "hour_of_day": [10], "minute_of_hour": [5] },
        });
        let meant = RuleDays::OfWeek { month: 3, week: LAST, weekday: Weekday::Fri };
        assert_eq!((read(&flat), read(&ice_cube)), (Ok(vec![rule(meant)]), Ok(vec![rule(meant)])));
        let daily =
            json!({ "rule_type": "IceCube::DailyRule", "validations": { "hour_of_day": [10], "minute_of_hour": [5] } });
        assert_eq!(read(&daily), Ok(vec![rule(RuleDays::Every)]));
        assert_eq!(read(&json!({ "hour_of_day": 10, "minute_of_hour": 5 })), Ok(vec![rule(RuleDays::Every)]));
    }

    /// F196
    #[test]
    fn month_zero_is_every_month() {
        let rules = read(&json!({ "month": 0, "day_of_month": 31, "hour_of_day": 10, "minute_of_hour": 5 })).unwrap();
        assert_eq!(rules.len(), 12);
        assert!(rules.contains(&rule(RuleDays::OfMonth { month: 2, day: 31 })));
    }

    #[test]
    fn a_rule_has_exactly_one_day_hour_and_minute() {
        let refused = [
            json!("daily"),
            json!({ "hour_of_day": 10 }),
            json!({ "hour_of_day": 24, "minute_of_hour": 0 }),
            json!({ "hour_of_day": 10, "minute_of_hour": 3 }),
            json!({ "month": 13, "day_of_month": 1, "hour_of_day": 10, "minute_of_hour": 0 }),
            json!({ "month": 1, "day_of_month": 0, "hour_of_day": 10, "minute_of_hour": 0 }),
            json!({ "month": 1, "week_of_month": 1, "day_of_week": "someday", "hour_of_day": 10, "minute_of_hour": 0 }),
            json!({ "rule_type": "weekly", "validations": { "hour_of_day": [10], "minute_of_hour": [0] } }),
            json!({ "rule_type": "daily", "interval": 2, "validations": { "hour_of_day": [10], "minute_of_hour": [0] } }),
            json!({ "rule_type": "daily", "validations": { "hour_of_day": [10, 11], "minute_of_hour": [0] } }),
            json!({ "rule_type": "yearly", "validations": { "month_of_year": [1], "hour_of_day": [10], "minute_of_hour": [0] } }),
            json!({ "rule_type": "yearly", "validations": { "month_of_year": [1], "day_of_month": [1, 2], "hour_of_day": [10], "minute_of_hour": [0] } }),
            json!({ "rule_type": "yearly", "validations": { "month_of_year": [1], "day_of_week": { "1": [1, 2] }, "hour_of_day": [10], "minute_of_hour": [0] } }),
            json!({ "rule_type": "yearly", "validations": { "month_of_year": [1], "day_of_week": { "7": [1] }, "hour_of_day": [10], "minute_of_hour": [0] } }),
        ];
        for entry in refused {
            assert_eq!(read(&entry), Err(InvalidRule), "{entry}");
        }
    }
}
