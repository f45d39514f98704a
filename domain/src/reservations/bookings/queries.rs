//! SQL of staff's actions on bookings.

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, Duration, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;

use super::form::{FormSeatGroup, FormSeatItem};
use crate::i18n::Locale;
use crate::ids::{
    CustomerId, InventoryGroupId, InventoryItemId, OnlineStockGroupId, ReservationId, RestaurantId, UserId,
};
use crate::reservations;
use crate::reservations::model::Reservation;
use crate::reservations::staff::StaffError;

/// A range of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StayRange {
    pub from: DateTime<Utc>,
    pub till: DateTime<Utc>,
}

impl StayRange {
    pub const fn of_reservation(reservation: &Reservation) -> Self {
        Self { from: reservation.starts_at, till: reservation.ends_at }
    }
}

/// Finds a seat group of the restaurant by its uid or number.
pub async fn find_group(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    uid: Option<&str>,
    id: Option<InventoryGroupId>,
) -> sqlx::Result<Option<FormSeatGroup>> {
    let group = sqlx::query_as!(
        GroupRow,
        r#"SELECT id AS "id: InventoryGroupId", capacity_per_stock FROM inventory_groups
           WHERE restaurant_id = $1 AND (uid = $2 OR id = $3)"#,
        restaurant.0,
        uid,
        id.map(|id| id.0),
    );
    let group = group.fetch_optional(&mut *conn).await?;
    Ok(with_items(conn, restaurant, group.into_iter().collect()).await?.pop())
}

