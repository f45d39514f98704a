//! Look-up of records by any identifier that a page, a mail, a log or a command shows. A key that names no record, or several, is invalid
//! usage: exit code 2.

use domain::accounts;
use domain::accounts::admins::{self, AdminFlag, AdminRow};
use domain::announcements::admin_list::{self, AdminAnnouncementEntry, AdminAnnouncementFilter};
use domain::disputes::model::DisputeRow;
use domain::i18n::{Locale, word};
use domain::ids::{AdminUserId, AnnouncementId, ChargeId, RestaurantId};
use domain::jobs::queries::{self as jobs, JobFilter, JobRow};
use domain::reservations::model::Reservation;
use domain::restaurants::model::Restaurant;
use domain::sessions::Side;
use domain::support::find::FindTerms;
use domain::support::find::records::{self, KeyedCharge, KeyedDiner};
use domain::{disputes, names, reservations, restaurants};
use sqlx::PgConnection;

use crate::output::UsageError;

/// Maximum number of announcements among which one is chosen.
const MAX_ANNOUNCEMENTS: i64 = 50;

/// The length of the shortest uid.
const UID_LENGTH: usize = 22;

/// Parses the key of a record. A uid may begin with a hyphen, so a misspelt flag would be taken for a key.
///
/// # Errors
/// The text is a flag.
pub fn key(text: &str) -> Result<String, String> {
    if text.starts_with("--") && text.len() < UID_LENGTH {
        return Err("an unknown flag; --help lists all".to_owned());
    }
    Ok(text.to_owned())
}

/// Returns the only record; `describe` names each one if there are several.
fn only<T>(what: &str, key: &str, mut found: Vec<T>, describe: impl Fn(&T) -> String) -> Result<T, UsageError> {
    match found.len() {
        0 => Err(unknown(what, key)),
        1 => Ok(found.remove(0)),
        count => {
            let lines: String = found.iter().map(|one| format!("\n  {}", describe(one))).collect();
            Err(UsageError(format!("{key} names {count} {what}s; choose one:{lines}")))
        }
    }
}

/// Parses a key. An email address is exact: full-width letters, which the console's search accepts, name no account.
fn terms(key: &str) -> FindTerms {
    let terms = FindTerms::parse(key);
    let email = terms.email.as_ref().and_then(|_| names::email_to_look_up(key.trim()));
    FindTerms { email, ..terms }
}

fn unknown(what: &str, key: &str) -> UsageError {
    UsageError(format!("there is no {what} {key}"))
}

/// Finds a restaurant by its slug, or by its id (`12`, `restaurant 12`).
pub async fn restaurant(conn: &mut PgConnection, key: &str) -> anyhow::Result<Restaurant> {
    let key = key.trim();
    if let Some(found) = restaurants::queries::find_by_slug(conn, &key.to_lowercase()).await? {
        return Ok(found);
    }
    let id = FindTerms::parse(key).restaurant_id.map(RestaurantId);
    let found = match id {
        Some(id) => restaurants::queries::list_of(conn, &[id]).await?.remove(&id),
        None => None,
    };
    Ok(found.ok_or_else(|| unknown("restaurant", key))?)
}

/// Finds the restaurant of an optional key.
pub async fn optional_restaurant(conn: &mut PgConnection, key: Option<&str>) -> anyhow::Result<Option<Restaurant>> {
    match key {
        Some(key) => restaurant(conn, key).await.map(Some),
        None => Ok(None),
    }
}

/// Finds a reservation by its code, uid or id, or by an identifier of its payment, dispute, manual refund or cancel request.
pub async fn booking(conn: &mut PgConnection, key: &str) -> anyhow::Result<Reservation> {
    let found = records::list_bookings(conn, &terms(key)).await?;
    let described = only("reservation", key, found, |booking| {
        format!("{} {} {} {}", booking.uid, booking.code, booking.restaurant, booking.zone.iso(booking.starts_at))
    })?;
    Ok(reservations::queries::find(conn, described.id).await?.ok_or_else(|| unknown("reservation", key))?)
}

