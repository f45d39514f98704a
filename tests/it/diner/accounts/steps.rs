use serde_json::json;
use tests::{TestApp, TestRestaurant, place};

use super::people::signed_up;

const PICK: &str = "/users/after_registrations/pick_restaurants";

/// F026
#[tokio::test]
async fn restaurants_are_offered_a_page_at_a_time_and_narrowed() {
    let app = TestApp::with_jobs().await;
    let visitor = signed_up(&app, "hanako@seki.test").await;
    let slugs: Vec<String> = (0..23).map(|number| format!("place-{number:02}")).collect();
    let mut soba = 0;
    for (number, slug) in slugs.iter().enumerate() {
        let (prefecture, cuisine) = if number < 21 { ("東京都", "鮨") } else { ("京都府", "蕎麦") };
        soba = place(&app.pool, TestRestaurant { slug, prefecture, cuisine, ..TestRestaurant::default() }).await;
    }
    place(&app.pool, TestRestaurant { slug: "hidden-soba", visibility: "hidden", ..TestRestaurant::default() }).await;
    let first = visitor.get(PICK).await;
    assert_eq!(
        (first.status, &first.json()["total_pages"], &first.json()["current_page"]),
        (200, &json!(2), &json!(1))
    );
    assert_eq!(first.json()["restaurants"].as_array().unwrap().len(), 20);
    assert_eq!(first.data()["restaurants"], first.json()["restaurants"]);
    assert_eq!(first.data()["prefectures"][0], json!({ "id": "東京都", "label": "東京都" }));
    for key in ["slug", "restaurant_name", "cuisine_text", "area", "prefecture_i18n", "image_url", "favorited"] {
        assert!(first.json()["restaurants"][0].get(key).is_some(), "{key}");
    }
    let second = visitor.get(&format!("{PICK}?page=2")).await;
    assert_eq!(second.json()["restaurants"].as_array().unwrap().len(), 3);
    let beyond = visitor.get(&format!("{PICK}?page=3")).await.json();
    assert_eq!((&beyond["restaurants"], &beyond["total_pages"]), (&json!([]), &json!(2)));
    let kyoto = visitor.get(&format!("{PICK}?prefectures=京都府")).await;
    assert_eq!(kyoto.json()["restaurants"].as_array().unwrap().len(), 2);
    let both = visitor.get(&format!("{PICK}?prefectures[]=東京都&cuisines={soba}")).await;
    assert_eq!(both.json()["restaurants"], json!([]));
    for odd in ["page=0", "page=-3", "page=x", "page=99999999999999999999", "cuisines=x", "a[=b"] {
        let page = visitor.get(&format!("{PICK}?{odd}")).await.is(200).json();
        assert_eq!((&page["current_page"], &page["total_pages"]), (&json!(1), &json!(2)), "{odd}");
    }
    visitor.get(&format!("{PICK}?prefectures=%00")).await.refused(422, "invalid_input");
    let page = visitor.open(PICK).await;
    assert!(page.status == 200 && page.body.contains("id=\"page-data\""));
    app.end().await;
}

#[tokio::test]
async fn the_steps_are_for_diners() {
    let app = TestApp::with_jobs().await;
    place(&app.pool, TestRestaurant::default()).await;
    let guest = app.anonymous();
    for step in ["pick_restaurants", "after_pickup_restaurants", "confirm_email"] {
        let path = format!("/users/after_registrations/{step}");
        assert_eq!(guest.get(&path).await.status, 401, "{step}");
        assert_eq!(guest.open(&path).await.location(), "/users/sign_in", "{step}");
    }
    let visitor = signed_up(&app, "hanako@seki.test").await;
    let path = "/users/after_registrations/after_pickup_restaurants";
    assert_eq!(visitor.get(path).await.data()["favorites_count"], 0);
    visitor.post("/users/api/customers", &json!({ "restaurant_slug": "sushi-kagura" })).await;
    assert_eq!(visitor.get(path).await.data()["favorites_count"], 1);
    app.end().await;
}
