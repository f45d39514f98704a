//! The staff of any restaurant, as admins manage them (G044, G220).

use reqwest::Method;
use serde_json::{Value, json};
use tests::{PASSWORD, RestaurantSpec, TestApp, justified};

use crate::owner::staff::mailed_token;

#[tokio::test]
async fn an_admin_invites_the_first_owner_and_keeps_the_last_one() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    let staff = "/admin/api/r/sushi-test/staff";
    let chef = justified(json!({ "email": "chef@seki.test", "nickname": "親方", "role": "owner" }));
    admin.post(&format!("{staff}/invitations"), &chef).await.is(200);
    let person = app.anonymous();
    let body = json!({ "token": mailed_token(&app, "chef@seki.test", 1).await, "password": PASSWORD,
                       "password_confirmation": PASSWORD });
    person.post("/owners/staff_invitation", &body).await.is(200);
    let page = admin.get("/admin/r/sushi-test/staff").await.is(200).data();
    assert_eq!((&page["staff"][0]["nickname"], &page["makes_owners"]), (&json!("親方"), &json!(true)));
    let member = format!("{staff}/{}", page["staff"][0]["id"]);
    let nothing = justified(json!({}));
    admin.delete_with(&member, &nothing).await.refused(409, "last_owner");
    let second = app.owner(&restaurant).await;
    admin.patch(&member, &justified(json!({ "role": "read_only" }))).await.is(200);
    admin.delete_with(&member, &nothing).await.is(200);
    second.get("/owners").await.is(200);
    let by = "SELECT count(*) FROM audit_events
              WHERE actor = 'admin' AND action LIKE 'staff_%' AND detail->>'reason' = '電話でのご依頼'";
    assert_eq!(app.count(by).await, 3);
    app.end().await;
}

/// G278
#[tokio::test]
async fn owners_are_notified_of_an_owner_whom_an_admin_invites() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let (owner, admin) = (app.owner(&restaurant).await, app.admin().await);
    let page = admin.get("/admin/r/sushi-test/staff").await.data();
    let address = page["staff"][0]["email"].as_str().expect("an address");
    let invitations = "/admin/api/r/sushi-test/staff/invitations";
    let invite = async |email: &str, role: &str| {
        let body = justified(json!({ "email": email, "nickname": "X", "role": role }));
        admin.post(invitations, &body).await.is(200);
    };
    let notices = "SELECT count(*) FROM mail_deliveries WHERE template = 'owner_invited'";
    invite("floor@seki.test", "floor").await;
    owner
        .post("/owners/api/staff/invitations", &json!({ "email": "a@seki.test", "nickname": "A", "role": "owner" }))
        .await
        .is(200);
    assert_eq!(app.count(notices).await, 0, "only an admin's invitation of an owner");
    invite("thief@seki.test", "owner").await;
    app.drain_jobs().await;
    let mails = app.outside.inbox(address).await;
    let mail = mails.iter().find(|mail| mail.to_string().contains("t•••••@seki.test")).expect("a notice to the owner");
    assert!(mail.to_string().contains("/owners/staff?owners_restaurant_slug=sushi-test"), "{mail}");
    assert_eq!(app.count(notices).await, 1);
    app.end().await;
}

/// G287
#[tokio::test]
async fn owners_are_notified_of_a_member_who_becomes_an_owner() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let (owner, admin) = (app.owner(&restaurant).await, app.admin().await);
    app.owner(&restaurant).await;
    let staff = "/admin/api/r/sushi-test/staff";
    let page = admin.get("/admin/r/sushi-test/staff").await.data();
    let second = page["staff"][1]["id"].to_string();
    let [address, new_address] = [0, 1].map(|index| page["staff"][index]["email"].as_str().expect("an address"));
    let role = async |role: &str| {
        admin.patch(&format!("{staff}/{second}"), &justified(json!({ "role": role }))).await.is(200);
    };
    let notices = "SELECT count(*) FROM mail_deliveries WHERE template = 'owner_promoted'";
    role("read_only").await;
    role("floor").await;
    assert_eq!(app.count(notices).await, 0, "only a new owner");
    role("owner").await;
    role("owner").await;
    app.drain_jobs().await;
    let mails = app.outside.inbox(address).await;
    let masked = format!("スタッフ{}•••••", &new_address[..1]);
    let mail = mails.iter().map(Value::to_string).find(|mail| mail.contains(&masked)).expect("a notice to the owner");
    for expected in ["席の運営担当者", "/owners/staff?owners_restaurant_slug=sushi-test"] {
        assert!(mail.contains(expected), "{expected} in {mail}");
    }
    assert_eq!(app.count(notices).await, 1, "one mail, to the other owner only");
    let promote = async || {
        role("staff").await;
        owner.patch(&format!("/owners/api/staff/{second}"), &json!({ "role": "owner" })).await.is(200);
    };
    promote().await;
    assert_eq!(app.count(notices).await, 1, "the only other owner promoted the member");
    app.owner(&restaurant).await;
    promote().await;
    let text = "SELECT count(*) FROM mail_deliveries WHERE template = 'owner_promoted' AND context->>'by' = 'owner'";
    assert_eq!(app.count(text).await, 1, "a third owner is notified of the second's promotion");
    app.end().await;
}

