//! Request bodies for refill templates (admin §3).

use chrono::NaiveDate;
use domain::refills::actions::{TemplateChange, TemplateForm};
use domain::refills::error::RefillError;
use domain::refills::schedule::WeeklySchedule;
use domain::refills::selection::{DaySelection, SelectionForm};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::console::Expected;
use crate::http::error::ApiError;
use crate::http::extract::form::{Texts, tick};

#[derive(Default, Deserialize, ToSchema)]
pub struct RefillTemplateBody {
    #[serde(default)]
    #[schema(nullable = false)]
    pub online_stock_refillment_template: RefillTemplateFields,
    /// The schedule may also be nested in the template's fields.
    #[serde(default)]
    #[schema(nullable = false)]
    schedule_attributes: Option<ScheduleFields>,
    /// With a change: the fields that the form showed, by their names on the page.
    #[serde(default)]
    pub expected: Expected,
}

#[derive(Default, Deserialize, ToSchema)]
pub struct RefillTemplateFields {
    #[serde(default)]
    #[schema(nullable = false)]
    title: Option<String>,
    #[serde(default)]
    #[schema(nullable = false)]
    inventory_group_uid: Option<String>,
    #[serde(default)]
    #[schema(value_type = Vec<String>)]
    inventory_item_uids: Texts,
    /// lunch, dinner or takeaway.
    #[serde(default)]
    #[schema(nullable = false)]
    operation: Option<String>,
    #[serde(default)]
    #[schema(nullable = false)]
    schedule_attributes: Option<ScheduleFields>,
}

/// The weekdays that are filled. A national holiday is skipped, filled, or treated like other days. The schedule is one value: days that are left
/// out are not filled.
#[derive(Clone, Copy, Deserialize, ToSchema)]
pub struct ScheduleFields {
    #[serde(default, deserialize_with = "tick::deserialize")]
    #[schema(value_type = tick::CheckboxValue)]
    monday: bool,
    #[serde(default, deserialize_with = "tick::deserialize")]
    #[schema(value_type = tick::CheckboxValue)]
    tuesday: bool,
    #[serde(default, deserialize_with = "tick::deserialize")]
    #[schema(value_type = tick::CheckboxValue)]
    wednesday: bool,
    #[serde(default, deserialize_with = "tick::deserialize")]
    #[schema(value_type = tick::CheckboxValue)]
    thursday: bool,
    #[serde(default, deserialize_with = "tick::deserialize")]
    #[schema(value_type = tick::CheckboxValue)]
    friday: bool,
    #[serde(default, deserialize_with = "tick::deserialize")]
    #[schema(value_type = tick::CheckboxValue)]
    saturday: bool,
    #[serde(default, deserialize_with = "tick::deserialize")]
    #[schema(value_type = tick::CheckboxValue)]
    sunday: bool,
    #[serde(default, deserialize_with = "tick::deserialize")]
    #[schema(value_type = tick::CheckboxValue)]
    skip_jp_holidays: bool,
    #[serde(default, deserialize_with = "tick::deserialize")]
    #[schema(value_type = tick::CheckboxValue)]
    fill_jp_holidays: bool,
}

impl From<ScheduleFields> for WeeklySchedule {
    fn from(fields: ScheduleFields) -> Self {
        let ScheduleFields { monday, tuesday, wednesday, thursday, friday, saturday, sunday, .. } = fields;
        Self {
            weekdays: [monday, tuesday, wednesday, thursday, friday, saturday, sunday],
            skip_jp_holidays: fields.skip_jp_holidays,
            fill_jp_holidays: fields.fill_jp_holidays,
        }
    }
}

impl RefillTemplateFields {
    /// Returns the form, or None if no field of it was sent.
    pub fn form(&self) -> Option<TemplateForm> {
        let is_sent = self.title.is_some() || self.inventory_group_uid.is_some() || self.operation.is_some();
        (is_sent || !self.inventory_item_uids.all().is_empty()).then(|| TemplateForm {
            title: self.title.clone().unwrap_or_default(),
            inventory_group_uid: self.inventory_group_uid.clone().unwrap_or_default(),
            inventory_item_uids: self.inventory_item_uids.all().to_vec(),
            operation: self.operation.clone().unwrap_or_default(),
        })
    }
}

impl RefillTemplateBody {
    pub fn change(&self) -> TemplateChange {
        let schedule = self.online_stock_refillment_template.schedule_attributes.or(self.schedule_attributes);
        TemplateChange {
            form: self.online_stock_refillment_template.form(),
            schedule: schedule.map(WeeklySchedule::from),
        }
    }
}

/// The days to fill.
#[derive(Default, Deserialize, ToSchema)]
pub struct RefillBody {
    /// `range` or `custom`.
    #[serde(default)]
    selection_type: String,
    /// YYYY-MM-DD
    #[serde(default)]
    #[schema(nullable = false)]
    date_from: Option<String>,
    #[serde(default)]
    #[schema(nullable = false)]
    date_till: Option<String>,
    /// A list, or a text with a list as JSON.
    #[serde(default)]
    #[schema(value_type = Vec<String>)]
    custom_dates: Texts,
}

impl RefillBody {
    pub fn selection(&self, today: NaiveDate) -> Result<DaySelection, ApiError> {
        let sent = SelectionForm {
            selection_type: &self.selection_type,
            date_from: self.date_from.as_deref().unwrap_or_default(),
            date_till: self.date_till.as_deref().unwrap_or_default(),
            custom_dates: &text_list(&self.custom_dates),
        };
        let selection = DaySelection::parse(&sent, today).map_err(RefillError::Invalid)?;
        Ok(selection)
    }
}

/// Returns the texts of a list. An element may itself be a list as JSON; blank texts are left out.
fn text_list(texts: &Texts) -> Vec<String> {
    let of = |text: &String| serde_json::from_str(text).unwrap_or_else(|_| vec![text.trim().to_owned()]);
    texts.all().iter().flat_map(of).filter(|text: &String| !text.is_empty()).collect()
}
