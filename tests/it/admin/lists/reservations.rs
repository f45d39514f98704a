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
    let visits = json!({ "restaurant_slug": "sushi-test" });
    for (order, is_descending) in [("ASC", false), ("DESC", true)] {
        let sort = json!(["starts_at", order]).to_string();
        let times = column(&admin, "reservations", "starts_at", visits.clone(), &sort).await;
        let mut sorted = times.clone();
        sorted.sort_by_key(|at| at.as_str().map(str::to_owned));
        if is_descending {
            sorted.reverse();
        }
        assert_eq!((times.len(), &times), (2, &sorted), "{order}");
        let all = list(&admin, "reservations", &[("sort", &sort)]).await;
        let problem = all.refused(422, "invalid_input");
        assert_eq!(problem["fields"]["sort"], "来店日時で並べ替えるには、店舗を絞り込んでください。", "{order}");
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
