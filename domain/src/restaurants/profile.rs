//! A restaurant's own fields, which admins edit (admin §2, gaps G195). Risky settings have a separate call (gaps G187). These functions
//! write the restaurant's row, as `actions` does, with the same consequences.

use std::collections::BTreeMap;

use chrono::{DateTime, Months, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use sqlx::PgConnection;
use sqlx::types::Json;
use utoipa::ToSchema;

use super::actions::record_change;
use super::facilities::Facility;
use super::model::{PictureText, Visibility};
use super::policy::FeeTier;
use super::search;
use crate::audit::{Actor, change_detail, changed_fields};
use crate::ids::{AdminUserId, RestaurantId};

/// A restaurant's fields for guests, and its ids at partner sites.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Profile {
    pub name_ja: String,
    pub name_en: String,
    /// Pronunciation of the Japanese name, in kana.
    pub name_kana: String,
    pub tagline_ja: String,
    pub tagline_en: String,
    pub description_ja: String,
    pub description_en: String,
    pub area_id: i64,
    pub cuisine_id: i64,
    /// One of the prefectures that diners choose from: 東京都.
    pub prefecture: String,
    pub zip_code: String,
    pub address_ja: String,
    pub address_en: String,
    pub access_ja: String,
    pub access_en: String,
    pub chef_ja: String,
    pub chef_en: String,
    pub phone: String,
    pub email: String,
    pub url: String,
    /// Contact for job applicants; null if not shown.
    #[schema(required)]
    pub careers: Option<CareersProfile>,
    /// Percentages of the course total that are due from a number of days before the visit (gaps G086).
    #[schema(value_type = Vec<Object>)]
    pub cancellation_policy: Vec<FeeTier>,
    /// As stored (gaps G195).
    #[schema(value_type = Vec<Facility>)]
    pub facilities: Vec<String>,
    /// Notice that travel law may require.
    #[schema(required)]
    pub travel_law_notice_ja: Option<String>,
    #[schema(required)]
    pub travel_law_notice_en: Option<String>,
    pub je_fid: String,
    pub tc_fid: String,
    pub ts_fid: String,
    pub stripe_account_fid: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct CareersProfile {
    pub phone: String,
    pub email: String,
    pub url: String,
    pub remarks_ja: String,
    pub remarks_en: String,
}

/// Fields that can be set only when a restaurant is created.
#[derive(Clone, Debug)]
pub struct RestaurantCreation {
    pub slug: String,
    pub visibility: Visibility,
    pub is_delivery_only: bool,
}

/// A statement that contains the columns of a `Profile` between its parts. Columns and fields have the same names.
macro_rules! with_columns {
    ($call:ident, $start:literal $(, $then:literal)+; $($arg:expr),+) => {
        sqlx::$call!(
            $start
                $(+ "name_ja, name_en, name_kana, tagline_ja, tagline_en, description_ja, description_en, area_id, cuisine_id, prefecture,
                     zip_code, address_ja, address_en, access_ja, access_en, chef_ja, chef_en, phone, email, url, careers,
                     cancellation_policy, facilities, travel_law_notice_ja, travel_law_notice_en, je_fid, tc_fid, ts_fid, stripe_account_fid"
                + $then)+,
            $($arg),+
        )
    };
}

pub async fn find(conn: &mut PgConnection, id: RestaurantId) -> sqlx::Result<Profile> {
    let profile = with_columns!(
        query_scalar,
        r#"SELECT to_jsonb(p) AS "profile!: Json<Profile>" FROM (SELECT "#, " FROM restaurants WHERE id = $1) p";
        id.0
    );
    let Json(profile) = profile.fetch_one(conn).await?;
    Ok(Profile { facilities: Facility::stored(&Facility::known(&profile.facilities)), ..profile })
}

/// Locks a restaurant's fields until the transaction ends.
pub async fn lock(conn: &mut PgConnection, id: RestaurantId) -> sqlx::Result<()> {
    sqlx::query!("SELECT id FROM restaurants WHERE id = $1 FOR NO KEY UPDATE", id.0).fetch_one(conn).await?;
    Ok(())
}

/// Saves all fields. Existing bookings keep their policy.
pub async fn save(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    id: RestaurantId,
    profile: &Profile,
) -> sqlx::Result<()> {
    let before = find(conn, id).await?;
    let after = json!(profile);
    let saved = with_columns!(
        query, "UPDATE restaurants SET (", ") = (SELECT ",
        " FROM jsonb_populate_record(NULL::restaurants, jsonb_strip_nulls($2::jsonb))) WHERE id = $1";
        id.0, after
    );
    saved.execute(&mut *conn).await?;
    search::write(conn, &[id]).await?;
    record_change(conn, now, actor, id, "restaurant_updated", change(&before, profile)).await
}

/// Fields whose values the audit log does not have: the addresses and numbers may be a person's own.
const UNRECORDED: [&str; 3] = ["phone", "email", "careers"];

/// Returns the audit log's detail of a change: the names of the changed fields, and their old and new values.
fn change(before: &Profile, after: &Profile) -> Value {
    let fields = |profile: &Profile| match json!(profile) {
        Value::Object(fields) => fields,
        _ => Map::new(),
    };
    let (before, after) = (fields(before), fields(after));
    let names: Vec<_> =
        after.iter().filter(|(name, value)| before.get(*name) != Some(*value)).map(|(name, _)| name.clone()).collect();
    let mut detail = changed_fields(before, after, &UNRECORDED);
    detail.insert("changed".to_owned(), json!(names));
    Value::Object(detail)
}

/// Creates a restaurant. It cannot be booked before an admin sets its online start, which is two years ahead initially.
pub async fn create(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    admin: AdminUserId,
    founding: &RestaurantCreation,
    profile: &Profile,
) -> sqlx::Result<RestaurantId> {
    let id = sqlx::query_scalar!(
        r#"INSERT INTO restaurants (slug, visibility, is_delivery_only, created_at, name_ja, name_en, area_id, cuisine_id, prefecture)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id AS "id: RestaurantId""#,
        founding.slug,
        founding.visibility.as_str(),
        founding.is_delivery_only,
        now,
        profile.name_ja,
        profile.name_en,
        profile.area_id,
        profile.cuisine_id,
        profile.prefecture,
    )
    .fetch_one(&mut *conn)
    .await?;
    sqlx::query!(
        "INSERT INTO restaurant_operations (restaurant_id, or_starts_at, admin_user_id) VALUES ($1, $2, $3)",
        id.0,
        now + Months::new(24),
        admin.0,
    )
    .execute(&mut *conn)
    .await?;
    record_change(conn, now, Actor::Admin(admin), id, "restaurant_created", json!({ "slug": founding.slug })).await?;
    save(conn, now, Actor::Admin(admin), id, profile).await?;
    Ok(id)
}

/// Returns the files of a restaurant's pictures in order, each with its description.
pub async fn list_pictures(conn: &mut PgConnection, id: RestaurantId) -> sqlx::Result<Vec<(String, PictureText)>> {
    let row = sqlx::query!(
        r#"SELECT pictures, picture_texts AS "texts: Json<BTreeMap<String, PictureText>>" FROM restaurants WHERE id = $1"#,
        id.0
    );
    let row = row.fetch_one(conn).await?;
    let mut texts = row.texts.0;
    let placed = row.pictures.into_iter().map(|file| {
        let text = texts.remove(&file).unwrap_or_default();
        (file, text)
    });
    Ok(placed.collect())
}

/// As `list_pictures`, locked until the transaction ends.
pub async fn lock_pictures(conn: &mut PgConnection, id: RestaurantId) -> sqlx::Result<Vec<(String, PictureText)>> {
    lock(conn, id).await?;
    list_pictures(conn, id).await
}

pub async fn save_pictures(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    id: RestaurantId,
    placed: &[(String, PictureText)],
) -> sqlx::Result<()> {
    let before = list_pictures(conn, id).await?;
    let files: Vec<_> = placed.iter().map(|(file, _)| file.clone()).collect();
    let texts: BTreeMap<_, _> = placed.iter().map(|(file, text)| (file, text)).collect();
    sqlx::query!("UPDATE restaurants SET pictures = $2, picture_texts = $3 WHERE id = $1", id.0, &files, json!(texts))
        .execute(&mut *conn)
        .await?;
    let detail = change_detail(json!({ "changed": ["pictures"] }), picture_fields(&before), picture_fields(placed));
    record_change(conn, now, actor, id, "restaurant_updated", detail).await
}

/// Returns the pictures for the audit log, in their order.
fn picture_fields(placed: &[(String, PictureText)]) -> Value {
    let picture = |(file, text): &(String, PictureText)| json!({ "file": file, "alt_ja": text.ja, "alt_en": text.en });
    json!({ "pictures": placed.iter().map(picture).collect::<Vec<_>>() })
}
