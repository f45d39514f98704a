//! The page of a restaurant's round plans: every group with its plan, how far it can book today, and what is odd (admin §2, §5);
//! and what is odd across all restaurants.

use axum::extract::State;
use axum::response::Response;
use chrono::NaiveDate;
use domain::rounds::lint::{self, PlanFinding, RestaurantFindings};
use domain::rounds::plan::write_effective_at;
use domain::rounds::{queries, window};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::restaurant::AdminAt;
use super::round_plans::{PlanOddity, RoundPlan};
use crate::console::{Admin, page};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::page::PageData;
use crate::state::App;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show)).routes(routes!(lint))
}

#[derive(Serialize, ToSchema)]
pub struct AdminRoundPlansPage {
    /// The restaurant's day.
    today: NaiveDate,
    /// Diners without a group first, whose plan is everybody's.
    groups: Vec<RoundPlanGroup>,
    plans: Vec<RoundPlan>,
    oddities: Vec<PlanOddity>,
}

impl PageData for AdminRoundPlansPage {
    const NAME: &'static str = "admin_round_plans";
}

/// A group in use, or the diners without one.
#[derive(Serialize, ToSchema)]
pub struct RoundPlanGroup {
    customer_group_uid: Option<String>,
    /// Empty for diners without a group.
    label: String,
    /// The last date that its members can book now, by its own plan or everybody's.
    reservable_till: Option<NaiveDate>,
    /// YYYY-MM-DD HH:mm:00 of the next opening.
    next_opening: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct AdminRoundPlansLintPage {
    restaurants: Vec<LintedRestaurant>,
}

impl PageData for AdminRoundPlansLintPage {
    const NAME: &'static str = "admin_round_plans_lint";
}

/// A restaurant whose plans are odd.
#[derive(Serialize, ToSchema)]
pub struct LintedRestaurant {
    slug: String,
    restaurant_name: String,
    oddities: Vec<PlanOddity>,
}

/// The plans of a restaurant.
#[utoipa::path(get, path = "/admin/r/{slug}/reservation_round_plans", tag = "admin", params(("slug" = String, Path)),
    responses((status = 200, body = page::ConsolePage<AdminRoundPlansPage>), (status = 302), (status = 401), (status = 404)))]
pub async fn show(State(app): State<App>, context: Context, at: AdminAt) -> Result<Response, ApiError> {
    let (now, zone, restaurant) = (app.clock.now(), at.restaurant.zone, at.restaurant.id);
    let mut conn = app.pool.acquire().await?;
    let plans = queries::list(&mut conn, restaurant, now).await?;
    let groups = lint::groups(&mut conn, &[restaurant]).await?.remove(&restaurant).unwrap_or_default();
    drop(conn);
    let findings = lint::findings(&plans, &groups, zone, now);
    let told = groups.into_iter().map(|group| {
        let plan = lint::plan_of(&plans, group.id);
        RoundPlanGroup {
            customer_group_uid: group.uid,
            label: group.label,
            reservable_till: window::window(plan.as_ref(), now).reservable_till(),
            next_opening: window::next_opening(plan.as_ref(), now).map(|next| write_effective_at(zone, next)),
        }
    });
    let data = AdminRoundPlansPage {
        today: zone.date_of(now),
        groups: told.collect(),
        plans: plans.into_iter().map(|plan| RoundPlan::new(plan, zone, now)).collect(),
        oddities: plan_warnings(&context, findings),
    };
    page::answer_admin_at(&app, &context, (&at.admin, &at.restaurant), &context.t("admin.rounds.title"), data).await
}

/// The restaurants whose plans never open, open twice, or leave a group without any.
#[utoipa::path(get, path = "/admin/reservation_round_plans/lint", tag = "admin",
    responses((status = 200, body = page::ConsolePage<AdminRoundPlansLintPage>), (status = 302), (status = 401)))]
pub async fn lint(State(app): State<App>, context: Context, admin: Admin) -> Result<Response, ApiError> {
    let linted = lint::list(&mut *app.pool.acquire().await?, app.clock.now()).await?;
    let told = |restaurant: RestaurantFindings| LintedRestaurant {
        restaurant_name: context.pick(&restaurant.name),
        slug: restaurant.slug,
        oddities: plan_warnings(&context, restaurant.findings),
    };
    let data = AdminRoundPlansLintPage { restaurants: linted.into_iter().map(told).collect() };
    page::answer_admin(&app, &context, &admin, &context.t("admin.rounds.lint_title"), data).await
}

fn plan_warnings(context: &Context, findings: Vec<PlanFinding>) -> Vec<PlanOddity> {
    let told = |finding: PlanFinding| PlanOddity::new(context, finding.code, finding.group.map(|group| group.label));
    findings.into_iter().map(told).collect()
}
