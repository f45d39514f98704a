//! The operator's admins, and their permissions for the sections of a restaurant (admin §2, §6, gaps G186).

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::json;
use sqlx::{FromRow, PgConnection, Postgres, QueryBuilder};

use crate::audit::{self, Actor, Event};
use crate::ids::AdminUserId;
use crate::names;
use crate::sessions::{self, AccountId};
use crate::text_enum::text_enum;

text_enum! {
    /// A permission for one of a restaurant's sections, for personal data, or for a privileged action.
    pub enum AdminFlag {
        /// Booking slots.
        Osg = "osg",
        /// Online reservations.
        Onr = "onr",
        /// Off-site reservations.
        Ofsr = "ofsr",
        /// Invited reservations.
        Ivr = "ivr",
        /// Deleting stock in bulk.
        Os = "os",
        /// Cancelling coupon codes in bulk.
        Cpn = "cpn",
        /// Marking days as checked in bulk.
        Cxl = "cxl",
        /// Manual refunds and corrections (gaps G205).
        Refunds = "refunds",
        /// Export of a person's data (gaps G214).
        PrivacyExport = "privacy_export",
        /// Erasure of a person's data (gaps G214).
        PrivacyErase = "privacy_erase",
        /// Impersonating an owner (gaps G220).
        Impersonation = "impersonation",
        /// Inviting, changing and removing a restaurant's owners and staff.
        Staff = "staff",
        /// Changing a risky setting.
        RiskySettings = "risky_settings",
    }
}

/// The permission flags of an admin, by their names in the specification.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct AdminFlags {
    pub osg: bool,
    pub onr: bool,
    pub ofsr: bool,
    pub ivr: bool,
    pub os: bool,
    pub cpn: bool,
    pub cxl: bool,
    pub refunds: bool,
    pub privacy_export: bool,
    pub privacy_erase: bool,
    pub impersonation: bool,
    pub staff: bool,
    pub risky_settings: bool,
}

impl AdminFlags {
    pub const fn has(self, flag: AdminFlag) -> bool {
        match flag {
            AdminFlag::Osg => self.osg,
            AdminFlag::Onr => self.onr,
            AdminFlag::Ofsr => self.ofsr,
            AdminFlag::Ivr => self.ivr,
            AdminFlag::Os => self.os,
            AdminFlag::Cpn => self.cpn,
            AdminFlag::Cxl => self.cxl,
            AdminFlag::Refunds => self.refunds,
            AdminFlag::PrivacyExport => self.privacy_export,
            AdminFlag::PrivacyErase => self.privacy_erase,
            AdminFlag::Impersonation => self.impersonation,
            AdminFlag::Staff => self.staff,
            AdminFlag::RiskySettings => self.risky_settings,
        }
    }
}

#[derive(Clone, Debug)]
pub struct AdminUser {
    pub id: AdminUserId,
    pub email: String,
    pub nickname: String,
    pub flags: AdminFlags,
}

/// An admin in the list of the command line.
#[derive(Clone, Debug, Serialize)]
pub struct AdminRow {
    pub id: AdminUserId,
    pub email: String,
    pub nickname: String,
    /// By their names in the specification.
    pub flags: Vec<String>,
    pub has_second_factor: bool,
    pub locked_until: Option<DateTime<Utc>>,
    /// A disabled admin cannot sign in.
    pub disabled_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
}

pub async fn list(conn: &mut PgConnection) -> sqlx::Result<Vec<AdminRow>> {
    sqlx::query_as!(
        AdminRow,
        r#"SELECT id AS "id: AdminUserId", email::text AS "email!", nickname,
                  array_remove(ARRAY[CASE WHEN osg THEN 'osg' END, CASE WHEN onr THEN 'onr' END, CASE WHEN ofsr THEN 'ofsr' END,
                      CASE WHEN ivr THEN 'ivr' END, CASE WHEN os THEN 'os' END, CASE WHEN cpn THEN 'cpn' END,
                      CASE WHEN cxl THEN 'cxl' END, CASE WHEN refunds THEN 'refunds' END,
                      CASE WHEN privacy_export THEN 'privacy_export' END,
                      CASE WHEN privacy_erase THEN 'privacy_erase' END,
                      CASE WHEN impersonation THEN 'impersonation' END, CASE WHEN staff THEN 'staff' END,
                      CASE WHEN risky_settings THEN 'risky_settings' END], NULL) AS "flags!",
                  EXISTS (SELECT 1 FROM authenticators a
                          WHERE a.side = 'admin' AND a.person_id = admin_users.id AND a.uid IS NOT NULL) AS "has_second_factor!",
                  locked_until, disabled_at, created_at
           FROM admin_users ORDER BY id"#
    )
    .fetch_all(conn)
    .await
}

