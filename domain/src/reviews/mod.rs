//! Guest reviews: staff's rating of a guest after the visit (owner §3, §4). Diners never see it.

use chrono::{DateTime, NaiveDate, Utc};
use serde_json::json;
use sqlx::PgConnection;

use crate::audit::{self, Actor, Event};
use crate::ids::RestaurantId;
use crate::restaurants::model::OperationName;

pub const RATINGS: [&str; 4] = ["good", "average", "poor", "unacceptable"];
pub const POSITIVE_REASONS: [&str; 6] =
    ["earnest_eater", "sincere_gratitude", "expensive_drink", "same_industry", "sensitive_taste", "nice_person"];
pub const NEGATIVE_REASONS: [&str; 8] =
    ["tardiness", "attitude", "perfume", "unmotivated", "cheap_drink", "bad_outfit", "seat_transfer", "others"];

/// Reasons to reject reviews, all of them together.
#[derive(Debug, thiserror::Error)]
pub enum GuestReviewError {
    #[error("no such reservation of this restaurant")]
    NotFound,
    /// Position of the review, and its field.
    #[error("invalid {1} of review {0}")]
    Invalid(usize, &'static str),
    #[error("the reservation was cancelled or has not ended, or its guest did not come or was never seated")]
    NotReviewable,
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl GuestReviewError {
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotFound => "not_found",
            Self::Invalid(..) => "invalid_input",
            Self::NotReviewable => "review_unknown_reservation",
            Self::Database(_) => "internal",
        }
    }
}

/// A visit without a review.
#[derive(Clone, Debug)]
pub struct UnreviewedVisit {
    pub reservation_uid: String,
    pub operation: OperationName,
    pub starts_at: DateTime<Utc>,
    pub guests_count: i32,
    pub customer_fullname: String,
}

