//! Compares the card provider's payments with our charges and bookings.

use domain::clients::stripe::PaymentIntentStatus;

use crate::app::TestApp;

/// A charge of a reservation: its kind, the reservation's status, and whether the reservation was ever accepted.
type ChargedReservation = (String, String, bool);

impl TestApp {
    /// Returns the succeeded payments at the provider that belong to no charge of a reservation, or of which more or less money is kept
    /// than the reservation's state allows.
    pub async fn money_findings(&self) -> Vec<String> {
        let customers: Vec<String> =
            sqlx::query_scalar("SELECT gateway_customer_fid FROM users WHERE gateway_customer_fid IS NOT NULL")
                .fetch_all(&self.pool)
                .await
                .expect("the customers of the provider");
        let mut findings = Vec::new();
        for customer in customers {
            for intent in self.outside.intents(&customer).await {
                if intent.status != PaymentIntentStatus::Succeeded {
                    continue;
                }
                let kept = intent.amount.0 - self.outside.refunded(&intent.id).await;
                match self.charged_reservation(&intent.id).await {
                    None => findings.push(format!("{} belongs to nothing", intent.id)),
                    Some((kind, status, was_booked)) => {
                        let is_due = status == "accepted" || was_booked && kind == "reservation_fee";
                        let due = if is_due { intent.amount.0 } else { 0 };
                        if kept != due {
                            findings.push(format!(
                                "{}: {kept} yen kept instead of {due}, {kind} of a reservation that is {status}",
                                intent.id
                            ));
                        }
                    }
                }
            }
        }
        findings
    }

    async fn charged_reservation(&self, intent: &str) -> Option<ChargedReservation> {
        let charge = sqlx::query_as(
            "SELECT c.kind, r.status, r.accepted_at IS NOT NULL FROM charges c
             JOIN reservations r ON r.restaurant_id = c.restaurant_id AND r.id = c.reservation_id WHERE c.gateway_fid = $1",
        );
        charge.bind(intent).fetch_optional(&self.pool).await.expect("the charges")
    }
}
