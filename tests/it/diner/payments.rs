//! Money: charged once, trusted only after the provider confirms it, refunded when the booking fails.

mod cancel;
mod card;
mod disputes;
mod faults;
mod late;
mod owed;
mod pay;
mod provider;
mod receipts;
mod subjects;
mod three_d_secure;
mod webhooks;

use tests::{CourseSpec, Restaurant, RestaurantSpec, Slot, SlotSpec, TestApp, usual_policy};

/// A restaurant with a platform fee of 390 yen per guest and a prepaid course of 24,000 yen; `seats` at its counter.
pub async fn prepaid_restaurant(app: &TestApp, seats: i32) -> (Restaurant, Slot) {
    let course = CourseSpec { price: 24_000, is_prepaid: true, ..CourseSpec::default() };
    let restaurant = app
        .restaurant(RestaurantSpec {
            seats,
            fee: 390,
            courses: vec![course],
            policy: usual_policy(),
            ..RestaurantSpec::default()
        })
        .await;
    let slot = app.slot(&restaurant, SlotSpec { counts: vec![1, 2], ..SlotSpec::default() }).await;
    (restaurant, slot)
}
