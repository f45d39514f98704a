//! The two doubles of Stripe that the same tests run against.

use chrono::Datelike;
use domain::clients::stripe::{
    NewPaymentIntent, NewSubscription, PaymentIntent, ProviderSubscription, SetupIntent, Stripe, StripeError,
};
use domain::clock::Clock;
use domain::money::Yen;
use reqwest::Client;
use serde_json::{Value, json};
use stand_ins::{Config, Handle, StandIns};

pub const GOOD: &str = "4242424242424242";
pub const ALWAYS_CHALLENGED: &str = "4000002760003184";
pub const CHALLENGED_UNLESS_SET_UP: &str = "4000002500003155";
pub const CHALLENGED_THEN_DECLINED: &str = "4000008400001629";
pub const DECLINED: &str = "4000000000000002";
pub const WITHOUT_FUNDS: &str = "4000000000009995";
pub const SAVES_BUT_DECLINES: &str = "4000000000000341";

const SECRET_KEY: &str = "sk_test_12345";

/// A server with Stripe's API, and its way to simulate a person.
pub enum ProviderDouble {
    StandIn(Handle),
    /// Has no idempotency keys, takes no payment method when confirming, cannot filter intents by customer, lists events oldest first,
    /// and leaves the intent out of its errors.
    Localstripe(String),
}

/// The cardholder's action when the bank requires authentication.
#[derive(Clone, Copy)]
pub enum CardholderAction {
    Passes,
    Fails,
}

/// Runs a test against each available double.
pub async fn on_each<F: Future<Output = ()>>(test: impl Fn(ProviderDouble) -> F) {
    test(stand_in().await).await;
    match std::env::var("LOCALSTRIPE_URL") {
        Ok(url) => test(ProviderDouble::Localstripe(url)).await,
        Err(_) => eprintln!("LOCALSTRIPE_URL is not set (tests/localstripe.sh sets it): ran against the stand-in only"),
    }
}

/// A year until which a card is valid. Both doubles read the machine's clock, unless a test moves the stand-in's.
fn some_year() -> String {
    (Clock::system().now().year() + 5).to_string()
}

pub async fn stand_in() -> ProviderDouble {
    ProviderDouble::StandIn(StandIns::start(Config::default()).await.expect("free ports"))
}

impl ProviderDouble {
    pub fn stripe(&self) -> Stripe {
        Stripe::new(&self.api_url(), SECRET_KEY)
    }

    pub fn is_localstripe(&self) -> bool {
        matches!(self, Self::Localstripe(_))
    }

    fn api_url(&self) -> String {
        match self {
            Self::StandIn(handle) => handle.stripe_url(),
            Self::Localstripe(url) => url.clone(),
        }
    }

    /// Creates a card from typed details, as the browser does; it belongs to no customer yet.
    pub async fn card(&self, number: &str) -> String {
        let made = self.typed_card(number, ("12", &some_year())).await;
        made["id"].as_str().unwrap_or_else(|| panic!("no card: {made}")).to_owned()
    }

    /// Returns the response to typed details of a card. `expiry` is a month and a year.
    pub async fn typed_card(&self, number: &str, expiry: (&str, &str)) -> Value {
        let form = [
            ("type", "card"),
            ("card[number]", number),
            ("card[exp_month]", expiry.0),
            ("card[exp_year]", expiry.1),
            ("card[cvc]", "123"),
        ];
        let request = Client::new().post(format!("{}/v1/payment_methods", self.api_url())).bearer_auth(SECRET_KEY);
        request.form(&form).send().await.unwrap().json().await.unwrap()
    }

    /// A card saved for a customer.
    pub async fn saved_card(&self, number: &str, customer: &str) -> String {
        let card = self.card(number).await;
        self.stripe().attach_payment_method(&card, customer).await.unwrap();
        card
    }

    /// A monthly subscription of 980 yen that a card pays.
    pub async fn subscription(&self, customer: &str, number: &str) -> ProviderSubscription {
        self.subscription_with_trial(customer, number, None).await
    }

