//! Creation and changes of customers by staff.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use domain::customers::cards::{self, CustomerLookup};
use domain::customers::create::{self, CustomerCreation, NewCustomer};
use domain::customers::edit::{self, CustomerEdit, ExpectedNotes};
use domain::customers::groups;
use domain::customers::model::CustomerType;
use domain::customers::notes::NotesChange;
use domain::ids::{CustomerGroupId, CustomerId, CustomerProfileId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::console::{FloorStaff, RecordKey, Staff};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::{FormOrJson, Texts, tick};
use crate::state::App;

/// A customer as sent by a form. The fields may be at the top level, in `customer`, or in its `profile_attributes` (gaps G153b).
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct CustomerBody {
    #[schema(nullable = false)]
    customer: Option<CustomerFields>,
    #[serde(flatten)]
    flat: CustomerFields,
}

#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct CustomerFields {
    #[schema(nullable = false)]
    r#type: Option<String>,
    /// Null, empty or 999 for no group; unchanged when absent.
    #[serde(default, deserialize_with = "Texts::present")]
    #[schema(value_type = Option<i64>)]
    customer_group_id: Option<Texts>,
    /// The group that the writer saw, as the other expected values.
    #[serde(default, deserialize_with = "Texts::present")]
    #[schema(value_type = Option<i64>)]
    expected_customer_group_id: Option<Texts>,
    #[schema(nullable = false)]
    profile_attributes: Option<ProfileFields>,
    #[serde(flatten)]
    profile: ProfileFields,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[schema(as = CustomerProfileFields)]
pub struct ProfileFields {
    #[serde(default)]
    #[schema(value_type = i64)]
    id: Option<Texts>,
    #[schema(nullable = false)]
    nickname: Option<String>,
    /// The reading of the nickname.
    #[schema(nullable = false)]
    kana: Option<String>,
    #[schema(nullable = false)]
    phone_country: Option<String>,
    #[schema(nullable = false)]
    phone_local_number: Option<String>,
    #[schema(nullable = false)]
    receipt_title: Option<String>,
    #[schema(nullable = false)]
    internal_memo: Option<String>,
    #[schema(nullable = false)]
    invitation_email: Option<String>,
    #[serde(default, deserialize_with = "tick::optional")]
    #[schema(nullable = false)]
    allow_send_ivr_sms: Option<bool>,
    #[schema(nullable = false)]
    noted_allergies: Option<String>,
    #[schema(nullable = false)]
    noted_dislikes: Option<String>,
    /// Predefined codes, or the restaurant's own texts. They replace all tags of the customer; unchanged when absent.
    #[serde(default, deserialize_with = "Texts::present")]
    #[schema(value_type = Vec<String>)]
    tags: Option<Texts>,
    /// The values that the writer saw in the changed fields: 409 if a colleague has changed them meanwhile. Without it, they are
    /// overwritten.
    #[schema(nullable = false)]
    expected_nickname: Option<String>,
    #[schema(nullable = false)]
    expected_kana: Option<String>,
    /// As stored: without the leading 0 for Japan.
    #[schema(nullable = false)]
    expected_phone_local_number: Option<String>,
    #[schema(nullable = false)]
    expected_receipt_title: Option<String>,
    #[schema(nullable = false)]
    expected_internal_memo: Option<String>,
    #[schema(nullable = false)]
    expected_noted_allergies: Option<String>,
    #[schema(nullable = false)]
    expected_noted_dislikes: Option<String>,
    #[serde(default, deserialize_with = "Texts::present")]
    #[schema(value_type = Vec<String>)]
    expected_tags: Option<Texts>,
}

/// The fields of a customer from all levels of the body.
#[derive(Default, PartialEq, Eq)]
struct CustomerParts {
    kind: Option<String>,
    group: Option<Texts>,
    expected_group: Option<Texts>,
    profile: ProfileFields,
}

impl CustomerBody {
    /// Returns type, group and the profile's fields from all levels. The innermost value wins.
    fn into_parts(self) -> CustomerParts {
        let Self { customer, flat } = self;
        let customer = customer.unwrap_or_default();
        let nested = customer.profile_attributes.or(flat.profile_attributes).unwrap_or_default();
        let profile = nested.or(customer.profile).or(flat.profile);
        CustomerParts {
            kind: customer.r#type.or(flat.r#type),
            group: customer.customer_group_id.or(flat.customer_group_id),
            expected_group: customer.expected_customer_group_id.or(flat.expected_customer_group_id),
            profile,
        }
    }
}

impl ProfileFields {
    fn or(self, other: Self) -> Self {
        Self {
            id: self.id.or(other.id),
            nickname: self.nickname.or(other.nickname),
            kana: self.kana.or(other.kana),
            phone_country: self.phone_country.or(other.phone_country),
            phone_local_number: self.phone_local_number.or(other.phone_local_number),
            receipt_title: self.receipt_title.or(other.receipt_title),
            internal_memo: self.internal_memo.or(other.internal_memo),
            invitation_email: self.invitation_email.or(other.invitation_email),
            allow_send_ivr_sms: self.allow_send_ivr_sms.or(other.allow_send_ivr_sms),
            noted_allergies: self.noted_allergies.or(other.noted_allergies),
            noted_dislikes: self.noted_dislikes.or(other.noted_dislikes),
            tags: self.tags.or(other.tags),
            expected_nickname: self.expected_nickname.or(other.expected_nickname),
            expected_kana: self.expected_kana.or(other.expected_kana),
            expected_phone_local_number: self.expected_phone_local_number.or(other.expected_phone_local_number),
            expected_receipt_title: self.expected_receipt_title.or(other.expected_receipt_title),
            expected_internal_memo: self.expected_internal_memo.or(other.expected_internal_memo),
            expected_noted_allergies: self.expected_noted_allergies.or(other.expected_noted_allergies),
            expected_noted_dislikes: self.expected_noted_dislikes.or(other.expected_noted_dislikes),
            expected_tags: self.expected_tags.or(other.expected_tags),
        }
    }

    fn notes(&mut self) -> NotesChange {
        NotesChange {
            noted_allergies: self.noted_allergies.take(),
            noted_dislikes: self.noted_dislikes.take(),
            tags: self.tags.take().map(|tags| tags.all().to_vec()),
        }
    }

    fn take_expected(&mut self) -> ExpectedNotes {
        ExpectedNotes {
            nickname: self.expected_nickname.take(),
            kana: self.expected_kana.take(),
            phone_local_number: self.expected_phone_local_number.take(),
            receipt_title: self.expected_receipt_title.take(),
            customer_group_id: None,
            internal_memo: self.expected_internal_memo.take(),
            notes: NotesChange {
                noted_allergies: self.expected_noted_allergies.take(),
                noted_dislikes: self.expected_noted_dislikes.take(),
                tags: self.expected_tags.take().map(|tags| tags.all().to_vec()),
            },
        }
    }
}

/// A created or changed customer.
#[derive(Debug, Serialize, ToSchema)]
pub struct CustomerSaved {
    status: u16,
    message: String,
    id: i64,
    uid: String,
    r#type: CustomerType,
    display_fullname: String,
    invitation_email: Option<String>,
    /// True if a text message was requested and the number belongs to a diner of the restaurant, who is invited by mail instead.
    is_known: bool,
    /// The number is on the restaurant's blacklist.
    is_blacklisted: bool,
}

/// Returns the response of a write: the stored customer.
pub(super) async fn saved(
    app: &App,
    staff: &Staff,
    conn: &mut sqlx::PgConnection,
    id: CustomerId,
    status: StatusCode,
    message: String,
    is_known: bool,
) -> Result<Response, ApiError> {
    let key = CustomerLookup { id: Some(id), uid: None };
    let card = cards::find(conn, staff.restaurant.id, app.clock.now(), key).await?.ok_or_else(ApiError::not_found)?;
    let body = CustomerSaved {
        status: status.as_u16(),
        message,
        id: id.0,
        r#type: card.kind,
        uid: card.uid,
        display_fullname: card.display_fullname,
        invitation_email: card.invitation_email,
        is_known,
        is_blacklisted: card.is_blacklisted,
    };
    Ok((status, Json(body)).into_response())
}

/// Creates a customer. 409 names the customer who already has the number or the email address.
#[utoipa::path(post, path = "/owners/api/customers", tag = "owner", request_body = CustomerBody,
    responses((status = 201, body = CustomerSaved), (status = 401), (status = 409), (status = 422)))]
