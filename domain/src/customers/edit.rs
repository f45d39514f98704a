//! Staff edit a customer (gaps G154).

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::cards::{self, CustomerLookup};
use super::create::{find_holder, lock_creation, note, number, reading, required_name};
use super::error::CustomerError;
use super::groups;
use super::model::CustomerRecord;
use super::notes::{self, NotesChange};
use crate::audit::{self, Actor, Event};
use crate::ids::{CustomerGroupId, CustomerId, CustomerProfileId, RestaurantId};
use crate::phone::PhoneNumber;

/// Changes to a customer. Absent fields stay unchanged. Name, reading, number and receipt title of a diner with an account are ignored.
#[derive(Clone, Debug, Default)]
pub struct CustomerEdit {
    /// Must be the customer's own if present.
    pub profile_id: Option<CustomerProfileId>,
    /// `Some(None)` removes the customer from all groups.
    pub customer_group_id: Option<Option<CustomerGroupId>>,
    pub nickname: Option<String>,
    pub kana: Option<String>,
    pub phone_country: Option<String>,
    pub phone_local_number: Option<String>,
    pub receipt_title: Option<String>,
    pub internal_memo: Option<String>,
    pub seen: ExpectedNotes,
    /// Also for diners with an account: staff's notes are shown next to the diner's own texts.
    pub notes: NotesChange,
}

/// The values that the writer saw, to detect a conflicting edit by another user.
#[derive(Clone, Debug, Default)]
pub struct ExpectedNotes {
    pub nickname: Option<String>,
    pub kana: Option<String>,
    /// The stored digits.
    pub phone_local_number: Option<String>,
    pub receipt_title: Option<String>,
    pub customer_group_id: Option<Option<CustomerGroupId>>,
    pub internal_memo: Option<String>,
    pub notes: NotesChange,
}

/// The validated parts of a change.
struct ValidEdit {
    nickname: Option<String>,
    kana: Option<String>,
    /// The new number. `None` leaves it unchanged.
    phone: Option<Option<PhoneNumber>>,
    notes: NotesChange,
}

pub async fn edit(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    key: CustomerLookup<'_>,
    edit: CustomerEdit,
) -> Result<CustomerId, CustomerError> {
    lock_creation(conn, restaurant).await?;
    let card = cards::find(conn, restaurant, now, key).await?.ok_or(CustomerError::NotFound)?;
    if edit.profile_id.is_some_and(|id| card.profile_id != Some(id)) {
        return Err(CustomerError::NotFound);
    }
    let is_staff_written = card.kind.is_written_by_staff();
    let edit = if is_staff_written {
        edit
    } else {
        CustomerEdit { nickname: None, kana: None, phone_local_number: None, receipt_title: None, ..edit }
    };
    require_unchanged(&card, &edit)?;
    let valid = check(&card, &edit)?;
    if let Some(Some(phone)) = &valid.phone
        && let Some((uid, name)) = find_holder(conn, restaurant, card.id, phone).await?
    {
        return Err(CustomerError::Known { uid, name });
    }
    write(conn, restaurant, card.id, &edit, &valid).await?;
    notes::write(conn, restaurant, card.id, &valid.notes).await?;
    if let Some(group) = edit.customer_group_id {
        groups::set_group(conn, restaurant, &[card.id], group).await?;
    }
    let event = Event {
        actor,
        action: "customer.edited",
        restaurant: Some(restaurant),
        reservation: None,
        detail: json!({ "customer_id": card.id.0, "customer_group_id": edit.customer_group_id.flatten() }),
    };
    audit::record(conn, now, event).await?;
    Ok(card.id)
}