/// Returns the ended lunches and dinners of a day without a review, by their start. A no-show is no visit, and gets none, and neither does
/// a party that left without being seated. A party that has come and has not left has not ended, until three hours after its planned end.
/// A walk-in without a name is no known guest. `calendar::queries::find_facts` has the same rule (gaps G163).
pub async fn list_unreviewed(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    date: NaiveDate,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<UnreviewedVisit>> {
    sqlx::query_as!(
        UnreviewedVisit,
        r#"SELECT r.uid AS reservation_uid, r.operation AS "operation: OperationName", r.starts_at, r.guests_count,
                  coalesce(p.name_last || ' ' || p.name_first,
                      (SELECT w.name FROM offsite_own_names w WHERE w.restaurant_id = r.restaurant_id AND w.reservation_id = r.id),
                      nullif(cp.nickname, ''), o.full_name_string, '') AS "customer_fullname!"
           FROM reservations r
           LEFT JOIN customers c ON c.restaurant_id = r.restaurant_id AND c.id = r.customer_id
           LEFT JOIN customer_profiles cp ON cp.restaurant_id = c.restaurant_id AND cp.customer_id = c.id
           LEFT JOIN profiles p ON p.user_id = coalesce(r.user_id, c.user_id)
           LEFT JOIN offsite_reservations o ON o.restaurant_id = r.restaurant_id AND o.reservation_id = r.id
           WHERE r.restaurant_id = $1 AND r.date = $2 AND r.status = 'accepted' AND r.ends_at <= $3
             AND r.operation IN ('lunch', 'dinner')
             AND NOT EXISTS (SELECT 1 FROM reservation_reviews v WHERE v.restaurant_id = r.restaurant_id
                 AND v.reservation_id = r.id)
             AND NOT EXISTS (SELECT 1 FROM reservation_no_shows x WHERE x.restaurant_id = r.restaurant_id
                 AND x.reservation_id = r.id)
             AND NOT (r.is_walk_in AND r.customer_id IS NULL)
             AND NOT EXISTS (SELECT 1 FROM reservation_service_times t WHERE t.restaurant_id = r.restaurant_id
                 AND t.reservation_id = r.id AND CASE WHEN t.left_at IS NULL
                     THEN coalesce(t.arrived_at, t.seated_at, t.bill_at) IS NOT NULL
                         AND $3::timestamptz - interval '3 hours' < r.ends_at
                     ELSE t.arrived_at IS NOT NULL AND t.seated_at IS NULL AND t.bill_at IS NULL END)
           ORDER BY r.starts_at, r.id"#,
        restaurant.0,
        date,
        now,
    )
    .fetch_all(conn)
    .await
}

/// A review. A submitted one is not validated.
#[derive(Clone, Debug)]
pub struct GuestReview {
    pub reservation_uid: String,
    pub rating: String,
    pub reasons: Vec<String>,
}

/// Locks reservations until the transaction ends, so that a concurrent review of one of them waits. Returns the saved reviews.
pub async fn lock(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    uids: &[String],
) -> sqlx::Result<Vec<GuestReview>> {
    sqlx::query!(
        "SELECT id FROM reservations WHERE restaurant_id = $1 AND uid = ANY ($2) ORDER BY id FOR NO KEY UPDATE",
        restaurant.0,
        uids,
    )
    .fetch_all(&mut *conn)
    .await?;
    list(conn, restaurant, uids).await
}

/// Returns the saved reviews of reservations.
pub async fn list(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    uids: &[String],
) -> sqlx::Result<Vec<GuestReview>> {
    sqlx::query_as!(
        GuestReview,
        "SELECT r.uid AS reservation_uid, v.rating, v.reasons FROM reservation_reviews v
         JOIN reservations r ON r.restaurant_id = v.restaurant_id AND r.id = v.reservation_id
         WHERE v.restaurant_id = $1 AND r.uid = ANY ($2) ORDER BY r.id",
        restaurant.0,
        uids,
    )
    .fetch_all(conn)
    .await
}

/// Saves reviews, all or none. An empty list changes and records nothing. A second review of the same visit replaces the first one.
pub async fn save(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    reviews: Vec<GuestReview>,
) -> Result<usize, GuestReviewError> {
    if reviews.is_empty() {
        return Ok(0);
    }
    for (place, review) in reviews.iter().enumerate() {
        let is_reason =
            |code: &String| POSITIVE_REASONS.contains(&code.as_str()) || NEGATIVE_REASONS.contains(&code.as_str());
        if !RATINGS.contains(&review.rating.as_str()) {
            return Err(GuestReviewError::Invalid(place, "rating"));
        }
        if !review.reasons.iter().all(is_reason) {
            return Err(GuestReviewError::Invalid(place, "reasons"));
        }
    }
    for review in &reviews {
        save_one(conn, now, restaurant, actor, review).await?;
    }
    let event = Event {
        actor,
        action: "reviews.saved",
        restaurant: Some(restaurant),
        reservation: None,
        detail: json!({ "reviews": reviews.len() }),
    };
    audit::record(conn, now, event).await?;
    Ok(reviews.len())
}

async fn save_one(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    actor: Actor,
    review: &GuestReview,
) -> Result<(), GuestReviewError> {
    let found = sqlx::query!(
        r#"SELECT r.id, r.status = 'accepted' AND r.ends_at <= $3 AND NOT EXISTS (
                      SELECT 1 FROM reservation_no_shows x
                      WHERE x.restaurant_id = r.restaurant_id AND x.reservation_id = r.id)
                  AND NOT EXISTS (
                      SELECT 1 FROM reservation_service_times t
                      WHERE t.restaurant_id = r.restaurant_id AND t.reservation_id = r.id AND t.left_at IS NOT NULL
                          AND t.arrived_at IS NOT NULL AND t.seated_at IS NULL AND t.bill_at IS NULL) AS "is_visit!"
           FROM reservations r WHERE r.restaurant_id = $1 AND r.uid = $2"#,
        restaurant.0,
        review.reservation_uid,
        now,
    );
    let found = found.fetch_optional(&mut *conn).await?.ok_or(GuestReviewError::NotFound)?;
    if !found.is_visit {
        return Err(GuestReviewError::NotReviewable);
    }
    let mut reasons = review.reasons.clone();
    reasons.sort_unstable();
    reasons.dedup();
    let owner = match actor {
        Actor::Owner(id) => Some(id.0),
        _ => None,
    };
    sqlx::query!(
        "INSERT INTO reservation_reviews (reservation_id, restaurant_id, rating, reasons, owner_id, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $6)
         ON CONFLICT (restaurant_id, reservation_id) DO UPDATE SET rating = $3, reasons = $4, owner_id = $5, updated_at = $6",
        found.id,
        restaurant.0,
        review.rating,
        &reasons,
        owner,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}
