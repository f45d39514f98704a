//! The advanced search and the label of vacant seats (F096, F097; gaps G076, G139).

use serde_json::{Value, json};
use tests::{Persona, RestaurantSpec, SlotSpec, TestApp, cards};

const SEARCH: &str = "/users/premium/restaurants";

async fn member(app: &TestApp) -> Persona {
    let price = app.plan_price("green", 980).await;
    let diner = app.diner("kenji").await.with_card(&app.outside, cards::GOOD).await;
    diner.subscribe("green", &price, json!({})).await.is(200);
    diner
}

async fn found(diner: &Persona, query: &str) -> Vec<String> {
    let page = diner.get(&format!("{SEARCH}?{query}")).await.data();
    let slug = |card: &Value| card["slug"].as_str().unwrap().to_owned();
    page["restaurants"].as_array().unwrap().iter().map(slug).collect()
}

/// F096
#[tokio::test]
async fn availability_search_is_for_subscribers() {
    let app = TestApp::start().await;
    let sushi = app.restaurant(RestaurantSpec { seats: 2, ..RestaurantSpec::default() }).await;
    let lunch = RestaurantSpec { slug: "lunch-test", operation: "lunch", seats: 2, ..RestaurantSpec::default() };
    let lunch = app.restaurant(lunch).await;
    app.restaurant(RestaurantSpec { slug: "empty-test", ..RestaurantSpec::default() }).await;
    app.execute("UPDATE restaurants SET facilities = '{parking,non_smoking}' WHERE slug = 'lunch-test'").await;
    let slot = app.slot(&sushi, SlotSpec { days: 3, counts: vec![1, 2], ..SlotSpec::default() }).await;
    app.slot(&lunch, SlotSpec { days: 5, counts: vec![2], ..SlotSpec::default() }).await;
    let (diner, other) = (member(&app).await, app.diner("other").await);
    let away = other.get(SEARCH).await;
    assert_eq!((away.status, away.location()), (303, "/premium/green"));
    app.anonymous().get(SEARCH).await.refused(401, "sign_in_required");
    let week = format!("from_date={}&to_date={}", app.day(0), app.day(6));
    assert_eq!(found(&diner, "").await, ["sushi-test", "lunch-test"]);
    assert_eq!(found(&diner, &format!("{week}&guests_count=1")).await, ["sushi-test"]);
    assert_eq!(found(&diner, &format!("{week}&operations[]=lunch&operations[]=takeaway")).await, ["lunch-test"]);
    assert_eq!(found(&diner, &format!("{week}&guests_count=3")).await, [] as [&str; 0]);
    assert_eq!(found(&diner, &format!("{week}&inventory_type=private_room")).await, [] as [&str; 0]);
    assert_eq!(found(&diner, &format!("{week}&inventory_type=hammock")).await.len(), 2, "unknown values are ignored");
    assert_eq!(found(&diner, &format!("{week}&facilities[]=parking&facilities[]=non_smoking")).await, ["lunch-test"]);
    assert_eq!(found(&diner, &format!("{week}&facilities=parking,english_menu")).await, [] as [&str; 0], "all of them");
    assert_eq!(found(&diner, &format!("{week}&price_max=5000")).await, [] as [&str; 0]);
    assert_eq!(found(&diner, &format!("{week}&price_min=5000&price_max=20000")).await.len(), 2);
    assert_eq!(found(&diner, &format!("from_date={0}&to_date={0}", app.day(4))).await, [] as [&str; 0]);
    assert_eq!(found(&diner, &format!("{week}&keyword=nothing-like-it")).await, [] as [&str; 0]);
    assert_eq!(found(&diner, &format!("{week}&area_id=999999")).await, [] as [&str; 0]);
    let page = diner.get(&format!("{SEARCH}?{week}")).await.data();
    assert_eq!(page["restaurants"][0]["available_dates"], json!([app.day(3)]));
    // A slot that was booked meanwhile is not found once the server has received the change.
    other.hold(&sushi, &slot, 2).await;
    app.caches_follow().await;
    assert_eq!(found(&diner, &week).await, ["lunch-test"]);
    let beyond = diner.get(&format!("{SEARCH}?{week}&page=99")).await.data();
    assert_eq!(beyond["restaurants"], json!([]));
    assert_eq!((&beyond["total_count"], &beyond["current_page"]), (&json!(1), &json!(99)));
    assert_eq!(beyond["has_more"], false);
    let label = diner.get("/users/api/vacancies?slugs=sushi-test,lunch-test,empty-test,none").await.is(200).json();
    assert_eq!(label["vacancies"], json!({ "lunch-test": [app.day(5)] }));
    other.get("/users/api/vacancies?slugs=sushi-test").await.refused(403, "premium_only");
    app.end().await;
}

