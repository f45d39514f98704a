//! The outside services, played by stand-ins in the test's own process.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use domain::clients::stripe::{PaymentIntent, Stripe};
use domain::phone::PhoneNumber;
use serde_json::{Value, json};
use stand_ins::{Handle, StandIns};

use crate::app::eventually;

/// Stripe's test cards.
pub mod cards {
    pub const GOOD: &str = "4242424242424242";
    /// Like `GOOD`, for tests in which two diners must not share a card.
    pub const ALSO_GOOD: &str = "4242420000000018";
    /// Authenticated when it is saved, and not again for off-session payments.
    pub const CHALLENGED_ONCE: &str = "4000002500003155";
    pub const ALWAYS_CHALLENGED: &str = "4000002760003184";
    pub const CHALLENGED_THEN_DECLINED: &str = "4000008400001629";
    pub const CHALLENGED_WITHOUT_FUNDS: &str = "4000008260003178";
    pub const SAVES_BUT_DECLINES: &str = "4000000000000341";
    pub const DECLINED: &str = "4000000000000002";
    pub const DISPUTED: &str = "4000000000000259";
}

pub const SECRET_KEY: &str = "sk_test_seki";

/// The folder for the admins' uploads. It is deleted with its last reference.
struct Uploads(PathBuf);

impl Uploads {
    /// A unique folder. The first write creates it.
    fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(1);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        Self(std::env::temp_dir().join(format!("seki-uploads-{}-{number}", std::process::id())))
    }
}

