//! A restaurant for admins: its page with the checklist, the form of its fields, and a new restaurant (A-008 to A-010, gaps
//! G195).

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use domain::accounts::admins::AdminFlag;
use domain::accounts::prefectures::PREFECTURES;
use domain::audit::Actor;
use domain::masters::checklist::{Checklist, checklist};
use domain::masters::restaurants as masters;
use domain::masters::{MasterEdit, MasterError};
use domain::restaurants::admin_list::{self, ListedRestaurant};
use domain::restaurants::facilities::Facility;
use domain::restaurants::model::Visibility;
use domain::restaurants::profile::{self, Profile, RestaurantCreation};
use domain::rounds;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::list::AdminListedRestaurant;
use crate::admin::justification::Justification;
use crate::admin::restaurant::AdminAt;
use crate::console::{Admin, Expected, page};
use crate::http::calls::{Calls, routes};
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::extract::form::{FormOrJson, merge_fields, record, tick};
use crate::http::page::PageData;
use crate::http::text::{Choice, FacilityChoice};
use crate::http::write_response::{RedirectTo, WriteResponse};
use crate::state::App;

pub fn calls<C: Calls>() -> C {
    C::new().routes(routes!(new)).routes(routes!(create)).routes(routes!(show, update)).routes(routes!(edit))
}

#[derive(Serialize, ToSchema)]
pub struct AdminRestaurantPage {
    /// The same view as in the list.
    restaurant: AdminListedRestaurant,
    profile: Profile,
    area: String,
    cuisine: String,
    facilities: Vec<FacilityChoice>,
    checklist: Checklist,
}

impl PageData for AdminRestaurantPage {
    const NAME: &'static str = "admin_restaurant";
}

/// Options of a restaurant's form.
#[derive(Serialize, ToSchema)]
pub struct ProfileChoices {
    areas: Vec<Choice>,
    cuisines: Vec<Choice>,
    /// As stored: 東京都.
    prefectures: Vec<String>,
    facilities: Vec<FacilityChoice>,
}

#[derive(Serialize, ToSchema)]
pub struct AdminEditRestaurantPage {
    slug: String,
    profile: Profile,
    choices: ProfileChoices,
}

impl PageData for AdminEditRestaurantPage {
    const NAME: &'static str = "admin_edit_restaurant";
}

#[derive(Serialize, ToSchema)]
pub struct AdminNewRestaurantPage {
    choices: ProfileChoices,
}

impl PageData for AdminNewRestaurantPage {
    const NAME: &'static str = "admin_new_restaurant";
}

impl ProfileChoices {
    async fn load(conn: &mut PgConnection, context: &Context) -> sqlx::Result<Self> {
        let (areas, cuisines) = admin_list::choices(conn).await?;
        Ok(Self {
            areas: areas.iter().map(|choice| Choice::new(context, choice.id.0, &choice.label)).collect(),
            cuisines: cuisines.iter().map(|choice| Choice::new(context, choice.id.0, &choice.label)).collect(),
            prefectures: PREFECTURES.iter().map(|(ja, _)| (*ja).to_owned()).collect(),
            facilities: FacilityChoice::list(context, &Facility::ALL),
        })
    }
}

/// Returns a restaurant, with the steps that it lacks to be bookable.
#[utoipa::path(get, path = "/admin/restaurants/{slug}", tag = "admin", params(("slug" = String, Path)),
    responses((status = 200, body = page::ConsolePage<AdminRestaurantPage>), (status = 302), (status = 401), (status = 404)))]
pub async fn show(State(app): State<App>, context: Context, at: AdminAt) -> Result<Response, ApiError> {
    let now = app.clock.now();
    let mut conn = app.pool.acquire().await?;
    let listed = admin_list::find(&mut conn, now, at.admin.id, at.restaurant.id).await?;
    let mut listed: ListedRestaurant = listed.ok_or_else(ApiError::not_found)?;
    rounds::today::mark(&mut conn, now, std::slice::from_mut(&mut listed)).await?;
    let data = AdminRestaurantPage {
        restaurant: AdminListedRestaurant::new(&app, &context, listed, now, true),
        profile: profile::find(&mut conn, at.restaurant.id).await?,
        area: context.pick(&at.restaurant.area),
        cuisine: context.pick(&at.restaurant.cuisine),
        facilities: FacilityChoice::list(&context, &at.restaurant.facilities),
        checklist: checklist(&mut conn, now, &at.restaurant).await?,
    };
    drop(conn);
    let title = context.pick(&at.restaurant.name);
    page::respond_to_admin_at(&app, &context, &at.admin, &at.restaurant, &title, data).await
}

/// Returns the form of a restaurant's own fields.
#[utoipa::path(get, path = "/admin/restaurants/{slug}/edit", tag = "admin", params(("slug" = String, Path)),
    responses((status = 200, body = page::ConsolePage<AdminEditRestaurantPage>), (status = 302), (status = 401), (status = 404)))]
