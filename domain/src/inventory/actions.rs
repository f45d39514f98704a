//! Creates and changes slots and removes their stocks from the web, for staff.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::error::SlotError;
use super::model::{
    CourseChoice, ItemAccess, NewGold, NewSlot, SeatGroup, SlotChange, StaffSlot, StaffStock, ValidSlot,
};
use super::queries::{self, slots};
use super::slot_form::{self, AccessRow, AccessRowKind, ServiceHours, SlotFormError, SlotTimes, StockAccess, TimeRow};
use crate::audit::{self, Actor};
use crate::ids::{CourseId, CustomerGroupId, GoldRoundId, OnlineStockGroupId, OnlineStockId, RestaurantId};
use crate::restaurants;
use crate::restaurants::model::{OperationName, Restaurant};
use crate::rng::Rng;
use crate::settings::features;

/// Creates a slot and returns its uid. Its meal is the meal of its courses.
pub async fn create(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: &Restaurant,
    form: &NewSlot,
) -> Result<String, SlotError> {
    let features = features::find(conn, restaurant.id).await?;
    if !features.create_osg_enabled || !features.allow_reservable_operation {
        return Err(SlotError::SwitchedOff);
    }
    slot_form::check_date(form.date, restaurants::queries::today(conn, restaurant, now).await?)?;
    let (group, items) = seats(conn, restaurant, form).await?;
    let (operation, courses) = courses(conn, restaurant, form).await?;
    let times = times(conn, restaurant, form.date, &form.times, &[]).await?;
    let guests_counts = slot_form::party_sizes(&form.guests_counts, group.capacity_of(items.len()))?;
    let round = match &form.gold {
        Some(gold) => Some((gold, gold_round(conn, gold).await?)),
        None => None,
    };
    let slot = ValidSlot {
        group: group.id,
        operation,
        date: form.date,
        guests_counts,
        always_allow_last_solo: form.always_allow_last_solo,
        show_end_time_on_title: form.show_end_time_on_title,
        times,
        courses,
        items,
    };
    let uid = rng.uid();
    let id = slots::insert_slot(conn, restaurant.id, &uid, &slot, now).await?;
    if let Some((gold, round)) = round {
        slots::insert_gold_allocation(conn, restaurant.id, &rng.uid(), id, round, gold, now).await?;
    }
    finish(conn, now, actor, restaurant, id, form.date, "slot_created").await?;
    Ok(uid)
}

/// Returns the inventory group and the chosen items with their access control. An item without a row is open to all diners.
async fn seats(
    conn: &mut PgConnection,
    restaurant: &Restaurant,
    form: &NewSlot,
) -> Result<(SeatGroup, Vec<ItemAccess>), SlotError> {
    let group = queries::find_group_id(conn, restaurant.id, &form.inventory_group_uid).await?;
    let group = queries::find_group(conn, restaurant.id, group.ok_or(SlotFormError::SeatsUnknown)?).await?;
    if form.inventory_item_uids.is_empty() {
        return Err(SlotFormError::SeatsMissing.into());
    }
    let known = known_groups(conn, restaurant).await?;
    let mut access = HashMap::new();
    for row in &form.access {
        let uid = match &row.row {
            AccessRowKind::Item(uid) => Some(uid),
            AccessRowKind::Nth(index) => form.inventory_item_uids.get(*index),
            AccessRowKind::Stock(_) => None,
        };
        let uid = uid.filter(|uid| form.inventory_item_uids.contains(uid)).ok_or(SlotFormError::SeatsUnknown)?;
        access.insert(uid.as_str(), StockAccess::parse(row, &known)?);
    }
    let chosen: HashSet<_> = form.inventory_item_uids.iter().map(String::as_str).collect();
    let items: Vec<_> = group.items.iter().filter(|item| chosen.contains(item.uid.as_str())).collect();
    if items.len() < chosen.len() {
        return Err(SlotFormError::SeatsUnknown.into());
    }
    let items = items
        .into_iter()
        .map(|item| ItemAccess { item: item.id, access: access.remove(item.uid.as_str()).unwrap_or_default() });
    let items = items.collect();
    Ok((group, items))
}

async fn known_groups(conn: &mut PgConnection, restaurant: &Restaurant) -> sqlx::Result<HashSet<CustomerGroupId>> {
    Ok(queries::list_groups(conn, restaurant.id).await?.into_iter().map(|group| group.id).collect())
}

