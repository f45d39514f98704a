//! Lists of master data, of the platform and of a restaurant.

use serde_json::{Value, json};
use tests::{RestaurantSpec, TestApp};

use super::{BASE, column, list};

#[tokio::test]
async fn master_data_is_sorted_filtered_and_exported_by_its_fields() {
    let app = TestApp::start().await;
    app.restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    for (ja, en) in [("金沢", "Kanazawa"), ("青森", "Aomori"), ("佐賀", "Saga")] {
        admin.post(&format!("{BASE}/areas"), &json!({ "label_ja": ja, "label_en": en })).await.is(201);
    }
    let wanted = json!({ "label_ja": ["金沢", "青森", "佐賀"] });
    let labels = async |filter: Value, sort: &str| column(&admin, "areas", "label_en", filter, sort).await;
    assert_eq!(labels(wanted.clone(), r#"["label_en","ASC"]"#).await, ["Aomori", "Kanazawa", "Saga"]);
    assert_eq!(labels(wanted.clone(), r#"["label_en","DESC"]"#).await, ["Saga", "Kanazawa", "Aomori"]);
    assert_eq!(labels(json!({ "q": "ａｏｍ" }), r#"["id","ASC"]"#).await, ["Aomori"]);
    for blank in [json!(null), json!(""), json!([])] {
        let filter = json!({ "label_ja": wanted["label_ja"], "label_en": blank });
        assert_eq!(labels(filter, r#"["label_en","ASC"]"#).await.len(), 3, "{blank}");
    }
    assert!(labels(json!({ "id": [] }), r#"["id","ASC"]"#).await.is_empty(), "no ids select no records");
    for query in [
        ("filter", r#"{"unheard_of":1}"#),
        ("filter", r#"{"q":["a"]}"#),
        ("sort", r#"["unheard_of","ASC"]"#),
        ("sort", r#"["id","UP"]"#),
    ] {
        list(&admin, "areas", &[query]).await.refused(422, "invalid_input");
    }
    let file = list(&admin, "areas.csv", &[("filter", &wanted.to_string()), ("sort", r#"["label_en","DESC"]"#)]).await;
    assert!(file.is(200).header("content-type").starts_with("text/csv"));
    assert!(
        file.body.starts_with("\u{feff}\"ID\",\"名称（日本語）\",\"名称（英語）\",\"並び順\""),
        "as in the form: {}",
        file.body
    );
    let rows: Vec<_> = file.body.lines().skip(1).collect();
    assert!(rows.len() == 3 && rows[0].contains("\"Saga\""), "{}", file.body);
    let own = list(&admin, "r/sushi-test/operations.csv", &[]).await;
    for text in ["\"ディナー\"", "\"区分\"", "\"受付締切（時間前）\"", "\"はい\""] {
        assert!(own.is(200).body.contains(text), "{text}: {}", own.body);
    }
    let own = list(&admin, "r/sushi-test/operations.csv", &[("locale", "en")]).await;
    assert!(own.is(200).body.contains("\"Dinner\"") && !own.body.contains('_'), "{}", own.body);
    for kind in ["inventory_groups", "inventory_items", "courses"] {
        let file = list(&admin, &format!("r/sushi-test/{kind}.csv"), &[("locale", "ja")]).await;
        let heads = file.is(200).body.lines().next().expect("heads");
        assert!(heads.contains("名称"), "{heads}");
        assert!(!heads.contains('_') && !heads.contains("lists.csv"), "{heads}");
    }
    list(&admin, "unheard_of.csv", &[]).await.refused(404, "not_found");
    let exported = "SELECT count(*) FROM audit_events e LEFT JOIN restaurants r ON r.id = e.restaurant_id
                    WHERE e.action = 'list.exported' AND (e.detail ->> 'list' = 'areas' AND e.detail ->> 'rows' = '3'
                        OR e.detail ->> 'list' = 'operations' AND r.slug = 'sushi-test')";
    assert_eq!(app.count(exported).await, 3);
    list(&app.anonymous(), "areas.csv", &[]).await.refused(401, "sign_in_required");
    app.end().await;
}
