//! Availability for a visitor without an account, in the form of the feed.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::{DateTime, Days, Utc};
use domain::availability::access::Access;
use domain::availability::day::{Slot, offers};
use domain::restaurants::merchants::Merchant;
use domain::restaurants::model::OperationName;
use serde::Serialize;
use utoipa::ToSchema;

use super::metadata::{FeedMetadata, SERVICE};
use crate::changes::feed_cache::FeedText;
use crate::diner::availability::visitor_availability;
use crate::http::error::ApiError;
use crate::state::App;

/// Number of days after today that the feed includes.
const HORIZON: Days = Days::new(59);

#[derive(Serialize, ToSchema)]
pub struct AvailabilityFeed {
    pub metadata: FeedMetadata,
    /// One entry for each restaurant of the shard.
    pub service_availability: Vec<ServiceAvailability>,
}

#[derive(Serialize, ToSchema)]
pub struct ServiceAvailability {
    pub availability: Vec<Availability>,
}

/// A kind of seats at a start time for a party of one size.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Availability {
    pub merchant_id: String,
    pub service_id: &'static str,
    /// Seconds since 1970.
    pub start_sec: i64,
    pub duration_sec: i64,
    /// Number of such parties that would fit without any reservation.
    pub spots_total: usize,
    /// Number of such parties that fit now.
    pub spots_open: usize,
    /// Slot and start time, by their ids: `12-34`.
    pub availability_tag: String,
    pub resources: Resources,
    /// Every booking is confirmed immediately.
    pub confirmation_mode: &'static str,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Resources {
    pub party_size: i32,
    /// The kind of seats.
    pub room_id: String,
    pub room_name: String,
}

/// Returns a restaurant's part of the feed: a list of `Availability` as JSON, from memory while nothing about the restaurant has changed.
pub async fn text_of(app: &App, merchant: &Merchant) -> Result<Arc<str>, ApiError> {
    let now = app.clock.now();
    if let Some(text) = app.feeds.find(&app.cache, merchant.id, now) {
        return Ok(text);
    }
    let _turn = app.feeds.lock().await;
    if let Some(text) = app.feeds.find(&app.cache, merchant.id, now) {
        return Ok(text);
    }
    let shown = visitor_availability(app, merchant.id, &merchant.slug, HORIZON, now).await?;
    let (entries, cutoff) = feed_entries(&merchant.slug, &shown.slots, shown.access, now);
    let text: Arc<str> = serde_json::to_string(&entries).map_err(ApiError::internal)?.into();
    let valid_until = cutoff.map_or(shown.valid_until, |cutoff| cutoff.min(shown.valid_until));
    app.feeds.store(merchant.id, FeedText { epoch: shown.epoch, text: text.clone(), valid_until });
    Ok(text)
}

/// Returns the entries of the slots, each combination of kind of seats, start, length and party once, and the next cut-off. Takeaway is not
/// a table and is left out.
fn feed_entries(
    slug: &str,
    slots: &[Slot],
    access: Access,
    now: DateTime<Utc>,
) -> (Vec<Availability>, Option<DateTime<Utc>>) {
    let mut entries = BTreeMap::<_, Availability>::new();
    let mut cutoff: Option<DateTime<Utc>> = None;
    for offer in offers(slots, access, now).iter().filter(|offer| offer.slot.operation != OperationName::Takeaway) {
        for offered in &offer.times {
            let until = offer.slot.bookable_until(offered.time);
            cutoff = Some(cutoff.map_or(until, |known| known.min(until)));
            for guests in &offered.guests_options {
                let spots = offer.slot.spots_at(offered.time, *guests, access);
                let (start, end) = (offered.time.starts_at, offered.time.ends_at);
                let key = (start, offer.slot.group.0, *guests, end);
                let one = entries.entry(key).or_insert_with(|| Availability {
                    merchant_id: slug.to_owned(),
                    service_id: SERVICE,
                    start_sec: start.timestamp(),
                    duration_sec: (end - start).num_seconds(),
                    spots_total: 0,
                    spots_open: 0,
                    availability_tag: format!("{}-{}", offer.slot.id.0, offered.time.id.0),
                    resources: Resources {
                        party_size: *guests,
                        room_id: offer.slot.group.0.to_string(),
                        room_name: offer.slot.group_title.get(false).to_owned(),
                    },
                    confirmation_mode: "CONFIRMATION_MODE_SYNCHRONOUS",
                });
                // Two slots may offer the same seats, so only the larger number is certain.
                one.spots_total = one.spots_total.max(spots.total);
                one.spots_open = one.spots_open.max(spots.open);
            }
        }
    }
    (entries.into_values().collect(), cutoff)
}
