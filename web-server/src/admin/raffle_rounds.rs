//! A restaurant's raffles: periods, participants and winners (admin §2, §3, §7, gaps G053, G120, G190).

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use domain::audit::{self, Actor, Event};
use domain::clients::beacon;
use domain::ids::RaffleRegistrationId;
use domain::pagination::PageWindow;
use domain::raffles::actions::{self, WinnerResult};
use domain::raffles::error::RaffleError;
use domain::raffles::model::{RaffleRound, RoundChange, RoundForm, Stage, WonBy};
use domain::raffles::queries::{self, ListedRound, Participant};
use domain::raffles::sweep;
use domain::restaurants::model::Visibility;
use domain::rounds::plan::{parse_effective_at, write_effective_at};
use domain::rounds::window::Round;
use domain::rounds::wins;
use domain::zone::Zone;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::PgConnection;
use utoipa::{IntoParams, ToSchema};

use super::restaurant::AdminAt;
use crate::console::{Admin, Expected, page};
use crate::http::calls::{Calls, routes};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::{FormOrJson, tick};
use crate::http::page::PageData;
use crate::state::App;

/// Participants per page.
const PER_PAGE: i64 = 50;

pub fn calls<C: Calls>() -> C {
    C::new()
        .routes(routes!(index, create))
        .routes(routes!(show, update, destroy))
        .routes(routes!(draw))
        .routes(routes!(make_winner))
}

#[derive(Serialize, ToSchema)]
pub struct AdminRaffleRoundsPage {
    /// Latest first.
    raffle_rounds: Vec<AdminRaffleRound>,
}

impl PageData for AdminRaffleRoundsPage {
    const NAME: &'static str = "admin_raffle_rounds";
}

#[derive(Serialize, ToSchema)]
pub struct AdminRaffleRound {
    uid: String,
    stage: Stage,
    /// YYYY-MM-DD HH:mm:00, in the restaurant's zone.
    registerable_from: String,
    registerable_till: String,
    winners_count: i32,
    entries_limit: i32,
    questions: Vec<String>,
    registrations: i64,
    winners: i64,
    /// The beacon's round that draws it, and the time of its publication (ISO 8601), from which the raffle can be drawn.
    beacon_round: i64,
    draws_at: String,
    /// The beacon's round is published, and the raffle is not drawn.
    is_due: bool,
    /// ISO 8601; null until the raffle is drawn.
    drawn_at: Option<String>,
    /// The times at which winners may book; empty while the restaurant's preferred plan has no round for them.
    #[serde(rename = "prrList")]
    windows: Vec<WinnersWindow>,
}

/// The days that open to winners only, and the time at which they open.
#[derive(Serialize, ToSchema)]
pub struct WinnersWindow {
    /// YYYY-MM-DD HH:mm:00
    effective_at: String,
    online_reservable_till: chrono::NaiveDate,
}

#[derive(Serialize, ToSchema)]
pub struct AdminRaffleRoundPage {
    raffle_round: AdminRaffleRound,
    /// Whether visitors can see the round. The rounds of a hidden restaurant are not published.
    is_published: bool,
    /// Winners first.
    registrations: Vec<RaffleParticipant>,
    current_page: i64,
    total_pages: i64,
}

impl PageData for AdminRaffleRoundPage {
    const NAME: &'static str = "admin_raffle_round";
}

#[derive(Serialize, ToSchema)]
pub struct RaffleParticipant {
    id: i64,
    user_uid: String,
    name: String,
    phone_country: String,
    /// Number of entries, which is the weight of the diner's chance.
    entries: i64,
    created_at: String,
    won_at: Option<String>,
    /// How the diner won. A manually added winner is marked as such.
    won_by: Option<WonBy>,
}

#[derive(Deserialize, ToSchema)]
pub struct RaffleRoundBody {
    raffle_round: RaffleRoundFields,
    /// With a change: the fields that the form showed.
    #[serde(default)]
    expected: Expected,
}

