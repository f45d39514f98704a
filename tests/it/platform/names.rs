//! Names are found in every spelling: variant kanji, selectors of variants, both kana, full width, dashes. The rule in Rust is compared
//! with the regular expressions that SQL applies, and every search applies it (gaps G234).

use domain::names::folding::{HYPHENS, fold, pattern};
use domain::names::prefixes;
use serde_json::{Value, json};
use tests::{GuestSpec, RestaurantSpec, TestApp, VisitSpec};

/// A stored name, a search text, and whether the text finds the name.
const SEARCHES: [(&str, &str, bool); 18] = [
    ("髙橋", "高橋", true),
    ("高橋", "髙橋", true),
    ("山﨑", "山崎", true),
    ("渡邊 花子", "渡辺花", true),
    ("渡邉花子", "渡邊　花子", true),
    ("齋藤", "斉藤", true),
    ("葛\u{e0100}城", "葛城", true),
    ("葛城", "葛\u{fe00}城", true),
    ("ヤマダ タロウ", "やまだた", true),
    ("ｻｲﾄｳ", "サイトウ", true),
    ("ヰノウヱ", "いのうえ", true),
    ("シャーロット", "しやーろつと", true),
    ("Smith‐Jones", "smith-jones", true),
    ("Ｏ’Ｂｒｉｅｎ", "o'brien", true),
    ("100%_.*", "%_.", true),
    ("高橋", "橋本", false),
    ("山崎", ".", false),
    ("Smith", "S.ith", false),
];

#[tokio::test]
async fn sql_patterns_match_rust_folding() {
    let app = TestApp::start().await;
    for (name, typed, expected) in SEARCHES {
        let query = sqlx::query_scalar::<_, bool>("SELECT lower(normalize($1::text, NFKC)) ~ $2");
        let sql = query.bind(name).bind(pattern(typed)).fetch_one(&app.pool).await.expect("a result");
        let rust = fold(name).contains(&fold(typed));
        assert_eq!((sql, rust), (expected, expected), "{typed} in {name}");
    }
    let long = pattern(&"渡邊ー'.[".repeat(500)).expect("a pattern");
    let query = sqlx::query_scalar::<_, bool>("SELECT 'a' ~ $1").bind(long);
    assert!(!query.fetch_one(&app.pool).await.expect("a result"));
    app.end().await;
}

/// A stored name, a search text, and whether the text is the beginning of the name or of its words.
const BEGINNINGS: [(&str, &str, bool); 22] = [
    ("髙橋 花子", "高橋", true),
    ("高橋花子", "髙橋　花", true),
    ("高橋 花子", "花子", true),
    ("高橋 花子", "高橋花子", true),
    ("高橋 花子", "花子 高橋", true),
    ("渡邉", "渡邊", true),
    ("葛\u{e0100}城", "葛城", true),
    ("ﾀｶﾊｼ", "たかは", true),
    ("シャーロット", "しやーろ", true),
    ("Ｓｍｉｔｈ", "SMI", true),
    ("Mary Jane O’Brien", "o'brien m", true),
    ("Smith, John", "john s", true),
    ("ジョン・スミス", "ｽﾐｽ", true),
    (r"O'Ne\il & (x)", r"o'ne\il & (", true),
    ("高橋 花子", "橋", false),
    ("高橋 花子", "高橋 子", false),
    ("高橋", "高橋 & 高橋", false),
    ("Smith", "mith", false),
    ("Smith", "s' | 'smith", false),
    ("Smith", "smith:*", false),
    ("Smith", "!jones", false),
    ("Smith", r"smith\", false),
];

#[tokio::test]
async fn lexemes_of_sql_begin_as_rust_folds() {
    let app = TestApp::start().await;
    for (name, typed, expected) in BEGINNINGS {
        let query = sqlx::query_scalar::<_, bool>("SELECT name_words($1, '', '', '') @@ $2::text::tsquery");
        let query = query.bind(name).bind(prefixes::tsquery(typed));
        assert_eq!(query.fetch_one(&app.pool).await.expect("a result"), expected, "{typed} in {name}");
    }
    let letters = ('\u{3041}'..='\u{30ff}').chain(HYPHENS.chars()).chain("'’‘`Ａ".chars());
    let (names, queries): (Vec<_>, Vec<_>) =
        letters.map(|c| (format!("山{c}田太"), prefixes::tsquery(&format!("山{c}田")))).unzip();
    let different = "SELECT name FROM unnest($1::text[], $2::text[]) AS x (name, query)
                     WHERE NOT name_words(name, '', '', '') @@ query::tsquery";
    let different = sqlx::query_scalar::<_, String>(different).bind(names).bind(queries);
    assert!(different.fetch_all(&app.pool).await.expect("names").is_empty());
    let long = "SELECT name_words(repeat($1, 100), repeat($1, 100), repeat($1, 100), '') @@ $2::text::tsquery";
    let query = sqlx::query_scalar::<_, bool>(long).bind("渡邊 ﷺ").bind(prefixes::tsquery(&"渡辺 ﷺ".repeat(50)));
    assert!(query.fetch_one(&app.pool).await.expect("a result"), "long texts are cut");
    app.end().await;
}

fn count(rows: &Value) -> usize {
    rows.as_array().map_or(0, Vec::len)
}

#[tokio::test]
async fn every_search_of_staff_finds_variants_of_a_name() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    for nickname in ["髙橋", "山﨑", "渡邊", "葛\u{e0100}城"] {
        owner.post("/owners/api/customers", &json!({ "nickname": nickname, "type": "OfflineCustomer" })).await.is(201);
    }
    for typed in ["高橋", "山崎", "渡辺", "葛城"] {
        let hits = owner.get(&format!("/owners/api/customers?type=name&q={typed}")).await.is(200).json();
        assert_eq!(count(&hits["data"]), 1, "{typed}: {hits}");
        let page = owner.get(&format!("/owners/customers?keywords={typed}")).await.data();
        assert_eq!(page["total"], 1, "{typed}: {page}");
        let candidates = owner.get(&format!("/owners/api/customers/only_offsite_customers?keywords={typed}")).await;
        assert_eq!(count(&candidates.is(200).json()), 1, "{typed}");
    }
    let stored = app.count("SELECT count(*) FROM customer_profiles WHERE nickname = '髙橋'").await;
    assert_eq!(stored, 1, "a name is stored as entered");

    let mut visit = app.visit(&restaurant, &VisitSpec::default()).await;
    let guest = GuestSpec { nickname: "濵田", ..GuestSpec::default() };
    visit["offline_customer_uid"] = app.guest(&restaurant, guest).await.into();
    owner.post("/owners/api/offline_reservations", &visit).await.is(201);
    let found = owner.get("/owners/reservations?q=浜田").await.data();
    assert_eq!(count(&found["reservations"]), 1, "{found}");
    app.end().await;
}

