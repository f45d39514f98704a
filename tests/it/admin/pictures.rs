//! A restaurant's pictures: uploaded in two sizes, arranged, described, removed (gaps G195), in a folder or a bucket.

use reqwest::Method;
use serde_json::{Value, json};
use tests::{Csrf, Options, Persona, Reply, RestaurantSpec, TestApp};

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
    let (admin, visitor) = (app.admin().await, app.anonymous());
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
    app.drain_jobs().await;
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
async fn invalid_large_or_excess_pictures_are_rejected() {
    let app = TestApp::start().await;
    app.restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    for bad in [b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec(), b"GIF89a".to_vec(), photograph()[..400].to_vec()]
    {
        assert_eq!(upload(&admin, CALL, bad).await.bad_fields(), ["file"]);
    }
    upload(&admin, CALL, vec![0; 8 * 1024 * 1024 + 1]).await.refused(413, "too_large");
    // A visitor's picture is rejected before it is read, and therefore before its body is searched for a token.
    let visitor = app.anonymous();
    for (who, status, code) in [(&visitor, 401, "sign_in_required"), (&admin, 422, "csrf")] {
        let call = who.call(Method::POST, CALL).raw("image/webp", b"GIF89a".to_vec()).csrf(Csrf::None);
        call.send().await.refused(status, code);
    }
    upload(&admin, "/admin/api/r/nowhere/pictures", photograph()).await.refused(404, "not_found");
    upload(&admin, "/admin/restaurants", photograph()).await.refused(415, "unsupported_media_type");
    assert_eq!(admin.post(CALL, &json!({ "file": "x" })).await.bad_fields(), ["file"], "no picture at all");
    app.execute("UPDATE restaurants SET pictures = array(SELECT 'p' || n || '.webp' FROM generate_series(1, 20) AS n)")
        .await;
    assert_eq!(upload(&admin, CALL, photograph()).await.bad_fields(), ["file"], "twenty are enough");
    app.end().await;
}

const IN_A_BUCKET: &[(&str, &str)] = &[("SEKI_UPLOADS", "s3://seki-pictures/live/tokyo")];

async fn with(settings: &'static [(&'static str, &'static str)]) -> (TestApp, Persona) {
    let app = TestApp::with(Options { settings, ..Options::STANDARD }).await;
    app.restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    (app, admin)
}

/// Uses the real protocol of S3: every call to the bucket's stand-in is signed, and the stand-in recomputes the signature.
#[tokio::test]
async fn bucket_pictures_are_served_like_folder_pictures() {
    let (app, admin) = with(IN_A_BUCKET).await;
    let visitor = app.anonymous();
    let added = upload(&admin, CALL, photograph()).await.is(201).json();
    for size in ["url", "small_url"] {
        let path = added[0][size].as_str().unwrap();
        let file = visitor.open(path).await;
        assert_eq!((file.status, file.header("content-type")), (200, "image/jpeg"), "{size}");
        assert_eq!(file.header("cache-control"), "public, max-age=86400");
        let since = file.header("last-modified").to_owned();
        let url = format!("{}{path}", app.base_urls[0]);
        let again = app.http.get(&url).header("if-modified-since", since).send().await.unwrap();
        assert_eq!(again.status(), 304, "{size}");
        let head = app.http.head(&url).send().await.unwrap();
        assert!(head.status() == 200 && head.headers()["content-type"] == "image/jpeg", "{head:?}");
    }
    assert_eq!(visitor.open("/pictures/hero.webp").await.status, 200, "those of the installation need no bucket");
    assert_eq!(visitor.open("/pictures/unknown-1600.jpg").await.status, 404);

    admin.put(CALL, &json!({ "pictures": [] })).await.is(200);
    app.drain_jobs().await;
    for size in ["url", "small_url"] {
        assert_eq!(visitor.open(added[0][size].as_str().unwrap()).await.status, 404, "{size}");
    }
    app.end().await;
}

#[tokio::test]
async fn unavailable_bucket_rejects_uploads_and_loses_nothing() {
    let (app, admin) = with(IN_A_BUCKET).await;
    let visitor = app.anonymous();
    let added = upload(&admin, CALL, photograph()).await.is(201).json();
    let url = added[0]["url"].as_str().unwrap();
    app.outside.set_bucket_unavailable(true).await;
    let refused = upload(&admin, CALL, photograph()).await;
    assert_eq!(refused.header("retry-after"), "30");
    refused.refused(503, "pictures_unavailable");
    let shown = visitor.open(url).await;
    assert_eq!((shown.status, shown.header("cache-control")), (503, "no-store"));
    assert_eq!(admin.get("/admin/r/sushi-test/pictures").await.data()["pictures"], added, "the list needs no bucket");
    admin.put(CALL, &json!({ "pictures": [] })).await.is(200);

    let worker = app.start_job_runner();
    app.becomes("SELECT count(*) FROM apalis.jobs WHERE job_type = 'pictures' AND attempts > 0", 1).await;
    app.outside.set_bucket_unavailable(false).await;
    assert_eq!(visitor.open(url).await.status, 200, "the file waits to be taken out");
    app.execute("UPDATE apalis.jobs SET run_at = now() WHERE job_type = 'pictures'").await;
    app.jobs_done().await;
    worker.stop().await;
    assert_eq!(visitor.open(url).await.status, 404);
    app.end().await;
}

#[tokio::test]
async fn bucket_reports_wrong_key_and_unavailability() {
    for settings in [
        &[("SEKI_UPLOADS", "s3://seki-pictures"), ("SEKI_S3_SECRET", "another secret")][..],
        &[("SEKI_UPLOADS", "s3://seki-pictures"), ("SEKI_S3_KEY", "AKIAUNKNOWN")],
        &[("SEKI_UPLOADS", "s3://another-bucket")],
        &[("SEKI_UPLOADS", "s3://seki-pictures"), ("SEKI_S3_ENDPOINT", "http://127.0.0.1:1")],
    ] {
        let (app, admin) = with(settings).await;
        upload(&admin, CALL, photograph()).await.refused(503, "pictures_unavailable");
        assert_eq!(admin.get("/admin/r/sushi-test/pictures").await.data()["pictures"], json!([]), "{settings:?}");
        app.end().await;
    }
}
