//! Staff seat a party while an admin changes the capacity of the seats. The admin's change stays uncommitted until the member of staff has
//! read the old capacity and waits for the lock; then it commits.

use serde_json::{Value, json};
use tests::{
    GuestSpec, INVITED_RESERVATIONS, OFFLINE_RESERVATIONS, Persona, Restaurant, RestaurantSpec, TestApp, VisitSpec,
};

/// Two guests on one seat, which takes two.
const PAIR: VisitSpec = VisitSpec { days: 7, items: Vec::new(), guests: 2, times: ("18:00", "20:00") };

async fn set_capacity(conn: &mut sqlx::PgConnection, capacity: i32) {
    let update = sqlx::query("UPDATE inventory_groups SET capacity_per_stock = $1").bind(capacity);
    update.execute(conn).await.expect("a capacity");
}

/// Returns the status of a call that has read a capacity of two and gets its lock when the capacity is `then`.
async fn meanwhile(app: &TestApp, then: i32, call: impl Future<Output = tests::Reply> + Send + 'static) -> u16 {
    let mut change = app.pool.begin().await.expect("a transaction");
    set_capacity(&mut change, then).await;
    let call = tokio::spawn(call);
    app.wait_for_blocked_lock().await;
    change.commit().await.expect("a commit");
    call.await.expect("an answer").status
}

async fn opened() -> (TestApp, Restaurant, Persona, Value) {
    let (app, restaurant, owner) =
        TestApp::with_restaurant(RestaurantSpec { seats: 4, capacity: 2, ..RestaurantSpec::default() }).await;
    owner.csrf_token().await;
    let mut visit = app.visit(&restaurant, &VisitSpec { items: vec![0], ..PAIR }).await;
    visit["offline_customer_uid"] = app.guest(&restaurant, GuestSpec::default()).await.into();
    (app, restaurant, owner, visit)
}

/// Every party has enough seats. The day summaries do not follow a raw change of a capacity, so they are not checked.
async fn expect_enough_seats(app: &TestApp) {
    let short = "SELECT count(*) FROM reservations r JOIN inventory_groups g ON g.id = r.inventory_group_id
                 WHERE r.status IN ('accepted', 'pending') AND r.guests_count > g.capacity_per_stock * (
                     SELECT count(*) FROM reservation_seats s WHERE s.reservation_id = r.id AND s.released_at IS NULL)";
    assert_eq!(app.count(short).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn capacity_is_checked_behind_the_lock() {
    let (app, _, owner, visit) = opened().await;
    let post = |visit: Value| {
        let owner = owner.at(&app.base_urls[0]);
        async move { owner.post(OFFLINE_RESERVATIONS, &visit).await }
    };
    assert_eq!(meanwhile(&app, 1, post(visit.clone())).await, 400, "one seat takes one guest by then");
    expect_enough_seats(&app).await;
    // The positive control: a change that alters nothing lets the same call succeed.
    set_capacity(&mut app.pool.acquire().await.expect("a connection"), 2).await;
    assert_eq!(meanwhile(&app, 2, post(visit)).await, 201);
    app.end_unverified().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_is_invited_by_the_capacity_behind_the_lock() {
    let (app, restaurant, owner, mut visit) = opened().await;
    let diner = app.diner("hanako").await;
    visit.as_object_mut().expect("a form").remove("offline_customer_uid");
    visit["online_customer_uid"] = app.customer_of(&restaurant, &diner).await.into();
    let post = |visit: Value| {
        let owner = owner.at(&app.base_urls[0]);
        async move { owner.post(INVITED_RESERVATIONS, &visit).await }
    };
    assert_eq!(meanwhile(&app, 1, post(visit.clone())).await, 400);
    expect_enough_seats(&app).await;
    set_capacity(&mut app.pool.acquire().await.expect("a connection"), 2).await;
    assert_eq!(meanwhile(&app, 2, post(visit)).await, 201);
    app.end_unverified().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_party_grows_by_the_capacity_behind_the_lock() {
    let (app, _, owner, mut visit) = opened().await;
    visit["guests_count"] = json!(1);
    let made = owner.post(OFFLINE_RESERVATIONS, &visit).await.is(201).json();
    let path = format!("{OFFLINE_RESERVATIONS}/{}", made["uid"].as_str().expect("a uid"));
    let grow = || {
        let (owner, path) = (owner.at(&app.base_urls[0]), path.clone());
        async move { owner.put(&path, &json!({ "offline_reservation": { "new_guests_count": 2 } })).await }
    };
    // With the old capacity the party of two would stay on its one seat; with the new one it gets a second.
    assert_eq!(meanwhile(&app, 1, grow()).await, 200);
    let grown = "SELECT count(*) FROM reservations WHERE guests_count = 2 AND status IN ('accepted', 'pending')";
    assert_eq!(app.count(grown).await, 1, "the party has two guests");
    expect_enough_seats(&app).await;
    app.end_unverified().await;
}
