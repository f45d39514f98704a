//! The feed for maps and search engines: it lists the permitted restaurants, and exactly the availability of a visitor without an account.

use std::collections::BTreeSet;

use chrono::{Duration, NaiveTime};
use domain::zone::Zone;
use serde_json::{Map, Value, json};
use tests::{HOUR, Persona, Restaurant, RestaurantSpec, SlotSpec, TestApp, TestPlan, VisitSpec};

const SLUG: &str = "sushi-test";
const FEED: &str = "/feeds/availability/sushi-test";

/// Start in seconds, party and kind of seats.
type Spot = (i64, i64, String);

/// Availability that a visitor finds on the restaurant's page, over every day that its calendar offers.
async fn offered(app: &TestApp, visitor: &Persona, last: i64) -> BTreeSet<Spot> {
    let mut found = BTreeSet::new();
    let months: BTreeSet<_> = (0..=last).map(|days| app.day(days).format("%Y-%m").to_string()).collect();
    for month in months {
        let answer = visitor.month(SLUG, &month).await;
        for date in answer["available_dates"].as_array().expect("days") {
            let date = date.as_str().expect("a day").parse().expect("a date");
            let day = visitor.day(SLUG, date).await;
            for slot in ["lunch", "dinner"].iter().filter_map(|meal| day[meal].as_array()).flatten() {
                let group = slot["inventory_group"]["title"].as_str().expect("a title");
                for time in slot["time_options"].as_array().expect("times") {
                    let (hours, minutes) = time["start_time"].as_str().unwrap().split_once(':').expect("HH:mm");
                    let since = Duration::hours(hours.parse().unwrap()) + Duration::minutes(minutes.parse().unwrap());
                    let start = (Zone::default().at(date, NaiveTime::MIN) + since).timestamp();
                    let parties = time["guests_count_option_values"].as_array().expect("parties");
                    found.extend(parties.iter().map(|party| (start, party.as_i64().unwrap(), group.to_owned())));
                }
            }
        }
    }
    found
}

async fn slots(visitor: &Persona) -> Vec<Value> {
    let feed = visitor.get(FEED).await.is(200).json();
    let services = feed["service_availability"].as_array().expect("services").clone();
    services.iter().flat_map(|service| service["availability"].as_array().expect("slots").clone()).collect()
}

async fn feed_spots(visitor: &Persona) -> BTreeSet<Spot> {
    let slots = slots(visitor).await;
    let spot = |slot: &Value| {
        let resources = &slot["resources"];
        let group = resources["room_name"].as_str().expect("a room").to_owned();
        (slot["start_sec"].as_i64().expect("a start"), resources["party_size"].as_i64().expect("a party"), group)
    };
    let listed: BTreeSet<_> = slots.iter().map(spot).collect();
    assert_eq!(listed.len(), slots.len(), "each is listed once");
    listed
}

async fn opened(spec: RestaurantSpec) -> (TestApp, Restaurant, Persona) {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(spec).await;
    app.execute("UPDATE restaurant_operations SET is_in_availability_feed = true").await;
    let visitor = app.anonymous();
    (app, restaurant, visitor)
}

