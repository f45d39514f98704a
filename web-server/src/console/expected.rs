//! Forms that several users have open at the same time: a save does not overwrite a value that its browser has not shown (gaps G311).

use std::collections::BTreeMap;

use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use crate::http::error::ApiError;

/// The saved values that a form showed before its change, by field. A field that is missing expects nothing.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(transparent)]
pub struct Expected(BTreeMap<String, Value>);

impl Expected {
    /// The name of these values in the body of a call.
    pub const FIELD: &'static str = "expected";

    /// Removes the expected values from the fields of a record.
    ///
    /// # Errors
    /// 422 if they are not an object.
    pub fn take(given: &mut Map<String, Value>) -> Result<Self, ApiError> {
        match given.remove(Self::FIELD) {
            None => Ok(Self::default()),
            Some(Value::Object(fields)) => Ok(Self(fields.into_iter().collect())),
            Some(_) => Err(ApiError::invalid_fields([(Self::FIELD, "field_invalid")])),
        }
    }

    /// Reports whether nothing is expected, and so nothing has to be compared.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Compares the given fields, or the record as the write leaves it, with the stored record, which the transaction has locked. A stored
    /// value that is neither the expected nor the given one is another user's change.
    ///
    /// # Errors
    /// 409 `edited_meanwhile`, which names the fields and has their stored values.
    pub fn require(&self, stored: &impl Serialize, given: &impl Serialize) -> Result<(), ApiError> {
        let (stored, given) = (json!(stored), json!(given));
        let is_theirs = |name: &str, expected: &Value| {
            let (Some(stored), Some(given)) = (stored.get(name), given.get(name)) else { return false };
            !is_same(stored, expected) && !is_same(stored, given)
        };
        let names: Vec<_> =
            self.0.iter().filter(|(name, expected)| is_theirs(name, expected)).map(|(name, _)| name).collect();
        Self::refuse(&names, |name| stored.get(name).cloned().unwrap_or_default())
    }

    /// The same for a record that a form sends as a whole: no expected value may differ from the stored one.
    ///
    /// # Errors
    /// 409 `edited_meanwhile`.
    pub fn require_unchanged(&self, stored: &impl Serialize) -> Result<(), ApiError> {
        let stored = json!(stored);
        let of = |name: &str| stored.get(name).cloned().unwrap_or_default();
        let names: Vec<_> = self
            .0
            .iter()
            .filter(|(name, expected)| !is_same(&of(name.as_str()), expected))
            .map(|(name, _)| name)
            .collect();
        Self::refuse(&names, of)
    }

    fn refuse(names: &[&String], stored: impl Fn(&str) -> Value) -> Result<(), ApiError> {
        if names.is_empty() {
            return Ok(());
        }
        let theirs: Map<_, _> = names.iter().map(|name| ((*name).clone(), stored(name.as_str()))).collect();
        Err(ApiError {
            fields: names.iter().map(|name| ((*name).clone(), "field_edited_meanwhile")).collect(),
            current: Some(json!({ "fields": theirs })),
            ..ApiError::new(StatusCode::CONFLICT, "edited_meanwhile")
        })
    }

    /// The same as `require` for one value.
    ///
    /// # Errors
    /// 409 `edited_meanwhile`.
    pub fn require_one(&self, name: &str, stored: &impl Serialize, given: &impl Serialize) -> Result<(), ApiError> {
        self.require(&json!({ name: stored }), &json!({ name: given }))
    }
}

/// Reports whether two values are the same. A form sends texts only, and its blank text is a missing value.
fn is_same(a: &Value, b: &Value) -> bool {
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    };
    a == b || text(a) == text(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(value: Value) -> Map<String, Value> {
        match value {
            Value::Object(fields) => fields,
            _ => Map::new(),
        }
    }

    #[test]
    fn only_a_value_of_another_user_is_a_conflict() {
        let stored = json!({ "price": 7_700, "title": "B", "note": null });
        let expected = |seen: Value| Expected(fields(seen).into_iter().collect());
        let given = fields(json!({ "price": 8_800, "title": "C" }));
        for seen in
            [json!({}), json!({ "price": 7_700, "title": "B" }), json!({ "price": "7700" }), json!({ "note": "" })]
        {
            assert!(expected(seen.clone()).require(&stored, &given).is_ok(), "{seen}");
        }
        let seen = expected(json!({ "price": 7_700, "title": "A" }));
        let refused = seen.require(&stored, &given).expect_err("a conflict");
        assert_eq!((refused.status, refused.code), (StatusCode::CONFLICT, "edited_meanwhile"));
        assert_eq!(refused.current, Some(json!({ "fields": { "title": "B" } })));
        let same = fields(json!({ "title": "B" }));
        assert!(seen.require(&stored, &same).is_ok(), "both users entered the same value");
        assert!(seen.require_unchanged(&json!({ "title": "A", "price": 7_700 })).is_ok());
        let refused = seen.require_unchanged(&json!({ "title": "A" })).expect_err("a conflict");
        assert_eq!(refused.current, Some(json!({ "fields": { "price": null } })));
        assert!(seen.require_one("title", &"B", &"C").is_err() && seen.require_one("title", &"A", &"C").is_ok());
    }
}