pub async fn create(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    FormOrJson(body): FormOrJson<CustomerBody>,
) -> Result<Response, ApiError> {
    let CustomerParts { kind, mut profile, .. } = body.into_parts();
    let new = NewCustomer {
        kind,
        notes: profile.notes(),
        nickname: profile.nickname.unwrap_or_default(),
        kana: profile.kana.unwrap_or_default(),
        phone_country: profile.phone_country,
        phone_local_number: profile.phone_local_number.unwrap_or_default(),
        receipt_title: profile.receipt_title.unwrap_or_default(),
        internal_memo: profile.internal_memo.unwrap_or_default(),
        invitation_email: profile.invitation_email.unwrap_or_default(),
        allow_send_ivr_sms: profile.allow_send_ivr_sms.unwrap_or_default(),
    };
    let mut tx = app.pool.begin().await?;
    let created = create::create(&mut tx, &app.rng, app.clock.now(), staff.actor(), staff.restaurant.id, new).await?;
    let is_known = matches!(created, CustomerCreation::Known(_));
    let message = context.t(if is_known { "owner.customers.known_diner" } else { "owner.customers.created" });
    let answer = saved(&app, &staff, &mut tx, created.id(), StatusCode::CREATED, message, is_known).await?;
    tx.commit().await?;
    Ok(answer)
}

