//! Lists of other services for a restaurant: read from time to time, bounded, and only for restaurants with a page.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::Uri;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use parking_lot::Mutex;
use serde_json::{Value, json};
use tests::{Options, RestaurantSpec, TestApp};

/// The requests that an external service received, and its responses.
#[derive(Default)]
struct Neighbour {
    asked: Vec<String>,
    answer: String,
}

type Shared = Arc<Mutex<Neighbour>>;

async fn answer(State(neighbour): State<Shared>, uri: Uri) -> Response {
    let mut neighbour = neighbour.lock();
    neighbour.asked.push(uri.query().unwrap_or_default().to_owned());
    ([("content-type", "application/json")], neighbour.answer.clone()).into_response()
}

fn store(title: &str) -> Value {
    json!([{ "title": title, "page_url": "https://mall.test/1", "thumb_image_url": null }])
}

async fn opened() -> (TestApp, Shared) {
    let neighbour = Shared::default();
    neighbour.lock().answer = store("折詰").to_string();
    let router = Router::new().route("/stores", get(answer)).with_state(neighbour.clone());
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let url = format!("http://{}/stores", listener.local_addr().expect("a bound port"));
    tokio::spawn(async move { axum::serve(listener, router).await });
    let settings: &[(&str, &str)] = Box::leak(Box::new([("SEKI_MALL_STORES_URL", &*url.leak())]));
    let app = TestApp::with(Options { settings, ..Options::default() }).await;
    (app, neighbour)
}

fn stores(slug: &str) -> String {
    format!("/users/api/takeaway_stores?restaurant_slug={slug}")
}

#[tokio::test]
async fn list_is_cached_five_minutes_and_failure_half_a_minute() {
    let (app, neighbour) = opened().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let (visitor, path) = (app.anonymous(), stores(restaurant.slug));
    for _ in 0..5 {
        assert_eq!(visitor.get(&path).await.is(200).json(), store("折詰"));
    }
    assert_eq!(neighbour.lock().asked, [format!("restaurant_slug={}", restaurant.slug)], "once for five readers");
    neighbour.lock().answer = store("弁当").to_string();
    app.advance(299);
    assert_eq!(visitor.get(&path).await.json(), store("折詰"));
    app.advance(2);
    assert_eq!(visitor.get(&path).await.json(), store("弁当"));
    neighbour.lock().answer = "no list".to_owned();
    app.advance(301);
    assert_eq!(visitor.get(&path).await.is(200).json(), json!([]));
    neighbour.lock().answer = store("折詰").to_string();
    assert_eq!(visitor.get(&path).await.json(), json!([]));
    app.advance(31);
    assert_eq!(visitor.get(&path).await.json(), store("折詰"));
    assert_eq!(neighbour.lock().asked.len(), 4);
    app.end().await;
}

#[tokio::test]
async fn neighbour_gets_only_restaurants_with_a_page() {
    let (app, neighbour) = opened().await;
    let hidden = RestaurantSpec { slug: "hidden-test", visibility: "hidden", ..RestaurantSpec::default() };
    app.restaurant(hidden).await;
    let visitor = app.anonymous();
    for slug in ["hidden-test", "no-such-place", "", "%00"] {
        let reply = visitor.get(&stores(slug)).await;
        assert!(reply.status == 200 && reply.json() == json!([]) || slug == "%00", "{slug}: {}", reply.body);
    }
    assert_eq!(visitor.get("/users/api/takeaway_stores").await.is(200).json(), json!([]));
    assert_eq!(neighbour.lock().asked, Vec::<String>::new());
    app.end().await;
}

#[tokio::test]
async fn unbounded_list_is_rejected_and_requests_are_bounded() {
    let (app, neighbour) = opened().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    neighbour.lock().answer = store(&"長".repeat(100_000)).to_string();
    let visitor = app.anonymous();
    assert_eq!(visitor.get(&stores(restaurant.slug)).await.is(200).json(), json!([]), "300 kB");
    let mut statuses = Vec::new();
    for number in 0..31 {
        let slug = format!("test-{number}");
        let spec = RestaurantSpec { slug: slug.leak(), ..RestaurantSpec::default() };
        let restaurant = app.restaurant(spec).await;
        statuses.push(visitor.get(&stores(restaurant.slug)).await.status);
    }
    assert_eq!(statuses.iter().filter(|status| **status == 429).count(), 2, "{statuses:?}");
    app.end().await;
}

/// F045: the menu of the demo leads people to pages, and the stores of a restaurant come from a list.
#[tokio::test]
async fn menu_entries_lead_to_pages_and_stores_to_list() {
    let sites = stand_ins::StandIns::start(stand_ins::Config::default()).await.expect("free ports");
    let pairs = domain::config::demo::external_sites(&sites.http_url);
    let settings: Vec<(&str, &str)> = pairs.iter().map(|(name, url)| (*name, &*url.clone().leak())).collect();
    let app = TestApp::with(Options { settings: settings.leak(), ..Options::default() }).await;
    app.restaurant(RestaurantSpec { slug: "sushi-kagura", ..RestaurantSpec::default() }).await;
    let diner = app.diner("hanako").await;

    let home = diner.get("/").await.json();
    let menu = home["session"]["menu"].as_array().cloned().unwrap_or_default();
    let external: Vec<(&str, &str)> = menu
        .iter()
        .filter_map(|item| Some((item["key"].as_str()?, item["to"].as_str()?)))
        .filter(|(_, to)| !to.starts_with('/'))
        .collect();
    assert_eq!(external.iter().map(|(key, _)| *key).collect::<Vec<_>>(), ["mall", "inbound"], "help is a page of ours");
    for (key, address) in external {
        let page = reqwest::get(address).await.expect("an answer");
        let kind =
            page.headers().get("content-type").and_then(|kind| kind.to_str().ok()).unwrap_or_default().to_owned();
        assert!(page.status() == 200 && kind.starts_with("text/html"), "{key}: {} {kind}", page.status());
    }
    for item in menu.iter().filter(|item| item["to"].as_str().is_some_and(|to| to.starts_with('/'))) {
        let path = item["to"].as_str().unwrap_or_default();
        let reply = diner.get(path).await;
        assert_eq!(reply.status, 200, "{path}: {}", reply.body);
    }

    let list = diner.get(&stores("sushi-kagura")).await.is(200).json();
    assert_eq!(list[0]["title"], "鮨かぐら 折詰処");
    let page = reqwest::get(list[0]["page_url"].as_str().expect("an address")).await.expect("an answer");
    assert_eq!(page.status(), 200);
    app.end().await;
}