#[derive(Deserialize, ToSchema)]
pub struct RaffleRoundFields {
    /// YYYY-MM-DD HH:mm:00, in the restaurant's zone.
    registerable_from: String,
    registerable_till: String,
    winners_count: i32,
    /// Default of a new raffle: 7. Unchanged if left out.
    #[schema(nullable = false)]
    entries_limit: Option<i32>,
    /// None by default. Unchanged if left out.
    #[schema(nullable = false)]
    questions: Option<Vec<String>>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct RaffleRoundSaved {
    status: u16,
    uid: String,
    message: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct RaffleDrawn {
    status: u16,
    /// Number of drawn winners.
    winners: usize,
}

#[derive(Deserialize, IntoParams)]
pub struct ParticipantsQuery {
    /// From 1.
    page: Option<i64>,
}

#[derive(Deserialize, ToSchema)]
pub struct WinnerBody {
    raffle_round_registration_id: i64,
    #[serde(default, deserialize_with = "tick::deserialize")]
    #[schema(value_type = tick::CheckboxValue)]
    send_email_to_winner: bool,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct WinnerMade {
    status: u16,
    /// ISO 8601.
    won_at: String,
    /// States that the winner was added, that nothing changed, or that the raffle is not closed yet.
    message: String,
}

/// Lists all raffles.
#[utoipa::path(get, path = "/admin/r/{slug}/raffle_rounds", tag = "admin", params(("slug" = String, Path)),
    responses((status = 200, body = page::ConsolePage<AdminRaffleRoundsPage>), (status = 302), (status = 401), (status = 404)))]
pub async fn index(State(app): State<App>, context: Context, at: AdminAt) -> Result<Response, ApiError> {
    let raffle_rounds = list(&mut *app.pool.acquire().await?, &app, &at).await?;
    let data = AdminRaffleRoundsPage { raffle_rounds };
    let title = context.t("admin.raffles.title");
    page::respond_to_admin_at(&app, &context, &at.admin, &at.restaurant, &title, data).await
}

/// Creates a raffle.
#[utoipa::path(post, path = "/admin/r/{slug}/raffle_rounds", tag = "admin", params(("slug" = String, Path)),
    request_body = RaffleRoundBody,
    responses((status = 201, body = RaffleRoundSaved), (status = 401), (status = 404), (status = 422)))]
pub async fn create(
    State(app): State<App>,
    context: Context,
    at: AdminAt,
    FormOrJson(body): FormOrJson<RaffleRoundBody>,
) -> Result<Response, ApiError> {
    let form = body.raffle_round.read(at.restaurant.zone)?.into_form();
    let (now, actor, restaurant) = (app.clock.now(), at.actor(), at.restaurant.id);
    let uid = app.transaction(async |tx| actions::create(tx, &app.rng, now, actor, restaurant, &form).await).await?;
    let saved = RaffleRoundSaved { status: 201, uid, message: context.t("admin.updated") };
    Ok((StatusCode::CREATED, Json(saved)).into_response())
}

/// Returns a raffle with its participants.
#[utoipa::path(get, path = "/admin/r/{slug}/raffle_rounds/{uid}", tag = "admin",
    params(("slug" = String, Path), ("uid" = String, Path), ParticipantsQuery),
    responses((status = 200, body = page::ConsolePage<AdminRaffleRoundPage>), (status = 302), (status = 401), (status = 404)))]
pub async fn show(
    State(app): State<App>,
    context: Context,
    at: AdminAt,
    Path(path): Path<(String, String)>,
    Query(query): Query<ParticipantsQuery>,
) -> Result<Response, ApiError> {
    let page = query.page.unwrap_or(1).clamp(1, 1_000_000);
    let mut conn = app.pool.acquire().await?;
    let all = queries::list(&mut conn, at.restaurant.id).await?;
    let listed = all.iter().find(|listed| listed.round.uid == path.1).ok_or_else(ApiError::not_found)?;
    let preferred = wins::preferred(&mut conn, at.restaurant.id, app.clock.now()).await?;
    let window = PageWindow::newest(PER_PAGE, (page - 1) * PER_PAGE);
    let (participants, total) = queries::list_participants(&mut conn, &listed.round, window).await?;
    let event = Event {
        actor: at.actor(),
        action: "raffle_participants.viewed",
        restaurant: Some(at.restaurant.id),
        reservation: None,
        detail: json!({ "raffle_round": path.1, "participants": participants.len() }),
    };
    audit::record(&mut conn, app.clock.now(), event).await?;
    drop(conn);
    let total_pages = (total + PER_PAGE - 1) / PER_PAGE;
    let zone = at.restaurant.zone;
    let data = AdminRaffleRoundPage {
        raffle_round: AdminRaffleRound::new(listed, &all, &preferred, zone, app.clock.now()),
        is_published: at.restaurant.visibility != Visibility::Hidden,
        registrations: participants.into_iter().map(|participant| RaffleParticipant::new(participant, zone)).collect(),
        current_page: page.min(total_pages.max(1)),
        total_pages,
    };
    let title = context.t("admin.raffle.title");
    page::respond_to_admin_at(&app, &context, &at.admin, &at.restaurant, &title, data).await
}

