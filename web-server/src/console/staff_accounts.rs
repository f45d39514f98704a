//! Management of a restaurant's staff, for its owners and for admins, who use separate calls (gaps G044).

use axum::Json;
use domain::accounts::members::{self, RestaurantMember, StaffManager};
use domain::accounts::roles::Role;
use domain::accounts::staff_invitations::{self, Invitation, InvitationRequest};
use domain::ids::OwnerId;
use domain::names::masked_email;
use domain::zone::Zone;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::ToSchema;

use crate::console::record_key::id_of;
use crate::console::{ConsoleWriteResult, Expected};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::state::App;

/// A person who may sign in to the restaurant's console.
#[derive(Debug, Serialize, ToSchema)]
pub struct StaffMember {
    id: i64,
    email: String,
    nickname: String,
    role: Role,
    has_second_factor: bool,
    /// ISO 8601; null without a session.
    last_seen_at: Option<String>,
    /// True for the caller's own account.
    is_self: bool,
}

/// An invitation that is not accepted yet.
#[derive(Debug, Serialize, ToSchema)]
pub struct StaffInvitation {
    uid: String,
    email: String,
    nickname: String,
    role: Role,
    /// ISO 8601.
    sent_at: String,
    expires_at: String,
    /// True if the link has expired. The invitation can be sent again.
    is_expired: bool,
    /// True if the mail could not be delivered.
    is_undelivered: bool,
}

/// The staff of the restaurant, and the open invitations.
#[derive(Debug, Serialize, ToSchema)]
pub struct StaffList {
    staff: Vec<StaffMember>,
    invitations: Vec<StaffInvitation>,
    /// Whether the caller may create, change and remove owners.
    makes_owners: bool,
}

#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct InvitedStaff {
    #[serde(default)]
    pub email: String,
    #[serde(default)]
    pub nickname: String,
    /// `owner`, `staff`, `floor` or `read_only`; default: `staff`.
    pub role: Option<String>,
}

#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct StaffRole {
    /// `owner`, `staff`, `floor` or `read_only`.
    #[serde(default)]
    pub role: String,
    /// The role that the page showed, as `role`.
    #[serde(default)]
    pub expected: Expected,
}

fn role_of(name: &str) -> Result<Role, ApiError> {
    Role::named(name).ok_or_else(|| ApiError::invalid_fields([("role", "field_invalid")]))
}

impl StaffList {
    pub async fn load(
        conn: &mut PgConnection,
        app: &App,
        by: StaffManager<'_>,
        zone: Zone,
        asking: Option<OwnerId>,
    ) -> Result<Self, ApiError> {
        let now = app.clock.now();
        let member =
            |RestaurantMember { id, email, nickname, role, has_second_factor, last_seen_at }: RestaurantMember| {
                StaffMember {
                    id: id.0,
                    email,
                    nickname,
                    role,
                    has_second_factor,
                    last_seen_at: last_seen_at.map(|at| zone.iso(at)),
                    is_self: asking == Some(id),
                }
            };
        let invitation = |invitation: Invitation| StaffInvitation {
            sent_at: zone.iso(invitation.sent_at),
            expires_at: zone.iso(invitation.expires_at),
            is_expired: invitation.expires_at <= now,
            is_undelivered: invitation.undelivered_at.is_some(),
            uid: invitation.uid,
            email: invitation.email,
            nickname: invitation.nickname,
            role: invitation.role,
        };
        Ok(Self {
            staff: members::list(conn, by.restaurant, now).await?.into_iter().map(member).collect(),
            invitations: staff_invitations::list(conn, by.restaurant).await?.into_iter().map(invitation).collect(),
            makes_owners: by.makes_owners,
        })
    }

    /// Masks the addresses, for admins without the permission `staff`.
    pub fn mask_addresses(&mut self) {
        let members = self.staff.iter_mut().map(|member| &mut member.email);
        let invited = self.invitations.iter_mut().map(|invitation| &mut invitation.email);
        members.chain(invited).for_each(|email| *email = masked_email(email));
    }
}

pub async fn invite(
    app: &App,
    context: &Context,
    by: StaffManager<'_>,
    body: InvitedStaff,
) -> Result<Json<ConsoleWriteResult>, ApiError> {
    let role = body.role.as_deref().filter(|role| !role.is_empty()).map_or(Ok(Role::Staff), role_of)?;
    let wanted = InvitationRequest { email: body.email, nickname: body.nickname, role };
    let now = app.clock.now();
    app.transaction(async |tx| staff_invitations::invite(tx, &app.rng, now, by, wanted, context.locale()).await)
        .await?;
    Ok(ConsoleWriteResult::ok(context.t("console.staff.invited")))
}

pub async fn resend(
    app: &App,
    context: &Context,
    by: StaffManager<'_>,
    uid: &str,
) -> Result<Json<ConsoleWriteResult>, ApiError> {
    let now = app.clock.now();
    app.transaction(async |tx| staff_invitations::resend(tx, &app.rng, now, by, uid, context.locale()).await).await?;
    Ok(ConsoleWriteResult::ok(context.t("console.staff.invited")))
}

pub async fn withdraw(
    app: &App,
    context: &Context,
    by: StaffManager<'_>,
    uid: &str,
) -> Result<Json<ConsoleWriteResult>, ApiError> {
    app.transaction(async |tx| staff_invitations::withdraw(tx, app.clock.now(), by, uid).await).await?;
    Ok(ConsoleWriteResult::ok(context.t("console.staff.withdrawn")))
}

/// Changes a member's role.
///
/// # Errors
/// 409 `edited_meanwhile` if the member does not have the expected role any more.
pub async fn set_role(
    app: &App,
    context: &Context,
    by: StaffManager<'_>,
    id: &str,
    body: &StaffRole,
) -> Result<Json<ConsoleWriteResult>, ApiError> {
    let then = (OwnerId(id_of(id)?), role_of(&body.role)?);
    let (now, locale) = (app.clock.now(), context.locale());
    let mut tx = app.pool.begin().await?;
    let previous = members::set_role(&mut tx, &app.rng, now, by, then, locale).await?;
    body.expected.require_one("role", &previous, &then.1)?;
    tx.commit().await?;
    Ok(ConsoleWriteResult::ok(context.t("console.staff.changed")))
}

pub async fn remove(
    app: &App,
    context: &Context,
    by: StaffManager<'_>,
    id: &str,
) -> Result<Json<ConsoleWriteResult>, ApiError> {
    let id = OwnerId(id_of(id)?);
    app.transaction(async |tx| members::remove(tx, app.clock.now(), by, id).await).await?;
    Ok(ConsoleWriteResult::ok(context.t("console.staff.removed")))
}
