//! Members of staff store contacts of guests concurrently: a number belongs to one guest, and no part of a contact is lost.

use reqwest::Method;
use serde_json::{Value, json};
use tests::{GuestSpec, Restaurant, RestaurantSpec, TestApp};

use super::{STAFF, call_concurrently, count, end, many_servers, staff_sessions, statuses};

const ROUNDS: usize = 4;

async fn contact_of_new_guest(app: &TestApp, restaurant: &Restaurant, phone: &'static str) -> String {
    let guest = app.guest(restaurant, GuestSpec { phone, ..GuestSpec::default() }).await;
    format!("/owners/api/customers/{guest}/contact")
}

fn number(digits: usize) -> Value {
    json!({ "allow_send_ivr_sms": true, "phone_local_number": format!("090123456{digits:02}") })
}

/// Each session stores a number for another guest; returns the statuses.
async fn store_numbers(app: &TestApp, restaurant: &Restaurant, number_of: impl Fn(usize) -> Value) -> Vec<u16> {
    let mut calls = Vec::new();
    for session in 0..STAFF {
        calls.push((contact_of_new_guest(app, restaurant, "").await, number_of(session)));
    }
    statuses(&call_concurrently(&Method::PUT, staff_sessions(app, restaurant).await, calls).await)
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_contacts_give_a_number_to_one_guest() {
    let app = many_servers().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    for round in 0..ROUNDS {
        let statuses = store_numbers(&app, &restaurant, |_| number(round)).await;
        assert_eq!((count(&statuses, 200), count(&statuses, 409)), (1, STAFF - 1), "{statuses:?}");
        app.verify().await;
    }
    let twice = "SELECT count(*) FROM (SELECT phone_e164 FROM customer_profiles WHERE phone_e164 IS NOT NULL
                 GROUP BY 1 HAVING count(*) > 1) t";
    assert_eq!(app.count(twice).await, 0);
    // With a separate number for each guest all succeed: the rejections above are due to the number.
    let statuses = store_numbers(&app, &restaurant, |session| number(ROUNDS + session)).await;
    assert_eq!(count(&statuses, 200), STAFF, "{statuses:?}");
    end(app).await;
}

/// Half of the sessions store the address of a guest, the others that the guest takes text messages.
#[tokio::test(flavor = "multi_thread")]
async fn concurrent_contacts_of_one_guest_are_merged() {
    let app = many_servers().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    for phone in ["9011110001", "9011110002", "9011110003", "9011110004"] {
        let path = contact_of_new_guest(&app, &restaurant, phone).await;
        let body = |session: usize| match session % 2 {
            0 => json!({ "invitation_email": format!("{phone}@example.jp") }),
            _ => json!({ "allow_send_ivr_sms": true }),
        };
        let calls: Vec<_> = (0..STAFF).map(|session| (path.clone(), body(session))).collect();
        let replies = call_concurrently(&Method::PUT, staff_sessions(&app, &restaurant).await, calls).await;
        let statuses = statuses(&replies);
        assert_eq!(count(&statuses, 200), STAFF, "{statuses:?}");
    }
    let whole = app.count("SELECT count(*) FROM customers WHERE allow_send_ivr_sms AND invitation_email IS NOT NULL");
    assert_eq!(whole.await, 4);
    end(app).await;
}
