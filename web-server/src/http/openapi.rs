//! What the OpenAPI document says of every call alike: a name of its own, and the one shape of its refusals.

use std::collections::HashSet;

use utoipa::openapi::path::Operation;
use utoipa::openapi::{Content, OpenApi, Ref, RefOr, Response, ResponseBuilder};
use utoipa::{PartialSchema, ToSchema};

use crate::http::error::Problem;

const PROBLEM: &str = "application/problem+json";

/// Names every call by its method and path. Gives every documented refusal the body of a problem, and every call a
/// `default` answer for the others.
pub fn complete(document: &mut OpenApi) {
    let components = document.components.get_or_insert_default();
    components.schemas.insert(Problem::name().into_owned(), Problem::schema());
    let addresses: HashSet<String> = document.paths.paths.keys().cloned().collect();
    for (path, item) in &mut document.paths.paths {
        // One of two addresses that differ in a dot alone says so in its name.
        let is_twin = path.contains('.') && addresses.contains(&path.replace('.', "/"));
        let named = if is_twin { path.replace('.', "/dot/") } else { path.clone() };
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
                refusals(operation);
            }
        }
    }
}

/// `post_users_sign_in`
fn name(method: &str, path: &str) -> String {
    let words = path.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    std::iter::once(method).chain(words).collect::<Vec<_>>().join("_")
}

fn refusals(operation: &mut Operation) {
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
    fn a_call_is_named_by_its_method_and_path() {
        assert_eq!(
            name("post", "/r/{slug}/reservations/{uid}/confirm.json"),
            "post_r_slug_reservations_uid_confirm_json"
        );
    }
}