pub async fn edit(State(app): State<App>, context: Context, at: AdminAt) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let data = AdminEditRestaurantPage {
        slug: at.restaurant.slug.clone(),
        profile: profile::find(&mut conn, at.restaurant.id).await?,
        choices: ProfileChoices::load(&mut conn, &context).await?,
    };
    drop(conn);
    let title = context.t("admin.restaurants.edit_title");
    page::respond_to_admin_at(&app, &context, &at.admin, &at.restaurant, &title, data).await
}

/// Returns the form of a new restaurant.
#[utoipa::path(get, path = "/admin/restaurants/new", tag = "admin",
    responses((status = 200, body = page::ConsolePage<AdminNewRestaurantPage>), (status = 302), (status = 401)))]
pub async fn new(State(app): State<App>, context: Context, admin: Admin) -> Result<Response, ApiError> {
    let choices = ProfileChoices::load(&mut *app.pool.acquire().await?, &context).await?;
    let data = AdminNewRestaurantPage { choices };
    page::respond_to_admin(&app, &context, &admin, &context.t("admin.restaurants.new_title"), data).await
}

#[derive(Deserialize, ToSchema)]
pub struct RestaurantBody {
    /// The changed fields. The others remain.
    #[schema(value_type = Profile)]
    restaurant: Map<String, Value>,
    /// The values of these fields that the form showed.
    #[serde(default)]
    expected: Expected,
}

/// Changes the given fields of a restaurant. 409 with the stored values if another user has changed one of them since the form showed it.
#[utoipa::path(patch, path = "/admin/restaurants/{slug}", tag = "admin", params(("slug" = String, Path)),
    request_body = RestaurantBody,
    responses((status = 200, body = RedirectTo), (status = 401), (status = 404), (status = 409), (status = 422)))]
pub async fn update(
    State(app): State<App>,
    context: Context,
    at: AdminAt,
    FormOrJson(body): FormOrJson<RestaurantBody>,
) -> Result<Response, ApiError> {
    let mut tx = app.pool.begin().await?;
    let id = at.restaurant.id;
    profile::lock(&mut tx, id).await?;
    let known = json!(profile::find(&mut tx, id).await?);
    body.expected.require(&known, &body.restaurant)?;
    let profile = record(merge_fields(known, body.restaurant))?;
    let edit =
        MasterEdit { rng: &app.rng, now: app.clock.now(), actor: at.actor(), restaurant: Some(id), reason: None };
    masters::save_profile(&mut tx, &edit, id, profile).await?;
    tx.commit().await?;
    let notice = Flash::notice(context.t("admin.restaurants.saved"));
    WriteResponse::redirect_to(format!("/admin/restaurants/{}", at.restaurant.slug))
        .flash(notice)
        .respond(&app, &context)
}

#[derive(Deserialize, ToSchema)]
pub struct NewRestaurantBody {
    restaurant: NewRestaurant,
    /// Required for a visibility other than `hidden`, as for the risky setting.
    #[serde(flatten)]
    justification: Justification,
}

#[derive(Deserialize, ToSchema)]
pub struct NewRestaurant {
    /// Its permanent name in addresses: lower-case letters, digits and hyphens.
    #[serde(default)]
    slug: String,
    /// Default: `hidden`.
    #[serde(default)]
    #[schema(nullable = false)]
    visibility: Option<String>,
    #[serde(default, deserialize_with = "tick::deserialize")]
    is_delivery_only: bool,
    #[serde(flatten)]
    #[schema(value_type = Profile)]
    profile: Map<String, Value>,
}

/// Creates a restaurant. By default it is hidden; any other visibility requires the permission, the reason and the proof of a risky setting.
/// Its online booking starts in two years.
#[utoipa::path(post, path = "/admin/restaurants", tag = "admin", request_body = NewRestaurantBody,
    responses((status = 201, body = RedirectTo), (status = 401), (status = 403), (status = 422), (status = 429)))]
pub async fn create(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    FormOrJson(body): FormOrJson<NewRestaurantBody>,
) -> Result<Response, ApiError> {
    let NewRestaurant { slug, visibility, is_delivery_only, profile } = body.restaurant;
    let named = visibility.as_deref().filter(|name| !name.is_empty()).unwrap_or(Visibility::Hidden.as_str());
    let visibility = Visibility::named(named).ok_or(MasterError::field("visibility", "invalid"))?;
    let reason = match visibility {
        Visibility::Hidden => None,
        _ => Some(body.justification.require(&app, &context, &admin, AdminFlag::RiskySettings).await?),
    };
    let usual = Profile { cancellation_policy: domain::restaurants::policy::usual(), ..Profile::default() };
    let profile = record(merge_fields(json!(usual), profile))?;
    let founding = RestaurantCreation { slug: slug.trim().to_owned(), visibility, is_delivery_only };
    let actor = Actor::Admin(admin.id);
    let edit = MasterEdit { rng: &app.rng, now: app.clock.now(), actor, restaurant: None, reason };
    app.transaction(async |tx| masters::create(tx, &edit, admin.id, &founding, profile).await).await?;
    let notice = Flash::notice(context.t("admin.restaurants.created"));
    let done = WriteResponse::redirect_to(format!("/admin/restaurants/{}", founding.slug)).status(StatusCode::CREATED);
    done.flash(notice).respond(&app, &context)
}
