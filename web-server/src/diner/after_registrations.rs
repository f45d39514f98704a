//! The steps after signing up: picking favourites, and confirming the email address (diner §2, gaps G036).

use axum::extract::{Query, RawQuery, State};
use axum::response::Response;
use domain::accounts::prefectures::{PREFECTURES, label};
use domain::accounts::{self, AccountError, Confirmed};
use domain::customers::queries::count_favorites;
use domain::ids::CuisineId;
use domain::restaurants::model::{RestaurantFilter, RestaurantListItem};
use domain::restaurants::queries::{list_cuisines, list_prefectures};
use domain::restaurants::search;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::catalogue::prefecture;
use super::intent::PendingIntent;
use super::pagination::{PER_PAGE, page_of, pages};
use super::query_values::QueryValues;
use crate::diner::session::{Diner, MaybeDiner};
use crate::http::device::browser;
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::page::{Meta, PageData, PageOf};
use crate::http::text::Choice;
use crate::http::write_response::{WriteMessage, WriteResponse, respond_with_notice};
use crate::pictures::picture;
use crate::state::App;

#[derive(Serialize, ToSchema)]
pub struct PickRestaurantsPage {
    restaurants: Vec<PickRestaurant>,
    total_pages: i64,
    current_page: i64,
    prefectures: Vec<PrefectureOption>,
    cuisines: Vec<Choice>,
    continuing: Option<PendingIntent>,
}

impl PageData for PickRestaurantsPage {
    const NAME: &'static str = "pick_restaurants";
}

#[derive(Clone, Serialize, ToSchema)]
pub struct PickRestaurant {
    slug: String,
    restaurant_name: String,
    cuisine_text: String,
    area: String,
    prefecture_i18n: String,
    image_url: String,
    favorited: bool,
}

/// A prefecture to filter by; its id is the stored name.
#[derive(Serialize, ToSchema)]
pub struct PrefectureOption {
    id: &'static str,
    label: String,
}

impl PickRestaurant {
    fn new(context: &Context, card: RestaurantListItem) -> Self {
        Self {
            restaurant_name: context.pick(&card.name),
            cuisine_text: context.pick(&card.cuisine),
            area: context.pick(&card.area),
            prefecture_i18n: prefecture(context, &card.prefecture),
            image_url: picture(card.pictures.first()),
            favorited: card.favorited,
            slug: card.slug,
        }
    }
}

/// `prefectures` and `cuisines` may come once, several times, with `[]`, or as a list with commas; blank and unreadable values do not
/// filter.
#[derive(Debug, Default, PartialEq, Eq)]
struct PickQuery {
    prefectures: Vec<String>,
    cuisines: Vec<CuisineId>,
    page: i64,
}

impl PickQuery {
    fn parse(query: Option<&str>) -> Self {
        let values = QueryValues::parse(query);
        Self {
            prefectures: values.list("prefectures").into_iter().map(str::to_owned).collect(),
            cuisines: values.list("cuisines").iter().filter_map(|id| id.parse().ok().map(CuisineId)).collect(),
            page: page_of(values.list("page").first().copied()),
        }
    }
}

/// Restaurants to pick favourites from. The JSON response has the list at its top level too, where the specification's "see more" reads it.
#[utoipa::path(get, path = "/users/after_registrations/pick_restaurants", tag = "accounts",
    params(("prefectures" = Option<String>, Query), ("cuisines" = Option<String>, Query), ("page" = Option<i64>, Query)),
    responses((status = 200, body = crate::http::page::Page<PickRestaurantsPage>), (status = 302), (status = 401)))]
