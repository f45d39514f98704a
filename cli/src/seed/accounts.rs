//! The accounts of the demo world.

use domain::accounts::password::{self, NewPassword};
use domain::clock::Clock;
use domain::customers;
use domain::customers::model::FavoriteConsent;
use domain::ids::UserId;
use domain::payments::model::PaymentContext;
use domain::payments::{cards, queries};
use domain::phone::PhoneNumber;
use domain::restaurants;
use sqlx::{PgConnection, PgPool};

use super::tools::Tools;
use super::world::{Diner, World};

pub async fn load(conn: &mut PgConnection, tools: &Tools<'_>, world: &World) -> anyhow::Result<()> {
    let password = NewPassword::parse(&world.password).map_err(anyhow::Error::msg)?;
    let hash = password::hash(tools.rng, password).await?;
    for diner in &world.diners {
        load_diner(conn, tools, diner, &hash).await?;
    }
    for owner in &world.owners {
        sqlx::query!(
            "INSERT INTO owners (uid, email, password_hash, nickname, terms_agreed_at, created_at) VALUES ($1, $2::text, $3, $4, $5, $6)",
            tools.rng.uid(),
            owner.email,
            hash,
            owner.nickname,
            owner.terms_agreed.then_some(tools.now),
            tools.now,
        )
        .execute(&mut *conn)
        .await?;
    }
    for admin in &world.admins {
        sqlx::query!(
            "INSERT INTO admin_users (uid, email, password_hash, nickname, osg, onr, ofsr, ivr, os, cpn, cxl, refunds,
                 privacy_export, privacy_erase, impersonation, staff, risky_settings, created_at)
             VALUES ($1, $2::text, $3, $4, $5, $5, $5, $5, $5, $5, $5, $5, $5, $5, $5, $5, $5, $6)",
            tools.rng.uid(),
            admin.email,
            hash,
            admin.nickname,
            admin.all_flags,
            tools.now,
        )
        .execute(&mut *conn)
        .await?;
    }
    Ok(())
}

async fn load_diner(conn: &mut PgConnection, tools: &Tools<'_>, diner: &Diner, hash: &str) -> anyhow::Result<()> {
    let id = sqlx::query_scalar!(
        "INSERT INTO users (uid, email, password_hash, terms_agreed_at, email_confirmed_at, is_agent, is_gold_invited,
             is_ohc_invited, created_at)
         VALUES ($1, $2::text, $3, $4, $4, $5, $6, $7, $4) RETURNING id",
        tools.rng.uid(),
        diner.email,
        hash,
        tools.now,
        diner.is_agent,
        diner.is_gold_invited,
        diner.is_ohc_invited,
    )
    .fetch_one(&mut *conn)
    .await?;
    let number = PhoneNumber::parse(&diner.phone_country, &diner.phone_local_number)?;
    sqlx::query!(
        "INSERT INTO profiles (user_id, name_last, name_first, kana_last, kana_first, prefecture, locale, phone_country,
             phone_local_number, phone_e164, phone_confirmed_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        id,
        diner.name_last,
        diner.name_first,
        diner.kana_last,
        diner.kana_first,
        diner.prefecture,
        diner.locale,
        number.country,
        number.local,
        number.e164,
        tools.now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

pub async fn find_diner(conn: &mut PgConnection, email: &str) -> sqlx::Result<UserId> {
    sqlx::query_scalar!(r#"SELECT id AS "id: UserId" FROM users WHERE email = mail_address($1::text)"#, email)
        .fetch_one(conn)
        .await
}

pub async fn favorites(conn: &mut PgConnection, tools: &Tools<'_>, world: &World) -> anyhow::Result<()> {
    for diner in &world.diners {
        let id = find_diner(conn, &diner.email).await?;
        for slug in &diner.favorites {
            let restaurant = restaurants::queries::find_by_slug(conn, slug).await?;
            let restaurant = restaurant.ok_or_else(|| anyhow::anyhow!("no restaurant {slug}"))?;
            customers::actions::add_favorite(
                conn,
                tools.rng,
                tools.now,
                restaurant.id,
                id,
                FavoriteConsent::Given(Some(true)),
            )
            .await?;
        }
    }
    Ok(())
}

/// Registers a test card with the card provider for diners who have one, unless it is registered.
pub async fn cards(pool: &PgPool, tools: &Tools<'_>, world: &World) -> anyhow::Result<()> {
    let clock = Clock::fixed(tools.now);
    let cx = PaymentContext { pool, stripe: tools.stripe, rng: tools.rng, clock: &clock };
    for diner in world.diners.iter().filter(|diner| diner.has_card) {
        let mut conn = pool.acquire().await?;
        let id = find_diner(&mut conn, &diner.email).await?;
        if queries::find_card(&mut conn, id).await?.is_some() {
            continue;
        }
        drop(conn);
        let customer = cards::ensure_customer(pool, tools.stripe, id).await?;
        let method = tools.stripe.attach_payment_method("pm_card_visa", &customer).await?;
        cards::register(cx, id, &method.id, None).await?;
    }
    Ok(())
}
