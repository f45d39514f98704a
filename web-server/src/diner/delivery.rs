//! The delivery address and time: the fields of the review page, and their display for diners and staff (diner §2 and §5, gaps G075).

use domain::accounts::model::Profile;
use domain::accounts::prefectures::{self, PREFECTURES};
use domain::i18n::Locale;
use domain::reservations::delivery::{Delivery, DeliveryForm, DeliveryOffer, format_slot};
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use crate::http::extract::context::Context;
use crate::http::extract::form::Texts;

/// Delivery address. A part that was not filled in is blank.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct DeliveryAddress {
    /// 3 digits, an optional hyphen, 4 digits.
    zip_code: String,
    /// Its Japanese name, as in the choices.
    prefecture: String,
    /// The municipality, at most 12 characters.
    address1: String,
    /// The house number, at most 16 characters.
    address2: String,
    /// The building, optional, at most 16 characters.
    address3: String,
    name: String,
    /// 10 or 11 digits.
    phone_number: String,
}

/// Arrival: the day as three numbers, and one of the offered time slots.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct Arrival {
    #[serde(deserialize_with = "one_text")]
    year: String,
    #[serde(deserialize_with = "one_text")]
    month: String,
    #[serde(deserialize_with = "one_text")]
    day: String,
    /// `8-12`
    time_slot: String,
}

/// Reads a text, or a number as text.
fn one_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    Ok(Texts::deserialize(deserializer)?.first().unwrap_or_default().to_owned())
}

/// Combines the two parts of the form.
pub fn form(address: DeliveryAddress, arrival: Arrival) -> DeliveryForm {
    DeliveryForm {
        zip_code: address.zip_code,
        prefecture: address.prefecture,
        address1: address.address1,
        address2: address.address2,
        address3: address.address3,
        name: address.name,
        phone_number: address.phone_number,
        year: arrival.year,
        month: arrival.month,
        day: arrival.day,
        time_slot: arrival.time_slot,
    }
}

#[derive(Serialize, ToSchema)]
pub struct DeliveryChoice {
    value: String,
    label: String,
}

/// Options of the delivery form, and its initial values.
#[derive(Serialize, ToSchema)]
pub struct DeliveryChoices {
    prefectures: Vec<DeliveryChoice>,
    /// Days of arrival, YYYY-MM-DD.
    days: Vec<String>,
    time_slots: Vec<DeliveryChoice>,
    delivery_address: DeliveryAddress,
    /// One of `days`.
    arrives_on: String,
    /// One of `time_slots`, or blank.
    time_slot: String,
}

impl DeliveryChoices {
    /// `saved` is the earlier input, for example of a failed payment; otherwise the form starts with the diner's name and number.
    pub fn new(context: &Context, offer: &DeliveryOffer, saved: Option<&Delivery>, profile: &Profile) -> Self {
        let choice = |value: &str, label: String| DeliveryChoice { value: value.to_owned(), label };
        let prefecture = |(code, _): &(&str, &str)| choice(code, prefectures::label(context.locale(), code));
        let slot = |slot: &String| choice(slot, format_slot(context.locale(), slot));
        let days = offer.first_day.iter_days().take_while(|day| *day <= offer.last_day);
        Self {
            prefectures: PREFECTURES.iter().map(prefecture).collect(),
            days: days.map(|day| day.to_string()).collect(),
            time_slots: offer.time_slots.iter().map(slot).collect(),
            delivery_address: saved.map_or_else(|| DeliveryAddress::from_profile(profile), DeliveryAddress::from_saved),
            arrives_on: saved.map_or(offer.first_day, |saved| saved.arrives_on).to_string(),
            time_slot: saved.map(|saved| saved.time_slot.clone()).unwrap_or_default(),
        }
    }
}

impl DeliveryAddress {
    fn from_saved(saved: &Delivery) -> Self {
        Self {
            zip_code: saved.zip_code.clone(),
            prefecture: saved.prefecture.clone(),
            address1: saved.address1.clone(),
            address2: saved.address2.clone(),
            address3: saved.address3.clone(),
            name: saved.name.clone(),
            phone_number: saved.phone_number.clone(),
        }
    }

    fn from_profile(profile: &Profile) -> Self {
        let is_jp = profile.phone_country == "JP";
        Self {
            prefecture: Some(&profile.prefecture)
                .filter(|code| prefectures::is_prefecture(code))
                .cloned()
                .unwrap_or_default(),
            name: format!("{} {}", profile.name_last, profile.name_first).trim().to_owned(),
            phone_number: if is_jp { format!("0{}", profile.phone_local_number) } else { String::new() },
            ..Self::default()
        }
    }
}

/// An agreed delivery.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DeliveryInfo {
    #[serde(flatten)]
    delivery_address: DeliveryAddress,
    /// YYYY-MM-DD
    arrives_on: String,
    time_slot: String,
    /// The address in one line.
    address_text: String,
    /// Day and hours.
    arrival_text: String,
}

impl DeliveryInfo {
    pub fn new(locale: Locale, delivery: &Delivery) -> Self {
        Self {
            delivery_address: DeliveryAddress::from_saved(delivery),
            arrives_on: delivery.arrives_on.to_string(),
            time_slot: delivery.time_slot.clone(),
            address_text: delivery.format_address(locale),
            arrival_text: delivery.format_arrival(locale),
        }
    }
}
