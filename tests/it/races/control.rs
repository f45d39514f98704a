//! Shows that the constraint rejects the loser, and not luck: without the other guards, the same races oversell without
//! `reservation_seats_no_overlap`, and never with it; and our own checks detect it.

use std::pin::pin;

use domain::ids::{CourseId, InventoryItemId, OnlineStockGroupId, OnlineStockId, OsgTimeId, ReservationId};
use domain::inventory::seating::FreeStock;
use domain::reservations::bookings::confirm;
use domain::reservations::error::ReservationError;
use domain::reservations::holds::expire;
use domain::reservations::holds::{HoldRequest, place_hold};
use domain::reservations::model::Reservation;
use domain::reservations::seats::{SeatClaim, SeatClaimOutcome};
use domain::reservations::{queries, seats};
use serde_json::json;
use sqlx::{Connection, PgConnection};
use tests::{DAY, HOUR, Persona, Restaurant, RestaurantSpec, Slot, SlotSpec, TestApp, VisitSpec};
use tokio::task::JoinSet;

const DROP: &str = "ALTER TABLE reservation_seats DROP CONSTRAINT reservation_seats_no_overlap";

struct Scene {
    app: TestApp,
    restaurant: Restaurant,
    /// Two concurrent slots over the same single seat, in two seat groups: a lock of one does not lock the other.
    slots: [Slot; 2],
}

async fn one_seat_in_two_slots(is_guarded: bool) -> Scene {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 1, cutoff_hours: 0, ..RestaurantSpec::default() }).await;
    let other_group = sqlx::query_scalar(
        "INSERT INTO inventory_groups (uid, restaurant_id, title_ja, title_en, short_label, capacity_per_stock)
         VALUES ('other', $1, '個室', 'Room', 'P', 1) RETURNING id",
    );
    let other = Restaurant {
        group: other_group.bind(restaurant.id.0).fetch_one(&app.pool).await.unwrap(),
        ..restaurant.clone()
    };
    let spec = SlotSpec { counts: vec![1], ..SlotSpec::default() };
    let slots = [app.slot(&restaurant, spec.clone()).await, app.slot(&other, spec).await];
    if !is_guarded {
        app.execute(DROP).await;
    }
    Scene { app, restaurant, slots }
}

impl Scene {
    async fn place(&self, conn: &mut PgConnection, diner: &Persona, slot: usize) -> Result<(), ReservationError> {
        let slot = &self.slots[slot];
        let request = HoldRequest {
            restaurant: self.restaurant.id,
            diner: diner.id(),
            session: diner.session(),
            slot: OnlineStockGroupId(slot.id),
            time: OsgTimeId(slot.times[0]),
            course: CourseId(slot.courses[0]),
            guests: 1,
            locale: "ja",
            ticket_code: None,
            win: None,
        };
        place_hold(conn, &self.app.rng, self.app.now(), &request).await.map(drop)
    }

    /// A transaction holds the seat in a slot and is not committed; meanwhile `rival` requests it. The transaction commits when `rival` waits
    /// for it, or has finished without waiting.
    async fn while_a_hold_is_uncommitted<T>(&self, slot: usize, rival: impl Future<Output = T>) -> T {
        let first = self.app.diner("first").await;
        let mut conn = self.app.pool.acquire().await.unwrap();
        let mut tx = conn.begin().await.unwrap();
        self.place(&mut tx, &first, slot).await.expect("the seat is free");
        let mut rival = pin!(rival);
        let early = tokio::select! {
            answer = &mut rival => Some(answer),
            () = self.app.wait_for_blocked_lock() => None,
        };
        tx.commit().await.unwrap();
        match early {
            Some(answer) => answer,
            None => rival.await,
        }
    }

    /// Ends the scene; whether the seat was sold twice, as our checks see it.
    async fn oversold(self) -> bool {
        let live = self.app.count("SELECT count(*) FROM reservation_seats WHERE released_at IS NULL").await;
        let findings = self.app.findings().await;
        let is_seen = findings.iter().any(|finding| finding.starts_with("two live reservations sit on one seat"));
        let is_verified = !findings.iter().any(|finding| finding.starts_with("seats_overlap"));
        assert_eq!((is_seen, !is_verified), (live > 1, live > 1), "the checks see what there is: {live}, {findings:?}");
        self.app.end_unverified().await;
        is_seen
    }
}

/// Twenty connections claim the seat concurrently, each with its own reservation and stock, and without any lock.
async fn take_from_everywhere(is_guarded: bool) -> bool {
    let scene = one_seat_in_two_slots(is_guarded).await;
    let Scene { app, restaurant, .. } = &scene;
    let pool = app.connect(20).await;
    let mut taking = JoinSet::new();
    let gate = std::sync::Arc::new(tokio::sync::Barrier::new(20));
    for _ in 0..20 {
        let slot = app.slot(restaurant, SlotSpec { counts: vec![1], ..SlotSpec::default() }).await;
        let diner = app.diner(&format!("diner{}", app.next_number())).await;
        let reservation = bare_reservation(app, restaurant, &slot, &diner).await;
        let stock = sqlx::query_scalar("SELECT id FROM online_stocks WHERE online_stock_group_id = $1").bind(slot.id);
        let stock: i64 = stock.fetch_one(&app.pool).await.unwrap();
        let item = InventoryItemId(restaurant.items[0]);
        let seat = FreeStock { stock: OnlineStockId(stock), item, position: 1, is_whitelisted: false };
        let (pool, gate, course) = (pool.clone(), gate.clone(), CourseId(restaurant.courses[0]));
        taking.spawn(async move {
            let mut tx = pool.begin().await.unwrap();
            let reservation = queries::find(&mut tx, reservation).await.unwrap().unwrap();
            gate.wait().await;
            let is_taken = seats::claim_seats(&mut tx, &claim(&reservation, course), &[seat]).await.unwrap()
                == SeatClaimOutcome::Taken;
            if is_taken {
                tx.commit().await.unwrap();
            }
            is_taken
        });
    }
    let winners = taking.join_all().await.into_iter().filter(|is_taken| *is_taken).count();
    pool.close().await;
    let is_oversold = scene.oversold().await;
    assert_eq!(winners, if is_guarded { 1 } else { 20 });
    is_oversold
}

