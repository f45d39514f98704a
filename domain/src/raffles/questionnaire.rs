//! The questionnaire of a round, and diners' answers (gaps G125). The draw does not depend on them.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::error::RaffleError;
use crate::ids::{RaffleRoundId, RestaurantId, UserId};

/// Maximum length of one answer in characters.
pub const MAX_ANSWER_LENGTH: usize = 500;

/// The questions of a round, with the diner's earlier answers.
#[derive(Clone, Debug)]
pub struct Questionnaire {
    pub questions: Vec<String>,
    /// In the order of the questions; empty without earlier answers.
    pub answers: Vec<String>,
    round: RaffleRoundId,
    restaurant: RestaurantId,
}

/// # Errors
/// The round does not exist for diners, or has no questions.
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
    let (round, restaurant) = (RaffleRoundId(row.id), row.restaurant_id);
    Ok(Questionnaire { questions: row.questions, answers: row.answers, round, restaurant })
}

/// Saves a diner's answers, replacing the previous ones; missing ones count as blank.
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
    let is_valid = |text: &String| text.chars().count() <= MAX_ANSWER_LENGTH && !text.contains('\0');
    if answers.len() > asked.questions.len() || !answers.iter().all(is_valid) {
        return Err(RaffleError::Invalid("answers"));
    }
    let given = (0..asked.questions.len()).map(|at| answers.get(at).map(|text| text.trim()).unwrap_or_default());
    let given: Vec<String> = given.map(str::to_owned).collect();
    sqlx::query!(
        "INSERT INTO raffle_answers (restaurant_id, raffle_round_id, user_id, answers, answered_at)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (restaurant_id, raffle_round_id, user_id) DO UPDATE SET answers = $4, answered_at = $5",
        asked.restaurant.0,
        asked.round.0,
        diner.0,
        &given,
        now
    )
    .execute(conn)
    .await?;
    Ok(())
}
