//! The facilities of a restaurant, such as wheelchair access. A facility is a variant here and a name in each language, `facilities.…` in
//! `domain/locales`; the column, the forms, the page and the searches take their lists from here.

use crate::i18n::{self, Locale};
use crate::text_enum::text_enum;

text_enum! {
    /// In the order of display. Kinds of seats, private rooms among them, are inventory groups.
    pub enum Facility {
        WheelchairAccess = "wheelchair_access",
        Parking = "parking",
        ChildrenWelcome = "children_welcome",
        NonSmoking = "non_smoking",
        EnglishMenu = "english_menu",
    }
}

impl Facility {
    /// Returns the facilities among texts of the column, in the order of display. A text that only a newer program knows is left out, so
    /// servers of two versions can run together.
    pub fn known(texts: &[String]) -> Vec<Self> {
        Self::ALL.into_iter().filter(|facility| texts.iter().any(|text| text == facility.as_str())).collect()
    }

    /// Returns the texts of the column.
    pub fn stored(facilities: &[Self]) -> Vec<String> {
        facilities.iter().map(|facility| facility.as_str().to_owned()).collect()
    }

    /// Returns the name of a facility in the reader's language.
    pub fn label(self, locale: Locale) -> String {
        i18n::t(locale, &self.key(), &[])
    }

    fn key(self) -> String {
        format!("facilities.{self}")
    }
}

/// Facilities as bits, for a search over many restaurants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FacilitySet(u64);

const _: () = assert!(Facility::ALL.len() <= 64, "a set has a bit for each facility");

impl FacilitySet {
    pub fn of(facilities: &[Facility]) -> Self {
        let bits = (0..).zip(Facility::ALL).filter(|(_, facility)| facilities.contains(facility));
        Self(bits.fold(0, |set, (bit, _): (u32, _)| set | (1_u64 << bit)))
    }

    /// Whether all facilities of `other` are in this set.
    pub const fn includes(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_facility_has_a_name_in_every_language() {
        for facility in Facility::ALL {
            for locale in Locale::ALL {
                let key = facility.key();
                assert_ne!(facility.label(locale), key, "domain/locales/{locale}.json has no {key:?}");
            }
        }
    }

    #[test]
    fn unknown_and_repeated_texts_are_left_out() {
        let texts = ["parking", "sauna", "wheelchair_access", "parking"].map(str::to_owned);
        let known = Facility::known(&texts);
        assert_eq!(known, [Facility::WheelchairAccess, Facility::Parking]);
        assert_eq!(Facility::stored(&known), ["wheelchair_access", "parking"]);
    }

    #[test]
    fn set_includes_its_subsets() {
        let all = FacilitySet::of(&Facility::ALL);
        let parking = FacilitySet::of(&[Facility::Parking]);
        assert!(all.includes(parking) && parking.includes(parking) && parking.includes(FacilitySet::default()));
        assert!(!parking.includes(FacilitySet::of(&[Facility::NonSmoking])));
        assert!(!FacilitySet::default().includes(parking));
    }
}