/// Lists all seat groups of a restaurant, in their display order.
pub async fn list_groups(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<Vec<FormSeatGroup>> {
    let groups = sqlx::query_as!(
        GroupRow,
        r#"SELECT id AS "id: InventoryGroupId", capacity_per_stock FROM inventory_groups
           WHERE restaurant_id = $1 ORDER BY position, id"#,
        restaurant.0,
    );
    let groups = groups.fetch_all(&mut *conn).await?;
    with_items(conn, restaurant, groups).await
}

struct GroupRow {
    id: InventoryGroupId,
    capacity_per_stock: i32,
}

async fn with_items(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    groups: Vec<GroupRow>,
) -> sqlx::Result<Vec<FormSeatGroup>> {
    let ids: Vec<_> = groups.iter().map(|group| group.id.0).collect();
    let rows = sqlx::query!(
        r#"SELECT inventory_group_id, id AS "id: InventoryItemId", uid, position FROM inventory_items
           WHERE restaurant_id = $1 AND inventory_group_id = ANY ($2) ORDER BY position, id"#,
        restaurant.0,
        &ids,
    );
    let mut items: HashMap<_, Vec<_>> = HashMap::new();
    for row in rows.fetch_all(conn).await? {
        let item = FormSeatItem { id: row.id, uid: row.uid, position: row.position };
        items.entry(InventoryGroupId(row.inventory_group_id)).or_default().push(item);
    }
    let groups = groups.into_iter().map(|group| FormSeatGroup {
        items: items.remove(&group.id).unwrap_or_default(),
        id: group.id,
        capacity: group.capacity_per_stock,
    });
    Ok(groups.collect())
}

/// The guest of a reservation that staff make.
#[derive(Clone, Debug)]
pub struct ReservationGuest {
    pub id: CustomerId,
    pub user_id: Option<UserId>,
    pub invitation_email: Option<String>,
    pub allow_send_ivr_sms: bool,
    pub phone_country: String,
    pub phone_local_number: String,
    /// The diner's language.
    pub locale: Option<String>,
    /// The diner's email address.
    pub email: Option<String>,
}

impl ReservationGuest {
    /// Reports whether the guest accepts text messages and has a number.
    pub fn wants_texts(&self) -> bool {
        self.allow_send_ivr_sms && !self.phone_local_number.is_empty()
    }

    /// Returns the language of mails to the guest: the diner's, or the one that their phone number suggests.
    pub fn mail_locale(&self) -> Locale {
        let abroad = if self.phone_country == "JP" { Locale::Ja } else { Locale::En };
        self.locale.as_deref().and_then(Locale::parse).unwrap_or(abroad)
    }
}

/// Finds a customer of the restaurant that has one of `types` and was not merged into another. Bookings and merges of the customer wait
/// for each other.
pub async fn find_guest(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    uid: &str,
    types: &[&str],
) -> sqlx::Result<Option<ReservationGuest>> {
    let types: Vec<_> = types.iter().map(|name| (*name).to_owned()).collect();
    sqlx::query_as!(
        ReservationGuest,
        r#"SELECT c.id AS "id: CustomerId", c.user_id AS "user_id: UserId", c.invitation_email::text AS invitation_email,
                  c.allow_send_ivr_sms, coalesce(cp.phone_country, 'JP') AS "phone_country!",
                  coalesce(cp.phone_local_number, '') AS "phone_local_number!", p.locale AS "locale?", u.email::text AS email
           FROM customers c
           LEFT JOIN customer_profiles cp ON cp.restaurant_id = c.restaurant_id AND cp.customer_id = c.id
           LEFT JOIN users u ON u.id = c.user_id
           LEFT JOIN profiles p ON p.user_id = c.user_id
           WHERE c.restaurant_id = $1 AND c.uid = $2 AND c.type = ANY ($3) AND c.merged_into_id IS NULL
           FOR KEY SHARE OF c"#,
        restaurant.0,
        uid,
        &types,
    )
    .fetch_optional(conn)
    .await
}

/// Locks the slots that offer seats of the groups within the spans, and then the groups. The caller takes no lock before them; all
/// writers use this order. Online bookings of these slots wait, and so do staff who move a party within a group: without a slot, only
/// the lock of the group prevents two moves from taking each other's seats in opposite order.
pub async fn lock_slots_over(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    groups: &[InventoryGroupId],
    spans: &[StayRange],
) -> sqlx::Result<Vec<OnlineStockGroupId>> {
    let groups: Vec<_> = groups.iter().map(|group| group.0).collect();
    let (from, till): (Vec<_>, Vec<_>) = spans.iter().map(|span| (span.from, span.till)).unzip();
    let days = days_near(spans);
    let slots = sqlx::query_scalar!(
        r#"SELECT o.id AS "id: OnlineStockGroupId" FROM online_stock_groups o
           WHERE o.restaurant_id = $1 AND o.inventory_group_id = ANY ($2) AND o.date = ANY ($5) AND o.deleted_at IS NULL AND EXISTS (
               SELECT 1 FROM osg_times t, unnest($3::timestamptz[], $4::timestamptz[]) AS s (since, till)
               WHERE t.restaurant_id = o.restaurant_id AND t.online_stock_group_id = o.id AND t.starts_at < s.till
                   AND s.since < t.ends_at)
           ORDER BY o.id FOR NO KEY UPDATE OF o"#,
        restaurant.0,
        &groups,
        &from,
        &till,
        &days,
    );
    let slots = slots.fetch_all(&mut *conn).await?;
    sqlx::query!(
        "SELECT 1 AS locked FROM inventory_groups WHERE restaurant_id = $1 AND id = ANY ($2) ORDER BY id FOR NO KEY UPDATE",
        restaurant.0,
        &groups
    )
    .fetch_all(conn)
    .await?;
    Ok(slots)
}

/// Returns the days whose slots can overlap the spans, in order. A stay takes at most a day, a slot ends by 29:00 of its day, and a
/// restaurant's civil day is UTC's or one of its neighbours.
fn days_near(spans: &[StayRange]) -> Vec<NaiveDate> {
    let day = Duration::days(1);
    let mut days = BTreeSet::new();
    for span in spans {
        let last = span.till.min(span.from + day).date_naive() + day;
        days.extend((span.from.date_naive() - day).iter_days().take_while(|date| *date <= last));
    }
    days.into_iter().collect()
}

/// Returns a reservation, locked after the slots over its seats.
pub async fn lock_with_slots(conn: &mut PgConnection, id: ReservationId) -> sqlx::Result<Reservation> {
    let found = reservations::queries::find(conn, id).await?.ok_or(sqlx::Error::RowNotFound)?;
    if let Some(group) = find_group_of(conn, id).await? {
        lock_slots_over(conn, found.restaurant_id, &[group.id], &[StayRange::of_reservation(&found)]).await?;
    }
    reservations::queries::lock(conn, found.restaurant_id, id).await
}

/// Removes the free stocks of the items from the web permanently. Their slots are locked.
pub async fn use_up_stocks(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    slots: &[OnlineStockGroupId],
    items: &[InventoryItemId],
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    let items: Vec<_> = items.iter().map(|item| item.0).collect();
    for slot in slots {
        let stocks = sqlx::query_scalar!(
            r#"SELECT id AS "id: crate::ids::OnlineStockId" FROM online_stocks
               WHERE restaurant_id = $3 AND online_stock_group_id = $1 AND inventory_item_id = ANY ($2)
                   AND online_reservable_id IS NULL"#,
            slot.0,
            &items,
            restaurant.0
        );
        let stocks = stocks.fetch_all(&mut *conn).await?;
        if !stocks.is_empty() {
            crate::inventory::queries::delete_stocks(conn, restaurant, *slot, &stocks, now).await?;
        }
    }
    Ok(())
}

/// Returns how long before its start a reservation can no longer be made or changed online; zero for an unknown meal (gaps G072).
pub async fn find_cutoff(conn: &mut PgConnection, reservation: &Reservation) -> sqlx::Result<Duration> {
    let hours = sqlx::query_scalar!(
        "SELECT cutoff_hours FROM operations WHERE restaurant_id = $1 AND name = $2",
        reservation.restaurant_id.0,
        reservation.operation.as_str(),
    );
    Ok(Duration::hours(hours.fetch_optional(conn).await?.unwrap_or_default().into()))
}

/// Finds the seat group of a reservation.
pub async fn find_group_of(conn: &mut PgConnection, id: ReservationId) -> sqlx::Result<Option<FormSeatGroup>> {
    let group = sqlx::query!("SELECT restaurant_id, inventory_group_id FROM reservations WHERE id = $1", id.0);
    let Some(row) = group.fetch_optional(&mut *conn).await? else { return Ok(None) };
    find_group(conn, RestaurantId(row.restaurant_id), None, Some(InventoryGroupId(row.inventory_group_id))).await
}

/// Returns the seat group that the restaurant's seats share, or `None` if they belong to several groups or to none.
pub async fn find_group_of_items(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    uids: &[String],
) -> sqlx::Result<Option<InventoryGroupId>> {
    let groups = sqlx::query_scalar!(
        "SELECT DISTINCT inventory_group_id FROM inventory_items WHERE restaurant_id = $1 AND uid = ANY ($2)",
        restaurant.0,
        uids
    );
    let groups = groups.fetch_all(conn).await?;
    Ok(if let [group] = groups[..] { Some(InventoryGroupId(group)) } else { None })
}

/// A seat of a group, as a candidate for a reservation.
#[derive(Clone, Debug)]
pub struct SeatChoice {
    pub id: InventoryItemId,
    /// No other reservation occupies the seat.
    pub is_free: bool,
}

/// Lists the seats of a group in display order, and whether each is free for `own` within the span.
pub async fn list_seat_choices(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    group: InventoryGroupId,
    span: StayRange,
    own: ReservationId,
) -> sqlx::Result<Vec<SeatChoice>> {
    sqlx::query_as!(
        SeatChoice,
        r#"SELECT i.id AS "id: InventoryItemId", NOT EXISTS (
               SELECT 1 FROM reservation_seats s
               WHERE s.restaurant_id = $5 AND s.inventory_item_id = i.id AND s.released_at IS NULL AND seat_overlaps(s.during, $2, $3)
                 AND s.reservation_id <> $4) AS "is_free!"
           FROM inventory_items i WHERE i.restaurant_id = $5 AND i.inventory_group_id = $1 ORDER BY i.position, i.id"#,
        group.0,
        span.from,
        span.till,
        own.0,
        restaurant.0,
    )
    .fetch_all(conn)
    .await
}

