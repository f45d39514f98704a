//! `seki legal`, and the documents in `seki doctor`.

use std::collections::HashMap;

use tests::{TestApp, seki};

#[tokio::test]
async fn a_document_is_published_from_two_files() {
    let app = TestApp::start().await;
    let environment = HashMap::from([("DATABASE_URL".to_owned(), app.config.database_url.clone())]);
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("legal");
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        std::fs::write(&path, bytes).expect("a file");
        path.display().to_string()
    };
    let ja = file("ja.txt", "\u{feff}# 所在地\r\n東京都\r\n".as_bytes());
    let en = file("en.txt", b"# Address\nTokyo\n");
    let publish = async |kind: &str, ja: &str, more: &[&str]| {
        let arguments = [&["legal", "publish", kind, "--ja", ja, "--en", &en], more].concat();
        seki(&arguments, &environment).await
    };
    let count = async || app.count("SELECT count(*) FROM legal_documents").await;
    let list = async || seki(&["legal", "list", "--json"], &environment).await.1;
    let lines: serde_json::Value = serde_json::from_str(&list().await).expect("JSON");
    assert_eq!(
        (lines.as_array().map(Vec::len), &lines[3]["kind"], &lines[3]["version"]),
        (Some(4), &"contact".into(), &().into())
    );

    for (bytes, fault) in [
        (&b" \n\n"[..], "is empty"),
        (b"# A\n\0", "contains a NUL"),
        (b"\xff\xfe# A", "valid UTF-8"),
        (&b"A".repeat(100_001), "longer than 100000 characters"),
    ] {
        let (is_fine, said) = publish("contact", &file("bad.txt", bytes), &[]).await;
        assert!(!is_fine && said.contains(fault), "{fault}: {said}");
    }
    for (kind, path, fault) in
        [("imprint", ja.as_str(), "terms, privacy, commerce or contact"), ("contact", "no.txt", "no.txt")]
    {
        let (is_fine, said) = publish(kind, path, &[]).await;
        assert!(!is_fine && said.contains(fault), "{fault}: {said}");
    }
    let (is_fine, said) = publish("contact", &ja, &["--dry-run"]).await;
    assert!(is_fine && said.contains("version 1 of contact would be published"), "{said}");
    assert!(said.contains("ja: 所在地") && said.contains("en: Address"), "{said}");
    assert_eq!(count().await, 0, "nothing was published yet");

    let (is_fine, said) = publish("contact", &ja, &[]).await;
    assert!(!is_fine && said.contains("--yes"), "there is no terminal for a question: {said}");
    assert_eq!(count().await, 0, "nothing was published without consent");
    for expected in ["version 1 of contact is valid from now on", "version 1 of contact has the same text"] {
        let (is_fine, said) = publish("contact", &ja, &["--yes"]).await;
        assert!(is_fine && said.contains(expected), "{expected}: {said}");
        assert_eq!(count().await, 1);
    }
    let page = app.anonymous().get("/legal/contact").await.is(200).data();
    assert_eq!(page["sections"], serde_json::json!([{ "heading": "所在地", "body": "東京都" }]));
    let lines: serde_json::Value = serde_json::from_str(&list().await).expect("JSON");
    assert_eq!((&lines[3]["version"], &lines[3]["is_example"]), (&1.into(), &false.into()));

    let (_, said) = seki(&["doctor"], &environment).await;
    assert!(said.contains("not published: terms, privacy, commerce"), "{said}");
    for kind in ["terms", "privacy", "commerce"] {
        publish(kind, &ja, &["--yes"]).await;
    }
    let (_, said) = seki(&["doctor"], &environment).await;
    assert!(said.contains("ok    documents"), "{said}");
    app.execute("UPDATE legal_documents SET is_example = true WHERE kind = 'terms'").await;
    let mut production = environment.clone();
    production.insert("SEKI_ENV".to_owned(), "production".to_owned());
    let (is_fine, said) = seki(&["doctor"], &production).await;
    assert!(!is_fine && said.contains("FAIL  documents") && said.contains("not published: terms"), "{said}");
    app.end().await;
}
