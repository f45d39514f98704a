//! The pages about premium.

use axum::extract::{Query, State};
use axum::response::Response;
use chrono::Datelike;
use domain::entitlements::tiers::Grade;
use domain::ids::UserId;
use domain::plans::queries;
use domain::restaurants;
use domain::restaurants::facilities::Facility;
use domain::zone::Zone;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::offer::{MemberPlan, PlanOffers, offers};
use super::tiers::tiers_of;
use crate::diner::session::{Diner, MaybeDiner};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::limits::{limit_client, refund_client};
use crate::http::page::{Meta, PageData, PageOf};
use crate::http::text::{Choice, FacilityChoice};
use crate::http::write_response::WriteResponse;
use crate::state::App;

const GREEN: &str = "/premium/green";
/// Name of the limit of unknown codes.
const CODES: &str = "campaign_code";
const CODES_PER_MINUTE: i32 = 20;

#[derive(Deserialize, IntoParams)]
pub struct GreenQuery {
    /// Code of a campaign or a coupon.
    campaign_code: Option<String>,
    /// Origin of the visitor: `teasermodal`.
    position: Option<String>,
    /// Feature of premium that drew the diner's interest.
    r#type: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct PremiumGreenPage {
    #[serde(flatten)]
    offers: PlanOffers,
    has_card: bool,
    /// True when another tier of the diner includes premium, which is then not offered.
    is_included: bool,
    subscription: Option<MemberPlan>,
    position: Option<String>,
    r#type: Option<String>,
}

impl PageData for PremiumGreenPage {
    const NAME: &'static str = "premium_green";
}

/// Describes premium and its price, with the reduced or free months.
#[utoipa::path(get, path = "/premium/green", tag = "plans", params(GreenQuery),
    responses((status = 200, body = crate::http::page::Page<PremiumGreenPage>), (status = 429)))]
pub async fn green(
    State(app): State<App>,
    context: Context,
    diner: MaybeDiner,
    Query(query): Query<GreenQuery>,
) -> Result<Response, ApiError> {
    let data = limited_page(&app, &context, diner.id(), query).await?;
    let meta = Meta {
        description: context.t("pages.premium_green.description"),
        ..Meta::titled(context.t("pages.premium_green.title"))
    };
    PageOf::new(meta, data).respond(&app, &context, diner.id()).await
}

/// Returns the page. It shows whether a code is valid, so a client may try a limited number of unknown codes in a minute. A valid code does not
/// count: many people who share an address may open the same link.
async fn limited_page(
    app: &App,
    context: &Context,
    diner: Option<UserId>,
    query: GreenQuery,
) -> Result<PremiumGreenPage, ApiError> {
    let has_code = query.campaign_code.as_deref().is_some_and(|code| !code.trim().is_empty());
    if has_code {
        limit_client(app, context, CODES, CODES_PER_MINUTE).await?;
    }
    let page = green_page(app, diner, query).await?;
    if has_code && !page.offers.is_code_unknown {
        refund_client(app, context, CODES).await?;
    }
    Ok(page)
}

async fn green_page(app: &App, diner: Option<UserId>, query: GreenQuery) -> Result<PremiumGreenPage, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let (mut has_card, mut is_included, mut subscription) = (false, false, None);
    if let Some(id) = diner {
        has_card = domain::payments::queries::find_card(&mut conn, id).await?.is_some();
        subscription = queries::find_current(&mut conn, id, Grade::Green).await?;
        let is_paid = subscription.as_ref().is_some_and(|current| !current.status.is_attempt());
        is_included = !is_paid && tiers_of(&mut conn, app, diner).await?.is_premium();
    }
    let code = query.campaign_code.as_deref();
    let mut offers = offers(&mut conn, app, diner, subscription.as_ref(), Grade::Green, code).await?;
    if is_included {
        offers.prices.clear();
    }
    let short = |text: Option<String>| text.map(|text| text.chars().take(40).collect());
    Ok(PremiumGreenPage {
        offers,
        has_card,
        is_included,
        subscription: subscription.map(MemberPlan::new),
        position: short(query.position),
        r#type: short(query.r#type),
    })
}

#[derive(Serialize, ToSchema)]
pub struct PremiumPlansNewPage {
    #[serde(flatten)]
    green: PremiumGreenPage,
}

impl PageData for PremiumPlansNewPage {
    const NAME: &'static str = "premium_plans_new";
}

/// The choice of a plan, after a subscription was cancelled.
#[utoipa::path(get, path = "/users/premium/plans/new", tag = "plans", params(GreenQuery),
    responses((status = 200, body = crate::http::page::Page<PremiumPlansNewPage>), (status = 302), (status = 401), (status = 429)))]