pub async fn pick_restaurants(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let query = PickQuery::parse(query.as_deref());
    let filter =
        RestaurantFilter { prefectures: query.prefectures, cuisines: query.cuisines, ..RestaurantFilter::default() };
    let mut conn = app.pool.acquire().await?;
    let found = search::find(&mut conn, &filter, Some(diner.id), query.page, PER_PAGE).await?;
    let known = list_prefectures(&mut conn).await?;
    let cuisines = list_cuisines(&mut conn, &filter.cuisines).await?;
    let continuing = PendingIntent::remembered(&mut conn, &app, &context, diner.id).await?;
    drop(conn);
    let codes = PREFECTURES.iter().map(|(code, _)| *code).filter(|code| known.iter().any(|known| known == code));
    let data = PickRestaurantsPage {
        restaurants: found.cards.into_iter().map(|card| PickRestaurant::new(&context, card)).collect(),
        total_pages: pages(found.total),
        current_page: query.page,
        prefectures: codes.map(|id| PrefectureOption { id, label: label(context.locale(), id) }).collect(),
        cuisines: cuisines.into_iter().map(|choice| Choice::new(&context, choice.id.0, &choice.label)).collect(),
        continuing,
    };
    let bare = serde_json::json!({
        "restaurants": data.restaurants, "total_pages": data.total_pages, "current_page": data.current_page,
    });
    let meta = Meta::private(context.t("pages.pick_restaurants.title"));
    PageOf::new(meta, data).with_fields(bare).respond(&app, &context, Some(diner.id)).await
}

#[derive(Serialize, ToSchema)]
pub struct AfterPickupRestaurantsPage {
    favorites_count: i64,
    continuing: Option<PendingIntent>,
}

impl PageData for AfterPickupRestaurantsPage {
    const NAME: &'static str = "after_pickup_restaurants";
}

/// The step after picking.
#[utoipa::path(get, path = "/users/after_registrations/after_pickup_restaurants", tag = "accounts",
    responses((status = 200, body = crate::http::page::Page<AfterPickupRestaurantsPage>), (status = 302), (status = 401)))]
pub async fn after_pickup_restaurants(
    State(app): State<App>,
    context: Context,
    diner: Diner,
) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let favorites_count = count_favorites(&mut conn, diner.id).await?;
    let continuing = PendingIntent::remembered(&mut conn, &app, &context, diner.id).await?;
    drop(conn);
    let meta = Meta::private(context.t("pages.after_pickup_restaurants.title"));
    let data = AfterPickupRestaurantsPage { favorites_count, continuing };
    PageOf::new(meta, data).respond(&app, &context, Some(diner.id)).await
}

#[derive(Serialize, ToSchema)]
pub struct ConfirmEmailPage {
    email: String,
    confirmed: bool,
    continuing: Option<PendingIntent>,
}

impl PageData for ConfirmEmailPage {
    const NAME: &'static str = "confirm_email";
}

/// Asks the diner to check the mailbox; the step may be skipped.
#[utoipa::path(get, path = "/users/after_registrations/confirm_email", tag = "accounts",
    responses((status = 200, body = crate::http::page::Page<ConfirmEmailPage>), (status = 302), (status = 401)))]
pub async fn confirm_email(State(app): State<App>, context: Context, diner: Diner) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let account = accounts::queries::find(&mut conn, diner.id).await?.ok_or_else(ApiError::unauthorized)?;
    let continuing = PendingIntent::remembered(&mut conn, &app, &context, diner.id).await?;
    drop(conn);
    let data = ConfirmEmailPage { confirmed: account.email_confirmed_at.is_some(), email: account.email, continuing };
    let meta = Meta::private(context.t("pages.confirm_email.title"));
    PageOf::new(meta, data).respond(&app, &context, Some(diner.id)).await
}

/// Sends the link again, unless the address is confirmed; 429 after five per hour.
#[utoipa::path(post, path = "/users/after_registrations/confirm_email", tag = "accounts",
    responses((status = 200, body = WriteMessage), (status = 303), (status = 401), (status = 429)))]
