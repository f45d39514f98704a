//! A visitor's intent survives sign-in and sign-up, and the pages in between name it (R-051, F039, F048, gaps G002, G035, G128).

use serde_json::{Value, json};
use tests::{PASSWORD, Persona, TestApp, TestRestaurant, place};

use super::people::{PHONE, PHONE_E164, form, invited_by_mail, signed_up, verify_phone};

const BOOKING: &str = "/r/sushi-kagura/reservations/new?date=2030-12-14&slot=3&guests=2&time=9&course=5";

/// Signs up by the form that the page has, as the browser sends it.
async fn sign_up_from(app: &TestApp, visitor: &Persona, page: &Value) -> String {
    let uuid = verify_phone(app, visitor, "JP", PHONE, PHONE_E164).await;
    let mut body = form("hanako@seki.test", &uuid);
    for name in ["after_sign_up_url", "invited_token", "restaurant_slug", "user_action"] {
        body["user"][name] = page["prefill"][name].clone();
    }
    let answer = visitor.post("/users", &body).await.is(200).json();
    answer["redirect_to"].as_str().unwrap_or_default().to_owned()
}

/// The sign-in page as the button of the seat page opens it.
fn sign_in_from(path: &str) -> String {
    let url = reqwest::Url::parse_with_params("http://x/users/sign_in", [("after_sign_in_url", path)]).expect("a URL");
    format!("/users/sign_in?{}", url.query().unwrap_or_default())
}

async fn data(visitor: &Persona, path: &str) -> Value {
    visitor.get(path).await.data()
}

fn path<'a>(page: &'a Value, name: &str) -> &'a str {
    page[name].as_str().unwrap_or_default()
}

#[tokio::test]
async fn booking_continues_after_sign_up() {
    let app = TestApp::with_jobs().await;
    place(&app.pool, TestRestaurant::default()).await;
    let visitor = app.anonymous();
    assert_eq!(visitor.open(BOOKING).await.status, 200, "seats are shown before the account is needed");
    let intent =
        json!({ "kind": "booking", "restaurant_name": "sushi-kagura店", "date": "2030-12-14", "path": BOOKING });
    let sign_in = data(&visitor, &sign_in_from(BOOKING)).await;
    assert_eq!(sign_in["continuing"], intent);
    let sign_up = data(&visitor, path(&sign_in, "sign_up_path")).await;
    assert_eq!((&sign_up["continuing"], &sign_up["prefill"]["after_sign_up_url"]), (&intent, &json!(BOOKING)));

    assert_eq!(sign_up_from(&app, &visitor, &sign_up).await, BOOKING);
    for step in ["pick_restaurants", "after_pickup_restaurants", "confirm_email"] {
        assert_eq!(data(&visitor, &format!("/users/after_registrations/{step}")).await["continuing"], intent, "{step}");
    }
    let back = visitor.open(path(&sign_in, "sign_up_path")).await;
    assert_eq!((back.status, back.location()), (303, BOOKING), "the form is of no use any more");
    visitor.delete("/users/sign_out").await;
    assert_eq!(data(&visitor, "/users/sign_in").await["continuing"], Value::Null);
    app.end().await;
}

#[tokio::test]
async fn a_favourite_is_one_after_signing_up() {
    let app = TestApp::with_jobs().await;
    place(&app.pool, TestRestaurant::default()).await;
    let visitor = app.anonymous();
    let sign_in = "/users/sign_in?sapm=&restaurant_slug=sushi-kagura&user_action=add_favorite";
    let page = data(&visitor, sign_in).await;
    assert_eq!(page["continuing"]["kind"], "favorite");
    let sign_up = data(&visitor, path(&page, "sign_up_path")).await;
    assert_eq!(sign_up["continuing"]["restaurant_name"], "sushi-kagura店");
    assert_eq!(sign_up["sign_in_path"], sign_in, "and back, for a visitor with an account");
    assert_eq!(sign_up_from(&app, &visitor, &sign_up).await, "/r/sushi-kagura");
    let status = visitor.get("/users/api/customers/status/sushi-kagura").await;
    assert_eq!(status.json(), json!({ "favorited": true }));
    let again = visitor.open(sign_in).await;
    assert_eq!((again.status, again.location()), (303, "/r/sushi-kagura"));
    app.end().await;
}

