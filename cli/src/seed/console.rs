//! What the restaurants of the demo world keep in the owner's console: tags, promised slots, memos, statements of charges.

use anyhow::Context;
use chrono::{Duration, Months, NaiveDate};
use domain::ids::RestaurantId;
use domain::inventory;
use domain::phone::PhoneNumber;
use domain::zone::{YearMonth, Zone};
use sqlx::PgConnection;

use super::Tools;
use super::restaurants::time;
use super::world::{Console, OperationSlot, Restaurant, World};

pub async fn load(conn: &mut PgConnection, tools: &Tools<'_>, world: &World) -> anyhow::Result<()> {
    for restaurant in &world.restaurants {
        let Some(console) = &restaurant.console else { continue };
        let id = sqlx::query_scalar!("SELECT id FROM restaurants WHERE slug = $1", restaurant.slug);
        let id = id.fetch_one(&mut *conn).await?;
        load_one(conn, tools, id, restaurant, console).await.with_context(|| restaurant.slug.clone())?;
    }
    Ok(())
}

async fn load_one(
    conn: &mut PgConnection,
    tools: &Tools<'_>,
    id: i64,
    restaurant: &Restaurant,
    console: &Console,
) -> anyhow::Result<()> {
    let today = Zone::default().date_of(tools.now);
    for (position, tag) in (0..).zip(&console.tags) {
        sqlx::query!(
            "INSERT INTO calendar_tags (restaurant_id, label, color, position) VALUES ($1, $2, $3, $4)",
            id,
            tag.label,
            tag.color,
            position
        )
        .execute(&mut *conn)
        .await?;
    }
    for slot in &console.operation_slots {
        promise(conn, id, slot).await?;
    }
    for day in &console.days {
        mark(conn, id, today + Duration::days(day.days), day).await?;
    }
    for number in &console.blacklist {
        let phone = PhoneNumber::parse("JP", &number.phone_local_number)?;
        sqlx::query!(
            "INSERT INTO blacklisted_phone_numbers (restaurant_id, phone_local_number, phone_e164, internal_memo, created_at)
             VALUES ($1, $2, $3, $4, $5)",
            id,
            phone.local,
            phone.e164,
            number.internal_memo,
            tools.now,
        )
        .execute(&mut *conn)
        .await?;
    }
    sqlx::query!(
        "INSERT INTO restaurant_feature_availabilities (restaurant_id, show_gold_users, delivery_provider) VALUES ($1, $2, $3)",
        id,
        console.show_gold_users,
        console.delivery_provider,
    )
    .execute(&mut *conn)
    .await?;
    charge(conn, id, restaurant.reservation_fee, today).await?;
    let dates: Vec<_> = console.days.iter().map(|day| today + Duration::days(day.days)).collect();
    inventory::queries::refresh_days(conn, RestaurantId(id), &dates).await?;
    Ok(())
}

/// So many slots per day of the week are promised to the platform (the calendars' circles).
async fn promise(conn: &mut PgConnection, restaurant: i64, slot: &OperationSlot) -> anyhow::Result<()> {
    sqlx::query!(
        "INSERT INTO calendar_operation_settings (restaurant_id, operation) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        restaurant,
        slot.operation
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "INSERT INTO calendar_operation_slots (restaurant_id, operation, inventory_group_id, start_time, end_time, monday,
             tuesday, wednesday, thursday, friday, saturday, sunday, holiday)
         SELECT $1, $2, id, $3, $4, $6, $6, $6, $6, $6, $7, $7, $7 FROM inventory_groups
         WHERE restaurant_id = $1 AND short_label = $5",
        restaurant,
        slot.operation,
        time(&slot.from)?,
        time(&slot.till)?,
        slot.group,
        slot.weekdays,
        slot.weekends,
    )
    .execute(conn)
    .await?;
    Ok(())
}

async fn mark(conn: &mut PgConnection, restaurant: i64, date: NaiveDate, day: &super::world::Day) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO restaurant_calendar_dates (restaurant_id, date, is_closed, daily_memo) VALUES ($1, $2, $3, $4)",
        restaurant,
        date,
        day.is_closed,
        day.memo,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "INSERT INTO calendar_date_tags (restaurant_id, date, calendar_tag_id)
         SELECT restaurant_id, $2, id FROM calendar_tags WHERE restaurant_id = $1 AND label = ANY ($3)",
        restaurant,
        date,
        &day.tags,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The statements of the last three months: a fee per booking.
async fn charge(conn: &mut PgConnection, restaurant: i64, fee: i32, today: NaiveDate) -> sqlx::Result<()> {
    let this_month = YearMonth::of(today).first_day();
    for (ago, count) in (0_u32..).zip([41_i32, 38, 35]) {
        let month = YearMonth::of(this_month - Months::new(ago + 1));
        let issued_at = Zone::default().at(month.next().first_day(), chrono::NaiveTime::MIN);
        sqlx::query!(
            "INSERT INTO restaurant_charge_invoices (restaurant_id, month, reservations_count, amount, status, issued_at)
             VALUES ($1, $2, $3, $4, $5, $6)",
            restaurant,
            month.first_day(),
            count - i32::try_from(restaurant % 7).unwrap_or_default(),
            (count - i32::try_from(restaurant % 7).unwrap_or_default()) * fee,
            if ago == 0 { "issued" } else { "paid" },
            issued_at,
        )
        .execute(&mut *conn)
        .await?;
    }
    Ok(())
}
