//! The history of a reservation, as its diner sees it.

use domain::audit::log;
use domain::reservations::model::Reservation;
use serde::Serialize;
use serde_json::Value;
use sqlx::PgConnection;
use utoipa::ToSchema;

use crate::http::extract::context::Context;

/// The changes that concern the diner, as the audit log names them. Each has a text `history.…`.
const CHANGES: [&str; 5] = [
    "guests_count_changed",
    "guests_count_reduced",
    "guests_count_taken_back",
    "special_request_changed",
    "preferences_answered",
];

#[derive(Serialize, ToSchema)]
pub struct HistoryEntry {
    at: String,
    label: String,
}

impl HistoryEntry {
    /// Returns the changes, the earliest first. A delivery order has portions instead of guests, and no seats.
    pub async fn list(
        conn: &mut PgConnection,
        context: &Context,
        reservation: &Reservation,
        is_order: bool,
    ) -> sqlx::Result<Vec<Self>> {
        let changes = log::list_of_reservation(conn, reservation.restaurant_id, reservation.id, &CHANGES).await?;
        let begun = [(Some(reservation.created_at), "held"), (reservation.accepted_at, "accepted")];
        let label = |what: &str, detail: &Value| label(context, what, detail, is_order);
        let begun = begun.into_iter().filter_map(|(at, what)| Some((at?, label(what, &Value::Null))));
        let changed = changes.iter().map(|change| (change.at, label(&change.action, &change.detail)));
        let ended = reservation.ended_at.map(|at| (at, label(reservation.status.as_str(), &Value::Null)));
        let mut moments: Vec<_> = begun.chain(changed).chain(ended).collect();
        moments.sort_by_key(|(at, _)| *at);
        Ok(moments.into_iter().map(|(at, label)| Self { at: reservation.zone.iso(at), label }).collect())
    }
}

fn label(context: &Context, what: &str, detail: &Value, is_order: bool) -> String {
    let what = match what {
        "held" if is_order => "order_held",
        "accepted" if is_order => "order_accepted",
        "guests_count_changed" | "guests_count_reduced" if is_order => "portions_changed",
        "guests_count_taken_back" if is_order => "portions_taken_back",
        other => other,
    };
    let number = |name: &str| detail[name].as_i64().map(|number| number.to_string()).unwrap_or_default();
    context.t_with(&format!("history.{what}"), &[("from", &number("from")), ("to", &number("to"))])
}