#[tokio::test]
async fn search_names_the_unknown_conditions_that_it_ignored() {
    let app = TestApp::start().await;
    let sushi = app.restaurant(RestaurantSpec { seats: 2, ..RestaurantSpec::default() }).await;
    app.slot(&sushi, SlotSpec { days: 3, counts: vec![2], ..SlotSpec::default() }).await;
    let diner = member(&app).await;
    app.caches_follow().await;
    for (query, ignored) in [
        ("area=zzz", "area"),
        ("area=zzz&area_id=zzz", "area_id"),
        ("cuisines[]=zzz", "cuisines"),
        ("operations[]=dinner&operations[]=brunch", "operations"),
        ("inventory_type=hammock", "inventory_type"),
        ("facilities=nope", "facilities"),
    ] {
        let page = diner.get(&format!("{SEARCH}?{query}")).await.is(200).data();
        assert_eq!(page["ignored_conditions"], json!([ignored]), "{query}");
        assert_eq!(page["restaurants"].as_array().map(Vec::len), Some(1), "{query}");
    }
    let gone = diner.get(&format!("{SEARCH}?area_id=999999")).await.data();
    assert_eq!(
        (&gone["restaurants"], &gone["ignored_conditions"]),
        (&json!([]), &json!([])),
        "an area without a record"
    );
    let known = diner.get(&format!("{SEARCH}?operations=dinner&inventory_type=counter")).await.data();
    assert_eq!(known["ignored_conditions"], json!([]));
    app.end().await;
}

#[tokio::test]
async fn a_search_sees_what_the_diner_of_a_group_may_book() {
    let app = TestApp::start().await;
    let sushi = app.restaurant(RestaurantSpec { seats: 2, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&sushi, SlotSpec { days: 3, counts: vec![1, 2], ..SlotSpec::default() }).await;
    let group = app.customer_group(&sushi, "常連", false).await;
    for item in 0..2 {
        app.whitelist(&sushi, &slot, item, group).await;
    }
    let diner = member(&app).await;
    app.caches_follow().await;
    assert!(found(&diner, "").await.is_empty());
    app.put_into_group(&sushi, &diner, group).await;
    assert_eq!(found(&diner, "").await, ["sushi-test"]);
    app.end().await;
}

/// F097
#[tokio::test]
async fn server_enforces_every_form_limit() {
    let app = TestApp::start().await;
    let diner = member(&app).await;
    let (today, yesterday) = (app.day(0), app.day(-1));
    let refusals = [
        (format!("keyword={}", "あ".repeat(51)), "keyword"),
        (format!("from_date={today}&to_date={}", app.day(7)), "to_date"),
        (format!("from_date={yesterday}"), "from_date"),
        (format!("from_date={}&to_date={today}", app.day(2)), "to_date"),
        ("guests_count=9".to_owned(), "guests_count"),
        ("guests_count=0".to_owned(), "guests_count"),
        ("from_date=someday".to_owned(), "from_date"),
        ("price_min=2000&price_max=1000".to_owned(), "price_max"),
        ("price_min=-1".to_owned(), "price_min"),
    ];
    for (query, field) in refusals {
        let refused = diner.get(&format!("{SEARCH}?{query}")).await;
        refused.refused(422, "invalid_input");
        assert!(refused.bad_fields().contains(&field.to_owned()), "{query}: {}", refused.body);
    }
    for (query, fields) in [
        ("from_date=bad".to_owned(), json!({ "from_date": "The date is not valid." })),
        (format!("from_date={yesterday}"), json!({ "from_date": "Please choose today or a later day." })),
        (
            format!("from_date={yesterday}&to_date=bad"),
            json!({
                "from_date": "Please choose today or a later day.", "to_date": "The date is not valid.",
            }),
        ),
        (
            format!("from_date={}&to_date={today}", app.day(2)),
            json!({ "to_date": "The last day must not be before the first." }),
        ),
        (
            format!("to_date={}", app.day(7)),
            json!({ "to_date": "Please choose an end date within 7 days of the first." }),
        ),
        ("guests_count=99".to_owned(), json!({ "guests_count": "Please choose 1 to 8 guests." })),
        ("price_min=x".to_owned(), json!({ "price_min": "Please enter a whole amount in yen, up to 10,000,000." })),
        (
            "price_min=2&price_max=1".to_owned(),
            json!({
                "price_max": "This is below the lowest price. Please make it higher or leave it empty.",
            }),
        ),
        (format!("keyword={}", "a".repeat(51)), json!({ "keyword": "Please enter at most 50 characters." })),
    ] {
        let refused = diner.get(&format!("{SEARCH}?{query}&locale=en")).await.refused(422, "invalid_input");
        assert_eq!(refused["fields"], fields, "{query}");
    }
    let japanese = diner.get(&format!("{SEARCH}?guests_count=99&locale=ja")).await.refused(422, "invalid_input");
    assert_eq!(japanese["fields"], json!({ "guests_count": "人数は1名から8名で指定してください。" }));
    diner
        .get(&format!("{SEARCH}?keyword={}&from_date={today}&to_date={}&guests_count=8", "あ".repeat(50), app.day(6)))
        .await
        .is(200);
    app.end().await;
}
