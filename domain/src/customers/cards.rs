//! Customer cards: customers that match the filters of owner §7.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use sqlx::PgConnection;
use sqlx::types::Json;

use super::model::{CustomerRecord, CustomerType, FurtherPhone};
use crate::ids::{CustomerGroupId, CustomerId, CustomerProfileId, RestaurantId};

/// The value for "no group" in forms (owner §4).
pub const NO_GROUP: i64 = 999;

/// Filters of cards. Absent fields match all. `search` normalises the texts.
#[derive(Clone, Debug, Default, Serialize)]
pub struct CardFilter {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<CustomerId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uid: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ids: Option<Vec<CustomerId>>,
    /// `NO_GROUP` matches customers without a group.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<i64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub types: Vec<String>,
    /// Matches a customer with any of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Matches only blacklisted customers. The statement reads whether the field exists, so false must be absent.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub blacklisted: bool,
    /// Matches only customers with an allergy, by their own words or by staff's notes. Absent as `blacklisted`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub allergies: bool,
    /// Invitation channels: sms, email. Matches invited customers with any of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ways: Vec<&'static str>,
    /// Countries of the phone number: domestic, overseas. Matches any of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub countries: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visits_from: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visits_till: Option<i64>,
    /// Each must match the address, nickname, name, number or memo, as `names::folding::pattern`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub keywords: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// A complete number, normalised.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub e164: Option<String>,
    /// Digits of an incomplete number, without a leading 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone_country: Option<String>,
    /// Part of a name, as `names::folding::pattern`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// First digits of a number, without a leading 0 or with the country code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tel: Option<String>,
    /// Last digits of a number. With `tel`, either of them matches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tel_end: Option<String>,
    /// Digits anywhere in a number as it is dialled within its country.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number_part: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email_prefix: Option<String>,
    /// Customers with an accepted reservation on this day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visits_on: Option<NaiveDate>,
}

/// Identifies a customer: by number or uid.
#[derive(Clone, Copy, Debug, Default)]
pub struct CustomerLookup<'a> {
    pub id: Option<CustomerId>,
    pub uid: Option<&'a str>,
}