#[tokio::test]
async fn the_feed_has_what_month_and_day_offer_a_visitor_without_an_account() {
    let plan = TestPlan::Till { from_seconds: -60, days: 40 };
    let (app, restaurant, visitor) = opened(RestaurantSpec { seats: 8, plan, ..RestaurantSpec::default() }).await;
    let owner = app.owner(&restaurant).await;
    let on = |days, items, times| SlotSpec { days, items, times, ..SlotSpec::default() };
    let evening = || vec![("18:00", "20:00"), ("18:15", "20:15")];
    app.slot(&restaurant, on(0, vec![], evening())).await;
    let open = app.slot(&restaurant, on(7, vec![0, 1, 2], evening())).await;
    let kept_back = app.slot(&restaurant, on(8, vec![3], evening())).await;
    let group = app.customer_group(&restaurant, "Regulars", false).await;
    app.whitelist(&restaurant, &kept_back, 3, group).await;
    let closed = app.slot(&restaurant, on(9, vec![], evening())).await;
    app.close_day(&restaurant, closed.date).await;
    let paced = app.slot(&restaurant, on(10, vec![0, 1, 2, 3], evening())).await;
    let full = app.slot(&restaurant, on(11, vec![4], evening())).await;
    app.slot(&restaurant, on(41, vec![], evening())).await;
    let limit = json!({ "pacing": { "dinner": { "pacing_max_guests": 4 } } });
    owner.patch("/owners/api/pacing/sushi-test", &limit).await.is(200);
    let telephone = VisitSpec { days: 10, items: vec![4, 5, 6, 7], guests: 4, ..VisitSpec::default() };
    owner.record_visit(&app, &restaurant, &telephone).await.is(201);
    let (hanako, kenji) = (app.diner("hanako").await, app.diner("kenji").await);
    hanako.hold(&restaurant, &full, 1).await;
    app.caches_follow().await;
    let feed = feed_spots(&visitor).await;
    assert_eq!(feed, offered(&app, &visitor, 60).await);
    let starts = |date, time: &str| Zone::default().at(date, time.parse().expect("a time")).timestamp();
    let found: BTreeSet<_> = feed.iter().map(|(start, party, _)| (*start, *party)).collect();
    let expected = [("18:00:00", open.date, 3), ("18:15:00", open.date, 3), ("18:15:00", paced.date, 4)];
    let expected = expected.iter().flat_map(|(time, date, most)| (1..=*most).map(|party| (starts(*date, time), party)));
    assert_eq!(
        found,
        expected.collect(),
        "past its cut-off, a group's own, closed, full, taken, beyond the round: absent"
    );
    kenji.hold(&restaurant, &open, 2).await;
    app.caches_follow().await;
    let feed = feed_spots(&visitor).await;
    assert_eq!(feed, offered(&app, &visitor, 60).await);
    assert!(!feed.contains(&(starts(open.date, "18:15:00"), 2, "カウンター".into())), "one seat is left");
    app.advance(601);
    assert!(
        feed_spots(&visitor).await.contains(&(starts(full.date, "18:00:00"), 1, "カウンター".into())),
        "the holds ended"
    );
    assert_eq!(feed_spots(&visitor).await, offered(&app, &visitor, 60).await);
    app.end().await;
}

#[tokio::test]
async fn feed_closes_by_time_and_opens_by_round() {
    let plan = TestPlan::Till { from_seconds: 3_600, days: 40 };
    let (app, restaurant, visitor) =
        opened(RestaurantSpec { plan, cutoff_hours: 1, ..RestaurantSpec::default() }).await;
    let times = vec![("18:00", "20:00"), ("20:00", "22:00")];
    app.slot(&restaurant, SlotSpec { days: 0, times, counts: vec![2], ..SlotSpec::default() }).await;
    assert!(feed_spots(&visitor).await.is_empty(), "the round has not opened");
    app.advance(HOUR);
    assert_eq!(feed_spots(&visitor).await.len(), 2);
    app.advance(6 * HOUR);
    assert_eq!(feed_spots(&visitor).await.len(), 1, "it is five, an hour before the first");
    assert_eq!(feed_spots(&visitor).await, offered(&app, &visitor, 1).await);
    app.advance(2 * HOUR);
    assert!(feed_spots(&visitor).await.is_empty());
    app.end().await;
}

