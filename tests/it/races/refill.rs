//! Refills concurrent with each other, with bookings and with staff: no day is filled twice, nothing deadlocks, and every day summary is
//! correct at the end.

use std::sync::Arc;

use serde_json::json;
use sqlx::{Connection, PgConnection};
use tests::{
    GuestSpec, OFFLINE_RESERVATIONS, Persona, Restaurant, RestaurantSpec, SlotSpec, TemplateSpec, TestApp, VisitSpec,
    templates_path,
};
use tokio::sync::Barrier;
use tokio::task::JoinSet;

use super::{ask, count, end, many_servers};

/// Pairs of live slots that offer one item at one time.
const DOUBLES: &str = "
    SELECT count(*) FROM online_stocks a
    JOIN online_stocks b ON b.restaurant_id = a.restaurant_id AND b.inventory_item_id = a.inventory_item_id
        AND b.online_stock_group_id > a.online_stock_group_id
    JOIN osg_times x ON x.restaurant_id = a.restaurant_id AND x.online_stock_group_id = a.online_stock_group_id
    JOIN osg_times y ON y.restaurant_id = b.restaurant_id AND y.online_stock_group_id = b.online_stock_group_id
    WHERE x.starts_at < y.ends_at AND y.starts_at < x.ends_at";

async fn two_templates(app: &TestApp, restaurant: &Restaurant) -> (Persona, [i64; 2]) {
    let admin = app.admin().await;
    let first = TemplateSpec { items: vec![0, 1, 2, 3], daily_max: Some(40), ..TemplateSpec::default() };
    let second = TemplateSpec { items: vec![3, 4], times: vec![("19:00", "21:00")], ..TemplateSpec::default() };
    let templates = [app.template(&admin, restaurant, first).await, app.template(&admin, restaurant, second).await];
    (admin, templates)
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_refills_and_bookings_fill_each_day_once() {
    const REFILLS: usize = 6;
    const DINERS: usize = 20;
    const STAFF: usize = 4;
    let app = many_servers().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 8, ..RestaurantSpec::default() }).await;
    let (admin, templates) = two_templates(&app, &restaurant).await;
    // Seats that no template has, on days that are filled meanwhile: bookings and refills change the same days.
    let spec = |days| SlotSpec { days, counts: vec![1], items: vec![5, 6, 7], ..SlotSpec::default() };
    let slots = [app.slot(&restaurant, spec(3)).await, app.slot(&restaurant, spec(4)).await];
    let gate = Arc::new(Barrier::new(REFILLS + DINERS + STAFF));

    let mut filling = JoinSet::new();
    for index in 0..REFILLS {
        let admin = admin.at(&app.base_urls[index % app.base_urls.len()]);
        admin.csrf_token().await;
        let path = format!("{}/{}/refill", templates_path(&restaurant), templates[index % 2]);
        let (gate, range) =
            (gate.clone(), json!({ "selection_type": "range", "date_from": app.day(1), "date_till": app.day(30) }));
        filling.spawn(async move {
            gate.wait().await;
            let reply = admin.post(&path, &range).await;
            (reply.status, reply.json()["created"].as_u64().unwrap_or_default())
        });
    }
    let mut holding = JoinSet::new();
    for (index, contender) in app.crowd(&restaurant, DINERS).await.into_iter().enumerate() {
        let (gate, restaurant, slot) = (gate.clone(), restaurant.clone(), slots[index % 2].clone());
        holding.spawn(async move {
            gate.wait().await;
            ask(&contender, &restaurant, &slot, 1).await.0.status
        });
    }
    let mut writing = JoinSet::new();
    for index in 0..STAFF {
        let visit = VisitSpec {
            days: 5 + i64::try_from(index).unwrap_or_default(),
            items: vec![0],
            guests: 1,
            ..VisitSpec::default()
        };
        let mut visit = app.visit(&restaurant, &visit).await;
        visit["offline_customer_uid"] = app.guest(&restaurant, GuestSpec::default()).await.into();
        let owner = app.owner(&restaurant).await.at(&app.base_urls[index % app.base_urls.len()]);
        owner.csrf_token().await;
        let gate = gate.clone();
        writing.spawn(async move {
            gate.wait().await;
            owner.post(OFFLINE_RESERVATIONS, &visit).await.status
        });
    }
    let (filled, held, written) = tokio::join!(filling.join_all(), holding.join_all(), writing.join_all());
    assert!(filled.iter().all(|(status, _)| *status == 200), "{filled:?}");
    assert_eq!((count(&held, 201), count(&held, 422)), (6, 14), "{held:?}");
    assert_eq!(count(&written, 201), STAFF, "{written:?}");
    let made = app
        .count("SELECT count(*) FROM online_stock_groups WHERE online_stock_refillment_template_id IS NOT NULL")
        .await;
    assert_eq!(made, i64::try_from(filled.iter().map(|(_, created)| created).sum::<u64>()).unwrap());
    let days = app.count("SELECT count(DISTINCT date) FROM online_stock_groups WHERE online_stock_refillment_template_id IS NOT NULL").await;
    assert!((26..=30).contains(&days), "{days} of thirty days, less those on which staff were faster");
    assert_eq!(app.count(DOUBLES).await, 0);
    end(app).await;
}

