//! The tag picker (diner §2, §4): after signing up, later, and from the account.

use axum::extract::State;
use axum::response::Response;
use domain::accounts::interests::{self, InterestType};
use domain::ids::InterestTagId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::intent::PendingIntent;
use crate::diner::session::Diner;
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::extract::form::{FormOrJson, Texts};
use crate::http::page::{Meta, PageData, PageOf};
use crate::http::write_response::{RedirectTo, WriteResponse};
use crate::state::App;

/// Page that shows the picker; it determines the next page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ActionType {
    /// A step after signing up.
    #[default]
    Index,
    New,
    /// From the account.
    Edit,
}

impl ActionType {
    const fn next(self) -> &'static str {
        match self {
            Self::Index => "/users/after_registrations/confirm_email",
            Self::New => "/",
            Self::Edit => "/users/profile",
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct InterestTagsPage {
    action_type: ActionType,
    /// Target without a choice.
    skip_path: &'static str,
    /// Genres, keywords, then scenes, each in its order.
    tags: Vec<TagView>,
    continuing: Option<PendingIntent>,
}

impl PageData for InterestTagsPage {
    const NAME: &'static str = "interest_tags";
}

#[derive(Serialize, ToSchema)]
pub struct TagView {
    id: i64,
    name: String,
    interest_type: InterestType,
    selected: bool,
}

async fn picker(app: &App, context: &Context, diner: &Diner, action_type: ActionType) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let tags = interests::list(&mut conn, diner.id).await?;
    let continuing = match action_type {
        ActionType::Index => PendingIntent::remembered(&mut conn, app, context, diner.id).await?,
        ActionType::New | ActionType::Edit => None,
    };
    drop(conn);
    let tags = tags.into_iter().map(|tag| TagView {
        name: tag.name(context.locale()).to_owned(),
        id: tag.id.0,
        interest_type: tag.interest_type,
        selected: tag.is_chosen,
    });
    let data = InterestTagsPage { action_type, skip_path: action_type.next(), tags: tags.collect(), continuing };
    let meta = Meta::private(context.t("pages.interest_tags.title"));
    PageOf::new(meta, data).respond(app, context, Some(diner.id)).await
}

/// The step after signing up.
#[utoipa::path(get, path = "/users/interest_tags", tag = "accounts",
    responses((status = 200, body = crate::http::page::Page<InterestTagsPage>), (status = 302), (status = 401)))]
pub async fn index(State(app): State<App>, context: Context, diner: Diner) -> Result<Response, ApiError> {
    picker(&app, &context, &diner, ActionType::Index).await
}

/// The same picker for a diner who signed up before tags existed.
#[utoipa::path(get, path = "/users/interest_tags/new", tag = "accounts",
    responses((status = 200, body = crate::http::page::Page<InterestTagsPage>), (status = 302), (status = 401)))]
pub async fn new_page(State(app): State<App>, context: Context, diner: Diner) -> Result<Response, ApiError> {
    picker(&app, &context, &diner, ActionType::New).await
}

/// From the account.
#[utoipa::path(get, path = "/users/interest_tags/edit", tag = "accounts",
    responses((status = 200, body = crate::http::page::Page<InterestTagsPage>), (status = 302), (status = 401)))]
pub async fn edit(State(app): State<App>, context: Context, diner: Diner) -> Result<Response, ApiError> {
    picker(&app, &context, &diner, ActionType::Edit).await
}

#[derive(Default, Deserialize, ToSchema)]
pub struct InterestTagsBody {
    /// One for each chosen tag; an empty list removes every choice.
    #[serde(default)]
    #[schema(value_type = Vec<i64>)]
    interest_tag_ids: Texts,
    #[serde(default)]
    action_type: ActionType,
}

/// Replaces the diner's tags by the chosen ones.
#[utoipa::path(post, path = "/users/interest_tags", tag = "accounts", request_body = InterestTagsBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 422)))]
pub async fn choose(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    FormOrJson(body): FormOrJson<InterestTagsBody>,
) -> Result<Response, ApiError> {
    let unknown = || ApiError::invalid_fields([("interest_tag_ids", "interest_tag_unknown")]);
    let given = body.interest_tag_ids.all().iter().filter(|text| !text.is_empty());
    let chosen: Result<Vec<InterestTagId>, _> = given.map(|text| text.parse().map(InterestTagId)).collect();
    let chosen = chosen.map_err(|_| unknown())?;
    app.transaction(async |tx| interests::choose(tx, diner.id, &chosen).await).await?;
    let done =
        WriteResponse::redirect_to(body.action_type.next()).flash(Flash::notice(context.t("flash.interests_saved")));
    done.respond(&app, &context)
}