/// Finds a charge by its id, its uid or the provider's ids, or by an identifier of its dispute, manual refund, booking or diner.
pub async fn charge(conn: &mut PgConnection, key: &str) -> anyhow::Result<KeyedCharge> {
    let found = records::list_charges(conn, &terms(key)).await?;
    Ok(only("charge", key, found, |charge| {
        let kind = word(Locale::En, "charge", charge.kind.as_str());
        let status = word(Locale::En, "word.charge_status", charge.status.as_str());
        format!("{} {kind}, {} yen, {status}", charge.uid, charge.amount.formatted())
    })?)
}

/// Finds all charges of a key.
pub async fn charges(conn: &mut PgConnection, key: &str) -> anyhow::Result<Vec<ChargeId>> {
    let found = records::list_charges(conn, &terms(key)).await?;
    Ok(found.into_iter().map(|charge| charge.id).collect())
}

/// Finds a dispute by the provider's id, or by an identifier of its payment or booking.
pub async fn dispute(conn: &mut PgConnection, key: &str) -> anyhow::Result<DisputeRow> {
    let found = records::list_disputes(conn, &terms(key)).await?;
    let found = only("dispute", key, found, |one| format!("{} {} yen", one.fid, one.amount.formatted()))?;
    Ok(disputes::queries::find(conn, &found.fid).await?.ok_or_else(|| unknown("dispute", key))?)
}

/// Finds a diner by uid, phone number, email address or the provider's customer, or by an identifier of a booking or payment.
pub async fn diner(conn: &mut PgConnection, key: &str) -> anyhow::Result<KeyedDiner> {
    let found = records::list_diners(conn, &terms(key)).await?;
    Ok(only("diner", key, found, |diner| diner.uid.clone())?)
}

/// Finds the uids of the guests without an account of the bookings that a key names.
pub async fn guests(conn: &mut PgConnection, key: &str) -> anyhow::Result<Vec<String>> {
    Ok(records::list_guests(conn, &terms(key)).await?)
}

/// Finds a cancel request by its id or uid, or by an identifier of its booking. Of several of a booking, the open one.
pub async fn cancel_request(conn: &mut PgConnection, key: &str) -> anyhow::Result<String> {
    let mut found = records::list_cancel_requests(conn, &terms(key)).await?;
    if found.len() > 1 && found.iter().any(|request| request.status == "pending") {
        found.retain(|request| request.status == "pending");
    }
    let found = only("cancel request", key, found, |request| {
        format!("{} {}", request.uid, word(Locale::En, "word.cancel_request_status", &request.status))
    })?;
    Ok(found.uid)
}

/// Finds a raffle by its uid, or by the key of a restaurant with a single raffle that is not drawn.
pub async fn raffle(conn: &mut PgConnection, key: &str) -> anyhow::Result<String> {
    let restaurant = restaurant(conn, key).await.ok().map(|restaurant| restaurant.id);
    let found = records::list_raffles(conn, key.trim(), restaurant).await?;
    Ok(only("raffle", key, found, Clone::clone)?)
}

/// Finds a job by its id, or the job of a mail or text message (`mail 12`, `text message 12`), as `seki verify` names them.
pub async fn job(conn: &mut PgConnection, key: &str) -> anyhow::Result<JobRow> {
    let id = match message_id(key) {
        Some((column, id)) => jobs::find_of_message(conn, column, id).await?.unwrap_or_default(),
        None => key.trim().to_owned(),
    };
    let found = jobs::list(conn, JobFilter { id: Some(&id), ..JobFilter::default() }, 1).await?;
    Ok(found.into_iter().next().ok_or_else(|| unknown("job", key))?)
}

/// Returns the key of a job's payload, and the id, of a mail or text message.
fn message_id(key: &str) -> Option<(&'static str, i64)> {
    let (kind, id) = key.trim().rsplit_once(' ')?;
    let column = match kind.trim() {
        "mail" => "mail_delivery_id",
        "text message" => "sms_delivery_id",
        _ => return None,
    };
    Some((column, id.parse().ok()?))
}

