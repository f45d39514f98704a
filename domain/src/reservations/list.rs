//! The list of a restaurant's reservations (owner §7, gaps G014, G017).

use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use sqlx::types::Json;
use unicode_normalization::UnicodeNormalization;

use crate::customers::notes::merge_lines;
use crate::ids::{ReservationId, RestaurantId};
use crate::money::Yen;
use crate::names::{codes, folding};
use crate::phone;
use crate::reservations::model::{InviteType, Kind, Status};
use crate::reservations::service::ServiceTimes;
use crate::restaurants::model::OperationName;

/// Filters of the list. An empty field matches all.
#[derive(Clone, Debug, Default)]
pub struct ReservationFilter {
    /// Search terms. Each must match the name, number or invitation address.
    pub words: Vec<String>,
    pub statuses: Vec<String>,
    pub types: Vec<String>,
    pub from: Option<DateTime<Utc>>,
    /// End of the range, inclusive.
    pub till: Option<DateTime<Utc>>,
}

/// A row of the list.
#[derive(Clone, Debug)]
pub struct ReservationListRow {
    pub id: ReservationId,
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
    /// The name from staff, or the booking's own one if the customer was imported for several guests.
    pub nickname: String,
    pub name_last: Option<String>,
    pub name_first: Option<String>,
    pub full_name_string: Option<String>,
    /// Source of a reservation that was imported from another service, and its number there.
    pub offsite_source: Option<String>,
    pub external_id: Option<String>,
    pub phone_country: String,
    pub phone_local_number: String,
    pub email: Option<String>,
    pub invitation_email: Option<String>,
    pub invite_type: Option<InviteType>,
    /// An open invitation did not reach its guest.
    pub is_invite_undelivered: bool,
    pub has_cancel_request: bool,
    pub has_guest_count_request: bool,
    pub service: Json<ServiceTimes>,
    /// The diner's own allergies, and the allergies in staff's notes.
    pub allergy_description: String,
    pub noted_allergies: String,
}

impl ReservationListRow {
    /// Returns the name of the guest: the diner's, else the one from staff or the other service. Empty while a diner holds the seats.
    pub fn full_name(&self) -> String {
        if self.is_holding() {
            return String::new();
        }
        let (last, first) =
            (self.name_last.as_deref().unwrap_or_default(), self.name_first.as_deref().unwrap_or_default());
        let diner = format!("{last} {first}").trim().to_owned();
        let known = [diner, self.nickname.clone(), self.full_name_string.clone().unwrap_or_default()];
        known.into_iter().find(|name| !name.is_empty()).unwrap_or_default()
    }

    /// Returns the diner's and staff's allergies, without duplicates.
    pub fn all_allergies(&self) -> String {
        merge_lines(&self.allergy_description, &self.noted_allergies)
    }

    /// Reports whether a diner holds the seats and has not confirmed yet.
    pub fn is_holding(&self) -> bool {
        self.kind == Kind::OnlineReservation && self.status == Status::Pending
    }
}

/// A page of a list: at most `limit` rows, from index `offset`.
#[derive(Clone, Copy, Debug)]
pub struct ListPage {
    pub limit: i64,
    pub offset: i64,
}

