//! The staff of a restaurant (gaps G044): listing members, changing their roles, and removing them. The last owner cannot be removed,
//! so a restaurant always has one.

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::mails;
use super::person;
use super::roles::Role;
use crate::audit::{self, Actor, Event};
use crate::i18n::Locale;
use crate::ids::{OwnerId, RestaurantId};
use crate::names::masked_email;
use crate::outbox::mails::{MailTemplate, NewMail, queue};
use crate::rng::Rng;
use crate::sessions::{self, AccountId};

/// A member of a restaurant's staff.
#[derive(Clone, Debug)]
pub struct RestaurantMember {
    pub id: OwnerId,
    pub email: String,
    pub nickname: String,
    pub role: Role,
    pub has_second_factor: bool,
    /// Time of the last request in their unexpired sessions, without impersonations.
    pub last_seen_at: Option<DateTime<Utc>>,
}

/// The person who manages the staff of a restaurant. Only owners and admins can add, change and remove owners.
#[derive(Clone, Copy, Debug)]
pub struct StaffManager<'a> {
    pub actor: Actor,
    pub restaurant: RestaurantId,
    pub makes_owners: bool,
    /// An admin's reason, which the audit log stores (gaps G220).
    pub reason: Option<&'a str>,
}

#[derive(Debug, thiserror::Error)]
pub enum MemberError {
    #[error("no such member of staff, or no such invitation")]
    NotFound,
    /// Invalid fields, each with the code of its text.
    #[error("invalid: {0:?}")]
    Invalid(Vec<(&'static str, &'static str)>),
    #[error("a restaurant needs at least one owner")]
    LastOwner,
    #[error("only owners and admins can add, change and remove owners")]
    OwnersOnly,
    #[error("the restaurant has sent too many invitations today")]
    TooMany(#[from] crate::limits::TooMany),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl MemberError {
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotFound => "not_found",
            Self::Invalid(_) => "invalid_input",
            Self::LastOwner => "last_owner",
            Self::OwnersOnly => "owners_only",
            Self::TooMany(error) => error.code(),
            Self::Database(_) => "internal",
        }
    }
}

impl StaffManager<'_> {
    /// Rejects a change that adds, changes or removes an owner, unless the manager may do so.
    pub(super) fn authorize_change(self, roles: &[Role]) -> Result<(), MemberError> {
        match self.makes_owners || !roles.contains(&Role::Owner) {
            true => Ok(()),
            false => Err(MemberError::OwnersOnly),
        }
    }

    pub(super) async fn record(
        self,
        conn: &mut PgConnection,
        now: DateTime<Utc>,
        action: &str,
        mut detail: serde_json::Value,
    ) -> sqlx::Result<()> {
        if let Some(reason) = self.reason {
            detail["reason"] = reason.into();
        }
        let event = Event { actor: self.actor, action, restaurant: Some(self.restaurant), reservation: None, detail };
        audit::record(conn, now, event).await
    }
}

/// Lists a restaurant's staff, owners first. They are read before their sessions, which are on the coordinator of a Citus cluster.
pub async fn list(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<RestaurantMember>> {
    sqlx::query_as!(
        RestaurantMember,
        r#"WITH staff AS MATERIALIZED (
               SELECT o.id, o.email::text AS email, o.nickname, w.role
               FROM restaurant_owners w JOIN owners o ON o.id = w.owner_id WHERE w.restaurant_id = $1)
           SELECT o.id AS "id!: OwnerId", o.email AS "email!", o.nickname AS "nickname!", o.role AS "role!: Role",
                  EXISTS (SELECT 1 FROM authenticators a
                          WHERE a.side = 'owner' AND a.person_id = o.id AND a.uid IS NOT NULL) AS "has_second_factor!",
                  (SELECT max(s.last_seen_at) FROM sessions s
                   WHERE s.owner_id = o.id AND s.impersonator_id IS NULL AND NOT s.awaits_second_factor
                     AND s.expires_at > $2) AS last_seen_at
           FROM staff o
           ORDER BY array_position(ARRAY['owner', 'staff', 'floor', 'read_only'], o.role), o.id"#,
        restaurant.0,
        now,
    )
    .fetch_all(conn)
    .await
}