/// Changes a raffle that is not open yet. 409 if a field does not have the expected value any more.
#[utoipa::path(patch, path = "/admin/r/{slug}/raffle_rounds/{uid}", tag = "admin",
    params(("slug" = String, Path), ("uid" = String, Path)), request_body = RaffleRoundBody,
    responses((status = 200, body = RaffleRoundSaved), (status = 401), (status = 404), (status = 409), (status = 422)))]
pub async fn update(
    State(app): State<App>,
    context: Context,
    at: AdminAt,
    Path(path): Path<(String, String)>,
    FormOrJson(body): FormOrJson<RaffleRoundBody>,
) -> Result<Json<RaffleRoundSaved>, ApiError> {
    let change = body.raffle_round.read(at.restaurant.zone)?;
    let (now, actor, restaurant) = (app.clock.now(), at.actor(), at.restaurant.id);
    let mut tx = app.pool.begin().await?;
    let previous = actions::change(&mut tx, now, actor, restaurant, &path.1, &change).await?;
    body.expected.require_unchanged(&shown_fields(&previous, at.restaurant.zone))?;
    tx.commit().await?;
    Ok(Json(RaffleRoundSaved { status: 200, uid: path.1, message: context.t("admin.updated") }))
}

/// Deletes a raffle that is not open yet.
#[utoipa::path(delete, path = "/admin/r/{slug}/raffle_rounds/{uid}", tag = "admin",
    params(("slug" = String, Path), ("uid" = String, Path)),
    responses((status = 204), (status = 401), (status = 404), (status = 422)))]
pub async fn destroy(
    State(app): State<App>,
    at: AdminAt,
    Path(path): Path<(String, String)>,
) -> Result<StatusCode, ApiError> {
    let (now, actor, restaurant) = (app.clock.now(), at.actor(), at.restaurant.id);
    app.transaction(async |tx| actions::remove(tx, now, actor, restaurant, &path.1).await).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Draws a closed raffle immediately, as the worker does (gaps G120).
#[utoipa::path(post, path = "/admin/r/{slug}/raffle_rounds/{uid}/draw", tag = "admin",
    params(("slug" = String, Path), ("uid" = String, Path)),
    responses((status = 201, body = RaffleDrawn), (status = 401), (status = 404), (status = 422), (status = 502)))]
pub async fn draw(
    State(app): State<App>,
    at: AdminAt,
    Path(path): Path<(String, String)>,
) -> Result<Response, ApiError> {
    let (now, restaurant, uid) = (app.clock.now(), at.restaurant.id, path.1.as_str());
    let winners = sweep::draw_round(&app.pool, &app.beacon, &app.rng, now, restaurant, uid, Some(at.actor())).await?;
    Ok((StatusCode::CREATED, Json(RaffleDrawn { status: 201, winners })).into_response())
}

/// Adds a winner manually, with or without a mail. A repeated request changes nothing (gaps G190).
#[utoipa::path(post, path = "/admin/api/raffle_round_registrations", tag = "admin", request_body = WinnerBody,
    responses((status = 200, body = WinnerMade), (status = 201, body = WinnerMade), (status = 401), (status = 404), (status = 422)))]
