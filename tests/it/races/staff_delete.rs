//! Staff delete web seats while diners request them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tests::{RestaurantSpec, SlotSpec};
use tokio::sync::Barrier;
use tokio::task::JoinSet;

use super::{LAST_ROUND, ask, count, end, expect_no_errors, many_servers, moment};

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_is_deleted_or_held_and_never_both() {
    let app = many_servers().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 4, ..RestaurantSpec::default() }).await;
    let owner = Arc::new(app.owner(&restaurant).await);
    owner.get("/owners").await.is(200);
    let (mut kept, mut gone, mut usual) = (0, 0, Duration::ZERO);
    for round in 0..=LAST_ROUND {
        let slot = app.slot(&restaurant, SlotSpec { days: 7 + round, counts: vec![2], ..SlotSpec::default() }).await;
        let ids: Vec<i64> =
            sqlx::query_scalar("SELECT id FROM online_stocks WHERE online_stock_group_id = $1 ORDER BY id")
                .bind(slot.id)
                .fetch_all(&app.pool)
                .await
                .expect("stocks");
        let crowd = app.crowd(&restaurant, 6).await;
        let gate = Arc::new(Barrier::new(crowd.len() + 1));
        let head_start = moment(usual, round);
        let mut asking = JoinSet::new();
        for contender in crowd {
            let (gate, restaurant, slot) = (gate.clone(), restaurant.clone(), slot.clone());
            asking.spawn(async move {
                gate.wait().await;
                tokio::time::sleep(head_start).await;
                ask(&contender, &restaurant, &slot, 2).await.0.status
            });
        }
        let ids = ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        let path = format!("/owners/api/online_stock_groups/{}?online_stock_ids={ids}", slot.id);
        let deleting = async {
            let begun = Instant::now();
            (owner.delete(&path).await, begun.elapsed())
        };
        let asking = async {
            gate.wait().await;
            asking.join_all().await
        };
        // Sequential in the first and the last round, crossed at every moment in between.
        let ((deleted, took), statuses) = match round {
            0 => (deleting.await, asking.await),
            LAST_ROUND => {
                let statuses = asking.await;
                (deleting.await, statuses)
            }
            _ => tokio::join!(deleting, asking),
        };
        usual = if round == 0 { took } else { usual };
        expect_no_errors(&statuses);
        let answer = deleted.is(200).json();
        let (held, stocks) = (count(&statuses, 201), stocks_of(&app, slot.id).await);
        if answer["status"] == 200 {
            assert_eq!((held, stocks), (0, 0), "round {round}: all seats went");
            gone += 1;
        } else {
            assert_eq!((&answer["status"], stocks), (&serde_json::json!(422), 4), "round {round}: {answer}");
            assert_eq!(held, 2, "round {round}: both pairs sit");
            kept += 1;
        }
        app.verify().await;
    }
    eprintln!("{kept} slots were held, {gone} deleted");
    assert!(kept > 0 && gone > 0);
    end(app).await;
}

async fn stocks_of(app: &tests::TestApp, slot: i64) -> i64 {
    let count = sqlx::query_scalar("SELECT count(*) FROM online_stocks WHERE online_stock_group_id = $1");
    count.bind(slot).fetch_one(&app.pool).await.expect("a count")
}