#[tokio::test]
async fn spots_say_how_many_such_parties_fit_where_seats_alone_decide() {
    let (app, restaurant, visitor) = opened(RestaurantSpec { seats: 5, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec { counts: vec![1, 2, 4], ..SlotSpec::default() }).await;
    app.diner("hanako").await.hold(&restaurant, &slot, 1).await;
    app.caches_follow().await;
    let spots = |slots: &[Value]| -> Vec<_> {
        slots.iter().map(|slot| [&slot["spots_open"], &slot["spots_total"]].map(|n| n.as_i64().unwrap())).collect()
    };
    assert_eq!(spots(&slots(&visitor).await), [[4, 5], [2, 2], [1, 1]], "of one, two and four guests");
    let owner = app.owner(&restaurant).await;
    let limit = json!({ "pacing": { "dinner": { "pacing_max_guests": 90 } } });
    owner.patch("/owners/api/pacing/sushi-test", &limit).await.is(200);
    app.caches_follow().await;
    assert_eq!(spots(&slots(&visitor).await), [[1, 5], [1, 2], [1, 1]], "who else comes decides");
    app.end().await;
}

#[tokio::test]
async fn feed_lists_public_consenting_restaurants() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    for slug in ["soba-unlisted", "udon-hidden", "tempura-unindexed", "unagi-unasked", "bento-delivered"] {
        app.restaurant(RestaurantSpec { slug, ..RestaurantSpec::default() }).await;
    }
    app.execute(
        "UPDATE restaurant_operations SET is_in_availability_feed = true WHERE restaurant_id IN
                     (SELECT id FROM restaurants WHERE slug NOT IN ('sushi-test', 'unagi-unasked'))",
    )
    .await;
    app.execute("UPDATE restaurants SET visibility = 'unlisted' WHERE slug = 'soba-unlisted'").await;
    app.execute("UPDATE restaurants SET visibility = 'hidden' WHERE slug = 'udon-hidden'").await;
    app.execute("UPDATE restaurants SET is_noindex = true WHERE slug = 'tempura-unindexed'").await;
    app.execute("UPDATE restaurants SET is_delivery_only = true WHERE slug = 'bento-delivered'").await;
    let (visitor, owner) = (app.anonymous(), app.owner(&restaurant).await);
    let listed = async |path: &str, name: &str| -> Vec<Value> {
        let feed = visitor.get(path).await.is(200).json();
        feed[name].as_array().expect("a list").iter().map(|one| one["merchant_id"].clone()).collect()
    };
    assert!(
        listed("/feeds/merchants", "merchant").await.is_empty(),
        "no restaurant is listed until its owner enables it"
    );
    for slug in [
        "sushi-test",
        "soba-unlisted",
        "udon-hidden",
        "tempura-unindexed",
        "unagi-unasked",
        "bento-delivered",
        "nobody",
    ] {
        visitor.get(&format!("/feeds/availability/{slug}")).await.refused(404, "not_found");
    }
    let (page, call) = ("/owners/reach/edit", "/owners/api/reach/sushi-test");
    assert_eq!(owner.get(page).await.data()["reach"], json!({ "is_in_availability_feed": false, "is_public": true }));
    let names = owner.get(page).await.data();
    assert_eq!((&names["name_ja"], &names["name_en"]), (&json!("試し鮨"), &json!("Test Sushi")));
    let wanted = json!({ "reach": { "is_in_availability_feed": true } });
    let other =
        app.owner(&app.restaurant(RestaurantSpec { slug: "sushi-other", ..RestaurantSpec::default() }).await).await;
    other.patch(call, &wanted).await.is(404);
    visitor.patch(call, &wanted).await.is(401);
    visitor.get(page).await.is(401);
    let answer = owner.patch(call, &wanted).await.is(200).json();
    assert_eq!(answer["data"], json!({ "is_in_availability_feed": true, "is_public": true }));
    owner.patch(call, &json!({ "reach": {} })).await.is(200);
    assert_eq!(listed("/feeds/merchants", "merchant").await, [SLUG], "what is left out stays");
    assert_eq!(listed("/feeds/services", "service").await, [SLUG]);
    visitor.get(FEED).await.is(200);
    for neither in [json!(null), json!(1), json!(0), json!("maybe"), json!([true]), json!({})] {
        let refused = owner.patch(call, &json!({ "reach": { "is_in_availability_feed": neither } })).await;
        refused.refused(422, "invalid_input");
        assert_eq!(refused.bad_fields(), ["reach.is_in_availability_feed"], "{neither}");
    }
    owner.submit(call, &[("_method", "patch"), ("reach[is_in_availability_feed]", "0")]).await.is(200);
    visitor.get(FEED).await.is(404);
    let audited: Vec<Value> = sqlx::query_scalar(
        "SELECT detail FROM audit_events WHERE action = 'availability_feed_set' AND actor = 'owner' ORDER BY id",
    )
    .fetch_all(&app.pool)
    .await
    .unwrap();
    assert_eq!(audited, [true, false].map(|wanted| json!({ "is_in_availability_feed": wanted })));
    sqlx::query("UPDATE restaurant_owners SET role = 'floor'").execute(&app.pool).await.unwrap();
    owner.patch(call, &wanted).await.refused(403, "right_missing");
    app.end().await;
}