/// A statement over the ids `found` of the reservations of restaurant $1 that match a filter: statuses $2, types $3, start from $4 to
/// $5, and all patterns $6. A pattern matches the name (the diner's, staff's, or another channel's), its reading, the phone number, or the
/// address of the invitation. The statement matches the patterns once for all reservations: against the customers, and against the few
/// reservations whose name differs from their customer's. A pattern never matches a diner's hold. This is a macro and not an SQL
/// function, because a Citus cluster rejects functions that read a restaurant's tables.
macro_rules! found {
    ($call:ident, ($($row:tt)*), $after:literal $(, $arg:expr)* $(,)?) => {
        sqlx::$call!(
            $($row)*
            r#"WITH found AS MATERIALIZED (
             SELECT r.id, r.starts_at FROM reservations r
             WHERE r.restaurant_id = $1 AND (r.accepted_at IS NOT NULL OR r.type <> 'online_reservation' OR r.status = 'pending')
               AND (cardinality($2::text[]) = 0 OR r.status = ANY ($2)) AND (cardinality($3::text[]) = 0 OR r.type = ANY ($3))
               AND ($4::timestamptz IS NULL OR r.starts_at >= $4) AND ($5::timestamptz IS NULL OR r.starts_at <= $5)
               AND (cardinality($6::text[]) = 0 OR NOT (r.type = 'online_reservation' AND r.status = 'pending') AND (
                   r.customer_id IN (
                       SELECT c.id FROM customers c
                       LEFT JOIN customer_profiles n ON n.restaurant_id = $1 AND n.customer_id = c.id
                       LEFT JOIN users a ON a.id = c.user_id
                       LEFT JOIN profiles d ON d.user_id = c.user_id
                       LEFT JOIN (
                           SELECT customer_id, string_agg('0' || phone_local_number, E'\n') AS numbers
                           FROM merged_phone_numbers WHERE restaurant_id = $1 GROUP BY customer_id) f ON f.customer_id = c.id
                       WHERE c.restaurant_id = $1 AND c.merged_into_id IS NULL AND lower(normalize(concat_ws(E'\n', d.name_last || ' ' || d.name_first,
                           d.name_last || d.name_first, d.kana_last || ' ' || d.kana_first, n.nickname, n.kana, '0' || d.phone_local_number,
                           '0' || n.phone_local_number, f.numbers, c.invitation_email::text, a.email::text), NFKC)) ~ ALL ($6))
                   OR r.id IN (
                       SELECT x.id FROM reservations x
                       LEFT JOIN customers c ON c.restaurant_id = $1 AND c.id = x.customer_id
                       LEFT JOIN offsite_reservations f ON f.restaurant_id = $1 AND f.reservation_id = x.id
                       LEFT JOIN customer_profiles n ON n.restaurant_id = $1 AND n.customer_id = c.id
                       LEFT JOIN users a ON a.id = coalesce(x.user_id, c.user_id)
                       LEFT JOIN profiles d ON d.user_id = a.id
                       WHERE x.restaurant_id = $1 AND (f.reservation_id IS NOT NULL OR x.user_id IS DISTINCT FROM c.user_id)
                         AND lower(normalize(concat_ws(E'\n', d.name_last || ' ' || d.name_first, d.name_last || d.name_first,
                             d.kana_last || ' ' || d.kana_first, n.nickname, n.kana, f.full_name_string, '0' || d.phone_local_number,
                             '0' || n.phone_local_number, c.invitation_email::text, a.email::text), NFKC)) ~ ALL ($6)))))
           "# + $after
            $(, $arg)*
        )
    };
}

/// Lists the ids of all matching reservations in display order: earliest first if the filter has a start, else latest first. Excludes
/// holds that never became bookings (G063). A search does not reveal the holder of a hold.
pub async fn list_ids(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    filter: &ReservationFilter,
) -> sqlx::Result<Vec<ReservationId>> {
    let patterns = patterns(filter);
    let ids = found!(
        query_scalar,
        (),
        "SELECT id FROM found ORDER BY CASE WHEN $4::timestamptz IS NOT NULL THEN starts_at END, starts_at DESC, id",
        restaurant.0,
        &filter.statuses,
        &filter.types,
        filter.from,
        filter.till,
        &patterns,
    );
    Ok(ids.fetch_all(conn).await?.into_iter().map(ReservationId).collect())
}

/// Returns a page of the list, and the total number of reservations. An offset past the end returns the last page.
pub async fn list(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    filter: &ReservationFilter,
    window: ListPage,
) -> sqlx::Result<(Vec<ReservationListRow>, i64)> {
    let patterns = patterns(filter);
    let page = found!(
        query,
        (),
        r#"SELECT (SELECT count(*) FROM found) AS "total!", array(
               SELECT id FROM found ORDER BY CASE WHEN $4::timestamptz IS NOT NULL THEN starts_at END, starts_at DESC, id
               LIMIT $7
               OFFSET (SELECT least($8, (greatest(count(*), 1) - 1) / $7 * $7) FROM found)) AS "ids!: Vec<ReservationId>""#,
        restaurant.0,
        &filter.statuses,
        &filter.types,
        filter.from,
        filter.till,
        &patterns,
        window.limit,
        window.offset,
    );
    let page = page.fetch_one(&mut *conn).await?;
    Ok((rows(conn, restaurant, &page.ids).await?, page.total))
}