fn claim(reservation: &Reservation, course: CourseId) -> SeatClaim {
    SeatClaim {
        reservation: reservation.id,
        restaurant: reservation.restaurant_id,
        course,
        date: reservation.date,
        guests: reservation.guests_count,
        starts_at: reservation.starts_at,
        ends_at: reservation.ends_at,
    }
}

async fn bare_reservation(app: &TestApp, restaurant: &Restaurant, slot: &Slot, diner: &Persona) -> ReservationId {
    let id = sqlx::query_scalar(
        "INSERT INTO reservations (uid, reservation_code, restaurant_id, type, status, user_id, inventory_group_id,
             online_stock_group_id, operation, date, starts_at, ends_at, guests_count, held_until, created_at)
         SELECT $1, $1, $2, 'online_reservation', 'pending', $3, $4, $5, $6, $7, starts_at, ends_at, 1, $8, $8
         FROM osg_times WHERE id = $9 RETURNING id",
    );
    let id = id.bind(app.rng.uid()).bind(restaurant.id.0).bind(diner.id().0).bind(restaurant.group).bind(slot.id);
    let id = id.bind(restaurant.operation).bind(slot.date).bind(app.now()).bind(slot.times[0]);
    ReservationId(id.fetch_one(&app.pool).await.unwrap())
}

async fn hold_against_a_hold(is_guarded: bool) -> bool {
    let scene = one_seat_in_two_slots(is_guarded).await;
    let second = scene.app.diner("second").await;
    let rival = async {
        let mut tx = scene.app.pool.begin().await.unwrap();
        let placed = scene.place(&mut tx, &second, 1).await;
        match &placed {
            Ok(()) => tx.commit().await.unwrap(),
            Err(error) => assert!(matches!(error, ReservationError::Raced), "{error}"),
        }
        placed.is_ok()
    };
    let is_placed = scene.while_a_hold_is_uncommitted(0, rival).await;
    assert_eq!(is_placed, !is_guarded);
    scene.oversold().await
}

async fn reseating_against_a_hold(is_guarded: bool) -> bool {
    let scene = one_seat_in_two_slots(is_guarded).await;
    let late = scene.app.diner("late").await;
    let uid = late.hold(&scene.restaurant, &scene.slots[1], 1).await;
    scene.app.advance(600);
    expire::sweep(&scene.app.pool, &scene.app.rng, scene.app.now()).await.unwrap();
    let id = sqlx::query_scalar("SELECT id FROM reservations WHERE uid = $1").bind(uid);
    let id = ReservationId(id.fetch_one(&scene.app.pool).await.unwrap());
    let rival = async {
        let mut tx = scene.app.pool.begin().await.unwrap();
        let is_seated = confirm::reseat(&mut tx, &scene.app.rng, scene.app.now(), id).await.unwrap();
        if is_seated {
            tx.commit().await.unwrap();
        }
        is_seated
    };
    let is_seated = scene.while_a_hold_is_uncommitted(0, rival).await;
    assert_eq!(is_seated, !is_guarded);
    scene.oversold().await
}

/// The diner holds the seat in the slot of the other group, so a walk-in in the seat's own group does not wait for the slot.
async fn walk_in_against_a_hold(is_guarded: bool) -> bool {
    let scene = one_seat_in_two_slots(is_guarded).await;
    let Scene { app, restaurant, .. } = &scene;
    // One minute before the slot begins.
    app.advance(7 * DAY + 8 * HOUR - 60);
    let owner = app.owner(restaurant).await;
    owner.csrf_token().await;
    let visit = app.visit(restaurant, &VisitSpec { items: vec![0], guests: 1, ..VisitSpec::default() }).await;
    let party = json!({
        "guests_count": 1,
        "inventory_group_uid": visit["inventory_group_uid"],
        "inventory_item_uids": visit["inventory_item_uids"],
    });
    let rival = async {
        app.advance(120);
        owner.post("/owners/api/walk_ins", &party).await.status
    };
    let status = scene.while_a_hold_is_uncommitted(1, rival).await;
    assert_eq!(status, if is_guarded { 400 } else { 201 });
    scene.oversold().await
}

#[tokio::test(flavor = "multi_thread")]
async fn seats_taken_without_any_lock_are_sold_once_by_the_constraint_alone() {
    assert!(!take_from_everywhere(true).await, "with the constraint");
    assert!(take_from_everywhere(false).await, "without it");
}

#[tokio::test(flavor = "multi_thread")]
async fn constraint_rejects_hold_of_seat_being_sold() {
    assert!(!hold_against_a_hold(true).await, "with the constraint");
    assert!(hold_against_a_hold(false).await, "without it");
}

#[tokio::test(flavor = "multi_thread")]
async fn constraint_rejects_late_payment_of_seat_being_sold() {
    assert!(!reseating_against_a_hold(true).await, "with the constraint");
    assert!(reseating_against_a_hold(false).await, "without it");
}

#[tokio::test(flavor = "multi_thread")]
async fn constraint_rejects_walk_in_at_seat_being_sold() {
    assert!(!walk_in_against_a_hold(true).await, "with the constraint");
    assert!(walk_in_against_a_hold(false).await, "without it");
}
