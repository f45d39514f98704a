//! The tag picker (diner §4).

use serde_json::{Value, json};
use tests::{Persona, TestApp};

use super::people::signed_up;

const PATH: &str = "/users/interest_tags";

async fn tags(visitor: &Persona, path: &str) -> Vec<Value> {
    let page = visitor.get(path).await.data();
    page["tags"].as_array().cloned().unwrap_or_default()
}

fn chosen(tags: &[Value]) -> Vec<i64> {
    tags.iter().filter(|tag| tag["selected"] == true).filter_map(|tag| tag["id"].as_i64()).collect()
}

/// F027: what is chosen is chosen when the picker is opened again.
#[tokio::test]
async fn chosen_tags_are_still_chosen() {
    let app = TestApp::with_jobs().await;
    let visitor = signed_up(&app, "hanako@seki.test").await;
    let all = tags(&visitor, PATH).await;
    let kinds: Vec<_> = all.iter().map(|tag| tag["interest_type"].as_str().unwrap_or_default()).collect();
    assert!(kinds.is_sorted() && ["genre", "keyword", "scene"].iter().all(|kind| kinds.contains(kind)), "{kinds:?}");
    assert!(chosen(&all).is_empty());
    let [first, second] = [&all[0]["id"], &all[12]["id"]];

    let saved = visitor.post(PATH, &json!({ "interest_tag_ids": [first, second, first], "action_type": "edit" })).await;
    assert_eq!(saved.is(200).json()["redirect_to"], "/users/profile");
    assert_eq!(json!(chosen(&tags(&visitor, "/users/interest_tags/edit").await)), json!([first, second]));
    let id = second.to_string();
    let form = [("interest_tag_ids[]", id.as_str()), ("action_type", "index")];
    let led = visitor.submit(PATH, &form).await;
    assert_eq!((led.status, led.location()), (303, "/users/after_registrations/confirm_email"));
    assert_eq!(json!(chosen(&tags(&visitor, "/users/interest_tags/new").await)), json!([second]));
    assert_eq!(visitor.post(PATH, &json!({ "action_type": "new" })).await.json()["redirect_to"], "/");
    assert!(chosen(&tags(&visitor, PATH).await).is_empty(), "none at all is a choice");
    app.end().await;
}

#[tokio::test]
async fn interest_picker_redirects_by_context() {
    let app = TestApp::with_jobs().await;
    let visitor = signed_up(&app, "hanako@seki.test").await;
    for (path, action, next) in [
        ("", "index", "/users/after_registrations/confirm_email"),
        ("/new", "new", "/"),
        ("/edit", "edit", "/users/profile"),
    ] {
        let data = visitor.get(&format!("{PATH}{path}")).await.data();
        assert_eq!((&data["action_type"], &data["skip_path"]), (&json!(action), &json!(next)));
    }
    assert_eq!(visitor.get("/en/users/interest_tags").await.data()["tags"][0]["name"], "Sushi");
    assert_eq!(app.anonymous().open(PATH).await.location(), "/users/sign_in");
    app.end().await;
}

#[tokio::test]
async fn unknown_tag_is_rejected_and_nothing_changes() {
    let app = TestApp::with_jobs().await;
    let visitor = signed_up(&app, "hanako@seki.test").await;
    let first = tags(&visitor, PATH).await[0]["id"].clone();
    visitor.post(PATH, &json!({ "interest_tag_ids": [first] })).await;
    for bad in [json!([first, 999_999]), json!(["x"]), json!([-1]), json!("1.5")] {
        let refused = visitor.post(PATH, &json!({ "interest_tag_ids": bad })).await;
        assert_eq!(refused.is(422).bad_fields(), ["interest_tag_ids"], "{bad}");
    }
    visitor.post(PATH, &json!({ "action_type": "elsewhere" })).await.is(422);
    assert_eq!(json!(chosen(&tags(&visitor, PATH).await)), json!([first]));
    app.anonymous().post(PATH, &json!({ "interest_tag_ids": [first] })).await.is(401);
    app.end().await;
}
