//! Staff decide on a freed slot while a diner tries to book it.

use std::time::{Duration, Instant};

use tests::{RestaurantSpec, SlotSpec};

use super::{LAST_ROUND, end, many_servers, moment};

#[tokio::test(flavor = "multi_thread")]
async fn a_freed_seat_is_booked_once_released_and_never_once_deleted() {
    let app = many_servers().await;
    let (restaurant, owner) = app.restaurant_and_owner(RestaurantSpec { seats: 1, ..RestaurantSpec::default() }).await;
    let set = "UPDATE restaurant_operations SET enable_online_cancellation = true WHERE restaurant_id = $1";
    sqlx::query(set).bind(restaurant.id.0).execute(&app.pool).await.expect("settings");
    owner.get("/owners").await.is(200);
    let (mut booked, mut usual) = (0, Duration::ZERO);
    for round in 0..=LAST_ROUND {
        let slot = app.slot(&restaurant, SlotSpec { days: 7 + round, counts: vec![1], ..SlotSpec::default() }).await;
        let mut crowd = app.crowd(&restaurant, 3).await;
        let (first, second, third) = (crowd.remove(0), crowd.remove(0), crowd.remove(0));
        let uid = first.try_hold(&restaurant, &slot, 1).await.uid();
        first.persona.confirm(&restaurant, &uid).await.is(200);
        first.persona.cancel(&uid).await.is(204);
        second.try_hold(&restaurant, &slot, 1).await.is(422);
        let freed: i64 = sqlx::query_scalar("SELECT id FROM online_cancellations WHERE online_stock_group_id = $1")
            .bind(slot.id)
            .fetch_one(&app.pool)
            .await
            .expect("a freed slot");
        let is_released = round % 2 == 0;
        let kind = if is_released { "release" } else { "delete" };
        let address = format!("/owners/api/online_cancellations/{freed}?type={kind}");
        let deciding = async {
            let begun = Instant::now();
            (owner.delete(&address).await, begun.elapsed())
        };
        let booking = async {
            tokio::time::sleep(moment(usual, round)).await;
            tokio::join!(second.try_hold(&restaurant, &slot, 1), third.try_hold(&restaurant, &slot, 1))
        };
        // Sequential in the first and the last round, crossed at every moment in between.
        let ((decision, took), (one, other)) = match round {
            0 => {
                let decided = deciding.await;
                // Servers that rejected a diner cache that until their next pull.
                app.caches_follow().await;
                (decided, booking.await)
            }
            LAST_ROUND => {
                let booked = booking.await;
                (deciding.await, booked)
            }
            _ => tokio::join!(deciding, booking),
        };
        usual = if round == 0 { took } else { usual };
        decision.is(200);
        let taken = [&one, &other].iter().filter(|reply| reply.status == 201).count();
        assert!(
            [&one, &other].iter().all(|reply| matches!(reply.status, 201 | 422)),
            "round {round}: {one:?} {other:?}"
        );
        assert!(taken <= usize::from(is_released), "round {round}: {taken} of one seat that was {kind}d");
        match round {
            0 => assert_eq!(taken, 1, "the seat was released before"),
            LAST_ROUND => assert_eq!(taken, 0, "the seat was released after"),
            _ => booked += taken,
        }
        app.verify().await;
    }
    eprintln!("{booked} of 9 released seats were booked in the same moment");
    end(app).await;
}
