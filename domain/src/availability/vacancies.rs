//! Restaurants with free seats by day, for many restaurants together: the day summaries of the month calendar, with the offers of a day's
//! slots. A summary narrows a search; the rules of a day (`offers`) decide what is shown.

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgConnection;

use super::access::Access;
use super::day::{Slot, offers};
use super::queries::{find_slots, find_viewers};
use super::viewer::Viewer;
use crate::ids::{AreaId, CuisineId, OnlineStockGroupId, RestaurantId, UserId};
use crate::money::Yen;
use crate::restaurants::facilities::{Facility, FacilitySet};
use crate::restaurants::model::OperationName;
use crate::text_enum::text_enum;

text_enum! {
    pub enum InventoryType of "inventory_groups.inventory_type" {
        Counter = "counter",
        Table = "table",
        PrivateRoom = "private_room",
    }
}

/// Largest party of a search.
pub const MAX_PARTY_SIZE: i32 = 8;

/// Offers of a day's slots: one bit for each meal, kind of seat and party of 1 to 8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OfferBits(pub u128);

impl OfferBits {
    fn bit(operation: OperationName, kind: InventoryType, guests: i32) -> u128 {
        let meal = OperationName::ALL.iter().position(|known| *known == operation).unwrap_or_default();
        let kind = InventoryType::ALL.iter().position(|known| *known == kind).unwrap_or_default();
        let guests = usize::try_from(guests.clamp(1, MAX_PARTY_SIZE) - 1).unwrap_or_default();
        1 << ((meal * InventoryType::ALL.len() + kind) * 8 + guests)
    }

    /// Bits of the requested meals, kind of seat and party; a parameter without a value matches all.
    pub fn requested(operations: &[OperationName], kind: Option<InventoryType>, guests: Option<i32>) -> Self {
        let mut bits = 0;
        for operation in OperationName::ALL.into_iter().filter(|one| operations.is_empty() || operations.contains(one))
        {
            for one in InventoryType::ALL.into_iter().filter(|one| kind.is_none_or(|kind| kind == *one)) {
                for party in (1..=MAX_PARTY_SIZE).filter(|party| guests.is_none_or(|guests| guests == *party)) {
                    bits |= Self::bit(operation, one, party);
                }
            }
        }
        Self(bits)
    }

    pub const fn intersects(self, asked: Self) -> bool {
        self.0 & asked.0 != 0
    }
}

/// A restaurant that the search may find.
#[derive(Clone, Copy, Debug)]
pub struct VacancyRestaurant {
    pub id: RestaurantId,
    pub area: AreaId,
    pub cuisine: CuisineId,
    /// Prices of the cheapest and the most expensive course; None without courses.
    pub prices: Option<(Yen, Yen)>,
    pub facilities: FacilitySet,
}

/// A day of a restaurant on which something may be free.
#[derive(Clone, Copy, Debug)]
pub struct VacancySummary {
    pub restaurant: RestaurantId,
    pub date: NaiveDate,
    /// The last instant at which any diner can book something.
    pub bookable_until: DateTime<Utc>,
    pub offered: OfferBits,
}

/// Returns the public restaurants, in the order of the list.
pub async fn list_places(conn: &mut PgConnection) -> sqlx::Result<Vec<VacancyRestaurant>> {
    let rows = sqlx::query!(
        r#"SELECT r.id AS "id: RestaurantId", r.area_id, r.cuisine_id, r.facilities, min(c.price) AS "least: Yen",
                  max(c.price) AS "most: Yen"
           FROM restaurants r LEFT JOIN courses c ON c.restaurant_id = r.id AND c.is_active
           WHERE r.visibility = 'public' GROUP BY r.id ORDER BY r.id"#
    );
    let rows = rows.fetch_all(conn).await?.into_iter();
    Ok(rows
        .map(|row| VacancyRestaurant {
            id: row.id,
            area: AreaId(row.area_id),
            cuisine: CuisineId(row.cuisine_id),
            prices: row.least.zip(row.most),
            facilities: FacilitySet::of(&Facility::known(&row.facilities)),
        })
        .collect())
}

