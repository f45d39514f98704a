//! Stripe's subscriptions: prices, coupons, subscriptions and their invoices.

use serde::Deserialize;

use super::model::{PaymentIntent, null_as_default};
use super::{CURRENCY, Stripe, StripeError, StripeForm, form, metadata_fields, segment};
use crate::money::Yen;

/// The recurring price of a subscription.
#[derive(Clone, Debug, Deserialize)]
pub struct StripePrice {
    pub id: String,
    pub unit_amount: Option<Yen>,
    pub recurring: Option<Recurring>,
}

#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub struct Recurring {
    /// `month` or `year`
    pub interval: String,
    pub interval_count: i32,
}

/// A subscription at Stripe; ours is `plans::model::Subscription`.
#[derive(Clone, Debug, Deserialize)]
pub struct ProviderSubscription {
    pub id: String,
    pub status: SubscriptionStatus,
    #[serde(default)]
    pub cancel_at_period_end: bool,
    /// API versions after 2025-03-31 have it on the items.
    #[serde(default)]
    current_period_end: Option<i64>,
    #[serde(default)]
    items: Option<SubscriptionItems>,
    #[serde(default, deserialize_with = "invoice_of")]
    pub latest_invoice: Option<StripeInvoice>,
    #[serde(default, deserialize_with = "null_as_default")]
    pub metadata: std::collections::HashMap<String, String>,
}

impl ProviderSubscription {
    /// Returns the end of the paid or free period, in seconds since 1970.
    pub fn current_period_end(&self) -> Option<i64> {
        let of_item = || self.items.as_ref()?.data.first()?.current_period_end;
        self.current_period_end.or_else(of_item)
    }
}

#[derive(Clone, Debug, Deserialize)]
struct SubscriptionItems {
    data: Vec<SubscriptionItem>,
}

#[derive(Clone, Debug, Deserialize)]
struct SubscriptionItem {
    #[serde(default)]
    current_period_end: Option<i64>,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum SubscriptionStatus {
    Incomplete,
    IncompleteExpired,
    Trialing,
    Active,
    PastDue,
    Unpaid,
    Canceled,
    Paused,
    #[serde(other)]
    Other,
}

#[derive(Clone, Debug, Deserialize)]
pub struct StripeInvoice {
    pub id: String,
    #[serde(default, deserialize_with = "null_as_default")]
    pub status: InvoiceStatus,
    #[serde(default)]
    pub amount_paid: Yen,
    #[serde(default, deserialize_with = "intent_of")]
    pub payment_intent: Option<InvoiceIntent>,
    #[serde(default)]
    period_end: Option<i64>,
    #[serde(default)]
    lines: Option<InvoiceLines>,
}

impl StripeInvoice {
    /// Returns the start of the period that it covers, in seconds since 1970. The invoice's own period is the previous one.
    pub fn covers_from(&self) -> Option<i64> {
        let of_line = || Some(self.lines.as_ref()?.data.first()?.period.as_ref()?.start);
        of_line().or(self.period_end)
    }

    /// Returns the payment, if the request expanded it.
    pub fn intent(&self) -> Option<&PaymentIntent> {
        match self.payment_intent.as_ref()? {
            InvoiceIntent::Whole(intent) => Some(intent),
            InvoiceIntent::Id(_) => None,
        }
    }

    pub fn intent_id(&self) -> Option<&str> {
        Some(match self.payment_intent.as_ref()? {
            InvoiceIntent::Whole(intent) => &intent.id,
            InvoiceIntent::Id(id) => id,
        })
    }
}

#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum InvoiceStatus {
    Draft,
    Open,
    Paid,
    Uncollectible,
    Void,
    #[default]
    #[serde(other)]
    Other,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum InvoiceIntent {
    Id(String),
    Whole(Box<PaymentIntent>),
}

#[derive(Clone, Debug, Deserialize)]
struct InvoiceLines {
    data: Vec<InvoiceLine>,
}

#[derive(Clone, Debug, Deserialize)]
struct InvoiceLine {
    period: Option<Period>,
}

#[derive(Clone, Debug, Deserialize)]
struct Period {
    start: i64,
}

/// A subscription to create. The customer's default card pays.
#[derive(Clone, Copy, Debug)]
pub struct NewSubscription<'a> {
    pub customer: &'a str,
    pub price: &'a str,
    /// Nothing is charged before this time, in seconds since 1970.
    pub trial_end: Option<i64>,
    pub coupon: Option<&'a str>,
    pub metadata: &'a [(&'a str, &'a str)],
}

