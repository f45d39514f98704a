use reqwest::Method;
use serde_json::{Value, json};
use tests::{JSON, Options, Reply, RestaurantSpec, SlotSpec, TestApp, VisitSpec};

/// Removes times and one-time messages; the rest of two responses must be equal.
fn comparable(mut page: Value) -> Value {
    for key in ["now", "flash", "csrf_token"] {
        page.as_object_mut().expect("an envelope").remove(key);
    }
    page
}

#[tokio::test]
async fn a_page_is_the_same_data_for_a_browser_and_for_json() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let uid = hanako.hold(&restaurant, &slot, 1).await;
    let paths = [
        "/".to_owned(),
        "/?keyword=%E9%AE%A8&page=1".to_owned(),
        "/r/sushi-test".to_owned(),
        "/r/sushi-test/reservations/new?date=2026-12-08".to_owned(),
        format!("/r/sushi-test/reservations/{uid}/review"),
        format!("/users/reservations/{uid}"),
        "/users/upcoming_reservations".to_owned(),
        "/users/profile/credit_card/edit".to_owned(),
    ];
    for path in paths {
        let (html, json) = (hanako.open(&path).await, hanako.get(&path).await);
        assert!(html.is(200).header("content-type").starts_with("text/html"), "{path}");
        assert_eq!(json.is(200).header("content-type"), "application/json", "{path}");
        assert_eq!(comparable(html.embedded()), comparable(json.json()), "{path}");
        let token = json.json()["csrf_token"].as_str().unwrap().to_owned();
        let meta =
            html.body.split("<meta name=\"csrf-token\" content=\"").nth(1).and_then(|rest| rest.split('"').next());
        let given =
            [token.as_str(), json.header("x-csrf-token"), html.header("x-csrf-token"), meta.unwrap_or_default()];
        for token in given {
            // The address has no form: the token is checked first.
            let call = hanako.call(Method::POST, "/nowhere").csrf(tests::Csrf::Token(token.to_owned()));
            call.send().await.refused(404, "not_found");
        }
        for answer in [&html, &json] {
            assert_eq!(answer.header("cache-control"), "private, no-store", "{path}");
        }
    }
    app.end().await;
}

#[tokio::test]
async fn the_envelope_says_where_one_is_and_who_one_is() {
    let app = TestApp::start().await;
    let hanako = app.diner("hanako").await;
    let page = hanako.get("/").await.json();
    assert_eq!((&page["page"], &page["locale"]), (&json!("home"), &json!("ja")));
    assert_eq!(page["now"], "2026-12-01T10:00:00+09:00");
    assert_eq!(page["session"]["signed_in"], true);
    assert_eq!(page["session"]["user"]["email"], "hanako@seki.test");
    assert_eq!(page["session"]["user"]["phone_confirmed"], true);
    assert_eq!(page["config"]["environment"], "test");
    assert!(page["config"]["card_publishable_key"].as_str().unwrap().starts_with("pk_"));
    let body = hanako.get("/").await.body;
    for secret in ["sk_test", "whsec", "long enough"] {
        assert!(!body.contains(secret), "{secret} reached a page");
    }
    let signed_out = app.anonymous().get("/").await.json();
    assert_eq!(
        signed_out["session"],
        json!({ "signed_in": false, "user": null, "offered_locale": null, "cookies_agreed": false, "menu": [] })
    );
    app.end().await;
}

#[tokio::test]
async fn a_suffix_asks_for_json_whatever_the_browser_accepts() {
    let app = TestApp::start().await;
    app.restaurant(RestaurantSpec::default()).await;
    let visitor = app.anonymous();
    let reply = visitor.open("/r/sushi-test.json").await;
    assert_eq!(reply.is(200).header("content-type"), "application/json");
    assert_eq!(reply.json()["page"], "restaurant");
    visitor.open("/users/upcoming_reservations.json").await.refused(401, "sign_in_required");
    visitor.open("/no/such/page.json").await.refused(404, "not_found");
    app.end().await;
}

