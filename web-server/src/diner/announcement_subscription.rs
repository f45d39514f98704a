//! The link at the end of a restaurant's announcements and standby mails: ends such mails, and starts them again. The link is sufficient
//! authentication; a diner can unsubscribe without signing in.

use axum::Json;
use axum::extract::{Query, State};
use axum::response::Response;
use domain::customers::mail_consent::{self, MailKind};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::diner::session::MaybeDiner;
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::extract::form::{FormOrJson, flag};
use crate::http::page::{Meta, PageData, PageOf};
use crate::http::write_response::{RedirectTo, WriteMessage, WriteResponse};
use crate::state::App;

#[derive(Deserialize, IntoParams)]
pub struct SubscriptionQuery {
    token: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct AnnouncementSubscriptionPage {
    /// Kind of mails that the link ends and starts.
    kind: MailKind,
    restaurant_name: String,
    is_subscribed: bool,
    token: String,
}

impl PageData for AnnouncementSubscriptionPage {
    const NAME: &'static str = "announcement_subscription";
}

/// Returns whether the diner receives the mails that the link is about. Reading changes nothing.
#[utoipa::path(get, path = "/announcement_subscription", tag = "favourites", params(SubscriptionQuery),
    responses((status = 200, body = crate::http::page::Page<AnnouncementSubscriptionPage>), (status = 422)))]
pub async fn page(
    State(app): State<App>,
    context: Context,
    diner: MaybeDiner,
    Query(query): Query<SubscriptionQuery>,
) -> Result<Response, ApiError> {
    let token = query.token.unwrap_or_default();
    let found = mail_consent::find(&mut *app.pool.acquire().await?, &app.signer, &token).await?;
    let data = AnnouncementSubscriptionPage {
        kind: found.kind,
        restaurant_name: context.pick(&found.restaurant),
        is_subscribed: found.is_subscribed,
        token,
    };
    let meta = Meta::private(context.t("pages.announcement_subscription.title"));
    PageOf::new(meta, data).respond(&app, &context, diner.id()).await
}

#[derive(Default, Deserialize, ToSchema)]
pub struct SubscriptionBody {
    #[serde(default)]
    token: String,
    #[serde(default, deserialize_with = "flag::deserialize")]
    is_subscribed: bool,
}

/// Ends or starts the mails.
#[utoipa::path(post, path = "/announcement_subscription", tag = "favourites", request_body = SubscriptionBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 422)))]
pub async fn update(
    State(app): State<App>,
    context: Context,
    FormOrJson(body): FormOrJson<SubscriptionBody>,
) -> Result<Response, ApiError> {
    let now = app.clock.now();
    app.transaction(async |tx| mail_consent::set(tx, &app.signer, now, &body.token, body.is_subscribed).await).await?;
    let key = if body.is_subscribed { "flash.announcements_resumed" } else { "flash.announcements_ended" };
    let back = format!("/announcement_subscription?token={}", body.token);
    WriteResponse::redirect_to(back).flash(Flash::notice(context.t(key))).respond(&app, &context)
}

/// The unsubscribe button of a mail program (RFC 8058): ends the mails immediately. The link's signature authenticates the request.
#[utoipa::path(post, path = "/webhooks/announcement_unsubscription", tag = "favourites", params(SubscriptionQuery),
    responses((status = 200, body = WriteMessage), (status = 422)))]
pub async fn one_click(
    State(app): State<App>,
    context: Context,
    Query(query): Query<SubscriptionQuery>,
) -> Result<Json<WriteMessage>, ApiError> {
    let token = query.token.unwrap_or_default();
    app.transaction(async |tx| mail_consent::set(tx, &app.signer, app.clock.now(), &token, false).await).await?;
    Ok(Json(WriteMessage { message: context.t("flash.announcements_ended"), redirect_to: None }))
}
