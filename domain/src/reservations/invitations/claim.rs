//! Assigns a customer who was invited by mail or text message to the diner who signs up or in (gaps G042).

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::queries;
use super::token::invite_uid_of;
use crate::audit::{self, Actor};
use crate::customers;
use crate::ids::{CustomerId, RestaurantId, UserId};
use crate::restaurants;
use crate::signing::Signer;

/// Claims the customer of a link's invitation. Does nothing if the link is invalid or was used, or the invitation has ended.
pub async fn claim_with_token(
    conn: &mut PgConnection,
    signer: &Signer,
    now: DateTime<Utc>,
    token: &str,
    diner: UserId,
) -> sqlx::Result<()> {
    let Some(invite) = invite_uid_of(signer, token) else { return Ok(()) };
    match queries::find_unclaimed(conn, invite, now).await? {
        Some((restaurant, customer)) => claim(conn, now, restaurant, customer, diner).await,
        None => Ok(()),
    }
}

/// Assigns an invited customer and all their invitations to the diner. If the diner is already a customer of the restaurant, the two
/// records are merged into the diner's.
pub async fn claim(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    customer: CustomerId,
    diner: UserId,
) -> sqlx::Result<()> {
    let row = sqlx::query!(
        r#"SELECT o.id AS "own?: CustomerId"
           FROM customers c LEFT JOIN customers o ON o.restaurant_id = c.restaurant_id AND o.user_id = $2
           WHERE c.restaurant_id = $3 AND c.id = $1 AND c.user_id IS NULL AND c.merged_into_id IS NULL FOR UPDATE OF c"#,
        customer.0,
        diner.0,
        restaurant.0,
    );
    let Some(row) = row.fetch_optional(&mut *conn).await? else { return Ok(()) };
    match row.own {
        Some(own) => merge(conn, restaurant, customer, own).await?,
        None => assign_to_diner(conn, restaurant, customer, diner).await?,
    }
    sqlx::query!(
        "UPDATE reservations SET user_id = $2, customer_id = $3
         WHERE restaurant_id = $4 AND customer_id = $1 AND user_id IS NULL AND type = 'invited_temporary_reservation'",
        customer.0,
        diner.0,
        row.own.unwrap_or(customer).0,
        restaurant.0,
    )
    .execute(&mut *conn)
    .await?;
    let event = audit::Event {
        actor: Actor::Diner(diner),
        action: "invitation_claimed",
        restaurant: Some(restaurant),
        reservation: None,
        detail: json!({ "customer_id": customer.0, "merged_into_id": row.own.map(|own| own.0) }),
    };
    audit::record(conn, now, event).await?;
    restaurants::queries::touch_settings(conn, restaurant).await
}

async fn assign_to_diner(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    customer: CustomerId,
    diner: UserId,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE customers SET type = 'OnlineCustomer', user_id = $2 WHERE restaurant_id = $3 AND id = $1",
        customer.0,
        diner.0,
        restaurant.0
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Merges the invited record into the diner's: moves reservations of other kinds, appends the memos, adds allergies, dislikes and tags, and
/// copies the nickname and its reading if the diner's record has none.
async fn merge(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    from: CustomerId,
    into: CustomerId,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE customer_profiles p SET
             internal_memo = coalesce(nullif(p.internal_memo, '') || E'\\n' || nullif(o.internal_memo, ''), nullif(p.internal_memo, ''), o.internal_memo),
             nickname = coalesce(nullif(p.nickname, ''), o.nickname), kana = coalesce(nullif(p.kana, ''), o.kana)
         FROM customer_profiles o WHERE p.restaurant_id = $3 AND p.customer_id = $2
           AND o.restaurant_id = $3 AND o.customer_id = $1",
        from.0,
        into.0,
        restaurant.0
    )
    .execute(&mut *conn)
    .await?;
    // In the order in which reviews lock them.
    sqlx::query!(
        "UPDATE reservations SET customer_id = $2 WHERE restaurant_id = $3 AND id IN (
             SELECT id FROM reservations WHERE restaurant_id = $3 AND customer_id = $1
                AND type <> 'invited_temporary_reservation' ORDER BY id FOR NO KEY UPDATE)",
        from.0,
        into.0,
        restaurant.0,
    )
    .execute(&mut *conn)
    .await?;
    customers::unmerge::join(conn, restaurant, from, into).await
}