/// Returns the chosen courses, all of one meal, and that meal.
async fn courses(
    conn: &mut PgConnection,
    restaurant: &Restaurant,
    form: &NewSlot,
) -> Result<(OperationName, Vec<CourseId>), SlotError> {
    let ids = slot_form::courses(&form.courses)?;
    let offered = queries::list_courses(conn, restaurant.id, form.date).await?;
    let chosen: Vec<&CourseChoice> =
        offered.iter().filter(|course| course.is_active && ids.contains(&course.id)).collect();
    let operation = chosen.first().ok_or(SlotFormError::CourseUnknown)?.operation;
    if chosen.len() < ids.len() || chosen.iter().any(|course| course.operation != operation) {
        return Err(SlotFormError::CourseUnknown.into());
    }
    Ok((operation, ids))
}

async fn times(
    conn: &mut PgConnection,
    restaurant: &Restaurant,
    date: chrono::NaiveDate,
    rows: &[TimeRow],
    kept: &[SlotTimes],
) -> Result<Vec<(DateTime<Utc>, DateTime<Utc>)>, SlotError> {
    let operations = restaurants::queries::list_operations(conn, restaurant.id).await?;
    let window = ServiceHours::covering(&operations).ok_or(SlotFormError::TimeInvalid)?;
    let stays = slot_form::stays(rows, window, kept)?;
    Ok(stays.into_iter().map(|stay| slot_form::instants(restaurant.zone, date, stay)).collect())
}

/// Returns the round of a gold slot, which must belong to a round of the programme. Its listing time is optional.
async fn gold_round(conn: &mut PgConnection, gold: &NewGold) -> Result<GoldRoundId, SlotError> {
    if gold.round.is_empty() {
        return Err(SlotFormError::GoldRoundMissing.into());
    }
    let is_ordered =
        gold.listed_from.zip(gold.available_as_second_from).is_none_or(|(listed, second)| listed <= second);
    if !is_ordered {
        return Err(SlotFormError::GoldTimeInvalid.into());
    }
    Ok(queries::find_gold_round(conn, &gold.round).await?.ok_or(SlotFormError::GoldRoundUnknown)?)
}

/// Changes the offer of a slot from now on; its holds and bookings keep their terms (gaps G173). Returns the slot as it was before.
pub async fn update(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: &Restaurant,
    id: OnlineStockGroupId,
    change: &SlotChange,
) -> Result<StaffSlot, SlotError> {
    let slot = lock(conn, restaurant.id, id, now).await?;
    let guests_counts = match &change.guests_counts {
        Some(counts) => slot_form::party_sizes(counts, slot.max_guests_count())?,
        None => slot.guests_counts.clone(),
    };
    if let Some(rows) = &change.times {
        let kept = stays_of(&slot, restaurant);
        let times = times(conn, restaurant, slot.date, rows, &kept).await?;
        slots::replace_times(conn, restaurant.id, id, &times).await?;
    }
    if let Some(courses) = &change.courses {
        let courses = changed_courses(conn, restaurant, &slot, courses).await?;
        slots::replace_courses(conn, restaurant.id, id, &courses).await?;
    }
    if let Some(rows) = &change.access {
        let access = changed_access(conn, restaurant, &slot, rows).await?;
        slots::set_access(conn, restaurant.id, &access).await?;
    }
    let title = |changed: &Option<String>, previous: &Option<String>| match changed {
        Some(text) => slot_form::title(text),
        None => Ok(previous.clone()),
    };
    let (ja, en) = (
        title(&change.custom_title_ja, &slot.custom_title_ja)?,
        title(&change.custom_title_en, &slot.custom_title_en)?,
    );
    let terms = slots::SlotTerms {
        guests_counts: &guests_counts,
        always_allow_last_solo: change.always_allow_last_solo.unwrap_or(slot.always_allow_last_solo),
        show_end_time_on_title: change.show_end_time_on_title.unwrap_or(slot.show_end_time_on_title),
        custom_title_ja: ja.as_deref(),
        custom_title_en: en.as_deref(),
    };
    slots::update_terms(conn, restaurant.id, id, &terms).await?;
    finish(conn, now, actor, restaurant, id, slot.date, "slot_updated").await?;
    Ok(slot)
}