/// Finds an announcement by its id, or by the key of a restaurant with a single announcement in this state.
pub async fn announcement(conn: &mut PgConnection, key: &str, status: &str) -> anyhow::Result<AdminAnnouncementEntry> {
    let id = key.trim().trim_start_matches("announcement").trim().parse::<i64>();
    let restaurant = match id {
        Ok(_) => None,
        Err(_) => Some(restaurant(conn, key).await.map_err(|_| unknown("announcement", key))?.id),
    };
    let asked = match id {
        Ok(id) => AdminAnnouncementFilter { id: Some(AnnouncementId(id)), ..AdminAnnouncementFilter::default() },
        Err(_) => AdminAnnouncementFilter { restaurant, status: Some(status.to_owned()), ..Default::default() },
    };
    let found = admin_list::list(conn, &asked, MAX_ANNOUNCEMENTS).await?;
    if found.is_empty() && restaurant.is_some() {
        let status = word(Locale::En, "word.announcement_status", status).to_lowercase();
        return Err(UsageError(format!("the restaurant {key} has no announcement that is {status}")).into());
    }
    Ok(only("announcement", key, found, |entry| {
        format!("{} {}", entry.id, word(Locale::En, "word.announcement_subject", &entry.subject_type))
    })?)
}

/// Finds an admin by email address, id or nickname.
pub async fn admin(conn: &mut PgConnection, key: &str) -> anyhow::Result<AdminRow> {
    let key = key.trim();
    let by_address = accounts::find_by_email(conn, Side::Admin, key).await?.map(|person| person.email);
    let all = admins::list(conn).await?;
    let is_meant = |admin: &AdminRow| match &by_address {
        Some(email) => admin.email == *email,
        None => !key.contains('@') && (admin.id.to_string() == key || admin.nickname == key),
    };
    let found = all.into_iter().filter(is_meant).collect();
    let found = only("admin", key, found, |admin: &AdminRow| format!("{} {}", admin.email, admin.nickname));
    Ok(found.map_err(|UsageError(fault)| UsageError(format!("{fault} (seki admin list shows all)")))?)
}

/// Finds the admin of `--as`, who needs one of these permissions.
pub async fn acting_admin(conn: &mut PgConnection, key: &str, flags: &[AdminFlag]) -> anyhow::Result<AdminUserId> {
    let found = admin(conn, key).await?;
    if found.disabled_at.is_some() {
        return Err(UsageError(format!("the admin {key} is disabled")).into());
    }
    let names: Vec<_> = flags.iter().map(|flag| flag.as_str()).collect();
    if !found.flags.iter().any(|flag| names.contains(&flag.as_str())) {
        let names = names.join(" or ");
        return Err(
            UsageError(format!("the admin {key} has no permission {names} (seki admin flags grants it)")).into()
        );
    }
    Ok(found.id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_record_is_chosen_and_others_are_named() {
        let describe = |name: &&str| (*name).to_owned();
        let fault = |found: Vec<&'static str>| only("dispute", "pi_1", found, describe).unwrap_err().0;
        assert_eq!(only("dispute", "pi_1", vec!["dp_1"], describe).unwrap(), "dp_1");
        assert_eq!(fault(Vec::new()), "there is no dispute pi_1");
        assert_eq!(fault(vec!["dp_1", "dp_2"]), "pi_1 names 2 disputes; choose one:\n  dp_1\n  dp_2");
    }

    #[test]
    fn look_alike_address_is_no_key() {
        assert_eq!(terms(" Hanako@seki.test ").email.as_deref(), Some("Hanako@seki.test"));
        assert_eq!(terms("Hanako＠seki.test").email, None);
        assert_eq!(terms("ｈanako@seki.test").email, None);
    }

    #[test]
    fn misspelt_flag_is_no_key() {
        assert_eq!(key("-Ab3-_fghijklmnopqrstuv").unwrap(), "-Ab3-_fghijklmnopqrstuv");
        key("--unsetled").unwrap_err();
    }

    #[test]
    fn messages_are_named_as_findings_name_them() {
        assert_eq!(message_id("mail 12"), Some(("mail_delivery_id", 12)));
        assert_eq!(message_id(" text message 7"), Some(("sms_delivery_id", 7)));
        assert_eq!(message_id("01KILLED"), None);
        assert_eq!(message_id("mail x"), None);
    }
}
