//! A page of a console: the envelope around the page's data.

use axum::http::StatusCode;
use axum::response::Response;
use domain::accounts::admins::{self, AdminFlags};
use domain::accounts::owners;
use domain::accounts::person::set_console_locale;
use domain::accounts::roles::Role;
use domain::config::Environment;
use domain::i18n::Locale;
use domain::restaurants;
use domain::restaurants::model::Restaurant;
use domain::sessions::AccountId;
use domain::settings::features::{self, Features};
use domain::zone::Zone;
use serde::Serialize;
use sqlx::PgConnection;
use utoipa::ToSchema;
use utoipa::openapi::schema::{Object, ObjectBuilder, Type};

use crate::console::staff::Impersonation;
use crate::console::{Admin, Staff};
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::page::{FrontEnd, Meta, PageData, PageShell};
use crate::state::App;

fn page_name<D: PageData>() -> Object {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some([D::NAME])).build()
}

/// The envelope of every page of the consoles.
#[derive(Serialize, ToSchema)]
pub struct ConsolePage<D: PageData> {
    #[schema(schema_with = page_name::<D>)]
    pub page: &'static str,
    pub locale: Locale,
    /// The server's clock, ISO 8601 with +09:00.
    pub now: String,
    pub csrf_token: String,
    pub flash: Vec<Flash>,
    pub config: ConsoleConfig,
    /// The session of staff; null on the sign-in pages, and on an admin's page if the browser has no such session.
    pub session: Option<RestaurantSession>,
    /// The admin on an admin's page; null on an owner's page and before signing in.
    pub admin: Option<AdminSession>,
    pub data: D,
}

/// A signed-in admin, and the restaurant of the page.
#[derive(Serialize, ToSchema)]
pub struct AdminSession {
    pub nickname: String,
    pub email: String,
    /// The sections of a restaurant that the admin may open (admin §2).
    pub flags: AdminFlags,
    pub restaurant: Option<AdminRestaurant>,
}

#[derive(Serialize, ToSchema)]
pub struct AdminRestaurant {
    pub slug: String,
    pub restaurant_name: String,
}

#[derive(Serialize, ToSchema)]
pub struct ConsoleConfig {
    pub environment: Environment,
    pub dev_inbox: bool,
    /// Extra entry of the restaurant switcher.
    pub mall_url: Option<String>,
    pub inbound_url: Option<String>,
}

/// The signed-in member of staff and the restaurant.
#[derive(Serialize, ToSchema)]
pub struct RestaurantSession {
    pub nickname: String,
    pub email: String,
    /// While false, the terms dialog stays open.
    pub has_agreed_to_terms: bool,
    /// An admin sees extra items and does not poll notifications (owner §6).
    pub is_admin: bool,
    pub is_impersonated: bool,
    /// The impersonating admin, and the end of the impersonation.
    pub impersonation: Option<ImpersonationView>,
    /// The role of the account at the restaurant (gaps G044). Menus and buttons depend on it.
    pub role: Role,
    pub restaurant: CurrentRestaurant,
    pub restaurants: Vec<SwitcherEntry>,
    pub features: Features,
}

#[derive(Serialize, ToSchema)]
pub struct ImpersonationView {
    pub admin_nickname: String,
    /// ISO 8601.
    pub until: String,
}

#[derive(Serialize, ToSchema)]
pub struct CurrentRestaurant {
    pub id: i64,
    pub slug: String,
    pub restaurant_name: String,
    pub time_zone: String,
    /// The current day at the restaurant, YYYY-MM-DD.
    pub today: String,
}

#[derive(Serialize, ToSchema)]
pub struct SwitcherEntry {
    pub slug: String,
    pub restaurant_name: String,
    pub is_current: bool,
}

/// Responds with a page for a signed-in owner.
pub async fn respond<D: PageData>(
    app: &App,
    context: &Context,
    staff: &Staff,
    title: &str,
    data: D,
) -> Result<Response, ApiError> {
    respond_with(app, context, staff, title, StatusCode::OK, data).await
}

/// Responds with a page and another status, for a form that is shown again for instance.
pub async fn respond_with<D: PageData>(
    app: &App,
    context: &Context,
    staff: &Staff,
    title: &str,
    status: StatusCode,
    data: D,
) -> Result<Response, ApiError> {
    if staff.impersonation.is_none() {
        remember_language(app, context, AccountId::Owner(staff.owner.id)).await?;
    }
    let session = RestaurantSession::load(app, context, staff).await?;
    render(app, context, FrontEnd::Owner, title, status, SignedIn::staff(Some(session)), data)
}

/// Responds with a page for a visitor: the sign-in page of a console.
pub fn respond_to_visitor<D: PageData>(
    app: &App,
    context: &Context,
    front: FrontEnd,
    title: &str,
    data: D,
) -> Result<Response, ApiError> {
    render(app, context, front, title, StatusCode::OK, SignedIn::default(), data)
}

/// Responds with a page of the admin console that concerns no single restaurant.
pub async fn respond_to_admin<D: PageData>(
    app: &App,
    context: &Context,
    admin: &Admin,
    title: &str,
    data: D,
) -> Result<Response, ApiError> {
    respond_as_admin(app, context, admin, None, title, data).await
}