/// A seat of any group, as staff choose it for a reservation.
#[derive(Clone, Debug)]
pub struct GroupedSeatChoice {
    pub uid: String,
    pub label: String,
    pub group_id: InventoryGroupId,
    pub group_uid: String,
    pub group_title_ja: String,
    pub group_title_en: String,
    pub capacity_per_stock: i32,
    /// No other reservation occupies the seat.
    pub is_free: bool,
}

/// Lists all seats of a restaurant in display order, except that the seats of `group` come first, and whether each is free for `own`
/// within the span.
pub async fn list_all_seat_choices(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    group: InventoryGroupId,
    span: StayRange,
    own: ReservationId,
) -> sqlx::Result<Vec<GroupedSeatChoice>> {
    sqlx::query_as!(
        GroupedSeatChoice,
        r#"SELECT i.uid, i.label, g.id AS "group_id: InventoryGroupId", g.uid AS group_uid, g.title_ja AS group_title_ja,
                  g.title_en AS group_title_en, g.capacity_per_stock, NOT EXISTS (
               SELECT 1 FROM reservation_seats s
               WHERE s.restaurant_id = $5 AND s.inventory_item_id = i.id AND s.released_at IS NULL AND seat_overlaps(s.during, $2, $3)
                 AND s.reservation_id <> $4) AS "is_free!"
           FROM inventory_items i
           JOIN inventory_groups g ON g.restaurant_id = i.restaurant_id AND g.id = i.inventory_group_id
           WHERE i.restaurant_id = $5 ORDER BY g.id = $1 DESC, g.position, g.id, i.position, i.id"#,
        group.0,
        span.from,
        span.till,
        own.0,
        restaurant.0,
    )
    .fetch_all(conn)
    .await
}

/// Lists the items that a live reservation occupies.
pub async fn list_own_items(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: ReservationId,
) -> sqlx::Result<Vec<InventoryItemId>> {
    sqlx::query_scalar!(
        r#"SELECT s.inventory_item_id AS "id: InventoryItemId" FROM reservation_seats s
           JOIN inventory_items i ON i.restaurant_id = s.restaurant_id AND i.id = s.inventory_item_id
           WHERE s.restaurant_id = $2 AND s.reservation_id = $1 AND s.released_at IS NULL ORDER BY i.position, i.id"#,
        id.0,
        restaurant.0
    )
    .fetch_all(conn)
    .await
}

