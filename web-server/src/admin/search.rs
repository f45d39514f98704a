//! The search of the console's header: bookings, payments, disputes, accounts, staff and restaurants by one text (gaps G212).

use axum::Json;
use axum::extract::{Query, State};
use domain::audit::Actor;
use domain::i18n;
use domain::money::Yen;
use domain::payments::model::ChargeStatus;
use domain::phone;
use domain::reservations::model::Status;
use domain::restaurants::model::Bilingual;
use domain::support::FoundAccount;
use domain::support::find::{
    self, FindTerms, Found, FoundBooking, FoundDispute, FoundPayment, FoundRecipient, FoundRestaurant, MAX_LENGTH,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::guests;
use crate::console::Admin;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::state::App;

/// Maximum number of hits of one kind. A larger result needs a narrower text.
const MAX_HITS: usize = 10;

#[derive(Deserialize, IntoParams)]
pub struct SearchQuery {
    /// A booking code, an id of a charge or of the card provider, a uid, a complete phone number or email address, the complete name of a
    /// guest without an account, or a restaurant's name or slug; at most 100 characters.
    #[serde(default)]
    #[param(required = false)]
    q: String,
}

#[derive(Serialize, ToSchema)]
pub struct AdminSearchResult {
    hits: Vec<SearchHit>,
    /// True if a kind has more hits.
    has_more: bool,
}

#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SearchHitKind {
    Booking,
    Payment,
    Dispute,
    Account,
    /// A member of a restaurant's staff.
    Staff,
    NotificationAddress,
    Restaurant,
}

/// A hit with its page. Fields of other kinds are null.
#[derive(Serialize, ToSchema)]
pub struct SearchHit {
    kind: SearchHitKind,
    /// A code, a name, an address or a label.
    title: String,
    detail: String,
    /// The address of its page.
    path: String,
    status: Option<Status>,
    payment_status: Option<ChargeStatus>,
    amount: Option<Yen>,
    guests_count: Option<i32>,
}

/// Searches the whole console. A blank text finds nothing.
#[utoipa::path(get, path = "/admin/api/search", tag = "admin", params(SearchQuery),
    responses((status = 200, body = AdminSearchResult), (status = 401), (status = 422)))]
pub async fn search(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    Query(query): Query<SearchQuery>,
) -> Result<Json<AdminSearchResult>, ApiError> {
    if query.q.chars().count() > MAX_LENGTH {
        return Err(ApiError::invalid_fields([("q", "too_long_100")]));
    }
    let terms = FindTerms::parse(&query.q);
    if terms == FindTerms::default() {
        return Ok(Json(AdminSearchResult { hits: Vec::new(), has_more: false }));
    }
    let kinds = guests::searchable_kinds(admin.user.flags);
    let (now, actor, limit) = (app.clock.now(), Actor::Admin(admin.id), MAX_HITS as i64 + 1);
    let found = app.transaction(async |tx| find::find(tx, now, actor, &terms, &kinds, limit).await).await?;
    Ok(Json(AdminSearchResult::new(&context, found)))
}

impl AdminSearchResult {
    fn new(context: &Context, found: Found) -> Self {
        let lists = [
            found.bookings.into_iter().map(|hit| SearchHit::booking(context, hit)).collect::<Vec<_>>(),
            found.payments.into_iter().map(|hit| SearchHit::payment(context, hit)).collect(),
            found.disputes.into_iter().map(SearchHit::dispute).collect(),
            found.accounts.into_iter().map(SearchHit::account).collect(),
            found.recipients.into_iter().map(|hit| SearchHit::recipient(context, hit)).collect(),
            found.restaurants.into_iter().map(|hit| SearchHit::restaurant(context, hit)).collect(),
        ];
        let has_more = lists.iter().any(|list| list.len() > MAX_HITS);
        Self { hits: lists.into_iter().flat_map(|list| list.into_iter().take(MAX_HITS)).collect(), has_more }
    }
}

impl SearchHit {
    fn new(kind: SearchHitKind, title: String, detail: String, path: String) -> Self {
        Self { kind, title, detail, path, status: None, payment_status: None, amount: None, guests_count: None }
    }

    fn booking(context: &Context, hit: FoundBooking) -> Self {
        let restaurant = context.pick(&Bilingual::new(hit.restaurant_ja, hit.restaurant_en));
        let time = i18n::date_time(context.locale(), hit.starts_at, hit.zone.tz());
        let path = format!("/admin/reservations/{}", hit.uid);
        let (status, guests_count) = (Some(hit.status), Some(hit.guests_count));
        Self {
            status,
            guests_count,
            ..Self::new(SearchHitKind::Booking, hit.code, format!("{restaurant} {time}"), path)
        }
    }

    fn payment(context: &Context, hit: FoundPayment) -> Self {
        let label = context.t(&format!("charge.{}", hit.kind.as_str()));
        let path = match &hit.reservation_uid {
            Some(uid) => format!("/admin/reservations/{uid}/reservation_charges"),
            None => format!("/admin/users/{}", hit.user_uid),
        };
        let known = [hit.reservation_code, hit.gateway_fid].into_iter().flatten().collect::<Vec<_>>().join(" ");
        Self {
            payment_status: Some(hit.status),
            amount: Some(hit.amount),
            ..Self::new(SearchHitKind::Payment, label, known, path)
        }
    }

    fn dispute(hit: FoundDispute) -> Self {
        let path = format!("/admin/disputes/{}", hit.fid);
        let detail = hit.reservation_code.unwrap_or_default();
        Self { amount: Some(hit.amount), ..Self::new(SearchHitKind::Dispute, hit.fid, detail, path) }
    }

    fn account(hit: FoundAccount) -> Self {
        let shown = phone::display(&hit.phone_country, &hit.phone_local_number);
        // As the pages show it.
        let phone = match shown.strip_prefix('0') {
            Some(local) => phone::format_for_dialling(&format!("+81{local}"), "JP"),
            None => shown,
        };
        let path = format!("/admin/users/{}", hit.uid);
        Self::new(SearchHitKind::Account, hit.name, format!("{} {phone}", hit.email), path)
    }

    fn recipient(context: &Context, hit: FoundRecipient) -> Self {
        let restaurant = context.pick(&Bilingual::new(hit.restaurant_ja, hit.restaurant_en));
        let slug = hit.restaurant_slug;
        match hit.nickname {
            Some(name) => {
                let detail = format!("{} {restaurant}", hit.email);
                Self::new(SearchHitKind::Staff, name, detail, format!("/admin/r/{slug}/staff"))
            }
            None => {
                let path = format!("/admin/restaurants/{slug}");
                Self::new(SearchHitKind::NotificationAddress, hit.email, restaurant, path)
            }
        }
    }

    fn restaurant(context: &Context, hit: FoundRestaurant) -> Self {
        let path = format!("/admin/restaurants/{}", hit.slug);
        let name = context.pick(&Bilingual::new(hit.name_ja, hit.name_en));
        Self::new(SearchHitKind::Restaurant, name, hit.slug, path)
    }
}