#[tokio::test]
async fn feed_shards_partition_restaurants_and_support_304() {
    let app = TestApp::start().await;
    let slugs: Vec<&'static str> = (0..11).map(|n| &*Box::leak(format!("sushi-{n}").into_boxed_str())).collect();
    let mut last = None;
    for &slug in &slugs {
        let restaurant = app.restaurant(RestaurantSpec { slug, ..RestaurantSpec::default() }).await;
        last = Some((app.slot(&restaurant, SlotSpec::default()).await, restaurant));
    }
    app.execute("UPDATE restaurant_operations SET is_in_availability_feed = true").await;
    let visitor = app.anonymous();
    let (mut listed, mut nonces) = (Vec::new(), BTreeSet::new());
    for (shard, members) in [10, 1].into_iter().enumerate() {
        let reply = visitor.open(&format!("/feeds/availability?shard={shard}")).await;
        let feed = reply.is(200).json();
        assert_eq!(reply.header("content-type"), "application/json");
        assert_eq!(reply.header("cache-control"), "public, max-age=60");
        assert_eq!(reply.header("set-cookie"), "");
        let metadata = &feed["metadata"];
        assert_eq!((&metadata["shard_number"], &metadata["total_shards"]), (&json!(shard), &json!(2)));
        nonces.insert(metadata["nonce"].as_str().expect("a nonce").to_owned());
        let services = feed["service_availability"].as_array().expect("services");
        assert_eq!(services.len(), members);
        listed.extend(services.iter().map(|one| one["availability"][0]["merchant_id"].as_str().unwrap().to_owned()));
    }
    assert_eq!((listed, nonces.len()), (slugs.iter().map(ToString::to_string).collect(), 1));
    visitor.open("/feeds/availability?shard=2").await.refused(404, "not_found");
    for wrong in ["x", "-1", "4294967296", ""] {
        visitor.open(&format!("/feeds/availability?shard={wrong}")).await.refused(400, "shard_invalid");
    }
    let path = "/feeds/availability?shard=1";
    let etag = visitor.get(path).await.header("etag").to_owned();
    app.advance(1);
    let again = async || visitor.call(reqwest::Method::GET, path).header("if-none-match", &etag).send().await;
    assert_eq!(again().await.is(304).body, "");
    let strong = etag.trim_start_matches("W/");
    for known in ["*", strong, &format!("\"other\", {etag}"), &format!("{strong},\"other\"")] {
        visitor.call(reqwest::Method::GET, path).header("if-none-match", known).send().await.is(304);
    }
    visitor.call(reqwest::Method::GET, path).header("if-none-match", "\"other\"").send().await.is(200);
    let (slot, restaurant) = last.expect("a restaurant");
    app.diner("hanako").await.hold(&restaurant, &slot, 1).await;
    app.caches_follow().await;
    again().await.is(200);
    app.end().await;
}

