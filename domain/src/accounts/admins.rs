//! The operator's admins: who they are, and which sections of a restaurant are open to them (admin §2, §6, gaps G186).

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::json;
use sqlx::PgConnection;

use crate::audit::{self, Actor, Event};
use crate::ids::AdminUserId;
use crate::text_enum::text_enum;

text_enum! {
    /// A permission to one of a restaurant's sections.
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
    }
}

/// The flags of an admin, by their names in the specification.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct AdminFlags {
    pub osg: bool,
    pub onr: bool,
    pub ofsr: bool,
    pub ivr: bool,
    pub os: bool,
    pub cpn: bool,
    pub cxl: bool,
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

/// An admin as the command line lists them.
#[derive(Clone, Debug, Serialize)]
pub struct AdminRow {
    pub id: AdminUserId,
    pub email: String,
    pub nickname: String,
    /// By the names of the specification.
    pub flags: Vec<String>,
    pub has_second_factor: bool,
    pub locked_until: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
}

pub async fn list(conn: &mut PgConnection) -> sqlx::Result<Vec<AdminRow>> {
    sqlx::query_as!(
        AdminRow,
        r#"SELECT id AS "id: AdminUserId", email::text AS "email!", nickname,
                  array_remove(ARRAY[CASE WHEN osg THEN 'osg' END, CASE WHEN onr THEN 'onr' END, CASE WHEN ofsr THEN 'ofsr' END,
                      CASE WHEN ivr THEN 'ivr' END, CASE WHEN os THEN 'os' END, CASE WHEN cpn THEN 'cpn' END,
                      CASE WHEN cxl THEN 'cxl' END], NULL) AS "flags!",
                  EXISTS (SELECT FROM authenticators a
                          WHERE a.side = 'admin' AND a.person_id = admin_users.id AND a.uid IS NOT NULL) AS "has_second_factor!",
                  locked_until, created_at
           FROM admin_users ORDER BY id"#
    )
    .fetch_all(conn)
    .await
}

/// Gives an admin these flags and no others; it holds from their next request on. Whether there is such an admin.
pub async fn set_flags(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    email: &str,
    flags: &[String],
) -> sqlx::Result<bool> {
    let id = sqlx::query_scalar!(
        "UPDATE admin_users SET osg = 'osg' = ANY ($2), onr = 'onr' = ANY ($2), ofsr = 'ofsr' = ANY ($2),
             ivr = 'ivr' = ANY ($2), os = 'os' = ANY ($2), cpn = 'cpn' = ANY ($2), cxl = 'cxl' = ANY ($2)
         WHERE email = $1::text::citext RETURNING id",
        email.trim(),
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

pub async fn find(conn: &mut PgConnection, id: AdminUserId) -> sqlx::Result<Option<AdminUser>> {
    let row = sqlx::query!(
        r#"SELECT email::text AS "email!", nickname, osg, onr, ofsr, ivr, os, cpn, cxl FROM admin_users WHERE id = $1"#,
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
        },
    }))
}
