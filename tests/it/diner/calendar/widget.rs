//! The page for a frame on a restaurant's own site: any site may frame it, it has no session and sets no cookie.

use domain::restaurants::actions::SettingsChange;
use domain::restaurants::model::Visibility;
use serde_json::{Value, json};
use tests::{Reply, RestaurantSpec, SlotSpec, TestApp};

const PAGE: &str = "/widget/sushi-test";

/// Any site may frame the page, it loads only its own files, and the browser stores nothing.
fn is_for_frames(reply: &Reply) {
    let policy = reply.header("content-security-policy");
    let rules: Vec<_> = policy.split(';').map(str::trim).collect();
    for rule in
        ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors *", "form-action 'none'"]
    {
        assert!(rules.contains(&rule), "{rule}: {policy}");
    }
    assert!(!policy.contains("unsafe"), "{policy}");
    assert!(!reply.headers.contains_key("x-frame-options") && !reply.headers.contains_key("set-cookie"));
}

#[tokio::test]
async fn only_the_widget_may_be_framed() {
    let app = TestApp::start().await;
    app.restaurant(RestaurantSpec::default()).await;
    for path in [
        PAGE,
        "/widget/sushi-test?locale=en",
        "/en/widget/sushi-test",
        "/widget/sushi-test?locale=fr",
        "/widget/nobody",
    ] {
        let visitor = app.anonymous();
        let reply = visitor.open(path).await;
        is_for_frames(&reply);
        let lang = if path.contains("en") { "en" } else { "ja" };
        assert!(reply.body.contains(&format!("<html lang=\"{lang}\">")), "{path}");
        assert!(reply.body.contains("<meta name=\"robots\" content=\"noindex\">"), "{path}");
        assert!(visitor.cookie("seki_locale").is_none() && visitor.cookie("seki_visitor").is_none(), "{path}");
    }
    for path in ["/", "/r/sushi-test", "/r/nobody", "/users/sign_in", "/owners/sign_in", "/admin/sign_in", "/widgets"] {
        let page = app.anonymous().open(path).await;
        assert_eq!(page.header("x-frame-options"), "SAMEORIGIN", "{path}");
        let policy = page.header("content-security-policy");
        assert!(policy.ends_with("frame-ancestors 'self'"), "{path}: {policy}");
    }
    app.end().await;
}

#[tokio::test]
async fn unknown_restaurant_gets_404_in_widget_frame() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let visitor = app.anonymous();
    let shown = |reply: &Reply| reply.embedded()["data"]["restaurant"]["slug"].clone();
    assert_eq!(shown(visitor.open(PAGE).await.is(200)), "sushi-test");
    for (visibility, status) in [(Visibility::Unlisted, 200), (Visibility::Hidden, 404)] {
        app.change(&restaurant, SettingsChange { visibility: Some(visibility), ..SettingsChange::default() }).await;
        visitor.open(PAGE).await.is(status);
    }
    for path in [PAGE, "/widget/nobody"] {
        let reply = visitor.open(path).await;
        is_for_frames(&reply);
        assert_eq!(shown(reply.is(404)), Value::Null, "{path}");
        visitor.get(path).await.refused(404, "not_found");
    }
    app.end().await;
}

#[tokio::test]
async fn widget_shows_signed_out_availability() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let open = app.slot(&restaurant, SlotSpec { items: vec![0], ..SlotSpec::default() }).await;
    let kept = app.slot(&restaurant, SlotSpec { items: vec![1], days: 8, ..SlotSpec::default() }).await;
    let group = app.customer_group(&restaurant, "Regulars", false).await;
    app.whitelist(&restaurant, &kept, 1, group).await;
    let hanako = app.diner("hanako").await;
    app.put_into_group(&restaurant, &hanako, group).await;
    hanako.sees(&restaurant, &kept, &[1]).await;
    let page = hanako.get(PAGE).await.is(200).json();
    assert_eq!((&page["page"], &page["session"]["signed_in"]), (&json!("widget"), &json!(false)));
    let token = page["data"]["restaurant"]["calendar"]["token"].as_str().expect("a token").to_owned();
    let month = open.date.format("%Y-%m");
    let query = format!("restaurant_slug=sushi-test&year_month={month}&reservation_calendar_token={token}");
    let month = hanako.get(&format!("/users/api/availability/dates?{query}")).await.is(200).json();
    assert_eq!(month["available_dates"], json!([open.date]));
    let day = |locale: &str| {
        let path = "/users/api/availability/dates/sushi-test";
        format!("{path}?date={}&reservation_calendar_token={token}&locale={locale}", open.date)
    };
    for (locale, course) in [("en", "Omakase"), ("ja", "おまかせ"), ("en", "Omakase")] {
        let reply = app.anonymous().get(&day(locale)).await;
        let slots = reply.is(200).json()["grouped_online_stock_groups"]["dinner"].clone();
        assert_eq!(slots[0]["courses"][0]["title"], course, "no cookie remembers the language");
        assert!(!reply.headers.contains_key("set-cookie"));
    }
    app.end().await;
}