/// Responds with an admin's page about a restaurant. The frame links to the restaurant's sections.
pub async fn respond_to_admin_at<D: PageData>(
    app: &App,
    context: &Context,
    admin: &Admin,
    restaurant: &Restaurant,
    title: &str,
    data: D,
) -> Result<Response, ApiError> {
    let restaurant = AdminRestaurant { slug: restaurant.slug.clone(), restaurant_name: context.pick(&restaurant.name) };
    respond_as_admin(app, context, admin, Some(restaurant), title, data).await
}

/// If the admin is also signed in as an owner, the frame links to the owner's restaurant.
async fn respond_as_admin<D: PageData>(
    app: &App,
    context: &Context,
    admin: &Admin,
    restaurant: Option<AdminRestaurant>,
    title: &str,
    data: D,
) -> Result<Response, ApiError> {
    let session = match Staff::of_cookies(app, context).await {
        Some(staff) => Some(RestaurantSession::load(app, context, &staff).await?),
        None => None,
    };
    remember_language(app, context, AccountId::Admin(admin.user.id)).await?;
    let admin = AdminSession::new(admin, restaurant);
    render(app, context, FrontEnd::Admin, title, StatusCode::OK, SignedIn { session, admin: Some(admin) }, data)
}

/// Stores the language that the reader chose by the address, for their mails.
async fn remember_language(app: &App, context: &Context, who: AccountId) -> Result<(), ApiError> {
    if let Some(chosen) = context.requested_locale() {
        set_console_locale(&mut *app.pool.acquire().await?, who, chosen, true).await?;
    }
    Ok(())
}

/// Responds with an error page inside the console's frame. The frame shows the sessions that the browser has.
pub async fn respond_with_error<D: PageData>(
    app: &App,
    context: &Context,
    front: FrontEnd,
    status: StatusCode,
    data: D,
) -> Result<Response, ApiError> {
    let title = context.t("console.title");
    let admin = match front {
        FrontEnd::Admin => Admin::of_cookies(app, context).await.map(|admin| AdminSession::new(&admin, None)),
        FrontEnd::Site | FrontEnd::Owner => None,
    };
    let session = match Staff::of_cookies(app, context).await {
        Some(staff) => Some(RestaurantSession::load(app, context, &staff).await?),
        None => None,
    };
    render(app, context, front, &title, status, SignedIn { session, admin }, data)
}

/// The sessions of both consoles in this browser.
#[derive(Default)]
struct SignedIn {
    session: Option<RestaurantSession>,
    admin: Option<AdminSession>,
}

impl SignedIn {
    const fn staff(session: Option<RestaurantSession>) -> Self {
        Self { session, admin: None }
    }
}

fn render<D: PageData>(
    app: &App,
    context: &Context,
    front: FrontEnd,
    title: &str,
    status: StatusCode,
    SignedIn { session, admin }: SignedIn,
    data: D,
) -> Result<Response, ApiError> {
    let page = ConsolePage {
        page: D::NAME,
        locale: context.locale(),
        now: Zone::default().iso(app.clock.now()),
        csrf_token: context.csrf_token(app),
        flash: context.flash().to_vec(),
        config: ConsoleConfig {
            environment: app.config.environment,
            dev_inbox: app.config.stand_ins_url.is_some(),
            mall_url: app.config.mall_url.clone(),
            inbound_url: app.config.inbound_url.clone(),
        },
        session,
        admin,
        data,
    };
    let meta = Meta::private(title);
    PageShell { app, context, name: D::NAME, status, meta: &meta, front, first_screen: None }.respond(&page)
}

impl AdminSession {
    fn new(Admin { user, .. }: &Admin, restaurant: Option<AdminRestaurant>) -> Self {
        Self { nickname: user.nickname.clone(), email: user.email.clone(), flags: user.flags, restaurant }
    }
}

impl ImpersonationView {
    async fn load(conn: &mut PgConnection, by: Impersonation) -> Result<Option<Self>, ApiError> {
        let admin = admins::find(conn, by.admin).await?;
        Ok(admin.map(|admin| Self { admin_nickname: admin.nickname, until: Zone::default().iso(by.until) }))
    }
}

impl RestaurantSession {
    async fn load(app: &App, context: &Context, staff: &Staff) -> Result<Self, ApiError> {
        let mut conn = app.pool.acquire().await?;
        let impersonation = match staff.impersonation {
            Some(by) => ImpersonationView::load(&mut conn, by).await?,
            None => None,
        };
        let listed = owners::list_restaurants(&mut conn, staff.owner.id).await?;
        let today = restaurants::queries::today(&mut conn, &staff.restaurant, app.clock.now()).await?;
        let entries = listed.into_iter().map(|entry| SwitcherEntry {
            restaurant_name: context.pick(&entry.name),
            is_current: entry.id == staff.restaurant.id,
            slug: entry.slug,
        });
        Ok(Self {
            nickname: staff.owner.nickname.clone(),
            email: staff.owner.email.clone(),
            has_agreed_to_terms: staff.owner.terms_agreed_at.is_some(),
            is_admin: staff.admin.is_some(),
            is_impersonated: impersonation.is_some(),
            impersonation,
            role: staff.role,
            restaurant: CurrentRestaurant {
                id: staff.restaurant.id.0,
                slug: staff.restaurant.slug.clone(),
                restaurant_name: context.pick(&staff.restaurant.name),
                time_zone: staff.restaurant.time_zone.clone(),
                today: today.to_string(),
            },
            restaurants: entries.collect(),
            features: features::find(&mut conn, staff.restaurant.id).await?,
        })
    }
}
