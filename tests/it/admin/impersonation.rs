//! An admin impersonates an owner (A-015, F185, gaps G012, G043, G196, G220).

use serde_json::{Value, json};
use tests::{Csrf, PASSWORD, Persona, Restaurant, RestaurantSpec, TestApp, justified};
use web_server::http::cookies::{ADMIN_COOKIE, OWNER_COOKIE};

struct Scene {
    app: TestApp,
    restaurant: Restaurant,
    owner: i64,
    owner_email: String,
    admin: Persona,
}

impl Scene {
    async fn open() -> Self {
        let app = TestApp::start().await;
        let restaurant = app.restaurant(RestaurantSpec::default()).await;
        let owner_email = app.owner_with_password(&restaurant, false).await;
        let owner = app.count("SELECT max(id) FROM owners").await;
        let admin = app.admin().await;
        Self { app, restaurant, owner, owner_email, admin }
    }

    fn path(&self) -> String {
        format!("/admin/owners/{}/login_as?owners_restaurant_slug={}", self.owner, self.restaurant.slug)
    }

    async fn begin(&self) {
        let done = self.admin.post(&self.path(), &justified(json!({}))).await.is(200).json();
        assert_eq!(done["redirect_to"], format!("/owners?owners_restaurant_slug={}", self.restaurant.slug));
    }

    async fn kept(&self, action: &str) -> Vec<Value> {
        let rows = "SELECT detail || jsonb_build_object('actor', actor, 'actor_id', actor_id, 'slug', r.slug)
                    FROM audit_events e JOIN restaurants r ON r.id = e.restaurant_id WHERE action = $1 ORDER BY e.id";
        sqlx::query_scalar(rows).bind(action).fetch_all(&self.app.pool).await.expect("rows")
    }
}

/// F185
#[tokio::test]
async fn impersonation_lasts_half_an_hour_and_writes_name_the_admin() {
    let scene = Scene::open().await;
    let page = scene.admin.get(&scene.path()).await.is(200).json();
    assert_eq!((&page["page"], &page["data"]["minutes"]), (&json!("admin_login_as"), &json!(30)));
    assert_eq!(page["data"]["email"], scene.owner_email);
    scene.admin.get("/owners").await.refused(401, "sign_in_required");
    scene.begin().await;
    let session = scene.admin.get("/owners").await.is(200).json()["session"].clone();
    assert_eq!((&session["is_admin"], &session["is_impersonated"]), (&json!(true), &json!(true)));
    assert_eq!(session["impersonation"]["admin_nickname"], "管理");
    assert_eq!((&session["email"], &session["restaurant"]["slug"]), (&json!(scene.owner_email), &json!("sushi-test")));
    let body = json!({ "phone_local_number": "09055550001" });
    scene.admin.post("/owners/restaurant_blacklisted_phone_numbers", &body).await.is(201);
    let by = "SELECT count(*) FROM audit_events WHERE action LIKE '%blacklist%' AND actor = 'admin'";
    assert_eq!(scene.app.count(by).await, 1);
    let began = scene.kept("impersonation.began").await;
    assert_eq!(
        (began.len(), &began[0]["reason"], &began[0]["owner_id"]),
        (1, &json!("電話でのご依頼"), &json!(scene.owner))
    );
    assert_eq!((&began[0]["actor"], &began[0]["slug"]), (&json!("admin"), &json!("sushi-test")));
    scene.app.advance(29 * 60);
    scene.admin.get("/owners").await.is(200);
    scene.app.advance(60);
    scene.admin.get("/owners").await.refused(401, "sign_in_required");
    scene.admin.get("/admin/security_settings").await.is(200);
    let mut conn = scene.app.pool.acquire().await.unwrap();
    domain::sessions::prune(&mut conn, scene.app.now()).await.unwrap();
    let ended = scene.kept("impersonation.ended").await;
    assert_eq!((ended.len(), &ended[0]["is_expired"]), (1, &json!(true)));
    drop(conn);
    scene.app.end().await;
}

#[tokio::test]
async fn impersonation_ends_by_button_owner_or_admin_sign_out() {
    let scene = Scene::open().await;
    let restaurant = "/admin/restaurants/sushi-test";
    scene.begin().await;
    assert_eq!(scene.admin.delete("/owners/impersonation").await.is(200).json()["redirect_to"], restaurant);
    scene.admin.get("/owners").await.refused(401, "sign_in_required");
    scene.admin.get("/admin/security_settings").await.is(200);

    scene.begin().await;
    let owner = scene.app.anonymous();
    owner.sign_in_as_owner(&scene.owner_email, PASSWORD).await.is(200);
    owner.post("/owners/accounts/terms_agreed", &json!({})).await.is(200);
    owner.delete("/owners/impersonation").await.refused(404, "not_found");
    let sessions = owner.get("/owners/security_settings").await.data()["security"]["sessions"].clone();
    let marks: Vec<_> = sessions.as_array().unwrap().iter().map(|session| session["is_impersonated"].clone()).collect();
    assert_eq!((marks.len(), marks.contains(&json!(true))), (2, true), "the owner sees the impersonation");
    owner.delete("/owners/security_settings/sessions").await.is(200);
    scene.admin.get("/owners").await.refused(401, "sign_in_required");

    scene.begin().await;
    let thief = scene.app.anonymous();
    thief.set_cookie(OWNER_COOKIE, &scene.admin.cookie(OWNER_COOKIE).expect("a session"));
    thief.get("/owners").await.refused(401, "sign_in_required");
    scene.app.sign_in_admin_as_well(&thief).await;
    thief.get("/owners").await.refused(401, "sign_in_required");
    scene.admin.delete("/admin/sign_out").await.is(200);
    assert!(scene.admin.cookie(ADMIN_COOKIE).is_none() && scene.admin.cookie(OWNER_COOKIE).is_none());
    let ended = scene.kept("impersonation.ended").await;
    assert_eq!(ended.len(), 3);
    assert!(ended.iter().all(|row| row["is_expired"] == false && row["owner_id"] == scene.owner));
    scene.app.end().await;
}