/// Lists the uids of the items that a live reservation occupies, sorted.
pub async fn list_own_item_uids(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: ReservationId,
) -> sqlx::Result<Vec<String>> {
    let mut uids = sqlx::query_scalar!(
        "SELECT i.uid FROM reservation_seats s
         JOIN inventory_items i ON i.restaurant_id = s.restaurant_id AND i.id = s.inventory_item_id
         WHERE s.restaurant_id = $2 AND s.reservation_id = $1 AND s.released_at IS NULL",
        id.0,
        restaurant.0
    )
    .fetch_all(conn)
    .await?;
    uids.sort_unstable();
    Ok(uids)
}

/// Increases the version of a locked reservation, after a change of its place by statements that do not increase it.
pub async fn raise_version(conn: &mut PgConnection, restaurant: RestaurantId, id: ReservationId) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE reservations SET version = version + 1 WHERE restaurant_id = $1 AND id = $2",
        restaurant.0,
        id.0,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Returns the reason why seats are unavailable: `SeatHeld` if only diners' holds occupy them, expired ones included; else `SeatTaken`.
pub async fn conflict(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    items: &[InventoryItemId],
    span: StayRange,
    own: Option<ReservationId>,
) -> sqlx::Result<StaffError> {
    let items: Vec<_> = items.iter().map(|item| item.0).collect();
    let is_held = sqlx::query_scalar!(
        r#"SELECT coalesce(bool_and(r.status = 'pending' AND r.type = 'online_reservation'), false) AS "is_held!"
           FROM reservation_seats s
           JOIN reservations r ON r.restaurant_id = s.restaurant_id AND r.id = s.reservation_id
           WHERE s.restaurant_id = $5 AND s.inventory_item_id = ANY ($1) AND s.released_at IS NULL AND seat_overlaps(s.during, $2, $3)
             AND r.id IS DISTINCT FROM $4"#,
        &items,
        span.from,
        span.till,
        own.map(|id| id.0),
        restaurant.0
    );
    Ok(if is_held.fetch_one(conn).await? { StaffError::SeatHeld } else { StaffError::SeatTaken })
}

/// Finds a reservation of one of `kinds` at the restaurant by its number or uid, or by the uid of its invitation.
pub async fn find_id(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: Option<ReservationId>,
    uid: Option<&str>,
    kinds: &[&str],
) -> sqlx::Result<Option<ReservationId>> {
    let kinds: Vec<_> = kinds.iter().map(|kind| (*kind).to_owned()).collect();
    sqlx::query_scalar!(
        r#"SELECT r.id AS "id: ReservationId" FROM reservations r
           LEFT JOIN reservation_invites i ON i.restaurant_id = r.restaurant_id AND i.reservation_id = r.id
           WHERE r.restaurant_id = $1 AND (r.id = $2 OR r.uid = $3 OR i.uid = $3) AND r.type = ANY ($4)"#,
        restaurant.0,
        id.map(|id| id.0),
        uid,
        &kinds,
    )
    .fetch_optional(conn)
    .await
}

/// Reports whether the restaurant is closed on a day.
pub async fn is_closed(conn: &mut PgConnection, restaurant: RestaurantId, date: NaiveDate) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT 1 FROM restaurant_calendar_dates WHERE restaurant_id = $1 AND date = $2 AND is_closed) AS "is!""#,
        restaurant.0,
        date,
    )
    .fetch_one(conn)
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(from: &str, till: &str) -> StayRange {
        StayRange { from: from.parse().unwrap(), till: till.parse().unwrap() }
    }

    #[test]
    fn slots_near_a_stay_are_on_its_days_and_their_neighbours() {
        let days = |spans: &[StayRange]| -> Vec<_> { days_near(spans).iter().map(ToString::to_string).collect() };
        let evening = span("2026-12-08T22:00:00+09:00", "2026-12-09T01:30:00+09:00");
        assert_eq!(days(&[evening]), ["2026-12-07", "2026-12-08", "2026-12-09"]);
        let night = span("2026-12-20T00:30:00+09:00", "2026-12-20T10:00:00+09:00");
        assert_eq!(days(&[night]), ["2026-12-18", "2026-12-19", "2026-12-20", "2026-12-21"]);
        assert_eq!(days(&[evening, night, evening]).len(), 7);
        let endless = span("2026-12-08T18:00:00+09:00", "2126-12-08T18:00:00+09:00");
        assert_eq!(days(&[endless]), ["2026-12-07", "2026-12-08", "2026-12-09", "2026-12-10"]);
    }
}