/// Lists at most `limit` reservations after the one with the uid `after`, latest visit first. Without search terms, the scan of the
/// date index continues from that row.
pub async fn list_after(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    filter: &ReservationFilter,
    after: Option<&str>,
    limit: i64,
) -> sqlx::Result<Vec<ReservationListRow>> {
    let last = sqlx::query!(
        "SELECT date, starts_at, id FROM reservations WHERE restaurant_id = $1 AND uid = $2",
        restaurant.0,
        after
    );
    let last = last.fetch_optional(&mut *conn).await?;
    let (date, starts_at, id) = last.map_or((None, None, 0), |last| (Some(last.date), Some(last.starts_at), last.id));
    let ids = if filter.words.is_empty() {
        let ids = sqlx::query_scalar!(
            "SELECT r.id FROM reservations r
             WHERE r.restaurant_id = $1 AND r.date <= coalesce($7::date, 'infinity')
               AND (r.accepted_at IS NOT NULL OR r.type <> 'online_reservation' OR r.status = 'pending')
               AND (cardinality($2::text[]) = 0 OR r.status = ANY ($2)) AND r.type = ANY ($3)
               AND ($4::timestamptz IS NULL OR r.starts_at >= $4) AND ($5::timestamptz IS NULL OR r.starts_at <= $5)
               AND ($6::timestamptz IS NULL OR (r.starts_at, r.id) < ($6, $8))
             ORDER BY r.date DESC, r.starts_at DESC, r.id DESC LIMIT $9",
            restaurant.0,
            &filter.statuses,
            &filter.types,
            filter.from,
            filter.till,
            starts_at,
            date,
            id,
            limit,
        );
        ids.fetch_all(&mut *conn).await?
    } else {
        let patterns = patterns(filter);
        let ids = found!(
            query_scalar,
            (),
            "SELECT id FROM found WHERE $7::timestamptz IS NULL OR (starts_at, id) < ($7, $8)
             ORDER BY starts_at DESC, id DESC LIMIT $9",
            restaurant.0,
            &filter.statuses,
            &filter.types,
            filter.from,
            filter.till,
            &patterns,
            starts_at,
            id,
            limit,
        );
        ids.fetch_all(&mut *conn).await?
    };
    let ids: Vec<_> = ids.into_iter().map(ReservationId).collect();
    rows(conn, restaurant, &ids).await
}

/// Finds a reservation by its code, its uid, or the number of another service.
pub async fn find_named(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    types: &[String],
    name: &str,
) -> sqlx::Result<Vec<ReservationListRow>> {
    let ids = sqlx::query_scalar!(
        r#"SELECT id AS "id!: ReservationId" FROM reservations
           WHERE restaurant_id = $1 AND (reservation_code = $4 OR uid = $3) AND type = ANY ($2)
           UNION SELECT o.reservation_id FROM offsite_reservations o
           WHERE o.restaurant_id = $1 AND o.external_id = $3 AND 'offsite_reservation' = ANY ($2)"#,
        restaurant.0,
        types,
        name,
        codes::read_ungrouped(name),
    );
    let ids = ids.fetch_all(&mut *conn).await?;
    rows(conn, restaurant, &ids).await
}

fn patterns(filter: &ReservationFilter) -> Vec<String> {
    folding::patterns(&filter.words)
}