#[tokio::test]
async fn impersonation_cannot_change_owner_credentials() {
    let scene = Scene::open().await;
    scene.begin().await;
    scene.admin.post("/owners/accounts/terms_agreed", &json!({})).await.refused(403, "impersonated");
    scene.admin.get("/owners/security_settings").await.refused(403, "impersonated");
    scene.admin.delete("/owners/security_settings/sessions").await.refused(403, "impersonated");
    assert_eq!(scene.app.count("SELECT count(*) FROM owners WHERE terms_agreed_at IS NOT NULL").await, 0);
    scene.app.end().await;
}

#[tokio::test]
async fn only_an_admin_may_and_only_for_the_owners_own_restaurant() {
    let scene = Scene::open().await;
    let app = &scene.app;
    app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let body = justified(json!({}));
    for stranger in [app.owner(&scene.restaurant).await, app.diner("hanako").await, app.anonymous()] {
        stranger.post(&scene.path(), &body).await.refused(401, "sign_in_required");
        stranger.get(&scene.path()).await.refused(401, "sign_in_required");
        stranger.open(&scene.path()).await.goes_to("/admin/sign_in");
    }
    let owner = scene.owner;
    for path in [
        format!("/admin/owners/{owner}/login_as?owners_restaurant_slug=tempura-test"),
        format!("/admin/owners/{owner}/login_as?owners_restaurant_slug=nowhere"),
        format!("/admin/owners/{owner}/login_as"),
        format!("/admin/owners/{}/login_as?owners_restaurant_slug=sushi-test", owner + 7),
        "/admin/owners/none/login_as?owners_restaurant_slug=sushi-test".to_owned(),
    ] {
        scene.admin.post(&path, &body).await.refused(404, "not_found");
        scene.admin.get(&path).await.refused(404, "not_found");
    }
    let call = scene.admin.call(reqwest::Method::POST, &scene.path());
    call.csrf(Csrf::None).json(&body).send().await.refused(422, "csrf");
    assert!(scene.kept("impersonation.began").await.is_empty());
    assert!(scene.admin.cookie(OWNER_COOKIE).is_none());

    // As the specification has it: a form, with the restaurant in the address or among the fields.
    let place = "/owners?owners_restaurant_slug=sushi-test";
    let justification = [("reason", "電話でのご依頼"), ("current_password", PASSWORD)];
    scene.admin.submit(&scene.path(), &justification).await.goes_to(place);
    let path = format!("/admin/owners/{owner}/login_as");
    let fields = [&justification[..], &[("owners_restaurant_slug", "sushi-test")]].concat();
    scene.admin.submit(&path, &fields).await.goes_to(place);
    assert_eq!(scene.kept("impersonation.began").await.len(), 2);
    assert_eq!(scene.kept("impersonation.ended").await.len(), 1, "the second one takes the place of the first");
    scene.app.end().await;
}

/// G220
#[tokio::test]
async fn impersonation_requires_permission_reason_and_proof() {
    let scene = Scene::open().await;
    let path = scene.path();
    let with = |name: &str, value: Value| {
        let mut body = justified(json!({}));
        body[name] = value;
        body
    };
    for reason in [json!(null), json!(" "), json!("あ".repeat(501))] {
        assert_eq!(scene.admin.post(&path, &with("reason", reason)).await.bad_fields(), ["reason"]);
    }
    for missing in [json!(null), json!("")] {
        scene.admin.post(&path, &with("current_password", missing)).await.refused(422, "proof_missing");
    }
    scene.admin.post(&path, &with("current_password", json!("Wrong-2026"))).await.refused(422, "password_wrong");
    let code = json!({ "reason": "電話でのご依頼", "code": "000000" });
    assert_eq!(scene.admin.post(&path, &code).await.status, 422, "no app is set up");

    scene.app.execute("UPDATE admin_users SET impersonation = false").await;
    scene.admin.post(&path, &justified(json!({}))).await.refused(403, "admin_flag_missing");
    scene.admin.get(&path).await.refused(403, "admin_flag_missing");
    assert!(scene.kept("impersonation.began").await.is_empty());
    assert!(scene.admin.cookie(OWNER_COOKIE).is_none());

    // A permission that is withdrawn ends the impersonation with the next request.
    scene.app.execute("UPDATE admin_users SET impersonation = true").await;
    scene.begin().await;
    scene.admin.get("/owners").await.is(200);
    scene.app.execute("UPDATE admin_users SET impersonation = false").await;
    scene.admin.get("/owners").await.refused(401, "sign_in_required");
    scene.app.end().await;
}

/// An admin next to an owner's session has the admins' extras by permission only.
#[tokio::test]
async fn admins_extras_in_the_owner_console_need_their_permissions() {
    let scene = Scene::open().await;
    scene.begin().await;
    let count = "/owners/api/announcements/recipients_count?include_unsubscribed_customers=true";
    scene.admin.get(count).await.is(200);
    let owner = scene.app.owner(&scene.restaurant).await;
    scene.app.sign_in_admin_as_well(&owner).await;
    owner.get(count).await.is(200);
    scene.app.execute("UPDATE admin_users SET impersonation = false").await;
    owner.get(count).await.refused(403, "admin_flag_missing");
    let stranger = scene.app.owner(&scene.restaurant).await;
    stranger.get(count).await.refused(403, "admin_only");
    scene.app.end().await;
}