/// Returns the roles of a restaurant's staff and locks them until the transaction ends: if two owners remove each other, one remains.
async fn lock(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<Vec<(OwnerId, Role)>> {
    let rows = sqlx::query!(
        r#"SELECT owner_id AS "id: OwnerId", role AS "role: Role" FROM restaurant_owners
           WHERE restaurant_id = $1 ORDER BY owner_id FOR UPDATE"#,
        restaurant.0
    );
    Ok(rows.fetch_all(conn).await?.into_iter().map(|row| (row.id, row.role)).collect())
}

/// Returns the role of a member if the manager may change it to `then`, or remove it with `None`.
async fn change(
    conn: &mut PgConnection,
    by: StaffManager<'_>,
    id: OwnerId,
    then: Option<Role>,
) -> Result<Role, MemberError> {
    let staff = lock(conn, by.restaurant).await?;
    let (_, role) = *staff.iter().find(|(of, _)| *of == id).ok_or(MemberError::NotFound)?;
    by.authorize_change(&[role, then.unwrap_or(role)])?;
    let owners = staff.iter().filter(|(_, role)| *role == Role::Owner).count();
    if role == Role::Owner && then != Some(Role::Owner) && owners == 1 {
        return Err(MemberError::LastOwner);
    }
    Ok(role)
}

/// Changes the role of a member of staff, effective from the next request, and returns the previous one. The other owners get a mail about a new
/// owner (gaps G287).
///
/// # Errors
/// `NotFound`, `OwnersOnly`, or `LastOwner`.
pub async fn set_role(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    by: StaffManager<'_>,
    (id, role): (OwnerId, Role),
    locale: Locale,
) -> Result<Role, MemberError> {
    let previous = change(conn, by, id, Some(role)).await?;
    if previous == role {
        return Ok(previous);
    }
    if role == Role::Owner {
        let staff = list(conn, by.restaurant, now).await?;
        let member = staff.iter().find(|member| member.id == id).ok_or(MemberError::NotFound)?;
        notify_owners(conn, rng, now, by, mails::OWNER_PROMOTED, &member.email, locale).await?;
    }
    let update = sqlx::query!(
        "UPDATE restaurant_owners SET role = $3 WHERE restaurant_id = $1 AND owner_id = $2",
        by.restaurant.0,
        id.0,
        role.as_str(),
    );
    update.execute(&mut *conn).await?;
    let detail = json!({ "owner_id": id, "role": role, "previous_role": previous });
    by.record(conn, now, "staff_role_changed", detail).await?;
    Ok(previous)
}

/// Queues a notice about the new owner with the address `email` to each owner of the manager's restaurant except the manager. The mail has
/// the first letter of the address only. `fallback` is the language of an owner without a preferred one.
pub(super) async fn notify_owners(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    by: StaffManager<'_>,
    template: MailTemplate,
    email: &str,
    fallback: Locale,
) -> sqlx::Result<()> {
    let side = if matches!(by.actor, Actor::Owner(_)) { "owner" } else { "operator" };
    let is_manager = |id| matches!(by.actor, Actor::Owner(manager) if manager == id);
    let members = list(conn, by.restaurant, now).await?;
    let owners = members.into_iter().filter(|member| member.role == Role::Owner && !is_manager(member.id));
    for owner in owners {
        let person = person::find(conn, AccountId::Owner(owner.id)).await?;
        let locale = person.and_then(|person| person.locale).unwrap_or(fallback);
        let context = json!({ "restaurant_id": by.restaurant, "owner_id": owner.id, "new_owner": masked_email(email), "by": side });
        queue(conn, rng, now, NewMail::to_staff(template, locale, &owner.email, context)).await?;
    }
    Ok(())
}

/// Removes a member from the restaurant's staff. Their account remains for other restaurants; without another restaurant, all their
/// sessions are revoked.
///
/// # Errors
/// `NotFound`, `OwnersOnly`, or `LastOwner`.
pub async fn remove(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    by: StaffManager<'_>,
    id: OwnerId,
) -> Result<(), MemberError> {
    let role = change(conn, by, id, None).await?;
    let delete =
        sqlx::query!("DELETE FROM restaurant_owners WHERE restaurant_id = $1 AND owner_id = $2", by.restaurant.0, id.0);
    delete.execute(&mut *conn).await?;
    by.record(conn, now, "staff_removed", json!({ "owner_id": id, "role": role })).await?;
    let others = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT 1 FROM restaurant_owners WHERE owner_id = $1) AS "others!""#,
        id.0
    );
    if !others.fetch_one(&mut *conn).await? {
        sessions::revoke_all_but(conn, now, AccountId::Owner(id), None).await?;
    }
    Ok(())
}