#[tokio::test]
async fn every_search_of_staff_finds_a_name_by_its_reading() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let mut visit = app.visit(&restaurant, &VisitSpec::default()).await;
    let guest = GuestSpec { nickname: "渡辺 健二", ..GuestSpec::default() };
    let uid = app.guest(&restaurant, guest).await;
    let reading = json!({ "customer": { "kana": "ﾜﾀﾅﾍﾞ　ｹﾝｼﾞ" } });
    owner.patch(&format!("/owners/api/customers/{uid}"), &reading).await.is(200);
    visit["offline_customer_uid"] = uid.into();
    owner.post("/owners/api/offline_reservations", &visit).await.is(201);
    for typed in ["わたなべ", "ワタナベ", "ﾜﾀﾅﾍﾞ", "わたなべけんじ", "なべ けん"] {
        let hits = owner.get(&format!("/owners/api/customers?type=name&q={typed}")).await.is(200).json();
        assert_eq!(count(&hits["data"]), 1, "{typed}: {hits}");
        let page = owner.get(&format!("/owners/customers?keywords={typed}")).await.data();
        assert_eq!(page["total"], 1, "{typed}: {page}");
        let candidates = owner.get(&format!("/owners/api/customers/only_offsite_customers?keywords={typed}")).await;
        assert_eq!(count(&candidates.is(200).json()), 1, "{typed}");
        let found = owner.get(&format!("/owners/reservations?q={typed}")).await.data();
        assert_eq!(count(&found["reservations"]), 1, "{typed}: {found}");
        for (list, field) in [("customers", "q"), ("customers", "kana"), ("reservations", "q")] {
            let filter = format!("filter=%7B%22{field}%22%3A%22{typed}%22%7D");
            let rows = owner.get(&format!("/owners/api/resources/{list}?{filter}")).await.is(200).json();
            assert_eq!(count(&rows), 1, "{list} by {field} {typed}: {rows}");
        }
    }
    app.end().await;
}

#[tokio::test]
async fn admins_find_accounts_by_variants_of_a_name() {
    let app = TestApp::start().await;
    app.diner("hanako").await;
    app.execute("UPDATE profiles SET name_last = '髙澤', name_first = '眞', kana_last = 'タカザワ', kana_first = ''")
        .await;
    let admin = app.admin().await;
    for typed in ["高沢", "高澤 真", "たかざわ"] {
        let list = format!("/admin/api/resources/users?filter=%7B%22q%22%3A%22{typed}%22%7D");
        let found = admin.get(&list).await.is(200).json();
        assert_eq!(count(&found), 1, "{typed}: {found}");
        assert_eq!(found[0]["kana"], "タカザワ");
    }
    app.end().await;
}
