//! Export of one guest's data.

use serde_json::json;
use tests::{RestaurantSpec, TestApp};

use super::{create_customer, seat, text};

#[tokio::test]
async fn a_guests_data_is_one_file_and_their_reservations_a_table() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let (owner, neighbour) = (app.owner(&restaurant).await, app.owner(&elsewhere).await);
    let ito = create_customer(
        &owner,
        json!({ "nickname": "伊藤", "kana": "イトウ", "phone_local_number": "09012345678", "internal_memo": "左利き",
            "noted_allergies": "えび", "tags": ["vip"] }),
    )
    .await;
    let other = create_customer(&owner, json!({ "nickname": "他人", "noted_allergies": "秘密" })).await;
    seat(&app, &restaurant, ito["id"].as_i64().unwrap(), -30).await;
    seat(&app, &restaurant, other["id"].as_i64().unwrap(), -60).await;
    app.execute("UPDATE reservations SET course_price = 8000, internal_memo = '=1+1'").await;
    let path = format!("/owners/customers/{}/export", text(&ito["uid"]));

    let file = owner.get(&path).await;
    assert!(file.is(200).header("content-disposition").contains("attachment; filename=\"customer-"));
    assert_eq!(file.header("cache-control"), "private, no-store");
    let data = file.json();
    let guest = &data["customer"];
    assert_eq!((&guest["phone_number"], &guest["noted_allergies"]), (&json!("+819012345678"), &json!("えび")));
    assert_eq!((&guest["tags"], &guest["internal_memo"]), (&json!(["VIP"]), &json!("左利き")));
    assert_eq!(guest["kana"], "イトウ");
    assert_eq!((&data["totals"]["visits"], &data["totals"]["spent"]), (&json!(1), &json!(8_000)));
    assert_eq!(data["reservations"].as_array().map(Vec::len), Some(1), "{data}");
    assert_eq!(data["reservations"][0]["internal_memo"], "=1+1");
    assert!(!file.body.contains("秘密") && !file.body.contains("他人"));

    let table = owner.get(&format!("{path}.csv")).await;
    assert_eq!(table.is(200).header("content-type"), "text/csv; charset=utf-8");
    let lines: Vec<_> = table.body.lines().collect();
    assert!(lines.len() == 2 && lines[1].contains("\"来店\"") && lines[1].contains("\"8000\""), "{}", table.body);
    assert!(lines[1].contains("\"'=1+1\""), "no formula");
    let audit =
        "SELECT count(*) FROM audit_events WHERE action = 'customer.exported' AND detail->>'format' IN ('json', 'csv')";
    assert_eq!(app.count(audit).await, 2);

    for path in [path.clone(), format!("{path}.csv")] {
        neighbour.get(&path).await.refused(404, "not_found");
        app.anonymous().get(&path).await.refused(401, "sign_in_required");
    }
    owner.get("/owners/customers/nobody/export").await.refused(404, "not_found");
    sqlx::query("UPDATE restaurant_owners SET role = 'floor'").execute(&app.pool).await.unwrap();
    owner.get(&path).await.refused(403, "right_missing");
    owner.get(&format!("{path}.csv")).await.refused(403, "right_missing");
    assert_eq!(app.count(audit).await, 2, "a refusal leaves no row");
    app.end().await;
}
