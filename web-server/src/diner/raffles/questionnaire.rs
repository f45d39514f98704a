//! The questionnaire inside the raffle's dialog: a small separate page without script (diner §2, gaps G125).

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use domain::raffles::error::RaffleError;
use domain::raffles::questionnaire::{self, MAX_ANSWER_LENGTH, Questionnaire};
use minijinja::context;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::diner::session::Diner;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::FormOrJson;
use crate::state::App;

const FORM: &str = include_str!("../../../templates/questionnaire.html.j2");

/// Returns the address of a round's questionnaire.
pub fn address(uid: &str) -> String {
    format!("/users/raffle_round/product_registrations/{uid}/register")
}

#[derive(Serialize, ToSchema)]
pub struct QuestionnaireAnswer {
    questions: Vec<String>,
    /// In the order of the questions; empty before the first answer.
    answers: Vec<String>,
}

#[derive(Deserialize, ToSchema)]
pub struct QuestionnaireBody {
    /// In the order of the questions; empty for an unanswered one.
    #[serde(default)]
    answers: Vec<String>,
}

/// The questions of a round, with the diner's answers.
#[utoipa::path(get, path = "/users/raffle_round/product_registrations/{uid}/register", tag = "raffles", params(("uid" = String, Path)),
    responses((status = 200, body = QuestionnaireAnswer), (status = 302), (status = 401), (status = 404)))]
pub async fn form(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    Path(uid): Path<String>,
) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let asked = questionnaire::find(&mut conn, &uid, diner.id).await?;
    drop(conn);
    if context.wants_json() {
        return Ok(Json(QuestionnaireAnswer { questions: asked.questions, answers: asked.answers }).into_response());
    }
    sheet(&app, &context, &uid, &asked, &asked.answers, Stage::Asking)
}

/// Saves the answers, and shows a thank-you text inside the frame.
#[utoipa::path(post, path = "/users/raffle_round/product_registrations/{uid}/register", tag = "raffles", params(("uid" = String, Path)),
    request_body = QuestionnaireBody,
    responses((status = 200, body = QuestionnaireAnswer), (status = 401), (status = 404), (status = 422)))]
pub async fn submit(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    Path(uid): Path<String>,
    FormOrJson(body): FormOrJson<QuestionnaireBody>,
) -> Result<Response, ApiError> {
    let mut tx = app.pool.begin().await?;
    let asked = questionnaire::find(&mut tx, &uid, diner.id).await?;
    let kept = questionnaire::answer(&mut tx, app.clock.now(), &asked, diner.id, &body.answers).await;
    match kept {
        Ok(()) => tx.commit().await?,
        Err(RaffleError::Invalid(_)) if !context.wants_json() => {
            return sheet(&app, &context, &uid, &asked, &body.answers, Stage::Rejected);
        }
        Err(error) => return Err(error.into()),
    }
    if context.wants_json() {
        return Ok(Json(QuestionnaireAnswer { questions: asked.questions, answers: body.answers }).into_response());
    }
    sheet(&app, &context, &uid, &asked, &body.answers, Stage::Thanks)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Asking,
    Rejected,
    Thanks,
}

fn sheet(
    app: &App,
    context: &Context,
    uid: &str,
    asked: &Questionnaire,
    answers: &[String],
    state: Stage,
) -> Result<Response, ApiError> {
    let rows = asked.questions.iter().enumerate().map(|(at, question)| {
        context! { question => question, answer => answers.get(at).map(String::as_str).unwrap_or_default() }
    });
    let html = minijinja::Environment::new().render_named_str(
        "questionnaire.html",
        FORM,
        context! {
            lang => context.locale().as_str(),
            title => context.t("pages.raffle_questionnaire.title"),
            lead => context.t("pages.raffle_questionnaire.lead"),
            thanks => context.t("pages.raffle_questionnaire.thanks"),
            refused => context.t("pages.raffle_questionnaire.refused"),
            submit => context.t("pages.raffle_questionnaire.submit"),
            action => address(uid),
            csrf_token => context.csrf_token(app),
            longest => MAX_ANSWER_LENGTH,
            rows => rows.collect::<Vec<_>>(),
            is_thanks => state == Stage::Thanks,
            is_refused => state == Stage::Rejected,
        },
    );
    let status = if state == Stage::Rejected { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    Ok((status, Html(html.map_err(ApiError::internal)?)).into_response())
}
