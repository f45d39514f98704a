//! Guests of imported bookings: whose record a correction changes (gaps G230, G231).

use serde_json::{Value, json};
use tests::{RestaurantSpec, TestApp, VisitSpec};

use super::offsite_import::{AGENCY, GUESTS, bring, day_names, guest, outcomes};

const MERGES: &str = "/owners/api/offline_customer_merges";

/// Two of three bookings keep the guest, with the memo and the allergies. The third one gets another guest.
#[tokio::test]
async fn renamed_booking_leaves_the_guest_of_the_others() {
    let (app, _, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    let contact = ("09012345678", AGENCY);
    let taro = ["T-1", "T-2", "T-3"].map(|id| guest(&app, id, "Taro Yamada", contact));
    assert_eq!(outcomes(&bring(&admin, &taro).await), ["created"; 3]);
    assert_eq!(app.count(GUESTS).await, 1);
    app.execute("UPDATE customer_profiles SET internal_memo = '常連', noted_allergies = 'えび'").await;
    let jiro = guest(&app, "T-3", "Jiro Yamada", ("", ""));
    assert_eq!(outcomes(&bring(&admin, std::slice::from_ref(&jiro)).await), ["changed"]);
    assert_eq!(day_names(&app, &owner).await, ["Jiro Yamada", "Taro Yamada", "Taro Yamada"]);
    assert_eq!(app.count(GUESTS).await, 2);
    let bookings = "SELECT string_agg(concat_ws(' ', p.nickname, p.phone_e164, p.internal_memo, p.noted_allergies,
            (SELECT count(*) FROM reservations r WHERE r.customer_id = p.customer_id)), ', ' ORDER BY p.customer_id)
        FROM customer_profiles p";
    let bookings = async || sqlx::query_scalar::<_, String>(bookings).fetch_one(&app.pool).await.expect("records");
    assert_eq!(bookings().await, "Taro Yamada +819012345678 常連 えび 2, Jiro Yamada +819012345678   1");

    // One list corrects all bookings of the guest, so the record is corrected, not divided.
    let corrected = ["T-1", "T-2"].map(|id| guest(&app, id, "Taro Yamamoto", contact));
    assert_eq!(outcomes(&bring(&admin, &corrected).await), ["changed"; 2]);
    assert_eq!(bookings().await, "Taro Yamamoto +819012345678 常連 えび 2, Jiro Yamada +819012345678   1");
    app.verify().await;
    app.end().await;
}

/// The edit conflict names the member of staff who moved the party, although its service has corrected the name since. The service's
/// change of the party size is a change of the place.
#[tokio::test]
async fn corrected_guest_is_no_change_of_the_place() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    app.execute("UPDATE owners SET nickname = '佐藤'").await;
    let admin = app.admin().await;
    bring(&admin, &[guest(&app, "A-1", "Jane Smith", ("", ""))]).await;
    let day = owner.get(&format!("/owners/daily_calendars/{}", app.day(7))).await.data();
    let party = day["items"][0].clone();
    let path = format!("/owners/api/reservations/{}/seats", party["uid"].as_str().expect("a uid"));
    let spec = VisitSpec { items: vec![0, 1, 2], ..VisitSpec::default() };
    let seats = app.visit(&restaurant, &spec).await["inventory_item_uids"].clone();
    let seats = seats.as_array().expect("seats").iter();
    let others: Vec<_> = seats.filter(|seat| **seat != party["inventory_item_uids"][0]).collect();
    let onto = async |seat: &Value| {
        let body = json!({ "inventory_item_uids": [seat], "expected_version": party["version"] });
        owner.put(&path, &body).await
    };
    onto(others[0]).await.is(200);
    let corrected = bring(&admin, &[guest(&app, "A-1", "Jane Smythe", ("", ""))]).await;
    assert_eq!(outcomes(&corrected), ["changed"]);
    let current = onto(others[1]).await.refused(409, "reservation_moved")["current"].clone();
    assert_eq!(current["changed_by"], "佐藤", "{current}");
    assert_eq!(app.count("SELECT version::bigint FROM reservations").await, 1);

    let mut larger = guest(&app, "A-1", "Jane Smythe", ("", ""));
    larger["guests_count"] = 2.into();
    assert_eq!(outcomes(&bring(&admin, &[larger]).await), ["changed"]);
    let current = onto(others[1]).await.refused(409, "reservation_moved")["current"].clone();
    assert_eq!((&current["version"], &current["changed_by"]), (&json!(2), &Value::Null), "{current}");
    app.verify().await;
    app.end().await;
}

/// The merge copied the number of the off-site guest. The list corrects the copy, and the reversal takes the corrected copy back.
#[tokio::test]
async fn reversal_takes_a_corrected_number_back() {
    let (app, _, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    bring(&admin, &[guest(&app, "A-1", "Jane Smith", ("09012345678", ""))]).await;
    let merged = app.count("SELECT id FROM customers").await;
    app.execute(
        "WITH c AS (INSERT INTO customers (uid, restaurant_id, type, created_at)
             SELECT 'primary', restaurant_id, 'OfflineCustomer', created_at FROM customers RETURNING id, restaurant_id)
         INSERT INTO customer_profiles (restaurant_id, customer_id, nickname) SELECT restaurant_id, id, 'スミス様' FROM c",
    )
    .await;
    let primary = app.count("SELECT id FROM customers WHERE uid = 'primary'").await;
    let merge = json!({ "primary_customer_id": primary, "merged_customer_ids": [merged] });
    let merge: Value = owner.post(MERGES, &merge).await.is(200).json()["id"].clone();
    let numbers = "SELECT string_agg(coalesce(phone_e164, 'none'), ' ' ORDER BY customer_id) FROM customer_profiles";
    let numbers = async || sqlx::query_scalar::<_, String>(numbers).fetch_one(&app.pool).await.expect("numbers");
    assert_eq!(numbers().await, "+819012345678 +819012345678");
    bring(&admin, &[guest(&app, "A-1", "Jane Smith", ("09087654321", ""))]).await;
    assert_eq!(numbers().await, "+819087654321 +819087654321");
    owner.delete(&format!("{MERGES}/{merge}")).await.is(200);
    assert_eq!(numbers().await, "+819087654321 none");
    app.verify().await;
    app.end().await;
}

/// The index preselects guests by `name_key`; spellings that the rule regards as one name must not differ there.
#[tokio::test]
async fn spellings_of_one_name_have_one_key() {
    let app = TestApp::start().await;
    let is_equal = async |one: &str, other: &str| {
        let equal = sqlx::query_scalar::<_, bool>("SELECT name_key($1) = name_key($2)").bind(one).bind(other);
        equal.fetch_one(&app.pool).await.expect("keys")
    };
    for (one, other) in [
        ("J.Smith", "ＪＳｍｉｔｈ"),
        ("J. Smith", " J\u{200b}　SMITH"),
        ("ヤマダ・タロウ", "ﾔﾏﾀﾞ ﾀﾛｳ"),
        ("José Núñez", "JOSÉ NÚÑEZ"),
        ("İpek", "i\u{307}pek"),
        ("佐々木 花", "佐々木花"),
    ] {
        assert!(is_equal(one, other).await, "{one} and {other}");
    }
    for (one, other) in [("山田太郎", "山田次郎"), ("佐々木", "佐木"), ("スズキー", "スズキ"), ("Smith 1", "Smith 2")]
    {
        assert!(!is_equal(one, other).await, "{one} and {other}");
    }
    app.end().await;
}