    /// The same, with a free trial until an instant in seconds since 1970. localstripe knows plans instead of prices.
    pub async fn subscription_with_trial(
        &self,
        customer: &str,
        number: &str,
        trial_end: Option<i64>,
    ) -> ProviderSubscription {
        let (stripe, card) = (self.stripe(), self.saved_card(number, customer).await);
        stripe.set_default_card(customer, &card).await.unwrap();
        if !self.is_localstripe() {
            let key = format!("price-{customer}");
            let price = stripe.create_price("Premium", Yen(980), "month", 1, &key).await.unwrap();
            let wanted = NewSubscription { customer, price: &price.id, trial_end, coupon: None, metadata: &[] };
            return stripe.create_subscription(&wanted, &format!("subscription-{customer}")).await.unwrap();
        }
        let plan = [("amount", "980"), ("currency", "jpy"), ("interval", "month"), ("product[name]", "Premium")];
        let plan = self.raw("plans", &plan).await;
        let trial_end = trial_end.map(|end| end.to_string());
        let mut wanted = vec![("customer", customer), ("items[0][plan]", plan.as_str())];
        wanted.extend(trial_end.as_deref().map(|end| ("trial_end", end)));
        stripe.retrieve_subscription(&self.raw("subscriptions", &wanted).await).await.unwrap()
    }

    /// Returns the id of an object that a call creates and for which our client has no function.
    async fn raw(&self, path: &str, form: &[(&str, &str)]) -> String {
        let request = Client::new().post(format!("{}/v1/{path}", self.api_url())).bearer_auth(SECRET_KEY);
        let made: Value = request.form(form).send().await.unwrap().json().await.unwrap();
        made["id"].as_str().unwrap_or_else(|| panic!("nothing was made: {made}")).to_owned()
    }

    /// Fills in and submits the card form of a setup intent, 3-D Secure included, and retrieves the intent afterwards.
    pub async fn set_up(&self, intent: &SetupIntent, number: &str, owner: CardholderAction) -> SetupIntent {
        let secret = intent.client_secret.as_deref().unwrap();
        match self {
            Self::StandIn(handle) => act(handle, secret, number, owner).await,
            Self::Localstripe(url) => {
                let path = format!("{url}/v1/setup_intents/{}", intent.id);
                let card = json!({ "number": number, "exp_month": "12", "exp_year": some_year(), "cvc": "123" });
                let body = json!({ "key": "pk_test_12345", "client_secret": secret, "use_stripe_sdk": true });
                let mut first = body.clone();
                first["payment_method_data"] = json!({ "type": "card", "card": card });
                let confirmed = post(&format!("{path}/confirm"), &first).await;
                if confirmed["status"] == "requires_action" {
                    let step = if matches!(owner, CardholderAction::Passes) { "confirm" } else { "cancel" };
                    post(&format!("{path}/{step}"), &body).await;
                }
            }
        }
        self.stripe().retrieve_setup_intent(&intent.id).await.unwrap()
    }

    /// Completes the authentication of a waiting payment intent.
    pub async fn authenticate(&self, intent: &PaymentIntent, owner: CardholderAction) -> PaymentIntent {
        let secret = intent.client_secret.as_deref().unwrap();
        match self {
            Self::StandIn(handle) => act(handle, secret, "", owner).await,
            Self::Localstripe(url) => {
                let success = matches!(owner, CardholderAction::Passes);
                let path = format!("{url}/v1/payment_intents/{}/_authenticate?success={success}", intent.id);
                post(&path, &json!({ "key": "pk_test_12345", "client_secret": secret })).await;
            }
        }
        self.stripe().retrieve_payment_intent(&intent.id).await.unwrap()
    }

    /// Charges a card in one call, which both doubles support.
    pub async fn pay(
        &self,
        customer: &str,
        card: &str,
        off_session: bool,
        key: &str,
    ) -> Result<PaymentIntent, StripeError> {
        let wanted = NewPaymentIntent { amount: Yen(24_000), customer, metadata: &[("charge_uid", key)] };
        self.stripe().create_confirmed_payment_intent(&wanted, card, off_session, key).await
    }
}

async fn act(handle: &Handle, client_secret: &str, card_number: &str, owner: CardholderAction) {
    let outcome = if matches!(owner, CardholderAction::Passes) { "success" } else { "fail" };
    let body = json!({ "client_secret": client_secret, "card_number": card_number, "outcome": outcome });
    post(&format!("{}/cards/confirm", handle.http_url), &body).await;
}

pub async fn post(url: &str, body: &Value) -> Value {
    let answer = Client::new().post(url).json(body).send().await.unwrap();
    answer.json().await.unwrap_or_default()
}

pub async fn get(url: &str) -> Value {
    Client::new().get(url).send().await.unwrap().json().await.unwrap()
}
