//! The console's search: one text finds bookings, payments, disputes, accounts, staff and restaurants (gaps G212).

mod model;
mod queries;
pub mod records;
mod terms;

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

pub use model::{Found, FoundBooking, FoundDispute, FoundPayment, FoundRecipient, FoundRestaurant};
pub use terms::{FindTerms, MAX_LENGTH};

use crate::audit::{self, Actor, Event};
use crate::names::folding;
use crate::reservations::model::Kind;

/// Finds everything that a text can mean, at most `limit` of each kind. `guest_kinds` are the kinds of reservations that may be found by
/// the guest's number, address or complete name. A search by personal data, or one that shows an account, writes an audit event with its kind and the
/// number of results, never the search text.
pub async fn find(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    terms: &FindTerms,
    guest_kinds: &[Kind],
    limit: i64,
) -> sqlx::Result<Found> {
    let kinds: Vec<_> = guest_kinds.iter().map(ToString::to_string).collect();
    let name = terms.name().and_then(|name| Some((name, folding::whole_pattern(name)?)));
    let of_name = match name {
        Some((name, pattern)) => queries::list_bookings_of_name(conn, name, &pattern, &kinds, limit).await?,
        None => Vec::new(),
    };
    let is_by_name = !of_name.is_empty();
    let mut bookings = queries::list_bookings(conn, terms, &kinds, limit).await?;
    bookings.extend(of_name);
    bookings.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    let found = Found {
        bookings,
        payments: queries::list_payments(conn, terms, limit).await?,
        disputes: queries::list_disputes(conn, terms, limit).await?,
        accounts: queries::list_accounts(conn, terms, limit).await?,
        recipients: queries::list_recipients(conn, terms, limit).await?,
        restaurants: queries::list_restaurants(conn, terms, limit).await?,
    };
    let by = terms.personal().or_else(|| is_by_name.then_some("name"));
    let by = by.or_else(|| (!found.accounts.is_empty()).then_some("uid"));
    if let Some(by) = by {
        let detail = json!({ "by": by, "found": found.people() });
        let event = Event { actor, action: "user.searched", restaurant: None, reservation: None, detail };
        audit::record(conn, now, event).await?;
    }
    Ok(found)
}
