//! The list of the reservations of all restaurants.

use serde_json::{Value, json};
use tests::Persona;

use super::{clerk, column, ids, list, world};

#[tokio::test]
async fn reservations_of_all_restaurants_hide_guests_from_admins_without_permission() {
    let app = world().await;
    let (admin, clerk) = (app.admin().await, clerk(&app).await);
    let shown = async |who: &Persona, field: &str| {
        column(who, "reservations", field, json!({ "restaurant_slug": "sushi-test" }), r#"["id","DESC"]"#).await
    };
    assert_eq!(shown(&admin, "type").await, ["offline_reservation", "online_reservation"]);
    let viewed = "SELECT count(*) FROM audit_events
                  WHERE action = 'list.viewed' AND detail = '{\"list\": \"reservations\", \"rows\": 2}'";
    assert_eq!(app.count(viewed).await, 1);
    let (names, hidden) = (shown(&admin, "guest_name").await, shown(&clerk, "guest_name").await);
    assert!(names.iter().all(|name| name.as_str().is_some_and(|name| !name.is_empty())), "{names:?}");
    assert_eq!(hidden, [Value::Null, names[1].clone()], "a diner's account is open to every admin");
    let first = list(&admin, "reservations", &[("filter", r#"{"type":"online_reservation"}"#)]).await.json()[0].clone();
    for filter in [
        json!({ "q": first["reservation_code"] }),
        json!({ "uid": first["uid"] }),
        json!({ "user_uid": first["user_uid"] }),
        json!({ "status": "accepted", "guests_count_gte": 2, "starts_at_lte": "2100-01-01" }),
        json!({ "date": first["date"] }),
    ] {
        assert_eq!(json!(ids(&admin, "reservations", filter.clone()).await), json!([first["id"]]), "{filter}");
    }
    assert_eq!(ids(&admin, "reservations", json!({ "restaurant_slug": "tempura-test" })).await, [0; 0]);
    for name in ["reservations", "restaurants"] {
        assert_eq!(ids(&admin, name, json!({ "id": [] })).await, [0; 0], "{name}: no ids select no rows");
    }
    let by = async |sort: &str| column(&admin, "reservations", "id", json!({}), sort).await;
    assert_eq!(by(r#"["created_at","ASC"]"#).await, by(r#"["id","ASC"]"#).await, "ids are in the order of creation");
    assert_eq!(by(r#"["created_at","DESC"]"#).await, by(r#"["id","DESC"]"#).await);
    for (order, is_descending) in [("ASC", false), ("DESC", true)] {
        let sort = json!(["starts_at", order]).to_string();
        let times = column(&admin, "reservations", "starts_at", json!({}), &sort).await;
        let mut sorted = times.clone();
        sorted.sort_by_key(|at| at.as_str().map(str::to_owned));
        if is_descending {
            sorted.reverse();
        }
        assert_eq!((times.len(), &times), (2, &sorted), "{order}");
    }
    for unindexed in ["type", "status", "guests_count"] {
        list(&admin, "reservations", &[("sort", &json!([unindexed, "ASC"]).to_string())])
            .await
            .refused(422, "invalid_input");
    }
    let number = first["guest_phone"].as_str().expect("a number").replace("+81", "0");
    let file = list(&admin, "reservations.csv", &[]).await;
    assert!(file.is(200).body.replace('-', "").contains(&format!("\"{number}\"")), "as in users.csv: {}", file.body);
    app.end_unverified().await;
}

/// Asserts that the search of reservations finds exactly these ids.
async fn finds(who: &Persona, typed: &[&str], expected: &[i64]) {
    for q in typed {
        assert_eq!(ids(who, "reservations", json!({ "q": q })).await, expected, "{q}");
    }
}

#[tokio::test]
async fn reservations_are_found_by_beginnings_of_names_with_and_without_account() {
    let app = world().await;
    let (admin, clerk) = (app.admin().await, clerk(&app).await);
    app.execute(
        "UPDATE profiles SET name_last = '髙橋', name_first = '花子', kana_last = 'タカハシ', kana_first = 'ハナコ'",
    )
    .await;
    app.execute("UPDATE customer_profiles SET nickname = 'Mary Jane O''Brien', kana = 'オブライエン　メアリー'").await;
    let of = async |kind: &str| ids(&admin, "reservations", json!({ "type": kind })).await;
    let (online, offline) = (of("online_reservation").await, of("offline_reservation").await);
    let diner = [
        "高橋",
        "髙",
        "花",
        "高橋花",
        "高橋　花子",
        "花子 高橋",
        "たかはし",
        "タカハシ",
        "ﾀｶﾊｼ",
        "はなこ",
        "たかはしはな",
    ];
    finds(&admin, &diner, &online).await;
    finds(&admin, &["mary", "ＪＡＮＥ", "o'br", "Ｏ’Brien mary", "maryjane", "おぶらい", "ﾒｱﾘ"], &offline).await;
    finds(&admin, &["橋", "子", "はし", "rien", "ane", "高橋 子", "mary 花子"], &[]).await;
    finds(&admin, &["花' | '高橋", "花:*", "!mary", "高橋 & 花子", "(花", "花\\", "花 <-> 子"], &[]).await;
    app.execute(
        "INSERT INTO offsite_reservations (reservation_id, restaurant_id, offsite_source, external_id, full_name_string)
         SELECT id, restaurant_id, 'inbound', 'A-1', '髙橋, Kenji' FROM reservations WHERE type = 'offline_reservation'",
    )
    .await;
    finds(&admin, &["kenji", "高橋 k", "ｋｅｎｊｉ　高橋"], &offline).await;
    assert_eq!(ids(&admin, "reservations", json!({ "q": "高橋" })).await.len(), 2);
    // Guests without an account need a permission.
    finds(&clerk, &["高橋"], &online).await;
    finds(&clerk, &["mary", "kenji"], &[]).await;
    app.execute("UPDATE reservations SET status = 'pending', held_until = now() WHERE user_id IS NOT NULL").await;
    finds(&admin, &["花子"], &[]).await;
    app.end_unverified().await;
}

#[tokio::test]
async fn reservations_of_a_name_are_sorted_by_visit_from_a_day() {
    let app = world().await;
    let admin = app.admin().await;
    app.execute("UPDATE profiles SET name_last = '佐藤'").await;
    app.execute("UPDATE customer_profiles SET nickname = '佐藤 一郎'").await;
    let days = async |filter: Value, order: &str| {
        column(&admin, "reservations", "date", filter, &json!(["starts_at", order]).to_string()).await
    };
    let ascending = days(json!({ "q": "佐藤" }), "ASC").await;
    assert!(ascending.len() == 2 && ascending[0].as_str() < ascending[1].as_str(), "{ascending:?}");
    let descending: Vec<_> = ascending.iter().rev().cloned().collect();
    assert_eq!(days(json!({ "q": "佐藤" }), "DESC").await, descending);
    assert_eq!(days(json!({ "q": "佐藤", "date_gte": ascending[1] }), "DESC").await, [ascending[1].clone()]);
    app.end_unverified().await;
}

#[tokio::test]
async fn holds_are_not_found_by_their_diner() {
    let app = world().await;
    let admin = app.admin().await;
    let booking =
        list(&admin, "reservations", &[("filter", r#"{"type":"online_reservation"}"#)]).await.json()[0].clone();
    let filters = [
        json!({ "user_uid": [booking["user_uid"]] }),
        json!({ "q": booking["guest_phone"] }),
        json!({ "q": "hanako@seki.test" }),
    ];
    for filter in &filters {
        assert_eq!(json!(ids(&admin, "reservations", filter.clone()).await), json!([booking["id"]]), "{filter}");
    }
    app.execute("UPDATE reservations SET status = 'pending', held_until = now() WHERE user_id IS NOT NULL").await;
    for filter in &filters {
        assert_eq!(ids(&admin, "reservations", filter.clone()).await, [0; 0], "{filter}");
    }
    for field in ["user_uid", "guest_name", "guest_phone"] {
        let shown = column(&admin, "reservations", field, json!({ "status": "pending" }), r#"["id","ASC"]"#).await;
        assert_eq!(shown, [Value::Null], "{field}");
    }
    app.end_unverified().await;
}
