//! The reservations of a restaurant as a list (owner §7, gaps G014, G017).

use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use unicode_normalization::UnicodeNormalization;

use crate::ids::RestaurantId;
use crate::money::Yen;
use crate::reservations::model::{InviteType, Kind, Status};
use crate::restaurants::model::OperationName;

/// What a list is narrowed by; empty means all.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Each must be found in name, number or invitation address.
    pub words: Vec<String>,
    pub statuses: Vec<String>,
    pub types: Vec<String>,
    pub from: Option<DateTime<Utc>>,
    /// The last moment that counts.
    pub till: Option<DateTime<Utc>>,
}

/// A line of the list.
#[derive(Clone, Debug)]
pub struct Row {
    pub id: i64,
    pub uid: String,
    pub reservation_code: String,
    pub kind: Kind,
    pub status: Status,
    pub operation: OperationName,
    pub date: chrono::NaiveDate,
    pub starts_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
    pub created_at: DateTime<Utc>,
    pub guests_count: i32,
    pub course_title_ja: String,
    pub course_title_en: String,
    pub course_price: Yen,
    pub prepaid_price: Yen,
    pub group_title_ja: String,
    pub group_title_en: String,
    pub item_labels: Vec<String>,
    pub internal_memo: String,
    pub special_request: String,
    pub customer_uid: Option<String>,
    pub customer_group_label: Option<String>,
    pub nickname: String,
    pub name_last: Option<String>,
    pub name_first: Option<String>,
    pub full_name_string: Option<String>,
    pub phone_country: String,
    pub phone_local_number: String,
    pub email: Option<String>,
    pub invitation_email: Option<String>,
    pub invite_type: Option<InviteType>,
    pub has_cancel_request: bool,
    pub has_guest_count_request: bool,
}

/// How the rows are taken: a page of them, or many for a table to take along.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    pub limit: i64,
    pub offset: i64,
}

/// A statement over the reservations `r` of restaurant $1 that pass a filter: statuses $2, types $3, from $4 to $5, and called by
/// every one of the patterns $6: by the name of the diner, staff's own or another channel's, by the telephone number, or by the
/// address of the invitation. A diner's hold is nobody's yet. A text and not a function: a Citus cluster refuses functions that
/// read a restaurant's tables.
macro_rules! filtered {
    ($call:ident, ($($row:tt)*), $before:literal, $after:literal $(, $arg:expr)* $(,)?) => {
        sqlx::$call!(
            $($row)*
            $before + r#"
           WHERE r.restaurant_id = $1 AND (r.accepted_at IS NOT NULL OR r.type <> 'online_reservation' OR r.status = 'pending')
             AND (cardinality($2::text[]) = 0 OR r.status = ANY ($2)) AND (cardinality($3::text[]) = 0 OR r.type = ANY ($3))
             AND ($4::timestamptz IS NULL OR r.starts_at >= $4) AND ($5::timestamptz IS NULL OR r.starts_at <= $5)
             AND (cardinality($6::text[]) = 0 OR NOT EXISTS (
                 SELECT 1 FROM unnest($6::text[]) AS pattern
                 LEFT JOIN customers cu ON cu.restaurant_id = $1 AND cu.id = r.customer_id
                 LEFT JOIN customer_profiles n ON n.restaurant_id = $1 AND n.customer_id = cu.id
                 LEFT JOIN users a ON a.id = coalesce(r.user_id, cu.user_id)
                 LEFT JOIN profiles d ON d.user_id = a.id
                 LEFT JOIN offsite_reservations f ON f.restaurant_id = $1 AND f.reservation_id = r.id
                 WHERE r.type = 'online_reservation' AND r.status = 'pending' OR NOT coalesce(
                     concat_ws(' ', d.name_last, d.name_first) ILIKE pattern OR concat_ws('', d.name_last, d.name_first) ILIKE pattern
                     OR concat_ws(' ', d.kana_last, d.kana_first) ILIKE pattern OR n.nickname ILIKE pattern
                     OR f.full_name_string ILIKE pattern OR '0' || coalesce(d.phone_local_number, '') ILIKE pattern
                     OR '0' || coalesce(n.phone_local_number, '') ILIKE pattern OR cu.invitation_email::text ILIKE pattern
                     OR a.email::text ILIKE pattern, false)))
           "# + $after
            $(, $arg)*
        )
    };
}

