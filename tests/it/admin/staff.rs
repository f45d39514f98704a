//! The staff of any restaurant, as admins manage them (G044).

use serde_json::json;
use tests::{PASSWORD, RestaurantSpec, TestApp};

use crate::owner::staff::mailed_token;

#[tokio::test]
async fn an_admin_invites_the_first_owner_and_keeps_the_last_one() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    let staff = "/admin/api/r/sushi-test/staff";
    let chef = json!({ "email": "chef@seki.test", "nickname": "親方", "role": "owner" });
    admin.post(&format!("{staff}/invitations"), &chef).await.is(200);
    let person = app.anonymous();
    let body = json!({ "token": mailed_token(&app, "chef@seki.test", 1).await, "password": PASSWORD,
                       "password_confirmation": PASSWORD });
    person.post("/owners/staff_invitation", &body).await.is(200);
    let page = admin.get("/admin/r/sushi-test/staff").await.is(200).data();
    assert_eq!((&page["staff"][0]["nickname"], &page["makes_owners"]), (&json!("親方"), &json!(true)));
    let member = format!("{staff}/{}", page["staff"][0]["id"]);
    admin.delete(&member).await.refused(409, "last_owner");
    let second = app.owner(&restaurant).await;
    admin.patch(&member, &json!({ "role": "read_only" })).await.is(200);
    admin.delete(&member).await.is(200);
    second.get("/owners").await.is(200);
    let by = "SELECT count(*) FROM audit_events WHERE actor = 'admin' AND action LIKE 'staff_%'";
    assert_eq!(app.count(by).await, 3);
    app.end().await;
}

#[tokio::test]
async fn only_admins_may_and_only_at_existing_restaurants() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let (owner, admin) = (app.owner(&restaurant).await, app.admin().await);
    let whom = json!({ "email": "x@seki.test", "nickname": "X", "role": "floor" });
    for stranger in [&owner, &app.anonymous()] {
        stranger.get("/admin/r/sushi-test/staff").await.refused(401, "sign_in_required");
        let call = stranger.post("/admin/api/r/sushi-test/staff/invitations", &whom);
        call.await.refused(401, "sign_in_required");
    }
    admin.get("/admin/r/nowhere/staff").await.refused(404, "not_found");
    admin.post("/admin/api/r/nowhere/staff/invitations", &whom).await.refused(404, "not_found");
    // The member of another restaurant.
    let id = admin.get("/admin/r/sushi-test/staff").await.data()["staff"][0]["id"].clone();
    admin.delete(&format!("/admin/api/r/tempura-test/staff/{id}")).await.refused(404, "not_found");
    let bad = json!({ "email": "x", "nickname": "", "role": "floor" });
    let call = admin.post("/admin/api/r/sushi-test/staff/invitations", &bad);
    assert_eq!(call.await.bad_fields(), ["email", "nickname"]);
    app.end().await;
}
