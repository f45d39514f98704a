//! Representations of restaurants in responses: in lists, and complete.

use domain::i18n::Locale;
use domain::money::Yen;
use domain::phone::format_for_locale;
use domain::restaurants::model::{
    Bilingual, Course, Operation, OperationName, Restaurant, RestaurantListItem, small_of,
};
use domain::restaurants::policy::{CancellationPolicy, FeeTier};
use domain::restaurants::queries;
use domain::zone::Zone;
use serde::Serialize;
use sqlx::PgConnection;
use utoipa::ToSchema;

use crate::http::extract::context::Context;
use crate::http::text::{FacilityChoice, operation_label};
use crate::pictures::picture;

#[derive(Serialize, ToSchema)]
pub struct RestaurantCard {
    pub slug: String,
    pub restaurant_name: String,
    pub cuisine_text: String,
    pub area: String,
    pub prefecture_i18n: String,
    pub image_url: String,
    pub tagline: String,
    /// Yen; the cheapest course.
    pub price_from: Option<Yen>,
    /// Opening of online booking, if it is in the future.
    pub opens_at: Option<String>,
    pub is_delivery_only: bool,
    pub favorited: bool,
}

impl RestaurantCard {
    pub fn new(context: &Context, card: RestaurantListItem, now: chrono::DateTime<chrono::Utc>) -> Self {
        Self {
            restaurant_name: context.pick(&card.name),
            cuisine_text: context.pick(&card.cuisine),
            area: context.pick(&card.area),
            prefecture_i18n: prefecture(context, &card.prefecture),
            image_url: picture(card.pictures.first().map(|file| small_of(file)).as_ref()),
            tagline: context.pick(&card.tagline),
            price_from: card.price_from,
            opens_at: (card.online_starts_at > now).then(|| Zone::default().iso(card.online_starts_at)),
            is_delivery_only: card.is_delivery_only,
            favorited: card.favorited,
            slug: card.slug,
        }
    }
}

/// Returns the name of a prefecture in the reader's language.
pub fn prefecture(context: &Context, code: &str) -> String {
    domain::accounts::prefectures::label(context.locale(), code)
}

#[derive(Serialize, ToSchema)]
pub struct RestaurantDetail {
    pub slug: String,
    pub restaurant_name: String,
    pub restaurant_name_en: String,
    pub cuisine_text: String,
    pub area: String,
    pub prefecture_i18n: String,
    pub tagline: String,
    pub description: String,
    pub image_url: String,
    pub gallery: Vec<String>,
    /// Alternative text of each picture; blank if none was entered.
    pub gallery_alts: Vec<String>,
    pub address: String,
    /// The address in Japanese, to show to a taxi driver; null on Japanese pages.
    pub address_ja: Option<String>,
    pub access: String,
    /// In English with Japan's code.
    pub phone: String,
    pub email: String,
    pub url: String,
    pub chef: String,
    pub operations: Vec<OperationInfo>,
    pub courses: Vec<CourseInfo>,
    pub seats: Vec<SeatInfo>,
    pub facilities: Vec<FacilityChoice>,
    pub cancellation_policy: Vec<TierInfo>,
    pub cancellation_policy_text: String,
    /// Yen per guest, charged by the platform.
    pub reservation_fee: Yen,
    pub careers: Option<Careers>,
    pub is_delivery_only: bool,
    pub online_starts_at: Option<String>,
    pub is_open_online: bool,
    pub cut_off_hours: i32,
    pub allow_cancellation_waiting: bool,
    pub time_zone: String,
}

#[derive(Serialize, ToSchema)]
pub struct OperationInfo {
    pub name: OperationName,
    pub label: String,
    /// HH:mm
    pub from: String,
    pub till: String,
}

#[derive(Serialize, ToSchema)]
pub struct CourseInfo {
    pub uid: String,
    pub title: String,
    pub description: String,
    pub price: Yen,
    pub price_description: String,
    pub custom_unit: String,
    pub operation: OperationName,
    pub is_prepaid: bool,
}

#[derive(Serialize, ToSchema)]
pub struct SeatInfo {
    pub title: String,
    pub capacity_text: String,
}

#[derive(Serialize, ToSchema)]
pub struct TierInfo {
    pub days_before: i64,
    pub percent: i64,
}

#[derive(Serialize, ToSchema)]
pub struct Careers {
    pub phone: String,
    pub email: String,
    pub url: String,
    pub remarks: String,
}

/// Returns the unit of a course's price: its own, or per person.
pub fn unit(context: &Context, custom: Option<&Bilingual>) -> String {
    custom.map_or_else(|| context.t("course.per_person"), |unit| context.pick(unit))
}

/// Returns the Japanese address of a restaurant for a reader of another language; `None` if the page shows it anyway.
pub fn address_ja(context: &Context, restaurant: &Restaurant) -> Option<String> {
    let address = &restaurant.address.ja;
    (!address.is_empty() && *address != context.pick(&restaurant.address)).then(|| address.clone())
}

