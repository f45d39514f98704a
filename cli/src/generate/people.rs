//! Diners who can book immediately: email address and phone number are confirmed.

use domain::accounts::password::{self, NewPassword};
use domain::rng::Rng;
use sqlx::PgPool;

use super::plan::{Plan, begin_unlimited};

/// The password of all diners: it is hashed only once.
pub const PASSWORD: &str = "Seki-2026";

/// Creates the missing diners. Returns their number, and the ids of all.
pub async fn make(pool: &PgPool, rng: &Rng, plan: &Plan) -> anyhow::Result<(u64, Vec<i64>)> {
    let hash = password::hash(rng, NewPassword::parse(PASSWORD).map_err(anyhow::Error::msg)?).await?;
    let mut tx = begin_unlimited(pool).await?;
    let made = sqlx::query!(
        "WITH people AS (
             SELECT n, 'load-diner-' || n || '@seki.test' AS email FROM generate_series(1, $1::integer) AS n),
         accounts AS (
             INSERT INTO users (uid, email, password_hash, terms_agreed_at, email_confirmed_at, created_at)
             SELECT 'u' || left(md5($2 || ':diner:' || n), 21), email, $3, $4, $4, $4 FROM people
             ON CONFLICT (email) DO NOTHING RETURNING id, email)
         INSERT INTO profiles (user_id, name_last, name_first, kana_last, kana_first, prefecture, phone_country,
             phone_local_number, phone_e164, phone_confirmed_at)
         SELECT a.id, '試験', n::text, 'シケン', 'バン', '東京都', 'JP', '70' || lpad(n::text, 8, '0'),
                '+8170' || lpad(n::text, 8, '0'), $4
         FROM accounts a JOIN people p ON p.email = a.email::text",
        plan.size.diners,
        plan.seed(),
        hash,
        plan.now,
    )
    .execute(&mut *tx)
    .await?;
    let ids = sqlx::query_scalar!(
        "SELECT u.id FROM generate_series(1, $1::integer) AS n
         JOIN users u ON u.email = mail_address('load-diner-' || n || '@seki.test') ORDER BY n",
        plan.size.diners,
    )
    .fetch_all(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok((made.rows_affected(), ids))
}