/// Returns the summaries of some days: of all public restaurants, or of `among`. A day without anything free has no summary.
pub async fn list_summaries(
    conn: &mut PgConnection,
    dates: &[NaiveDate],
    among: Option<&[RestaurantId]>,
) -> sqlx::Result<Vec<VacancySummary>> {
    let among = among.map(|ids| ids.iter().map(|id| id.0).collect::<Vec<_>>());
    let rows = sqlx::query!(
        r#"SELECT a.restaurant_id AS "restaurant: RestaurantId", a.date, a.bookable_until AS "bookable_until!",
                  o.operation AS "operation: OperationName", g.inventory_type AS "kind: InventoryType",
                  bit_or(o.parties) AS "parties!"
           FROM availability_days a
           JOIN LATERAL (
               SELECT s.operation, s.inventory_group_id,
                      coalesce((SELECT bit_or(1 << (n - 1)) FROM unnest(s.guests_counts) n WHERE n BETWEEN 1 AND 8), 0)
                      | CASE WHEN s.always_allow_last_solo THEN 1 ELSE 0 END AS parties
               FROM online_stock_groups s
               WHERE s.restaurant_id = a.restaurant_id AND s.date = a.date AND s.deleted_at IS NULL OFFSET 0) o ON true
           JOIN inventory_groups g ON g.restaurant_id = a.restaurant_id AND g.id = o.inventory_group_id
           WHERE a.access_class = 0 AND a.date = ANY ($1) AND a.bookable_until IS NOT NULL
             AND ($2::bigint[] IS NULL OR a.restaurant_id = ANY ($2))
           GROUP BY a.restaurant_id, a.date, a.bookable_until, o.operation, g.inventory_type
           ORDER BY a.restaurant_id, a.date"#,
        dates,
        among.as_deref(),
    )
    .fetch_all(conn)
    .await?;
    let mut sums: Vec<VacancySummary> = Vec::new();
    for row in rows {
        let mut offered = OfferBits::default();
        for guests in (1..=MAX_PARTY_SIZE).filter(|guests| row.parties & (1 << (guests - 1)) != 0) {
            offered.0 |= OfferBits::bit(row.operation, row.kind, guests);
        }
        match sums.last_mut().filter(|sum| (sum.restaurant, sum.date) == (row.restaurant, row.date)) {
            Some(sum) => sum.offered.0 |= offered.0,
            None => sums.push(VacancySummary {
                restaurant: row.restaurant,
                date: row.date,
                bookable_until: row.bookable_until,
                offered,
            }),
        }
    }
    Ok(sums)
}

/// Returns the restaurants at which the diner has a customer group, and therefore another access class: the general summaries do not
/// cover them.
pub async fn list_restaurants_with_group(conn: &mut PgConnection, diner: UserId) -> sqlx::Result<Vec<RestaurantId>> {
    let ids = sqlx::query_scalar!(
        "SELECT restaurant_id FROM customers WHERE user_id = $1 AND customer_group_id IS NOT NULL",
        diner.0
    );
    Ok(ids.fetch_all(conn).await?.into_iter().map(RestaurantId).collect())
}

/// Conditions of a search on one day.
#[derive(Clone, Debug)]
pub struct VacancyQuery {
    pub dates: Vec<NaiveDate>,
    pub operations: Vec<OperationName>,
    pub kind: Option<InventoryType>,
    pub guests: Option<i32>,
    pub prices: (Option<Yen>, Option<Yen>),
}

impl VacancyQuery {
    pub fn offered(&self) -> OfferBits {
        OfferBits::requested(&self.operations, self.kind, self.guests)
    }
}

