//! A restaurant's questions to each guest of a party, with the booking and after it, and the answers (diner §3 and §5, gaps G091,
//! R-099). An answer is stored with the text of its question.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use sqlx::types::Json;

use super::error::ReservationError;
use crate::ids::{AnswerSetId, PreferenceQuestionId, ReservationId, RestaurantId};
use crate::names::too_long;
use crate::restaurants::model::Bilingual;
use crate::text_enum::text_enum;

/// Maximum length of an answer, in characters.
pub const MAX_ANSWER_LENGTH: usize = 200;

text_enum! {
    /// The time at which a question is asked.
    #[schema(as = PreferenceTiming)]
    pub enum QuestionTiming of "preference_questions.timing", "reservation_preferences.timing" {
        OnBooking = "on_booking",
        AfterBooking = "after_booking",
    }
}

impl QuestionTiming {
    pub const BOTH: [Self; 2] = [Self::OnBooking, Self::AfterBooking];
}

text_enum! {
    pub enum QuestionType of "preference_questions.question_type" {
        Select = "select",
        Singleline = "singleline",
    }
}

#[derive(Clone, Debug)]
pub struct Question {
    pub id: PreferenceQuestionId,
    pub timing: QuestionTiming,
    pub question_type: QuestionType,
    pub text: Bilingual,
    /// Options of a select. The id of an option is its position, from 1.
    pub options: Vec<Bilingual>,
    pub is_required: bool,
    /// For a child: the parent question, and the option that must be chosen there.
    pub parent: Option<(PreferenceQuestionId, i32)>,
}

/// An answer as submitted.
#[derive(Clone, Debug)]
pub struct AnswerInput {
    pub question: PreferenceQuestionId,
    pub option: Option<i32>,
    pub text: String,
}

/// One guest's answer to one question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    pub question_id: PreferenceQuestionId,
    pub question_ja: String,
    pub question_en: String,
    pub option_id: Option<i32>,
    pub answer_ja: String,
    pub answer_en: String,
}

/// The answers of one guest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerSet {
    pub id: AnswerSetId,
    pub timing: QuestionTiming,
    pub answers: Vec<Answer>,
}

type AnswerError = (String, &'static str);

/// Validates the answers of all guests, one set each. Returns no sets if nothing was answered and nothing is required.
///
/// # Errors
/// The number of sets differs from the number of guests, or answers are invalid; each invalid field is named.
pub fn check(
    questions: &[Question],
    timing: QuestionTiming,
    sets: &[Vec<AnswerInput>],
    guests: i32,
) -> Result<Vec<Vec<Answer>>, ReservationError> {
    let asked: Vec<_> = questions.iter().filter(|question| question.timing == timing).collect();
    let is_anything_required = asked.iter().any(|question| question.is_required && question.parent.is_none());
    if asked.is_empty() || sets.is_empty() && !is_anything_required {
        return Ok(Vec::new());
    }
    if usize::try_from(guests) != Ok(sets.len()) {
        return Err(ReservationError::PreferencesMismatch);
    }
    let mut faults = Vec::new();
    let mut checked: Vec<_> =
        sets.iter().enumerate().map(|(guest, given)| check_set(&asked, guest, given, &mut faults)).collect();
    if checked.iter().all(Vec::is_empty) {
        checked.clear();
    }
    if faults.is_empty() { Ok(checked) } else { Err(ReservationError::Unanswered(faults)) }
}

fn check_set(asked: &[&Question], guest: usize, given: &[AnswerInput], faults: &mut Vec<AnswerError>) -> Vec<Answer> {
    let of = |question: PreferenceQuestionId| given.iter().find(|given| given.question == question);
    let mut answers = Vec::new();
    for question in asked {
        let is_asked =
            question.parent.is_none_or(|(parent, only)| of(parent).is_some_and(|given| given.option == Some(only)));
        if !is_asked {
            continue;
        }
        match answer(question, of(question.id)) {
            Ok(answer) => answers.extend(answer),
            Err(code) => faults.push((field(guest, question.id), code)),
        }
    }
    answers
}

/// Returns the name of an answer's field: `preferences.0.12` for the first guest and question 12.
pub fn field(guest: usize, question: PreferenceQuestionId) -> String {
    format!("preferences.{guest}.{question}")
}

fn answer(question: &Question, given: Option<&AnswerInput>) -> Result<Option<Answer>, &'static str> {
    let (option_id, words) = match (question.question_type, given) {
        (QuestionType::Select, Some(AnswerInput { option: Some(option), .. })) => {
            let place = usize::try_from(*option).ok().and_then(|option| option.checked_sub(1));
            let chosen = place.and_then(|place| question.options.get(place)).ok_or("field_invalid")?;
            (Some(*option), chosen.clone())
        }
        (QuestionType::Singleline, Some(given)) if !given.text.trim().is_empty() => {
            let text = given.text.trim();
            if text.chars().count() > MAX_ANSWER_LENGTH {
                return Err(too_long(MAX_ANSWER_LENGTH));
            }
            (None, Bilingual::new(text, text))
        }
        _ if question.is_required => return Err("blank"),
        _ => return Ok(None),
    };
    Ok(Some(Answer {
        question_id: question.id,
        question_ja: question.text.ja.clone(),
        question_en: question.text.en.clone(),
        option_id,
        answer_ja: words.ja,
        answer_en: words.en,
    }))
}

