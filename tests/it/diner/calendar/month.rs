use serde_json::{Value, json};
use tests::{HOUR, Persona, RestaurantSpec, SlotSpec, TestApp};

async fn ask(visitor: &Persona, query: &str) -> tests::Reply {
    visitor.get(&format!("/users/api/availability/dates?{query}")).await
}

/// F033
#[tokio::test]
async fn month_lists_days_and_bookability() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 1, ..RestaurantSpec::default() }).await;
    let mut days = Vec::new();
    for ahead in [1, 7, 8, 30, 31] {
        days.push(app.slot(&restaurant, SlotSpec { days: ahead, counts: vec![1], ..SlotSpec::default() }).await);
    }
    app.diner("kenji").await.book(&restaurant, &days[2], 1).await;
    let visitor = app.anonymous();
    let month = visitor.month("sushi-test", "2026-12").await;
    assert_eq!(month["dates"], json!(["2026-12-02", "2026-12-08", "2026-12-09", "2026-12-31"]));
    assert_eq!(month["available_dates"], json!(["2026-12-02", "2026-12-08", "2026-12-31"]));
    assert_eq!(month["has_availability"], true);
    let mirrored = json!({ "dates": month["dates"], "available_dates": month["available_dates"],
        "past_cutoff_dates": [], "closed_dates": [], "has_availability": true });
    assert_eq!(month["data"], mirrored, "both copies are equal");
    assert_eq!(visitor.month("sushi-test", "2027-01").await["available_dates"], json!(["2027-01-01"]));
    let empty = visitor.month("sushi-test", "2027-02").await;
    assert_eq!((&empty["dates"], &empty["has_availability"]), (&json!([]), &json!(false)));
    app.end().await;
}

#[tokio::test]
async fn past_day_is_not_open() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { cutoff_hours: 0, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec { days: 0, ..SlotSpec::default() }).await;
    let hanako = app.diner("hanako").await;
    let open = async || hanako.month("sushi-test", "2026-12").await["has_availability"].clone();
    assert_eq!(open().await, true, "today at ten in the morning");
    app.advance(8 * HOUR - 1);
    assert_eq!(open().await, true);
    app.advance(1);
    assert_eq!(open().await, Value::Bool(false), "from six in the evening on");
    hanako.try_hold(&restaurant, &slot, 1).await.refused(422, "past_cutoff");
    app.advance(6 * HOUR);
    hanako.try_hold(&restaurant, &slot, 1).await.refused(422, "past_cutoff");
    // At five no evening continues any more.
    app.advance(5 * HOUR);
    hanako.try_hold(&restaurant, &slot, 1).await.refused(422, "not_open");
    assert_eq!(hanako.month("sushi-test", "2026-12").await["available_dates"], json!([]));
    app.end().await;
}

/// A day that is past its cut-off or closed is not reported as full; a diner whom the restaurant rejects silently gets no other reason
/// (gaps G056, G072, G110).
#[tokio::test]
async fn unbookable_days_have_distinct_reasons() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 1, ..RestaurantSpec::default() }).await;
    let mut days = Vec::new();
    for ahead in [1, 2, 3] {
        days.push(app.slot(&restaurant, SlotSpec { days: ahead, counts: vec![1], ..SlotSpec::default() }).await);
    }
    let (hanako, kenji) = (app.diner("hanako").await, app.diner("kenji").await);
    let refused = app.customer_group(&restaurant, "ご遠慮", true).await;
    app.put_into_group(&restaurant, &kenji, refused).await;
    hanako.book(&restaurant, &days[2], 1).await;
    let reasons = async |diner: &Persona| {
        let month = diner.month("sushi-test", "2026-12").await;
        (month["available_dates"].clone(), month["past_cutoff_dates"].clone(), month["closed_dates"].clone())
    };
    app.close_day(&restaurant, days[1].date).await;
    assert_eq!(reasons(&hanako).await, (json!(["2026-12-02"]), json!([]), json!(["2026-12-03"])));
    app.advance(8 * HOUR);
    assert_eq!(reasons(&hanako).await, (json!([]), json!(["2026-12-02"]), json!(["2026-12-03"])));
    assert_eq!(reasons(&kenji).await, (json!([]), json!([]), json!([])));
    let all = ["2026-12-02", "2026-12-03", "2026-12-04"];
    assert_eq!(kenji.month("sushi-test", "2026-12").await["dates"], json!(all));
    app.end().await;
}

#[tokio::test]
async fn an_unchanged_month_is_not_sent_again() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 1, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec { counts: vec![1], ..SlotSpec::default() }).await;
    let visitor = app.anonymous();
    let token = visitor.calendar_token("sushi-test").await;
    let month = format!(
        "/users/api/availability/dates?restaurant_slug=sushi-test&year_month=2026-12&reservation_calendar_token={token}"
    );
    let day = format!("/users/api/availability/dates/sushi-test?date={}&reservation_calendar_token={token}", slot.date);
    for path in [&month, &day] {
        let first = visitor.get(path).await;
        let etag = first.is(200).header("etag").to_owned();
        assert!(etag.starts_with('"') && etag.len() > 10, "{etag}");
        let again = visitor.call(reqwest::Method::GET, path).header("if-none-match", &etag).send().await;
        assert_eq!((again.status, again.body.as_str(), again.header("etag")), (304, "", etag.as_str()));
        let other = visitor.call(reqwest::Method::GET, path).header("if-none-match", "\"other\"").send().await;
        assert_eq!(other.is(200).body, first.body);
    }
    let etag = visitor.get(&month).await.header("etag").to_owned();
    app.diner("hanako").await.book(&restaurant, &slot, 1).await;
    tests::eventually("the month has changed", || async {
        let answer = visitor.call(reqwest::Method::GET, &month).header("if-none-match", &etag).send().await;
        answer.status == 200 && answer.header("etag") != etag
    })
    .await;
    app.end().await;
}

#[tokio::test]
async fn invalid_month_is_rejected() {
    let app = TestApp::start().await;
    app.restaurant(RestaurantSpec::default()).await;
    app.restaurant(RestaurantSpec { slug: "soba-test", ..RestaurantSpec::default() }).await;
    let visitor = app.anonymous();
    let token = visitor.calendar_token("sushi-test").await;
    for month in ["", "2026", "2026-13", "2026-00", "2026-1", "12-2026", "2026-12-01", "%00", "x"] {
        let query = format!("restaurant_slug=sushi-test&year_month={month}&reservation_calendar_token={token}");
        ask(&visitor, &query).await.refused(400, "year_month_invalid");
    }
    ask(&visitor, &format!("restaurant_slug=sushi-test&reservation_calendar_token={token}"))
        .await
        .refused(400, "year_month_invalid");
    for slug in ["soba-test", "no-such-place", ""] {
        let query = format!("restaurant_slug={slug}&year_month=2026-12&reservation_calendar_token={token}");
        ask(&visitor, &query).await.refused(400, "reservation_calendar_token_invalid");
    }
    for far in ["0001-01", "9999-12"] {
        let query = format!("restaurant_slug=sushi-test&year_month={far}&reservation_calendar_token={token}");
        assert_eq!(ask(&visitor, &query).await.is(200).json()["dates"], json!([]));
    }
    app.end().await;
}