pub async fn make_winner(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    FormOrJson(body): FormOrJson<WinnerBody>,
) -> Result<Response, ApiError> {
    let (id, with_mail) = (RaffleRegistrationId(body.raffle_round_registration_id), body.send_email_to_winner);
    let (now, actor) = (app.clock.now(), Actor::Admin(admin.id));
    let made = app.transaction(async |tx| actions::make_winner(tx, &app.rng, now, actor, id, with_mail).await).await?;
    let status = if made.is_new { StatusCode::CREATED } else { StatusCode::OK };
    Ok((status, Json(WinnerMade::new(made, status, &context))).into_response())
}

async fn list(conn: &mut PgConnection, app: &App, at: &AdminAt) -> sqlx::Result<Vec<AdminRaffleRound>> {
    let all = queries::list(conn, at.restaurant.id).await?;
    let now = app.clock.now();
    let preferred = wins::preferred(conn, at.restaurant.id, now).await?;
    let view = |listed| AdminRaffleRound::new(listed, &all, &preferred, at.restaurant.zone, now);
    Ok(all.iter().map(view).collect())
}

impl AdminRaffleRound {
    fn new(
        ListedRound { round, registrations, winners, drawn_at, beacon_round }: &ListedRound,
        all: &[ListedRound],
        preferred: &[Round],
        zone: Zone,
        now: chrono::DateTime<chrono::Utc>,
    ) -> Self {
        let closes = all.iter().map(|listed| listed.round.form.registerable_till);
        let next_close = closes.filter(|close| *close > round.form.registerable_till).min();
        let RaffleRound { uid, form, .. } = round;
        let draws_at = beacon::out_at(*beacon_round);
        Self {
            beacon_round: *beacon_round,
            draws_at: zone.iso(draws_at),
            is_due: drawn_at.is_none() && draws_at <= now,
            uid: uid.clone(),
            stage: round.stage(now),
            registerable_from: write_effective_at(zone, form.registerable_from),
            registerable_till: write_effective_at(zone, form.registerable_till),
            winners_count: form.winners_count,
            entries_limit: form.entries_limit,
            questions: form.questions.clone(),
            registrations: *registrations,
            winners: *winners,
            drawn_at: drawn_at.map(|at| zone.iso(at)),
            windows: wins::rounds_of(preferred, form.registerable_till, next_close)
                .into_iter()
                .map(|window| WinnersWindow {
                    effective_at: write_effective_at(zone, window.effective_at),
                    online_reservable_till: window.online_reservable_till,
                })
                .collect(),
        }
    }
}

impl RaffleParticipant {
    fn new(participant: Participant, zone: Zone) -> Self {
        Self {
            id: participant.id.0,
            user_uid: participant.user_uid,
            name: participant.name,
            phone_country: participant.phone_country,
            entries: participant.entries,
            created_at: zone.iso(participant.created_at),
            won_at: participant.won_at.map(|at| zone.iso(at)),
            won_by: participant.won_by,
        }
    }
}

/// Returns the fields of a raffle's form, as the page shows them.
fn shown_fields(form: &RoundForm, zone: Zone) -> Value {
    json!({
        "registerable_from": write_effective_at(zone, form.registerable_from),
        "registerable_till": write_effective_at(zone, form.registerable_till),
        "winners_count": form.winners_count,
        "entries_limit": form.entries_limit,
        "questions": form.questions,
    })
}

impl RaffleRoundFields {
    fn read(self, zone: Zone) -> Result<RoundChange, RaffleError> {
        let at = |field, text: &str| parse_effective_at(zone, text).ok_or(RaffleError::Invalid(field));
        let trimmed = |texts: Vec<String>| texts.into_iter().map(|text| text.trim().to_owned()).collect();
        Ok(RoundChange {
            registerable_from: at("registerable_from", &self.registerable_from)?,
            registerable_till: at("registerable_till", &self.registerable_till)?,
            winners_count: self.winners_count,
            entries_limit: self.entries_limit,
            questions: self.questions.map(trimmed),
        })
    }
}

impl WinnerMade {
    fn new(WinnerResult { won_at, is_new, is_early }: WinnerResult, status: StatusCode, context: &Context) -> Self {
        let message = match (is_new, is_early) {
            (false, _) => "admin.raffles.was_winner",
            (true, true) => "admin.raffles.made_early",
            (true, false) => "admin.raffles.made_winner",
        };
        Self { status: status.as_u16(), won_at: Zone::default().iso(won_at), message: context.t(message) }
    }
}