/// Rows and how many there are in all: from a given day on the earliest first, else the latest first. Holds that never
/// became bookings are not listed (G063), and a search does not reveal whose hold it is.
pub async fn list(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    filter: &Filter,
    window: Window,
) -> sqlx::Result<(Vec<Row>, i64)> {
    let patterns: Vec<_> = filter.words.iter().map(|word| format!("%{}%", escaped(word))).collect();
    let count = filtered!(
        query_scalar,
        (),
        r#"SELECT count(*) AS "count!" FROM reservations r"#,
        "",
        restaurant.0,
        &filter.statuses,
        &filter.types,
        filter.from,
        filter.till,
        &patterns,
    );
    let count = count.fetch_one(&mut *conn).await?;
    let rows = filtered!(
        query_as,
        (Row,),
        r#"SELECT r.id, r.uid, r.reservation_code, r.type AS "kind: Kind", r.status AS "status: Status",
                  r.operation AS "operation: OperationName", r.date, r.starts_at, r.ends_at, r.created_at,
                  r.guests_count, r.course_title_ja, r.course_title_en, r.course_price AS "course_price: Yen", r.prepaid_price AS "prepaid_price: Yen", g.title_ja AS group_title_ja,
                  g.title_en AS group_title_en, array(
                      SELECT i.label FROM reservation_seats s JOIN inventory_items i ON i.restaurant_id = s.restaurant_id
                          AND i.id = s.inventory_item_id
                      WHERE s.restaurant_id = r.restaurant_id AND s.reservation_id = r.id AND s.released_at IS NULL
                          ORDER BY i.position, i.id) AS "item_labels!",
                  r.internal_memo, r.special_request, c.uid AS "customer_uid?", cg.label AS "customer_group_label?",
                  coalesce(cp.nickname, '') AS "nickname!", p.name_last AS "name_last?", p.name_first AS "name_first?",
                  o.full_name_string AS "full_name_string?",
                  coalesce(p.phone_country, cp.phone_country, 'JP') AS "phone_country!",
                  coalesce(p.phone_local_number, cp.phone_local_number, '') AS "phone_local_number!",
                  u.email::text AS email, c.invitation_email::text AS invitation_email, i.invite_type AS "invite_type?: InviteType",
                  EXISTS (SELECT 1 FROM reservation_cancel_requests x WHERE x.restaurant_id = r.restaurant_id
                      AND x.reservation_id = r.id AND x.status = 'pending')
                      AS "has_cancel_request!",
                  EXISTS (SELECT 1 FROM ivr_guest_count_alter_requests x WHERE x.restaurant_id = r.restaurant_id
                      AND x.reservation_id = r.id AND x.status = 'pending')
                      AS "has_guest_count_request!"
           FROM reservations r
           JOIN inventory_groups g ON g.restaurant_id = r.restaurant_id AND g.id = r.inventory_group_id
           LEFT JOIN customers c ON c.restaurant_id = r.restaurant_id AND c.id = r.customer_id
           LEFT JOIN customer_profiles cp ON cp.restaurant_id = c.restaurant_id AND cp.customer_id = c.id
           LEFT JOIN customer_groups cg ON cg.restaurant_id = c.restaurant_id AND cg.id = c.customer_group_id
           LEFT JOIN users u ON u.id = coalesce(r.user_id, c.user_id)
           LEFT JOIN profiles p ON p.user_id = u.id
           LEFT JOIN reservation_invites i ON i.restaurant_id = r.restaurant_id AND i.reservation_id = r.id
           LEFT JOIN offsite_reservations o ON o.restaurant_id = r.restaurant_id AND o.reservation_id = r.id"#,
        "ORDER BY CASE WHEN $4::timestamptz IS NOT NULL THEN r.starts_at END, r.starts_at DESC, r.id LIMIT $7 OFFSET $8",
        restaurant.0,
        &filter.statuses,
        &filter.types,
        filter.from,
        filter.till,
        &patterns,
        window.limit,
        window.offset,
    );
    Ok((rows.fetch_all(conn).await?, count))
}

/// The words of a search; numbers are compared by their digits.
pub fn words(typed: &str) -> Vec<String> {
    let plain: String = typed.nfkc().collect();
    let word = |word: &str| {
        let is_number = word.chars().all(|c| c.is_ascii_digit() || c == '-');
        if is_number { word.replace('-', "") } else { word.to_owned() }
    };
    plain.split_whitespace().map(word).filter(|word| !word.is_empty()).collect()
}

/// A word as a pattern takes it literally.
fn escaped(word: &str) -> String {
    word.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_parted_by_any_space_and_numbers_lose_their_dashes() {
        assert_eq!(words(" 伊藤　０９０-1234 a-b - "), ["伊藤", "0901234", "a-b"]);
    }

    #[test]
    fn a_word_is_no_pattern() {
        assert_eq!(escaped("50%_\\"), "50\\%\\_\\\\");
    }
}
