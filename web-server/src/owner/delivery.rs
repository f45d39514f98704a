//! Delivery settings (owner §2, §3, gaps G166).

use axum::Json;
use axum::extract::{Path, State};
use axum::response::Response;
use domain::restaurants::profile;
use domain::settings::delivery::{self, DeliverySettings};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::console::{ConsoleWriteResult, Expected, OwnerOrAdmin, page};
use crate::http::calls::{Calls, routes};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::FormOrJson;
use crate::http::page::PageData;
use crate::state::App;

pub fn calls<C: Calls>() -> C {
    C::new().routes(routes!(page)).routes(routes!(update))
}

#[derive(Serialize, ToSchema)]
pub struct RestaurantDeliverySetting {
    /// yamato, sagawa or other.
    delivery_service_type: String,
    /// Blank for the restaurant's own name; number, zip code and address likewise.
    client_name: String,
    client_phone_number: String,
    client_zip_code: String,
    client_address: String,
    /// Only if the carrier is enabled; the next field likewise.
    client_code_for_yamato: String,
    fare_number_for_yamato: String,
    /// prepaid or cod.
    payment_type: String,
}

impl From<DeliverySettings> for RestaurantDeliverySetting {
    fn from(settings: DeliverySettings) -> Self {
        Self {
            delivery_service_type: settings.delivery_service_type,
            client_name: settings.client_name,
            client_phone_number: settings.client_phone_number,
            client_zip_code: settings.client_zip_code,
            client_address: settings.client_address,
            client_code_for_yamato: settings.client_code_for_yamato,
            fare_number_for_yamato: settings.fare_number_for_yamato,
            payment_type: settings.payment_type,
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct OwnerDeliverySettingsPage {
    restaurant_delivery_setting: RestaurantDeliverySetting,
    services: Vec<&'static str>,
    payments: Vec<&'static str>,
}

impl PageData for OwnerDeliverySettingsPage {
    const NAME: &'static str = "owner_delivery_settings";
}

/// Returns the form of a restaurant's delivery settings.
#[utoipa::path(get, path = "/owners/restaurant_delivery_settings/{slug}/edit", tag = "owner",
    params(("slug" = String, Path)),
    responses((status = 200, body = page::ConsolePage<OwnerDeliverySettingsPage>), (status = 302), (status = 404)))]
pub async fn page(
    State(app): State<App>,
    context: Context,
    staff: OwnerOrAdmin,
    Path(slug): Path<String>,
) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let staff = staff.0.at(&mut conn, &slug).await?;
    let found = delivery::find(&mut conn, staff.restaurant.id).await?;
    drop(conn);
    let data = OwnerDeliverySettingsPage {
        restaurant_delivery_setting: found.into(),
        services: delivery::SERVICES.to_vec(),
        payments: delivery::PAYMENTS.to_vec(),
    };
    page::respond(&app, &context, &staff, &context.t("owner.delivery.title"), data).await
}

#[derive(Deserialize, ToSchema)]
pub struct DeliveryBody {
    restaurant_delivery_setting: DeliveryFields,
    /// The values of these fields that the form showed.
    #[serde(default)]
    expected: Expected,
}

/// Fields that are left out remain unchanged; their meaning is that of the page's.
#[derive(Deserialize, ToSchema)]
pub struct DeliveryFields {
    #[schema(nullable = false)]
    delivery_service_type: Option<String>,
    #[schema(nullable = false)]
    client_name: Option<String>,
    #[schema(nullable = false)]
    client_phone_number: Option<String>,
    #[schema(nullable = false)]
    client_zip_code: Option<String>,
    #[schema(nullable = false)]
    client_address: Option<String>,
    #[schema(nullable = false)]
    client_code_for_yamato: Option<String>,
    #[schema(nullable = false)]
    fare_number_for_yamato: Option<String>,
    #[schema(nullable = false)]
    payment_type: Option<String>,
}

impl DeliveryFields {
    fn onto(self, saved: DeliverySettings) -> DeliverySettings {
        DeliverySettings {
            delivery_service_type: self.delivery_service_type.unwrap_or(saved.delivery_service_type),
            client_name: self.client_name.unwrap_or(saved.client_name),
            client_phone_number: self.client_phone_number.unwrap_or(saved.client_phone_number),
            client_zip_code: self.client_zip_code.unwrap_or(saved.client_zip_code),
            client_address: self.client_address.unwrap_or(saved.client_address),
            client_code_for_yamato: self.client_code_for_yamato.unwrap_or(saved.client_code_for_yamato),
            fare_number_for_yamato: self.fare_number_for_yamato.unwrap_or(saved.fare_number_for_yamato),
            payment_type: self.payment_type.unwrap_or(saved.payment_type),
        }
    }
}

/// Saves the settings. 409 with the stored values if another user has changed one of the fields since the form showed it (gaps G319).
#[utoipa::path(patch, path = "/owners/api/restaurant_delivery_settings/{slug}", tag = "owner",
    params(("slug" = String, Path)), request_body = DeliveryBody,
    responses((status = 200, body = ConsoleWriteResult), (status = 401), (status = 404), (status = 409), (status = 422)))]
pub async fn update(
    State(app): State<App>,
    context: Context,
    staff: OwnerOrAdmin,
    Path(slug): Path<String>,
    FormOrJson(body): FormOrJson<DeliveryBody>,
) -> Result<Json<ConsoleWriteResult>, ApiError> {
    let mut tx = app.pool.begin().await?;
    let staff = staff.0.at(&mut tx, &slug).await?;
    let restaurant = staff.restaurant.id;
    profile::lock(&mut tx, restaurant).await?;
    let stored = delivery::find(&mut tx, restaurant).await?;
    let wanted = body.restaurant_delivery_setting.onto(stored.clone());
    delivery::save(&mut tx, app.clock.now(), staff.actor(), restaurant, wanted).await?;
    let saved = delivery::find(&mut tx, restaurant).await?;
    body.expected.require(&RestaurantDeliverySetting::from(stored), &RestaurantDeliverySetting::from(saved))?;
    tx.commit().await?;
    Ok(ConsoleWriteResult::ok(context.t("owner.delivery.saved")))
}
