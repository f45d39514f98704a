//! What a mail or text message about an invitation shows.

use chrono::{DateTime, Utc};
use serde::Serialize;
use sqlx::PgConnection;

use crate::i18n::{self, Locale, t};
use crate::reservations::invitations::token;
use crate::signing::Signer;

/// What a guest is told of an invitation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News {
    Invited,
    /// It was taken back; only who had been told of it is told that too.
    Withdrawn,
}

/// Everything is text already, in the reader's language and the restaurant's zone.
#[derive(Clone, Debug, Serialize)]
pub struct InvitationView {
    pub guest: String,
    pub restaurant: String,
    pub date: String,
    pub time: String,
    pub guests: String,
    pub course: String,
    pub seat: String,
    /// Until when an answer is waited for; blank once it is withdrawn.
    pub deadline: String,
    pub link: String,
}

struct Row {
    uid: String,
    invite_uid: String,
    has_user: bool,
    guest: String,
    restaurant_ja: String,
    restaurant_en: String,
    time_zone: String,
    date: chrono::NaiveDate,
    starts_at: DateTime<Utc>,
    held_until: Option<DateTime<Utc>>,
    guests_count: i32,
    course_title_ja: String,
    course_title_en: String,
    seat_ja: String,
    seat_en: String,
}

/// Nothing when the invitation has been answered, withdrawn or has ended by now; of a withdrawal, when the guest had never
/// been told of the invitation. The link lets in whoever has it, when the guest has no account yet.
pub async fn load(
    conn: &mut PgConnection,
    news: News,
    id: i64,
    locale: Locale,
    (base_url, signer): (&str, &Signer),
) -> sqlx::Result<Option<InvitationView>> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT r.uid, i.uid AS invite_uid, r.user_id IS NOT NULL AS "has_user!",
                  coalesce(nullif(concat_ws(' ', p.name_last, p.name_first), ''), cp.nickname, '') AS "guest!",
                  t.name_ja AS restaurant_ja, t.name_en AS restaurant_en, t.time_zone, r.date, r.starts_at,
                  r.held_until, r.guests_count, r.course_title_ja, r.course_title_en,
                  g.title_ja AS seat_ja, g.title_en AS seat_en
           FROM reservations r
           JOIN reservation_invites i ON i.reservation_id = r.id
           JOIN restaurants t ON t.id = r.restaurant_id
           JOIN inventory_groups g ON g.id = r.inventory_group_id
           LEFT JOIN profiles p ON p.user_id = r.user_id
           LEFT JOIN customer_profiles cp ON cp.customer_id = r.customer_id
           WHERE r.id = $1 AND CASE WHEN $2 THEN r.status = 'owner_delete' AND i.sent_at IS NOT NULL
                                    ELSE r.status = 'pending' AND r.held_until IS NOT NULL END"#,
        id,
        news == News::Withdrawn,
    );
    let Some(row) = row.fetch_optional(conn).await? else { return Ok(None) };
    let zone = i18n::zone(&row.time_zone);
    let page = format!("{base_url}/users/invited_reservations/{}", row.uid);
    let link = match row.has_user {
        true => page,
        false => format!("{page}?invited_token={}", token(signer, &row.invite_uid)),
    };
    Ok(Some(InvitationView {
        restaurant: locale.pick(&row.restaurant_ja, &row.restaurant_en).to_owned(),
        date: i18n::date(locale, row.date),
        time: i18n::time_of_day(row.starts_at, zone),
        guests: t(locale, "mail.guests", &[("count", &row.guests_count)]),
        course: locale.pick(&row.course_title_ja, &row.course_title_en).to_owned(),
        seat: locale.pick(&row.seat_ja, &row.seat_en).to_owned(),
        deadline: row.held_until.map(|at| i18n::date_time(locale, at, zone)).unwrap_or_default(),
        guest: row.guest,
        link,
    }))
}
