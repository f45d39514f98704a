//! The admins' lists of restaurants (admin §2, §3, §7, gaps G181, G181b, G185).

use chrono::{DateTime, Duration, Utc};
use serde::Deserialize;
use sqlx::PgConnection;
use sqlx::types::Json;

use super::model::{Bilingual, LabelChoice, Visibility};
use super::opening::{self, OpeningRequirement};
use super::search;
use crate::ids::{AdminUserId, AreaId, CuisineId, NotificationAddressId, RestaurantId, RestaurantOperationId};
use crate::text_enum::text_enum;
use crate::zone::Zone;

text_enum! {
    /// Whether guests visit the restaurant, or it sends parcels.
    pub enum RestaurantType of "pinned_restaurants.restaurant_type" {
        Normal = "normal",
        /// E-commerce: delivery only, or with a delivery setting.
        Ec = "ec",
    }
}

text_enum! {
    /// A list by pins, or by online start: within five days, later, or already started.
    pub enum ListType {
        Pinned = "pinned",
        FutureNormal = "osa_future_normal",
        FutureEc = "osa_future_ec",
        SuperFutureNormal = "osa_super_future_normal",
        SuperFutureEc = "osa_super_future_ec",
        PastNormal = "oea_past_normal",
        PastEc = "oea_past_ec",
    }
}

/// Days ahead from which a start is in the super future (admin §2: "5-day future").
const SUPER_FUTURE_DAYS: i64 = 5;

impl ListType {
    pub const fn restaurant_type(self) -> Option<RestaurantType> {
        match self {
            Self::Pinned => None,
            Self::FutureNormal | Self::SuperFutureNormal | Self::PastNormal => Some(RestaurantType::Normal),
            Self::FutureEc | Self::SuperFutureEc | Self::PastEc => Some(RestaurantType::Ec),
        }
    }

    /// Returns the range of online starts: after the first instant, up to the second.
    fn starts(self, now: DateTime<Utc>) -> (Option<DateTime<Utc>>, Option<DateTime<Utc>>) {
        let near = now + Duration::days(SUPER_FUTURE_DAYS);
        match self {
            Self::Pinned => (None, None),
            Self::FutureNormal | Self::FutureEc => (Some(now), Some(near)),
            Self::SuperFutureNormal | Self::SuperFutureEc => (Some(near), None),
            Self::PastNormal | Self::PastEc => (None, Some(now)),
        }
    }
}

/// Filter of a list; None means all.
#[derive(Clone, Debug, Default)]
pub struct AdminListFilter {
    pub list: Option<ListType>,
    /// Kind of pins; None for both kinds.
    pub pins: Option<RestaurantType>,
    /// Words of a name, all of which must match.
    pub keywords: String,
    pub area: Option<AreaId>,
    pub cuisine: Option<CuisineId>,
    /// Only this restaurant.
    pub restaurant: Option<RestaurantId>,
}

/// An owner or an admin with id and nickname.
#[derive(Clone, Debug, Deserialize)]
pub struct NamedAccount {
    pub id: i64,
    pub nickname: String,
}

/// An email address that receives new bookings.
#[derive(Clone, Debug, Deserialize)]
pub struct NotificationAddress {
    pub id: NotificationAddressId,
    pub email: String,
}

/// A row of the list.
#[derive(Clone, Debug)]
pub struct ListedRestaurant {
    pub id: RestaurantId,
    pub slug: String,
    pub name: Bilingual,
    pub is_pinned: bool,
    pub is_delivery_only: bool,
    pub has_delivery_setting: bool,
    pub je_fid: String,
    pub tc_fid: String,
    pub ts_fid: String,
    pub stripe_account_fid: String,
    /// The first owner, or a member of staff if no owner exists.
    pub owner: Option<NamedAccount>,
    pub operation_id: RestaurantOperationId,
    pub online_starts_at: DateTime<Utc>,
    /// The start before the last change, which can be restored.
    pub previous_starts_at: Option<DateTime<Utc>>,
    /// Author of the online start.
    pub set_by: Option<NamedAccount>,
    pub subscriptions: Vec<NotificationAddress>,
    /// Requirements that it lacks before it can be opened for booking.
    pub missing_to_open: Vec<OpeningRequirement>,
    pub visibility: Visibility,
    pub is_noindex: bool,
    pub zone: Zone,
    /// A round of one of its plans starts today in the restaurant's zone.
    pub opens_today: bool,
    /// Time until which the rounds of all its periodic plans exist; None without such a plan.
    pub rounds_made_until: Option<DateTime<Utc>>,
}