fn require_unchanged(card: &CustomerRecord, edit: &CustomerEdit) -> Result<(), CustomerError> {
    let (seen, notes) = (&edit.seen, &edit.notes);
    let kana = edit.kana.as_deref().map(|typed| reading(typed).unwrap_or_else(|_| typed.to_owned()));
    let texts = [
        (&card.nickname, &seen.nickname, &edit.nickname),
        (&card.kana, &seen.kana, &kana),
        (&card.phone_local_number, &seen.phone_local_number, &edit.phone_local_number),
        (&card.receipt_title, &seen.receipt_title, &edit.receipt_title),
        (&card.internal_memo, &seen.internal_memo, &edit.internal_memo),
        (&card.noted_allergies, &seen.notes.noted_allergies, &notes.noted_allergies),
        (&card.noted_dislikes, &seen.notes.noted_dislikes, &notes.noted_dislikes),
    ];
    let may_write = |(now, seen, wanted): &(&String, &Option<String>, &Option<String>)| {
        let is_same = wanted.as_ref().is_none_or(|wanted| wanted.trim() == now.trim());
        is_same || seen.as_ref().is_none_or(|seen| seen == *now)
    };
    let are_there = |tags: &Vec<String>| tags.iter().collect::<HashSet<_>>() == card.tags.iter().collect();
    let may_tag = notes.tags.as_ref().is_none_or(are_there) || seen.notes.tags.as_ref().is_none_or(are_there);
    let may_group = edit.customer_group_id.is_none_or(|wanted| wanted == card.customer_group_id)
        || seen.customer_group_id.is_none_or(|seen| seen == card.customer_group_id);
    if may_tag && may_group && texts.iter().all(may_write) { Ok(()) } else { Err(CustomerError::NoteChanged) }
}

fn check(card: &CustomerRecord, edit: &CustomerEdit) -> Result<ValidEdit, CustomerError> {
    let mut errors = Vec::new();
    let nickname = edit.nickname.as_deref().map(required_name).transpose().unwrap_or_else(|code| {
        errors.push(("nickname", code));
        None
    });
    let kana = edit.kana.as_deref().map(reading).transpose().unwrap_or_else(|code| {
        errors.push(("kana", code));
        None
    });
    let notes = [
        ("receipt_title", &edit.receipt_title, &card.receipt_title),
        ("internal_memo", &edit.internal_memo, &card.internal_memo),
    ];
    for (name, text, previous) in notes {
        // A memo merged from several may exceed the limit. It may stay as it is or become shorter.
        let grows = |text: &&str| text.chars().count() > previous.chars().count();
        if let Some(Err(code)) = text.as_deref().filter(grows).map(|text| note(name, text)) {
            errors.push((name, code));
        }
    }
    let country = edit.phone_country.as_deref().unwrap_or(&card.phone_country);
    let phone = edit.phone_local_number.as_deref().map(|typed| number(Some(country), typed)).transpose();
    let phone = phone.unwrap_or_else(|error| {
        errors.push(error);
        None
    });
    let notes = edit.notes.clone().validate([&card.noted_allergies, &card.noted_dislikes]).unwrap_or_else(|refused| {
        errors.extend(refused);
        NotesChange::default()
    });
    if errors.is_empty() { Ok(ValidEdit { nickname, kana, phone, notes }) } else { Err(CustomerError::Invalid(errors)) }
}

async fn write(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    customer: CustomerId,
    edit: &CustomerEdit,
    valid: &ValidEdit,
) -> sqlx::Result<()> {
    let (country, local, e164) = match &valid.phone {
        None => (None, None, None),
        Some(None) => (Some("JP"), Some(""), None),
        Some(Some(phone)) => (Some(phone.country.as_str()), Some(phone.local.as_str()), Some(phone.e164.as_str())),
    };
    sqlx::query!(
        "INSERT INTO customer_profiles AS p (restaurant_id, customer_id, nickname, phone_country, phone_local_number, phone_e164,
             receipt_title, internal_memo, kana)
         VALUES ($1, $2, coalesce($3, ''), coalesce($4, 'JP'), coalesce($5, ''), $8, coalesce($6, ''), coalesce($7, ''), coalesce($9, ''))
         ON CONFLICT (restaurant_id, customer_id) DO UPDATE SET
             nickname = coalesce($3, p.nickname), phone_country = coalesce($4, p.phone_country),
             phone_local_number = coalesce($5, p.phone_local_number),
             phone_e164 = CASE WHEN $5::text IS NULL THEN p.phone_e164 ELSE $8 END,
             receipt_title = coalesce($6, p.receipt_title), internal_memo = coalesce($7, p.internal_memo),
             kana = coalesce($9, p.kana)",
        restaurant.0,
        customer.0,
        valid.nickname,
        country,
        local,
        edit.receipt_title.as_deref().map(str::trim),
        edit.internal_memo,
        e164,
        valid.kana,
    )
    .execute(conn)
    .await?;
    Ok(())
}
