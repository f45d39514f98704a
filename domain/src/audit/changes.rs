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

/// Returns the detail of a change of a record that is saved as a whole: the ids of the record, and the fields that differ as `old` and `new`. All
/// three are objects.
pub fn change_detail(ids: Value, old: Value, new: Value) -> Value {
    let mut detail = fields_of(ids);
    detail.extend(changed_fields(fields_of(old), fields_of(new), &[]));
    Value::Object(detail)
}

fn fields_of(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_changed_fields_are_recorded() {
        let old = fields_of(json!({ "price": 7_700, "name": "A", "code": "X" }));
        let new = fields_of(json!({ "price": 7_701, "name": "A", "code": "Y" }));
        let change = Value::Object(changed_fields(old.clone(), new, &["code"]));
        assert_eq!(change, json!({ "old": { "price": 7_700 }, "new": { "price": 7_701 } }));
        assert_eq!(Value::Object(changed_fields(Map::new(), old.clone(), &[])), json!({ "new": old }));
        let detail = change_detail(json!({ "id": 1 }), json!({ "a": 1, "b": [2] }), json!({ "a": 1, "b": [3] }));
        assert_eq!(detail, json!({ "id": 1, "old": { "b": [2] }, "new": { "b": [3] } }));
    }
}
