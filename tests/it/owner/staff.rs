//! The staff of a restaurant, as its owners manage them (owner §6, G044).

use serde_json::{Value, json};
use tests::{DAY, PASSWORD, Persona, Reply, RestaurantSpec, TestApp};

const INVITATIONS: &str = "/owners/api/staff/invitations";

fn sakura(role: &str) -> Value {
    json!({ "email": "sakura@seki.test", "nickname": "さくら", "role": role })
}

/// Returns the token of an address's mail with this number.
pub async fn mailed_token(app: &TestApp, email: &str, number: usize) -> String {
    app.drain_jobs().await;
    let mails = app.outside.inbox(email).await;
    assert_eq!(mails.len(), number, "{mails:?}");
    let text = mails[0]["text"].as_str().expect("a text");
    let line = text.lines().find(|line| line.contains("/owners/staff_invitation")).expect("a link");
    line.split_once("token=").expect("a token").1.trim().to_owned()
}

async fn accept(persona: &Persona, token: &str, password: &str) -> Reply {
    let body = json!({ "token": token, "password": password, "password_confirmation": password });
    persona.post("/owners/staff_invitation", &body).await
}

/// Invites a person with a role, and returns their session.
async fn joined(app: &TestApp, owner: &Persona, role: &str) -> Persona {
    owner.post(INVITATIONS, &sakura(role)).await.is(200);
    let person = app.anonymous();
    accept(&person, &mailed_token(app, "sakura@seki.test", 1).await, PASSWORD).await.is(200);
    person.sign_in_as_owner("sakura@seki.test", PASSWORD).await.is(200);
    person
}

/// The same, and the terms are agreed to.
async fn at_work(app: &TestApp, owner: &Persona, role: &str) -> Persona {
    let person = joined(app, owner, role).await;
    person.post("/owners/accounts/terms_agreed", &json!({})).await.is(200);
    person
}

async fn id_of(owner: &Persona, email: &str) -> i64 {
    let page = owner.get("/owners/staff").await.data();
    let staff = page["staff"].as_array().expect("staff").iter();
    let found = staff.clone().find(|member| member["email"] == email);
    found.unwrap_or_else(|| panic!("{email} is not in {page}"))["id"].as_i64().expect("an id")
}

