//! A restaurant's pictures: upload, order and deletion by admins (gaps G195).

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use domain::db;
use domain::masters::MasterEdit;
use domain::masters::pictures::{self, OrderedPicture};
use domain::restaurants::model::{PictureText, small_of};
use domain::restaurants::profile;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use tokio::sync::Semaphore;
use utoipa::ToSchema;

use super::restaurant::AdminAt;
use crate::console::{Expected, page};
use crate::http::calls::{Calls, routes};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::FormOrJson;
use crate::http::middleware::request::Payload;
use crate::http::page::PageData;
use crate::pictures::picture;
use crate::state::App;

pub fn calls<C: Calls>() -> C {
    C::new().routes(routes!(page)).routes(routes!(upload, arrange))
}

#[derive(Serialize, ToSchema)]
pub struct AdminPicturesPage {
    slug: String,
    pictures: Vec<AdminPicture>,
}

impl PageData for AdminPicturesPage {
    const NAME: &'static str = "admin_pictures";
}

#[derive(Serialize, ToSchema)]
pub struct AdminPicture {
    file: String,
    url: String,
    small_url: String,
    /// Description of the picture.
    alt_ja: String,
    alt_en: String,
}

#[derive(Deserialize, ToSchema)]
pub struct PicturesBody {
    /// The files in their new order. Pictures that are left out are deleted.
    pictures: Vec<PlacedPicture>,
    /// The fields that the page showed. `order`: the files; `texts`: `alt_ja` and `alt_en` of each file that has a description.
    #[serde(default)]
    expected: Expected,
}

#[derive(Deserialize, ToSchema)]
pub struct PlacedPicture {
    file: String,
    #[serde(default)]
    alt_ja: String,
    #[serde(default)]
    alt_en: String,
}

async fn list(app: &App, at: &AdminAt) -> Result<Vec<AdminPicture>, ApiError> {
    let placed = profile::list_pictures(&mut *app.pool.acquire().await?, at.restaurant.id).await?;
    let shown = placed.into_iter().map(|(file, text)| AdminPicture {
        url: picture(Some(&file)),
        small_url: picture(Some(&small_of(&file))),
        alt_ja: text.ja,
        alt_en: text.en,
        file,
    });
    Ok(shown.collect())
}

/// Returns the stored order and descriptions, as a form expects them.
fn shown_fields(stored: &[OrderedPicture]) -> Value {
    let files: Vec<_> = stored.iter().map(|(file, _)| file).collect();
    let described = stored.iter().filter(|(_, text)| *text != PictureText::default());
    let texts: Map<_, _> =
        described.map(|(file, text)| (file.clone(), json!({ "alt_ja": text.ja, "alt_en": text.en }))).collect();
    json!({ "order": files, "texts": texts })
}

fn edit_of<'a>(app: &'a App, at: &AdminAt) -> MasterEdit<'a> {
    let (actor, restaurant) = (at.actor(), Some(at.restaurant.id));
    MasterEdit { rng: &app.rng, now: app.clock.now(), actor, restaurant, reason: None }
}

/// Returns the page with the pictures in their order.
#[utoipa::path(get, path = "/admin/r/{slug}/pictures", tag = "admin", params(("slug" = String, Path)),
    responses((status = 200, body = page::ConsolePage<AdminPicturesPage>), (status = 302), (status = 401), (status = 404)))]
pub async fn page(State(app): State<App>, context: Context, at: AdminAt) -> Result<Response, ApiError> {
    let data = AdminPicturesPage { slug: at.restaurant.slug.clone(), pictures: list(&app, &at).await? };
    let title = context.t("admin.pictures.title");
    page::respond_to_admin_at(&app, &context, &at.admin, &at.restaurant, &title, data).await
}

/// Number of pictures that are resized concurrently. Decoding one may need a quarter of a gigabyte of memory, and its copy on white as much.
static RESIZE_SLOTS: Semaphore = Semaphore::const_new(1);

/// Adds a picture: a JPEG, PNG or WebP of at most 8 MB, as the request body.
#[utoipa::path(post, path = "/admin/api/r/{slug}/pictures", tag = "admin", params(("slug" = String, Path)),
    request_body(content = Vec<u8>, content_type = "image/*"),
    responses((status = 201, body = Vec<AdminPicture>), (status = 401), (status = 404), (status = 413), (status = 422), (status = 503)))]
pub async fn upload(
    State(app): State<App>,
    at: AdminAt,
    payload: Option<Extension<Payload>>,
) -> Result<Response, ApiError> {
    let Some(Extension(Payload::Picture(bytes))) = payload else {
        return Err(ApiError::invalid_fields([("file", "picture_invalid")]));
    };
    // Resizing a large picture takes seconds, and the picture store may be slow. The database timeouts must not count this time.
    db::extend_for_bulk();
    let turn = RESIZE_SLOTS.acquire().await.map_err(ApiError::internal)?;
    let made = tokio::task::spawn_blocking(move || {
        // An aborted request does not stop the resizing, so the closure keeps the slot until it ends.
        let _turn = turn;
        pictures::sizes(&bytes)
    });
    let made = made.await.map_err(ApiError::internal)??;
    let file = pictures::store_picture(&app.pictures, &app.rng.uid(), made).await?;
    let mut tx = app.pool.begin().await?;
    let added = pictures::add(&mut tx, &edit_of(&app, &at), file.clone()).await;
    if let Err(refused) = added {
        tx.rollback().await?;
        pictures::delete_files(&mut *app.pool.acquire().await?, &app.rng, vec![file]).await?;
        return Err(refused.into());
    }
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(list(&app, &at).await?)).into_response())
}

/// Orders and describes the pictures, and deletes pictures that are left out. 409 if the order or the descriptions are not the expected ones any
/// more.
#[utoipa::path(put, path = "/admin/api/r/{slug}/pictures", tag = "admin", params(("slug" = String, Path)),
    request_body = PicturesBody,
    responses((status = 200, body = Vec<AdminPicture>), (status = 401), (status = 404), (status = 409), (status = 422)))]
pub async fn arrange(
    State(app): State<App>,
    at: AdminAt,
    FormOrJson(body): FormOrJson<PicturesBody>,
) -> Result<Json<Vec<AdminPicture>>, ApiError> {
    let wanted = body.pictures.into_iter();
    let wanted = wanted.map(|one| (one.file, PictureText { ja: one.alt_ja, en: one.alt_en })).collect();
    let mut tx = app.pool.begin().await?;
    let stored = profile::lock_pictures(&mut tx, at.restaurant.id).await?;
    body.expected.require_unchanged(&shown_fields(&stored))?;
    pictures::arrange(&mut tx, &edit_of(&app, &at), wanted).await?;
    tx.commit().await?;
    Ok(Json(list(&app, &at).await?))
}
