//! Staff decide on a freed slot in the moment a diner tries to book it.

use tests::{RestaurantSpec, SlotSpec};

use super::{end, many_servers};

#[tokio::test(flavor = "multi_thread")]
async fn a_freed_seat_is_booked_once_released_and_never_once_deleted() {
    let app = many_servers().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 1, ..RestaurantSpec::default() }).await;
    let owner = app.owner(&restaurant).await;
    let set = "UPDATE restaurant_operations SET enable_online_cancellation = true WHERE restaurant_id = $1";
    sqlx::query(set).bind(restaurant.id.0).execute(&app.pool).await.expect("settings");
    owner.get("/owners").await.is(200);
    let mut booked = 0;
    for round in 0..20 {
        let slot = app.slot(&restaurant, SlotSpec { days: 7 + round, counts: vec![1], ..SlotSpec::default() }).await;
        let mut crowd = app.crowd(&restaurant, 3).await;
        let (first, second, third) = (crowd.remove(0), crowd.remove(0), crowd.remove(0));
        let uid = first.try_hold(&restaurant, &slot, 1).await.is(201).json()["uid"].as_str().unwrap().to_owned();
        first.persona.confirm(&restaurant, &uid).await.is(200);
        first.persona.cancel(&uid).await.is(204);
        second.try_hold(&restaurant, &slot, 1).await.is(422);
        let freed: i64 = sqlx::query_scalar("SELECT id FROM online_cancellations WHERE online_stock_group_id = $1")
            .bind(slot.id)
            .fetch_one(&app.pool)
            .await
            .expect("a freed slot");
        let is_released = round % 2 == 1;
        let kind = if is_released { "release" } else { "delete" };
        let address = format!("/owners/api/online_cancellations/{freed}?type={kind}");
        let pause = std::time::Duration::from_micros(u64::try_from(round).unwrap() * 1_000);
        let booking = async |diner: &tests::Contender| {
            tokio::time::sleep(pause).await;
            diner.try_hold(&restaurant, &slot, 1).await
        };
        let (decision, one, other) = tokio::join!(owner.delete(&address), booking(&second), booking(&third));
        decision.is(200);
        let taken = [&one, &other].iter().filter(|reply| reply.status == 201).count();
        assert!(
            [&one, &other].iter().all(|reply| matches!(reply.status, 201 | 422)),
            "round {round}: {one:?} {other:?}"
        );
        assert!(taken <= usize::from(is_released), "round {round}: {taken} of one seat that was {kind}d");
        booked += taken;
        app.verify().await;
    }
    eprintln!("{booked} of 10 released seats were booked in the same moment");
    end(app).await;
}
