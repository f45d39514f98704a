//! The round plans of a restaurant, which limit how far ahead each customer group may book: one call for each kind of plan, and a
//! preview (admin §3, §4, §5, §7, gaps G051 to G054c, G189).

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, NaiveDate, Utc};
use domain::rounds::actions::{self, NewPlan};
use domain::rounds::error::RoundPlanError;
use domain::rounds::lint::PlanWarning;
use domain::rounds::plan::{CustomRound, OpenUptoMode, Periodic, parse_effective_at, write_effective_at};
use domain::rounds::preview::{self, GroupReach, PlanEffects};
use domain::rounds::queries::{self, RoundPlanKey, StoredPlan};
use domain::rounds::rrules;
use domain::rounds::schedule::Rule;
use domain::rounds::window::{PlanKind, Round};
use domain::waiting_rooms::awaited::AwaitedOpenings;
use domain::zone::{Zone, parse_day};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::restaurant::AdminAt;
use crate::console::Expected;
use crate::http::calls::{Calls, routes};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::{FormOrJson, tick};
use crate::state::App;

pub fn calls<C: Calls>() -> C {
    C::new()
        .routes(routes!(index))
        .routes(routes!(preview_plan))
        .routes(routes!(custom))
        .routes(routes!(periodic))
        .routes(routes!(never))
        .routes(routes!(forever))
}

/// The key of a plan at the restaurant.
#[derive(Clone, Default, Deserialize, ToSchema)]
pub struct RoundPlanKeyBody {
    /// Empty for all groups without their own plan.
    #[serde(default)]
    #[schema(nullable = false)]
    customer_group_uid: Option<String>,
    /// Open to raffle winners only.
    #[serde(default, deserialize_with = "tick::deserialize")]
    #[schema(value_type = tick::CheckboxValue)]
    is_preferred: bool,
    /// The fields of the group's plan that the editor showed; `kind` is null without a plan.
    #[serde(default)]
    expected: Expected,
}

impl RoundPlanKeyBody {
    async fn find(&self, conn: &mut PgConnection, at: &AdminAt) -> Result<RoundPlanKey, RoundPlanError> {
        let restaurant = at.restaurant.id;
        let group = match self.customer_group_uid.as_deref().filter(|uid| !uid.is_empty()) {
            Some(uid) => Some(queries::find_group(conn, restaurant, uid).await?.ok_or(RoundPlanError::UnknownGroup)?),
            None => None,
        };
        Ok(RoundPlanKey { restaurant, group, is_preferred: self.is_preferred })
    }
}

#[derive(Deserialize, ToSchema)]
pub struct CustomPlanBody {
    #[serde(flatten)]
    key: RoundPlanKeyBody,
    /// If left out, a stored custom plan keeps its rounds.
    #[schema(nullable = false)]
    reservation_rounds: Option<Vec<CustomRoundBody>>,
}

#[derive(Deserialize, ToSchema)]
pub struct CustomRoundBody {
    /// YYYY-MM-DD HH:mm:00, in the restaurant's zone.
    effective_at: String,
    /// YYYY-MM-DD: the last date that can be booked.
    online_reservable_till: String,
    /// Key of an existing round.
    #[serde(default)]
    #[schema(nullable = false)]
    key: Option<String>,
}

/// A periodic plan. A stored periodic plan keeps the fields that are left out.
#[derive(Deserialize, ToSchema)]
pub struct PeriodicPlanBody {
    #[serde(flatten)]
    key: RoundPlanKeyBody,
    /// Flat (`month`, `day_of_month` or `week_of_month` with `day_of_week`, `hour_of_day`, `minute_of_hour`), or `rule_type` with `validations`.
    #[schema(value_type = Vec<BTreeMap<String, Value>>, required = false)]
    open_schedule_rules: Option<Vec<Value>>,
    /// 1 to 12; required for a new plan, as is the mode.
    #[schema(value_type = u32, required = false)]
    open_for_months: Option<Value>,
    #[schema(nullable = false)]
    open_upto_mode: Option<String>,
    /// Whether the last opening before now is in effect; false for a new plan.
    #[serde(default, deserialize_with = "tick::optional")]
    #[schema(value_type = Option<tick::CheckboxValue>, nullable = false)]
    open_immediate: Option<bool>,
}