pub async fn plans_new(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    Query(query): Query<GreenQuery>,
) -> Result<Response, ApiError> {
    let data = PremiumPlansNewPage { green: limited_page(&app, &context, Some(diner.id), query).await? };
    let meta = Meta::private(context.t("pages.premium_plans_new.title"));
    PageOf::new(meta, data).respond(&app, &context, Some(diner.id)).await
}

#[derive(Serialize, ToSchema)]
pub struct PremiumPage {
    /// The diner's open subscriptions, gold first.
    subscriptions: Vec<MemberPlan>,
    /// Number of the current month, at which the premium calendar starts.
    month: u32,
    /// Choices of the advanced search.
    areas: Vec<Choice>,
    cuisines: Vec<Choice>,
    facilities: Vec<FacilityChoice>,
    /// Today in Tokyo: the earliest start of a search.
    today: chrono::NaiveDate,
}

impl PageData for PremiumPage {
    const NAME: &'static str = "premium";
}

/// The subscribers' page; others are redirected to the plan's page.
#[utoipa::path(get, path = "/users/premium", tag = "plans",
    responses((status = 200, body = crate::http::page::Page<PremiumPage>), (status = 302), (status = 303), (status = 401)))]
pub async fn premium(State(app): State<App>, context: Context, diner: Diner) -> Result<Response, ApiError> {
    let now = app.clock.now();
    let mut conn = app.pool.acquire().await?;
    if !tiers_of(&mut conn, &app, Some(diner.id)).await?.is_premium() {
        return WriteResponse::redirect_to(GREEN).see_other(&app);
    }
    let mut open = queries::list_of(&mut conn, diner.id).await?;
    open.retain(|subscription| subscription.is_open_at(now));
    open.sort_by_key(|subscription| subscription.grade != Grade::Gold);
    let areas = restaurants::queries::list_areas(&mut conn, None).await?;
    let cuisines = restaurants::queries::list_cuisines(&mut conn, &[]).await?;
    drop(conn);
    let today = Zone::default().date_of(now);
    let data = PremiumPage {
        subscriptions: open.into_iter().map(MemberPlan::new).collect(),
        month: today.month(),
        areas: areas.into_iter().map(|choice| Choice::new(&context, choice.id.0, &choice.label)).collect(),
        cuisines: cuisines.into_iter().map(|choice| Choice::new(&context, choice.id.0, &choice.label)).collect(),
        facilities: FacilityChoice::list(&context, &Facility::ALL),
        today,
    };
    let meta = Meta::private(context.t("pages.premium.title"));
    PageOf::new(meta, data).respond(&app, &context, Some(diner.id)).await
}

#[derive(Serialize, ToSchema)]
pub struct PremiumWelcomePage {
    subscription: Option<MemberPlan>,
    month: u32,
}

impl PageData for PremiumWelcomePage {
    const NAME: &'static str = "premium_welcome";
}

/// Lists the features for a new subscriber; others are redirected to the plan's page.
#[utoipa::path(get, path = "/users/premium/welcome", tag = "plans",
    responses((status = 200, body = crate::http::page::Page<PremiumWelcomePage>), (status = 302), (status = 303), (status = 401)))]
pub async fn welcome(State(app): State<App>, context: Context, diner: Diner) -> Result<Response, ApiError> {
    let now = app.clock.now();
    let mut conn = app.pool.acquire().await?;
    if !tiers_of(&mut conn, &app, Some(diner.id)).await?.is_premium() {
        return WriteResponse::redirect_to(GREEN).see_other(&app);
    }
    let open = queries::list_of(&mut conn, diner.id).await?;
    let newest = open.into_iter().find(|subscription| subscription.is_open_at(now));
    drop(conn);
    let month = Zone::default().date_of(now).month();
    let data = PremiumWelcomePage { subscription: newest.map(MemberPlan::new), month };
    let meta = Meta::private(context.t("pages.premium_welcome.title"));
    PageOf::new(meta, data).respond(&app, &context, Some(diner.id)).await
}

/// The same page at the address of the specification, with its dot.
#[utoipa::path(get, path = "/users/premium.welcome", tag = "plans",
    responses((status = 200, body = crate::http::page::Page<PremiumWelcomePage>), (status = 302), (status = 303), (status = 401)))]
pub async fn welcome_by_dot(app: State<App>, context: Context, diner: Diner) -> Result<Response, ApiError> {
    welcome(app, context, diner).await
}
