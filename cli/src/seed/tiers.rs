//! The paid tiers of the demo world: prices, codes, a gold round, and subscribers, who subscribe through the same functions as
//! other diners.

use anyhow::Context;
use chrono::{DateTime, Duration, NaiveDate, Utc};
use domain::accounts::gold_profile::{self, GoldProfile};
use domain::clock::Clock;
use domain::entitlements::tiers::Grade;
use domain::ids::RestaurantId;
use domain::inventory::queries::refresh_days;
use domain::money::Yen;
use domain::payments::model::PaymentContext;
use domain::plans::error::SubscriptionPlanError;
use domain::plans::offers;
use domain::plans::subscribe::{SubscriptionRequest, subscribe};
use domain::restaurants::queries::find_by_slug;
use sqlx::{PgConnection, PgPool};

use super::accounts::find_diner;
use super::milestones;
use super::tools::Tools;

/// Grade, price in yen, billing interval, and name of the product at the card provider.
const PRICES: [(Grade, i64, &str, &str); 4] = [
    (Grade::Green, 980, "month", "Seki Premium"),
    (Grade::Green, 9_800, "year", "Seki Premium"),
    (Grade::Gold, 9_800, "month", "Seki Gold"),
    (Grade::Ohc, 3_000, "month", "Seki OHC"),
];
const SUBSCRIBERS: [(&str, Grade); 3] =
    [("kenji@seki.test", Grade::Green), ("aoi@seki.test", Grade::Gold), ("ren@seki.test", Grade::Ohc)];
/// The restaurant of the gold slots, their number, and the days from now until the first of them.
const GOLD_SLOTS: (&str, i64, i64) = ("kaiseki-hanaikada", 3, 35);

/// Creates the prices at the card provider, and then inserts all rows in one transaction.
pub async fn load(pool: &PgPool, tools: &Tools<'_>) -> anyhow::Result<()> {
    let mut prices = Vec::new();
    for (grade, amount, interval, product) in PRICES {
        let key = format!("demo-price:{grade}:{interval}:{}", tools.rng.uid());
        let price = tools.stripe.create_price(product, Yen(amount), interval, 1, &key).await?;
        prices.push((grade, price.id, i32::try_from(amount)?, interval));
    }
    let mut tx = pool.begin().await?;
    milestones::reach(&mut tx, tools, milestones::TIERS).await?;
    for (grade, id, amount, interval) in &prices {
        insert_price(&mut tx, tools.now, *grade, id, *amount, interval).await?;
    }
    codes(&mut tx, tools.now).await?;
    gold_round(&mut tx, tools).await?;
    Ok(tx.commit().await?)
}

/// Subscribes the diners of the paid tiers who have not subscribed yet.
pub async fn subscribe_diners(pool: &PgPool, tools: &Tools<'_>) -> anyhow::Result<()> {
    let clock = Clock::fixed(tools.now);
    let cx = PaymentContext { pool, stripe: tools.stripe, rng: tools.rng, clock: &clock };
    for (email, grade) in SUBSCRIBERS {
        let mut conn = pool.acquire().await?;
        let diner = find_diner(&mut conn, email).await?;
        let prices = offers::list_prices(&mut conn, tools.now, grade, None).await?;
        drop(conn);
        let price = prices.iter().find(|price| price.interval == "month").context("no monthly price")?;
        let stripe_price_id = &price.stripe_price_id;
        let request = SubscriptionRequest {
            grade,
            stripe_price_id,
            wants_trial: false,
            code: None,
            promoted_by: None,
            shown: None,
        };
        match subscribe(cx, tools.signer, diner, request).await {
            // By the load that was interrupted.
            Err(SubscriptionPlanError::AlreadySubscribed) => {}
            progress => drop(progress?),
        }
        if grade == Grade::Gold {
            gold_profile::save(&mut *pool.acquire().await?, diner, &member_profile()).await?;
        }
    }
    Ok(())
}

/// The profile that restaurants see of the gold member.
fn member_profile() -> GoldProfile {
    GoldProfile {
        omakase_recommendation: "鮨と天ぷらのカウンターが好きです。京都の割烹もおすすめです。".to_owned(),
        birthplace: "京都府".to_owned(),
        birth_date: NaiveDate::from_ymd_opt(1984, 4, 10),
        industry_type: "出版".to_owned(),
    }
}

async fn insert_price(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    grade: Grade,
    id: &str,
    amount: i32,
    interval: &str,
) -> sqlx::Result<()> {
    sqlx::query!(
        r#"INSERT INTO plan_prices (stripe_price_id, grade, amount, "interval", interval_count, created_at)
           VALUES ($1, $2, $3, $4, 1, $5)"#,
        id,
        grade.as_str(),
        amount,
        interval,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Inserts a campaign with two free months, and a coupon whose code 鮨かぐら issues.
async fn codes(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO campaign_codes (code, title, grade, trial_months, created_at) VALUES ('HAJIMETE2', 'はじめての2か月', 'green', 2, $1)",
        now
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "WITH coupon AS (INSERT INTO coupons (uid, title, amount_off, duration_in_months, created_at)
             VALUES ('demo-half', '初月半額', 490, 1, $1) RETURNING id)
         INSERT INTO user_coupon_codes (restaurant_id, coupon_id, code, created_at)
         SELECT r.id, coupon.id, 'KAGURA-HANGAKU', $1 FROM coupon, restaurants r WHERE r.slug = 'sushi-kagura'",
        now
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Inserts a gold round with a few late dinners. A second booking is possible after a week.
async fn gold_round(conn: &mut PgConnection, tools: &Tools<'_>) -> anyhow::Result<()> {
    let (slug, count, days) = GOLD_SLOTS;
    let restaurant = find_by_slug(conn, slug).await?.ok_or_else(|| anyhow::anyhow!("no restaurant {slug}"))?;
    let from = restaurant.zone.date_of(tools.now) + Duration::days(days);
    let slots = sqlx::query!(
        "SELECT DISTINCT ON (date) id, date FROM online_stock_groups
         WHERE restaurant_id = $1 AND date >= $2 AND operation = 'dinner' AND deleted_at IS NULL ORDER BY date, id DESC LIMIT $3",
        restaurant.id.0,
        from,
        count
    );
    let slots = slots.fetch_all(&mut *conn).await?;
    let round = sqlx::query_scalar!(
        "INSERT INTO gold_rounds (title, slug, created_at) VALUES ('冬のゴールド枠', 'winter', $1) RETURNING id",
        tools.now
    );
    let round = round.fetch_one(&mut *conn).await?;
    for slot in &slots {
        sqlx::query!(
            "INSERT INTO gold_allocations (uid, restaurant_id, gold_round_id, online_stock_group_id, available_as_second_from, created_at)
             VALUES ($1, $2, $3, $4, $5, $6)",
            tools.rng.uid(),
            restaurant.id.0,
            round,
            slot.id,
            tools.now + Duration::days(7),
            tools.now,
        )
        .execute(&mut *conn)
        .await?;
    }
    let dates: Vec<_> = slots.iter().map(|slot| slot.date).collect();
    Ok(refresh_days(conn, RestaurantId(restaurant.id.0), &dates).await?)
}
