//! A restaurant's pictures: uploaded in two sizes, arranged, described, removed (gaps G195).

use reqwest::Method;
use serde_json::{Value, json};
use tests::{Csrf, Persona, Reply, RestaurantSpec, TestApp};

const CALL: &str = "/admin/api/r/sushi-test/pictures";

async fn upload(who: &Persona, path: &str, bytes: Vec<u8>) -> Reply {
    who.call(Method::POST, path).raw("image/webp", bytes).csrf(Csrf::Header).send().await
}

fn photograph() -> Vec<u8> {
    std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/pictures/hero.webp"))
        .expect("a picture of the demo")
}

fn named(pictures: &Value, place: usize) -> &str {
    pictures[place]["file"].as_str().expect("a file")
}

#[tokio::test]
async fn a_picture_is_kept_in_two_sizes_arranged_described_and_removed() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let (admin, visitor) = (app.anonymous(), app.anonymous());
    app.admin_beside(&admin).await;
    upload(&admin, CALL, photograph()).await.is(201);
    let added = upload(&admin, CALL, photograph()).await.is(201).json();
    assert_eq!(admin.get("/admin/r/sushi-test/pictures").await.data()["pictures"], added);
    for size in ["url", "small_url"] {
        let file = visitor.open(added[0][size].as_str().unwrap()).await;
        assert_eq!((file.status, file.header("content-type")), (200, "image/jpeg"), "{size}");
    }
    let order = json!({ "pictures": [{ "file": named(&added, 1), "alt_ja": "カウンター", "alt_en": "The counter" }, { "file": named(&added, 0) }] });
    let arranged = admin.put(CALL, &order).await.is(200).json();
    assert_eq!((named(&arranged, 0), &arranged[0]["alt_en"]), (named(&added, 1), &json!("The counter")));
    let seen = visitor.get("/r/sushi-test").await.data()["restaurant"].clone();
    assert_eq!((&seen["image_url"], &seen["gallery_alts"]), (&arranged[0]["url"], &json!(["カウンター", ""])));
    assert_eq!(
        visitor.get("/").await.data()["restaurants"][0]["image_url"],
        arranged[0]["small_url"],
        "a card has the smaller one"
    );

    for bad in [
        json!({ "pictures": [{ "file": "other.jpg" }] }),
        json!({ "pictures": [{ "file": named(&added, 0) }, { "file": named(&added, 0) }] }),
    ] {
        assert_eq!(admin.put(CALL, &bad).await.bad_fields(), ["pictures"]);
    }
    let only = json!({ "pictures": [{ "file": named(&added, 0) }] });
    assert_eq!(admin.put(CALL, &only).await.is(200).json().as_array().map(Vec::len), Some(1));
    assert_eq!(visitor.open(arranged[0]["url"].as_str().unwrap()).await.status, 404, "its files are gone");
    assert_eq!(visitor.open(added[0]["url"].as_str().unwrap()).await.status, 200);
    for stranger in [&app.owner(&restaurant).await, &visitor] {
        upload(stranger, CALL, photograph()).await.refused(401, "sign_in_required");
        stranger.put(CALL, &only).await.refused(401, "sign_in_required");
        stranger.get("/admin/r/sushi-test/pictures").await.refused(401, "sign_in_required");
    }
    assert_eq!(
        app.count("SELECT count(*) FROM audit_events WHERE action = 'restaurant_updated' AND actor = 'admin'").await,
        4
    );
    app.end().await;
}

#[tokio::test]
async fn what_is_no_picture_too_large_or_too_many_is_refused() {
    let app = TestApp::start().await;
    app.restaurant(RestaurantSpec::default()).await;
    let admin = app.anonymous();
    app.admin_beside(&admin).await;
    for bad in [b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec(), b"GIF89a".to_vec(), photograph()[..400].to_vec()]
    {
        assert_eq!(upload(&admin, CALL, bad).await.bad_fields(), ["file"]);
    }
    upload(&admin, CALL, vec![0; 8 * 1024 * 1024 + 1]).await.refused(413, "too_large");
    upload(&admin, "/admin/api/r/nowhere/pictures", photograph()).await.refused(404, "not_found");
    upload(&admin, "/admin/restaurants", photograph()).await.refused(415, "unsupported_media_type");
    assert_eq!(admin.post(CALL, &json!({ "file": "x" })).await.bad_fields(), ["file"], "no picture at all");
    app.execute("UPDATE restaurants SET pictures = array(SELECT 'p' || n || '.webp' FROM generate_series(1, 20) AS n)")
        .await;
    assert_eq!(upload(&admin, CALL, photograph()).await.bad_fields(), ["file"], "twenty are enough");
    app.end().await;
}