/// Returns the restaurants of a list; restaurants with a future online start by that time, before the others. Names match as in the diners'
/// search; a slug or an id matches, too. `rounds::today` adds rounds that no worker has created.
pub async fn list(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    admin: AdminUserId,
    asked: &AdminListFilter,
) -> sqlx::Result<Vec<ListedRestaurant>> {
    // Read first: a Citus cluster rejects subselects over words in a statement over the restaurants' own rows.
    let matching = match asked.keywords.trim() {
        "" => None,
        typed => Some(search::list_matching(conn, typed).await?.iter().map(|id| id.0).collect::<Vec<_>>()),
    };
    let (from, till) = asked.list.map_or((None, None), |list| list.starts(now));
    let kind = asked.list.and_then(ListType::restaurant_type);
    let rows = sqlx::query!(
        r#"SELECT r.id, r.slug, r.name_ja, r.name_en, r.is_delivery_only, r.je_fid, r.tc_fid, r.ts_fid, r.stripe_account_fid,
                  r.visibility AS "visibility: Visibility", r.is_noindex, o.id AS operation_id, o.or_starts_at,
                  o.previous_starts_at,
                  p.restaurant_id IS NOT NULL AS "is_pinned!", d.restaurant_id IS NOT NULL AS "has_delivery_setting!",
                  CASE WHEN a.id IS NOT NULL THEN jsonb_build_object('id', a.id, 'nickname', a.nickname) END
                      AS "set_by: Json<NamedAccount>",
                  (SELECT jsonb_build_object('id', n.id, 'nickname', n.nickname) FROM restaurant_owners w
                   JOIN owners n ON n.id = w.owner_id WHERE w.restaurant_id = o.restaurant_id
                   ORDER BY w.role = 'owner' DESC, n.id LIMIT 1) AS "owner: Json<NamedAccount>",
                  (SELECT jsonb_agg(jsonb_build_object('id', e.id, 'email', e.email) ORDER BY e.id)
                   FROM restaurant_email_subscriptions e WHERE e.restaurant_id = o.restaurant_id)
                      AS "subscriptions: Json<Vec<NotificationAddress>>",
                  EXISTS (SELECT 1 FROM restaurant_owners w WHERE w.restaurant_id = o.restaurant_id AND w.role = 'owner') AS "has_owner!",
                  EXISTS (SELECT 1 FROM reservation_rounds x WHERE x.restaurant_id = o.restaurant_id
                      AND x.effective_at > $1::timestamptz - interval '1 day' AND x.effective_at < $1 + interval '1 day'
                      AND (x.effective_at AT TIME ZONE r.time_zone)::date = ($1 AT TIME ZONE r.time_zone)::date) AS "opens_today!",
                  r.time_zone AS "time_zone: Zone",
                  (SELECT min(x.rounds_made_until) FROM reservation_round_plans x
                   WHERE x.restaurant_id = o.restaurant_id AND x.kind = 'periodic') AS rounds_made_until
           FROM restaurant_operations o
           JOIN restaurants r ON r.id = o.restaurant_id
           LEFT JOIN admin_users a ON a.id = o.admin_user_id
           LEFT JOIN restaurant_delivery_settings d ON d.restaurant_id = o.restaurant_id
           LEFT JOIN (SELECT DISTINCT restaurant_id FROM pinned_restaurants
                      WHERE admin_user_id = $2 AND restaurant_type = coalesce($3, restaurant_type)) p
               ON p.restaurant_id = o.restaurant_id
           WHERE (NOT $4::boolean OR p.restaurant_id IS NOT NULL)
             AND ($5::text IS NULL OR (r.is_delivery_only OR d.restaurant_id IS NOT NULL) = ($5 = 'ec'))
             AND ($6::timestamptz IS NULL OR o.or_starts_at > $6) AND ($7::timestamptz IS NULL OR o.or_starts_at <= $7)
             AND ($8::bigint IS NULL OR r.area_id = $8) AND ($9::bigint IS NULL OR r.cuisine_id = $9)
             AND ($11::bigint IS NULL OR r.id = $11)
             AND ($10::bigint[] IS NULL OR r.id = ANY ($10))
           ORDER BY CASE WHEN o.or_starts_at > $1 THEN o.or_starts_at END NULLS LAST, r.id"#,
        now,
        admin.0,
        asked.pins.map(RestaurantType::as_str),
        asked.list == Some(ListType::Pinned),
        kind.map(RestaurantType::as_str),
        from,
        till,
        asked.area.map(|id| id.0),
        asked.cuisine.map(|id| id.0),
        matching.as_deref(),
        asked.restaurant.map(|id| id.0),
    )
    .fetch_all(conn)
    .await?;
    let listed = rows.into_iter().map(|r| ListedRestaurant {
        id: RestaurantId(r.id),
        slug: r.slug,
        name: Bilingual::new(r.name_ja, r.name_en),
        is_pinned: r.is_pinned,
        is_delivery_only: r.is_delivery_only,
        has_delivery_setting: r.has_delivery_setting,
        je_fid: r.je_fid,
        tc_fid: r.tc_fid,
        ts_fid: r.ts_fid,
        stripe_account_fid: r.stripe_account_fid,
        owner: r.owner.map(|owner| owner.0),
        operation_id: RestaurantOperationId(r.operation_id),
        online_starts_at: r.or_starts_at,
        previous_starts_at: r.previous_starts_at,
        set_by: r.set_by.map(|admin| admin.0),
        missing_to_open: opening::missing(r.has_owner, r.subscriptions.is_some()),
        subscriptions: r.subscriptions.map(|list| list.0).unwrap_or_default(),
        visibility: r.visibility,
        is_noindex: r.is_noindex,
        zone: r.time_zone,
        opens_today: r.opens_today,
        rounds_made_until: r.rounds_made_until,
    });
    Ok(listed.collect())
}

