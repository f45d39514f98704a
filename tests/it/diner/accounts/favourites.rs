use serde_json::{Value, json};
use tests::{PASSWORD, Result, TestRestaurant, Visitor, World, place};

use super::people::{sign_in, signed_up, signed_up_from};

const STATUS: &str = "/users/api/customers/status/sushi-kagura";

async fn add(visitor: &Visitor, slug: &str, customer: Value) -> Result<tests::VisitorReply> {
    visitor.post("/users/api/customers", json!({ "restaurant_slug": slug, "customer": customer })).await
}

async fn listed(visitor: &Visitor) -> Result<Vec<String>> {
    let page = visitor.get("/users/customers").await?;
    assert_eq!(page.status, 200, "{}", page.text);
    let slugs = page.json["data"]["restaurants"].as_array().cloned().unwrap_or_default();
    Ok(slugs.iter().filter_map(|card| card["slug"].as_str().map(str::to_owned)).collect())
}

/// F038, F041: the list has favourites only.
#[tokio::test]
async fn a_favourite_is_added_and_taken_off_again() -> Result<()> {
    let world = World::start().await?;
    place(&world.pool, TestRestaurant::default()).await?;
    place(&world.pool, TestRestaurant { slug: "kaiseki-hanaikada", ..TestRestaurant::default() }).await?;
    let visitor = signed_up(&world, "hanako@seki.test").await?;
    assert_eq!(visitor.get(STATUS).await?.json, json!({ "favorited": false }));
    let added = add(&visitor, "sushi-kagura", json!({ "shop_notification": true })).await?;
    assert_eq!((added.status, &added.json["favorited"]), (201, &json!(true)), "{}", added.text);
    let id = added.json["id"].as_i64().unwrap();
    assert_eq!(add(&visitor, "sushi-kagura", json!({})).await?.json["id"], id, "twice is once");
    assert_eq!(visitor.get(STATUS).await?.json, json!({ "favorited": true }));
    assert_eq!(listed(&visitor).await?, ["sushi-kagura"]);
    assert_eq!(visitor.get("/users/customers").await?.json["data"]["restaurants"][0]["customer_id"], id);
    assert_eq!(world.count("SELECT count(*) FROM customers WHERE shop_notification").await?, 1);
    let hidden = visitor.post("/users/api/customers/hide", json!({ "restaurant_slug": "sushi-kagura" })).await?;
    assert_eq!((hidden.status, &hidden.json), (200, &json!({ "favorited": false })));
    assert!(listed(&visitor).await?.is_empty());
    assert_eq!(world.count("SELECT count(*) FROM customers").await?, 1, "the restaurant still knows its guest");
    world.end().await
}

#[tokio::test]
async fn favourites_are_ones_own() -> Result<()> {
    let world = World::start().await?;
    place(&world.pool, TestRestaurant::default()).await?;
    let hanako = signed_up(&world, "hanako@seki.test").await?;
    add(&hanako, "sushi-kagura", json!({})).await?;
    let kenji = signed_up_from(&world, "kenji@seki.test", "9010000001").await?;
    assert_eq!(kenji.get(STATUS).await?.json["favorited"], false);
    kenji.post("/users/api/customers/hide", json!({ "restaurant_slug": "sushi-kagura" })).await?;
    assert_eq!(hanako.get(STATUS).await?.json["favorited"], true);
    let guest = world.visitor();
    assert_eq!(guest.get(STATUS).await?.json, json!({ "favorited": false }));
    assert_eq!(add(&guest, "sushi-kagura", json!({})).await?.status, 401);
    let hide = guest.post("/users/api/customers/hide", json!({ "restaurant_slug": "sushi-kagura" })).await?;
    assert_eq!(hide.status, 401);
    let page = guest.open("/users/customers").await?;
    assert_eq!((page.status, page.location()), (302, "/users/sign_in"));
    assert_eq!(sign_in(&guest, "hanako@seki.test", PASSWORD).await?.json["redirect_to"], "/users/customers");
    world.end().await
}

#[tokio::test]
async fn unknown_restaurant_cannot_be_favourite() -> Result<()> {
    let world = World::start().await?;
    place(&world.pool, TestRestaurant { slug: "hidden-soba", visibility: "hidden", ..TestRestaurant::default() })
        .await?;
    let visitor = signed_up(&world, "hanako@seki.test").await?;
    for slug in ["hidden-soba", "no-such-place", "%", "a\u{0}b"] {
        let answer = add(&visitor, slug, json!({})).await?;
        assert!(matches!(answer.status, 404 | 422), "{slug:?}: {}", answer.text);
    }
    assert_eq!(visitor.get("/users/api/customers/status/hidden-soba").await?.status, 404);
    assert_eq!(visitor.post("/users/api/customers", json!({})).await?.bad_fields(), ["restaurant_slug"]);
    let shape = visitor.post("/users/api/customers", json!({ "restaurant_slug": 7 })).await?;
    assert_eq!((shape.status, shape.bad_fields()), (422, vec!["restaurant_slug"]));
    let request = add(&visitor, "sushi-kagura", json!({ "shop_notification": [] })).await?;
    assert_eq!(request.status, 422);
    world.end().await
}