/// A plan to preview: its kind, and the fields of that kind.
#[derive(Deserialize, ToSchema)]
pub struct PreviewBody {
    kind: String,
    #[serde(flatten)]
    #[schema(value_type = BTreeMap<String, Value>)]
    plan: Value,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct AdminRound {
    key: Option<String>,
    /// YYYY-MM-DD HH:mm:00
    effective_at: String,
    online_reservable_till: NaiveDate,
    /// True if the round has started.
    is_effective: bool,
}

/// A stored plan.
#[derive(Debug, Serialize, ToSchema)]
pub struct RoundPlan {
    customer_group_uid: Option<String>,
    is_preferred: bool,
    kind: PlanKind,
    /// The rules of a periodic plan, as `rule_type` with `validations`.
    #[schema(value_type = Vec<BTreeMap<String, Value>>)]
    rrules: Vec<Value>,
    open_for_months: Option<u32>,
    open_upto_mode: Option<OpenUptoMode>,
    open_immediate: bool,
    reservation_rounds: Vec<AdminRound>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct RoundPlans {
    plans: Vec<RoundPlan>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct PlanSaved {
    status: u16,
    plan: RoundPlan,
    rounds: Vec<AdminRound>,
}

/// The last day that a group can book.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlanReach {
    /// Empty for diners without a group.
    label: String,
    reservable_till_now: Option<NaiveDate>,
    reservable_till_then: Option<NaiveDate>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct PlanOddity {
    code: PlanWarning,
    message: String,
}

/// The effect of a plan.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlanPreview {
    /// The next twelve openings.
    openings: Vec<AdminRound>,
    reaches: Vec<PlanReach>,
    /// Days with slots that the groups can book today, and cannot book under the new plan.
    closing_dates: Vec<NaiveDate>,
    opening_dates: Vec<NaiveDate>,
    /// Number of bookings and holds on the closing days. They remain.
    bookings_kept: i64,
    guests_kept: i64,
    oddities: Vec<PlanOddity>,
}

/// Returns all plans of a restaurant.
#[utoipa::path(get, path = "/admin/api/r/{slug}/reservation_round_plans", tag = "admin", params(("slug" = String, Path)),
    responses((status = 200, body = RoundPlans), (status = 401), (status = 404)))]
pub async fn index(State(app): State<App>, at: AdminAt) -> Result<Json<RoundPlans>, ApiError> {
    let now = app.clock.now();
    let plans = queries::list(&mut *app.pool.acquire().await?, at.restaurant.id, now).await?;
    let view = |plan| RoundPlan::new(plan, at.restaurant.zone, now);
    Ok(Json(RoundPlans { plans: plans.into_iter().map(view).collect() }))
}

/// Previews the effect of a plan. Saves nothing.
#[utoipa::path(post, path = "/admin/api/r/{slug}/reservation_round_plans/preview", tag = "admin",
    params(("slug" = String, Path)), request_body = PreviewBody,
    responses((status = 200, body = PlanPreview), (status = 401), (status = 404), (status = 422)))]
pub async fn preview_plan(
    State(app): State<App>,
    context: Context,
    at: AdminAt,
    FormOrJson(body): FormOrJson<PreviewBody>,
) -> Result<Json<PlanPreview>, ApiError> {
    let zone = at.restaurant.zone;
    let kind = PlanKind::named(&body.kind).ok_or_else(|| invalid("kind"))?;
    let (key, change) = match kind {
        PlanKind::Custom => {
            let body: CustomPlanBody = parse_plan(body.plan)?;
            (body.key, PlanChange::Custom(body.reservation_rounds))
        }
        PlanKind::Periodic => {
            let body: PeriodicPlanBody = parse_plan(body.plan)?;
            (body.key.clone(), PlanChange::Periodic(body))
        }
        PlanKind::Never => (parse_plan(body.plan)?, PlanChange::Whole(NewPlan::Never)),
        PlanKind::Forever => (parse_plan(body.plan)?, PlanChange::Whole(NewPlan::Forever)),
    };
    // The preview locks the plan, and is rolled back.
    let mut tx = app.pool.begin().await?;
    let key = key.find(&mut tx, &at).await?;
    let now = app.clock.now();
    let plan = change.read(&mut tx, key, zone, now).await?;
    let preview = preview::preview(&mut tx, &app.rng, now, key, zone, &plan).await?;
    tx.rollback().await?;
    Ok(Json(PlanPreview::new(preview, &context, zone, now)))
}

