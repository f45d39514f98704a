//! The operator's admins: who they are, and which sections of a restaurant are open to them (admin §2, §6, gaps G186).

use serde::Serialize;
use sqlx::PgConnection;

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
