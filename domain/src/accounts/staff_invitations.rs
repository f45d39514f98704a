//! Invitations to a restaurant's staff (gaps G044): a mailed link that is valid once and for a week. It adds the restaurant to an
//! existing account; a person without an account chooses a password.

use chrono::{DateTime, Duration, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::error::AccountError;
use super::mails;
use super::members::{self, MemberError, StaffManager};
use super::roles::Role;
use super::staff_invitation;
pub use super::staff_invitation::Invitation;
use crate::audit::Actor;
use crate::db::violated_constraint;
use crate::i18n::Locale;
use crate::ids::{OwnerId, RestaurantId};
use crate::limits::{self, LimitError};
use crate::names;
use crate::outbox::mails::{NewMail, queue};
use crate::outbox::{FailedDelivery, FailureDefinition};
use crate::rng::Rng;
use crate::signing::Signer;

pub const LIFETIME: Duration = Duration::days(7);
const MAX_NAME_LENGTH: usize = 50;

/// Maximum number of invitation mails of a restaurant in a day.
const MAX_MAILS_PER_DAY: i32 = 30;

/// The list of the staff shows invitations that did not reach their recipients.
pub const FAILURES: &[FailureDefinition] = &[FailureDefinition {
    name: mails::STAFF_INVITATION.name,
    set_undelivered: |conn, failed, since| Box::pin(set_undelivered(conn, failed, since)),
}];

async fn set_undelivered(
    conn: &mut PgConnection,
    failed: &FailedDelivery,
    since: Option<DateTime<Utc>>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE staff_invitations SET undelivered_at = $3 WHERE restaurant_id = $1 AND uid = $2",
        failed.id("restaurant_id"),
        failed.uid("uid"),
        since,
    )
    .execute(conn)
    .await
    .map(drop)
}

/// A manager's invitation of a person.
#[derive(Clone, Debug)]
pub struct InvitationRequest {
    pub email: String,
    pub nickname: String,
    pub role: Role,
}

/// The state of a link.
#[derive(Clone, Debug)]
pub enum InvitationLink {
    Open(OpenedInvitation),
    /// A later mail has a newer link.
    Replaced,
    /// Invalid or expired, or the invitation was accepted or withdrawn.
    Ended,
}

/// The invitation behind a link.
#[derive(Clone, Debug)]
pub struct OpenedInvitation {
    pub invitation: Invitation,
    /// The address has an account, whose password stays.
    pub has_account: bool,
}

impl InvitationLink {
    /// Returns the invitation.
    ///
    /// # Errors
    /// `LinkReplaced`, or `LinkInvalid`.
    pub fn opened(self) -> Result<OpenedInvitation, AccountError> {
        match self {
            Self::Open(invitation) => Ok(invitation),
            Self::Replaced => Err(AccountError::LinkReplaced),
            Self::Ended => Err(AccountError::LinkInvalid),
        }
    }
}

impl From<LimitError> for MemberError {
    fn from(error: LimitError) -> Self {
        match error {
            LimitError::TooMany(error) => Self::TooMany(error),
            LimitError::Database(error) => Self::Database(error),
        }
    }
}

