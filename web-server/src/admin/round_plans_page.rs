//! The page of a restaurant's round plans: every group with its plan, the last day that it can book, and warnings (admin §2, §5).
//! A second page lists the warnings of all restaurants.

use axum::extract::State;
use axum::response::Response;
use chrono::NaiveDate;
use domain::rounds::lint::{self, PlanFinding, RestaurantFindings};
use domain::rounds::plan::write_effective_at;
use domain::rounds::{queries, window};
use serde::Serialize;
use utoipa::ToSchema;

use super::restaurant::AdminAt;
use super::round_plans::{PlanOddity, RoundPlan};
use crate::console::{Admin, page};
use crate::http::calls::{Calls, routes};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::page::PageData;
use crate::state::App;

pub fn calls<C: Calls>() -> C {
    C::new().routes(routes!(show)).routes(routes!(lint))
}

#[derive(Serialize, ToSchema)]
pub struct AdminRoundPlansPage {
    /// The current day at the restaurant.
    today: NaiveDate,
    /// The first entry is for diners without a group; the general plan applies to them.
    groups: Vec<RoundPlanGroup>,
    plans: Vec<RoundPlan>,
    oddities: Vec<PlanOddity>,
}

impl PageData for AdminRoundPlansPage {
    const NAME: &'static str = "admin_round_plans";
}

/// A customer group in use, or the diners without a group.
#[derive(Serialize, ToSchema)]
pub struct RoundPlanGroup {
    customer_group_uid: Option<String>,
    /// Empty for diners without a group.
    label: String,
    /// The last day that its members can book now, by the group's own plan or the general one.
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

/// A restaurant with warnings about its plans.
#[derive(Serialize, ToSchema)]
pub struct LintedRestaurant {
    slug: String,
    restaurant_name: String,
    oddities: Vec<PlanOddity>,
}

/// Returns the page of a restaurant's plans.
#[utoipa::path(get, path = "/admin/r/{slug}/reservation_round_plans", tag = "admin", params(("slug" = String, Path)),
    responses((status = 200, body = page::ConsolePage<AdminRoundPlansPage>), (status = 302), (status = 401), (status = 404)))]
pub async fn show(State(app): State<App>, context: Context, at: AdminAt) -> Result<Response, ApiError> {
    let (now, zone, restaurant) = (app.clock.now(), at.restaurant.zone, at.restaurant.id);
    let mut conn = app.pool.acquire().await?;
    let plans = queries::list(&mut conn, restaurant, now).await?;
    let groups = lint::groups(&mut conn, &[restaurant]).await?.remove(&restaurant).unwrap_or_default();
    drop(conn);
    let findings = lint::findings(&plans, &groups, zone, now);
    let views = groups.into_iter().map(|group| {
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
        groups: views.collect(),
        plans: plans.into_iter().map(|plan| RoundPlan::new(plan, zone, now)).collect(),
        oddities: plan_warnings(&context, findings),
    };
    page::respond_to_admin_at(&app, &context, &at.admin, &at.restaurant, &context.t("admin.rounds.title"), data).await
}

/// Lists the restaurants with a plan that never opens or opens twice, or with a group without a plan.
#[utoipa::path(get, path = "/admin/reservation_round_plans/lint", tag = "admin",
    responses((status = 200, body = page::ConsolePage<AdminRoundPlansLintPage>), (status = 302), (status = 401)))]
pub async fn lint(State(app): State<App>, context: Context, admin: Admin) -> Result<Response, ApiError> {
    let linted = lint::list(&mut *app.pool.acquire().await?, app.clock.now()).await?;
    let view = |restaurant: RestaurantFindings| LintedRestaurant {
        restaurant_name: context.pick(&restaurant.name),
        slug: restaurant.slug,
        oddities: plan_warnings(&context, restaurant.findings),
    };
    let data = AdminRoundPlansLintPage { restaurants: linted.into_iter().map(view).collect() };
    page::respond_to_admin(&app, &context, &admin, &context.t("admin.rounds.lint_title"), data).await
}

fn plan_warnings(context: &Context, findings: Vec<PlanFinding>) -> Vec<PlanOddity> {
    let warning = |finding: PlanFinding| PlanOddity::new(context, finding.code, finding.group.map(|group| group.label));
    findings.into_iter().map(warning).collect()
}
