//! The restaurants of the feeds, and their bookable service.

use domain::phone::PhoneNumber;
use domain::restaurants::merchants::Merchant;
use serde::Serialize;
use utoipa::ToSchema;

use super::metadata::{FeedMetadata, SERVICE};

#[derive(Serialize, ToSchema)]
pub struct MerchantFeed {
    pub metadata: FeedMetadata,
    pub merchant: Vec<FeedMerchant>,
}

#[derive(Serialize, ToSchema)]
pub struct ServiceFeed {
    pub metadata: FeedMetadata,
    pub service: Vec<FeedService>,
}

#[derive(Serialize, ToSchema)]
pub struct FeedMerchant {
    /// The restaurant's name in addresses.
    pub merchant_id: String,
    pub name: String,
    /// In international notation; omitted for an invalid number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub telephone: Option<String>,
    /// The restaurant's own website, otherwise its page here.
    pub url: String,
    pub geo: Geo,
    pub category: &'static str,
    /// Booking page in each language.
    pub action_link: Vec<ActionLink>,
}

#[derive(Serialize, ToSchema)]
pub struct Geo {
    pub unstructured_address: String,
}

#[derive(Serialize, ToSchema)]
pub struct ActionLink {
    pub url: String,
    pub language: &'static str,
    pub action_link_type: &'static str,
    pub platform: &'static str,
}

#[derive(Serialize, ToSchema)]
pub struct FeedService {
    pub merchant_id: String,
    pub service_id: &'static str,
    pub localized_service_name: LocalizedText,
}

/// A text in the restaurant's language, and its translations.
#[derive(Serialize, ToSchema)]
pub struct LocalizedText {
    pub value: &'static str,
    pub localized_value: [LocalizedValue; 2],
}

#[derive(Serialize, ToSchema)]
pub struct LocalizedValue {
    pub locale: &'static str,
    pub value: &'static str,
}

pub fn merchant(base_url: &str, merchant: &Merchant) -> FeedMerchant {
    let page = |prefix: &str| format!("{base_url}{prefix}/r/{}", merchant.slug);
    let link = |language, prefix| ActionLink {
        url: page(prefix),
        language,
        action_link_type: "ACTION_LINK_TYPE_MAKE_DINING_RESERVATION",
        platform: "ACTION_PLATFORM_WEB_APPLICATION",
    };
    let has_home_page = merchant.url.starts_with("https://") || merchant.url.starts_with("http://");
    FeedMerchant {
        merchant_id: merchant.slug.clone(),
        name: merchant.name.get(false).to_owned(),
        telephone: PhoneNumber::parse("JP", &merchant.phone).ok().map(|number| number.e164),
        url: if has_home_page { merchant.url.clone() } else { page("") },
        geo: Geo { unstructured_address: address(merchant) },
        category: "restaurant",
        action_link: vec![link("ja", ""), link("en", "/en")],
    }
}

/// Returns postal code, prefecture and the rest of the address, each once.
fn address(merchant: &Merchant) -> String {
    let address = merchant.address.get(false);
    let prefecture = if address.starts_with(&merchant.prefecture) { "" } else { &merchant.prefecture };
    let zip = if merchant.zip_code.is_empty() { String::new() } else { format!("〒{} ", merchant.zip_code) };
    format!("{zip}{prefecture}{address}")
}

pub fn service(merchant: &Merchant) -> FeedService {
    let (ja, en) = ("予約", "Reservation");
    let value = |locale, value| LocalizedValue { locale, value };
    FeedService {
        merchant_id: merchant.slug.clone(),
        service_id: SERVICE,
        localized_service_name: LocalizedText { value: ja, localized_value: [value("ja", ja), value("en", en)] },
    }
}