#[tokio::test]
async fn an_invitation_is_answered_after_signing_up() {
    let app = TestApp::with_jobs().await;
    let (_, uid, token) = invited_by_mail(&app).await;
    let invitation = format!("/users/invited_reservations/{uid}");

    let visitor = app.anonymous();
    let link = format!("{invitation}?invited_token={token}");
    data(&visitor, &link).await;
    let sign_in = data(&visitor, "/users/sign_in").await;
    assert_eq!((&sign_in["continuing"]["kind"], &sign_in["continuing"]["path"]), (&json!("invitation"), &json!(link)));
    let sign_up = data(&visitor, path(&sign_in, "sign_up_path")).await;
    assert_eq!(sign_up["continuing"]["kind"], "invitation");
    let next = sign_up_from(&app, &visitor, &sign_up).await;
    assert!(next.starts_with(&invitation), "{next}");
    let confirm_email = data(&visitor, "/users/after_registrations/confirm_email").await;
    assert_eq!(confirm_email["continuing"]["kind"], "invitation");
    assert_eq!(data(&visitor, &next).await["needs_sign_in"], false);
    visitor.post(&format!("{invitation}/accept"), &json!({ "policy_agreed": true })).await.is(200);
    let confirm_email = data(&visitor, "/users/after_registrations/confirm_email").await;
    assert_eq!(confirm_email["continuing"], Value::Null, "it has been answered");
    app.end().await;
}

#[tokio::test]
async fn each_tab_keeps_its_own_intent() {
    let app = TestApp::with_jobs().await;
    place(&app.pool, TestRestaurant::default()).await;
    place(&app.pool, TestRestaurant { slug: "soba", ..TestRestaurant::default() }).await;
    signed_up(&app, "hanako@seki.test").await;
    let visitor = app.anonymous();
    let first = data(&visitor, &sign_in_from("/r/sushi-kagura/reservations/new?date=2030-12-14")).await;
    data(&visitor, &sign_in_from("/r/soba/reservations/new")).await;
    let user = json!({ "email": "hanako@seki.test", "password": PASSWORD });
    let body = json!({ "user": user, "after_sign_in_url": first["after_sign_in_url"] });
    let answer = visitor.post("/users/sign_in", &body).await;
    assert_eq!(answer.json()["redirect_to"], "/r/sushi-kagura/reservations/new?date=2030-12-14");
    app.end().await;
}

#[tokio::test]
async fn return_addresses_are_same_site_and_reveal_no_hidden_restaurant() {
    let app = TestApp::with_jobs().await;
    place(&app.pool, TestRestaurant { visibility: "hidden", ..TestRestaurant::default() }).await;
    signed_up(&app, "kenji@seki.test").await;
    let visitor = app.anonymous();
    for elsewhere in ["//evil.example/", "https://evil.example/", "/\\evil.example", "javascript:alert(1)", "/owners"] {
        let query = reqwest::Url::parse_with_params("http://x/", [("after_sign_up_url", elsewhere)]).expect("a URL");
        let page = data(&visitor, &format!("/users/sign_up?{}", query.query().unwrap_or_default())).await;
        assert_eq!(page["continuing"], Value::Null, "{elsewhere}");
    }
    for path in ["/r/sushi-kagura/reservations/new", "/r/%00/reservations/new"] {
        assert_eq!(data(&visitor, &sign_in_from(path)).await["continuing"], Value::Null, "{path}");
    }
    for path in ["/users/profile", "/users/invited_reservations/x"] {
        visitor.open(path).await;
        assert_eq!(data(&visitor, "/users/sign_in").await["continuing"], Value::Null, "{path}");
    }
    let user = json!({ "email": "kenji@seki.test", "password": PASSWORD });
    let body = json!({ "user": user, "after_sign_in_url": "https://evil.example/" });
    let answer = visitor.post("/users/sign_in", &body).await;
    assert_eq!(answer.json()["redirect_to"], "/users/invited_reservations/x", "the last page that required sign-in");
    app.end().await;
}

#[tokio::test]
async fn the_link_to_sign_in_leads_back_to_the_page_that_has_it() {
    let app = TestApp::with_jobs().await;
    place(&app.pool, TestRestaurant::default()).await;
    signed_up(&app, "hanako@seki.test").await;
    let visitor = app.anonymous();
    let link = |address: &str| format!("/users/sign_in?after_sign_in_url={address}");
    visitor.open(BOOKING).await;
    let page = data(&visitor, &link("%2Fr%2Fsushi-kagura%3Fmonth%3D2030-12")).await;
    assert_eq!(page["after_sign_in_url"], "/r/sushi-kagura?month=2030-12", "not the booking that was left");
    for foreign in ["https%3A%2F%2Fevil.example%2F", "%2F%2Fevil.example", "javascript%3Aalert(1)"] {
        let elsewhere = app.anonymous();
        assert_eq!(data(&elsewhere, &link(foreign)).await["after_sign_in_url"], Value::Null, "{foreign}");
    }
    let body = json!({ "user": { "email": "hanako@seki.test", "password": PASSWORD }, "after_sign_in_url": page["after_sign_in_url"] });
    let answer = visitor.post("/users/sign_in", &body).await;
    assert_eq!(answer.is(200).json()["redirect_to"], "/r/sushi-kagura?month=2030-12");
    let again = visitor.open(&link("%2Fr%2Fsushi-kagura")).await;
    assert_eq!((again.status, again.location()), (303, "/r/sushi-kagura"), "a signed-in diner continues");
    app.end().await;
}
