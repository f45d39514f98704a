//! The guest of a reservation for staff.

use chrono::NaiveDate;
use domain::customers::model::CustomerType;
use domain::customers::notes::merge_lines;
use domain::customers::tags;
use domain::i18n;
use domain::phone;
use domain::reservations::detail::ReservationDetails;
use domain::reservations::preferences::{AnswerSet, QuestionTiming};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::extract::context::Context;

/// The guest of a reservation.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct Guest {
    pub customer_internal_memo: String,
    pub customer_group_id: Option<i64>,
    pub customer_group_label: Option<String>,
    pub default_customer_group_label_short: Option<String>,
    pub visit_count: i64,
    /// Other reservations to which the guest did not come.
    pub no_show_count: i64,
    pub customer_fullname: String,
    pub customer_fullname_kana: String,
    pub nickname: String,
    pub customer_id: Option<i64>,
    pub customer_uid: Option<String>,
    pub customer_type: Option<&'static str>,
    pub customer_profile_id: Option<i64>,
    pub is_blacklisted: bool,
    pub email: Option<String>,
    pub invitation_email: Option<String>,
    pub display_phone_number: String,
    /// The country of the number, and its digits as staff edit them.
    pub country_code: String,
    pub phone_local_number: String,
    /// The diner's own texts, and the staff's notes.
    pub allergy_description: String,
    pub dislikes: String,
    /// Labels of the guest's tags.
    pub customer_tags: Vec<String>,
    /// Entries `label:value`.
    pub formated_preferences: Vec<String>,
    /// Only for a gold slot, or if the calendar shows gold members and the guest is one. Never of an agent.
    pub gold_user_profile: Option<GoldProfile>,
    pub gold_reservation_preference: Option<GoldPreference>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct GoldProfile {
    pub omakase_recommendation: String,
    pub birthplace: String,
    pub birth_date: Option<String>,
    pub industry_type: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct GoldPreference {
    pub is_first_visit: bool,
    pub last_visit_period: String,
    pub usage_scene: String,
    pub food_amount: String,
    /// The answers in the reader's language, blank like the codes.
    pub last_visit_period_label: String,
    pub usage_scene_label: String,
    pub food_amount_label: String,
}

/// Returns the diner's name, otherwise the name that staff entered, otherwise the name from the other channel. A booking whose customer has
/// the name of another booking has the name from the other channel.
fn full_name(found: &ReservationDetails) -> String {
    let name = join_names(found.name_last.as_deref(), found.name_first.as_deref());
    let own = found.own_name.clone().unwrap_or_default();
    let known = [name, own, found.nickname.clone(), found.full_name_string.clone().unwrap_or_default()];
    known.into_iter().find(|name| !name.is_empty()).unwrap_or_default()
}

/// Returns the reading of the full name: the diner's, otherwise the one that staff entered. A booking whose customer has the
/// name of another booking has none.
fn full_kana(found: &ReservationDetails) -> String {
    let own = join_names(found.kana_last.as_deref(), found.kana_first.as_deref());
    if own.is_empty() && found.own_name.is_none() { found.nickname_kana.clone() } else { own }
}

pub fn join_names(last: Option<&str>, first: Option<&str>) -> String {
    format!("{} {}", last.unwrap_or_default(), first.unwrap_or_default()).trim().to_owned()
}

pub fn display_phone(country: &str, local: &str) -> String {
    if local.is_empty() { String::new() } else { phone::display(country, local) }
}

impl Guest {
    pub fn new(context: &Context, found: &ReservationDetails) -> Self {
        let preference = GoldPreference::new(context, found);
        Self {
            allergy_description: merge_lines(
                found.allergy_description.as_deref().unwrap_or_default(),
                &found.noted_allergies,
            ),
            dislikes: merge_lines(found.dislikes.as_deref().unwrap_or_default(), &found.noted_dislikes),
            customer_tags: tags::in_order(found.customer_tags.clone())
                .iter()
                .map(|tag| tags::label(context.locale(), tag))
                .collect(),
            formated_preferences: formatted(context, preference.as_ref(), &found.preferences),
            customer_internal_memo: found.customer_internal_memo.clone(),
            customer_group_id: found.customer_group_id.map(|id| id.0),
            customer_group_label: found.customer_group_label.clone(),
            default_customer_group_label_short: found.customer_group_label_short.clone(),
            visit_count: found.visit_count,
            no_show_count: found.no_show_count,
            customer_fullname: full_name(found),
            customer_fullname_kana: full_kana(found),
            nickname: found.nickname.clone(),
            customer_id: found.customer_id.map(|id| id.0),
            customer_uid: found.customer_uid.clone(),
            customer_type: found.customer_type.map(CustomerType::as_str),
            customer_profile_id: found.customer_profile_id.map(|id| id.0),
            is_blacklisted: found.is_blacklisted,
            email: found.email.clone(),
            invitation_email: found.invitation_email.clone(),
            display_phone_number: display_phone(&found.phone_country, &found.phone_local_number),
            country_code: found.phone_country.clone(),
            phone_local_number: found.phone_local_number.clone(),
            gold_user_profile: GoldProfile::from_details(found),
            gold_reservation_preference: preference,
        }
    }
}

/// Returns the preferences of a gold member and the answers of each guest, one per line.
fn formatted(context: &Context, gold: Option<&GoldPreference>, sets: &[AnswerSet]) -> Vec<String> {
    let mut lines = gold.map(|gold| gold.formatted(context)).unwrap_or_default();
    lines.extend(formatted_answers(context, sets));
    lines
}

/// Returns the answers of each guest, one per line.
pub fn formatted_answers(context: &Context, sets: &[AnswerSet]) -> Vec<String> {
    let mut lines = Vec::new();
    for timing in QuestionTiming::BOTH {
        let own = sets.iter().filter(|set| set.timing == timing).enumerate();
        let said = own.flat_map(|(place, set)| set.answers.iter().map(move |answer| (place + 1, answer)));
        lines.extend(said.map(|(guest, answer)| {
            let question = context.locale().pick(&answer.question_ja, &answer.question_en);
            let words = context.locale().pick(&answer.answer_ja, &answer.answer_en);
            let (guest, question, answer) = (&guest as _, &question as _, &words as _);
            context.t_with("owner.preference.answer", &[("guest", guest), ("question", question), ("answer", answer)])
        }));
    }
    lines
}

impl GoldProfile {
    fn from_details(found: &ReservationDetails) -> Option<Self> {
        Some(Self {
            omakase_recommendation: found.omakase_recommendation.clone()?,
            birthplace: found.birthplace.clone().unwrap_or_default(),
            birth_date: found.birth_date.map(|date: NaiveDate| date.to_string()),
            industry_type: found.industry_type.clone().unwrap_or_default(),
        })
    }
}

impl GoldPreference {
    fn new(context: &Context, found: &ReservationDetails) -> Option<Self> {
        let is_first_visit = found.is_first_visit?;
        let codes = [&found.last_visit_period, &found.usage_scene, &found.food_amount];
        let [last_visit_period, usage_scene, food_amount] = codes.map(|code| code.clone().unwrap_or_default());
        Some(Self {
            is_first_visit,
            last_visit_period_label: label(context, "last_visit_period", &last_visit_period),
            usage_scene_label: label(context, "usage_scene", &usage_scene),
            food_amount_label: label(context, "food_amount", &food_amount),
            last_visit_period,
            usage_scene,
            food_amount,
        })
    }

    fn formatted(&self, context: &Context) -> Vec<String> {
        let answers = [
            ("last_visit_period", &self.last_visit_period_label),
            ("usage_scene", &self.usage_scene_label),
            ("food_amount", &self.food_amount_label),
        ];
        let given = answers.into_iter().filter(|(_, answer)| !answer.is_empty());
        given.map(|(key, answer)| format!("{}:{answer}", context.t(&format!("owner.preference.{key}")))).collect()
    }
}

/// Returns the text of an answer's code, and an unknown code unchanged.
fn label(context: &Context, question: &str, code: &str) -> String {
    let text = format!("gold_preference.{question}.{code}");
    if i18n::has(&text) { context.t(&text) } else { code.to_owned() }
}
