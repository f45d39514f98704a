//! The admins' calls about restaurants.

use serde_json::{Value, json};

use super::scene::Scene;
use super::{AccessScope, MatrixRow, MatrixRows, SignInSide};

pub fn lines(scene: &Scene) -> Vec<MatrixRow> {
    let mut admin = MatrixRows::new(SignInSide::Admin);
    let id = scene.restaurant.id.0;
    admin.add(AccessScope::Own, "GET /admin/restaurants", &[], Value::Null, 200);
    admin.add(AccessScope::Own, "GET /admin/api/restaurant_future", &["?type=pinned"], Value::Null, 200);
    let pinned = format!("?restaurant_id={id}&restaurant_type=ec");
    admin.add(AccessScope::Bound, "POST /admin/pinned_restaurants", &[&pinned], json!({}), 201);
    admin.add(AccessScope::Bound, "DELETE /admin/pinned_restaurants", &[&pinned], Value::Null, 204);
    let start = format!("?operation_id={}&type=future&from=new_future", scene.operation);
    admin.add(AccessScope::Bound, "POST /admin/restaurants/set_osa", &[&start], json!({}), 200);
    subscriptions(scene, &mut admin);
    own_fields(&mut admin);
    masters(&mut admin);
    pictures(&mut admin);
    admin.lines
}

fn own_fields(admin: &mut MatrixRows) {
    let slug: &[&str] = &["sushi-test"];
    let founded = json!({ "restaurant": { "slug": "new-one", "name_ja": "新店", "name_en": "New", "area_id": 1, "cuisine_id": 1,
                                          "prefecture": "東京都" } });
    let changed = json!({ "restaurant": { "tagline_ja": "旬の握り" } });
    admin.add(AccessScope::Own, "GET /admin/restaurants/new", &[], Value::Null, 200);
    admin.add(AccessScope::Own, "POST /admin/restaurants", &[], founded, 201);
    admin.add(AccessScope::Bound, "GET /admin/restaurants/{slug}", slug, Value::Null, 200);
    admin.add(AccessScope::Bound, "GET /admin/restaurants/{slug}/edit", slug, Value::Null, 200);
    admin.add(AccessScope::Bound, "PATCH /admin/restaurants/{slug}", slug, changed, 200);
}

fn pictures(admin: &mut MatrixRows) {
    let slug: &[&str] = &["sushi-test"];
    admin.add(AccessScope::Bound, "GET /admin/r/{slug}/pictures", slug, Value::Null, 200);
    admin.add(AccessScope::Bound, "POST /admin/api/r/{slug}/pictures", slug, json!({}), 422);
    admin.add(AccessScope::Bound, "PUT /admin/api/r/{slug}/pictures", slug, json!({ "pictures": [] }), 200);
}

fn masters(admin: &mut MatrixRows) {
    let area = json!({ "label_ja": "金沢", "label_en": "Kanazawa" });
    let lunch = json!({ "name": "lunch", "opens_at": "11:00", "closes_at": "14:00", "default_stay_minutes": 90, "cutoff_hours": 2,
                        "is_active": true });
    let mut add = |call, ids: &[&str], body: &Value, answers| {
        admin.add(AccessScope::Bound, call, ids, body.clone(), answers);
    };
    let none = &Value::Null;
    add("GET /admin/masters/{name}", &["areas"], none, 200);
    add("GET /admin/api/resources/{name}", &["areas"], none, 200);
    add("POST /admin/api/resources/{name}", &["areas"], &area, 201);
    add("GET /admin/api/resources/{name}/{id}", &["areas", "1"], none, 200);
    add(
        "PUT /admin/api/resources/{name}/{id}",
        &["areas", "1"],
        &json!({ "label_ja": "東京", "label_en": "Tokyo" }),
        200,
    );
    add("DELETE /admin/api/resources/{name}/{id}", &["areas", "1"], none, 409);
    let (all, one): (&[&str], &[&str]) = (&["sushi-test", "operations"], &["sushi-test", "operations", "lunch"]);
    add("GET /admin/r/{slug}/masters/{name}", all, none, 200);
    add("GET /admin/api/resources/r/{slug}/{name}", all, none, 200);
    add("POST /admin/api/resources/r/{slug}/{name}", all, &lunch, 201);
    add("GET /admin/api/resources/r/{slug}/{name}/{id}", one, none, 200);
    add("PUT /admin/api/resources/r/{slug}/{name}/{id}", one, &lunch, 200);
    add("DELETE /admin/api/resources/r/{slug}/{name}/{id}", one, none, 200);
}

fn subscriptions(scene: &Scene, admin: &mut MatrixRows) {
    let body = |email: &str| json!({ "restaurant_email_subscription": { "email": email } });
    let (new, changed) = (body("new@kagura.test"), body("changed@kagura.test"));
    let ids: &[&str] = &["sushi-test", &scene.subscription.to_string()];
    let mut add = |call, ids: &[&str], body, answers| admin.add(AccessScope::Bound, call, ids, body, answers);
    add("GET /admin/restaurants/{slug}/restaurant_email_subscriptions/new", &ids[..1], Value::Null, 200);
    add("POST /admin/restaurants/{slug}/restaurant_email_subscriptions", &ids[..1], new, 201);
    add("GET /admin/restaurants/{slug}/restaurant_email_subscriptions/{id}/edit", ids, Value::Null, 200);
    add("PATCH /admin/restaurants/{slug}/restaurant_email_subscriptions/{id}", ids, changed, 200);
    add("DELETE /admin/restaurants/{slug}/restaurant_email_subscriptions/{id}", ids, Value::Null, 200);
}
