//! Distinguishes a body without any field of the call from a body that changes something (gaps G276).

use std::collections::BTreeSet;

use serde::de::{Deserialize, DeserializeOwned, Deserializer};
use serde_ignored::Path;
use serde_json::Value;

/// Fields that a page's form or a client adds to every write. They are neither known nor unknown.
const FORM_FIELDS: [&str; 8] = [
    "_method",
    "authenticity_token",
    "commit",
    "format",
    "locale",
    "owners_restaurant_slug",
    "restaurant_slug",
    "utf8",
];

/// A body with the paths of the values that its type does not have.
pub struct Tracked<T> {
    pub body: T,
    unknown: BTreeSet<Vec<String>>,
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Tracked<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut unknown = BTreeSet::new();
        let mut add = |path: Path<'_>| {
            unknown.insert(names_of(&path));
        };
        // A closure's type contains `T`. With one type of callback, the code that reads texts, numbers and lists is compiled once, instead
        // of for each body.
        let add: &mut dyn FnMut(Path<'_>) = &mut add;
        let body = serde_ignored::deserialize(deserializer, add)?;
        Ok(Self { body, unknown })
    }
}

impl<T> Tracked<T> {
    /// Reports whether the body, here as it was sent, has a value that its type has. An empty list or object in a known field is a value.
    pub fn has_known(&self, sent: &Value) -> bool {
        has_value(sent, &mut Vec::new(), &self.unknown)
    }

    /// Reports whether the body has a value that its type does not have, other than the fields of every form.
    pub fn has_unknown(&self) -> bool {
        self.unknown.iter().any(|path| !is_of_form(path))
    }
}

fn is_of_form(path: &[String]) -> bool {
    matches!(path, [name] if FORM_FIELDS.contains(&name.as_str()))
}

fn names_of(path: &Path<'_>) -> Vec<String> {
    match path {
        Path::Root => Vec::new(),
        Path::Seq { parent, index } => [names_of(parent), vec![index.to_string()]].concat(),
        Path::Map { parent, key } => [names_of(parent), vec![key.clone()]].concat(),
        Path::Some { parent } | Path::NewtypeStruct { parent } | Path::NewtypeVariant { parent } => names_of(parent),
    }
}

fn has_value(value: &Value, path: &mut Vec<String>, unknown: &BTreeSet<Vec<String>>) -> bool {
    if unknown.contains(&*path) {
        return false;
    }
    let is_root = path.is_empty();
    let mut at = |name: String, value: &Value| {
        path.push(name);
        let found = has_value(value, path, unknown);
        path.pop();
        found
    };
    match value {
        Value::Object(fields) if !fields.is_empty() || is_root => {
            fields.iter().any(|(name, value)| at(name.clone(), value))
        }
        Value::Array(values) if !values.is_empty() => {
            values.iter().enumerate().any(|(index, value)| at(index.to_string(), value))
        }
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Default, Deserialize)]
    struct Fields {
        _memo: Option<String>,
        #[serde(default)]
        _tags: Vec<String>,
    }

    #[derive(Deserialize)]
    struct Body {
        #[serde(default, rename = "customer")]
        _customer: Option<Fields>,
    }

    fn facts(sent: &Value) -> (bool, bool) {
        let tracked: Tracked<Body> = serde_json::from_value(sent.clone()).unwrap();
        (tracked.has_known(sent), tracked.has_unknown())
    }

    #[test]
    fn known_and_unknown_fields_are_distinguished_at_every_depth() {
        for (sent, expected) in [
            (json!({}), (false, false)),
            (json!({ "customer": {} }), (true, false)),
            (json!({ "utf8": "✓", "authenticity_token": "t", "_method": "patch", "commit": "保存" }), (false, false)),
            (json!({ "nonsense": 1 }), (false, true)),
            (json!({ "customer": { "nonsense": 1 } }), (false, true)),
            (json!({ "customer": { "nonsense": { "_memo": "a" } } }), (false, true)),
            (json!({ "customer": { "_memo": null } }), (true, false)),
            (json!({ "customer": { "_tags": [] } }), (true, false)),
            (json!({ "customer": { "_memo": "a", "nonsense": 1 }, "utf8": "✓" }), (true, true)),
        ] {
            assert_eq!(facts(&sent), expected, "{sent}");
        }
    }
}