/// G078
#[tokio::test]
async fn a_script_that_names_itself_gets_json_unless_it_accepts_pages() {
    let app = TestApp::start().await;
    let visitor = app.anonymous();
    for (accept, script, kind) in [
        ("*/*", Some("XMLHttpRequest"), "application/json"),
        ("*/*", None, "text/html; charset=utf-8"),
        ("*/*", Some("another"), "text/html; charset=utf-8"),
        ("text/html,*/*", Some("XMLHttpRequest"), "text/html; charset=utf-8"),
    ] {
        let call = visitor.call(Method::GET, "/").accept(accept);
        let reply = match script {
            Some(name) => call.header("x-requested-with", name).send().await,
            None => call.send().await,
        };
        assert_eq!(reply.is(200).header("content-type"), kind, "{accept} {script:?}");
    }
    app.end().await;
}

#[tokio::test]
async fn a_message_is_shown_once() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    hanako.book(&restaurant, &slot, 1).await;
    assert!(hanako.cookie("seki_flash").is_some());
    let first = hanako.open("/").await.embedded();
    assert_eq!(first["flash"][0]["kind"], "notice");
    assert!(hanako.cookie("seki_flash").is_none());
    assert_eq!(hanako.open("/").await.embedded()["flash"], json!([]));
    hanako.set_cookie("seki_flash", "bm90IG91cnM.c2lnbmVk");
    assert_eq!(hanako.open("/").await.embedded()["flash"], json!([]), "a forged message is ignored");
    app.end().await;
}

#[tokio::test]
async fn pages_have_security_headers_and_http_only_cookies() {
    let app = TestApp::start().await;
    let page = app.anonymous().open("/").await;
    assert_eq!(page.header("x-content-type-options"), "nosniff");
    assert_eq!(page.header("x-frame-options"), "SAMEORIGIN");
    let policy = page.header("content-security-policy");
    assert!(policy.starts_with("default-src 'self'; script-src 'self'"), "{policy}");
    let captcha = app.outside.handle.http_url.clone() + "/captcha/";
    let scripts = policy.split("; ").find(|rule| rule.starts_with("script-src")).expect("a rule of scripts");
    assert!(scripts.split(' ').any(|place| place == captcha), "the folder of the captcha provider alone: {scripts}");
    assert_eq!(page.header("permissions-policy"), "camera=(), geolocation=(), microphone=()");
    assert!(!policy.split(';').any(|rule| rule.contains("script-src") && rule.contains("unsafe")), "{policy}");
    let cookies: Vec<_> = page.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap()).collect();
    assert!(!cookies.is_empty());
    for cookie in cookies {
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
    }
    app.end().await;
}

/// Rules that require HTTPS: cookies that no neighbouring host can plant, and no return to plain HTTP.
#[tokio::test]
async fn over_https_cookies_are_bound_to_the_host() {
    let settings = &[("SEKI_BASE_URL", "https://seki.example.jp")];
    let app = TestApp::with(Options { settings, ..Options::default() }).await;
    let hanako = app.diner("hanako").await;
    let session = hanako.cookie("seki_diner").expect("a session");
    let visitor = app.anonymous();
    let call = |cookie: String| visitor.call(Method::GET, "/users/profile").accept(JSON).header("cookie", &cookie);
    call(format!("__Host-seki_diner={session}")).send().await.is(200);
    call(format!("seki_diner={session}")).send().await.refused(401, "sign_in_required");
    let page = visitor.open("/").await;
    for address in ["/", "/icon.svg", "/pictures/none.jpg", "/assets/none.js", "/users/profile", "/health"] {
        let answer = visitor.open(address).await;
        assert!(answer.header("strict-transport-security").starts_with("max-age=63072000"), "{address}");
    }
    for cookie in page.headers.get_all("set-cookie") {
        let cookie = cookie.to_str().expect("a text");
        assert!(
            cookie.starts_with("__Host-seki_") && cookie.contains("Secure") && cookie.contains("Path=/"),
            "{cookie}"
        );
    }
    app.end().await;
}

