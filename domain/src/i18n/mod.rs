//! Texts in each language: one flat catalogue for each locale, and the formats of dates and yen.

mod catalogue;
mod formats;

use serde::{Deserialize, Serialize};

pub use catalogue::{has, t, word};
pub use formats::{date, date_time, duration, month, time_of_day, weekday, yen, zone};

/// A supported language. Japanese is the default; English is used on request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Locale {
    #[default]
    Ja,
    En,
}

impl Locale {
    pub const ALL: [Self; 2] = [Self::Ja, Self::En];

    /// Parses `ja` or `en`, in any case; None for an unsupported locale.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|locale| text.eq_ignore_ascii_case(locale.as_str()))
    }

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ja => "ja",
            Self::En => "en",
        }
    }

    /// Returns the text in this language of a pair that a table stores; the Japanese one if the English one is missing.
    pub fn pick<'a>(self, ja: &'a str, en: &'a str) -> &'a str {
        match self {
            Self::En if !en.is_empty() => en,
            _ => ja,
        }
    }
}

impl std::fmt::Display for Locale {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_two_languages_are_known() {
        assert_eq!(Locale::parse("EN"), Some(Locale::En));
        assert_eq!(Locale::parse("ja"), Some(Locale::Ja));
        assert_eq!(Locale::parse("fr"), None);
        assert_eq!(Locale::default(), Locale::Ja);
        assert_eq!(Locale::En.pick("鮨かぐら", ""), "鮨かぐら");
    }
}
