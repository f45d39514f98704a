//! Customers as cards: looked up by the filters of owner §7.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use sqlx::PgConnection;
use sqlx::types::Json;

use super::model::{Card, CustomerType};
use crate::ids::{CustomerId, RestaurantId};

/// In forms: no group (owner §4).
pub const NO_GROUP: i64 = 999;

/// What cards are narrowed by; what is absent narrows nothing. Texts are normalised by `search`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Filter {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uid: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ids: Option<Vec<i64>>,
    /// `NO_GROUP` stands for those without one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<i64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub types: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blacklisted: Option<bool>,
    /// sms, email: how somebody was invited. Either of several will do.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ways: Vec<&'static str>,
    /// domestic, overseas: where their telephone is. Either of several will do.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub countries: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visits_from: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visits_till: Option<i64>,
    /// Each of them somewhere: address, nickname, name, number or memo.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub keywords: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Digits without a leading 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone_country: Option<String>,
    /// Part of a name; `kana` is the same in katakana.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kana: Option<String>,
    /// First digits of a number, without a leading 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tel: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email_prefix: Option<String>,
    /// Who has a reservation on this day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visits_on: Option<NaiveDate>,
}

/// Which customer is asked for: by the number or by the uid.
#[derive(Clone, Copy, Debug, Default)]
pub struct Key<'a> {
    pub id: Option<i64>,
    pub uid: Option<&'a str>,
}

/// The cards that pass a filter, the latest visit first.
pub async fn list(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    now: DateTime<Utc>,
    filter: &Filter,
    (limit, offset): (i64, i64),
) -> sqlx::Result<Vec<Card>> {
    sqlx::query_as!(
        Card,
        r#"SELECT id AS "id!: CustomerId", uid AS "uid!", type AS "kind!: CustomerType", user_id AS "user_id: _", customer_group_id,
                  group_label AS "group_label!", group_label_short AS "group_label_short!",
                  display_fullname AS "display_fullname!", kana AS "kana!", nickname AS "nickname!", email, invitation_email,
                  phone_country AS "phone_country!", phone_local_number AS "phone_local_number!", profile_id,
                  receipt_title AS "receipt_title!", internal_memo AS "internal_memo!",
                  allow_send_ivr_sms AS "allow_send_ivr_sms!", favorited AS "favorited!",
                  subscribe_to_announcements AS "subscribe_to_announcements!", is_blacklisted AS "is_blacklisted!",
                  premium_grade, prefecture AS "prefecture!", allergy_description AS "allergy_description!",
                  dislikes AS "dislikes!", visit_count AS "visit_count!", last_visited_at, created_at AS "created_at!"
           FROM customer_cards($1, $2, $3)
           ORDER BY coalesce(last_visited_at, created_at) DESC, id DESC LIMIT $4 OFFSET $5"#,
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
    key: Key<'_>,
) -> sqlx::Result<Option<Card>> {
    if key.id.is_none() && key.uid.is_none() {
        return Ok(None);
    }
    let filter = Filter { id: key.id, uid: key.uid.map(str::to_owned), ..Filter::default() };
    Ok(list(conn, restaurant, now, &filter, (1, 0)).await?.pop())
}

pub async fn count(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    now: DateTime<Utc>,
    filter: &Filter,
) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM customer_cards($1, $2, $3)"#,
        restaurant.0,
        now,
        Json(filter) as _
    )
    .fetch_one(conn)
    .await
}