/// A statement over the customers of restaurant $1 as cards, at $2, filtered by the `CardFilter` $3. Names are compared in
/// compatibility form and lower case. Merged customers have no card. This is a macro and not an SQL function, because a Citus cluster
/// rejects functions that read a restaurant's tables.
macro_rules! cards {
    ($call:ident, ($($row:tt)*), $before:literal, $after:literal $(, $arg:expr)* $(,)?) => {
        sqlx::$call!(
            $($row)*
            $before + r#" FROM (
               SELECT c.id, c.uid, c.type, c.user_id, c.customer_group_id, coalesce(g.label, ''), coalesce(g.label_short, ''),
                      n.fullname, n.kana, coalesce(cp.nickname, ''), u.email::text, c.invitation_email::text, n.country, n.number,
                      coalesce(further.phones, '[]'), coalesce(merged.emails::text[], '{}'), cp.id,
                      coalesce(cp.receipt_title, ''), coalesce(cp.internal_memo, ''), c.allow_send_ivr_sms, c.favorited,
                      c.subscribe_to_announcements, n.is_blacklisted, u.premium_grade, coalesce(p.prefecture, ''),
                      coalesce(p.allergy_description, ''), coalesce(p.dislikes, ''), coalesce(cp.noted_allergies, ''),
                      coalesce(cp.noted_dislikes, ''),
                      array(SELECT t.tag FROM customer_tags t WHERE t.restaurant_id = $1 AND t.customer_id = c.id), v.visits,
                      (SELECT count(*) FROM reservations r
                       JOIN reservation_no_shows x ON x.restaurant_id = r.restaurant_id AND x.reservation_id = r.id
                       WHERE r.restaurant_id = $1 AND r.customer_id = c.id), v.last_at, c.created_at
               FROM customers c
               LEFT JOIN customer_profiles cp ON cp.restaurant_id = c.restaurant_id AND cp.customer_id = c.id
               LEFT JOIN customer_groups g ON g.restaurant_id = c.restaurant_id AND g.id = c.customer_group_id
               LEFT JOIN users u ON u.id = c.user_id
               LEFT JOIN profiles p ON p.user_id = c.user_id
               LEFT JOIN (
                   SELECT f.customer_id, array_agg(f.phone_e164) AS e164s, array_agg(f.phone_local_number) AS numbers,
                          array_agg(f.phone_country) AS countries,
                          jsonb_agg(jsonb_build_object('country', f.phone_country, 'local', f.phone_local_number)) AS phones
                   FROM (SELECT DISTINCT customer_id, phone_country, phone_local_number, phone_e164 FROM merged_phone_numbers
                         WHERE restaurant_id = $1) f
                   GROUP BY f.customer_id
               ) further ON further.customer_id = c.id
               LEFT JOIN (
                   SELECT m.merged_into_id AS customer_id, array_agg(DISTINCT m.invitation_email) AS emails FROM customers m
                   WHERE m.restaurant_id = $1 AND m.merged_into_id IS NOT NULL AND m.invitation_email IS NOT NULL
                   GROUP BY m.merged_into_id
               ) merged ON merged.customer_id = c.id
               CROSS JOIN LATERAL (
                   SELECT coalesce(p.name_last || ' ' || p.name_first, nullif(cp.nickname, ''), '') AS fullname,
                          coalesce(nullif(btrim(p.kana_last || ' ' || p.kana_first), ''), cp.kana, '') AS kana,
                          coalesce(p.phone_country, cp.phone_country, 'JP') AS country,
                          coalesce(p.phone_local_number, cp.phone_local_number, '') AS number,
                          coalesce(p.phone_e164, cp.phone_e164) AS e164,
                          c.is_blacklisted OR EXISTS (
                              SELECT 1 FROM blacklisted_phone_numbers b
                              WHERE b.restaurant_id = $1 AND b.phone_e164 = coalesce(p.phone_e164, cp.phone_e164))
                          OR further.e164s IS NOT NULL AND EXISTS (
                              SELECT 1 FROM blacklisted_phone_numbers b
                              WHERE b.restaurant_id = $1 AND b.phone_e164 = ANY (further.e164s)) AS is_blacklisted,
                          lower(normalize(concat_ws(E'\n', p.name_last || ' ' || p.name_first, p.name_last || p.name_first,
                              p.kana_last || ' ' || p.kana_first, p.kana_last || p.kana_first, cp.nickname,
                              replace(normalize(cp.nickname, NFKC), ' ', ''), cp.kana), NFKC)) AS names
               ) n
               LEFT JOIN LATERAL (
                   SELECT count(*) AS visits, max(r.starts_at) AS last_at FROM reservations r
                   WHERE r.restaurant_id = $1 AND r.customer_id = c.id AND r.status = 'accepted' AND r.ends_at < $2
                     AND NOT EXISTS (SELECT 1 FROM reservation_no_shows x
                         WHERE x.restaurant_id = r.restaurant_id AND x.reservation_id = r.id)
               ) v ON true
               WHERE c.restaurant_id = $1 AND c.merged_into_id IS NULL
                 AND (NOT $3::jsonb ? 'id' OR c.id = ($3->>'id')::bigint)
                 AND (NOT $3 ? 'uid' OR c.uid = $3->>'uid')
                 AND (NOT $3 ? 'ids' OR c.id IN (SELECT wanted::bigint FROM jsonb_array_elements_text($3->'ids') AS wanted))
                 AND (NOT $3 ? 'groups' OR $3->'groups' @> to_jsonb(coalesce(c.customer_group_id, 999)))
                 AND (NOT $3 ? 'types' OR $3->'types' ? c.type)
                 AND (NOT $3 ? 'tags' OR EXISTS (
                         SELECT 1 FROM customer_tags t WHERE t.restaurant_id = $1 AND t.customer_id = c.id AND $3->'tags' ? t.tag))
                 AND (NOT $3 ? 'blacklisted' OR n.is_blacklisted)
                 AND (NOT $3 ? 'allergies' OR coalesce(p.allergy_description, '') <> '' OR coalesce(cp.noted_allergies, '') <> '')
                 AND (NOT $3 ? 'ways' OR c.type = 'InvitedCustomer' AND (
                         $3->'ways' ? 'sms' AND c.allow_send_ivr_sms
                         OR $3->'ways' ? 'email' AND c.invitation_email IS NOT NULL))
                 AND (NOT $3 ? 'countries'
                      OR n.number <> '' AND $3->'countries' ? CASE n.country WHEN 'JP' THEN 'domestic' ELSE 'overseas' END)
                 AND (NOT $3 ? 'visits_from' OR v.visits >= ($3->>'visits_from')::bigint)
                 AND (NOT $3 ? 'visits_till' OR v.visits <= ($3->>'visits_till')::bigint)
                 AND (NOT $3 ? 'keywords' OR NOT EXISTS (
                         SELECT 1 FROM jsonb_array_elements_text($3->'keywords') AS word
                         WHERE concat_ws(E'\n', n.names, lower(u.email::text), lower(c.invitation_email::text),
                                         lower(array_to_string(merged.emails, E'\n')), n.number, '0' || n.number,
                                         '0' || array_to_string(further.numbers, E'\n0'),
                                         lower(normalize(cp.internal_memo, NFKC))) !~ word))
                 AND (NOT $3 ? 'email' OR u.email = mail_address($3->>'email') OR c.invitation_email = mail_address($3->>'email')
                      OR mail_address($3->>'email') = ANY (merged.emails))
                 AND (NOT $3 ? 'e164' OR n.e164 = $3->>'e164' OR $3->>'e164' = ANY (further.e164s))
                 AND (NOT $3 ? 'phone' OR n.number <> '' AND regexp_replace(n.number, '^0', '') = $3->>'phone'
                      OR $3->>'phone' = ANY (further.numbers))
                 AND (NOT $3 ? 'phone_country' OR n.country = $3->>'phone_country' OR $3->>'phone_country' = ANY (further.countries))
                 AND (NOT $3 ? 'name' OR n.names ~ ($3->>'name'))
                 AND (NOT $3 ? 'tel' OR starts_with(regexp_replace(n.number, '^0', ''), $3->>'tel')
                      OR starts_with(n.e164, '+' || ($3->>'tel'))
                      OR right(n.number, length($3->>'tel_end')) = $3->>'tel_end' OR EXISTS (
                         SELECT 1 FROM unnest(further.numbers, further.e164s) AS other (number, e164)
                         WHERE starts_with(other.number, $3->>'tel') OR starts_with(other.e164, '+' || ($3->>'tel'))
                            OR right(other.number, length($3->>'tel_end')) = $3->>'tel_end'))
                 AND (NOT $3 ? 'number_part' OR strpos('0' || n.number, $3->>'number_part') > 0 OR EXISTS (
                         SELECT 1 FROM unnest(further.numbers) AS other (number)
                         WHERE strpos('0' || other.number, $3->>'number_part') > 0))
                 AND (NOT $3 ? 'email_prefix' OR starts_with(lower(u.email::text), $3->>'email_prefix')
                      OR starts_with(lower(c.invitation_email::text), $3->>'email_prefix') OR EXISTS (
                         SELECT 1 FROM unnest(merged.emails) AS other (email) WHERE starts_with(lower(other.email::text), $3->>'email_prefix')))
                 AND (NOT $3 ? 'visits_on' OR EXISTS (
                         SELECT 1 FROM reservations r
                         WHERE r.customer_id = c.id AND r.restaurant_id = $1 AND r.status = 'accepted'
                           AND r.date = ($3->>'visits_on')::date))
           ) cards (
               id, uid, type, user_id, customer_group_id, group_label, group_label_short, display_fullname, kana,
               nickname, email, invitation_email, phone_country, phone_local_number, further_phones, further_emails,
               profile_id, receipt_title,
               internal_memo, allow_send_ivr_sms, favorited, subscribe_to_announcements, is_blacklisted, premium_grade,
               prefecture, allergy_description, dislikes, noted_allergies, noted_dislikes, tags, visit_count, no_show_count,
               last_visited_at, created_at
           ) "# + $after
            $(, $arg)*
        )
    };
}

