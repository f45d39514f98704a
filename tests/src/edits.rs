//! Edits of one record by two users, who both saw its first values.

use serde_json::{Value, json};

use crate::Reply;

/// Asserts that a save was rejected for one field, and that the response has the value of the other user.
#[track_caller]
pub fn overtaken(reply: &Reply, field: &str, theirs: &Value) {
    let problem = reply.refused(409, "edited_meanwhile");
    assert_eq!(reply.bad_fields(), [field], "{problem}");
    assert_eq!(&problem["current"], &json!({ "fields": { field: theirs } }), "{problem}");
}

/// Saves values of one field in the order of two users who both saw the first one.
pub async fn overtakes(field: &str, [first, second, third]: [Value; 3], save: impl AsyncFn(Value) -> Reply) {
    let body = |value: &Value, seen: Option<&Value>| {
        let mut body = json!({ "fields": { field: value } });
        if let Some(seen) = seen {
            body["expected"] = json!({ field: seen });
        }
        body
    };
    save(body(&second, Some(&first))).await.is(200);
    overtaken(&save(body(&third, Some(&first))).await, field, &second);
    save(body(&second, Some(&first))).await.is(200);
    save(body(&third, Some(&second))).await.is(200);
    // Without expected values the call works as before.
    save(body(&first, None)).await.is(200);
}

/// Moves the fields of `overtakes` under the name of a record.
pub fn named(record: &str, body: &Value) -> Value {
    let mut named = body.clone();
    let fields = named.as_object_mut().expect("an object").remove("fields");
    named[record] = fields.expect("fields");
    named
}

/// Moves the fields of `overtakes` to the top, as the calls of `ra-data-simple-rest` have them.
pub fn flat(body: &Value) -> Value {
    let mut flat = body["fields"].clone();
    if let Some(expected) = body.get("expected") {
        flat["expected"] = expected.clone();
    }
    flat
}