/// G044
#[tokio::test]
async fn an_invited_person_sets_a_password_works_and_is_out_once_removed() {
    let (app, _, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let person = joined(&app, &owner, "staff").await;
    let home = person.get("/owners").await.is(200).json();
    assert_eq!(home["session"]["role"], "staff");
    assert_eq!(home["session"]["has_agreed_to_terms"], false, "each log-in agrees itself");
    let page = owner.get("/owners/staff").await.data();
    assert_eq!((page["staff"][1]["role"].clone(), page["invitations"].clone()), (json!("staff"), json!([])));
    assert!(page["staff"][1]["last_seen_at"].is_string() && page["staff"][0]["is_self"] == true, "{page}");

    let id = id_of(&owner, "sakura@seki.test").await;
    owner.delete(&format!("/owners/api/staff/{id}")).await.is(200);
    person.get("/owners").await.refused(401, "sign_in_required");
    person.sign_in_as_owner("sakura@seki.test", PASSWORD).await.refused(403, "no_restaurant");
    owner.delete(&format!("/owners/api/staff/{id}")).await.refused(404, "not_found");
    for action in ["staff_invited", "staff_joined", "staff_removed"] {
        let query = sqlx::query_scalar("SELECT count(*) FROM audit_events WHERE action = $1 AND restaurant_id > 0");
        let rows: i64 = query.bind(action).fetch_one(&app.pool).await.expect("a count");
        assert_eq!(rows, 1, "{action}");
    }
    app.end().await;
}

#[tokio::test]
async fn invitation_link_is_single_use_and_ends_on_resend_or_withdrawal() {
    let (app, _, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    owner.post(INVITATIONS, &sakura("floor")).await.is(200);
    let first = mailed_token(&app, "sakura@seki.test", 1).await;
    let person = app.anonymous();
    let page = person.get(&format!("/owners/staff_invitation?token={first}")).await.data();
    assert_eq!((&page["invitation"]["has_account"], &page["invitation"]["role"]), (&json!(false), &json!("floor")));
    accept(&person, &first, "weak").await.refused(422, "invalid_input");
    for wrong in ["", "x.y", &format!("{first}x")] {
        accept(&person, wrong, PASSWORD).await.refused(422, "link_invalid");
    }
    let uid =
        || async { owner.get("/owners/staff").await.data()["invitations"][0]["uid"].as_str().unwrap().to_owned() };
    owner.post(&format!("{INVITATIONS}/{}/resent", uid().await), &json!({})).await.is(200);
    let second = mailed_token(&app, "sakura@seki.test", 2).await;
    accept(&person, &first, PASSWORD).await.refused(422, "link_replaced");
    let page = async |token: &str| person.get(&format!("/owners/staff_invitation?token={token}")).await.data();
    let replaced = page(&first).await;
    assert_eq!((&replaced["invitation"], &replaced["is_replaced"]), (&Value::Null, &json!(true)));
    assert_eq!(page(&second).await["is_replaced"], false);

    app.advance(7 * DAY);
    accept(&person, &second, PASSWORD).await.refused(422, "link_invalid");
    assert_eq!(owner.get("/owners/staff").await.data()["invitations"][0]["is_expired"], true);
    let uid = owner.get("/owners/staff").await.data()["invitations"][0]["uid"].as_str().unwrap().to_owned();
    owner.post(&format!("{INVITATIONS}/{uid}/resent"), &json!({})).await.is(200);
    let third = mailed_token(&app, "sakura@seki.test", 3).await;
    let uid = owner.get("/owners/staff").await.data()["invitations"][0]["uid"].as_str().unwrap().to_owned();
    owner.delete(&format!("{INVITATIONS}/{uid}")).await.is(200);
    owner.delete(&format!("{INVITATIONS}/{uid}")).await.refused(404, "not_found");
    accept(&person, &third, PASSWORD).await.refused(422, "link_invalid");
    let withdrawn = page(&third).await;
    assert_eq!((&withdrawn["invitation"], &withdrawn["is_replaced"]), (&Value::Null, &json!(false)));
    accept(&person, &first, PASSWORD).await.refused(422, "link_invalid");

    owner.post(INVITATIONS, &sakura("floor")).await.is(200);
    let token = mailed_token(&app, "sakura@seki.test", 4).await;
    let other = app.anonymous();
    let (one, two) = tokio::join!(accept(&person, &token, PASSWORD), accept(&other, &token, PASSWORD));
    let mut statuses = [one.status, two.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 422], "a link is good once, also for two at a time");
    app.end().await;
}

#[tokio::test]
async fn a_known_address_keeps_its_password_and_gets_the_restaurant_added() {
    let (app, restaurant, _) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let (known, host) = (app.owner_with_password(&restaurant, true).await, app.owner(&elsewhere).await);
    host.post(INVITATIONS, &json!({ "email": known.to_uppercase(), "nickname": "板長", "role": "read_only" }))
        .await
        .is(200);
    let token = mailed_token(&app, &known, 1).await;
    let person = app.anonymous();
    let page = person.get(&format!("/owners/staff_invitation?token={token}")).await.data();
    assert_eq!(page["invitation"]["has_account"], true);
    accept(&person, &token, "Another-2026").await.is(200);
    person.sign_in_as_owner(&known, "Another-2026").await.refused(422, "bad_credentials");
    person.sign_in_as_owner(&known, PASSWORD).await.is(200);
    let role = async |slug: &str| {
        person.get(&format!("/owners?restaurant_slug={slug}")).await.is(200).json()["session"]["role"].clone()
    };
    assert_eq!((role("sushi-test").await, role("tempura-test").await), (json!("owner"), json!("read_only")));
    // The rights at the restaurant in the address apply, not the rights at the current restaurant.
    let delivery = json!({ "restaurant_delivery_setting": { "client_name": "" } });
    let path = "/owners/api/restaurant_delivery_settings/tempura-test?restaurant_slug=sushi-test";
    person.patch(path, &delivery).await.refused(403, "right_missing");

    // Out of one restaurant, still in at the other one.
    let id = id_of(&host, &known).await;
    host.delete(&format!("/owners/api/staff/{id}")).await.is(200);
    person.get("/owners?restaurant_slug=tempura-test").await.refused(404, "not_found");
    assert_eq!(role("sushi-test").await, "owner");
    app.end().await;
}

#[tokio::test]
async fn forms_are_checked_and_owners_are_made_and_removed_by_owners_only() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let bad = [
        (json!({ "email": "nobody", "nickname": "さくら" }), vec!["email"]),
        (json!({ "email": "x@seki.test", "nickname": " " }), vec!["nickname"]),
        (json!({ "email": "x@seki.test", "nickname": "http://evil.example" }), vec!["nickname"]),
        (json!({}), vec!["email", "nickname"]),
        (sakura("boss"), vec!["role"]),
    ];
    for (body, fields) in bad {
        assert_eq!(owner.post(INVITATIONS, &body).await.bad_fields(), fields, "{body}");
    }
    let person = at_work(&app, &owner, "staff").await;
    assert_eq!(owner.post(INVITATIONS, &sakura("staff")).await.bad_fields(), ["email"], "one of the staff");
    let other = |role: &str| json!({ "email": "kai@seki.test", "nickname": "櫂", "role": role });
    person.post(INVITATIONS, &other("owner")).await.refused(403, "owners_only");
    person.post(INVITATIONS, &other("floor")).await.is(200);
    assert_eq!(owner.post(INVITATIONS, &other("floor")).await.bad_fields(), ["email"], "invited already");

    let page = owner.get("/owners/staff").await.data();
    let (first, second) = (page["staff"][0]["id"].clone(), page["staff"][1]["id"].clone());
    let member = |id: &Value| format!("/owners/api/staff/{id}");
    person.patch(&member(&second), &json!({ "role": "owner" })).await.refused(403, "owners_only");
    person.delete(&member(&first)).await.refused(403, "owners_only");
    assert_eq!(owner.patch(&member(&second), &json!({ "role": "boss" })).await.bad_fields(), ["role"]);
    owner.patch(&member(&first), &json!({ "role": "staff" })).await.refused(409, "last_owner");
    owner.delete(&member(&first)).await.refused(409, "last_owner");

    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let stranger = app.owner(&elsewhere).await;
    stranger.patch(&member(&second), &json!({ "role": "floor" })).await.refused(404, "not_found");
    stranger.delete(&member(&second)).await.refused(404, "not_found");
    app.anonymous().post(INVITATIONS, &other("floor")).await.refused(401, "sign_in_required");
    app.anonymous().get("/owners/staff").await.refused(401, "sign_in_required");
    let _ = restaurant;
    app.end().await;
}