/// Lists the matching cards, latest visit first. A customer without visits is sorted by the time of creation.
pub async fn list(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    now: DateTime<Utc>,
    filter: &CardFilter,
    limit: i64,
    offset: i64,
) -> sqlx::Result<Vec<CustomerRecord>> {
    cards!(
        query_as,
        (CustomerRecord,),
        r#"SELECT id AS "id!: CustomerId", uid AS "uid!", type AS "kind!: CustomerType", user_id AS "user_id: _",
                  customer_group_id AS "customer_group_id: CustomerGroupId",
                  group_label AS "group_label!", group_label_short AS "group_label_short!",
                  display_fullname AS "display_fullname!", kana AS "kana!", nickname AS "nickname!", email, invitation_email,
                  phone_country AS "phone_country!", phone_local_number AS "phone_local_number!",
                  further_phones AS "further_phones!: Json<Vec<FurtherPhone>>", further_emails AS "further_emails!",
                  profile_id AS "profile_id?: CustomerProfileId",
                  receipt_title AS "receipt_title!", internal_memo AS "internal_memo!",
                  allow_send_ivr_sms AS "allow_send_ivr_sms!", favorited AS "favorited!",
                  subscribe_to_announcements AS "subscribe_to_announcements!", is_blacklisted AS "is_blacklisted!",
                  premium_grade, prefecture AS "prefecture!", allergy_description AS "allergy_description!",
                  dislikes AS "dislikes!", noted_allergies AS "noted_allergies!", noted_dislikes AS "noted_dislikes!", tags AS "tags!",
                  visit_count AS "visit_count!", no_show_count AS "no_show_count!", last_visited_at, created_at AS "created_at!""#,
        "ORDER BY coalesce(last_visited_at, created_at) DESC, id DESC LIMIT $4 OFFSET $5",
        restaurant.0,
        now,
        Json(filter) as _,
        limit,
        offset,
    )
    .fetch_all(conn)
    .await
}

