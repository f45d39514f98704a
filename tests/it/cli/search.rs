//! `seki search rebuild|synonyms|add|remove`, run as operators run it.

use serde_json::{Value, json};
use tests::{Persona, TestApp, seki, variables};

async fn found(visitor: &Persona, keyword: &str) -> Vec<String> {
    let page = visitor.get(&format!("/?keyword={keyword}")).await.data();
    let cards = page["restaurants"].as_array().expect("restaurants");
    cards.iter().map(|card| card["slug"].as_str().unwrap_or_default().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn synonyms_are_edited_and_search_texts_rebuilt() {
    let app = TestApp::with_demo_world().await;
    let environment = variables(&app.config.database_url, &app.base_urls[0], "test", &app.outside);
    let run = async |arguments: &[&str]| seki(&[&["search"], arguments].concat(), &environment).await;
    let stands_for = async |word: &str| -> Option<String> {
        let (is_fine, text) = run(&["synonyms", "--json"]).await;
        assert!(is_fine, "{text}");
        let lines: Vec<Value> = serde_json::from_str(&text).expect("a list");
        let line = lines.iter().find(|line| line["word"] == word)?;
        line["stands_for"].as_str().map(str::to_owned)
    };
    let written = "rebuilt the search texts of 6 restaurants\n";
    let visitor = app.anonymous();
    let (_, table) = run(&["synonyms"]).await;
    assert!(table.contains("replaced by") && table.contains("寿司"), "{table}");
    assert_eq!(found(&visitor, "握り鮓処").await, [""; 0]);

    assert_eq!(run(&["add", "すし", "握り鮓処", " オスシ屋 "]).await, (true, written.to_owned()));
    assert_eq!(stands_for("握り鮓処").await.as_deref(), Some("すし"));
    assert_eq!(stands_for("オスシ屋").await.as_deref(), Some("すし"), "without the spaces");
    for word in ["握り鮓処", "オスシ屋"] {
        assert_eq!(found(&visitor, word).await, ["sushi-kagura"], "{word}");
    }
    assert_eq!(run(&["add", "そば", "オスシ屋"]).await, (true, written.to_owned()));
    assert_eq!(stands_for("オスシ屋").await.as_deref(), Some("そば"), "the latest counts");

    assert_eq!(run(&["remove", "握り鮓処", "オスシ屋"]).await, (true, written.to_owned()));
    assert_eq!((stands_for("握り鮓処").await, found(&visitor, "握り鮓処").await), (None, Vec::new()));
    let (is_fine, text) = run(&["remove", "寿司", "握り鮓処"]).await;
    assert!(!is_fine && text.contains("握り鮓処 is not on the list"), "{text}");
    assert_eq!(stands_for("寿司").await.as_deref(), Some("すし"), "all of them or none");
    for blank in [&["add", "すし", " "][..], &["add", "", "鮨処"]] {
        let (is_fine, text) = run(blank).await;
        assert!(!is_fine && text.contains("a word is blank"), "{text}");
    }
    assert!(!run(&["add", "すし"]).await.0, "a word is required");
    app.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rebuild_finds_again_what_was_never_written() {
    let app = TestApp::with_demo_world().await;
    let environment = variables(&app.config.database_url, &app.base_urls[0], "test", &app.outside);
    let visitor = app.anonymous();
    app.execute("DELETE FROM restaurant_search_texts").await;
    assert_eq!(found(&visitor, "かぐら").await, [""; 0]);
    let rebuilt = seki(&["search", "rebuild"], &environment).await;
    assert_eq!(rebuilt, (true, "rebuilt the search texts of 6 restaurants\n".to_owned()));
    assert_eq!(found(&visitor, "かぐら").await, ["sushi-kagura"]);
    let (_, text) = seki(&["search", "rebuild", "--json"], &environment).await;
    assert_eq!(serde_json::from_str::<Value>(&text).expect("an object"), json!({ "count": 6 }));
    app.execute("DELETE FROM search_synonyms").await;
    assert_eq!(seki(&["search", "synonyms"], &environment).await, (true, "there are no synonyms\n".to_owned()));
    app.end().await;
}