/// Saves a custom plan: rounds with explicit starts and ends (admin §3, §5).
#[utoipa::path(post, path = "/admin/api/r/{slug}/custom_reservation_round_plans", tag = "admin",
    params(("slug" = String, Path)), request_body = CustomPlanBody,
    responses((status = 201, body = PlanSaved), (status = 401), (status = 404), (status = 409), (status = 422)))]
pub async fn custom(
    State(app): State<App>,
    at: AdminAt,
    FormOrJson(body): FormOrJson<CustomPlanBody>,
) -> Result<Response, ApiError> {
    save(&app, &at, &body.key, PlanChange::Custom(body.reservation_rounds)).await
}

/// Saves a periodic plan: rounds that recur (admin §3, §5).
#[utoipa::path(post, path = "/admin/api/r/{slug}/periodic_reservation_round_plans", tag = "admin",
    params(("slug" = String, Path)), request_body = PeriodicPlanBody,
    responses((status = 201, body = PlanSaved), (status = 401), (status = 404), (status = 409), (status = 422)))]
pub async fn periodic(
    State(app): State<App>,
    at: AdminAt,
    FormOrJson(body): FormOrJson<PeriodicPlanBody>,
) -> Result<Response, ApiError> {
    save(&app, &at, &body.key.clone(), PlanChange::Periodic(body)).await
}

/// Saves a plan under which the group cannot book.
#[utoipa::path(post, path = "/admin/api/r/{slug}/never_reservation_round_plans", tag = "admin",
    params(("slug" = String, Path)), request_body = RoundPlanKeyBody,
    responses((status = 201, body = PlanSaved), (status = 401), (status = 404), (status = 409), (status = 422)))]
pub async fn never(
    State(app): State<App>,
    at: AdminAt,
    FormOrJson(key): FormOrJson<RoundPlanKeyBody>,
) -> Result<Response, ApiError> {
    save(&app, &at, &key, PlanChange::Whole(NewPlan::Never)).await
}

/// Saves a plan under which the group can book every day that has slots.
#[utoipa::path(post, path = "/admin/api/r/{slug}/forever_reservation_round_plans", tag = "admin",
    params(("slug" = String, Path)), request_body = RoundPlanKeyBody,
    responses((status = 201, body = PlanSaved), (status = 401), (status = 404), (status = 409), (status = 422)))]
pub async fn forever(
    State(app): State<App>,
    at: AdminAt,
    FormOrJson(key): FormOrJson<RoundPlanKeyBody>,
) -> Result<Response, ApiError> {
    save(&app, &at, &key, PlanChange::Whole(NewPlan::Forever)).await
}

/// Saves a plan. 409 if diners wait for an opening that it moves or removes (gaps G302), or if the plan is not the expected one any more
/// (gaps G311).
async fn save(app: &App, at: &AdminAt, key: &RoundPlanKeyBody, change: PlanChange) -> Result<Response, ApiError> {
    let (now, zone) = (app.clock.now(), at.restaurant.zone);
    let mut tx = app.pool.begin().await?;
    let expected = &key.expected;
    let key = key.find(&mut tx, at).await?;
    let awaited = AwaitedOpenings::lock(&mut tx, key.restaurant, now).await?;
    expected.require_unchanged(&shown_fields(find_stored(&mut tx, key, now).await?, zone, now))?;
    let plan = change.read(&mut tx, key, zone, now).await?;
    let id = actions::save(&mut tx, &app.rng, now, at.actor(), key, zone, plan).await?;
    awaited.require(&mut tx, now).await?;
    let plans = queries::list(&mut tx, key.restaurant, now).await?;
    tx.commit().await?;
    let stored = plans.into_iter().find(|plan| plan.id == id).ok_or_else(ApiError::not_found)?;
    let rounds = stored.rounds.iter().map(|(key, round)| AdminRound::new(Some(key), *round, zone, now)).collect();
    let saved = PlanSaved { status: 201, plan: RoundPlan::new(stored, zone, now), rounds };
    Ok((StatusCode::CREATED, Json(saved)).into_response())
}

