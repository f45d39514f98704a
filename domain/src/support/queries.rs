use sqlx::PgConnection;

use super::model::{AccountMarks, AccountView, BookingView, FoundAccount, MailView, PaymentView};
use super::search::{SearchTerm, TermPatterns};
use crate::i18n::Locale;
use crate::ids::UserId;
use crate::money::Yen;
use crate::payments::model::{ChargeKind, ChargeStatus, DisputeState};
use crate::reservations::model::{Kind, Status};

const MAX_ROWS: i64 = 50;

/// Returns accounts by number, by the beginning of their address, or by the beginnings of their names (gaps G324); newest first.
pub async fn find(conn: &mut PgConnection, term: &SearchTerm, limit: i64) -> sqlx::Result<Vec<FoundAccount>> {
    let TermPatterns { numbers, mail, name } = term.clone().patterns();
    sqlx::query_as!(
        FoundAccount,
        r#"SELECT u.uid, p.name_last || ' ' || p.name_first AS "name!", btrim(p.kana_last || ' ' || p.kana_first) AS "kana!",
                  u.email::text AS "email!", p.phone_country, p.phone_local_number, p.phone_confirmed_at, u.locked_until,
                  u.created_at
           FROM users u JOIN profiles p ON p.user_id = u.id
           WHERE u.id IN (
               SELECT user_id FROM profiles WHERE phone_e164 = ANY ($1)
               UNION ALL SELECT id FROM users WHERE email::text ILIKE $2
               UNION ALL SELECT user_id FROM profiles
                   WHERE name_words(name_last, name_first, kana_last, kana_first) @@ $3::text::tsquery)
           ORDER BY u.created_at DESC, u.id DESC LIMIT $4"#,
        &numbers,
        mail,
        name,
        limit,
    )
    .fetch_all(conn)
    .await
}

pub async fn account(conn: &mut PgConnection, uid: &str) -> sqlx::Result<Option<AccountView>> {
    let row = sqlx::query!(
        r#"SELECT u.id, u.email::text AS "email!", u.email_confirmed_at, u.provider, u.jcb_uid, u.jcb_card_rank, u.premium_grade,
                  u.is_agent, u.is_gold_invited, u.is_ohc_invited, u.two_factor_with_email_enabled, u.failed_attempts,
                  u.locked_until, u.created_at, p.name_last, p.name_first, p.kana_last, p.kana_first, p.prefecture, p.locale,
                  p.phone_country, p.phone_local_number, p.phone_confirmed_at
           FROM users u JOIN profiles p ON p.user_id = u.id WHERE u.uid = $1"#,
        uid
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| AccountView {
        id: UserId(row.id),
        uid: uid.to_owned(),
        name: format!("{} {}", row.name_last, row.name_first),
        kana: format!("{} {}", row.kana_last, row.kana_first).trim().to_owned(),
        email: row.email,
        email_confirmed_at: row.email_confirmed_at,
        phone_country: row.phone_country,
        phone_local_number: row.phone_local_number,
        phone_confirmed_at: row.phone_confirmed_at,
        prefecture: row.prefecture,
        locale: Locale::parse(&row.locale).unwrap_or_default(),
        provider: row.provider,
        jcb_uid: row.jcb_uid,
        jcb_card_rank: row.jcb_card_rank,
        premium_grade: row.premium_grade,
        marks: AccountMarks {
            is_agent: row.is_agent,
            is_gold_invited: row.is_gold_invited,
            is_ohc_invited: row.is_ohc_invited,
        },
        two_factor_with_email_enabled: row.two_factor_with_email_enabled,
        failed_attempts: row.failed_attempts,
        locked_until: row.locked_until,
        created_at: row.created_at,
    }))
}

pub async fn list_bookings(conn: &mut PgConnection, id: UserId) -> sqlx::Result<Vec<BookingView>> {
    sqlx::query_as!(
        BookingView,
        r#"SELECT r.uid, r.reservation_code AS code, r.type AS "kind: Kind", r.status AS "status: Status",
                  t.slug AS restaurant_slug, t.name_ja AS restaurant_name_ja, t.name_en AS restaurant_name_en, r.starts_at,
                  r.guests_count
           FROM reservations r JOIN restaurants t ON t.id = r.restaurant_id
           WHERE r.user_id = $1 ORDER BY r.starts_at DESC, r.id DESC LIMIT $2"#,
        id.0,
        MAX_ROWS,
    )
    .fetch_all(conn)
    .await
}

pub async fn list_payments(conn: &mut PgConnection, id: UserId) -> sqlx::Result<Vec<PaymentView>> {
    sqlx::query_as!(
        PaymentView,
        r#"SELECT c.uid, c.kind AS "kind: ChargeKind", c.status AS "status: ChargeStatus", c.amount AS "amount: Yen",
                  c.refunded_amount AS "refunded_amount: Yen", c.refund_due AS "refund_due: Yen",
                  CASE WHEN c.status = 'succeeded' AND c.voided_at IS NULL AND (c.reservation_id IS NULL OR r.accepted_at IS NOT NULL)
                       THEN greatest(c.amount - c.refund_due - c.lost_amount, 0) ELSE 0 END AS "refundable!: Yen",
                  c.dispute_state AS "dispute: DisputeState", c.lost_amount AS "lost_amount: Yen", c.created_at,
                  r.uid AS "reservation_uid?", r.reservation_code AS "reservation_code?"
           FROM charges c LEFT JOIN reservations r ON r.restaurant_id = c.restaurant_id AND r.id = c.reservation_id
           WHERE c.user_id = $1 ORDER BY c.created_at DESC, c.id DESC LIMIT $2"#,
        id.0,
        MAX_ROWS,
    )
    .fetch_all(conn)
    .await
}

pub async fn list_mails(conn: &mut PgConnection, id: UserId) -> sqlx::Result<Vec<MailView>> {
    sqlx::query_as!(
        MailView,
        r#"SELECT m.template, m.created_at, m.send_after, m.sent_at, m.dropped_at,
                  EXISTS (SELECT 1 FROM apalis.jobs j
                          WHERE j.job_type IN ('mail', 'bulk_mail') AND j.idempotency_key = 'mail:' || m.uid AND m.sent_at IS NULL
                            AND (j.status = 'Killed' OR j.status = 'Failed' AND j.attempts >= j.max_attempts)) AS "is_dead!"
           FROM mail_deliveries m WHERE m.user_id = $1 ORDER BY m.created_at DESC, m.id DESC LIMIT $2"#,
        id.0,
        MAX_ROWS,
    )
    .fetch_all(conn)
    .await
}

/// Returns the marks of an account, locked until the transaction ends; None for an unknown uid.
pub async fn lock_marks(conn: &mut PgConnection, uid: &str) -> sqlx::Result<Option<AccountMarks>> {
    sqlx::query_as!(
        AccountMarks,
        "SELECT is_agent, is_gold_invited, is_ohc_invited FROM users WHERE uid = $1 FOR NO KEY UPDATE",
        uid
    )
    .fetch_optional(conn)
    .await
}

pub async fn set_marks(conn: &mut PgConnection, id: UserId, marks: AccountMarks) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE users SET is_agent = $2, is_gold_invited = $3, is_ohc_invited = $4 WHERE id = $1",
        id.0,
        marks.is_agent,
        marks.is_gold_invited,
        marks.is_ohc_invited,
    )
    .execute(conn)
    .await?;
    Ok(())
}
