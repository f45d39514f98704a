//! Parts of the OpenAPI document that all calls share: a unique name, the one shape of rejections, and the properties that every response
//! has.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use serde::Serialize;
use serde_json::Value;
use utoipa::openapi::path::Operation;
use utoipa::openapi::schema::{AnyOf, ArrayItems, SchemaType};
use utoipa::openapi::{AllOf, Content, OneOf, OpenApi, Paths, Ref, RefOr, Response, ResponseBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::http::error::Problem;

const PROBLEM: &str = "application/problem+json";
const SCHEMAS: &str = "#/components/schemas/";

/// The nullable property that a response may omit, and its schema.
const LEFT_OUT: (&str, &str) = ("FeedMerchant", "telephone");

type Schemas = BTreeMap<String, RefOr<Schema>>;

/// Names every call by its method and path. Gives every documented rejection the body of a problem, and every call a `default` response for
/// the others.
///
/// A request may omit a nullable property; a response contains it. The nullable properties of a schema that no request body refers to are
/// therefore required. A field that requests and responses share is marked explicitly: `#[schema(required)]`.
pub fn complete(document: &mut OpenApi) {
    let components = document.components.get_or_insert_default();
    components.schemas.insert(Problem::name().into_owned(), Problem::schema());
    let addresses: HashSet<String> = document.paths.paths.keys().cloned().collect();
    for (path, item) in &mut document.paths.paths {
        // Two addresses may differ only in a dot where the other has a slash; the name of the first then has `dot` there.
        let differs_in_dot_only = path.contains('.') && addresses.contains(&path.replace('.', "/"));
        let named = if differs_in_dot_only { path.replace('.', "/dot/") } else { path.clone() };
        let operations = [
            ("get", &mut item.get),
            ("post", &mut item.post),
            ("put", &mut item.put),
            ("patch", &mut item.patch),
            ("delete", &mut item.delete),
        ];
        for (method, operation) in operations {
            if let Some(operation) = operation {
                operation.operation_id = Some(name(method, &named));
                add_rejections(operation);
            }
        }
    }
    let requested = request_schemas(&document.paths, &components.schemas);
    for (name, schema) in &mut components.schemas {
        if !requested.contains(name) {
            require_nullable(name, schema);
        }
    }
}

/// Returns the schemas that request bodies refer to, directly or through other schemas.
fn request_schemas(paths: &Paths, schemas: &Schemas) -> BTreeSet<String> {
    let operations =
        paths.paths.values().flat_map(|item| [&item.get, &item.post, &item.put, &item.patch, &item.delete]);
    let bodies: Vec<_> = operations.flatten().filter_map(|operation| operation.request_body.as_ref()).collect();
    let (mut pending, mut found) = (references(&bodies), BTreeSet::new());
    while let Some(name) = pending.pop() {
        if let Some(schema) = schemas.get(&name)
            && found.insert(name)
        {
            pending.extend(references(schema));
        }
    }
    found
}

/// Returns the names of the schemas that a part of the document refers to.
fn references<T: Serialize>(part: &T) -> Vec<String> {
    fn read(value: &Value, names: &mut Vec<String>) {
        match value {
            Value::Object(fields) => {
                let place = fields.get("$ref").and_then(Value::as_str);
                names.extend(place.and_then(|place| place.strip_prefix(SCHEMAS)).map(str::to_owned));
                fields.values().for_each(|value| read(value, names));
            }
            Value::Array(items) => items.iter().for_each(|item| read(item, names)),
            _ => {}
        }
    }
    let mut names = Vec::new();
    read(&serde_json::to_value(part).unwrap_or_default(), &mut names);
    names
}

/// Marks nullable properties as required. `name` is the top-level schema that contains `schema`.
fn require_nullable(name: &str, schema: &mut RefOr<Schema>) {
    match schema {
        RefOr::T(Schema::Object(object)) => {
            for (property, schema) in &mut object.properties {
                let is_left_out = (name, property.as_str()) == LEFT_OUT;
                if is_nullable(schema) && !is_left_out && !object.required.contains(property) {
                    object.required.push(property.clone());
                }
                require_nullable(name, schema);
            }
        }
        RefOr::T(Schema::Array(array)) => {
            if let ArrayItems::RefOrSchema(items) = &mut array.items {
                require_nullable(name, items);
            }
        }
        RefOr::T(
            Schema::OneOf(OneOf { items, .. })
            | Schema::AllOf(AllOf { items, .. })
            | Schema::AnyOf(AnyOf { items, .. }),
        ) => items.iter_mut().for_each(|item| require_nullable(name, item)),
        _ => {}
    }
}

fn is_nullable(schema: &RefOr<Schema>) -> bool {
    let has_null = |kind: &SchemaType| match kind {
        SchemaType::Type(kind) => *kind == Type::Null,
        SchemaType::Array(kinds) => kinds.contains(&Type::Null),
        SchemaType::AnyValue => false,
    };
    match schema {
        RefOr::T(Schema::Object(object)) => has_null(&object.schema_type),
        RefOr::T(Schema::Array(array)) => has_null(&array.schema_type),
        RefOr::T(Schema::OneOf(one_of)) => one_of.items.iter().any(is_nullable),
        _ => false,
    }
}

/// `post_users_sign_in`
fn name(method: &str, path: &str) -> String {
    let words = path.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    std::iter::once(method).chain(words).collect::<Vec<_>>().join("_")
}

fn add_rejections(operation: &mut Operation) {
    let responses = &mut operation.responses.responses;
    for (status, response) in responses.iter_mut() {
        let is_refusal = status.starts_with(['4', '5']);
        if let RefOr::T(response) = response
            && is_refusal
            && response.content.is_empty()
        {
            response.content.insert(PROBLEM.to_owned(), RefOr::T(problem()));
        }
    }
    responses.insert("default".to_owned(), RefOr::T(any_other()));
}

fn any_other() -> Response {
    ResponseBuilder::new().description("Any other refusal").content(PROBLEM, problem()).build()
}

fn problem() -> Content {
    Content::new(Some(Ref::from_schema_name(Problem::name())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_named_by_method_and_path() {
        assert_eq!(
            name("post", "/r/{slug}/reservations/{uid}/confirm.json"),
            "post_r_slug_reservations_uid_confirm_json"
        );
    }
}
