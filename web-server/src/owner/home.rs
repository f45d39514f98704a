//! The first page of the owner's console, with the takeaway and delivery products of the mall (owner §2).

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use domain::money::Yen;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::console::AccountStaff;
use crate::console::page;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::neighbours;
use crate::http::page::PageData;
use crate::state::App;

#[derive(Serialize, ToSchema)]
pub struct OwnerHomePage {
    /// Whether there is a mall to ask for products (`GET /owners/api/products`).
    has_products: bool,
}

impl PageData for OwnerHomePage {
    const NAME: &'static str = "owner_home";
}

/// The first page of the owner's console.
#[utoipa::path(get, path = "/owners", tag = "owner",
    responses((status = 200, body = page::OwnerPage<OwnerHomePage>), (status = 302), (status = 404)))]
pub async fn home(State(app): State<App>, context: Context, staff: AccountStaff) -> Result<Response, ApiError> {
    let data = OwnerHomePage { has_products: app.config.mall_search_url.is_some() };
    page::answer(&app, &context, &staff, &context.t("owner.home.title"), data).await
}

/// A product of the mall.
#[derive(Serialize, Deserialize, ToSchema)]
pub struct Product {
    page_url: String,
    #[schema(required)]
    thumb_image_url: Option<String>,
    title: String,
    store: ProductStore,
    price: Yen,
}

#[derive(Serialize, Deserialize, ToSchema)]
pub struct ProductStore {
    title: String,
}

/// Takeaway and delivery products of the restaurant's store in the mall; empty when the mall is silent.
#[utoipa::path(get, path = "/owners/api/products", tag = "owner",
    responses((status = 200, body = Vec<Product>), (status = 401)))]
pub async fn products(State(app): State<App>, staff: AccountStaff) -> Json<Vec<Product>> {
    Json(neighbours::fetch(&app, app.config.mall_search_url.as_deref(), &staff.restaurant.slug).await)
}
