//! Compares the day summaries, which SQL maintains, with the rules of a day in Rust.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgConnection;

use crate::availability::access::Access;
use crate::availability::day::Slot;
use crate::availability::queries::list_slots;
use crate::ids::{CustomerGroupId, RestaurantId};

/// A day's summary: whether it has slots, and until when something on it can be booked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Summary {
    has_slots: bool,
    bookable_until: Option<DateTime<Utc>>,
}

type Summaries = BTreeMap<(NaiveDate, i64), Summary>;

pub(super) async fn summaries(conn: &mut PgConnection) -> sqlx::Result<Vec<String>> {
    let restaurants = sqlx::query_scalar!(r#"SELECT id AS "id: RestaurantId" FROM restaurants ORDER BY id"#);
    let mut faults = Vec::new();
    for restaurant in restaurants.fetch_all(&mut *conn).await? {
        let stored = stored(conn, restaurant).await?;
        let computed = computed(conn, restaurant, &stored).await?;
        faults.extend(differences(restaurant, &stored, &computed));
    }
    Ok(faults)
}

async fn stored(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<Summaries> {
    let rows = sqlx::query!(
        "SELECT date, access_class, has_slots, bookable_until FROM availability_days WHERE restaurant_id = $1",
        restaurant.0
    );
    let rows = rows.fetch_all(conn).await?.into_iter();
    let summary = |has_slots: bool, bookable_until: Option<DateTime<Utc>>| Summary { has_slots, bookable_until };
    Ok(rows.map(|r| ((r.date, r.access_class), summary(r.has_slots, r.bookable_until))).collect())
}

/// Computes the summaries by the rules, for every day with a slot or a summary and for every class.
async fn computed(conn: &mut PgConnection, restaurant: RestaurantId, stored: &Summaries) -> sqlx::Result<Summaries> {
    let groups = sqlx::query_scalar!("SELECT id FROM customer_groups WHERE restaurant_id = $1", restaurant.0);
    let classes: Vec<_> = groups.fetch_all(&mut *conn).await?.into_iter().chain([0]).collect();
    let dated = sqlx::query_scalar!(
        "SELECT DISTINCT o.date FROM online_stock_groups o
         JOIN operations op ON op.restaurant_id = o.restaurant_id AND op.name = o.operation AND op.is_active
         WHERE o.restaurant_id = $1 AND o.deleted_at IS NULL
           AND NOT EXISTS (SELECT 1 FROM gold_allocations ga WHERE ga.restaurant_id = o.restaurant_id
               AND ga.online_stock_group_id = o.id)",
        restaurant.0
    );
    let with_slots: BTreeSet<_> = dated.fetch_all(&mut *conn).await?.into_iter().collect();
    // At the earliest instant, nothing has expired: a hold occupies its seats until it is swept, as in the summaries.
    let dates: Vec<_> = with_slots.iter().copied().collect();
    let slots = list_slots(conn, restaurant, &dates, DateTime::UNIX_EPOCH).await?;
    let mut days: Summaries = Summaries::new();
    for date in with_slots.iter().copied().chain(stored.keys().map(|(date, _)| *date)) {
        for class in &classes {
            days.insert((date, *class), Summary { has_slots: with_slots.contains(&date), bookable_until: None });
        }
    }
    for slot in &slots {
        for class in &classes {
            if let Some(day) = days.get_mut(&(slot.date, *class)) {
                day.bookable_until = day.bookable_until.max(bookable_until(slot, *class));
            }
        }
    }
    Ok(days)
}

fn bookable_until(slot: &Slot, class: i64) -> Option<DateTime<Utc>> {
    let access = Access { group: (class != 0).then_some(CustomerGroupId(class)), ..Access::default() };
    let open = slot.times.iter().filter(|time| !slot.guests_options_at(time, access).is_empty());
    open.map(|time| slot.bookable_until(time)).max()
}

fn differences(restaurant: RestaurantId, stored: &Summaries, computed: &Summaries) -> Vec<String> {
    let wrong = computed.iter().filter_map(|((date, class), should)| {
        let is = stored.get(&(*date, *class));
        (is != Some(should)).then(|| {
            let is = is.map_or_else(|| "missing".to_owned(), |is| is.formatted());
            format!("restaurant {restaurant} on {date}, class {class}: {is}, should be {}", should.formatted())
        })
    });
    wrong.collect()
}

impl Summary {
    fn formatted(self) -> String {
        let slots = if self.has_slots { "slots" } else { "no slots" };
        let until = self.bookable_until.map_or_else(|| "never".to_owned(), |at| format!("until {}", at.to_rfc3339()));
        format!("{slots}, bookable {until}")
    }
}