/// Returns, for each of some restaurants, the requested days on which a diner can book now by the rules of a day. Omits restaurants without
/// such a day.
pub async fn find_free_days(
    conn: &mut PgConnection,
    restaurants: &[RestaurantId],
    diner: Option<UserId>,
    asked: &VacancyQuery,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<(RestaurantId, Vec<NaiveDate>)>> {
    let ids: Vec<_> = restaurants.iter().map(|id| id.0).collect();
    let operations: Vec<_> = asked.operations.iter().map(|one| one.as_str().to_owned()).collect();
    let slots = sqlx::query!(
        r#"SELECT s.restaurant_id AS "restaurant: RestaurantId", s.id AS "id: OnlineStockGroupId"
           FROM online_stock_groups s
           JOIN inventory_groups g ON g.restaurant_id = s.restaurant_id AND g.id = s.inventory_group_id
           WHERE s.restaurant_id = ANY ($1) AND s.date = ANY ($2) AND s.deleted_at IS NULL
             AND ($3::text[] = '{}' OR s.operation = ANY ($3)) AND ($4::text IS NULL OR g.inventory_type = $4)"#,
        &ids,
        &asked.dates,
        &operations,
        asked.kind.map(InventoryType::as_str),
    );
    let slots: Vec<_> = slots.fetch_all(&mut *conn).await?.into_iter().map(|row| (row.restaurant, row.id)).collect();
    let slots = find_slots(conn, &slots, now).await?;
    let viewers: Vec<_> = restaurants.iter().map(|id| (*id, diner)).collect();
    let viewers = find_viewers(conn, &viewers, now).await?;
    let found = restaurants.iter().zip(&viewers).map(|(id, (viewer, terms))| {
        let own: Vec<_> = slots.iter().filter(|slot| slot.restaurant == *id).cloned().collect();
        (*id, free_days(&own, viewer, terms.zone.earliest_open_day(now), asked, now))
    });
    Ok(found.filter(|(_, days)| !days.is_empty()).collect())
}

fn free_days(
    slots: &[Slot],
    viewer: &Viewer,
    today: NaiveDate,
    asked: &VacancyQuery,
    now: DateTime<Utc>,
) -> Vec<NaiveDate> {
    let Access { is_refused, .. } = viewer.access;
    let window = viewer.window(now);
    let (least, most) = asked.prices;
    let is_affordable = |price: Yen| least.is_none_or(|least| least <= price) && most.is_none_or(|most| price <= most);
    let mut days: Vec<_> = offers(slots, viewer.access, now)
        .iter()
        .filter(|offer| !is_refused && today <= offer.slot.date && window.covers(offer.slot.date))
        .filter(|offer| asked.guests.is_none_or(|guests| offer.guests_options.contains(&guests)))
        .filter(|offer| {
            (least.is_none() && most.is_none())
                || offer.slot.courses.iter().any(|course| is_affordable(course.course.price))
        })
        .map(|offer| offer.slot.date)
        .collect();
    days.sort_unstable();
    days.dedup();
    days
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offers_match_search_parameters() {
        let lunch_for_two = OfferBits(OfferBits::bit(OperationName::Lunch, InventoryType::Table, 2));
        assert!(lunch_for_two.intersects(OfferBits::requested(&[], None, None)));
        assert!(lunch_for_two.intersects(OfferBits::requested(
            &[OperationName::Lunch],
            Some(InventoryType::Table),
            Some(2)
        )));
        assert!(!lunch_for_two.intersects(OfferBits::requested(&[OperationName::Dinner], None, None)));
        assert!(!lunch_for_two.intersects(OfferBits::requested(&[], Some(InventoryType::Counter), None)));
        assert!(!lunch_for_two.intersects(OfferBits::requested(&[], None, Some(3))));
        let all = OfferBits::requested(&[], None, None).0.count_ones();
        assert_eq!(usize::try_from(all), Ok(OperationName::ALL.len() * InventoryType::ALL.len() * 8));
    }
}
