//! The steps of a booking, as the site takes them.

use domain::clients::stripe::{PaymentIntent, PaymentIntentStatus};
use serde_json::{Value, json};

use crate::app::{PASSWORD, TestApp, eventually};
use crate::outside::Outside;
use crate::persona::Persona;
use crate::reply::Reply;
use crate::restaurant::{Restaurant, Slot};

pub const RESERVATIONS: &str = "/users/api/reservations";

/// The review page with every box ticked.
pub fn all_ticked() -> Value {
    json!({ "date_confirmed": true, "no_proxy": true, "policy_agreed": true, "travel_law_agreed": true })
}

impl Slot {
    /// Builds the booking call: first time, first course.
    pub fn hold_request(&self, restaurant: &Restaurant, guests: i32, token: &str) -> Value {
        json!({
            "new_reservation": {
                "online_stock_group_id": self.id, "guests_count": guests,
                "time_selector_option_id": self.times[0], "course_id": self.courses[0],
            },
            "restaurant_slug": restaurant.slug,
            "reservation_calendar_token": token,
            "recaptcha_token": "human",
        })
    }
}

impl Persona {
    /// Opens the page with the date picker, and returns its calendar.
    pub async fn calendar(&self, slug: &str) -> Value {
        self.get(&format!("/r/{slug}/reservations/new")).await.data()["calendar"].clone()
    }

    /// Returns the token that calendar calls require; also for visitors who are not signed in.
    pub async fn calendar_token(&self, slug: &str) -> String {
        let page = self.get(&format!("/r/{slug}")).await.data();
        page["calendar"]["token"].as_str().expect("a token").to_owned()
    }

    pub async fn month(&self, slug: &str, month: &str) -> Value {
        let token = self.calendar_token(slug).await;
        let query = format!("restaurant_slug={slug}&year_month={month}&reservation_calendar_token={token}");
        self.get(&format!("/users/api/availability/dates?{query}")).await.is(200).json()
    }

    /// The slots of a day, by meal.
    pub async fn day(&self, slug: &str, date: chrono::NaiveDate) -> Value {
        let token = self.calendar_token(slug).await;
        let path = format!("/users/api/availability/dates/{slug}?date={date}&reservation_calendar_token={token}");
        self.get(&path).await.is(200).json()["grouped_online_stock_groups"].clone()
    }

    /// Returns the offered party sizes of a slot; none when the slot is not shown.
    pub async fn guests_options(&self, restaurant: &Restaurant, slot: &Slot) -> Vec<i64> {
        let day = self.day(restaurant.slug, slot.date).await;
        let groups = day[restaurant.operation].as_array().cloned().unwrap_or_default();
        let own = groups.iter().find(|group| group["id"] == slot.id);
        let options = own.and_then(|group| group["guests_count_option_values"].as_array().cloned()).unwrap_or_default();
        options.iter().filter_map(Value::as_i64).collect()
    }

    /// Waits until a slot offers exactly these party sizes: a cached answer may be a moment old.
    pub async fn sees(&self, restaurant: &Restaurant, slot: &Slot, options: &[i64]) {
        let text = format!("slot {} offers {options:?}", slot.id);
        eventually(&text, || async { self.guests_options(restaurant, slot).await == options }).await;
    }

    /// Requests seats, whatever the response.
    pub async fn try_hold(&self, restaurant: &Restaurant, slot: &Slot, guests: i32) -> Reply {
        let token = self.calendar_token(restaurant.slug).await;
        self.post(RESERVATIONS, &slot.hold_request(restaurant, guests, &token)).await
    }

    /// Holds seats, and returns the reservation's uid.
    pub async fn hold(&self, restaurant: &Restaurant, slot: &Slot, guests: i32) -> String {
        let reply = self.try_hold(restaurant, slot, guests).await;
        reply.uid()
    }

    pub async fn confirm(&self, restaurant: &Restaurant, uid: &str) -> Reply {
        self.post(&format!("/r/{}/reservations/{uid}/confirm.json", restaurant.slug), &all_ticked()).await
    }

    /// Reports the result of the bank's authentication.
    pub async fn report(&self, restaurant: &Restaurant, uid: &str, result: &str, intents: &[String]) -> Reply {
        let path = format!("/r/{}/reservations/{uid}/confirm_with_three_d_secure_result", restaurant.slug);
        self.post(&path, &json!({ "result": result, "confirm_payment_intent_ids": intents })).await
    }

    /// Holds and confirms a booking without authentication, and returns its uid.
    pub async fn book(&self, restaurant: &Restaurant, slot: &Slot, guests: i32) -> String {
        let uid = self.hold(restaurant, slot, guests).await;
        let reply = self.confirm(restaurant, &uid).await;
        assert_eq!(reply.is(200).json()["requires_action"], false, "{}", reply.body);
        uid
    }

    /// A reservation as its diner's page shows it.
    pub async fn reservation(&self, uid: &str) -> Value {
        self.get(&format!("/users/reservations/{uid}")).await.data()
    }

    pub async fn status_of(&self, uid: &str) -> String {
        self.reservation(uid).await["reservation"]["status"].as_str().expect("a status").to_owned()
    }

    pub async fn cancel(&self, uid: &str) -> Reply {
        self.delete(&format!("{RESERVATIONS}/{uid}")).await
    }

    /// Registers a card as the card form does, with authentication passed; replacing a card needs the password.
    pub async fn register_card(&self, outside: &Outside, number: &str) -> Reply {
        let begun = self.post("/users/profile/credit_card/setup_intent", &json!({})).await;
        let secret = begun.is(200).json()["client_secret"].as_str().expect("a secret").to_owned();
        assert_eq!(outside.card_form(&secret, number, "success").await, "succeeded");
        let method = card_of(outside, &secret).await;
        let body = json!({ "payment_method_id": method, "current_password": PASSWORD });
        self.post("/users/profile/credit_card/payment_method", &body).await
    }

    pub async fn with_card(self, outside: &Outside, number: &str) -> Self {
        self.register_card(outside, number).await.is(200);
        self
    }
}

impl TestApp {
    /// Returns a diner's payment intents at the provider, oldest first.
    pub async fn intents(&self, diner: &Persona) -> Vec<PaymentIntent> {
        let customer = sqlx::query_scalar("SELECT gateway_customer_fid FROM users WHERE id = $1").bind(diner.id().0);
        let customer: Option<String> = customer.fetch_one(&self.pool).await.expect("a diner");
        match customer {
            Some(customer) => self.outside.intents(&customer).await,
            None => Vec::new(),
        }
    }

    /// Returns the yen that the provider holds from a diner for us: succeeded payments minus refunds.
    pub async fn kept_of(&self, diner: &Persona) -> i64 {
        let mut kept = 0;
        for intent in self.intents(diner).await {
            if intent.status == PaymentIntentStatus::Succeeded {
                kept += intent.amount.0 - self.outside.refunded(&intent.id).await;
            }
        }
        kept
    }
}

/// Returns ids and secrets of a response's intents that need authentication.
pub fn waiting_intents(answer: &Value) -> Vec<(String, String)> {
    let intents = answer["payment_intents"].as_array().expect("a list of intents");
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    intents.iter().map(|intent| (text(&intent["id"]), text(&intent["client_secret"]))).collect()
}

/// Returns the card that a confirmed setup intent has saved.
pub async fn card_of(outside: &Outside, client_secret: &str) -> String {
    let id = client_secret.split("_secret_").next().expect("an id before the secret");
    let intent = outside.stripe.retrieve_setup_intent(id).await.expect("the setup intent");
    intent.payment_method.expect("a saved card")
}