/// Returns the row of one restaurant.
pub async fn find(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    admin: AdminUserId,
    restaurant: RestaurantId,
) -> sqlx::Result<Option<ListedRestaurant>> {
    let asked = AdminListFilter { restaurant: Some(restaurant), ..AdminListFilter::default() };
    Ok(list(conn, now, admin, &asked).await?.into_iter().next())
}

/// Returns all areas and cuisines to choose from.
pub async fn choices(conn: &mut PgConnection) -> sqlx::Result<(Vec<LabelChoice<AreaId>>, Vec<LabelChoice<CuisineId>>)> {
    let areas = sqlx::query!("SELECT id, label_ja, label_en FROM areas ORDER BY position, id").fetch_all(&mut *conn);
    let areas = areas
        .await?
        .into_iter()
        .map(|r| LabelChoice { id: AreaId(r.id), label: Bilingual::new(r.label_ja, r.label_en) });
    let areas = areas.collect();
    let cuisines = sqlx::query!("SELECT id, label_ja, label_en FROM cuisines ORDER BY position, id").fetch_all(conn);
    let cuisines = cuisines
        .await?
        .into_iter()
        .map(|r| LabelChoice { id: CuisineId(r.id), label: Bilingual::new(r.label_ja, r.label_en) });
    Ok((areas, cuisines.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_cover_all_starts_without_gap() {
        let now = DateTime::UNIX_EPOCH;
        for [past, near, far] in [
            [ListType::PastNormal, ListType::FutureNormal, ListType::SuperFutureNormal],
            [ListType::PastEc, ListType::FutureEc, ListType::SuperFutureEc],
        ] {
            let ([past, near, far], kinds) = ([past, near, far].map(|list| list.starts(now)), [past, near, far]);
            assert_eq!((past.0, past.1, near.1, far.1), (None, near.0, far.0, None));
            assert_eq!(near.1, Some(now + Duration::days(5)));
            assert!(kinds.iter().all(|list| list.restaurant_type() == kinds[0].restaurant_type()));
        }
        assert_eq!(ListType::Pinned.starts(now), (None, None));
    }
}
