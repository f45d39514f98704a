//! The catalogues of `domain/locales`: flat keys, and texts with `{name}` placeholders.

use std::collections::HashMap;
use std::fmt::Display;
use std::sync::LazyLock;

use super::Locale;

type Catalogue = HashMap<String, String>;

static JA: LazyLock<Catalogue> = LazyLock::new(|| parse(include_str!("../../locales/ja.json")));
static EN: LazyLock<Catalogue> = LazyLock::new(|| parse(include_str!("../../locales/en.json")));

fn parse(json: &str) -> Catalogue {
    serde_json::from_str(json).expect("a catalogue is a flat JSON object of texts")
}

fn catalogue(locale: Locale) -> &'static Catalogue {
    match locale {
        Locale::Ja => &JA,
        Locale::En => &EN,
    }
}

pub fn has(key: &str) -> bool {
    JA.contains_key(key)
}

/// Returns the word for a code of a state, a kind or a name: the text of `group.code`. An unknown code, which a newer program or another
/// company has written, is returned as it is.
pub fn word(locale: Locale, group: &str, code: &str) -> String {
    let word = catalogue(locale).get(&format!("{group}.{code}"));
    word.map_or_else(|| code.to_owned(), Clone::clone)
}

/// Returns the text of `key` with each `{name}` replaced by the argument of that name. For a count of one, uses the text of `key_one` if
/// the language has one. An unknown key is returned as its text and logged: a page with one wrong label is better than no page.
pub fn t(locale: Locale, key: &str, args: &[(&str, &dyn Display)]) -> String {
    let is_one = args.iter().any(|(name, count)| *name == "count" && count.to_string() == "1");
    let singular = || catalogue(locale).get(&format!("{key}_one"));
    let Some(text) = is_one.then(singular).flatten().or_else(|| catalogue(locale).get(key)) else {
        tracing::error!(key, %locale, "a text is missing from the catalogue");
        return key.to_owned();
    };
    args.iter().fold(text.clone(), |text, (name, value)| text.replace(&format!("{{{name}}}"), &value.to_string()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn places(text: &str) -> BTreeSet<&str> {
        text.split('{').skip(1).filter_map(|rest| rest.split_once('}').map(|(name, _)| name)).collect()
    }

    #[test]
    fn both_languages_have_the_same_keys_and_places() {
        // Japanese has no singular.
        let is_singular = |c: &Catalogue, key: &str| key.strip_suffix("_one").is_some_and(|many| c.contains_key(many));
        let keys = |c: &'static Catalogue| c.keys().filter(|key| !is_singular(c, key)).collect::<BTreeSet<_>>();
        let lonely: Vec<_> = keys(&JA).symmetric_difference(&keys(&EN)).copied().collect();
        assert!(lonely.is_empty(), "in one language only: {lonely:?}");
        for (key, text) in JA.iter() {
            assert_eq!(places(text), places(&EN[key]), "places of {key}");
            assert!(!text.trim().is_empty() && !EN[key].trim().is_empty(), "{key} is empty");
        }
    }

    /// Texts that the specification quotes (owner §5, admin §5).
    const QUOTED: [&str; 2] = ["errors.items_not_entered", "errors.refill_dates_missing"];

    #[test]
    fn english_rejections_are_sentences() {
        let is_sentence =
            |text: &str| text.starts_with(|c: char| c.is_uppercase() || c == '{') && text.ends_with(['.', '?', '}']);
        let rejections = EN.iter().filter(|(key, _)| key.starts_with("errors.") && !QUOTED.contains(&key.as_str()));
        let odd: Vec<_> = rejections.filter(|(_, text)| !is_sentence(text)).collect();
        assert!(odd.is_empty(), "{odd:?}");
    }

    #[test]
    fn english_apostrophes_are_typographic() {
        let straight: Vec<_> = EN.iter().filter(|(_, text)| text.contains('\'')).collect();
        assert!(straight.is_empty(), "{straight:?}");
    }

    #[test]
    fn unknown_code_is_its_own_word() {
        assert_eq!(word(Locale::En, "word.queue", "bulk_mail"), "Bulk email");
        assert_eq!(word(Locale::Ja, "charge", "correction"), "訂正");
        assert_eq!(word(Locale::En, "word.queue", "of_a_newer_program"), "of_a_newer_program");
    }

    #[test]
    fn places_are_filled_in() {
        assert_eq!(t(Locale::Ja, "mail.guests", &[("count", &4)]), "4名様");
        assert_eq!(t(Locale::En, "mail.guests", &[("count", &4)]), "4 guests");
        assert_eq!(t(Locale::En, "plan.trial_months", &[("count", &1)]), "The first month");
        assert_eq!(t(Locale::En, "plan.trial_months", &[("count", &11)]), "The first 11 months");
        assert!(t(Locale::En, "errors.account_locked", &[("count", &1)]).ends_with("try again in 1 minute."));
        assert!(t(Locale::En, "errors.account_locked", &[("count", &2)]).ends_with("try again in 2 minutes."));
        assert_eq!(t(Locale::Ja, "plan.trial_months", &[("count", &1)]), "はじめの1か月");
        assert_eq!(t(Locale::En, "no.such.key", &[]), "no.such.key");
    }
}
