//! Reviews of guests after their visit (owner §4, §7, gaps G163, G164).

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::{Query, State};
use axum::response::Response;
use domain::listing::{self, ListFilter, MAX_TOTAL};
use domain::lists::OwnerReviewEntry;
use domain::pagination::PageWindow;
use domain::restaurants::model::OperationName;
use domain::reviews::{self, GuestReview, UnreviewedVisit};
use domain::zone::parse_day;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::{IntoParams, ToSchema};

use crate::console::lists::ConsoleList;
use crate::console::{ConsoleWriteResult, Expected, FloorStaff, page};
use crate::http::calls::{Calls, routes};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::FormOrJson;
use crate::http::page::PageData;
use crate::state::App;

const PER_PAGE: i64 = 25;

pub fn calls<C: Calls>() -> C {
    C::new().routes(routes!(list)).routes(routes!(not_reviewed)).routes(routes!(update))
}

#[derive(Serialize, ToSchema)]
pub struct OwnerReviewsPage {
    /// The first rows of the list.
    reviews: Vec<OwnerReviewEntry>,
    /// At most 10,000.
    total: i64,
}

impl PageData for OwnerReviewsPage {
    const NAME: &'static str = "owner_reviews";
}

/// Returns the page with the newest reviews. Further ones are rows of the list for react-admin.
#[utoipa::path(get, path = "/owners/reviews", tag = "owner",
    responses((status = 200, body = page::ConsolePage<OwnerReviewsPage>), (status = 302), (status = 401)))]
pub async fn list(State(app): State<App>, context: Context, staff: FloorStaff) -> Result<Response, ApiError> {
    let scope = OwnerReviewEntry::scope(&app, &context, &staff)?;
    let all = ListFilter::default();
    let mut conn = app.pool.acquire().await?;
    let total = listing::total::<OwnerReviewEntry>(&mut conn, &scope, &all).await?.min(MAX_TOTAL);
    let found = listing::page::<OwnerReviewEntry>(&mut conn, &scope, &all, PageWindow::newest(PER_PAGE, 0)).await?;
    drop(conn);
    let data = OwnerReviewsPage { reviews: found, total };
    page::respond(&app, &context, &staff, &context.t("owner.reviews.title"), data).await
}

#[derive(Deserialize, IntoParams)]
pub struct DateQuery {
    /// YYYY-MM-DD
    date: Option<String>,
}

/// A visit without a review, with the review that it gets if staff change nothing.
#[derive(Debug, Serialize, ToSchema)]
pub struct NotReviewedReservation {
    reservation_uid: String,
    operation: OperationName,
    rating: &'static str,
    reasons: Vec<String>,
    starts_at: String,
    /// HH:mm in the restaurant's zone.
    start_time: String,
    guests_count: i32,
    customer_fullname: String,
}

/// Lists the visits of a day that have ended without a review, by start time.
#[utoipa::path(get, path = "/owners/api/not_reviewed_reservations", tag = "owner", params(DateQuery),
    responses((status = 200, body = Vec<NotReviewedReservation>), (status = 401), (status = 422)))]
pub async fn not_reviewed(
    State(app): State<App>,
    staff: FloorStaff,
    Query(query): Query<DateQuery>,
) -> Result<Json<Vec<NotReviewedReservation>>, ApiError> {
    let date = query.date.as_deref().and_then(parse_day);
    let date = date.ok_or_else(|| ApiError::invalid_fields([("date", "date_invalid")]))?;
    let mut conn = app.pool.acquire().await?;
    let found = reviews::list_unreviewed(&mut conn, staff.restaurant.id, date, app.clock.now()).await?;
    let zone = staff.restaurant.zone;
    let row = |visit: UnreviewedVisit| NotReviewedReservation {
        operation: visit.operation,
        rating: "average",
        reasons: Vec::new(),
        starts_at: zone.iso(visit.starts_at),
        start_time: zone.clock_time(date, visit.starts_at),
        reservation_uid: visit.reservation_uid,
        guests_count: visit.guests_count,
        customer_fullname: visit.customer_fullname,
    };
    Ok(Json(found.into_iter().map(row).collect()))
}

/// Reviews as a list, or in `reviews`.
#[derive(Deserialize, ToSchema)]
#[serde(untagged)]
pub enum ReviewsBody {
    Wrapped {
        reviews: Vec<ReviewFields>,
        /// The reviews that the form showed, by the uid of their reservation: `rating` and `reasons`, or null for none.
        #[serde(default)]
        expected: Expected,
    },
    Bare(Vec<ReviewFields>),
}

#[derive(Deserialize, ToSchema)]
pub struct ReviewFields {
    reservation_uid: String,
    /// good, average, poor or unacceptable.
    rating: String,
    #[serde(default)]
    reasons: Vec<String>,
}

/// Saves all given reviews, or none if one is invalid. 409 with the saved review if another user has reviewed one of the visits since the
/// form was opened (gaps G319).
#[utoipa::path(put, path = "/owners/api/reviews", tag = "owner", request_body = ReviewsBody,
    responses((status = 200, body = ConsoleWriteResult), (status = 401), (status = 404), (status = 409), (status = 422)))]
pub async fn update(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    FormOrJson(body): FormOrJson<ReviewsBody>,
) -> Result<Json<ConsoleWriteResult>, ApiError> {
    let (given, expected) = match body {
        ReviewsBody::Wrapped { reviews, expected } => (reviews, expected),
        ReviewsBody::Bare(reviews) => (reviews, Expected::default()),
    };
    let uids: Vec<_> = given.iter().map(|review| review.reservation_uid.clone()).collect();
    let given = given.into_iter().map(|review| {
        let ReviewFields { reservation_uid, rating, reasons } = review;
        GuestReview { reservation_uid, rating, reasons }
    });
    let (now, actor, restaurant) = (app.clock.now(), staff.actor(), staff.restaurant.id);
    let mut tx = app.pool.begin().await?;
    let stored = reviews::lock(&mut tx, restaurant, &uids).await?;
    reviews::save(&mut tx, now, actor, restaurant, given.collect()).await?;
    let saved = reviews::list(&mut tx, restaurant, &uids).await?;
    expected.require(&by_reservation(&uids, &stored), &by_reservation(&uids, &saved))?;
    tx.commit().await?;
    Ok(ConsoleWriteResult::ok(context.t("owner.reviews.thanks")))
}

/// Returns the review of each reservation by its uid, null for none.
fn by_reservation<'a>(uids: &'a [String], found: &[GuestReview]) -> BTreeMap<&'a str, Value> {
    let review = |uid: &String| {
        let own = found.iter().find(|saved| saved.reservation_uid == *uid);
        own.map(|saved| json!({ "rating": saved.rating, "reasons": saved.reasons }))
    };
    uids.iter().map(|uid| (uid.as_str(), json!(review(uid)))).collect()
}
