//! Writes whose body has no field that the call knows (gaps G276): rejected, without a change.

use std::collections::{BTreeMap, BTreeSet};

use reqwest::Method;
use serde_json::{Value, json};

use super::roles::MatrixRole;
use super::scene::Scene;
use super::{ALWAYS_WRITTEN, MatrixRow, ask, document};

/// Returns the operations with a JSON body, each with the wrappers of its fields (`customer`, `restaurant`).
fn wrappers() -> BTreeMap<String, BTreeSet<String>> {
    let document = document();
    let schemas = &document["components"]["schemas"];
    let mut found = BTreeMap::new();
    for (path, methods) in document["paths"].as_object().expect("paths") {
        for (method, operation) in methods.as_object().expect("methods") {
            let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
            let is_write = ["post", "put", "patch"].contains(&method.as_str()) && !path.starts_with("/webhooks/");
            if is_write && !schema.is_null() {
                found.insert(format!("{} {path}", method.to_uppercase()), wrappers_of(schemas, schema));
            }
        }
    }
    found
}

/// Follows references, and takes the first type of a field that may be null.
fn resolve<'a>(schemas: &'a Value, schema: &'a Value) -> &'a Value {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return resolve(schemas, &schemas[name]);
    }
    let types = schema["oneOf"].as_array().into_iter().flatten();
    types.clone().find(|schema| schema["type"] != "null").map_or(schema, |schema| resolve(schemas, schema))
}

fn wrappers_of(schemas: &Value, schema: &Value) -> BTreeSet<String> {
    let schema = resolve(schemas, schema);
    let parts = schema["allOf"].as_array().into_iter().flatten().chain([schema]);
    let fields = parts.filter_map(|part| resolve(schemas, part)["properties"].as_object()).flatten();
    let is_object = |schema: &Value| resolve(schemas, schema)["properties"].is_object();
    fields.filter(|(_, schema)| is_object(schema)).map(|(name, _)| name.clone()).collect()
}

/// Calls each write with unknown fields only, at the top and in each wrapper, and returns the faults by operation.
pub async fn check(scene: &Scene, roles: &[MatrixRole], lines: &[MatrixRow]) -> BTreeMap<String, Vec<String>> {
    let wrappers = wrappers();
    let mut faulty: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in lines {
        let Some(names) = wrappers.get(line.call) else { continue };
        let nested = names.iter().map(|name| json!({ (name): { "nonsense": 1 } }));
        let empty = [json!({})].into_iter().filter(|_| [Method::PATCH, Method::PUT].contains(&line.method()));
        for body in [json!({ "nonsense": 1 })].into_iter().chain(nested).chain(empty) {
            for role in roles.iter().filter(|role| role.answers_for(line)) {
                let asked = MatrixRow { path: line.path.clone(), body: body.clone(), ..*line };
                let (status, answer) = ask(&role.persona, &asked).await;
                let writes = scene.writes().await;
                let changed = writes.iter().filter(|write| !ALWAYS_WRITTEN.contains(&write.place.as_str()));
                let mut faults: Vec<_> = changed.map(|write| format!("wrote {}: {}", write.place, write.row)).collect();
                if !(400..500).contains(&status) {
                    faults.push(format!("answered {status}: {}", answer.chars().take(160).collect::<String>()));
                }
                if !faults.is_empty() {
                    faulty.entry(format!("{} with {body}", line.call)).or_default().extend(faults);
                }
            }
        }
    }
    faulty
}
