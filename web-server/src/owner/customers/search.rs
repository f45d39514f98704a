//! Search for customers: for the reservation dialog, for announcements, and for merges.

use axum::Json;
use axum::extract::{Query, State};
use domain::customers::cards::{self, CardFilter};
use domain::customers::groups;
use domain::customers::merge::{self, MergeCandidate};
use domain::customers::model::{CustomerRecord, CustomerType};
use domain::customers::search::{MAX_HITS, SearchMode, keywords};
use domain::customers::tags::{self, TagCount};
use domain::ids::CustomerId;
use domain::phone::{self, Country};
use domain::restaurants;
use domain::settings::features;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::card::CustomerTag;
use crate::console::Envelope;
use crate::console::{FloorStaff, RecordKey, Staff};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::owner::reservations::detail::display_phone;
use crate::state::App;

#[derive(Deserialize, IntoParams)]
pub struct SearchQuery {
    /// name, tel, number_part, email or visitorName.
    r#type: Option<String>,
    q: Option<String>,
}

/// A customer in the result.
#[derive(Debug, Serialize, ToSchema)]
pub struct CustomerHit {
    id: i64,
    uid: String,
    r#type: CustomerType,
    customer_group_id: Option<i64>,
    /// The group's label; empty without one.
    label: String,
    label_short: String,
    display_fullname: String,
    kana: String,
    tags: Vec<CustomerTag>,
    visit_count: i64,
    last_visited_at: Option<String>,
    no_show_count: i64,
    restaurant_name: String,
    phone_local_number: String,
    phone_country: String,
    display_phone_number: String,
    email: Option<String>,
    invitation_email: Option<String>,
    is_blacklisted: bool,
    has_allergy: bool,
    /// The diner's own texts and the staff's notes, as `dislikes`.
    allergy_description: String,
    dislikes: String,
    /// For staff only.
    internal_memo: String,
}

impl CustomerHit {
    fn new(context: &Context, staff: &Staff, card: CustomerRecord) -> Self {
        Self {
            id: card.id.0,
            r#type: card.kind,
            display_phone_number: display_phone(&card.phone_country, &card.phone_local_number),
            has_allergy: card.has_allergy(),
            allergy_description: card.all_allergies(),
            dislikes: card.all_dislikes(),
            tags: tags::in_order(card.tags).into_iter().map(|tag| CustomerTag::of(context, tag)).collect(),
            last_visited_at: card.last_visited_at.map(|at| staff.restaurant.zone.iso(at)),
            uid: card.uid,
            customer_group_id: card.customer_group_id.map(|id| id.0),
            label: card.group_label,
            label_short: card.group_label_short,
            display_fullname: card.display_fullname,
            kana: card.kana,
            visit_count: card.visit_count,
            no_show_count: card.no_show_count,
            restaurant_name: context.pick(&staff.restaurant.name),
            phone_local_number: card.phone_local_number,
            phone_country: card.phone_country,
            email: card.email,
            invitation_email: card.invitation_email,
            is_blacklisted: card.is_blacklisted,
            internal_memo: card.internal_memo,
        }
    }
}

/// Searches customers by name, number or email address, or among today's guests; at most 20. `tel` compares the first or the last digits of
/// a number, from five on, and `number_part` four or more anywhere in it. Email addresses are searched only if the restaurant may invite by
/// mail.
#[utoipa::path(get, path = "/owners/api/customers", tag = "owner", params(SearchQuery),
    responses((status = 200, body = Envelope<Vec<CustomerHit>>), (status = 401), (status = 422)))]
pub async fn search(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    Query(query): Query<SearchQuery>,
) -> Result<Json<Envelope<Vec<CustomerHit>>>, ApiError> {
    let way = query.r#type.as_deref().and_then(SearchMode::from_name);
    let way = way.ok_or_else(|| ApiError::invalid_fields([("type", "field_invalid")]))?;
    let now = app.clock.now();
    let restaurant = &staff.restaurant;
    let mut conn = app.pool.acquire().await?;
    let today = restaurants::queries::today(&mut conn, restaurant, now).await?;
    let filter = way.filter(&query.q.unwrap_or_default(), today);
    let may_ask = way != SearchMode::Email || features::find(&mut conn, restaurant.id).await?.allow_email_invitation;
    let Some(filter) = filter.filter(|_| may_ask) else { return Ok(Envelope::ok(Vec::new())) };
    let found = cards::list(&mut conn, restaurant.id, now, &filter, MAX_HITS, 0).await?;
    Ok(Envelope::ok(found.into_iter().map(|card| CustomerHit::new(&context, &staff, card)).collect()))
}

/// Counts the customers in the given groups; all customers if no group is given. The count decides who receives mail, so an
/// unknown parameter is rejected and named.
#[utoipa::path(get, path = "/owners/api/customers/count_all", tag = "owner",
    params(("customer_group_ids" = Option<String>, Query, description = "A JSON list of ids, or `customer_group_ids[]` for each")),
    responses((status = 200, body = i64, content_type = "application/json"), (status = 401), (status = 404), (status = 422)))]