/// The answer sets to delete and to add when the party size changes.
#[derive(Clone, Debug, Default)]
pub struct AnswerChange {
    pub dropped: Vec<AnswerSetId>,
    pub added: Vec<(QuestionTiming, Vec<AnswerInput>)>,
}

impl AnswerChange {
    pub fn is_empty(&self) -> bool {
        self.dropped.is_empty() && self.added.is_empty()
    }
}

/// Deletes and adds answer sets, so each group of answered questions has one set for each of `guests` guests (R-099).
pub async fn adjust(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    id: ReservationId,
    change: &AnswerChange,
    guests: i32,
) -> Result<(), ReservationError> {
    let sets = list(conn, restaurant, id).await?;
    if !change.dropped.iter().all(|dropped| sets.iter().any(|set| set.id == *dropped)) {
        return Err(ReservationError::PreferencesMismatch);
    }
    let questions = list_questions(conn, restaurant).await?;
    for timing in QuestionTiming::BOTH {
        let own: Vec<_> = sets.iter().filter(|set| set.timing == timing).collect();
        let kept = own.iter().filter(|set| !change.dropped.contains(&set.id)).count();
        let added: Vec<_> =
            change.added.iter().filter(|(of, _)| *of == timing).map(|(_, given)| given.clone()).collect();
        if own.is_empty() && added.is_empty() {
            continue;
        }
        if usize::try_from(guests) != Ok(kept + added.len()) || own.is_empty() {
            return Err(ReservationError::PreferencesMismatch);
        }
        if !added.is_empty() {
            let count = i32::try_from(added.len()).unwrap_or(i32::MAX);
            let answers = check(&questions, timing, &added, count)?;
            insert(conn, now, restaurant, id, timing, &answers).await?;
        }
    }
    let dropped: Vec<_> = change.dropped.iter().map(|id| id.0).collect();
    sqlx::query!(
        "DELETE FROM reservation_preferences WHERE restaurant_id = $1 AND reservation_id = $2 AND id = ANY ($3)",
        restaurant.0,
        id.0,
        &dropped,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Deletes the latest answer sets of each timing that exceed the number of guests.
pub async fn keep_sets(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: ReservationId,
    guests: i32,
) -> sqlx::Result<()> {
    sqlx::query!(
        "DELETE FROM reservation_preferences WHERE restaurant_id = $1 AND reservation_id = $2 AND id IN (
             SELECT numbered.id FROM (
                 SELECT p.id, row_number() OVER (PARTITION BY p.timing ORDER BY p.id) AS place
                 FROM reservation_preferences p WHERE p.restaurant_id = $1 AND p.reservation_id = $2) numbered
             WHERE numbered.place > $3)",
        restaurant.0,
        id.0,
        i64::from(guests),
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Stores the answers of a whole party, replacing earlier ones of the same timing.
pub async fn replace(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    id: ReservationId,
    timing: QuestionTiming,
    sets: &[Vec<Answer>],
) -> sqlx::Result<()> {
    sqlx::query!(
        "DELETE FROM reservation_preferences WHERE restaurant_id = $1 AND reservation_id = $2 AND timing = $3",
        restaurant.0,
        id.0,
        timing.as_str(),
    )
    .execute(&mut *conn)
    .await?;
    insert(conn, now, restaurant, id, timing, sets).await
}

async fn insert(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    id: ReservationId,
    timing: QuestionTiming,
    sets: &[Vec<Answer>],
) -> sqlx::Result<()> {
    for answers in sets {
        sqlx::query!(
            "INSERT INTO reservation_preferences (restaurant_id, reservation_id, timing, answers, created_at)
             VALUES ($1, $2, $3, $4, $5)",
            restaurant.0,
            id.0,
            timing.as_str(),
            Json(answers) as _,
            now,
        )
        .execute(&mut *conn)
        .await?;
    }
    Ok(())
}

/// Lists the answers of a party, one set for each guest.
pub async fn list(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: ReservationId,
) -> sqlx::Result<Vec<AnswerSet>> {
    let rows = sqlx::query!(
        r#"SELECT id, timing AS "timing: QuestionTiming", answers AS "answers: Json<Vec<Answer>>" FROM reservation_preferences
           WHERE restaurant_id = $1 AND reservation_id = $2 ORDER BY timing DESC, id"#,
        restaurant.0,
        id.0,
    );
    let sets = rows.fetch_all(conn).await?.into_iter();
    Ok(sets.map(|row| AnswerSet { id: AnswerSetId(row.id), timing: row.timing, answers: row.answers.0 }).collect())
}

/// Lists a restaurant's questions, each child after its parent.
pub async fn list_questions(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<Vec<Question>> {
    let rows = sqlx::query!(
        r#"SELECT q.id, q.timing AS "timing: QuestionTiming", q.question_type AS "question_type: QuestionType", q.question_ja,
                  q.question_en, q.options_ja, q.options_en, q.is_required, q.parent_id, q.only_option_id
           FROM preference_questions q
           LEFT JOIN preference_questions p ON p.restaurant_id = q.restaurant_id AND p.id = q.parent_id
           WHERE q.restaurant_id = $1
           ORDER BY q.timing DESC, coalesce(p.position, q.position), coalesce(q.parent_id, q.id), q.parent_id IS NOT NULL,
               q.position, q.id"#,
        restaurant.0,
    );
    let question = rows.fetch_all(conn).await?.into_iter().map(|row| Question {
        id: PreferenceQuestionId(row.id),
        timing: row.timing,
        question_type: row.question_type,
        text: Bilingual::new(row.question_ja, row.question_en),
        options: row.options_ja.into_iter().zip(row.options_en).map(|(ja, en)| Bilingual::new(ja, en)).collect(),
        is_required: row.is_required,
        parent: row.parent_id.map(PreferenceQuestionId).zip(row.only_option_id),
    });
    Ok(question.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(id: i64, question_type: QuestionType, is_required: bool) -> Question {
        let options = match question_type {
            QuestionType::Select => vec![Bilingual::new("はい", "Yes"), Bilingual::new("いいえ", "No")],
            QuestionType::Singleline => Vec::new(),
        };
        let text = Bilingual::new(format!("質問{id}"), format!("Question {id}"));
        let id = PreferenceQuestionId(id);
        Question { id, timing: QuestionTiming::OnBooking, question_type, text, options, is_required, parent: None }
    }

    fn chosen(question: i64, option: i32) -> AnswerInput {
        AnswerInput { question: PreferenceQuestionId(question), option: Some(option), text: String::new() }
    }

    fn written(question: i64, text: &str) -> AnswerInput {
        AnswerInput { question: PreferenceQuestionId(question), option: None, text: text.into() }
    }

    fn faults(questions: &[Question], sets: &[Vec<AnswerInput>]) -> Vec<(String, &'static str)> {
        let guests = i32::try_from(sets.len()).unwrap();
        match check(questions, QuestionTiming::OnBooking, sets, guests) {
            Err(ReservationError::Unanswered(faults)) => faults,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn preferences_are_stored_per_guest() {
        let questions = [question(1, QuestionType::Select, true), question(2, QuestionType::Singleline, false)];
        let sets = [vec![chosen(1, 1), written(2, " 左利き ")], vec![chosen(1, 2)]];
        let kept = check(&questions, QuestionTiming::OnBooking, &sets, 2).unwrap();
        assert_eq!((kept[0][1].answer_ja.as_str(), kept[1].len(), kept[1][0].answer_en.as_str()), ("左利き", 1, "No"));
        for guests in [1, 3] {
            let refused = check(&questions, QuestionTiming::OnBooking, &sets, guests).unwrap_err();
            assert_eq!(refused.code(), "preferences_mismatch");
        }
        assert!(
            check(&questions, QuestionTiming::AfterBooking, &[], 2).unwrap().is_empty(),
            "no question is asked after the booking"
        );
    }

    #[test]
    fn missing_or_invalid_answers_name_guest_and_question() {
        let questions = [question(1, QuestionType::Select, true), question(2, QuestionType::Singleline, true)];
        let long = "字".repeat(MAX_ANSWER_LENGTH + 1);
        let sets = [vec![], vec![chosen(1, 3), written(2, &long)], vec![chosen(1, 0), written(2, "  ")]];
        let named = |guest, question, code| (field(guest, PreferenceQuestionId(question)), code);
        assert_eq!(
            faults(&questions, &sets),
            [
                named(0, 1, "blank"),
                named(0, 2, "blank"),
                named(1, 1, "field_invalid"),
                named(1, 2, "too_long_200"),
                named(2, 1, "field_invalid"),
                named(2, 2, "blank"),
            ]
        );
    }

    #[test]
    fn follow_up_question_depends_on_chosen_option() {
        let child =
            Question { parent: Some((PreferenceQuestionId(1), 1)), ..question(2, QuestionType::Singleline, true) };
        let questions = [question(1, QuestionType::Select, false), child];
        assert_eq!(faults(&questions, &[vec![chosen(1, 1)]]), [(field(0, PreferenceQuestionId(2)), "blank")]);
        let kept =
            check(&questions, QuestionTiming::OnBooking, &[vec![chosen(1, 2), written(2, "unasked")]], 1).unwrap();
        assert_eq!(kept[0].len(), 1, "answers to hidden questions are dropped");
        assert!(
            check(&questions, QuestionTiming::OnBooking, &[], 1).unwrap().is_empty(),
            "nothing is required of everybody"
        );
        assert!(
            check(&questions, QuestionTiming::OnBooking, &[vec![]], 1).unwrap().is_empty(),
            "nobody answered anything"
        );
    }
}
