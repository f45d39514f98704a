//! Stripe: customers, cards, payments, subscriptions, refunds and events.
//!
//! A small tolerant client instead of async-stripe, which decodes strictly: a response that lacks any field it knows fails as a whole,
//! without naming the field. It breaks when Stripe drops a field, and it cannot run against localstripe, which our tests use. Here, a
//! struct names the fields that we use; other fields may be present or missing.
//!
//! Every call that creates something or moves money takes an idempotency key: a repeated call with the same key has no second effect and
//! returns the first response. A declined payment is an error, `StripeError::Card`, and leaves the intent waiting for another card.

mod balance;
mod error;
mod model;
mod subscriptions;
mod webhook;

use std::fmt;

use chrono::{DateTime, Utc};
use reqwest::{Client, Method};
use serde::de::DeserializeOwned;

use super::http;
use crate::money::Yen;
pub use balance::{BalanceKind, BalanceSource, BalanceTransaction, Dispute};
pub use error::{CardError, FailedIntent, StripeError};
pub use model::{
    BillingDetails, Customer, EventData, PaymentFailure, PaymentIntent, PaymentIntentStatus, PaymentMethod, Refund,
    RefundStatus, SetupIntent, SetupIntentStatus, StripeCard, StripeList, WebhookEvent,
};
pub use subscriptions::{
    InvoiceStatus, NewSubscription, ProviderSubscription, Recurring, StripeInvoice, StripePrice, SubscriptionStatus,
};
pub use webhook::{WebhookError, verify_webhook};

const CURRENCY: &str = "jpy";
/// The API version of this client: the last one in which an invoice names its one payment.
const VERSION: &str = "2024-12-18.acacia";
const PAGE: &str = "100";

/// Names and values in the format of Stripe's forms: `metadata[charge_uid]`, `created[gte]`.
type StripeForm = Vec<(String, String)>;

#[derive(Clone)]
pub struct Stripe {
    http: Client,
    base: String,
    secret_key: String,
}

impl fmt::Debug for Stripe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stripe").field("base", &self.base).finish_non_exhaustive()
    }
}

/// A payment to create, in yen.
#[derive(Clone, Copy, Debug)]
pub struct NewPaymentIntent<'a> {
    pub amount: Yen,
    pub customer: &'a str,
    pub metadata: &'a [(&'a str, &'a str)],
}

/// A list that is read page by page, newest object first, because it may be long.
pub struct StripePages<'a, T> {
    stripe: &'a Stripe,
    path: &'static str,
    filter: StripeForm,
    id: fn(&T) -> &String,
    /// The id of the last object that was read.
    last: Option<String>,
    has_more: bool,
}

impl<T: DeserializeOwned> StripePages<'_, T> {
    /// Retrieves the next page; `None` after the last one.
    pub async fn next_page(&mut self) -> Result<Option<Vec<T>>, StripeError> {
        if !self.has_more {
            return Ok(None);
        }
        let mut form = self.filter.clone();
        form.extend(self.last.take().map(|last| ("starting_after".to_owned(), last)));
        let page: StripeList<T> = self.stripe.get(self.path, form).await?;
        self.last = page.data.last().map(|last| (self.id)(last).clone());
        self.has_more = page.has_more && self.last.is_some();
        Ok(Some(page.data))
    }

    /// Reads the whole list.
    pub async fn read_all(mut self) -> Result<Vec<T>, StripeError> {
        let mut all = Vec::new();
        while let Some(page) = self.next_page().await? {
            all.extend(page);
        }
        Ok(all)
    }
}

impl Stripe {
    /// Creates a client. `api_url` is everything before `/v1`: `https://api.stripe.com`.
    pub fn new(api_url: &str, secret_key: &str) -> Self {
        let base = format!("{}/v1", api_url.trim_end_matches('/'));
        Self { http: http::client(), base, secret_key: secret_key.to_owned() }
    }

    pub async fn create_customer(&self, metadata: &[(&str, &str)], key: &str) -> Result<Customer, StripeError> {
        self.post("customers", metadata_fields(metadata), Some(key)).await
    }

    /// Starts saving a card for later off-session payments; the browser confirms it with the client secret.
    pub async fn create_setup_intent(&self, customer: &str, key: &str) -> Result<SetupIntent, StripeError> {
        let form = form([("customer", customer), ("usage", "off_session"), ("payment_method_types[]", "card")]);
        self.post("setup_intents", form, Some(key)).await
    }

