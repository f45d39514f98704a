//! Lists of charges, refunds, disputes, corrections, transfers and payouts.

use serde_json::json;

use super::{column, ids, list, world};

#[tokio::test]
async fn payments_name_their_restaurant_in_the_language_of_the_reader() {
    let app = world().await;
    app.execute("UPDATE restaurants SET name_ja = '鮨かぐら', name_en = 'Sushi Kagura' WHERE slug = 'sushi-test'")
        .await;
    let admin = app.admin().await;
    for name in ["charges", "refunds", "ledger_transfers", "payment_adjustments", "payouts"] {
        for (locale, wanted) in [("en", "Sushi Kagura"), ("ja", "鮨かぐら")] {
            let rows =
                list(&admin, name, &[("filter", r#"{"restaurant_slug":"sushi-test"}"#), ("locale", locale)]).await;
            let rows = rows.is(200).json();
            let names: Vec<_> = rows.as_array().expect("rows").iter().map(|row| &row["restaurant_name"]).collect();
            assert!(!names.is_empty() && names.iter().all(|found| *found == wanted), "{name}: {names:?}");
        }
    }
    for name in ["refunds", "payment_adjustments", "payouts"] {
        assert_eq!(ids(&admin, name, json!({ "restaurant_name": "かぐら" })).await.len(), 1, "{name}");
        assert_eq!(ids(&admin, name, json!({ "restaurant_name": "天ぷら" })).await, [0; 0], "{name}");
    }
    app.end_unverified().await;
}

#[tokio::test]
async fn payments_are_found_by_their_booking_and_state() {
    let app = world().await;
    let admin = app.admin().await;
    let charge = list(&admin, "charges", &[]).await.json()[0].clone();
    for filter in [
        json!({ "q": charge["reservation_code"] }),
        json!({ "q": "pi_listed" }),
        json!({ "is_unsettled": true }),
        json!({ "kind": "prepaid_course", "amount_lte": 20_000, "status": ["succeeded"] }),
        json!({ "reservation_uid": charge["reservation_uid"], "restaurant_slug": "sushi-test" }),
    ] {
        assert_eq!(json!(ids(&admin, "charges", filter.clone()).await), json!([charge["id"]]), "{filter}");
    }
    assert_eq!(ids(&admin, "charges", json!({ "amount_gte": 20_001 })).await, [0; 0]);
    let amounts = async |name: &str| column(&admin, name, "amount", json!({}), r#"["id","ASC"]"#).await;
    assert_eq!(amounts("refunds").await, [2_000]);
    assert_eq!(amounts("payouts").await, [700]);
    assert_eq!(amounts("payment_adjustments").await, [1_000]);
    assert_eq!(column(&admin, "ledger_transfers", "amount", json!({}), r#"["amount","ASC"]"#).await, [700, 2_000]);
    assert_eq!(ids(&admin, "payouts", json!({ "reference": "振込" })).await.len(), 1);
    assert_eq!(ids(&admin, "disputes", json!({ "is_waiting": true, "q": charge["reservation_code"] })).await.len(), 1);
    assert_eq!(ids(&admin, "disputes", json!({ "is_open": false })).await.len(), 0);
    app.end_unverified().await;
}
