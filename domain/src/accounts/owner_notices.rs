//! Notices to the owners of a restaurant about another owner (gaps G278, G287).

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::members::{self, StaffManager};
use super::person;
use super::roles::Role;
use crate::audit::Actor;
use crate::i18n::Locale;
use crate::names::masked_email;
use crate::outbox::mails::{MailTemplate, NewMail, queue};
use crate::rng::Rng;
use crate::sessions::AccountId;

/// Queues a notice about the new owner with the address `email` to each owner of the manager's restaurant except the manager. The mail has
/// the first letter of the address only. `fallback` is the language of an owner without a preferred one.
pub(super) async fn queue_for(
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
    let members = members::list(conn, by.restaurant, now).await?;
    let owners = members.into_iter().filter(|member| member.role == Role::Owner && !is_manager(member.id));
    for owner in owners {
        let person = person::find(conn, AccountId::Owner(owner.id)).await?;
        let locale = person.and_then(|person| person.locale).unwrap_or(fallback);
        let context = json!({ "restaurant_id": by.restaurant, "owner_id": owner.id, "new_owner": masked_email(email), "by": side });
        queue(conn, rng, now, NewMail::to_staff(template, locale, &owner.email, context)).await?;
    }
    Ok(())
}