/// A field of a published message: whether it must be there, and what it holds.
type Field = (&'static str, bool, fn(&Value) -> bool);

fn is_text(value: &Value) -> bool {
    value.as_str().is_some_and(|text| !text.is_empty())
}

/// `uint64` and `int64` are numbers in JSON, or decimal digits in a text.
fn is_whole(value: &Value) -> bool {
    value.as_u64().is_some() || value.as_str().is_some_and(|text| text.parse::<u64>().is_ok())
}

fn is_message(value: &Value) -> bool {
    value.is_object() || value.as_array().is_some_and(|list| list.iter().all(Value::is_object))
}

/// The messages of the package `ext.maps.booking.feeds`, as far as a table's reservation has them, in the JSON of their sources'
/// field names: <https://developers.google.com/actions-center/verticals/reservations/e2e/reference/feeds/feeds-proto-bundle>.
fn published(message: &str) -> Vec<Field> {
    let complete = |value: &Value| value == "PROCESS_AS_COMPLETE";
    match message {
        "metadata" => vec![
            ("processing_instruction", true, complete),
            ("shard_number", true, is_whole),
            ("total_shards", true, is_whole),
            ("nonce", true, is_whole),
            ("generation_timestamp", true, is_whole),
        ],
        "merchant" => vec![
            ("merchant_id", true, is_text),
            ("name", true, is_text),
            ("telephone", false, |value| value.as_str().is_some_and(|text| text.starts_with('+'))),
            ("url", true, |value| value.as_str().is_some_and(|text| text.starts_with("http"))),
            ("geo", true, is_message),
            ("category", true, is_text),
            ("action_link", false, is_message),
        ],
        "geo" => vec![("unstructured_address", true, is_text)],
        "action_link" => vec![
            ("url", true, is_text),
            ("language", true, is_text),
            ("action_link_type", true, |value| value == "ACTION_LINK_TYPE_MAKE_DINING_RESERVATION"),
            ("platform", true, |value| value == "ACTION_PLATFORM_WEB_APPLICATION"),
        ],
        "service" => vec![
            ("merchant_id", true, is_text),
            ("service_id", true, is_text),
            ("localized_service_name", true, is_message),
        ],
        "localized_service_name" => vec![("value", true, is_text), ("localized_value", true, is_message)],
        "localized_value" => vec![("locale", true, is_text), ("value", true, is_text)],
        "service_availability" => vec![("availability", true, is_message)],
        "availability" => vec![
            ("merchant_id", true, is_text),
            ("service_id", true, is_text),
            ("start_sec", true, is_whole),
            ("duration_sec", true, is_whole),
            ("spots_total", true, is_whole),
            ("spots_open", true, is_whole),
            ("availability_tag", false, is_text),
            ("resources", true, is_message),
            ("confirmation_mode", false, |value| value == "CONFIRMATION_MODE_SYNCHRONOUS"),
        ],
        "resources" => vec![("party_size", true, is_whole), ("room_id", false, is_text), ("room_name", false, is_text)],
        other => panic!("{other} is not published"),
    }
}

/// Returns the fields of a message that differ from the published schema.
fn faults(message: &str, value: &Value) -> Vec<String> {
    let lists = value.as_array().cloned().unwrap_or_else(|| vec![value.clone()]);
    let mut found = Vec::new();
    for one in &lists {
        let (fields, given) = (published(message), one.as_object().cloned().unwrap_or_default());
        let unknown = given.keys().filter(|key| !fields.iter().any(|(name, ..)| name == key));
        found.extend(unknown.map(|key| format!("{message}.{key} is not published")));
        for (name, is_required, holds) in &fields {
            match given.get(*name) {
                None if *is_required => found.push(format!("{message}.{name} is missing")),
                Some(value) if !holds(value) => found.push(format!("{message}.{name}: {value}")),
                Some(value) if is_message(value) => found.extend(faults(name, value)),
                _ => {}
            }
        }
    }
    found
}

#[tokio::test]
async fn the_feeds_are_of_the_published_shape() {
    let (app, restaurant, visitor) = opened(RestaurantSpec::default()).await;
    app.slot(&restaurant, SlotSpec::default()).await;
    app.execute("UPDATE restaurants SET phone = '03-5555-0101', url = 'https://kagura.example'").await;
    for (path, name) in [
        ("/feeds/merchants", "merchant"),
        ("/feeds/services", "service"),
        ("/feeds/availability", "service_availability"),
        (FEED, "service_availability"),
    ] {
        let feed = visitor.get(path).await.is(200).json();
        let parts: Map<_, _> = feed.as_object().expect("a message").clone();
        assert!(parts.len() == 2 && parts.contains_key("metadata"), "{path}: {feed}");
        assert!(parts[name].as_array().is_some_and(|list| list.len() == 1), "{path}");
        let faults: Vec<_> = parts.iter().flat_map(|(message, value)| faults(message, value)).collect();
        assert_eq!(faults, Vec::<String>::new(), "{path}");
    }
    let merchant = visitor.get("/feeds/merchants").await.json()["merchant"][0].clone();
    assert_eq!((&merchant["telephone"], &merchant["url"]), (&json!("+81355550101"), &json!("https://kagura.example")));
    let planted = json!({ "party_size": "many", "table": 1 });
    assert_eq!(faults("resources", &planted), ["resources.table is not published", "resources.party_size: \"many\""]);
    app.end().await;
}