impl Stripe {
    /// Sets the card that pays a customer's subscriptions from now on.
    pub async fn set_default_card(&self, customer: &str, payment_method: &str) -> Result<(), StripeError> {
        let form = form([("invoice_settings[default_payment_method]", payment_method)]);
        self.post::<super::Customer>(&format!("customers/{}", segment(customer)), form, None).await.map(drop)
    }

    /// Creates a price in yen, and its product.
    pub async fn create_price(
        &self,
        product: &str,
        amount: Yen,
        interval: &str,
        interval_count: i32,
        key: &str,
    ) -> Result<StripePrice, StripeError> {
        let (amount, count) = (amount.to_string(), interval_count.to_string());
        let form = form([
            ("currency", CURRENCY),
            ("unit_amount", amount.as_str()),
            ("recurring[interval]", interval),
            ("recurring[interval_count]", count.as_str()),
            ("product_data[name]", product),
        ]);
        self.post("prices", form, Some(key)).await
    }

    pub async fn retrieve_price(&self, id: &str) -> Result<StripePrice, StripeError> {
        self.get(&format!("prices/{}", segment(id)), StripeForm::new()).await
    }

    /// Creates a coupon with this id, unless it exists.
    pub async fn ensure_coupon(&self, id: &str, amount_off: Yen, months: i32) -> Result<(), StripeError> {
        let address = format!("coupons/{}", segment(id));
        if self.get::<serde::de::IgnoredAny>(&address, StripeForm::new()).await.is_ok() {
            return Ok(());
        }
        let (amount, months) = (amount_off.to_string(), months.to_string());
        let form = form([
            ("id", id),
            ("amount_off", amount.as_str()),
            ("currency", CURRENCY),
            ("duration", "repeating"),
            ("duration_in_months", months.as_str()),
        ]);
        match self.post::<serde::de::IgnoredAny>("coupons", form, None).await {
            Err(error @ StripeError::InvalidRequest { .. }) => {
                // A concurrent call has created it in the meantime.
                let known: Result<serde::de::IgnoredAny, _> = self.get(&address, StripeForm::new()).await;
                known.map(drop).map_err(|_| error)
            }
            answer => answer.map(drop),
        }
    }

    /// Creates a subscription, and charges the saved card off-session: the cardholder was authenticated when it was saved. If the first
    /// payment is declined, it is `incomplete`; with `authentication_required` it can be confirmed with the cardholder present.
    pub async fn create_subscription(
        &self,
        wanted: &NewSubscription<'_>,
        key: &str,
    ) -> Result<ProviderSubscription, StripeError> {
        let mut fields = form([
            ("customer", wanted.customer),
            ("items[0][price]", wanted.price),
            ("payment_behavior", "allow_incomplete"),
            ("off_session", "true"),
        ]);
        fields.extend(expanded());
        fields.extend(wanted.trial_end.map(|end| ("trial_end".to_owned(), end.to_string())));
        fields.extend(wanted.coupon.map(|coupon| ("coupon".to_owned(), coupon.to_owned())));
        fields.extend(metadata_fields(wanted.metadata));
        self.post("subscriptions", fields, Some(key)).await
    }

    /// Returns it with its latest invoice and that invoice's payment.
    pub async fn retrieve_subscription(&self, id: &str) -> Result<ProviderSubscription, StripeError> {
        self.get(&format!("subscriptions/{}", segment(id)), expanded()).await
    }