pub async fn count_all(
    State(app): State<App>,
    staff: FloorStaff,
    Query(pairs): Query<Vec<(String, String)>>,
) -> Result<Json<i64>, ApiError> {
    let ids = counted_groups(&pairs)?;
    let mut conn = app.pool.acquire().await?;
    groups::require_groups(&mut conn, staff.restaurant.id, &ids).await?;
    let filter = CardFilter { groups: ids, ..CardFilter::default() };
    Ok(Json(cards::count(&mut conn, staff.restaurant.id, app.clock.now(), &filter).await?))
}

fn counted_groups(pairs: &[(String, String)]) -> Result<Vec<i64>, ApiError> {
    let refused = |name: &str| ApiError::invalid_fields([(name.to_owned(), "field_invalid")]);
    let mut ids = Vec::new();
    for (name, text) in pairs.iter().filter(|(_, text)| !text.trim().is_empty()) {
        match name.as_str() {
            "customer_group_ids" => {
                let listed: Vec<i64> = serde_json::from_str(text).map_err(|_| refused(name))?;
                ids.extend(listed);
            }
            "customer_group_ids[]" => ids.push(text.trim().parse().map_err(|_| refused("customer_group_ids"))?),
            "restaurant_slug" | "owners_restaurant_slug" => {}
            _ => return Err(refused(name)),
        }
    }
    Ok(ids)
}

/// A tag to choose.
#[derive(Debug, Serialize, ToSchema)]
pub struct TagChoice {
    #[serde(flatten)]
    tag: CustomerTag,
    customers_count: i64,
}

/// Lists the tags that a customer can have: the predefined ones, and the restaurant's own ones that are in use.
#[utoipa::path(get, path = "/owners/api/customer_tags", tag = "owner",
    responses((status = 200, body = Vec<TagChoice>), (status = 401)))]
pub async fn customer_tags(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
) -> Result<Json<Vec<TagChoice>>, ApiError> {
    let found = tags::list(&mut *app.pool.acquire().await?, staff.restaurant.id).await?;
    let choice = |TagCount { tag, customers_count }| TagChoice { tag: CustomerTag::of(&context, tag), customers_count };
    Ok(Json(found.into_iter().map(choice).collect()))
}

const MAX_PAGES: i64 = 100_000;

#[derive(Deserialize, IntoParams)]
pub struct OffsiteQuery {
    /// The primary customer of the merge.
    exclude_customer_id: Option<String>,
    /// Search terms for name, number or email address. All must match.
    keywords: Option<String>,
    /// From 1 on; 50 customers per page.
    page: Option<String>,
}

/// A customer who can be merged into another.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OffsiteCustomer {
    id: i64,
    name: String,
    email: Option<String>,
    phone: String,
    restaurant_name: String,
    group_name: String,
    created_at: String,
    r#type: CustomerType,
    /// Whether it has a number, an address, the name or the reading of the primary customer. These come first.
    is_likely: bool,
}

/// Lists in-person, off-site and invited customers, who can be merged into one, without guests who have an open invitation: first those with
/// a number, an address, the name or the reading of the primary customer, then the newest, 50 per page. The last page is the first one with
/// fewer than 50.
#[utoipa::path(get, path = "/owners/api/customers/only_offsite_customers", tag = "owner", params(OffsiteQuery),
    responses((status = 200, body = Vec<OffsiteCustomer>), (status = 401), (status = 404)))]
pub async fn only_offsite_customers(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    Query(query): Query<OffsiteQuery>,
) -> Result<Json<Vec<OffsiteCustomer>>, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let but = match query.exclude_customer_id.filter(|text| !text.is_empty()) {
        Some(text) => {
            let key = RecordKey::parse(&text);
            let key = cards::CustomerLookup { id: key.id.map(CustomerId), uid: key.uid.as_deref() };
            let card = cards::find(&mut conn, staff.restaurant.id, app.clock.now(), key).await?;
            Some(card.ok_or_else(ApiError::not_found)?.id)
        }
        None => None,
    };
    let restaurant_name = context.pick(&staff.restaurant.name);
    let words = keywords(query.keywords.as_deref().unwrap_or_default());
    let page = query.page.and_then(|text| text.parse().ok()).unwrap_or(1).clamp(1, MAX_PAGES);
    let found = merge::list_candidates(&mut conn, staff.restaurant.id, but, &words, page).await?;
    let customer = |found: MergeCandidate| OffsiteCustomer {
        phone: display_phone(&found.phone_country, &found.phone_local_number),
        r#type: found.kind,
        is_likely: found.is_likely,
        created_at: staff.restaurant.zone.iso(found.created_at),
        restaurant_name: restaurant_name.clone(),
        id: found.id.0,
        name: found.name,
        email: found.email,
        group_name: found.group_label,
    };
    Ok(Json(found.into_iter().map(customer).collect()))
}

/// Lists the countries of phone numbers, Japan first.
#[utoipa::path(get, path = "/owners/api/phone_countries", tag = "owner",
    responses((status = 200, body = Vec<Country>), (status = 401)))]
pub async fn phone_countries(_staff: FloorStaff) -> Json<&'static [Country]> {
    Json(phone::countries())
}
