//! The operator's documents: pages, versions, and the consent at sign-up.

use domain::legal::{DocumentKind, NewDocument, PublishResult, publish};
use serde_json::json;
use sqlx::PgPool;
use tests::TestApp;

use super::people::{PHONE, PHONE_E164, form, verify_phone};

const ENGLISH: &str = "# Address\n1-2-3 Ginza";

async fn published(pool: &PgPool, kind: DocumentKind, body_ja: &str) -> PublishResult {
    let document = NewDocument { kind, body_ja, body_en: ENGLISH, is_example: false };
    let mut conn = pool.acquire().await.expect("a connection");
    publish(&mut conn, chrono::DateTime::UNIX_EPOCH, document).await.expect("a version")
}

#[tokio::test]
async fn a_document_is_shown_as_it_was_published_last() {
    let app = TestApp::start().await;
    let visitor = app.anonymous();
    for kind in ["privacy", "commerce", "contact"] {
        let page = visitor.get(&format!("/legal/{kind}")).await.is(200).data();
        assert_eq!((&page["version"], &page["sections"]), (&json!(null), &json!([])), "{kind}");
    }
    let built_in = visitor.get("/legal/terms").await.is(200).data();
    assert_eq!(built_in["sections"].as_array().map(Vec::len), Some(6));
    assert_eq!(published(&app.pool, DocumentKind::Contact, "# 所在地\n旧").await, PublishResult::New(1));
    let newest = "# 所在地\n東京都<b>中央区</b>";
    assert_eq!(published(&app.pool, DocumentKind::Contact, newest).await, PublishResult::New(2));
    assert_eq!(
        published(&app.pool, DocumentKind::Contact, &format!("\n{newest} \n")).await,
        PublishResult::Unchanged(2)
    );
    let page = visitor.get("/legal/contact").await.is(200).data();
    assert_eq!(
        (&page["version"], &page["title"], &page["is_example"]),
        (&json!(2), &json!("お問い合わせ"), &json!(false))
    );
    assert_eq!(page["sections"], json!([{ "heading": "所在地", "body": "東京都<b>中央区</b>" }]));
    let english = visitor.get("/en/legal/contact").await.is(200).data();
    assert_eq!((&english["title"], &english["sections"][0]["body"]), (&json!("Contact"), &json!("1-2-3 Ginza")));
    for unknown in ["/legal/imprint", "/legal/Terms", "/legal/%00"] {
        visitor.get(unknown).await.refused(404, "not_found");
    }

    published(&app.pool, DocumentKind::Terms, "# 第1条\n新しい規約").await;
    let form = visitor.get("/ja/users/sign_up").await.is(200).data();
    assert_eq!(form["terms"], json!([{ "heading": "第1条", "body": "新しい規約" }]));
    assert_eq!(form["terms_version"], 1);
    app.end().await;
}

#[tokio::test]
async fn a_sign_up_keeps_the_versions_that_it_was_shown() {
    let app = TestApp::with_jobs().await;
    for body in ["旧", "新"] {
        published(&app.pool, DocumentKind::Terms, body).await;
    }
    for kind in [DocumentKind::Privacy, DocumentKind::Contact] {
        published(&app.pool, kind, "本文").await;
    }
    let others = [
        ("hanako", "9011110001", json!(1), 1),
        ("taro", "9011110002", json!(99), 2),
        ("jiro", "9011110003", json!(null), 2),
    ];
    for (name, local, shown, kept) in others {
        let visitor = app.anonymous();
        let uuid = verify_phone(&app, &visitor, "JP", local, &format!("+81{local}")).await;
        let email = format!("{name}@seki.test");
        let mut form = form(&email, &uuid);
        form["user"]["profile_attributes"]["phone_local_number"] = local.into();
        form["user"]["terms_version"] = shown;
        visitor.post("/users", &form).await.is(200);
        let consents: Vec<(String, i32)> = sqlx::query_as(
            "SELECT kind, version FROM legal_consents WHERE user_id = (SELECT id FROM users WHERE email = $1) ORDER BY kind",
        )
        .bind(&email)
        .fetch_all(&app.pool)
        .await
        .expect("consents");
        assert_eq!(consents, [("privacy".to_owned(), 1), ("terms".to_owned(), kept)], "{name}");
    }

    let visitor = app.anonymous();
    let uuid = verify_phone(&app, &visitor, "JP", PHONE, PHONE_E164).await;
    let mut refused = form("saburo@seki.test", &uuid);
    refused["user"]["terms_agreed"] = false.into();
    assert!(visitor.post("/users", &refused).await.status == 422, "an account without the terms");
    assert_eq!(app.count("SELECT count(*) FROM legal_consents").await, 6, "no other consent exists");
    app.end().await;
}
