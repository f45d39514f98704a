//! Texts in the reader's language.

use std::fmt::Display;

use domain::i18n::t;
use domain::restaurants::facilities::Facility;
use domain::restaurants::model::{Bilingual, OperationName};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::extract::context::Context;

impl Context {
    /// Returns a text of the catalogue.
    pub fn t(&self, key: &str) -> String {
        t(self.locale(), key, &[])
    }

    pub fn t_with(&self, key: &str, arguments: &[(&str, &dyn Display)]) -> String {
        t(self.locale(), key, arguments)
    }

    /// Returns one of the two texts of a table.
    pub fn pick(&self, text: &Bilingual) -> String {
        text.get(self.is_english()).to_owned()
    }
}

#[derive(Serialize, ToSchema)]
pub struct Choice {
    pub id: i64,
    pub label: String,
}

impl Choice {
    pub fn new(context: &Context, id: i64, label: &Bilingual) -> Self {
        Self { id, label: context.pick(label) }
    }
}

/// A facility of a restaurant, or one to choose.
#[derive(Serialize, ToSchema)]
pub struct FacilityChoice {
    pub id: Facility,
    pub label: String,
}

impl FacilityChoice {
    pub fn list(context: &Context, facilities: &[Facility]) -> Vec<Self> {
        let choice = |facility: &Facility| Self { id: *facility, label: facility.label(context.locale()) };
        facilities.iter().map(choice).collect()
    }
}

/// Returns the name of an operation; takeaway is called delivery if the restaurant offers delivery only.
pub fn operation_label(context: &Context, name: OperationName, is_delivery_only: bool) -> String {
    let key = if name == OperationName::Takeaway && is_delivery_only { "delivery" } else { name.as_str() };
    context.t(&format!("operation.{key}"))
}
