//! The risky settings of a restaurant, which immediately change what can be booked or what diners see (admin §2, §5, gaps G187). They are
//! changed one at a time.

use serde_json::{Value as Json, json};

use super::model::{OperationName, Visibility};
use crate::text_enum::text_enum;

text_enum! {
    /// A setting, by its name in the call.
    pub enum RiskySetting {
        /// Number of guests on one item of a kind of seats.
        CapacityPerStock = "capacity_per_stock",
        DefaultStayMinutes = "default_stay_minutes",
        CutoffHours = "cutoff_hours",
        /// Yen for each guest.
        ReservationFee = "reservation_fee",
        MinCalendarDelayMs = "min_calendar_delay_ms",
        MaxCalendarDelayMs = "max_calendar_delay_ms",
        QuarterHourCalendar = "quarter_hour_calendar",
        Visibility = "visibility",
        IsNoindex = "is_noindex",
        AllowCancellationWaiting = "allow_cancellation_waiting",
        IsDeliveryOnly = "is_delivery_only",
    }
}

text_enum! {
    /// Scope of a setting, by the name of the key that identifies the target.
    pub enum SettingScope {
        Restaurant = "restaurant",
        /// One meal, by its name.
        Operation = "operation",
        /// One kind of seats, by its uid.
        InventoryGroup = "inventory_group_uid",
    }
}

/// Allowed values of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueBounds {
    Switch,
    /// Both ends are included.
    Number {
        min: i32,
        max: i32,
    },
    Visibility,
}

/// A setting's value, of the kind of its bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RiskyValue {
    Switch(bool),
    Number(i32),
    Visibility(Visibility),
}

impl RiskyValue {
    pub fn json(self) -> Json {
        match self {
            Self::Switch(is_on) => json!(is_on),
            Self::Number(number) => json!(number),
            Self::Visibility(visibility) => json!(visibility),
        }
    }
}

impl RiskySetting {
    pub const fn scope(self) -> SettingScope {
        match self {
            Self::CapacityPerStock => SettingScope::InventoryGroup,
            Self::DefaultStayMinutes | Self::CutoffHours => SettingScope::Operation,
            _ => SettingScope::Restaurant,
        }
    }

    pub const fn bounds(self) -> ValueBounds {
        match self {
            Self::CapacityPerStock => ValueBounds::Number { min: 1, max: 200 },
            Self::DefaultStayMinutes => ValueBounds::Number { min: 1, max: 1440 },
            // A year.
            Self::CutoffHours => ValueBounds::Number { min: 0, max: 8784 },
            Self::ReservationFee => ValueBounds::Number { min: 0, max: 100_000 },
            Self::MinCalendarDelayMs | Self::MaxCalendarDelayMs => ValueBounds::Number { min: 0, max: 60_000 },
            Self::Visibility => ValueBounds::Visibility,
            Self::QuarterHourCalendar | Self::IsNoindex | Self::AllowCancellationWaiting | Self::IsDeliveryOnly => {
                ValueBounds::Switch
            }
        }
    }

    /// Parses a value of JSON or a form; None if it is of another kind or out of bounds.
    pub fn read(self, value: &Json) -> Option<RiskyValue> {
        match self.bounds() {
            ValueBounds::Switch => match value {
                Json::Bool(is_on) => Some(RiskyValue::Switch(*is_on)),
                Json::String(text) if text == "true" || text == "1" => Some(RiskyValue::Switch(true)),
                Json::String(text) if text == "false" || text == "0" => Some(RiskyValue::Switch(false)),
                _ => None,
            },
            ValueBounds::Number { min, max } => {
                let number = match value {
                    Json::String(text) => text.parse().ok(),
                    number => number.as_i64().and_then(|number| i32::try_from(number).ok()),
                };
                number.filter(|number| (min..=max).contains(number)).map(RiskyValue::Number)
            }
            ValueBounds::Visibility => value.as_str().and_then(Visibility::named).map(RiskyValue::Visibility),
        }
    }
}

/// The target of a setting within its scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingTarget {
    Restaurant,
    Operation(OperationName),
    InventoryGroup(String),
}

impl SettingTarget {
    pub const fn scope(&self) -> SettingScope {
        match self {
            Self::Restaurant => SettingScope::Restaurant,
            Self::Operation(_) => SettingScope::Operation,
            Self::InventoryGroup(_) => SettingScope::InventoryGroup,
        }
    }

    /// Returns the name or uid; None for the restaurant itself.
    pub fn key(&self) -> Option<&str> {
        match self {
            Self::Restaurant => None,
            Self::Operation(name) => Some(name.as_str()),
            Self::InventoryGroup(uid) => Some(uid),
        }
    }
}

/// A setting with its old and its new value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RiskyChange {
    pub setting: RiskySetting,
    pub place: SettingTarget,
    pub old: RiskyValue,
    pub new: RiskyValue,
}

impl RiskyChange {
    pub(super) fn number(&self, setting: RiskySetting) -> Option<i32> {
        match self.new {
            RiskyValue::Number(number) if setting == self.setting => Some(number),
            _ => None,
        }
    }

    pub(super) fn switch(&self, setting: RiskySetting) -> Option<bool> {
        match self.new {
            RiskyValue::Switch(is_on) if setting == self.setting => Some(is_on),
            _ => None,
        }
    }

    pub(super) fn visibility(&self) -> Option<Visibility> {
        match self.new {
            RiskyValue::Visibility(visibility) => Some(visibility),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn value_matches_kind_and_bounds_of_setting() {
        let taken = [
            (RiskySetting::CapacityPerStock, json!(1)),
            (RiskySetting::CapacityPerStock, json!("200")),
            (RiskySetting::CutoffHours, json!(0)),
            (RiskySetting::IsNoindex, json!(true)),
            (RiskySetting::IsNoindex, json!("0")),
            (RiskySetting::Visibility, json!("unlisted")),
        ];
        for (setting, value) in taken {
            assert!(setting.read(&value).is_some(), "{setting} {value}");
        }
        let refused = [
            (RiskySetting::CapacityPerStock, json!(0)),
            (RiskySetting::CapacityPerStock, json!(201)),
            (RiskySetting::CapacityPerStock, json!(1.5)),
            (RiskySetting::CapacityPerStock, json!(null)),
            (RiskySetting::DefaultStayMinutes, json!(0)),
            (RiskySetting::DefaultStayMinutes, json!("two hours")),
            (RiskySetting::CutoffHours, json!(-1)),
            (RiskySetting::ReservationFee, json!(i64::MAX)),
            (RiskySetting::IsNoindex, json!("perhaps")),
            (RiskySetting::IsNoindex, json!(1)),
            (RiskySetting::Visibility, json!("secret")),
            (RiskySetting::Visibility, json!(true)),
        ];
        for (setting, value) in refused {
            assert_eq!(setting.read(&value), None, "{setting} {value}");
        }
    }
}
