//! A customer in the owner console, with their tags and the groups to choose from.

use chrono::{DateTime, Utc};
use domain::customers::groups::CustomerGroupRow;
use domain::customers::model::{CustomerRecord, CustomerType, FurtherPhone};
use domain::customers::tags;
use serde::Serialize;
use utoipa::ToSchema;

use crate::console::Staff;
use crate::http::extract::context::Context;
use crate::owner::reservations::detail::display_phone;

/// A customer for lists, dialogs and the customer's page. `internal_memo` is for staff only.
#[derive(Debug, Serialize, ToSchema)]
pub struct CustomerCard {
    pub id: i64,
    pub uid: String,
    #[serde(rename = "type")]
    pub kind: CustomerType,
    pub customer_group_id: Option<i64>,
    /// The group's label; empty without one.
    pub label: String,
    pub label_short: String,
    pub display_fullname: String,
    pub kana: String,
    pub nickname: String,
    pub email: Option<String>,
    pub invitation_email: Option<String>,
    pub phone_country: String,
    /// Digits as stored: Japanese numbers have no leading 0.
    pub phone_local_number: String,
    pub display_phone_number: String,
    /// Numbers of records that were merged into this one.
    pub further_phone_numbers: Vec<String>,
    /// Addresses of records that were merged into this one.
    pub further_emails: Vec<String>,
    pub profile_id: Option<i64>,
    pub receipt_title: String,
    pub internal_memo: String,
    pub allow_send_ivr_sms: bool,
    pub favorited: bool,
    pub subscribe_to_announcements: bool,
    pub is_blacklisted: bool,
    /// green, gold or ohc; shown to admins only (owner §6).
    pub premium_grade: Option<String>,
    pub prefecture: String,
    /// True for allergies in the diner's own texts or in the staff's notes.
    pub has_allergy: bool,
    /// Notes by staff, in addition to the diner's own texts.
    pub noted_allergies: String,
    pub noted_dislikes: String,
    pub tags: Vec<CustomerTag>,
    pub visit_count: i64,
    pub last_visited_at: Option<String>,
    pub created_at: String,
}

impl CustomerCard {
    pub fn of(context: &Context, staff: &Staff, card: CustomerRecord) -> Self {
        let iso = |at: DateTime<Utc>| staff.restaurant.zone.iso(at);
        Self {
            id: card.id.0,
            kind: card.kind,
            customer_group_id: card.customer_group_id.map(|id| id.0),
            display_phone_number: display_phone(&card.phone_country, &card.phone_local_number),
            further_phone_numbers: further_numbers(&card),
            further_emails: further_emails(&card),
            has_allergy: card.has_allergy(),
            noted_allergies: card.noted_allergies,
            noted_dislikes: card.noted_dislikes,
            tags: tags::in_order(card.tags).into_iter().map(|tag| CustomerTag::of(context, tag)).collect(),
            last_visited_at: card.last_visited_at.map(iso),
            created_at: iso(card.created_at),
            premium_grade: card.premium_grade.filter(|_| staff.admin.is_some()),
            uid: card.uid,
            label: card.group_label,
            label_short: card.group_label_short,
            display_fullname: card.display_fullname,
            kana: card.kana,
            nickname: card.nickname,
            email: card.email,
            invitation_email: card.invitation_email,
            phone_country: card.phone_country,
            phone_local_number: card.phone_local_number,
            profile_id: card.profile_id.map(|id| id.0),
            receipt_title: card.receipt_title,
            internal_memo: card.internal_memo,
            allow_send_ivr_sms: card.allow_send_ivr_sms,
            favorited: card.favorited,
            subscribe_to_announcements: card.subscribe_to_announcements,
            is_blacklisted: card.is_blacklisted,
            prefecture: card.prefecture,
            visit_count: card.visit_count,
        }
    }
}

/// A tag of a customer: a predefined code, or the restaurant's own text.
#[derive(Debug, Serialize, ToSchema)]
pub struct CustomerTag {
    pub tag: String,
    /// Label in the reader's language.
    pub label: String,
}

impl CustomerTag {
    pub fn of(context: &Context, tag: String) -> Self {
        Self { label: tags::label(context.locale(), &tag), tag }
    }
}

fn further_numbers(card: &CustomerRecord) -> Vec<String> {
    let is_own = |phone: &&FurtherPhone| phone.country == card.phone_country && phone.local == card.phone_local_number;
    let others = card.further_phones.iter().filter(|phone| !is_own(phone));
    others.map(|phone| display_phone(&phone.country, &phone.local)).collect()
}

fn further_emails(card: &CustomerRecord) -> Vec<String> {
    let own = [card.email.as_deref(), card.invitation_email.as_deref()];
    let is_own = |email: &&String| own.iter().flatten().any(|own| own.eq_ignore_ascii_case(email));
    card.further_emails.iter().filter(|email| !is_own(email)).cloned().collect()
}

/// A customer group to choose.
#[derive(Debug, Serialize, ToSchema)]
pub struct GroupChoice {
    pub id: i64,
    pub label: String,
    pub label_short: String,
    pub customers_count: i64,
}

impl From<CustomerGroupRow> for GroupChoice {
    fn from(group: CustomerGroupRow) -> Self {
        let CustomerGroupRow { id, label, label_short, customers_count, .. } = group;
        Self { id: id.0, label, label_short, customers_count }
    }
}