/// Sets exactly these flags for an admin, effective from the next request. Reports whether the admin exists.
pub async fn set_flags(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    typed: &str,
    flags: &[String],
) -> sqlx::Result<bool> {
    let Some(email) = names::email_to_look_up(typed) else { return Ok(false) };
    let id = sqlx::query_scalar!(
        "UPDATE admin_users SET osg = 'osg' = ANY ($2), onr = 'onr' = ANY ($2), ofsr = 'ofsr' = ANY ($2),
             ivr = 'ivr' = ANY ($2), os = 'os' = ANY ($2), cpn = 'cpn' = ANY ($2), cxl = 'cxl' = ANY ($2),
             refunds = 'refunds' = ANY ($2), privacy_export = 'privacy_export' = ANY ($2),
             privacy_erase = 'privacy_erase' = ANY ($2), impersonation = 'impersonation' = ANY ($2),
             staff = 'staff' = ANY ($2), risky_settings = 'risky_settings' = ANY ($2)
         WHERE email = mail_address($1::text) RETURNING id",
        email,
        flags,
    );
    let Some(id) = id.fetch_optional(&mut *conn).await? else { return Ok(false) };
    let event = Event {
        actor: Actor::CommandLine,
        action: "admin_flags_set",
        restaurant: None,
        reservation: None,
        detail: json!({ "admin_user_id": id, "flags": flags }),
    };
    audit::record(conn, now, event).await?;
    Ok(true)
}