/// The same without the lock on the templates: two refills read the same empty day, and both fill it.
#[tokio::test]
async fn missing_template_lock_fills_a_day_twice() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 8, ..RestaurantSpec::default() }).await;
    let (_, [template, _]) = two_templates(&app, &restaurant).await;
    let mut workers = [
        PgConnection::connect(&app.config.database_url).await.unwrap(),
        PgConnection::connect(&app.config.database_url).await.unwrap(),
    ];
    let (restaurants, templates, dates) = (vec![restaurant.id.0], vec![template], vec![app.day(3)]);
    for conn in &mut workers {
        let obstacles: Vec<String> = sqlx::query_scalar("SELECT obstacle FROM refill_obstacles($1, $2, $3)")
            .bind(&restaurants)
            .bind(&templates)
            .bind(&dates)
            .fetch_all(conn)
            .await
            .unwrap();
        assert!(obstacles.is_empty(), "{obstacles:?}");
    }
    for (conn, uid) in workers.iter_mut().zip(["first", "second"]) {
        let made: i32 = sqlx::query_scalar("SELECT fill_slots($1, $2, $3, $4, $5)")
            .bind(&restaurants)
            .bind(&templates)
            .bind(&dates)
            .bind(vec![uid])
            .bind(app.now())
            .fetch_one(conn)
            .await
            .unwrap();
        assert_eq!(made, 1);
    }
    assert_eq!(app.count(DOUBLES).await, 4, "each item twice, which the race above would have seen");
    app.end().await;
}

/// Bookings, freed seats, closed days and other slots on the days that are filled: every summary is what the rules say.
#[tokio::test]
async fn days_that_are_alike_are_summarised_as_the_rules_have_them() {
    let app = TestApp::start().await;
    let spec = RestaurantSpec { seats: 8, cutoff_hours: 0, ..RestaurantSpec::default() };
    let (restaurant, owner) = app.restaurant_and_owner(spec).await;
    app.customer_group(&restaurant, "常連", false).await;
    let (admin, templates) = two_templates(&app, &restaurant).await;
    app.close_day(&restaurant, app.day(2)).await;
    app.slot(
        &restaurant,
        SlotSpec { days: 3, items: vec![6, 7], times: vec![("21:00", "22:30")], ..SlotSpec::default() },
    )
    .await;
    let one_party = json!({ "pacing": { "dinner": { "pacing_max_parties": 1 } } });
    owner.patch(&format!("/owners/api/pacing/{}", restaurant.slug), &one_party).await.is(200);
    // One party occupies a template's item at another time, one stays late on the day before, and one has a template's time on a seat of no
    // template.
    for (days, item, times) in [(4, 0, ("12:00", "13:30")), (6, 3, ("12:00", "13:30")), (8, 7, ("18:05", "19:30"))] {
        let spec = VisitSpec { days, items: vec![item], guests: 1, times };
        let mut visit = app.visit(&restaurant, &spec).await;
        visit["offline_customer_uid"] = app.guest(&restaurant, GuestSpec::default()).await.into();
        owner.post(OFFLINE_RESERVATIONS, &visit).await.is(201);
    }
    for template in templates {
        let range = json!({ "selection_type": "range", "date_from": app.day(1), "date_till": app.day(40) });
        let answer = admin.refills(&restaurant, template, &range).await;
        assert!(answer["days"].as_array().is_some_and(|days| days.len() == 40), "{answer}");
        assert_eq!(app.findings().await, Vec::<String>::new());
    }
    app.end().await;
}