#[tokio::test]
async fn personal_responses_are_uncached_and_never_sniffed() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let owner = app.owner(&restaurant).await;
    for (person, path) in [
        (&hanako, "/users/api/customers/status/sushi-test"),
        (&owner, "/owners/api/resources/announcements"),
        (&owner, "/owners/api/resources/restaurant_blacklisted_phone_numbers"),
        (&owner, "/owners/api/customers/only_offsite_customers"),
    ] {
        let reply = person.get(path).await;
        assert_eq!(reply.header("cache-control"), "private, no-store", "{path}: {}", reply.status);
    }
    for path in ["/", "/icon.svg", "/pictures/none.jpg", "/assets/none.js", "/no/such/page"] {
        assert_eq!(hanako.open(path).await.header("x-content-type-options"), "nosniff", "{path}");
    }
    for path in ["/assets/none.js", "/icon.svg", "/pictures/none.jpg"] {
        assert_eq!(hanako.open(path).await.header("cache-control"), "no-store", "{path}: the next server may have it");
    }
    assert_eq!(hanako.open("/").await.header("cross-origin-opener-policy"), "same-origin-allow-popups");
    app.end().await;
}

#[tokio::test]
async fn large_responses_are_compressed_if_accepted() {
    let app = TestApp::start().await;
    app.restaurant(RestaurantSpec::default()).await;
    let visitor = app.anonymous();
    let varies = |page: &Reply| page.headers.get_all("vary").iter().any(|by| by == "accept-encoding");
    let plain = visitor.open("/r/sushi-test").await;
    assert_eq!((plain.header("content-encoding"), varies(&plain)), ("", true));
    for encoding in ["gzip", "br"] {
        let page = visitor.call(Method::GET, "/r/sushi-test").accept("text/html").header("accept-encoding", encoding);
        let page = page.send().await;
        assert_eq!((page.is(200).header("content-encoding"), varies(&page)), (encoding, true));
        assert!(page.body.len() < plain.body.len() && !page.body.contains("<html"), "the body is {encoding} too");
    }
    let unknown = visitor.call(Method::GET, "/r/sushi-test").header("accept-encoding", "zstd").send().await;
    assert_eq!(unknown.is(200).header("content-encoding"), "");
    app.end().await;
}

#[tokio::test]
async fn text_of_people_cannot_leave_the_page_data() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let uid = hanako.hold(&restaurant, &slot, 1).await;
    let mut body = tests::all_ticked();
    let text = "</script><script>alert(1)</script><!-- \u{2028} ' \" & {{ 7*7 }}";
    body["reservation"] = json!({ "special_request": text });
    hanako.post(&format!("/r/sushi-test/reservations/{uid}/confirm"), &body).await.is(200);
    let page = hanako.open(&format!("/users/reservations/{uid}")).await;
    assert!(!page.body.contains("<script>alert"));
    assert_eq!(page.embedded()["data"]["reservation"]["special_request"], text);
    let search = hanako.open("/?keyword=%3C%2Fscript%3E%3Cscript%3Ealert(1)%3C/script%3E").await;
    assert!(!search.body.contains("<script>alert"));
    app.end().await;
}

#[tokio::test]
async fn health_endpoint_is_public() {
    let app = TestApp::start().await;
    app.anonymous().get("/health").await.is(200);
    app.end().await;
}

#[tokio::test]
async fn audit_events_are_immutable() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    app.owner(&restaurant).await.record_visit(&app, &restaurant, &VisitSpec::default()).await.is(201);
    assert!(app.count("SELECT count(*) FROM audit_events").await > 0);
    for change in ["UPDATE audit_events SET action = 'nothing'", "DELETE FROM audit_events", "TRUNCATE audit_events"] {
        let refused = sqlx::raw_sql(change).execute(&app.pool).await.expect_err("rows of the audit stay");
        assert!(refused.to_string().contains("are never changed"), "{change}: {refused}");
    }
    app.end().await;
}
