//! The search for restaurants finds what people type (diner §2).

use domain::restaurants::actions::SettingsChange;
use domain::restaurants::model::Visibility;
use domain::restaurants::search;
use serde_json::{Value, json};
use tests::{Persona, RestaurantSpec, TestApp};

fn slugs(page: &Value, list: &str) -> Vec<String> {
    page[list].as_array().unwrap().iter().map(|card| card["slug"].as_str().unwrap().to_owned()).collect()
}

async fn typed(visitor: &Persona, words: &str) -> Value {
    let address = reqwest::Url::parse_with_params("http://seki/", [("keyword", words)]).unwrap();
    visitor.get(&format!("/?{}", address.query().unwrap())).await.data()
}

async fn found(visitor: &Persona, words: &str) -> Vec<String> {
    let page = typed(visitor, words).await;
    let slugs = slugs(&page, "restaurants");
    assert_eq!(page["total_count"], slugs.len(), "{words}");
    slugs
}

#[tokio::test]
async fn every_spelling_finds_the_restaurant() {
    let app = TestApp::with_demo_world().await;
    let visitor = app.anonymous();
    for (slug, ways) in [
        (
            "sushi-kagura",
            &[
                "寿司",
                "すし",
                "スシ",
                "ｽｼ",
                "鮨",
                "ｓｕｓｈｉ",
                "sushi",
                "SUSHI",
                "susi",
                "かぐら",
                "カグラ",
                "ｶｸﾞﾗ",
                "kagura",
                "Ｋａｇｕｒａ",
                "鮨かぐら",
                "すしかぐら",
                "寿司かぐら",
                "sushikagura",
                "かぐら 寿司",
                "寿司　かぐら",
                "江戸前寿司",
                "個室 鮨",
                "神楽坂",
                "大トロ",
                "握り",
                "東京都 鮨",
                "とうきょう すし",
            ][..],
        ),
        (
            "yakitori-tomoshibi",
            &[
                "焼き鳥",
                "焼鳥",
                "やきとり",
                "ヤキトリ",
                "yakitori",
                "焼鳥ともしび",
                "焼き鳥ともしび",
                "灯火",
                "tomosibi",
                "大阪 焼き鳥",
            ],
        ),
        (
            "tempura-soon",
            &["てんぷら", "天ぷら", "天麩羅", "天婦羅", "テンプラ", "tempura", "tenpura", "天ぷらスーン", "天ぷらすん"],
        ),
        (
            "kaiseki-hanaikada",
            &[
                "花筏",
                "hanaikada",
                "会席",
                "かいせき",
                "きょうと",
                "kyouto",
                "Kyōto",
                "京都　懐石",
                "京都",
                "kyoto",
                "京都府",
            ],
        ),
        ("obento-hako", &["お弁当はこ", "弁当 はこ", "obento hako", "べんとう 仕出し", "bento catering"]),
    ] {
        for way in ways {
            assert_eq!(found(&visitor, way).await, [slug], "{way}");
        }
    }
    for everywhere in [
        "おまかせ",
        "お任せ",
        "omakase",
        "個室",
        "こしつ",
        "koshitsu",
        "private room",
        "カウンター",
        "counter",
        "かうんたー",
    ] {
        assert!(found(&visitor, everywhere).await.contains(&"sushi-kagura".to_owned()), "{everywhere}");
    }
    app.end().await;
}

#[tokio::test]
async fn all_words_must_be_found_and_signs_are_only_signs() {
    let app = TestApp::with_demo_world().await;
    let visitor = app.anonymous();
    for nothing in
        ["寿司 焼き鳥", "鮨 京都", "%", "_", "鮨%", "a_b", "\\", "';--", "どこにもないお店", "隠れそば", "蕎麦 hidden"]
    {
        assert!(found(&visitor, nothing).await.is_empty(), "{nothing}");
    }
    assert_eq!(found(&visitor, "東京 寿司 個室 カウンター おまかせ").await, ["sushi-kagura"]);
    visitor.get("/?keyword=%00").await.refused(422, "invalid_input");
    app.end().await;
}

