use serde_json::Value;
use tests::{Persona, RestaurantSpec, TestApp};

async fn language(visitor: &Persona, path: &str) -> Value {
    visitor.get(path).await.is(200).json()["locale"].clone()
}

/// F030
#[tokio::test]
async fn language_comes_from_path_then_query_then_last_page() {
    let app = TestApp::start().await;
    app.restaurant(RestaurantSpec::default()).await;
    let visitor = app.anonymous();
    assert_eq!(language(&visitor, "/").await, "ja");
    assert_eq!(language(&visitor, "/en").await, "en");
    assert_eq!(language(&visitor, "/").await, "en", "remembered");
    assert_eq!(language(&visitor, "/r/sushi-test?locale=ja").await, "ja");
    assert_eq!(language(&visitor, "/r/sushi-test").await, "ja", "remembered");
    assert_eq!(language(&visitor, "/en/r/sushi-test?locale=ja").await, "en", "the address wins");
    for unknown in ["fr", "", "EN ", "../"] {
        let before = language(&visitor, "/").await;
        assert_eq!(language(&visitor, &format!("/?locale={unknown}")).await, before);
    }
    visitor.get("/fr/r/sushi-test").await.refused(404, "not_found");
    visitor.get("/EN/r/sushi-test").await.refused(404, "not_found");
    app.end().await;
}

#[tokio::test]
async fn texts_dates_and_refusals_follow_the_language() {
    let app = TestApp::start().await;
    app.restaurant(RestaurantSpec::default()).await;
    let visitor = app.anonymous();
    let name = |page: Value| page["data"]["restaurant"]["restaurant_name"].clone();
    assert_eq!(name(visitor.get("/ja/r/sushi-test").await.json()), "試し鮨");
    assert_eq!(name(visitor.get("/en/r/sushi-test").await.json()), "Test Sushi");
    let english = visitor.get("/users/upcoming_reservations").await.refused(401, "sign_in_required");
    let other = app.anonymous();
    let japanese = other.get("/users/upcoming_reservations").await.refused(401, "sign_in_required");
    assert!(english["message"].as_str().unwrap().is_ascii(), "{english}");
    assert!(!japanese["message"].as_str().unwrap().is_ascii(), "{japanese}");
    let html = visitor.open("/en/r/sushi-test").await;
    assert!(html.body.contains("<html lang=\"en\">"));
    assert!(html.body.contains("hreflang=\"ja\" href=\"http"), "the other language is linked");
    let stranger = app.anonymous();
    stranger.open("/en/users/upcoming_reservations").await.is(302);
    let page = stranger.open("/users/sign_in").await;
    assert!(page.body.contains("<html lang=\"en\">"), "the sign-in page has the language of the address");
    app.end().await;
}

#[test]
fn every_limit_of_a_text_has_words_that_name_it() {
    for longest in [12, 16, 20, 50, 100, 200, 300, 500, 2_000, 4_000, 5_000] {
        assert!(domain::i18n::has(&format!("errors.{}", domain::names::too_long(longest))), "{longest}");
    }
}
