//! JSON, forms and multipart are equivalent; malformed bodies are rejected.

use reqwest::Method;
use serde_json::Value;
use tests::{Csrf, Persona, RESERVATIONS, Restaurant, RestaurantSpec, Slot, SlotSpec, TestApp};

async fn fields(diner: &Persona, restaurant: &Restaurant, slot: &Slot) -> Vec<(String, String)> {
    let own = |name: &str, value: String| (name.to_owned(), value);
    vec![
        own("new_reservation[online_stock_group_id]", slot.id.to_string()),
        own("new_reservation[guests_count]", "2".to_owned()),
        own("new_reservation[time_selector_option_id]", slot.times[0].to_string()),
        own("new_reservation[course_id]", slot.courses[0].to_string()),
        own("restaurant_slug", restaurant.slug.to_owned()),
        own("reservation_calendar_token", diner.calendar_token(restaurant.slug).await),
        own("recaptcha_token", "human".to_owned()),
    ]
}

fn borrowed(fields: &[(String, String)]) -> Vec<(&str, &str)> {
    fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect()
}

#[tokio::test]
async fn hold_accepts_all_three_body_types() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 8, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let (by_json, by_form, by_multipart) =
        (app.diner("hanako").await, app.diner("kenji").await, app.diner("aoi").await);
    by_json.hold(&restaurant, &slot, 2).await;
    let form = fields(&by_form, &restaurant, &slot).await;
    by_form.call(Method::POST, RESERVATIONS).form(&borrowed(&form)).send().await.is(201);
    let form = fields(&by_multipart, &restaurant, &slot).await;
    by_multipart.call(Method::POST, RESERVATIONS).multipart(&borrowed(&form)).send().await.is(201);
    let alike = "SELECT count(DISTINCT (guests_count, osg_time_id, course_id, status)) FROM reservations";
    assert_eq!((app.count("SELECT count(*) FROM reservations").await, app.count(alike).await), (3, 1));
    app.end().await;
}

#[tokio::test]
async fn confirmations_can_be_ticked_in_any_of_the_three_kinds_of_body() {
    let app = TestApp::start().await;
    let restaurant =
        app.restaurant(RestaurantSpec { review_items: vec!["perfume"], seats: 8, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let ticked = [
        ("date_confirmed", "1"),
        ("no_proxy", "true"),
        ("policy_agreed", "on"),
        ("reservation_review_page_items[perfume]", "1"),
        ("reservation[special_request]", "a b+c&d=é"),
        ("customer[hide_from_user]", "0"),
    ];
    for kind in ["form", "multipart"] {
        let diner = app.diner(kind).await;
        let uid = diner.hold(&restaurant, &slot, 1).await;
        let path = format!("/r/sushi-test/reservations/{uid}/confirm.json");
        let call = diner.call(Method::POST, &path);
        let call = if kind == "form" { call.form(&ticked) } else { call.multipart(&ticked) };
        call.send().await.is(200);
        assert_eq!(diner.reservation(&uid).await["reservation"]["special_request"], "a b+c&d=é", "{kind}");
    }
    app.end().await;
}

#[tokio::test]
async fn unsupported_body_is_rejected() {
    let app = TestApp::start().await;
    let hanako = app.diner("hanako").await;
    let send = |kind: &'static str, body: Vec<u8>| hanako.call(Method::POST, RESERVATIONS).raw(kind, body).send();
    let deep = format!("{}1{}", "[".repeat(5_000), "]".repeat(5_000));
    for (kind, body, status, code) in [
        ("application/json", b"{".to_vec(), 400, "malformed_body"),
        ("application/json", b"\xff\xfe".to_vec(), 400, "malformed_body"),
        ("application/json", b"[]".to_vec(), 422, "invalid_input"),
        ("application/json", b"null".to_vec(), 422, "invalid_input"),
        ("application/json", deep.into_bytes(), 422, "invalid_input"),
        ("text/plain", b"x".to_vec(), 415, "unsupported_media_type"),
        ("application/xml", b"<x/>".to_vec(), 415, "unsupported_media_type"),
        ("application/x-www-form-urlencoded", b"\xff=1".to_vec(), 400, "malformed_body"),
        ("application/x-www-form-urlencoded", b"a[b][c][d][e][f][g][h][i]=1".to_vec(), 422, "invalid_input"),
        ("multipart/form-data; boundary=x", b"no such boundary".to_vec(), 400, "malformed_body"),
        ("multipart/form-data", b"x".to_vec(), 400, "malformed_body"),
    ] {
        let shown = String::from_utf8_lossy(&body[..body.len().min(30)]).into_owned();
        let reply = send(kind, body).await;
        assert_eq!((reply.status, &reply.json()["code"]), (status, &Value::from(code)), "{kind} {shown}");
    }
    app.end().await;
}

#[tokio::test]
async fn a_body_that_is_too_large_is_refused() {
    let app = TestApp::start().await;
    let hanako = app.diner("hanako").await;
    let huge = format!("{{\"x\":\"{}\"}}", "a".repeat(2 * 1024 * 1024));
    let reply = hanako.call(Method::POST, RESERVATIONS).raw("application/json", huge.clone()).try_send().await;
    // The server may disconnect before it has read everything.
    if let Ok(reply) = reply {
        reply.refused(413, "too_large");
    }
    let fields = [("x", huge.as_str())];
    let reply = hanako.call(Method::POST, RESERVATIONS).multipart(&fields).csrf(Csrf::Header).try_send().await;
    if let Ok(reply) = reply {
        reply.refused(413, "too_large");
    }
    hanako.get("/").await.is(200);
    app.end().await;
}

#[tokio::test]
async fn form_may_override_the_method() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let uid = hanako.hold(&restaurant, &slot, 1).await;
    let path = format!("{RESERVATIONS}/{uid}");
    hanako.submit(&path, &[("_method", "get")]).await.is(405);
    hanako.submit(&path, &[("_method", "nonsense")]).await.is(405);
    hanako.call(Method::GET, &format!("{path}?_method=delete")).send().await.refused(405, "method_not_allowed");
    assert_eq!(app.count("SELECT count(*) FROM reservations WHERE status = 'pending'").await, 1);
    hanako.submit(&path, &[("_method", "delete")]).await.is(204);
    app.end().await;
}
