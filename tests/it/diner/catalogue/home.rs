use serde_json::{Value, json};
use tests::{RestaurantSpec, TestApp};

fn slugs(page: &Value) -> Vec<String> {
    page["restaurants"].as_array().unwrap().iter().map(|card| card["slug"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn the_list_shows_public_restaurants_only() {
    let app = TestApp::start().await;
    for (slug, visibility) in [("open-place", "public"), ("quiet-place", "unlisted"), ("no-place", "hidden")] {
        app.restaurant(RestaurantSpec { slug, visibility, ..RestaurantSpec::default() }).await;
    }
    let page = app.anonymous().get("/").await.data();
    assert_eq!((slugs(&page), &page["total_count"]), (vec!["open-place".to_owned()], &json!(1)));
    let card = &page["restaurants"][0];
    assert_eq!((&card["restaurant_name"], &card["price_from"]), (&json!("試し鮨"), &json!(10_000)));
    assert_eq!(
        (&card["area"], &card["cuisine_text"], &card["favorited"]),
        (&json!("東京"), &json!("鮨"), &json!(false))
    );
    app.end().await;
}

#[tokio::test]
async fn the_list_is_narrowed_by_area_cuisine_facilities_and_words() {
    let app = TestApp::with_demo_world().await;
    let visitor = app.anonymous();
    let all = visitor.get("/").await.data();
    let id = |list: &str, label: &str| {
        let choices = all[list].as_array().unwrap();
        choices.iter().find(|choice| choice["label"] == label).unwrap()["id"].clone()
    };
    let (kyoto, sushi) = (id("areas", "京都"), id("cuisines", "鮨"));
    let found = async |query: String| slugs(&visitor.get(&format!("/?{query}")).await.data());
    assert_eq!(found(format!("area={kyoto}")).await, ["kaiseki-hanaikada"]);
    assert_eq!(found(format!("cuisine={sushi}")).await, ["sushi-kagura"]);
    assert!(found(format!("area={kyoto}&cuisine={sushi}")).await.is_empty());
    assert_eq!(found("keyword=%E3%81%8B%E3%81%90%E3%82%89".to_owned()).await, ["sushi-kagura"]);
    assert_eq!(found("keyword=kagura".to_owned()).await, ["sushi-kagura"]);
    let access = "facilities[]=wheelchair_access";
    assert_eq!(found(access.to_owned()).await, ["kaiseki-hanaikada", "tempura-soon"]);
    assert_eq!(found(format!("{access}&facilities[]=parking")).await, ["kaiseki-hanaikada"], "all of them");
    assert_eq!(found(format!("{access}&keyword=天ぷら")).await, ["tempura-soon"]);
    let old = visitor.get("/?facilities=parking,sauna,wheelchair_access&area=zzz&cuisine=zzz").await.data();
    assert_eq!(old["filter"]["facilities"], json!(["wheelchair_access", "parking"]), "unknown ones are ignored");
    assert_eq!(old["ignored_conditions"], json!(["area", "cuisine", "facilities"]));
    assert_eq!(all["ignored_conditions"], json!([]));
    assert_eq!(all["facilities"][0], json!({ "id": "wheelchair_access", "label": "車椅子対応" }));
    let everything = slugs(&all);
    assert!(everything.len() >= 5 && !everything.contains(&"hidden-soba".to_owned()), "{everything:?}");
    for blank in ["area=&cuisine=&keyword=&page=", "area=x&cuisine=y", "unknown=1", "keyword=%20%20"] {
        assert_eq!(found(blank.to_owned()).await, everything, "{blank}");
    }
    for odd in ["keyword=%25", "keyword=_", "keyword=%27%3B--", "keyword=%5C", "area=-1", "area=99999999999999"] {
        assert!(found(odd.to_owned()).await.is_empty(), "{odd}");
    }
    app.end().await;
}

#[tokio::test]
async fn the_list_comes_in_pages_of_twenty() {
    let app = TestApp::start().await;
    app.restaurant(RestaurantSpec::default()).await;
    app.execute(
        "INSERT INTO restaurants (slug, name_ja, name_en, area_id, cuisine_id, prefecture, created_at)
         SELECT 'more-' || n, '店' || n, 'Place', area_id, cuisine_id, prefecture, created_at FROM restaurants, generate_series(1, 44) n;
         INSERT INTO restaurant_operations (restaurant_id, or_starts_at) SELECT id, created_at FROM restaurants WHERE slug LIKE 'more-%'",
    )
    .await;
    let visitor = app.anonymous();
    let mut seen = Vec::new();
    for (page, rows) in [(1, 20), (2, 20), (3, 5)] {
        let data = visitor.get(&format!("/?page={page}")).await.data();
        assert_eq!(
            (&data["total_count"], &data["total_pages"], &data["current_page"]),
            (&json!(45), &json!(3), &json!(page))
        );
        assert_eq!(slugs(&data).len(), rows);
        seen.extend(slugs(&data));
    }
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 45, "each once");
    for beyond in ["4", "50", "10000"] {
        let data = visitor.get(&format!("/?page={beyond}")).await.data();
        assert_eq!((&data["total_count"], &data["total_pages"]), (&json!(45), &json!(3)), "page {beyond}");
        assert_eq!(data["current_page"].to_string(), beyond);
        assert!(slugs(&data).is_empty(), "page {beyond}");
    }
    for odd in ["0", "-1", "x", "99999999999999999999"] {
        visitor.get(&format!("/?page={odd}")).await.is(200);
    }
    visitor.get("/?keyword=%00").await.refused(422, "invalid_input");
    app.end().await;
}
