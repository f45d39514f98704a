//! Texts in the reader's language.

use std::fmt::Display;

use domain::i18n::t;
use domain::restaurants::model::Bilingual;

use crate::http::extract::context::Context;

impl Context {
    /// A text of the catalogue.
    pub fn t(&self, key: &str) -> String {
        t(self.locale(), key, &[])
    }

    pub fn t_with(&self, key: &str, arguments: &[(&str, &dyn Display)]) -> String {
        t(self.locale(), key, arguments)
    }

    /// One of the two texts a table keeps.
    pub fn pick(&self, text: &Bilingual) -> String {
        text.get(self.is_english()).to_owned()
    }
}