#[tokio::test]
async fn names_come_before_cuisines_and_these_before_the_rest() {
    let app = TestApp::start().await;
    for slug in ["by-text", "by-cuisine", "by-name", "by-whole-name", "unlisted", "hidden"] {
        let visibility = if slug.starts_with("by-") { "public" } else { slug };
        app.restaurant(RestaurantSpec { slug, visibility, ..RestaurantSpec::default() }).await;
    }
    app.execute(
        "INSERT INTO cuisines (label_ja, label_en) VALUES ('鰻', 'Eel');
         UPDATE restaurants SET name_ja = '店', name_en = 'Place', cuisine_id = (SELECT id FROM cuisines WHERE label_ja = '鰻')
             WHERE slug <> 'by-text';
         UPDATE restaurants SET description_ja = '夏はうなぎも' WHERE slug = 'by-text';
         UPDATE restaurants SET name_ja = '鰻の川上' WHERE slug IN ('by-name', 'unlisted', 'hidden');
         UPDATE restaurants SET name_ja = 'うなぎ' WHERE slug = 'by-whole-name';",
    )
    .await;
    let count = search::rebuild(&app.pool).await.unwrap();
    assert_eq!(count, 6);
    let visitor = app.anonymous();
    for way in ["うなぎ", "鰻", "ウナギ", "unagi"] {
        assert_eq!(found(&visitor, way).await, ["by-whole-name", "by-name", "by-cuisine", "by-text"], "{way}");
    }
    app.end().await;
}

#[tokio::test]
async fn empty_search_suggests_nearest_match() {
    let app = TestApp::with_demo_world().await;
    let visitor = app.anonymous();
    for (words, nearest) in
        [("かぐた", "sushi-kagura"), ("hanaikda", "kaiseki-hanaikada"), ("鮨かぐま", "sushi-kagura")]
    {
        let page = typed(&visitor, words).await;
        assert_eq!((&page["restaurants"], &page["total_count"]), (&json!([]), &json!(0)), "{words}");
        assert_eq!(slugs(&page, "nearest")[0], nearest, "{words}");
    }
    let page = typed(&visitor, "寿司").await;
    assert_eq!(page["nearest"], json!([]), "something was found");
    let areas = page["areas"].as_array().unwrap();
    let kyoto = areas.iter().find(|area| area["label"] == "京都").unwrap()["id"].clone();
    let elsewhere = visitor.get(&format!("/?area={kyoto}&keyword=sushi")).await.data();
    assert_eq!(slugs(&elsewhere, "restaurants"), [""; 0]);
    assert_eq!(slugs(&elsewhere, "nearest"), ["sushi-kagura"], "the same words in another area");
    for far in ["%", "xyzzy", "隠れそば"] {
        let near = slugs(&typed(&visitor, far).await, "nearest");
        assert!(!near.contains(&"hidden-soba".to_owned()), "{far}: {near:?}");
    }
    assert_eq!(typed(&visitor, "xyzzy").await["nearest"], json!([]));
    app.end().await;
}

#[tokio::test]
async fn choices_without_a_restaurant_are_not_offered() {
    let app = TestApp::with_demo_world().await;
    let visitor = app.anonymous();
    let labels = |page: &Value, list: &str| -> Vec<String> {
        page[list].as_array().unwrap().iter().map(|choice| choice["label"].as_str().unwrap().to_owned()).collect()
    };
    let page = visitor.get("/").await.data();
    assert_eq!(labels(&page, "areas"), ["東京", "京都", "大阪"]);
    assert_eq!(labels(&page, "cuisines"), ["鮨", "懐石", "天ぷら", "焼鳥", "弁当・仕出し"]);
    let soba: i64 =
        sqlx::query_scalar("SELECT id FROM cuisines WHERE label_ja = '蕎麦'").fetch_one(&app.pool).await.unwrap();
    let chosen = visitor.get(&format!("/?cuisine={soba}")).await.data();
    assert!(labels(&chosen, "cuisines").contains(&"蕎麦".to_owned()), "an old link says what it narrows by");
    app.end().await;
}

#[tokio::test]
async fn edits_are_searchable_immediately_and_synonyms_after_rebuild() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let visitor = app.anonymous();
    assert!(found(&visitor, "西麻布").await.is_empty());
    let moved =
        SettingsChange { address_ja: Some("東京都港区西麻布1-2-3".into()), ..SettingsChange::default() };
    app.change(&restaurant, moved).await;
    assert_eq!(found(&visitor, "西麻布").await, ["sushi-test"]);
    assert!(found(&visitor, "にしあざぶ").await.is_empty());
    let mut conn = app.pool.acquire().await.unwrap();
    search::set_synonym(&mut conn, "西麻布", "にしあざぶ").await.unwrap();
    drop(conn);
    search::rebuild(&app.pool).await.unwrap();
    for way in ["にしあざぶ", "nishiazabu", "西麻布"] {
        assert_eq!(found(&visitor, way).await, ["sushi-test"], "{way}");
    }
    app.change(&restaurant, SettingsChange { visibility: Some(Visibility::Hidden), ..SettingsChange::default() }).await;
    assert!(found(&visitor, "西麻布").await.is_empty());
    app.end().await;
}