/// Lists the open invitations of a restaurant. Their links may have expired.
pub async fn list(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<Vec<Invitation>> {
    sqlx::query_as!(
        Invitation,
        r#"SELECT uid, restaurant_id AS "restaurant: RestaurantId", email::text AS "email!", nickname,
                  role AS "role: Role", sent_at, expires_at, undelivered_at
           FROM staff_invitations WHERE restaurant_id = $1 ORDER BY id"#,
        restaurant.0
    )
    .fetch_all(conn)
    .await
}

/// Invites a person by mail.
///
/// # Errors
/// `Invalid` if a field is invalid, or the address is already on the staff or invited; `OwnersOnly`, or `TooMany`.
pub async fn invite(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    by: StaffManager<'_>,
    wanted: InvitationRequest,
    locale: Locale,
) -> Result<(), MemberError> {
    by.authorize_change(&[wanted.role])?;
    let email = names::email(&wanted.email).map_err(|code| MemberError::Invalid(vec![("email", code)]));
    let nickname = names::person_name(&wanted.nickname, MAX_NAME_LENGTH);
    let nickname = nickname.map_err(|error| MemberError::Invalid(vec![("nickname", error.code())]));
    let (email, nickname) = match (email, nickname) {
        (Ok(email), Ok(nickname)) => (email, nickname),
        (Err(MemberError::Invalid(first)), Err(MemberError::Invalid(second))) => {
            return Err(MemberError::Invalid([first, second].concat()));
        }
        (Err(error), _) | (_, Err(error)) => return Err(error),
    };
    let is_member = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT 1 FROM restaurant_owners w JOIN owners o ON o.id = w.owner_id
                          WHERE w.restaurant_id = $1 AND o.email = mail_address($2::text)) AS "is_member!""#,
        by.restaurant.0,
        email,
    );
    if is_member.fetch_one(&mut *conn).await? {
        return Err(MemberError::Invalid(vec![("email", "staff_already")]));
    }
    let uid = rng.uid();
    let insert = sqlx::query!(
        "INSERT INTO staff_invitations (uid, restaurant_id, email, nickname, role, sent_at, expires_at)
         VALUES ($1, $2, $3::text, $4, $5, $6, $7)",
        uid,
        by.restaurant.0,
        email,
        nickname,
        wanted.role.as_str(),
        now,
        now + LIFETIME,
    );
    insert.execute(&mut *conn).await.map_err(|error| match violated_constraint(&error) {
        Some("staff_invitations_email_key") => MemberError::Invalid(vec![("email", "staff_invited_already")]),
        _ => error.into(),
    })?;
    by.record(conn, now, "staff_invited", json!({ "role": wanted.role })).await?;
    if wanted.role == Role::Owner && matches!(by.actor, Actor::Admin(_)) {
        members::notify_owners(conn, rng, now, by, mails::OWNER_INVITED, &email, locale).await?;
    }
    send(conn, rng, now, by.restaurant, &uid, &email, locale).await
}

async fn send(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    uid: &str,
    email: &str,
    locale: Locale,
) -> Result<(), MemberError> {
    let bucket = format!("staff_invitations:{restaurant}");
    limits::hit(conn, &bucket, MAX_MAILS_PER_DAY, Duration::days(1), now).await?;
    let context = json!({ "restaurant_id": restaurant, "uid": uid });
    Ok(queue(conn, rng, now, NewMail::to_staff(mails::STAFF_INVITATION, locale, email, context)).await?)
}

/// Resends an invitation with a new link, valid for a week from now. Invalidates the previous link.
///
/// # Errors
/// `NotFound`, `OwnersOnly`, or `TooMany`.
pub async fn resend(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    by: StaffManager<'_>,
    uid: &str,
    locale: Locale,
) -> Result<(), MemberError> {
    let next = rng.uid();
    let row = sqlx::query!(
        r#"UPDATE staff_invitations
           SET uid = $3, sent_at = $4, expires_at = $5, undelivered_at = NULL, replaced_uids = array_append(replaced_uids, uid)
           WHERE restaurant_id = $1 AND uid = $2
           RETURNING email::text AS "email!", role AS "role: Role""#,
        by.restaurant.0,
        uid,
        next,
        now,
        now + LIFETIME,
    );
    let row = row.fetch_optional(&mut *conn).await?.ok_or(MemberError::NotFound)?;
    by.authorize_change(&[row.role])?;
    by.record(conn, now, "staff_invitation_resent", json!({ "role": row.role })).await?;
    send(conn, rng, now, by.restaurant, &next, &row.email, locale).await
}