fn invalid(field: &str) -> ApiError {
    ApiError::invalid_fields([(field, "field_invalid")])
}

fn parse_plan<T: serde::de::DeserializeOwned>(plan: Value) -> Result<T, ApiError> {
    serde_path_to_error::deserialize(plan).map_err(|error| invalid(&error.path().to_string()))
}

fn rounds(zone: Zone, rounds: Vec<CustomRoundBody>) -> Result<Vec<CustomRound>, ApiError> {
    let read = |(index, body): (usize, CustomRoundBody)| {
        let effective_at = parse_effective_at(zone, &body.effective_at)
            .ok_or_else(|| invalid(&format!("reservation_rounds[{index}].effective_at")))?;
        let online_reservable_till = parse_day(&body.online_reservable_till)
            .ok_or_else(|| invalid(&format!("reservation_rounds[{index}].online_reservable_till")))?;
        let key = body.key.filter(|key| !key.is_empty());
        Ok(CustomRound { key, round: Round { effective_at, online_reservable_till } })
    };
    rounds.into_iter().enumerate().map(read).collect()
}

/// A plan as sent. A stored plan of the same kind keeps the fields that are left out (gaps G276).
enum PlanChange {
    Custom(Option<Vec<CustomRoundBody>>),
    Periodic(PeriodicPlanBody),
    Whole(NewPlan),
}

impl PlanChange {
    async fn read(
        self,
        conn: &mut PgConnection,
        key: RoundPlanKey,
        zone: Zone,
        now: DateTime<Utc>,
    ) -> Result<NewPlan, ApiError> {
        Ok(match self {
            Self::Custom(Some(sent)) => NewPlan::Custom(rounds(zone, sent)?),
            Self::Custom(None) => {
                let stored = find_stored(conn, key, now).await?.filter(|plan| plan.kind == PlanKind::Custom);
                let rounds = stored.into_iter().flat_map(|plan| plan.rounds);
                NewPlan::Custom(rounds.map(|(key, round)| CustomRound { key: Some(key), round }).collect())
            }
            Self::Periodic(body) => {
                let stored = find_stored(conn, key, now).await?.and_then(|plan| plan.periodic);
                NewPlan::Periodic(body.onto(stored)?)
            }
            Self::Whole(plan) => plan,
        })
    }
}

/// Returns the fields of a plan that its editor shows. Rounds of other plans than custom ones follow from the rules and the time.
fn shown_fields(plan: Option<StoredPlan>, zone: Zone, now: DateTime<Utc>) -> Value {
    let Some(plan) = plan.map(|plan| RoundPlan::new(plan, zone, now)) else { return json!({}) };
    let round = |round: &AdminRound| json!({ "effective_at": round.effective_at, "online_reservable_till": round.online_reservable_till });
    let rounds: Vec<_> = match plan.kind {
        PlanKind::Custom => plan.reservation_rounds.iter().map(round).collect(),
        _ => Vec::new(),
    };
    json!({
        "kind": plan.kind,
        "rrules": plan.rrules,
        "open_for_months": plan.open_for_months,
        "open_upto_mode": plan.open_upto_mode,
        "open_immediate": plan.open_immediate,
        "reservation_rounds": rounds,
    })
}