pub async fn resend_confirmation(State(app): State<App>, context: Context, diner: Diner) -> Result<Response, ApiError> {
    app.transaction(async |tx| accounts::send_confirmation_mail(tx, &app.rng, app.clock.now(), diner.id).await).await?;
    respond_with_notice(&app, &context, "/users/after_registrations/confirm_email", "flash.confirmation_sent")
}

#[derive(Deserialize, IntoParams)]
pub struct ConfirmationQuery {
    confirmation_token: Option<String>,
}

/// Opens the mailed link, of a confirmation or of a change of address: 303 with a flash that reports whether the address is confirmed. For
/// JSON an invalid link is 422, and so is a new address that another account has taken since (`new_email_taken`).
#[utoipa::path(get, path = "/users/confirmation", tag = "accounts", params(ConfirmationQuery),
    responses((status = 303), (status = 422)))]
pub async fn confirmation(
    State(app): State<App>,
    context: Context,
    diner: MaybeDiner,
    Query(query): Query<ConfirmationQuery>,
) -> Result<Response, ApiError> {
    let token = query.confirmation_token.unwrap_or_default();
    if accounts::is_email_change(&app.signer, &token) {
        return confirm_new_address(&app, &context, &diner, &token).await;
    }
    let mut tx = app.pool.begin().await?;
    let confirmed = accounts::confirm_email(&mut tx, &app.signer, app.clock.now(), &token).await;
    tx.commit().await?;
    let flash = match confirmed {
        Ok(Confirmed::Now | Confirmed::Before) => Flash::notice(context.t("flash.email_confirmed")),
        Err(AccountError::LinkInvalid) if !context.wants_json() => {
            Flash::alert(context.t("errors.link_invalid")).sticky()
        }
        Err(error) => return Err(error.into()),
    };
    let path = if diner.id().is_some() { "/users/after_registrations/confirm_email" } else { "/" };
    WriteResponse::redirect_to(path).flash(flash).respond(&app, &context)
}

/// Confirms a new address by its link. A browser that is signed in to that account stays signed in; all others must sign in again.
async fn confirm_new_address(
    app: &App,
    context: &Context,
    diner: &MaybeDiner,
    token: &str,
) -> Result<Response, ApiError> {
    let (now, kept) = (app.clock.now(), diner.0.as_ref().map(|diner| &diner.session));
    let mut tx = app.pool.begin().await?;
    let changed =
        accounts::confirm_email_change(&mut tx, &app.signer, &app.rng, now, token, kept, browser(context)).await;
    let flash = match changed {
        Ok(_) => {
            tx.commit().await?;
            Flash::notice(context.t("flash.email_changed"))
        }
        Err(error) => {
            let refused = match error {
                // Another account has taken the address since it was requested.
                AccountError::Invalid(_) => ApiError::unprocessable("new_email_taken").about("email"),
                error => error.into(),
            };
            if context.wants_json() || !matches!(refused.code, "new_email_taken" | "link_invalid") {
                return Err(refused);
            }
            Flash::alert(refused.message(context.locale())).sticky()
        }
    };
    let path = if diner.id().is_some() { "/users/profile/account/email/edit" } else { "/users/sign_in" };
    WriteResponse::redirect_to(path).flash(flash).respond(app, context)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_accept_every_list_format() {
        let parsed = PickQuery::parse(Some(
            "prefectures[]=%E6%9D%B1%E4%BA%AC%E9%83%BD&prefectures=a,b&cuisines=1,x&cuisines%5B%5D=2&page=3",
        ));
        assert_eq!(parsed.prefectures, ["東京都", "a", "b"]);
        assert_eq!((parsed.cuisines, parsed.page), (vec![CuisineId(1), CuisineId(2)], 3));
        assert_eq!(PickQuery::parse(None), PickQuery { page: 1, ..PickQuery::default() });
        for bad in ["page=0", "page=-1", "page=x", "page="] {
            assert_eq!(PickQuery::parse(Some(bad)).page, 1, "{bad}");
        }
    }
}
