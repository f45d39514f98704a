//! Delivery settings (owner §2, §3, gaps G166).

use axum::Json;
use axum::extract::{Path, State};
use axum::response::Response;
use domain::settings::delivery::{self, DeliverySettings};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::console::ConsoleWriteResult;
use crate::console::OwnerOrAdmin;
use crate::console::page;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::FormOrJson;
use crate::http::page::PageData;
use crate::state::App;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(page)).routes(routes!(update))
}

#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct RestaurantDeliverySetting {
    /// yamato, sagawa or other.
    #[serde(default)]
    delivery_service_type: String,
    /// Blank for the restaurant's own name; number, zip code and address likewise.
    #[serde(default)]
    client_name: String,
    #[serde(default)]
    client_phone_number: String,
    #[serde(default)]
    client_zip_code: String,
    #[serde(default)]
    client_address: String,
    /// Only if the carrier is enabled; the next field likewise.
    #[serde(default)]
    client_code_for_yamato: String,
    #[serde(default)]
    fare_number_for_yamato: String,
    /// prepaid or cod.
    #[serde(default)]
    payment_type: String,
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
        restaurant_delivery_setting: RestaurantDeliverySetting {
            delivery_service_type: found.delivery_service_type,
            client_name: found.client_name,
            client_phone_number: found.client_phone_number,
            client_zip_code: found.client_zip_code,
            client_address: found.client_address,
            client_code_for_yamato: found.client_code_for_yamato,
            fare_number_for_yamato: found.fare_number_for_yamato,
            payment_type: found.payment_type,
        },
        services: delivery::SERVICES.to_vec(),
        payments: delivery::PAYMENTS.to_vec(),
    };
    page::respond(&app, &context, &staff, &context.t("owner.delivery.title"), data).await
}

#[derive(Default, Deserialize, ToSchema)]
pub struct DeliveryBody {
    #[serde(default)]
    restaurant_delivery_setting: RestaurantDeliverySetting,
}

/// Saves the settings.
#[utoipa::path(patch, path = "/owners/api/restaurant_delivery_settings/{slug}", tag = "owner",
    params(("slug" = String, Path)), request_body = DeliveryBody,
    responses((status = 200, body = ConsoleWriteResult), (status = 401), (status = 404), (status = 422)))]
pub async fn update(
    State(app): State<App>,
    context: Context,
    staff: OwnerOrAdmin,
    Path(slug): Path<String>,
    FormOrJson(body): FormOrJson<DeliveryBody>,
) -> Result<Json<ConsoleWriteResult>, ApiError> {
    let given = body.restaurant_delivery_setting;
    let wanted = DeliverySettings {
        delivery_service_type: given.delivery_service_type,
        client_name: given.client_name,
        client_phone_number: given.client_phone_number,
        client_zip_code: given.client_zip_code,
        client_address: given.client_address,
        client_code_for_yamato: given.client_code_for_yamato,
        fare_number_for_yamato: given.fare_number_for_yamato,
        payment_type: given.payment_type,
    };
    let mut tx = app.pool.begin().await?;
    let staff = staff.0.at(&mut tx, &slug).await?;
    delivery::save(&mut tx, app.clock.now(), staff.actor(), staff.restaurant.id, wanted).await?;
    tx.commit().await?;
    Ok(ConsoleWriteResult::ok(context.t("owner.delivery.saved")))
}