#[derive(Debug, thiserror::Error)]
pub enum DisableError {
    #[error("no admin has this address")]
    NotFound,
    #[error("the last admin who may sign in cannot be disabled")]
    LastActive,
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

/// Disables an admin and revokes all their sessions, which also ends their impersonations. Reports whether anything changed. The last
/// enabled admin cannot be disabled.
pub async fn disable(conn: &mut PgConnection, now: DateTime<Utc>, typed: &str) -> Result<bool, DisableError> {
    let email = names::email_to_look_up(typed).ok_or(DisableError::NotFound)?;
    // Locks all rows: if two admins are disabled concurrently, one remains.
    let admins = sqlx::query!(
        r#"SELECT id AS "id: AdminUserId", coalesce(email = mail_address($1::text), false) AS "is_meant!", disabled_at IS NULL AS "is_active!"
           FROM admin_users ORDER BY id FOR UPDATE"#,
        email
    );
    let admins = admins.fetch_all(&mut *conn).await?;
    let meant = admins.iter().find(|admin| admin.is_meant).ok_or(DisableError::NotFound)?;
    if !meant.is_active {
        return Ok(false);
    }
    if admins.iter().filter(|admin| admin.is_active).count() == 1 {
        return Err(DisableError::LastActive);
    }
    let id = meant.id;
    sqlx::query!("UPDATE admin_users SET disabled_at = $2 WHERE id = $1", id.0, now).execute(&mut *conn).await?;
    sessions::revoke_all_but(conn, now, AccountId::Admin(id), None).await?;
    record(conn, now, "admin_disabled", id).await?;
    Ok(true)
}

/// Enables a disabled admin. Reports whether anything changed.
pub async fn enable(conn: &mut PgConnection, now: DateTime<Utc>, typed: &str) -> Result<bool, DisableError> {
    let email = names::email_to_look_up(typed).ok_or(DisableError::NotFound)?;
    let found = sqlx::query!(
        r#"SELECT id AS "id: AdminUserId", disabled_at FROM admin_users WHERE email = mail_address($1::text) FOR UPDATE"#,
        email
    );
    let found = found.fetch_optional(&mut *conn).await?.ok_or(DisableError::NotFound)?;
    if found.disabled_at.is_none() {
        return Ok(false);
    }
    sqlx::query!("UPDATE admin_users SET disabled_at = NULL WHERE id = $1", found.id.0).execute(&mut *conn).await?;
    record(conn, now, "admin_enabled", found.id).await?;
    Ok(true)
}

async fn record(conn: &mut PgConnection, now: DateTime<Utc>, action: &str, id: AdminUserId) -> sqlx::Result<()> {
    let detail = json!({ "admin_user_id": id });
    let event = Event { actor: Actor::CommandLine, action, restaurant: None, reservation: None, detail };
    audit::record(conn, now, event).await
}

/// Finds an enabled admin by their email address.
pub async fn find_by_email(conn: &mut PgConnection, typed: &str) -> sqlx::Result<Option<AdminUser>> {
    let Some(email) = names::email_to_look_up(typed) else { return Ok(None) };
    let id = sqlx::query_scalar!(
        r#"SELECT id AS "id: AdminUserId" FROM admin_users WHERE email = mail_address($1::text) AND disabled_at IS NULL"#,
        email
    );
    match id.fetch_optional(&mut *conn).await? {
        Some(id) => find(conn, id).await,
        None => Ok(None),
    }
}

/// Finds an enabled admin.
pub async fn find(conn: &mut PgConnection, id: AdminUserId) -> sqlx::Result<Option<AdminUser>> {
    let row = sqlx::query!(
        r#"SELECT email::text AS "email!", nickname, osg, onr, ofsr, ivr, os, cpn, cxl, refunds, privacy_export, privacy_erase,
                  impersonation, staff, risky_settings
           FROM admin_users WHERE id = $1 AND disabled_at IS NULL"#,
        id.0
    );
    let row = row.fetch_optional(conn).await?;
    Ok(row.map(|row| AdminUser {
        id,
        email: row.email,
        nickname: row.nickname,
        flags: AdminFlags {
            osg: row.osg,
            onr: row.onr,
            ofsr: row.ofsr,
            ivr: row.ivr,
            os: row.os,
            cpn: row.cpn,
            cxl: row.cxl,
            refunds: row.refunds,
            privacy_export: row.privacy_export,
            privacy_erase: row.privacy_erase,
            impersonation: row.impersonation,
            staff: row.staff,
            risky_settings: row.risky_settings,
        },
    }))
}

/// The SQL of whether an admin `a` has a permission for money, personal data, impersonation, staff or risky settings.
pub const IS_PRIVILEGED: &str =
    "(a.refunds OR a.privacy_export OR a.privacy_erase OR a.impersonation OR a.staff OR a.risky_settings)";
/// The SQL of whether an admin `a` has set up a second factor.
pub const HAS_SECOND_FACTOR: &str =
    "(EXISTS (SELECT 1 FROM authenticators x WHERE x.side = 'admin' AND x.person_id = a.id AND x.enabled_at IS NOT NULL)
      OR EXISTS (SELECT 1 FROM passkeys x WHERE x.side = 'admin' AND x.person_id = a.id))";

/// An enabled, privileged admin without a second factor.
#[derive(Clone, Debug, FromRow)]
pub struct UnprotectedAdmin {
    pub id: AdminUserId,
    pub nickname: String,
    pub created_at: DateTime<Utc>,
}

pub async fn list_unprotected(conn: &mut PgConnection) -> sqlx::Result<Vec<UnprotectedAdmin>> {
    // The list of admins filters by the same SQL, so the task's link shows exactly these rows.
    let mut sql = QueryBuilder::<Postgres>::default();
    sql.push("SELECT a.id, a.nickname, a.created_at FROM admin_users a WHERE a.disabled_at IS NULL AND ");
    sql.push(IS_PRIVILEGED).push(" AND NOT ").push(HAS_SECOND_FACTOR).push(" ORDER BY a.id");
    sql.build_query_as().fetch_all(conn).await
}
