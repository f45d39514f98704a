//! Marks of changes: none is missed however late it is committed, and a restored database repeats no old ones.

use domain::availability::changes::{self, ChangedDay};
use domain::restaurants::queries::touch_settings;
use tests::{RestaurantSpec, SlotSpec, TestApp, eventually};

fn contains_change(pulled: &changes::PulledChanges, restaurant: domain::ids::RestaurantId) -> bool {
    pulled.changes.iter().any(|change: &ChangedDay| change.restaurant == restaurant)
}

#[tokio::test]
async fn late_commit_is_delivered_after_newer_changes() {
    let app = TestApp::start().await;
    let (late, quick) = (
        app.restaurant(RestaurantSpec::default()).await.id,
        app.restaurant(RestaurantSpec { slug: "second", ..RestaurantSpec::default() }).await.id,
    );
    let mut reader = app.pool.acquire().await.unwrap();
    let begun = changes::horizon(&mut reader).await.unwrap();
    let mut open = app.pool.begin().await.unwrap();
    touch_settings(&mut open, late).await.unwrap();
    // As many as in a busy minute.
    for _ in 0..50 {
        touch_settings(&mut app.pool.acquire().await.unwrap(), quick).await.unwrap();
    }
    let first = changes::since(&mut reader, begun, true).await.unwrap();
    assert!(contains_change(&first, quick) && !contains_change(&first, late));
    assert_eq!(first.horizon, begun, "nothing above the open transaction is final");
    open.commit().await.unwrap();
    let second = changes::since(&mut reader, first.horizon, true).await.unwrap();
    assert!(contains_change(&second, late));
    let third = changes::since(&mut reader, second.horizon, true).await.unwrap();
    assert!(third.changes.is_empty() && third.actions.is_empty(), "{third:?}");
    drop(reader);
    app.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_writers_lose_no_change() {
    const WRITERS: i64 = 6;
    const WRITES: i64 = 40;
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await.id;
    let mut reader = app.pool.acquire().await.unwrap();
    let horizon: i64 = sqlx::query_scalar("SELECT change_horizon()").fetch_one(&mut *reader).await.unwrap();
    let mut writing = tokio::task::JoinSet::new();
    let pool = app.connect(6).await;
    for writer in 0..WRITERS {
        let pool = pool.clone();
        writing.spawn(async move {
            for write in 0..WRITES {
                let mut tx = pool.begin().await.unwrap();
                sqlx::query(
                    "INSERT INTO audit_events (at, restaurant_id, actor, action) VALUES (now(), $1, 'system', $2)",
                )
                .bind(restaurant.0)
                .bind(format!("{writer}-{write}"))
                .execute(&mut *tx)
                .await
                .unwrap();
                sqlx::query("SELECT pg_sleep($1)")
                    .bind(f64::from(u8::try_from(write % 5).unwrap()) / 500.0)
                    .execute(&mut *tx)
                    .await
                    .unwrap();
                tx.commit().await.unwrap();
            }
        });
    }
    let marks = async |reader: &mut sqlx::PgConnection, above: i64| -> Vec<i64> {
        let marks = sqlx::query_scalar("SELECT done_no FROM audit_events WHERE done_no > $1 ORDER BY 1").bind(above);
        marks.fetch_all(reader).await.unwrap()
    };
    let (mut pulled, mut above) = (std::collections::BTreeSet::new(), horizon);
    loop {
        let is_last = writing.is_empty();
        let next: i64 = sqlx::query_scalar("SELECT change_horizon()").fetch_one(&mut *reader).await.unwrap();
        pulled.extend(marks(&mut reader, above).await);
        above = next;
        if is_last {
            break;
        }
        while writing.try_join_next().is_some() {}
    }
    let all = marks(&mut reader, horizon).await;
    assert_eq!(all.len(), usize::try_from(WRITERS * WRITES).unwrap());
    assert_eq!(pulled.into_iter().collect::<Vec<_>>(), all, "each was returned by one read or another");
    drop((reader, pool));
    app.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn restored_database_replays_nothing_and_stale_counter_is_named() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    for days in 1..30 {
        app.slot(&restaurant, SlotSpec { days, ..SlotSpec::default() }).await;
    }
    // The content of a dump: the rows and the counter. The transaction ids of the cluster are not in it, and nothing depends on them.
    let mut reader = app.pool.acquire().await.unwrap();
    let begun = changes::horizon(&mut reader).await.unwrap();
    let pulled = changes::since(&mut reader, begun, true).await.unwrap();
    assert!(pulled.changes.is_empty() && pulled.actions.is_empty(), "{pulled:?}");
    drop(reader);
    let environment = tests::database_variables(&app.config.database_url);
    let doctor = async || tests::seki(&["doctor"], &environment).await.1;
    assert!(doctor().await.contains("ok    change marks"), "{}", doctor().await);

    // Rows without their counter: new marks would be below the old ones, and no server would receive them.
    app.execute("SELECT setval('change_no', 1)").await;
    assert!(doctor().await.contains("FAIL  change marks"), "{}", doctor().await);
    app.execute("SELECT setval('change_no', (SELECT max(changed_no) + 1000 FROM restaurant_days))").await;

    // A web server whose database is suddenly another one discards its caches.
    let visitor = app.anonymous();
    let before = visitor.month("sushi-test", "2026-12").await["available_dates"].clone();
    app.caches_follow().await;
    app.execute(
        "UPDATE availability_days SET bookable_until = NULL;
         SELECT setval('change_no', (SELECT max(changed_no) + 1 FROM restaurant_days))",
    )
    .await;
    eventually("the month is read again", async || {
        visitor.month("sushi-test", "2026-12").await["available_dates"] != before
    })
    .await;
    app.end_unverified().await;
}
