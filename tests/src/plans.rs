//! Paid tiers: their prices, and diners who subscribe.

use domain::money::Yen;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::persona::Persona;
use crate::reply::Reply;

pub const PLANS: &str = "/users/api/plans";

impl TestApp {
    /// Signs a diner in again whose session expired when time moved on.
    pub async fn back(&self, diner: &Persona) -> Persona {
        self.sign_in(diner.id(), &diner.email).await
    }

    /// Creates a monthly price of a tier, here and at the card provider, and returns the provider's id.
    pub async fn plan_price(&self, grade: &str, amount: i64) -> String {
        let key = format!("price:{grade}:{amount}");
        let price = self.outside.stripe.create_price(grade, Yen(amount), "month", 1, &key).await.expect("a price");
        sqlx::query(
            r#"INSERT INTO plan_prices (stripe_price_id, grade, amount, "interval", interval_count, created_at)
               VALUES ($1, $2, $3, 'month', 1, $4)"#,
        )
        .bind(&price.id)
        .bind(grade)
        .bind(i32::try_from(amount).expect("a small price"))
        .bind(self.now())
        .execute(&self.pool)
        .await
        .expect("a price of ours");
        price.id
    }
}

/// Returns the part of an offer's quote that the last dialog shows and the request returns.
pub fn shown_quote(quote: &Value) -> Value {
    let overlaps = quote["overlaps"].as_array().into_iter().flatten().map(|overlap| overlap["grade"].clone());
    json!({
        "amount_today": quote["amount_today"],
        "first_payment_on": quote["first_payment_on"],
        "first_payment_amount": quote["first_payment_amount"],
        "renews_on": quote["renews_on"],
        "overlaps": overlaps.collect::<Vec<_>>(),
    })
}

impl Persona {
    /// Requests a tier, with more fields of the call.
    pub async fn subscribe(&self, grade: &str, price: &str, more: Value) -> Reply {
        let mut body = json!({ "subscription": { "stripe_price_id": price, "grade": grade } });
        body.as_object_mut().expect("an object").extend(more.as_object().cloned().unwrap_or_default());
        self.post(PLANS, &body).await
    }
}