    pub async fn retrieve_setup_intent(&self, id: &str) -> Result<SetupIntent, StripeError> {
        self.get(&format!("setup_intents/{}", segment(id)), StripeForm::new()).await
    }

    pub async fn retrieve_payment_method(&self, id: &str) -> Result<PaymentMethod, StripeError> {
        self.get(&format!("payment_methods/{}", segment(id)), StripeForm::new()).await
    }

    /// Returns the cards saved for a customer.
    pub async fn list_payment_methods(&self, customer: &str) -> Result<Vec<PaymentMethod>, StripeError> {
        self.list("payment_methods", form([("customer", customer), ("type", "card")]), |method: &PaymentMethod| {
            &method.id
        })
        .await
    }

    pub async fn attach_payment_method(&self, id: &str, customer: &str) -> Result<PaymentMethod, StripeError> {
        let path = format!("payment_methods/{}/attach", segment(id));
        self.post(&path, form([("customer", customer)]), None).await
    }

    pub async fn detach_payment_method(&self, id: &str) -> Result<PaymentMethod, StripeError> {
        self.post(&format!("payment_methods/{}/detach", segment(id)), StripeForm::new(), None).await
    }

    /// Creates a payment without charging a card yet.
    pub async fn create_payment_intent(
        &self,
        wanted: &NewPaymentIntent<'_>,
        key: &str,
    ) -> Result<PaymentIntent, StripeError> {
        self.post("payment_intents", wanted.fields(), Some(key)).await
    }

    /// Creates a payment and charges the card, in one call.
    pub async fn create_confirmed_payment_intent(
        &self,
        wanted: &NewPaymentIntent<'_>,
        payment_method: &str,
        off_session: bool,
        key: &str,
    ) -> Result<PaymentIntent, StripeError> {
        let mut fields = wanted.fields();
        fields.extend(form([("confirm", "true")]));
        fields.extend(confirmation(payment_method, off_session));
        self.post("payment_intents", fields, Some(key)).await
    }

    pub async fn retrieve_payment_intent(&self, id: &str) -> Result<PaymentIntent, StripeError> {
        self.get(&format!("payment_intents/{}", segment(id)), StripeForm::new()).await
    }

    /// Charges a card. `off_session`: its owner is not present to authenticate, so a card that requires authentication is declined.
    pub async fn confirm_payment_intent(
        &self,
        id: &str,
        payment_method: &str,
        off_session: bool,
        key: &str,
    ) -> Result<PaymentIntent, StripeError> {
        let path = format!("payment_intents/{}/confirm", segment(id));
        self.post(&path, confirmation(payment_method, off_session), Some(key)).await
    }

    /// Cancels a payment. A succeeded payment is rejected with code `payment_intent_unexpected_state`.
    pub async fn cancel_payment_intent(&self, id: &str, key: &str) -> Result<PaymentIntent, StripeError> {
        self.post(&format!("payment_intents/{}/cancel", segment(id)), StripeForm::new(), Some(key)).await
    }

    pub async fn list_payment_intents(&self, customer: &str) -> Result<Vec<PaymentIntent>, StripeError> {
        self.list("payment_intents", form([("customer", customer)]), |intent: &PaymentIntent| &intent.id).await
    }

