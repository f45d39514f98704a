//! The switch of the waiting room in front of a restaurant's openings (gaps G300): permissions, values and audit.

use serde_json::{Value, json};
use tests::{Persona, Reply, RestaurantSpec, TestApp};

const SWITCH: &str = "/owners/api/waiting_rooms/sushi-test";
const PAGE: &str = "/owners/pacing/edit";
const ROOMS: &str = "SELECT count(*) FROM restaurant_operations WHERE has_waiting_room";

async fn set(who: &Persona, is_on: Value) -> Reply {
    who.patch(SWITCH, &json!({ "waiting_room": { "has_waiting_room": is_on } })).await
}

#[tokio::test]
async fn waiting_room_is_set_by_owner_and_staff_of_the_restaurant() {
    let (app, _, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let other = app.restaurant(RestaurantSpec { slug: "sushi-other", ..RestaurantSpec::default() }).await;
    let stranger = app.owner(&other).await;
    set(&stranger, json!(true)).await.refused(404, "not_found");
    set(&app.anonymous(), json!(true)).await.refused(401, "sign_in_required");
    set(&app.diner("hanako").await, json!(true)).await.refused(401, "sign_in_required");
    for role in ["floor", "read_only"] {
        sqlx::query("UPDATE restaurant_owners SET role = $1").bind(role).execute(&app.pool).await.unwrap();
        set(&owner, json!(true)).await.refused(403, "right_missing");
    }
    assert_eq!(app.count(ROOMS).await, 0);
    sqlx::query("UPDATE restaurant_owners SET role = 'staff'").execute(&app.pool).await.unwrap();
    set(&owner, json!(true)).await.is(200);
    assert_eq!(app.count(ROOMS).await, 1);
    let shown = async |who: &Persona| who.get(PAGE).await.data()["has_waiting_room"].clone();
    assert_eq!((shown(&owner).await, shown(&stranger).await), (json!(true), json!(false)));
    app.end().await;
}

#[tokio::test]
async fn invalid_switch_of_a_waiting_room_is_rejected_and_changes_are_audited() {
    let (app, _, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    set(&owner, json!(true)).await.is(200);
    for neither in [json!(null), json!(1), json!(0), json!("maybe"), json!([false]), json!({})] {
        let reply = set(&owner, neither.clone()).await;
        reply.refused(422, "invalid_input");
        assert_eq!(reply.bad_fields(), ["waiting_room.has_waiting_room"], "{neither}");
    }
    owner.patch(SWITCH, &json!({ "waiting_room": {} })).await.refused(422, "invalid_input");
    assert_eq!(app.count(ROOMS).await, 1);
    owner.submit(SWITCH, &[("_method", "patch"), ("waiting_room[has_waiting_room]", "0")]).await.is(200);
    assert_eq!(app.count(ROOMS).await, 0);
    let audited: Vec<Value> = sqlx::query_scalar(
        "SELECT detail FROM audit_events WHERE action = 'waiting_room_set' AND actor = 'owner' ORDER BY id",
    )
    .fetch_all(&app.pool)
    .await
    .unwrap();
    assert_eq!(audited, [true, false].map(|is_on| json!({ "has_waiting_room": is_on })));
    app.end().await;
}
