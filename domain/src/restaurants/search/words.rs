//! A diner's search text, as patterns for the texts of restaurants.

use wana_kana::IsJapaneseStr;

use super::spelling::{Synonyms, fold, fold_long_vowels, kana_of};

/// Maximum number of words of one search; further ones are ignored.
pub const MAX_WORDS: usize = 5;
/// Minimum number of letters for the trigram index.
const MIN_TRIGRAM_LETTERS: usize = 3;

/// The words of a search. A restaurant matches if its texts contain each word in one of the word's spellings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchWords {
    words: Vec<SearchWord>,
    /// The whole search text, as a name.
    names: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct SearchWord {
    /// Alternative spellings.
    spellings: Vec<String>,
    /// A single kana or letter is not significant in a description, so it is searched in names, cuisines and areas only. A single kanji is
    /// a word.
    is_single: bool,
}

/// A word as PostgreSQL compares it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WordPattern {
    /// Alternative LIKE patterns; empty for no word.
    pub patterns: Vec<String>,
    /// Whether it is searched in all texts, or only in names, cuisines and areas.
    pub is_anywhere: bool,
    /// Whether the trigram index finds it.
    pub can_narrow: bool,
}

impl SearchWords {
    pub fn parse(typed: &str, synonyms: &Synonyms) -> Self {
        let folded = fold(typed);
        // A synonym of several words ("private room") is one word; a synonym inside a word is one of that word's spellings.
        let (unified, as_typed) = (synonyms.unify(&folded), folded.split(' '));
        let words: Vec<_> = if unified.split(' ').count() < as_typed.clone().count() {
            unified.split(' ').collect()
        } else {
            as_typed.collect()
        };
        let words = words.into_iter().filter(|word| !word.is_empty());
        Self {
            words: words.take(MAX_WORDS).map(|word| SearchWord::new(word, synonyms)).collect(),
            names: if folded.is_empty() { Vec::new() } else { spellings(&folded, synonyms) },
        }
    }

    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Returns the words, first the one that the trigram index narrows best, padded with empty ones.
    pub fn searched(&self) -> [WordPattern; MAX_WORDS] {
        let mut words: Vec<_> = self.words.iter().collect();
        words.sort_by_key(|word| std::cmp::Reverse(word.letters()));
        std::array::from_fn(|place| {
            words.get(place).map_or_else(WordPattern::default, |word| WordPattern {
                patterns: word.spellings.iter().map(|spelling| contains(spelling)).collect(),
                is_anywhere: !word.is_single,
                can_narrow: word.letters() >= MIN_TRIGRAM_LETTERS,
            })
        })
    }

    /// Returns patterns of names equal to the search text.
    pub fn whole_names(&self) -> Vec<String> {
        self.names.iter().map(|name| format!("%\n{}\n%", literal(&twice(name)))).collect()
    }
}

impl SearchWord {
    fn new(word: &str, synonyms: &Synonyms) -> Self {
        let spellings = spellings(word, synonyms);
        let is_single = |word: &String| word.chars().count() == 1 && !word.as_str().is_kanji();
        Self { is_single: spellings.iter().any(is_single), spellings }
    }

    /// Returns the number of letters of the shortest spelling, for the index; 0 if the index must not be used.
    fn letters(&self) -> usize {
        let counts = self.spellings.iter().map(|s| twice(s).chars().filter(|c| c.is_alphanumeric()).count());
        if self.is_single { 0 } else { counts.min().unwrap_or(0) }
    }
}

/// Returns all spellings of a folded word, without duplicates.
fn spellings(word: &str, synonyms: &Synonyms) -> Vec<String> {
    let unified = synonyms.unify(word);
    let mut all = Vec::new();
    // A text with a character that is a synonym by itself also contains its replacement.
    if unified == word || word.chars().count() > 1 {
        all.push(word.to_owned());
    }
    if let Some(kana) = kana_of(word) {
        let kana = synonyms.unify(&kana);
        all.push(fold_long_vowels(&kana));
        all.push(kana);
    }
    all.push(unified);
    all.sort();
    all.dedup();
    all
}

/// Doubles every character beyond ASCII. The trigram index cannot find a word of two characters, and most Japanese words have no more: 個室
/// becomes 個個室室, two trigrams. It does not change whether a text contains a word.
pub fn twice(text: &str) -> String {
    let mut doubled = String::with_capacity(text.len() * 2);
    for c in text.chars() {
        doubled.push(c);
        if !c.is_ascii() {
            doubled.push(c);
        }
    }
    doubled
}

fn contains(word: &str) -> String {
    format!("%{}%", literal(&twice(word)))
}

/// Escapes LIKE's special characters.
pub fn literal(text: &str) -> String {
    text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(typed: &str) -> SearchWords {
        let synonyms = Synonyms::new([("寿司", "すし"), ("鮨", "すし"), ("sushi", "すし"), ("private room", "個室")]);
        SearchWords::parse(typed, &synonyms.unwrap())
    }

    fn spelled(typed: &str) -> Vec<Vec<String>> {
        parse(typed).words.into_iter().map(|word| word.spellings).collect()
    }

    #[test]
    fn words_have_spellings_and_stay_separate() {
        assert_eq!(spelled("江戸前寿司　東京"), [vec!["江戸前すし", "江戸前寿司"], vec!["東京"]]);
        assert_eq!(spelled("鮨"), [["すし"]]);
        assert_eq!(spelled("ＳＵＳＨＩ kyouto"), [vec!["sushi", "すし"], vec!["kyouto", "きょうと", "きょと"]]);
        assert_eq!(spelled("private room 鮨"), [["個室"], ["すし"]]);
        assert!(parse("　 ").is_empty());
        assert_eq!(spelled(&"a ".repeat(50)).len(), MAX_WORDS);
    }

    #[test]
    fn patterns_are_literal_and_doubled() {
        assert_eq!(parse("50%_\\").searched()[0].patterns, ["%50\\%\\_\\\\%"]);
        assert_eq!(parse("個室").searched()[0].patterns, ["%個個室室%"]);
        assert_eq!(parse("鮨 大").whole_names(), ["%\nすすしし 大大\n%", "%\n鮨鮨 大大\n%"]);
    }

    #[test]
    fn index_narrows_by_longest_word_not_single_letters() {
        let first = parse("東京 おまかせ").searched()[0].clone();
        let patterns = vec!["%おおままかかせせ%".to_owned()];
        assert_eq!(first, WordPattern { patterns, is_anywhere: true, can_narrow: true });
        for typed in ["肉", "ab", "%%%", ""] {
            assert!(!parse(typed).searched()[0].can_narrow, "{typed}");
        }
        for (typed, is_anywhere) in [("鮑", true), ("鮨", true), ("そ", false), ("x", false), ("%", false)] {
            assert_eq!(parse(typed).searched()[0].is_anywhere, is_anywhere, "{typed}");
        }
    }
}
