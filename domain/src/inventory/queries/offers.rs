//! Offers of slots in addition to the rows of the list, for the command line.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::ids::{OnlineStockGroupId, RestaurantId};

#[derive(Clone, Debug)]
pub struct SlotOffer {
    pub id: OnlineStockGroupId,
    /// Japanese titles, in order.
    pub courses: Vec<String>,
    pub stocks: Vec<StockOffer>,
    /// Title of the refill template that created it.
    pub template: Option<String>,
}

#[derive(Clone, Debug)]
pub struct StockOffer {
    pub item: String,
    /// Occupied by a live reservation, including a hold that has not expired.
    pub is_taken: bool,
    /// Only `groups` may book it; otherwise all other groups.
    pub is_whitelist: bool,
    /// Labels of customer groups.
    pub groups: Vec<String>,
}

/// Returns the offers of slots by uid.
pub async fn list_offers(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    uids: &[String],
    now: DateTime<Utc>,
) -> sqlx::Result<HashMap<String, SlotOffer>> {
    let slots = sqlx::query!(
        r#"SELECT o.id AS "id: OnlineStockGroupId", o.uid, t.title AS "template?",
                  array(SELECT c.title_ja FROM osg_courses x JOIN courses c ON c.restaurant_id = x.restaurant_id AND c.id = x.course_id
                        WHERE x.restaurant_id = o.restaurant_id AND x.online_stock_group_id = o.id ORDER BY c.position, c.id)
                      AS "courses!"
           FROM online_stock_groups o
           LEFT JOIN online_stock_refillment_templates t
               ON t.restaurant_id = o.restaurant_id AND t.id = o.online_stock_refillment_template_id
           WHERE o.restaurant_id = $1 AND o.uid = ANY ($2)"#,
        restaurant.0,
        uids,
    );
    let slots = slots.fetch_all(&mut *conn).await?;
    let ids: Vec<_> = slots.iter().map(|slot| slot.id).collect();
    let mut stocks = list_stocks(conn, restaurant, &ids, now).await?;
    let offers = slots.into_iter().map(|slot| {
        let stocks = stocks.remove(&slot.id).unwrap_or_default();
        (slot.uid, SlotOffer { id: slot.id, courses: slot.courses, stocks, template: slot.template })
    });
    Ok(offers.collect())
}

async fn list_stocks(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    slots: &[OnlineStockGroupId],
    now: DateTime<Utc>,
) -> sqlx::Result<HashMap<OnlineStockGroupId, Vec<StockOffer>>> {
    let slots: Vec<_> = slots.iter().map(|id| id.0).collect();
    let rows = sqlx::query!(
        r#"SELECT k.online_stock_group_id AS "slot: OnlineStockGroupId", i.label, k.access_control,
                  (r.id IS NOT NULL AND NOT (r.status = 'pending' AND coalesce(r.held_until <= $3, false))) AS "is_taken!",
                  array(SELECT g.label FROM online_stock_customer_groups x
                        JOIN customer_groups g ON g.restaurant_id = x.restaurant_id AND g.id = x.customer_group_id
                        WHERE x.restaurant_id = k.restaurant_id AND x.online_stock_id = k.id ORDER BY g.id) AS "groups!"
           FROM online_stocks k
           JOIN inventory_items i ON i.restaurant_id = k.restaurant_id AND i.id = k.inventory_item_id
           LEFT JOIN reservations r ON r.restaurant_id = k.restaurant_id AND r.id = k.online_reservable_id
           WHERE k.restaurant_id = $1 AND k.online_stock_group_id = ANY ($2) ORDER BY i.position, i.id"#,
        restaurant.0,
        &slots,
        now,
    );
    let mut stocks: HashMap<_, Vec<_>> = HashMap::new();
    for row in rows.fetch_all(conn).await? {
        let is_whitelist = row.access_control == "whitelist";
        let stock = StockOffer { item: row.label, is_taken: row.is_taken, is_whitelist, groups: row.groups };
        stocks.entry(row.slot).or_default().push(stock);
    }
    Ok(stocks)
}
