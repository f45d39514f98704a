//! Removes the values of a response that differ between runs.

use serde_json::{Map, Value, json};

/// Number of elements that show what a list consists of.
const SHOWN: usize = 3;
/// Random uids, codes and tokens are at least as long.
const RANDOM: usize = 20;

/// Blanks ids, uids, tokens, codes and ports; shortens lists.
pub fn redact(answer: &mut Value) {
    match answer {
        Value::Object(fields) => redact_fields(fields),
        Value::Array(elements) => {
            let more = elements.len().saturating_sub(SHOWN);
            elements.truncate(SHOWN);
            elements.iter_mut().for_each(redact);
            if more > 0 {
                elements.push(json!(format!("[{more} more]")));
            }
        }
        Value::String(text) => *text = without_randomness(text),
        _ => {}
    }
}

fn redact_fields(fields: &mut Map<String, Value>) {
    for (key, value) in fields {
        match blank(key) {
            Some(blank) => put(value, blank),
            None => redact(value),
        }
    }
}

/// Returns the placeholder for a key's values that differ in every run.
fn blank(key: &str) -> Option<&'static str> {
    match key {
        "id" => Some("[id]"),
        "code" | "reservation_code" => Some("[code]"),
        _ if key.ends_with("_id") || key.ends_with("_ids") => Some("[id]"),
        _ if key == "uid" || key.ends_with("_uid") || key.ends_with("_uids") => Some("[uid]"),
        _ if key.ends_with("token") => Some("[token]"),
        _ => None,
    }
}

/// In place of a value or each of a list; what is absent stays absent.
fn put(value: &mut Value, blank: &str) {
    match value {
        Value::Null => {}
        Value::Array(elements) => elements.iter_mut().for_each(|element| put(element, blank)),
        value => *value = blank.into(),
    }
}

/// A text whose random words and ports are blanked: paths carry uids, addresses carry ports.
fn without_randomness(text: &str) -> String {
    let mut settled = String::new();
    let mut word = String::new();
    for letter in text.chars().chain(['\0']) {
        if letter.is_ascii_alphanumeric() || letter == '-' || letter == '_' {
            word.push(letter);
            continue;
        }
        let is_port = settled.ends_with("127.0.0.1:");
        settled.push_str(match word.as_str() {
            _ if is_port => "[port]",
            word if is_random(word) => "[uid]",
            word => word,
        });
        word.clear();
        settled.extend((letter != '\0').then_some(letter));
    }
    settled
}

/// Words of a slug or a key are of one case and have no digits in between.
fn is_random(word: &str) -> bool {
    let has = |kind: fn(&char) -> bool| word.chars().any(|letter| kind(&letter));
    word.len() >= RANDOM && has(char::is_ascii_uppercase) && has(char::is_ascii_lowercase)
}

#[test]
fn normalization_blanks_varying_values_only() {
    let mut answer = json!({
        "id": 7, "uid": null, "inventory_item_uids": ["a", "b"], "csrf_token": "x", "guests": [1, 2, 3, 4, 5],
        "path": "/users/reservations/aB3dEf6hIj9lMnOpQrStUv/edit", "page": "new_reservation_of_a_restaurant",
        "script": "http://127.0.0.1:40123/stripe/js/v3", "name": "鮨かぐら", "price": 24_000,
    });
    redact(&mut answer);
    let expected = json!({
        "id": "[id]", "uid": null, "inventory_item_uids": ["[uid]", "[uid]"], "csrf_token": "[token]",
        "guests": [1, 2, 3, "[2 more]"], "path": "/users/reservations/[uid]/edit",
        "page": "new_reservation_of_a_restaurant", "script": "http://127.0.0.1:[port]/stripe/js/v3", "name": "鮨かぐら",
        "price": 24_000,
    });
    assert_eq!(answer, expected);
}
