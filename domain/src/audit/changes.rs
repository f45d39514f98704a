use serde_json::{Map, Value};

/// Returns the fields that differ, as `old` and `new`. A record that is missing on one side leaves that side empty. Fields in `unrecorded` are
/// left out.
pub fn changed_fields(
    mut old: Map<String, Value>,
    mut new: Map<String, Value>,
    unrecorded: &[&str],
) -> Map<String, Value> {
    let same = old.iter().filter(|(name, value)| new.get(*name) == Some(*value)).map(|(name, _)| name.clone());
    let left_out: Vec<_> = same.chain(unrecorded.iter().map(|name| (*name).to_owned())).collect();
    for name in left_out {
        old.remove(&name);
        new.remove(&name);
    }
    let sides = [("old", old), ("new", new)].into_iter().filter(|(_, fields)| !fields.is_empty());
    sides.map(|(side, fields)| (side.to_owned(), Value::Object(fields))).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_changed_fields_are_recorded() {
        let fields = |value: Value| value.as_object().cloned().unwrap_or_default();
        let old = fields(json!({ "price": 7_700, "name": "A", "code": "X" }));
        let new = fields(json!({ "price": 7_701, "name": "A", "code": "Y" }));
        let change = Value::Object(changed_fields(old.clone(), new, &["code"]));
        assert_eq!(change, json!({ "old": { "price": 7_700 }, "new": { "price": 7_701 } }));
        assert_eq!(Value::Object(changed_fields(Map::new(), old.clone(), &[])), json!({ "new": old }));
    }
}
