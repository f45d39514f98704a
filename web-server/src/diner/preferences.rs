//! A restaurant's questions for each guest, the answers, and a gold member's preference (diner §3 and §5, gaps G091, G096).

use domain::i18n;
use domain::ids::PreferenceQuestionId;
use domain::reservations::gold::{FOOD_AMOUNTS, GoldPreferenceForm, LAST_VISIT_PERIODS, USAGE_SCENES};
use domain::reservations::preferences::{Answer, AnswerInput, AnswerSet, Question, QuestionTiming, QuestionType};
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::{Texts, tick};

/// A question of the restaurant, in the reader's language.
#[derive(Serialize, ToSchema)]
pub struct QuestionInfo {
    id: i64,
    timing: QuestionTiming,
    question_type: QuestionType,
    is_required: bool,
    question_i18n: String,
    options_i18n: Vec<OptionInfo>,
    /// Set for a child question: it is shown when this option of the parent was chosen.
    parent_id: Option<i64>,
    only_option_id: Option<i32>,
}

#[derive(Serialize, ToSchema)]
pub struct OptionInfo {
    id: i32,
    label: String,
}

impl QuestionInfo {
    pub fn new(context: &Context, question: &Question) -> Self {
        let options = question.options.iter().zip(1..);
        Self {
            id: question.id.0,
            timing: question.timing,
            question_type: question.question_type,
            is_required: question.is_required,
            question_i18n: context.pick(&question.text),
            options_i18n: options.map(|(option, id)| OptionInfo { id, label: context.pick(option) }).collect(),
            parent_id: question.parent.map(|(parent, _)| parent.0),
            only_option_id: question.parent.map(|(_, option)| option),
        }
    }
}

/// The answers, grouped by the time at which their questions were asked.
#[derive(Serialize, ToSchema)]
pub struct AnswerGroups {
    pub on_booking: AnswerGroup,
    after_booking: AnswerGroup,
}

#[derive(Serialize, ToSchema)]
pub struct AnswerGroup {
    title: String,
    /// One for each guest.
    answers: Vec<GuestAnswers>,
}

#[derive(Serialize, ToSchema)]
pub struct GuestAnswers {
    id: i64,
    answers: Vec<AnswerInfo>,
}

#[derive(Serialize, ToSchema)]
pub struct AnswerInfo {
    preference_question_id: i64,
    question: String,
    option_id: Option<i32>,
    answer: String,
}

impl AnswerGroups {
    pub fn new(context: &Context, sets: &[AnswerSet]) -> Self {
        let group = |timing: QuestionTiming| AnswerGroup {
            title: context.t(&format!("preferences.{}", timing.as_str())),
            answers: sets
                .iter()
                .filter(|set| set.timing == timing)
                .map(|set| GuestAnswers {
                    id: set.id.0,
                    answers: set.answers.iter().map(|answer| AnswerInfo::new(context, answer)).collect(),
                })
                .collect(),
        };
        Self { on_booking: group(QuestionTiming::OnBooking), after_booking: group(QuestionTiming::AfterBooking) }
    }
}

impl AnswerInfo {
    fn new(context: &Context, answer: &Answer) -> Self {
        let pick = |ja: &str, en: &str| context.locale().pick(ja, en).to_owned();
        Self {
            preference_question_id: answer.question_id.0,
            question: pick(&answer.question_ja, &answer.question_en),
            option_id: answer.option_id,
            answer: pick(&answer.answer_ja, &answer.answer_en),
        }
    }
}

/// The answers of one guest.
#[derive(Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct GivenAnswers {
    /// Timing of the questions for added guests: `on_booking` or `after_booking`.
    #[schema(required = false)]
    timing: String,
    answers: Vec<GivenAnswer>,
}

#[derive(Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct GivenAnswer {
    #[serde(deserialize_with = "number")]
    #[schema(value_type = i64)]
    preference_question_id: Option<i64>,
    /// Answer to a select.
    #[serde(deserialize_with = "number")]
    #[schema(value_type = i64, required = false)]
    option_id: Option<i64>,
    /// Answer to a text field.
    #[schema(required = false)]
    text: String,
}

/// Reads a number, or a text that contains one; a form sends texts.
fn number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<i64>, D::Error> {
    let texts = Texts::deserialize(deserializer)?;
    match texts.first().map(str::trim) {
        None | Some("") => Ok(None),
        Some(text) => text.parse().map(Some).map_err(serde::de::Error::custom),
    }
}

/// Returns the sets as received, one for each guest.
pub fn answer_inputs(sets: &[GivenAnswers]) -> Vec<Vec<AnswerInput>> {
    sets.iter().map(|set| set.answers.iter().map(GivenAnswer::answer_input).collect()).collect()
}

/// Returns the answer sets of added guests, each with the time at which its questions were asked.
pub fn added_sets(sets: &[GivenAnswers]) -> Result<Vec<(QuestionTiming, Vec<AnswerInput>)>, ApiError> {
    let one = |set: &GivenAnswers| {
        let timing = QuestionTiming::named(&set.timing);
        let timing = timing.ok_or_else(|| ApiError::invalid_fields([("preferences.timing", "field_invalid")]))?;
        Ok((timing, set.answers.iter().map(GivenAnswer::answer_input).collect()))
    };
    sets.iter().map(one).collect()
}

impl GivenAnswer {
    fn answer_input(&self) -> AnswerInput {
        AnswerInput {
            question: PreferenceQuestionId(self.preference_question_id.unwrap_or_default()),
            // A number outside the range is not an option.
            option: self.option_id.map(|option| i32::try_from(option).unwrap_or(-1)),
            text: self.text.clone(),
        }
    }
}

/// Questions to a gold member about a visit.
#[derive(Serialize, ToSchema)]
pub struct GoldForm {
    last_visit_periods: Vec<GoldChoice>,
    usage_scenes: Vec<GoldChoice>,
    food_amounts: Vec<GoldChoice>,
    gold_reservation_preference: GoldPreferenceBody,
}

#[derive(Serialize, ToSchema)]
pub struct GoldChoice {
    value: String,
    label: String,
}

#[derive(Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct GoldPreferenceBody {
    #[serde(deserialize_with = "tick::deserialize")]
    is_first_visit: bool,
    last_visit_period: String,
    usage_scene: String,
    food_amount: String,
}

impl GoldPreferenceBody {
    pub fn form(self) -> GoldPreferenceForm {
        GoldPreferenceForm {
            is_first_visit: self.is_first_visit,
            last_visit_period: self.last_visit_period,
            usage_scene: self.usage_scene,
            food_amount: self.food_amount,
        }
    }
}

impl GoldForm {
    /// `saved` is the earlier input, for example of a failed payment.
    pub fn new(context: &Context, saved: Option<GoldPreferenceForm>) -> Self {
        let choices = |field: &str, values: &[&str]| {
            let label = |value: &str| i18n::t(context.locale(), &format!("gold_preference.{field}.{value}"), &[]);
            values.iter().map(|value| GoldChoice { value: (*value).to_owned(), label: label(value) }).collect()
        };
        let saved = saved.unwrap_or_default();
        Self {
            last_visit_periods: choices("last_visit_period", &LAST_VISIT_PERIODS),
            usage_scenes: choices("usage_scene", &USAGE_SCENES),
            food_amounts: choices("food_amount", &FOOD_AMOUNTS),
            gold_reservation_preference: GoldPreferenceBody {
                is_first_visit: saved.is_first_visit,
                last_visit_period: saved.last_visit_period,
                usage_scene: saved.usage_scene,
                food_amount: saved.food_amount,
            },
        }
    }
}