    /// Includes ended subscriptions.
    pub async fn list_subscriptions(&self, customer: &str) -> Result<Vec<ProviderSubscription>, StripeError> {
        let form = form([("customer", customer), ("status", "all")]);
        self.list("subscriptions", form, |subscription: &ProviderSubscription| &subscription.id).await
    }

    /// Returns the subscriptions of all customers that have not ended.
    pub async fn list_live_subscriptions(&self) -> Result<Vec<ProviderSubscription>, StripeError> {
        self.list("subscriptions", StripeForm::new(), |subscription: &ProviderSubscription| &subscription.id).await
    }

    /// Sets whether it ends at the end of the paid period.
    pub async fn set_cancel_at_period_end(&self, id: &str, ends: bool) -> Result<ProviderSubscription, StripeError> {
        let mut fields = form([("cancel_at_period_end", if ends { "true" } else { "false" })]);
        fields.extend(expanded());
        self.post(&format!("subscriptions/{}", segment(id)), fields, None).await
    }

    /// Ends it immediately, without a refund.
    pub async fn cancel_subscription(&self, id: &str) -> Result<ProviderSubscription, StripeError> {
        let url = format!("{}/subscriptions/{}", self.base, segment(id));
        self.send(self.http.request(reqwest::Method::DELETE, url)).await
    }

    /// Returns invoices, newest first.
    pub async fn list_invoices(&self, subscription: &str) -> Result<Vec<StripeInvoice>, StripeError> {
        self.list("invoices", form([("subscription", subscription)]), |invoice: &StripeInvoice| &invoice.id).await
    }

    /// Charges a card for an open invoice, off-session.
    pub async fn pay_invoice(&self, id: &str, payment_method: &str, key: &str) -> Result<StripeInvoice, StripeError> {
        let form = form([("payment_method", payment_method), ("off_session", "true")]);
        self.post(&format!("invoices/{}/pay", segment(id)), form, Some(key)).await
    }
}

fn expanded() -> StripeForm {
    form([("expand[0]", "latest_invoice.payment_intent")])
}

/// Deserialises an invoice: its id alone, or the object if it was expanded.
fn invoice_of<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<StripeInvoice>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Reference {
        Id(String),
        Whole(Box<StripeInvoice>),
    }
    Ok(Option::<Reference>::deserialize(deserializer)?.map(|reference| match reference {
        Reference::Id(id) => StripeInvoice {
            id,
            status: InvoiceStatus::Other,
            amount_paid: Yen::ZERO,
            payment_intent: None,
            period_end: None,
            lines: None,
        },
        Reference::Whole(invoice) => *invoice,
    }))
}

fn intent_of<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<InvoiceIntent>, D::Error> {
    Option::deserialize(deserializer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn period_end_is_read_from_subscription_or_item() {
        let read = |text: &str| serde_json::from_str::<ProviderSubscription>(text).unwrap();
        let old = read(r#"{"id":"sub_1","status":"active","current_period_end":1700000000,"latest_invoice":"in_1"}"#);
        assert_eq!(old.current_period_end(), Some(1_700_000_000));
        assert_eq!(old.latest_invoice.unwrap().id, "in_1");
        let new = read(
            r#"{"id":"sub_1","status":"moonlit","items":{"data":[{"current_period_end":5}]},
                "latest_invoice":{"id":"in_1","status":"open","amount_paid":0,
                    "payment_intent":{"id":"pi_1","status":"requires_action","amount":390},
                    "lines":{"data":[{"period":{"start":7,"end":9}}]}}}"#,
        );
        assert_eq!((new.current_period_end(), new.status), (Some(5), SubscriptionStatus::Other));
        let invoice = new.latest_invoice.unwrap();
        assert_eq!((invoice.intent().unwrap().id.as_str(), invoice.covers_from()), ("pi_1", Some(7)));
    }
}
