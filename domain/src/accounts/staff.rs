//! Accounts created from the command line: admins, and owners of restaurants.

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use crate::audit::{self, Actor};
use crate::db::violated_constraint;
use crate::ids::{AdminUserId, OwnerId, RestaurantId};
use crate::names;

/// The permission flags of an admin (admin §1), by column name.
pub const ADMIN_FLAGS: [&str; 13] = [
    "osg",
    "onr",
    "ofsr",
    "ivr",
    "os",
    "cpn",
    "cxl",
    "refunds",
    "privacy_export",
    "privacy_erase",
    "impersonation",
    "staff",
    "risky_settings",
];

/// A new account. Its password is already hashed.
#[derive(Clone)]
pub struct NewStaff<'a> {
    pub uid: &'a str,
    pub email: &'a str,
    pub nickname: &'a str,
    pub password_hash: &'a str,
}

#[derive(Debug, thiserror::Error)]
pub enum StaffAccountError {
    #[error("that is no mail address")]
    EmailInvalid,
    #[error("the address has an account already")]
    EmailTaken,
    #[error("no restaurant is called {0:?}")]
    NoRestaurant(String),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl StaffAccountError {
    fn from_database(error: sqlx::Error) -> Self {
        match violated_constraint(&error) {
            Some("owners_email_key" | "admin_users_email_key") => Self::EmailTaken,
            _ => Self::Database(error),
        }
    }
}

pub async fn create_admin(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    admin: &NewStaff<'_>,
    flags: &[String],
) -> Result<AdminUserId, StaffAccountError> {
    let email = names::email(admin.email).map_err(|_| StaffAccountError::EmailInvalid)?;
    let id = sqlx::query_scalar!(
        r#"INSERT INTO admin_users (uid, email, password_hash, nickname, osg, onr, ofsr, ivr, os, cpn, cxl, refunds,
               privacy_export, privacy_erase, impersonation, staff, risky_settings, created_at)
           SELECT $1, $2::text, $3, $4, 'osg' = ANY (f), 'onr' = ANY (f), 'ofsr' = ANY (f), 'ivr' = ANY (f), 'os' = ANY (f),
                  'cpn' = ANY (f), 'cxl' = ANY (f), 'refunds' = ANY (f), 'privacy_export' = ANY (f),
                  'privacy_erase' = ANY (f), 'impersonation' = ANY (f), 'staff' = ANY (f),
                  'risky_settings' = ANY (f), $6
           FROM (SELECT $5::text[] AS f) flags RETURNING id AS "id: AdminUserId""#,
        admin.uid,
        email,
        admin.password_hash,
        names::normalize(admin.nickname),
        flags,
        now,
    )
    .fetch_one(&mut *conn)
    .await
    .map_err(StaffAccountError::from_database)?;
    record(conn, now, "admin_created", None, json!({ "admin_user_id": id, "flags": flags })).await?;
    Ok(id)
}

/// Creates an owner of one or more restaurants, who accepts the terms at the first sign-in.
pub async fn create_owner(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    owner: &NewStaff<'_>,
    slugs: &[String],
) -> Result<OwnerId, StaffAccountError> {
    let email = names::email(owner.email).map_err(|_| StaffAccountError::EmailInvalid)?;
    let id = sqlx::query_scalar!(
        r#"INSERT INTO owners (uid, email, password_hash, nickname, created_at) VALUES ($1, $2::text, $3, $4, $5)
           RETURNING id AS "id: OwnerId""#,
        owner.uid,
        email,
        owner.password_hash,
        names::normalize(owner.nickname),
        now,
    )
    .fetch_one(&mut *conn)
    .await
    .map_err(StaffAccountError::from_database)?;
    for slug in slugs {
        let restaurant = sqlx::query_scalar!(
            r#"INSERT INTO restaurant_owners (restaurant_id, owner_id) SELECT id, $2 FROM restaurants WHERE slug = $1
               ON CONFLICT (restaurant_id, owner_id) DO UPDATE SET role = excluded.role
               RETURNING restaurant_id AS "id: RestaurantId""#,
            slug,
            id.0,
        );
        let restaurant = restaurant.fetch_optional(&mut *conn).await?;
        let restaurant = restaurant.ok_or_else(|| StaffAccountError::NoRestaurant(slug.clone()))?;
        record(conn, now, "owner_created", Some(restaurant), json!({ "owner_id": id })).await?;
    }
    Ok(id)
}

async fn record(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    action: &str,
    restaurant: Option<RestaurantId>,
    detail: serde_json::Value,
) -> sqlx::Result<()> {
    let event = audit::Event { actor: Actor::CommandLine, action, restaurant, reservation: None, detail };
    audit::record(conn, now, event).await
}