/// Withdraws an invitation, which invalidates its link.
///
/// # Errors
/// `NotFound`, or `OwnersOnly`.
pub async fn withdraw(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    by: StaffManager<'_>,
    uid: &str,
) -> Result<(), MemberError> {
    let role = sqlx::query_scalar!(
        r#"DELETE FROM staff_invitations WHERE restaurant_id = $1 AND uid = $2 RETURNING role AS "role: Role""#,
        by.restaurant.0,
        uid,
    );
    let role = role.fetch_optional(&mut *conn).await?.ok_or(MemberError::NotFound)?;
    by.authorize_change(&[role])?;
    Ok(by.record(conn, now, "staff_invitation_withdrawn", json!({ "role": role })).await?)
}

/// Opens a link.
pub async fn open(
    conn: &mut PgConnection,
    signer: &Signer,
    now: DateTime<Utc>,
    token: &str,
) -> sqlx::Result<InvitationLink> {
    let Some((restaurant, uid)) = staff_invitation::read_token(signer, token) else { return Ok(InvitationLink::Ended) };
    let Some(invitation) = staff_invitation::find(conn, restaurant, &uid).await? else {
        let is_replaced = staff_invitation::is_replaced(conn, restaurant, &uid).await?;
        return Ok(if is_replaced { InvitationLink::Replaced } else { InvitationLink::Ended });
    };
    if invitation.expires_at <= now {
        return Ok(InvitationLink::Ended);
    }
    let known = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT 1 FROM owners WHERE email = mail_address($1::text)) AS "known!""#,
        invitation.email
    );
    let has_account = known.fetch_one(conn).await?;
    Ok(InvitationLink::Open(OpenedInvitation { invitation, has_account }))
}

/// Accepts an invitation: adds the person to the restaurant's staff. `password_hash` is for a new account.
///
/// # Errors
/// `LinkInvalid` if another request was faster, or if there is neither an account nor a password.
pub async fn accept(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    invitation: &Invitation,
    password_hash: Option<&str>,
) -> Result<OwnerId, AccountError> {
    let taken = sqlx::query_scalar!(
        "DELETE FROM staff_invitations WHERE restaurant_id = $1 AND uid = $2 RETURNING id",
        invitation.restaurant.0,
        invitation.uid,
    );
    taken.fetch_optional(&mut *conn).await?.ok_or(AccountError::LinkInvalid)?;
    let owner = account_of(conn, rng, now, invitation, password_hash).await?;
    let insert = sqlx::query!(
        "INSERT INTO restaurant_owners (restaurant_id, owner_id, role) VALUES ($1, $2, $3)
         ON CONFLICT (restaurant_id, owner_id) DO NOTHING",
        invitation.restaurant.0,
        owner.0,
        invitation.role.as_str(),
    );
    insert.execute(&mut *conn).await?;
    let (actor, restaurant) = (Actor::Owner(owner), invitation.restaurant);
    let manager = StaffManager { actor, restaurant, makes_owners: false, reason: None };
    manager.record(conn, now, "staff_joined", json!({ "owner_id": owner, "role": invitation.role })).await?;
    Ok(owner)
}

/// Returns the account of an invitation's address, and creates it if necessary.
async fn account_of(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    invitation: &Invitation,
    password_hash: Option<&str>,
) -> Result<OwnerId, AccountError> {
    if let Some(password_hash) = password_hash {
        let made = sqlx::query_scalar!(
            r#"INSERT INTO owners (uid, email, password_hash, nickname, created_at)
               VALUES ($1, $2::text, $3, $4, $5) ON CONFLICT (email) DO NOTHING RETURNING id AS "id: OwnerId""#,
            rng.uid(),
            invitation.email,
            password_hash,
            invitation.nickname,
            now,
        );
        if let Some(made) = made.fetch_optional(&mut *conn).await? {
            return Ok(made);
        }
    }
    let known = sqlx::query_scalar!(
        r#"SELECT id AS "id: OwnerId" FROM owners WHERE email = mail_address($1::text)"#,
        invitation.email
    );
    known.fetch_optional(conn).await?.ok_or(AccountError::LinkInvalid)
}
