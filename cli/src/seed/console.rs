//! Data of the demo restaurants in the owner console: tags, planned slots, memos, charge invoices.

use anyhow::Context;
use chrono::{DateTime, Duration, Months, NaiveDate, Utc};
use domain::charge_invoices::bank;
use domain::ids::RestaurantId;
use domain::inventory;
use domain::phone::PhoneNumber;
use domain::zone::{YearMonth, Zone};
use sqlx::PgConnection;

use super::restaurants::time;
use super::tools::Tools;
use super::world::{Console, OperationSlot, World};

pub async fn load(conn: &mut PgConnection, tools: &Tools<'_>, world: &World) -> anyhow::Result<()> {
    for restaurant in &world.restaurants {
        let Some(console) = &restaurant.console else { continue };
        let id = sqlx::query_scalar!("SELECT id FROM restaurants WHERE slug = $1", restaurant.slug);
        let id = id.fetch_one(&mut *conn).await?;
        load_one(conn, tools, id, console).await.with_context(|| restaurant.slug.clone())?;
    }
    Ok(())
}

async fn load_one(conn: &mut PgConnection, tools: &Tools<'_>, id: i64, console: &Console) -> anyhow::Result<()> {
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
        plan_slots(conn, id, slot).await?;
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
    charge(conn, id, tools.now).await?;
    let dates: Vec<_> = console.days.iter().map(|day| today + Duration::days(day.days)).collect();
    inventory::queries::refresh_days(conn, RestaurantId(id), &dates).await?;
    Ok(())
}

/// Inserts the planned slots of a period of the day, for weekdays and weekends (the circles of the calendars).
async fn plan_slots(conn: &mut PgConnection, restaurant: i64, slot: &OperationSlot) -> anyhow::Result<()> {
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

async fn mark(
    conn: &mut PgConnection,
    restaurant: i64,
    date: NaiveDate,
    day: &super::world::SampleDay,
) -> sqlx::Result<()> {
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

/// Yen per reservation.
const CHARGE_RATE: i32 = 300;

/// Inserts a charge rate, and the charge invoices of the last three months at this rate; all except the last are paid.
async fn charge(conn: &mut PgConnection, restaurant: i64, now: DateTime<Utc>) -> anyhow::Result<()> {
    let this_month = YearMonth::containing(Zone::default().date_of(now)).first_day();
    sqlx::query!(
        "INSERT INTO restaurant_charge_rates (restaurant_id, valid_from, amount, created_at) VALUES ($1, $2, $3, $4)",
        restaurant,
        this_month - Months::new(3),
        CHARGE_RATE,
        now,
    )
    .execute(&mut *conn)
    .await?;
    for (ago, count) in (1_u32..).zip([41_i32, 38, 35]) {
        let month = YearMonth::containing(this_month - Months::new(ago));
        let issued_at = Zone::default().at(month.next().first_day(), chrono::NaiveTime::MIN);
        let invoice = PastInvoice { month, count: count - i32::try_from(restaurant % 7)?, issued_at };
        issue(conn, RestaurantId(restaurant), &invoice, ago > 1).await?;
    }
    Ok(())
}

/// The charge invoice of a month whose reservations are not stored here.
struct PastInvoice {
    month: YearMonth,
    count: i32,
    issued_at: DateTime<Utc>,
}

async fn issue(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    invoice: &PastInvoice,
    is_paid: bool,
) -> anyhow::Result<()> {
    sqlx::query!(
        "INSERT INTO ledger_transfers (restaurant_id, key, kind, debit_account, credit_account, amount, invoice_month, booked_at)
         SELECT $1, 'charge:' || $2::date || ':' || n, 'restaurant_charge', 'restaurant_payable', 'restaurant_charges', $3, $2, $4
         FROM generate_series(1, $5::integer) n",
        restaurant.0,
        invoice.month.first_day(),
        CHARGE_RATE,
        invoice.issued_at,
        invoice.count,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "INSERT INTO restaurant_charge_invoices (restaurant_id, month, reservations_count, amount, status, issued_at)
         VALUES ($1, $2, $3, $4, 'issued', $5)",
        restaurant.0,
        invoice.month.first_day(),
        invoice.count,
        invoice.count * CHARGE_RATE,
        invoice.issued_at,
    )
    .execute(&mut *conn)
    .await?;
    if is_paid {
        let (month, paid_at) = (invoice.month, invoice.issued_at + Duration::days(20));
        bank::record_payment(conn, paid_at, restaurant, month.first_day(), &format!("振込 {month}")).await?;
    }
    Ok(())
}