async fn find_stored(
    conn: &mut PgConnection,
    key: RoundPlanKey,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<StoredPlan>> {
    Ok(queries::list(conn, key.restaurant, now).await?.into_iter().find(|plan| plan.key == key))
}

impl PeriodicPlanBody {
    fn onto(self, stored: Option<Periodic>) -> Result<Periodic, ApiError> {
        let sent_rules = self.open_schedule_rules.as_deref().map(read_rules).transpose()?;
        let sent_months = self.open_for_months.map(|months| read_months(&months)).transpose()?;
        let mode = self.open_upto_mode.map(|mode| OpenUptoMode::named(&mode).ok_or_else(|| invalid("open_upto_mode")));
        let sent_mode = mode.transpose()?;
        let (months, mode) = match &stored {
            Some(stored) => (sent_months.or(Some(stored.open_for_months)), sent_mode.or(Some(stored.open_upto_mode))),
            None => (sent_months, sent_mode),
        };
        let is_immediate = stored.as_ref().is_some_and(|stored| stored.open_immediate);
        Ok(Periodic {
            rules: sent_rules.or(stored.map(|stored| stored.rules)).unwrap_or_default(),
            open_for_months: months.ok_or_else(|| invalid("open_for_months"))?,
            open_upto_mode: mode.ok_or_else(|| invalid("open_upto_mode"))?,
            open_immediate: self.open_immediate.unwrap_or(is_immediate),
        })
    }
}

fn read_rules(sent: &[Value]) -> Result<Vec<Rule>, ApiError> {
    let rules = sent
        .iter()
        .enumerate()
        .map(|(index, rule)| rrules::read(rule).map_err(|_| invalid(&format!("open_schedule_rules[{index}]"))));
    Ok(rules.collect::<Result<Vec<_>, _>>()?.concat())
}

fn read_months(sent: &Value) -> Result<u32, ApiError> {
    let months = match sent {
        Value::String(text) => text.parse().ok(),
        number => number.as_u64().and_then(|number| u32::try_from(number).ok()),
    };
    months.filter(|months| (1..=12).contains(months)).ok_or_else(|| invalid("open_for_months"))
}

impl AdminRound {
    fn new(key: Option<&str>, round: Round, zone: Zone, now: DateTime<Utc>) -> Self {
        Self {
            key: key.map(str::to_owned),
            effective_at: write_effective_at(zone, round.effective_at),
            online_reservable_till: round.online_reservable_till,
            is_effective: round.effective_at <= now,
        }
    }
}

impl RoundPlan {
    pub(super) fn new(plan: StoredPlan, zone: Zone, now: DateTime<Utc>) -> Self {
        let periodic = plan.periodic.as_ref();
        Self {
            customer_group_uid: plan.group_uid,
            is_preferred: plan.key.is_preferred,
            kind: plan.kind,
            rrules: periodic.map_or_else(Vec::new, |periodic| periodic.rules.iter().map(rrules::write).collect()),
            open_for_months: periodic.map(|periodic| periodic.open_for_months),
            open_upto_mode: periodic.map(|periodic| periodic.open_upto_mode),
            open_immediate: periodic.is_some_and(|periodic| periodic.open_immediate),
            reservation_rounds: plan
                .rounds
                .iter()
                .map(|(key, round)| AdminRound::new(Some(key), *round, zone, now))
                .collect(),
        }
    }
}

impl PlanOddity {
    pub(super) fn new(context: &Context, code: PlanWarning, group: Option<String>) -> Self {
        let group = group.unwrap_or_else(|| context.t("admin.rounds.no_group"));
        let message = context.t_with(&format!("admin.rounds.{}", code.as_str()), &[("group", &group)]);
        Self { code, message }
    }
}

impl PlanPreview {
    fn new(preview: PlanEffects, context: &Context, zone: Zone, now: DateTime<Utc>) -> Self {
        let reach = |reach: GroupReach| PlanReach {
            label: reach.label,
            reservable_till_now: reach.now.reservable_till(),
            reservable_till_then: reach.then.reservable_till(),
        };
        Self {
            openings: preview.openings.into_iter().map(|round| AdminRound::new(None, round, zone, now)).collect(),
            reaches: preview.reaches.into_iter().map(reach).collect(),
            closing_dates: preview.closing,
            opening_dates: preview.opening,
            bookings_kept: preview.bookings_kept,
            guests_kept: preview.guests_kept,
            oddities: preview.oddities.into_iter().map(|(code, group)| PlanOddity::new(context, code, group)).collect(),
        }
    }
}
