//! Raffle rounds of all restaurants, for admins.

use serde::Serialize;
use sqlx::FromRow;
use utoipa::ToSchema;

use super::RESTAURANT_NAME;
use crate::listing::{Field, ListRow, ListedTime, Listing};

// The rule of `raffles::sweep::count_due`, with the publication time of `clients::beacon::out_at`.
const IS_DRAW_DUE: &str = "w.drawn_at IS NULL AND w.registerable_till <= {now}
     AND to_timestamp(1692803367 + (w.beacon_round - 1) * 3) < {now}";

/// A raffle round.
#[derive(Debug, Serialize, FromRow, ToSchema)]
pub struct RaffleRoundEntry {
    pub id: i64,
    pub uid: String,
    pub restaurant_slug: String,
    /// In the reader's language.
    pub restaurant_name: String,
    pub registerable_from: ListedTime,
    pub registerable_till: ListedTime,
    pub winners_count: i32,
    pub entries_limit: i32,
    pub registrations_count: i64,
    /// Entries are accepted now.
    pub is_open: bool,
    /// Closed and not drawn yet.
    pub is_waiting_for_draw: bool,
    /// The beacon of its draw is published, too.
    pub is_draw_due: bool,
    pub drawn_at: Option<ListedTime>,
    pub created_at: ListedTime,
}

impl ListRow for RaffleRoundEntry {
    const LISTING: Listing = Listing {
        fields: &[
            Field::number("id", "w.id"),
            Field::text("uid", "w.uid"),
            Field::text("restaurant_slug", "t.slug"),
            Field::words("restaurant_name", RESTAURANT_NAME),
            Field::time("registerable_from", "w.registerable_from"),
            Field::time("registerable_till", "w.registerable_till"),
            Field::number("winners_count", "w.winners_count"),
            Field::number("entries_limit", "w.entries_limit"),
            Field::shown(
                "registrations_count",
                "(SELECT count(*) FROM raffle_round_registrations x
                  WHERE x.restaurant_id = w.restaurant_id AND x.raffle_round_id = w.id)",
            ),
            Field::flag(
                "is_open",
                "w.drawn_at IS NULL AND w.registerable_from <= {now} AND {now} < w.registerable_till",
            ),
            Field::flag("is_waiting_for_draw", "w.drawn_at IS NULL AND w.registerable_till <= {now}"),
            Field::flag("is_draw_due", IS_DRAW_DUE),
            Field::time("drawn_at", "w.drawn_at").nullable(),
            Field::time("created_at", "w.created_at"),
        ],
        tables: "raffle_rounds w JOIN restaurants t ON t.id = w.restaurant_id",
        only: "true",
        search: None,
    };
    type Id = i64;

    fn id(&self) -> i64 {
        self.id
    }
}