/// Returns the slot, locked until the transaction ends. An error if it was deleted in the meantime.
async fn lock(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: OnlineStockGroupId,
    now: DateTime<Utc>,
) -> Result<StaffSlot, SlotError> {
    queries::lock_slots(conn, restaurant, &[id]).await?;
    let slot = queries::find_slot(conn, restaurant, id, now).await?;
    if slot.is_deleted { Err(SlotError::Gone) } else { Ok(slot) }
}

fn stays_of(slot: &StaffSlot, restaurant: &Restaurant) -> Vec<SlotTimes> {
    let clock = |at: DateTime<Utc>| slot_form::parse_clock(&restaurant.zone.clock_time(slot.date, at));
    slot.times.iter().filter_map(|(start, end)| clock(*start).zip(clock(*end))).collect()
}

/// Returns the new courses, which belong to the slot's meal. A discontinued course may stay and cannot be added.
async fn changed_courses(
    conn: &mut PgConnection,
    restaurant: &Restaurant,
    slot: &StaffSlot,
    courses: &[CourseId],
) -> Result<Vec<CourseId>, SlotError> {
    let ids = slot_form::courses(courses)?;
    let offered = queries::list_courses(conn, restaurant.id, slot.date).await?;
    let may = |course: &CourseChoice| {
        course.operation == slot.operation && (course.is_active || slot.courses.contains(&course.id))
    };
    let are_valid = ids.iter().all(|id| offered.iter().any(|course| course.id == *id && may(course)));
    if are_valid { Ok(ids) } else { Err(SlotFormError::CourseUnknown.into()) }
}

/// Returns the access control of the free stocks from now on. A stock without a row in the form is open to all diners (gaps G055). Stocks
/// that are reserved, or in a cancellation slot, stay as they are.
async fn changed_access(
    conn: &mut PgConnection,
    restaurant: &Restaurant,
    slot: &StaffSlot,
    rows: &[AccessRow],
) -> Result<Vec<(OnlineStockId, StockAccess)>, SlotError> {
    let known = known_groups(conn, restaurant).await?;
    let mut asked = HashMap::new();
    for row in rows {
        let stock = match row.row {
            AccessRowKind::Stock(id) => slot.stocks.iter().find(|stock| stock.id == id),
            _ => None,
        };
        asked.insert(stock.ok_or(SlotError::Gone)?.id, StockAccess::parse(row, &known)?);
    }
    let mut changed = Vec::new();
    for stock in &slot.stocks {
        let asked = asked.remove(&stock.id);
        match access_obstacle(stock) {
            Some(refusal) if asked.as_ref().is_some_and(|access| *access != stock.access) => return Err(refusal),
            Some(_) => {}
            None => changed.push((stock.id, asked.unwrap_or_default())),
        }
    }
    Ok(changed)
}

/// Returns the reason why access to a stock cannot be changed, if any.
fn access_obstacle(stock: &StaffStock) -> Option<SlotError> {
    match stock {
        StaffStock { online_reservable_id: Some(_), .. } => Some(SlotError::Reserved),
        StaffStock { is_freed: true, .. } => Some(SlotError::Freed),
        _ => None,
    }
}

/// Removes free stocks from the web, and the slot with its last stock. If one of them is reserved, removes none.
pub async fn delete_stocks(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: &Restaurant,
    id: OnlineStockGroupId,
    stocks: &[OnlineStockId],
) -> Result<(), SlotError> {
    if stocks.is_empty() {
        return Err(SlotFormError::StocksMissing.into());
    }
    let slot = lock(conn, restaurant.id, id, now).await?;
    for wanted in stocks {
        let stock = slot.stocks.iter().find(|stock| stock.id == *wanted).ok_or(SlotError::Gone)?;
        if stock.online_reservable_id.is_some() {
            return Err(SlotError::Reserved);
        }
    }
    queries::delete_stocks(conn, restaurant.id, id, stocks, now).await?;
    finish(conn, now, actor, restaurant, id, slot.date, "slot_stocks_deleted").await
}

async fn finish(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: &Restaurant,
    id: OnlineStockGroupId,
    date: chrono::NaiveDate,
    action: &str,
) -> Result<(), SlotError> {
    let event = audit::Event {
        actor,
        action,
        restaurant: Some(restaurant.id),
        reservation: None,
        detail: json!({ "online_stock_group_id": id }),
    };
    audit::record(conn, now, event).await?;
    Ok(queries::refresh_days(conn, restaurant.id, &[date]).await?)
}