impl Drop for Uploads {
    fn drop(&mut self) {
        // Most tests upload nothing.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[derive(Clone)]
pub struct Outside {
    pub handle: Arc<Handle>,
    uploads: Arc<Uploads>,
    pub stripe: Stripe,
    http: reqwest::Client,
}

impl Outside {
    pub async fn start() -> Self {
        Self::with(stand_ins::Config::default()).await
    }

    /// Starts services with earlier events, as returned by `stand_ins::Handle::history`.
    pub async fn with_history(history: String) -> Self {
        Self::with(stand_ins::Config { history: Some(history), ..stand_ins::Config::default() }).await
    }

    async fn with(config: stand_ins::Config) -> Self {
        let handle = StandIns::start(config).await.expect("free ports");
        let stripe = Stripe::new(&handle.stripe_url(), SECRET_KEY);
        let uploads = Arc::new(Uploads::new());
        Self { handle: Arc::new(handle), uploads, stripe, http: domain::clients::http::client() }
    }

    /// The folder of the admins' uploads, unless they are in the bucket.
    pub fn uploads(&self) -> String {
        self.uploads.0.display().to_string()
    }

    /// Sets faults of Stripe: given fields change, the others stay.
    pub async fn faults(&self, stripe: Value) {
        self.change_faults(json!({ "stripe": stripe })).await;
    }

    /// Waits until `calls` calls of Stripe are held.
    pub async fn holds(&self, calls: usize) {
        eventually("calls are held", async || self.handle.held_calls() == calls).await;
    }

    /// Releases the oldest held call.
    pub async fn release(&self) {
        self.faults(json!({ "release": 1 })).await;
    }

    /// Makes the bucket of the pictures unavailable, or available again.
    pub async fn set_bucket_unavailable(&self, is_unavailable: bool) {
        self.change_faults(json!({ "s3": { "is_unavailable": is_unavailable } })).await;
    }

    async fn change_faults(&self, change: Value) {
        self.post("/faults", &change).await;
    }

    async fn post(&self, path: &str, body: &Value) {
        let url = format!("{}{path}", self.handle.http_url);
        let answer = self.http.post(url).json(body).send().await.expect("the stand-ins answer");
        assert!(answer.status().is_success(), "{}", answer.text().await.unwrap_or_default());
    }

    /// Ends all faults.
    pub async fn clear_faults(&self) {
        let url = format!("{}/faults", self.handle.http_url);
        self.http.delete(url).send().await.expect("the stand-ins answer");
    }

    /// Goes through the card form and the bank's authentication, as a person in a browser: `success`, `process`, `fail` or `leave`. After
    /// `process`, a further call is the bank's decision. Returns the status of the intent afterwards.
    pub async fn card_form(&self, client_secret: &str, card: &str, outcome: &str) -> String {
        let body = json!({ "client_secret": client_secret, "card_number": card, "outcome": outcome });
        let url = format!("{}/cards/confirm", self.handle.http_url);
        let answer = self.http.post(url).json(&body).send().await.expect("the stand-ins answer");
        let answer: Value = answer.json().await.expect("an intent's status");
        answer["status"].as_str().unwrap_or_else(|| panic!("no status: {answer}")).to_owned()
    }

    /// Calls one of our phone numbers, in the notation of the page or in E.164, from a number in E.164.
    pub async fn call(&self, from: &str, shown: &str) {
        let to = PhoneNumber::parse("JP", shown).expect("a number of ours").e164;
        self.post("/telephone/calls", &json!({ "from": from, "to": to })).await;
    }

    /// Messages that were sent to an address or number, newest first.
    pub async fn inbox(&self, to: &str) -> Vec<Value> {
        let url = format!("{}/inbox", self.handle.http_url);
        let answer = self.http.get(url).query(&[("to", to)]).send().await.expect("the stand-ins answer");
        let answer: Value = answer.json().await.expect("a list of messages");
        answer["messages"].as_array().cloned().unwrap_or_default()
    }

    /// Waits for the newest message to an address or number after `seen` earlier ones, and returns it.
    pub async fn message_to(&self, to: &str, seen: usize) -> Value {
        let what = format!("a message to {to} after {seen} others arrives");
        eventually(&what, async || self.inbox(to).await.len() > seen).await;
        self.inbox(to).await.swap_remove(0)
    }

    /// Like `inbox`, without account security notices, such as the notice of the card that a test registers first.
    pub async fn booking_mails(&self, to: &str) -> Vec<Value> {
        let others = [
            "カードが登録されました",
            "A card was registered",
            "クレジットカードが変更されました",
            "Your card was replaced",
            "返金の書類をお送りします",
            "Your refund document",
        ];
        let is_other = |mail: &Value| {
            let subject = mail["subject"].as_str().unwrap_or_default();
            others.iter().any(|text| subject.ends_with(text))
        };
        self.inbox(to).await.into_iter().filter(|mail| !is_other(mail)).collect()
    }

    /// Returns the secret of the link in an address's latest mail about a booking.
    pub async fn invitation_token(&self, address: &str) -> String {
        let mails = self.booking_mails(address).await;
        let text = mails[0]["text"].as_str().expect("a text");
        let (_, rest) = text.split_once("invited_token=").expect("a link");
        rest.split_whitespace().next().expect("a token").to_owned()
    }

    /// Returns every payment of a customer, oldest first.
    pub async fn intents(&self, customer: &str) -> Vec<PaymentIntent> {
        let mut intents = self.stripe.list_payment_intents(customer).await.expect("the list of intents");
        intents.reverse();
        intents
    }

    /// Calls Stripe as a person in its dashboard, or as a bank: a refund, a dispute, its decision or a payout without our call.
    pub async fn dashboard(&self, path: &str, form: &[(&str, &str)]) -> Value {
        let url = format!("{}/v1/{path}", self.handle.stripe_url());
        let answer = self.http.post(url).bearer_auth(SECRET_KEY).form(form).send().await.expect("the stand-ins answer");
        let status = answer.status();
        let answer: Value = answer.json().await.expect("an object");
        assert!(status.is_success(), "{path}: {answer}");
        answer
    }

    /// The bank opens a dispute about a payment. Returns its id.
    pub async fn dispute(&self, payment: &str, form: &[(&str, &str)]) -> String {
        let dispute = self.dashboard(&format!("charges/{payment}/dispute"), form).await;
        dispute["id"].as_str().expect("an id").to_owned()
    }

    /// The bank decides a dispute.
    pub async fn decide(&self, dispute: &str, is_won: bool) {
        let evidence = if is_won { "winning_evidence" } else { "losing_evidence" };
        self.dashboard(&format!("disputes/{dispute}"), &[("evidence[uncategorized_text]", evidence)]).await;
    }

    /// Returns the refunded amount of a payment, in yen, without failed refunds.
    pub async fn refunded(&self, intent: &str) -> i64 {
        let refunds = self.stripe.list_refunds(intent).await.expect("the list of refunds");
        refunds.iter().filter(|refund| refund.is_effective()).map(|refund| refund.amount.0).sum()
    }
}