#[tokio::test]
async fn only_admins_may_and_only_at_existing_restaurants() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let (owner, admin) = (app.owner(&restaurant).await, app.admin().await);
    let whom = justified(json!({ "email": "x@seki.test", "nickname": "X", "role": "floor" }));
    for stranger in [&owner, &app.anonymous()] {
        stranger.get("/admin/r/sushi-test/staff").await.refused(401, "sign_in_required");
        let call = stranger.post("/admin/api/r/sushi-test/staff/invitations", &whom);
        call.await.refused(401, "sign_in_required");
    }
    admin.get("/admin/r/nowhere/staff").await.refused(404, "not_found");
    admin.post("/admin/api/r/nowhere/staff/invitations", &whom).await.refused(404, "not_found");
    // The member of another restaurant.
    let id = admin.get("/admin/r/sushi-test/staff").await.data()["staff"][0]["id"].clone();
    let theirs = format!("/admin/api/r/tempura-test/staff/{id}");
    admin.delete_with(&theirs, &justified(json!({}))).await.refused(404, "not_found");
    let bad = justified(json!({ "email": "x", "nickname": "", "role": "floor" }));
    let call = admin.post("/admin/api/r/sushi-test/staff/invitations", &bad);
    assert_eq!(call.await.bad_fields(), ["email", "nickname"]);
    app.end().await;
}

/// G220
#[tokio::test]
async fn every_write_requires_permission_reason_and_proof() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let (owner, admin) = (app.owner(&restaurant).await, app.admin().await);
    let whom = json!({ "email": "x@seki.test", "nickname": "X", "role": "owner" });
    owner.post("/owners/api/staff/invitations", &whom).await.is(200);
    let page = admin.get("/admin/r/sushi-test/staff").await.data();
    let staff = "/admin/api/r/sushi-test/staff";
    let member = format!("{staff}/{}", page["staff"][0]["id"]);
    let invitation = format!("{staff}/invitations/{}", page["invitations"][0]["uid"].as_str().expect("a uid"));
    let other = json!({ "email": "y@seki.test", "nickname": "Y", "role": "owner" });
    let calls = [
        (Method::POST, format!("{staff}/invitations"), other),
        (Method::POST, format!("{invitation}/resent"), json!({})),
        (Method::DELETE, invitation, json!({})),
        (Method::PATCH, member.clone(), json!({ "role": "floor" })),
        (Method::DELETE, member, json!({})),
    ];
    for (method, path, body) in &calls {
        let send = async |body: &Value| admin.call(method.clone(), path).json(body).send().await;
        let (mut without_reason, mut without_proof) = (justified(body.clone()), justified(body.clone()));
        without_reason["reason"] = json!("");
        without_proof["current_password"] = json!("");
        assert_eq!(send(&without_reason).await.bad_fields(), ["reason"], "{method} {path}");
        send(&without_proof).await.refused(422, "proof_missing");
    }
    app.execute("UPDATE admin_users SET staff = false").await;
    for (method, path, body) in &calls {
        let call = admin.call(method.clone(), path).json(&justified(body.clone()));
        call.send().await.refused(403, "admin_flag_missing");
    }
    let address = page["staff"][0]["email"].as_str().expect("an address");
    let hidden = admin.get("/admin/r/sushi-test/staff").await;
    assert_eq!(hidden.data()["makes_owners"], false, "the list stays visible");
    assert_eq!(hidden.data()["invitations"][0]["email"], "x•••••@seki.test", "without addresses");
    assert!(!hidden.body.contains("x@seki.test") && !hidden.body.contains(address), "{}", hidden.body);
    assert_eq!(app.count("SELECT count(*) FROM audit_events WHERE actor = 'admin'").await, 0);
    app.end().await;
}
