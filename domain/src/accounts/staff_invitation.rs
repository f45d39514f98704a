//! An invitation to a restaurant's staff, and the link in its mail (gaps G044).

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::roles::Role;
use crate::ids::RestaurantId;
use crate::signing::Signer;

const LINK: &str = "staff_invitation";

/// An open invitation.
#[derive(Clone, Debug)]
pub struct Invitation {
    pub uid: String,
    pub restaurant: RestaurantId,
    pub email: String,
    pub nickname: String,
    pub role: Role,
    pub sent_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    /// The mail did not reach its recipient.
    pub undelivered_at: Option<DateTime<Utc>>,
}

/// Returns the token in the mail's link.
pub fn link_token(signer: &Signer, restaurant: RestaurantId, uid: &str) -> String {
    signer.seal(LINK, &(restaurant, uid))
}

/// Returns the restaurant and the uid of a valid link.
pub(super) fn read_token(signer: &Signer, token: &str) -> Option<(RestaurantId, String)> {
    signer.open(LINK, token)
}

/// Reports whether a uid is the one of an earlier link of an open invitation.
pub(super) async fn is_replaced(conn: &mut PgConnection, restaurant: RestaurantId, uid: &str) -> sqlx::Result<bool> {
    let replaced = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT 1 FROM staff_invitations
                          WHERE restaurant_id = $1 AND $2::text = ANY (replaced_uids)) AS "is_replaced!""#,
        restaurant.0,
        uid,
    );
    replaced.fetch_one(conn).await
}

/// Returns the recipient of an invitation: the stored address of the owner's account, else the invited address.
pub(super) async fn recipient(conn: &mut PgConnection, invitation: &Invitation) -> sqlx::Result<String> {
    let known = sqlx::query_scalar!(
        r#"SELECT email::text AS "email!" FROM owners WHERE email = mail_address($1::text)"#,
        invitation.email
    );
    Ok(known.fetch_optional(conn).await?.unwrap_or_else(|| invitation.email.clone()))
}

/// Finds an open invitation. Its link may have expired.
pub(super) async fn find(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    uid: &str,
) -> sqlx::Result<Option<Invitation>> {
    sqlx::query_as!(
        Invitation,
        r#"SELECT uid, restaurant_id AS "restaurant: RestaurantId", email::text AS "email!", nickname,
                  role AS "role: Role", sent_at, expires_at, undelivered_at
           FROM staff_invitations WHERE restaurant_id = $1 AND uid = $2"#,
        restaurant.0,
        uid,
    )
    .fetch_optional(conn)
    .await
}
