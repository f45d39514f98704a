//! The notification addresses of a restaurant, which receive its new bookings (A-016 to A-019, F203).

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use domain::ids::NotificationAddressId;
use domain::restaurants::subscriptions;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::list::AdminEmailSubscription;
use crate::admin::restaurant::AdminAt;
use crate::console::record_key::id_of;
use crate::console::{Expected, page};
use crate::http::calls::{Calls, routes};
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::extract::form::FormOrJson;
use crate::http::page::PageData;
use crate::http::write_response::{RedirectTo, WriteResponse};
use crate::state::App;

pub fn calls<C: Calls>() -> C {
    C::new().routes(routes!(new)).routes(routes!(edit)).routes(routes!(create)).routes(routes!(update, destroy))
}

/// The restaurant of an address.
#[derive(Serialize, ToSchema)]
pub struct AdminNewEmailSubscriptionPage {
    slug: String,
    restaurant_name: String,
}

impl PageData for AdminNewEmailSubscriptionPage {
    const NAME: &'static str = "admin_new_email_subscription";
}

#[derive(Serialize, ToSchema)]
pub struct AdminEditEmailSubscriptionPage {
    slug: String,
    restaurant_name: String,
    subscription: AdminEmailSubscription,
}

impl PageData for AdminEditEmailSubscriptionPage {
    const NAME: &'static str = "admin_edit_email_subscription";
}

#[derive(Deserialize, ToSchema)]
pub struct EmailSubscriptionBody {
    #[serde(default)]
    restaurant_email_subscription: EmailSubscriptionFields,
    /// The address that the form showed, as `email`.
    #[serde(default)]
    expected: Expected,
}

#[derive(Default, Deserialize, ToSchema)]
pub struct EmailSubscriptionFields {
    #[serde(default)]
    email: String,
}

/// Returns the form of a new notification address.
#[utoipa::path(get, path = "/admin/restaurants/{slug}/restaurant_email_subscriptions/new", tag = "admin",
    params(("slug" = String, Path)), responses((status = 200, body = page::ConsolePage<AdminNewEmailSubscriptionPage>),
    (status = 302), (status = 401), (status = 404)))]
pub async fn new(State(app): State<App>, context: Context, at: AdminAt) -> Result<Response, ApiError> {
    let restaurant_name = context.pick(&at.restaurant.name);
    let data = AdminNewEmailSubscriptionPage { slug: at.restaurant.slug.clone(), restaurant_name };
    let title = context.t("admin.email_subscription.new_title");
    page::respond_to_admin_at(&app, &context, &at.admin, &at.restaurant, &title, data).await
}

/// Returns the form of an existing notification address.
#[utoipa::path(get, path = "/admin/restaurants/{slug}/restaurant_email_subscriptions/{id}/edit", tag = "admin",
    params(("slug" = String, Path), ("id" = String, Path)),
    responses((status = 200, body = page::ConsolePage<AdminEditEmailSubscriptionPage>), (status = 302), (status = 401), (status = 404)))]
pub async fn edit(
    State(app): State<App>,
    context: Context,
    at: AdminAt,
    Path(path): Path<(String, String)>,
) -> Result<Response, ApiError> {
    let id = NotificationAddressId(id_of(&path.1)?);
    let found = subscriptions::find(&mut *app.pool.acquire().await?, at.restaurant.id, id).await?;
    let data = AdminEditEmailSubscriptionPage {
        restaurant_name: context.pick(&at.restaurant.name),
        slug: at.restaurant.slug.clone(),
        subscription: AdminEmailSubscription { id: found.id.0, email: found.email },
    };
    let title = context.t("admin.email_subscription.edit_title");
    page::respond_to_admin_at(&app, &context, &at.admin, &at.restaurant, &title, data).await
}

/// Adds a notification address.
#[utoipa::path(post, path = "/admin/restaurants/{slug}/restaurant_email_subscriptions", tag = "admin",
    params(("slug" = String, Path)), request_body = EmailSubscriptionBody,
    responses((status = 201, body = RedirectTo), (status = 401), (status = 404), (status = 422)))]
pub async fn create(
    State(app): State<App>,
    context: Context,
    at: AdminAt,
    FormOrJson(body): FormOrJson<EmailSubscriptionBody>,
) -> Result<Response, ApiError> {
    save(&app, &at, None, &body).await?;
    saved(&at, &context, "saved").status(StatusCode::CREATED).respond(&app, &context)
}

/// Changes a notification address. 409 if it is not the expected one any more.
#[utoipa::path(patch, path = "/admin/restaurants/{slug}/restaurant_email_subscriptions/{id}", tag = "admin",
    params(("slug" = String, Path), ("id" = String, Path)), request_body = EmailSubscriptionBody,
    responses((status = 200, body = RedirectTo), (status = 401), (status = 404), (status = 409), (status = 422)))]
pub async fn update(
    State(app): State<App>,
    context: Context,
    at: AdminAt,
    Path(path): Path<(String, String)>,
    FormOrJson(body): FormOrJson<EmailSubscriptionBody>,
) -> Result<Response, ApiError> {
    save(&app, &at, Some(NotificationAddressId(id_of(&path.1)?)), &body).await?;
    saved(&at, &context, "saved").respond(&app, &context)
}

/// Deletes a notification address. 409 for the last one of an open restaurant.
#[utoipa::path(delete, path = "/admin/restaurants/{slug}/restaurant_email_subscriptions/{id}", tag = "admin",
    params(("slug" = String, Path), ("id" = String, Path)),
    responses((status = 200, body = RedirectTo), (status = 401), (status = 404), (status = 409)))]
pub async fn destroy(
    State(app): State<App>,
    context: Context,
    at: AdminAt,
    Path(path): Path<(String, String)>,
) -> Result<Response, ApiError> {
    let id = NotificationAddressId(id_of(&path.1)?);
    let (now, actor, restaurant) = (app.clock.now(), at.actor(), at.restaurant.id);
    app.transaction(async |tx| subscriptions::remove(tx, now, actor, restaurant, id).await).await?;
    saved(&at, &context, "removed").respond(&app, &context)
}

async fn save(
    app: &App,
    at: &AdminAt,
    id: Option<NotificationAddressId>,
    body: &EmailSubscriptionBody,
) -> Result<(), ApiError> {
    let mut tx = app.pool.begin().await?;
    let email = &body.restaurant_email_subscription.email;
    if let Some(id) = id {
        let stored = subscriptions::lock(&mut tx, at.restaurant.id, id).await?;
        body.expected.require_one("email", &stored.email, email)?;
    }
    subscriptions::save(&mut tx, app.clock.now(), at.actor(), at.restaurant.id, id, email).await?;
    Ok(tx.commit().await?)
}

fn saved(at: &AdminAt, context: &Context, what: &str) -> WriteResponse {
    let notice = Flash::notice(context.t(&format!("admin.email_subscription.{what}")));
    WriteResponse::redirect_to(format!("/admin/restaurants/{}", at.restaurant.slug)).flash(notice)
}
