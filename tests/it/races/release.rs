//! Staff decide on a freed slot in the moment a diner of a waiting group books it.

use domain::cancellations::sweep;
use tests::{HouseSpec, SlotSpec};

use super::{end, many_servers};

#[tokio::test(flavor = "multi_thread")]
async fn a_freed_seat_is_deleted_or_booked_and_never_both() {
    let app = many_servers().await;
    let house = app.house(HouseSpec { seats: 1, ..HouseSpec::default() }).await;
    let owner = app.owner(&house).await;
    let group = app.customer_group(&house, "常連", false).await;
    let set = "WITH on_now AS (UPDATE restaurant_operations SET enable_online_cancellation = true WHERE restaurant_id = $1)
               UPDATE customer_groups SET allow_standby = true, standby_notify_immediate = true WHERE restaurant_id = $1";
    sqlx::query(set).bind(house.id.0).execute(&app.pool).await.expect("settings");
    owner.get("/owners").await.is(200);
    let (mut booked, mut decided) = (0, 0);
    for round in 0..20 {
        let slot = app.slot(&house, SlotSpec { days: 7 + round, counts: vec![1], ..SlotSpec::default() }).await;
        let mut crowd = app.crowd(&house, 2).await;
        let (first, second) = (crowd.remove(0), crowd.remove(0));
        app.put_into_group(&house, &second.persona, group).await;
        let uid = first.try_hold(&house, &slot, 1).await.is(201).json()["uid"].as_str().unwrap().to_owned();
        first.persona.confirm(&house, &uid).await.is(200);
        first.persona.cancel(&uid).await.is(204);
        sweep::release_due(&app.pool, app.now()).await.expect("the group is let in");
        let freed: i64 = sqlx::query_scalar("SELECT id FROM online_cancellations WHERE online_stock_group_id = $1")
            .bind(slot.id)
            .fetch_one(&app.pool)
            .await
            .expect("a freed slot");
        let kind = if round % 2 == 0 { "delete" } else { "release" };
        let address = format!("/owners/api/online_cancellations/{freed}?type={kind}");
        let pause = std::time::Duration::from_micros(u64::try_from(round).unwrap() * 300);
        let booking = async {
            tokio::time::sleep(pause).await;
            second.try_hold(&house, &slot, 1).await
        };
        let (decision, taken) = tokio::join!(owner.delete(&address), booking);
        assert!(matches!(decision.status, 200 | 422), "round {round}: {}", decision.body);
        assert!(matches!(taken.status, 201 | 422), "round {round}: {}", taken.body);
        if kind == "delete" {
            assert_ne!(decision.status == 200, taken.status == 201, "round {round}: one of the two");
        } else {
            assert_eq!(taken.status, 201, "round {round}: a released seat is there for everybody: {}", taken.body);
        }
        booked += usize::from(taken.status == 201);
        decided += usize::from(decision.status == 200);
        sweep::release_due(&app.pool, app.now()).await.expect("a sweep");
        app.verify().await;
    }
    eprintln!("{booked} were booked, {decided} decided");
    end(app).await;
}