pub async fn find(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    now: DateTime<Utc>,
    key: CustomerLookup<'_>,
) -> sqlx::Result<Option<CustomerRecord>> {
    if key.id.is_none() && key.uid.is_none() {
        return Ok(None);
    }
    let filter = CardFilter { id: key.id, uid: key.uid.map(str::to_owned), ..CardFilter::default() };
    Ok(list(conn, restaurant, now, &filter, 1, 0).await?.pop())
}

pub async fn count(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    now: DateTime<Utc>,
    filter: &CardFilter,
) -> sqlx::Result<i64> {
    cards!(query_scalar, (), r#"SELECT count(*) AS "count!""#, "", restaurant.0, now, Json(filter) as _)
        .fetch_one(conn)
        .await
}

/// Lists the ids of matching customers, in the order of `list`.
pub async fn list_ids(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    now: DateTime<Utc>,
    filter: &CardFilter,
) -> sqlx::Result<Vec<CustomerId>> {
    cards!(
        query_scalar,
        (),
        r#"SELECT id AS "id!: CustomerId""#,
        "ORDER BY coalesce(last_visited_at, created_at) DESC, id DESC",
        restaurant.0,
        now,
        Json(filter) as _
    )
    .fetch_all(conn)
    .await
}

/// Lists the ids of matching customers without an order, which avoids reading all customers' visits.
pub async fn list_ids_in_no_order(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    now: DateTime<Utc>,
    filter: &CardFilter,
) -> sqlx::Result<Vec<CustomerId>> {
    cards!(query_scalar, (), r#"SELECT id AS "id!: CustomerId""#, "", restaurant.0, now, Json(filter) as _)
        .fetch_all(conn)
        .await
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn filter_without_conditions_has_no_fields() {
        let fields = |filter: &CardFilter| serde_json::to_value(filter).unwrap();
        assert_eq!(fields(&CardFilter { blacklisted: false, ..CardFilter::default() }), json!({}));
        assert_eq!(fields(&CardFilter { blacklisted: true, ..CardFilter::default() }), json!({ "blacklisted": true }));
    }
}