    /// Returns the payments of all customers, newest first.
    pub fn list_all_payment_intents(&self) -> StripePages<'_, PaymentIntent> {
        self.pages("payment_intents", StripeForm::new(), |intent: &PaymentIntent| &intent.id)
    }

    /// Refunds `amount` yen of a succeeded payment. More than the remaining amount fails with code `charge_already_refunded` or
    /// `amount_too_large`.
    pub async fn create_refund(&self, payment_intent: &str, amount: Yen, key: &str) -> Result<Refund, StripeError> {
        let form = form([("payment_intent", payment_intent), ("amount", &amount.to_string())]);
        self.post("refunds", form, Some(key)).await
    }

    /// Refunds as `create_refund`, for a charge: its uid in the metadata distinguishes our refunds from refunds of the dashboard.
    pub async fn refund_charge(
        &self,
        payment_intent: &str,
        amount: Yen,
        charge_uid: &str,
        key: &str,
    ) -> Result<Refund, StripeError> {
        let mut form = form([("payment_intent", payment_intent), ("amount", &amount.to_string())]);
        form.extend(metadata_fields(&[("charge_uid", charge_uid)]));
        self.post("refunds", form, Some(key)).await
    }

    pub async fn list_refunds(&self, payment_intent: &str) -> Result<Vec<Refund>, StripeError> {
        self.list("refunds", form([("payment_intent", payment_intent)]), |refund: &Refund| &refund.id).await
    }

    /// Returns events at `since` or later, newest first. Stripe keeps events for 30 days.
    pub fn list_events(&self, since: DateTime<Utc>) -> StripePages<'_, WebhookEvent> {
        let form = form([("created[gte]", since.timestamp().to_string().as_str())]);
        self.pages("events", form, |event: &WebhookEvent| &event.id)
    }

    async fn list<T: DeserializeOwned>(
        &self,
        path: &'static str,
        filter: StripeForm,
        id: fn(&T) -> &String,
    ) -> Result<Vec<T>, StripeError> {
        self.pages(path, filter, id).read_all().await
    }

    fn pages<T: DeserializeOwned>(
        &self,
        path: &'static str,
        mut filter: StripeForm,
        id: fn(&T) -> &String,
    ) -> StripePages<'_, T> {
        filter.push(("limit".into(), PAGE.into()));
        StripePages { stripe: self, path, filter, id, last: None, has_more: true }
    }

    async fn get<T: DeserializeOwned>(&self, path: &str, query: StripeForm) -> Result<T, StripeError> {
        self.send(self.http.request(Method::GET, format!("{}/{path}", self.base)).query(&query)).await
    }

    async fn post<T: DeserializeOwned>(
        &self,
        path: &str,
        form: StripeForm,
        key: Option<&str>,
    ) -> Result<T, StripeError> {
        let mut request = self.http.request(Method::POST, format!("{}/{path}", self.base)).form(&form);
        if let Some(key) = key {
            request = request.header("Idempotency-Key", key);
        }
        self.send(request).await
    }

    async fn send<T: DeserializeOwned>(&self, request: reqwest::RequestBuilder) -> Result<T, StripeError> {
        let answer = request
            .bearer_auth(&self.secret_key)
            .header("Stripe-Version", VERSION)
            .send()
            .await
            .map_err(StripeError::network)?;
        let status = answer.status();
        let body = answer.bytes().await.map_err(StripeError::network)?;
        if status.is_success() {
            serde_json::from_slice(&body).map_err(StripeError::Decode)
        } else {
            Err(StripeError::from_answer(status, &body))
        }
    }
}

impl NewPaymentIntent<'_> {
    fn fields(&self) -> StripeForm {
        let mut fields =
            form([("amount", self.amount.to_string().as_str()), ("currency", CURRENCY), ("customer", self.customer)]);
        fields.extend(form([("payment_method_types[]", "card")]));
        fields.extend(metadata_fields(self.metadata));
        fields
    }
}

fn confirmation(payment_method: &str, off_session: bool) -> StripeForm {
    let mut fields = form([("payment_method", payment_method)]);
    if off_session {
        fields.extend(form([("off_session", "true")]));
    }
    fields
}

fn form<const N: usize>(fields: [(&str, &str); N]) -> StripeForm {
    fields.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

fn metadata_fields(metadata: &[(&str, &str)]) -> StripeForm {
    metadata.iter().map(|(name, value)| (format!("metadata[{name}]"), (*value).to_owned())).collect()
}

/// Returns the letters, digits, `_` and `-` of an external id, so that a segment of a path cannot lead to another resource.
fn segment(id: &str) -> String {
    id.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn payment_becomes_stripe_form() {
        let wanted = NewPaymentIntent { amount: Yen(24_000), customer: "cus_1", metadata: &[("charge_uid", "a b")] };
        let fields = wanted.fields();
        assert!(fields.contains(&("amount".into(), "24000".into())));
        assert!(fields.contains(&("currency".into(), "jpy".into())));
        assert!(fields.contains(&("metadata[charge_uid]".into(), "a b".into())));
        assert_eq!(confirmation("pm_1", true).last(), Some(&("off_session".into(), "true".into())));
        assert_eq!(confirmation("pm_1", false).len(), 1);
    }

    #[test]
    fn id_cannot_escape_its_path_segment() {
        assert_eq!(segment("pm_1/../../refunds?x=1"), "pm_1refundsx1");
    }
}
