//! What a round asks of whoever takes part, and their answers (gaps G125). Nothing depends on them.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::error::RaffleError;
use crate::ids::{RestaurantId, UserId};

/// The letters of one answer.
pub const MAX_ANSWER_LENGTH: usize = 500;

/// The questions of a round, with what the diner has answered before.
#[derive(Clone, Debug)]
pub struct Questionnaire {
    pub questions: Vec<String>,
    /// In the order of the questions; empty when nothing was answered yet.
    pub answers: Vec<String>,
    round: i64,
    restaurant: RestaurantId,
}

/// # Errors
/// No diner can see such a round, or it asks nothing.
pub async fn find(conn: &mut PgConnection, uid: &str, diner: UserId) -> Result<Questionnaire, RaffleError> {
    let row = sqlx::query!(
        r#"SELECT r.restaurant_id AS "restaurant_id: RestaurantId", r.id, r.questions, coalesce(a.answers, '{}') AS "answers!"
           FROM raffle_rounds r
           JOIN restaurants t ON t.id = r.restaurant_id AND t.visibility <> 'hidden'
           LEFT JOIN raffle_answers a
               ON a.restaurant_id = r.restaurant_id AND a.raffle_round_id = r.id AND a.user_id = $2
           WHERE r.uid = $1 AND r.questions <> '{}'"#,
        uid,
        diner.0
    );
    let row = row.fetch_optional(conn).await?.ok_or(RaffleError::NotFound)?;
    Ok(Questionnaire { questions: row.questions, answers: row.answers, round: row.id, restaurant: row.restaurant_id })
}

/// Keeps a diner's answers in the place of former ones; what is missing counts as left open.
///
/// # Errors
/// The number of the question, from 0, whose answer is too long; more answers than questions are `Invalid`.
pub async fn answer(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    asked: &Questionnaire,
    diner: UserId,
    answers: &[String],
) -> Result<(), RaffleError> {
    let is_sound = |text: &String| text.chars().count() <= MAX_ANSWER_LENGTH && !text.contains('\0');
    if answers.len() > asked.questions.len() || !answers.iter().all(is_sound) {
        return Err(RaffleError::Invalid("answers"));
    }
    let given = (0..asked.questions.len()).map(|at| answers.get(at).map(|text| text.trim()).unwrap_or_default());
    let given: Vec<String> = given.map(str::to_owned).collect();
    sqlx::query!(
        "INSERT INTO raffle_answers (restaurant_id, raffle_round_id, user_id, answers, answered_at)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (restaurant_id, raffle_round_id, user_id) DO UPDATE SET answers = $4, answered_at = $5",
        asked.restaurant.0,
        asked.round,
        diner.0,
        &given,
        now
    )
    .execute(conn)
    .await?;
    Ok(())
}