pub fn policy_text(locale: Locale, policy: &CancellationPolicy) -> String {
    policy.lines(locale)
}

impl RestaurantDetail {
    pub async fn load(
        conn: &mut PgConnection,
        context: &Context,
        restaurant: &Restaurant,
        now: chrono::DateTime<chrono::Utc>,
    ) -> sqlx::Result<Self> {
        let operations = queries::list_operations(conn, restaurant.id).await?;
        let courses = queries::list_courses(conn, restaurant.id).await?;
        let seats = queries::list_seats(conn, restaurant.id).await?;
        let is_open_online = restaurant.is_open_online(now);
        Ok(Self {
            slug: restaurant.slug.clone(),
            restaurant_name: context.pick(&restaurant.name),
            restaurant_name_en: restaurant.name.en.clone(),
            cuisine_text: context.pick(&restaurant.cuisine),
            area: context.pick(&restaurant.area),
            prefecture_i18n: prefecture(context, &restaurant.prefecture),
            tagline: context.pick(&restaurant.tagline),
            description: context.pick(&restaurant.description),
            image_url: picture(restaurant.pictures.first()),
            gallery: restaurant.pictures.iter().map(|file| picture(Some(file))).collect(),
            gallery_alts: gallery_alts(context, restaurant),
            address: context.pick(&restaurant.address),
            address_ja: address_ja(context, restaurant),
            access: context.pick(&restaurant.access),
            phone: format_for_locale(context.locale(), &restaurant.phone),
            email: restaurant.email.clone(),
            url: restaurant.url.clone(),
            chef: context.pick(&restaurant.chef),
            cut_off_hours: operations.iter().map(|operation| operation.cutoff_hours).max().unwrap_or(0),
            operations: operations
                .iter()
                .map(|o| OperationInfo::new(context, o, restaurant.is_delivery_only))
                .collect(),
            courses: courses.iter().map(|course| CourseInfo::new(context, course)).collect(),
            seats: seats
                .iter()
                .map(|(title, items, capacity)| SeatInfo::new(context, title, *items, *capacity))
                .collect(),
            facilities: FacilityChoice::list(context, &restaurant.facilities),
            cancellation_policy: restaurant.policy.tiers().iter().map(TierInfo::from_tier).collect(),
            cancellation_policy_text: policy_text(context.locale(), &restaurant.policy),
            reservation_fee: restaurant.reservation_fee,
            careers: restaurant.careers.as_ref().map(|json| Careers::from_json(json, context.is_english())),
            is_delivery_only: restaurant.is_delivery_only,
            online_starts_at: (!is_open_online).then(|| restaurant.zone.iso(restaurant.online_starts_at)),
            is_open_online,
            allow_cancellation_waiting: restaurant.allow_cancellation_waiting,
            time_zone: restaurant.time_zone.clone(),
        })
    }
}

fn gallery_alts(context: &Context, restaurant: &Restaurant) -> Vec<String> {
    let text = |file: &String| {
        let text = restaurant.picture_texts.get(file);
        text.map_or_else(String::new, |text| if context.is_english() { text.en.clone() } else { text.ja.clone() })
    };
    restaurant.pictures.iter().map(text).collect()
}

impl OperationInfo {
    fn new(context: &Context, operation: &Operation, is_delivery_only: bool) -> Self {
        Self {
            label: operation_label(context, operation.name, is_delivery_only),
            name: operation.name,
            from: operation.opens_at.format("%H:%M").to_string(),
            till: operation.closes_at.to_string(),
        }
    }
}

impl CourseInfo {
    fn new(context: &Context, course: &Course) -> Self {
        Self {
            uid: course.uid.clone(),
            title: context.pick(&course.title),
            description: context.pick(&course.description),
            price: course.price,
            price_description: context.pick(&course.price_description),
            custom_unit: unit(context, course.custom_unit.as_ref()),
            operation: course.operation,
            is_prepaid: course.is_prepaid,
        }
    }
}

impl SeatInfo {
    fn new(context: &Context, title: &Bilingual, items: i64, capacity: i32) -> Self {
        let seats = items * i64::from(capacity);
        let key = if capacity == 1 { "seats.single" } else { "seats.grouped" };
        let capacity_text = context.t_with(key, &[("seats", &seats), ("items", &items), ("capacity", &capacity)]);
        Self { title: context.pick(title), capacity_text }
    }
}

impl TierInfo {
    fn from_tier(tier: &FeeTier) -> Self {
        Self { days_before: tier.days_before, percent: tier.percent }
    }
}

impl Careers {
    fn from_json(json: &serde_json::Value, english: bool) -> Self {
        let text = |name: &str| json.get(name).and_then(|value| value.as_str()).unwrap_or_default().to_owned();
        let remarks = if english { text("remarks_en") } else { text("remarks_ja") };
        Self { phone: text("phone"), email: text("email"), url: text("url"), remarks }
    }
}