/// Changes a customer. Name, reading and number can change only if staff entered the customer; group, memo, notes and tags can change for
/// all customers (gaps G154).
#[utoipa::path(patch, path = "/owners/api/customers/{uid}", tag = "owner", params(("uid" = String, Path)),
    request_body = CustomerBody,
    responses((status = 200, body = CustomerSaved), (status = 401), (status = 404), (status = 409), (status = 422)))]
pub async fn update(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    key: RecordKey,
    FormOrJson(body): FormOrJson<CustomerBody>,
) -> Result<Response, ApiError> {
    let parts = body.into_parts();
    // The flattened levels of the body accept every field, so the extractor does not see an unknown one.
    if parts == CustomerParts::default() {
        return Err(ApiError::unprocessable("no_known_field"));
    }
    let CustomerParts { group, expected_group, mut profile, .. } = parts;
    let seen_group = expected_group.map(|field| chosen_group(&field)).transpose()?;
    let edit = CustomerEdit {
        notes: profile.notes(),
        seen: ExpectedNotes { customer_group_id: seen_group, ..profile.take_expected() },
        profile_id: profile.id.as_ref().and_then(Texts::first).map(number).transpose()?.map(CustomerProfileId),
        customer_group_id: group.map(|field| chosen_group(&field)).transpose()?,
        nickname: profile.nickname,
        kana: profile.kana,
        phone_country: profile.phone_country,
        phone_local_number: profile.phone_local_number,
        receipt_title: profile.receipt_title,
        internal_memo: profile.internal_memo,
    };
    let is_group_only = edit.customer_group_id.is_some()
        && edit.nickname.is_none()
        && edit.kana.is_none()
        && edit.phone_local_number.is_none()
        && edit.internal_memo.is_none()
        && edit.notes == NotesChange::default();
    let mut tx = app.pool.begin().await?;
    let key = CustomerLookup { id: key.id.map(CustomerId), uid: key.uid.as_deref() };
    let id = edit::edit(&mut tx, app.clock.now(), staff.actor(), staff.restaurant.id, key, edit).await?;
    let message = context.t(if is_group_only { "owner.customers.group_updated" } else { "owner.customers.updated" });
    let answer = saved(&app, &staff, &mut tx, id, StatusCode::OK, message, false).await?;
    tx.commit().await?;
    Ok(answer)
}

fn number(text: &str) -> Result<i64, ApiError> {
    text.parse().map_err(|_| ApiError::invalid_fields([("id", "field_invalid")]))
}

/// Returns the group of a field; None if it is empty or 999.
pub fn chosen_group(field: &Texts) -> Result<Option<CustomerGroupId>, ApiError> {
    match field.first().map(str::trim).filter(|text| !text.is_empty()) {
        None => Ok(None),
        Some(text) => {
            let id = text.parse().map_err(|_| ApiError::invalid_fields([("customer_group_id", "field_invalid")]))?;
            Ok(groups::group_of_field(id))
        }
    }
}