/// Returns the rows of the given reservations, in the same order.
pub async fn rows(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    ids: &[ReservationId],
) -> sqlx::Result<Vec<ReservationListRow>> {
    let ids: Vec<_> = ids.iter().map(|id| id.0).collect();
    let rows = sqlx::query_as!(
        ReservationListRow,
        r#"SELECT r.id AS "id: ReservationId", r.uid, r.reservation_code, r.type AS "kind: Kind", r.status AS "status: Status",
                  r.operation AS "operation: OperationName", r.date, r.starts_at, r.ends_at, r.created_at,
                  r.guests_count, r.course_title_ja, r.course_title_en, r.course_price AS "course_price: Yen", r.prepaid_price AS "prepaid_price: Yen", g.title_ja AS group_title_ja,
                  g.title_en AS group_title_en, array(
                      SELECT i.label FROM reservation_seats s JOIN inventory_items i ON i.restaurant_id = s.restaurant_id
                          AND i.id = s.inventory_item_id
                      WHERE s.restaurant_id = r.restaurant_id AND s.reservation_id = r.id AND s.released_at IS NULL
                          ORDER BY i.position, i.id) AS "item_labels!",
                  r.internal_memo, r.special_request, c.uid AS "customer_uid?", cg.label AS "customer_group_label?",
                  coalesce((SELECT w.name FROM offsite_own_names w WHERE w.restaurant_id = r.restaurant_id AND w.reservation_id = r.id),
                      cp.nickname, '') AS "nickname!", p.name_last AS "name_last?", p.name_first AS "name_first?",
                  o.full_name_string AS "full_name_string?", o.offsite_source AS "offsite_source?", o.external_id AS "external_id?",
                  coalesce(p.phone_country, cp.phone_country, 'JP') AS "phone_country!",
                  coalesce(p.phone_local_number, cp.phone_local_number, '') AS "phone_local_number!",
                  u.email::text AS email, c.invitation_email::text AS invitation_email, i.invite_type AS "invite_type?: InviteType",
                  r.status = 'pending' AND i.undelivered_at IS NOT NULL AS "is_invite_undelivered!",
                  EXISTS (SELECT 1 FROM reservation_cancel_requests x WHERE x.restaurant_id = r.restaurant_id
                      AND x.reservation_id = r.id AND x.status = 'pending')
                      AS "has_cancel_request!",
                  EXISTS (SELECT 1 FROM ivr_guest_count_alter_requests x WHERE x.restaurant_id = r.restaurant_id
                      AND x.reservation_id = r.id AND x.status = 'pending')
                      AS "has_guest_count_request!",
                  jsonb_build_object('arrived_at', sv.arrived_at, 'seated_at', sv.seated_at, 'bill_at', sv.bill_at,
                      'left_at', sv.left_at, 'no_show_at', ns.recorded_at) AS "service!: Json<ServiceTimes>",
                  coalesce(p.allergy_description, '') AS "allergy_description!",
                  coalesce(cp.noted_allergies, '') AS "noted_allergies!"
           FROM unnest($2::bigint[]) WITH ORDINALITY AS wanted (id, place)
           JOIN reservations r ON r.restaurant_id = $1 AND r.id = wanted.id
           JOIN inventory_groups g ON g.restaurant_id = r.restaurant_id AND g.id = r.inventory_group_id
           LEFT JOIN customers c ON c.restaurant_id = r.restaurant_id AND c.id = r.customer_id
           LEFT JOIN customer_profiles cp ON cp.restaurant_id = c.restaurant_id AND cp.customer_id = c.id
           LEFT JOIN customer_groups cg ON cg.restaurant_id = c.restaurant_id AND cg.id = c.customer_group_id
           LEFT JOIN users u ON u.id = coalesce(r.user_id, c.user_id)
           LEFT JOIN profiles p ON p.user_id = u.id
           LEFT JOIN reservation_invites i ON i.restaurant_id = r.restaurant_id AND i.reservation_id = r.id
           LEFT JOIN offsite_reservations o ON o.restaurant_id = r.restaurant_id AND o.reservation_id = r.id
           LEFT JOIN reservation_service_times sv ON sv.restaurant_id = r.restaurant_id AND sv.reservation_id = r.id
           LEFT JOIN reservation_no_shows ns ON ns.restaurant_id = r.restaurant_id AND ns.reservation_id = r.id
           ORDER BY wanted.place"#,
        restaurant.0,
        &ids,
    );
    rows.fetch_all(conn).await
}

/// Splits a search text into terms. Numbers are reduced to their digits.
pub fn search_words(typed: &str) -> Vec<String> {
    phone::search_words::search_words(&typed.nfkc().collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn search_terms_split_at_any_space_and_numbers_drop_dashes() {
        assert_eq!(search_words(" 伊藤　０９０-1234 a-b - "), ["伊藤", "0901234", "a-b"]);
    }
}
