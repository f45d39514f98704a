//! The details of a row of the audit log, or of a job, as one line of a file in the reader's language. Counterpart: `detailOf` of the admin
//! console, which has the same words.

use chrono::{DateTime, Utc};
use domain::i18n::{Locale, word};
use domain::zone::Zone;
use serde_json::{Map, Value};

/// Keys of records before and after a change, whose false values are part of the change.
const SIDES: [&str; 2] = ["old", "new"];
/// Keys whose two values are both the substance of the event. Other false values say that nothing special applies.
const SWITCHES: [&str; 5] =
    ["enable_online_cancellation", "has_waiting_room", "is_in_availability_feed", "is_no_show", "is_on"];

/// Returns `owner: 3, reason: …`. Missing and empty values are left out.
pub fn detail_text(locale: Locale, detail: &Map<String, Value>) -> String {
    line(locale, detail, false)
}

fn line(locale: Locale, detail: &Map<String, Value>, is_side: bool) -> String {
    let entry = |(key, value): (&String, &Value)| {
        let name = word(locale, "word.audit_key", key);
        let is_switch = is_side || SIDES.contains(&key.as_str()) || SWITCHES.contains(&key.as_str());
        match value {
            Value::Null => None,
            Value::String(text) if text.is_empty() => None,
            Value::Bool(false) if !is_switch => None,
            Value::Bool(true) if !is_switch => Some(name),
            other => Some(format!("{name}: {}", shown(locale, key, other, is_side))),
        }
    };
    let mut fields: Vec<_> = detail.iter().collect();
    // The value before a change is read first.
    fields.sort_by_key(|(key, _)| (if *key == "old" { "new" } else { key.as_str() }, *key != "old"));
    fields.into_iter().filter_map(entry).collect::<Vec<_>>().join(", ")
}

/// `is_side` is true inside a record before or after a change.
fn shown(locale: Locale, key: &str, value: &Value, is_side: bool) -> String {
    match value {
        Value::String(text) => match text.parse::<DateTime<Utc>>() {
            Ok(at) => Zone::default().iso(at).chars().take(16).collect::<String>().replace('T', " "),
            Err(_) => word(locale, "word.audit_value", text),
        },
        Value::Bool(flag) => word(locale, "word.audit_value", if *flag { "on" } else { "off" }),
        Value::Array(values) => {
            values.iter().map(|each| shown(locale, key, each, is_side)).collect::<Vec<_>>().join(" ")
        }
        Value::Object(fields) => {
            let inner = line(locale, fields, is_side || SIDES.contains(&key));
            format!("({})", if inner.is_empty() { "–" } else { &inner })
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn text(locale: Locale, detail: &Value) -> String {
        detail.as_object().map(|detail| detail_text(locale, detail)).unwrap_or_default()
    }

    #[test]
    fn keys_and_values_are_in_the_language_of_the_reader() {
        let detail = json!({ "setting": "reservation_fee", "old": 0, "new": 500, "reason": null });
        assert_eq!(text(Locale::Ja, &detail), "変更前: 0, 変更後: 500, 項目: 予約手数料（1名あたりの円）");
        assert_eq!(text(Locale::Ja, &json!({ "type": "OfflineCustomer" })), "種類: 来店・電話");
        let flag = json!({ "flag": "allow_send_ivr_sms_by_default", "is_on": false });
        assert_eq!(text(Locale::Ja, &flag), "機能フラグ: SMS送信を初期値でオンにする, 状態: オフ");
        let change = json!({ "new": { "is_active": false }, "old": { "is_active": true } });
        assert!(text(Locale::En, &change).ends_with(": off)"), "{}", text(Locale::En, &change));
        let nested = json!({ "new": { "dinner": { "is_active": false, "rows": [{ "is_active": false }] } } });
        assert_eq!(text(Locale::En, &nested).matches("off").count(), 2, "{}", text(Locale::En, &nested));
        assert_eq!(text(Locale::Ja, &json!({ "until": "2026-11-24T04:00:29.5Z" })), "期限: 2026-11-24 13:00");
        assert_eq!(text(Locale::Ja, &json!({ "is_expired": false, "unknown": "x" })), "unknown: x");
    }
}