/// If two owners remove each other concurrently, one remains: the rows are locked while they are counted.
#[tokio::test(flavor = "multi_thread")]
async fn owners_cannot_both_remove_each_other() {
    for _ in 0..6 {
        let (app, restaurant, first) = TestApp::with_restaurant(RestaurantSpec::default()).await;
        let second = app.owner(&restaurant).await;
        let page = first.get("/owners/staff").await.data();
        let ids = [0, 1].map(|at: usize| format!("/owners/api/staff/{}", page["staff"][at]["id"]));
        first.csrf_token().await;
        second.csrf_token().await;
        let (one, two) = tokio::join!(first.delete(&ids[1]), second.delete(&ids[0]));
        let mut statuses = [one.status, two.status];
        statuses.sort_unstable();
        assert!(statuses[0] == 200 && [401, 403, 409].contains(&statuses[1]), "{statuses:?}");
        assert_eq!(app.count("SELECT count(*) FROM restaurant_owners WHERE role = 'owner'").await, 1);
        app.end().await;
    }
}

/// G044
#[tokio::test]
async fn a_narrowed_log_in_has_less_from_the_next_request_on() {
    let (app, _, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let person = at_work(&app, &owner, "staff").await;
    let id = id_of(&owner, "sakura@seki.test").await;
    let narrow = async |role: &str| {
        owner.patch(&format!("/owners/api/staff/{id}"), &json!({ "role": role })).await.is(200).status
    };
    let memo = json!({ "restaurant_calendar_date": { "daily_memo": "花" } });
    let write = "/owners/api/restaurant_calendar_dates/2027-03-01";
    person.get("/owners/restaurant_charge_invoices").await.is(200);

    narrow("floor").await;
    person.get("/owners/restaurant_charge_invoices").await.refused(403, "right_missing");
    person.get("/owners/customers.csv").await.refused(403, "right_missing");
    person.get("/owners/customers").await.is(200);
    person.patch(write, &memo).await.is(200);
    narrow("read_only").await;
    person.get("/owners/restaurant_charge_invoices").await.is(200);
    person.get("/owners/staff").await.is(200);
    person.get("/owners/customers.csv").await.refused(403, "right_missing");
    person.patch(write, &memo).await.refused(403, "right_missing");
    person.post(INVITATIONS, &json!({ "email": "y@seki.test", "nickname": "Y" })).await.refused(403, "right_missing");
    let changed = "SELECT count(*) FROM audit_events WHERE action = 'staff_role_changed'";
    assert_eq!(app.count(changed).await, 2);
    app.end().await;
}

#[tokio::test]
async fn a_restaurant_sends_thirty_invitations_a_day() {
    let (app, _, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    owner.post(INVITATIONS, &sakura("staff")).await.is(200);
    for _ in 1..30 {
        let uid = owner.get("/owners/staff").await.data()["invitations"][0]["uid"].as_str().unwrap().to_owned();
        owner.post(&format!("{INVITATIONS}/{uid}/resent"), &json!({})).await.is(200);
    }
    owner
        .post(INVITATIONS, &json!({ "email": "z@seki.test", "nickname": "Z" }))
        .await
        .refused(429, "too_many_requests");
    assert_eq!(app.count("SELECT count(*) FROM staff_invitations").await, 1, "the refused one is not kept");
    app.end().await;
}

#[tokio::test]
async fn invitation_that_was_not_delivered_is_marked_until_it_is_sent_again() {
    let (app, _, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let invited = json!({ "email": "unknown-mailbox@seki.test", "nickname": "さくら", "role": "staff" });
    owner.post(INVITATIONS, &invited).await.is(200);
    let shown = async || owner.get("/owners/staff").await.data()["invitations"][0].clone();
    assert_eq!(shown().await["is_undelivered"], false);
    app.drain_jobs().await;
    app.drain_jobs().await;
    let failed = shown().await;
    assert_eq!(failed["is_undelivered"], true);
    let uid = failed["uid"].as_str().expect("a uid");
    owner.post(&format!("{INVITATIONS}/{uid}/resent"), &json!({})).await.is(200);
    assert_eq!(shown().await["is_undelivered"], false);
    app.end().await;
}
