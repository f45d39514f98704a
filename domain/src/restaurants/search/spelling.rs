//! Normalises spellings: widths, kana, romaji, long vowels and synonyms. Pure; a restaurant's texts and diners' search texts use the same
//! functions.

use aho_corasick::{AhoCorasick, BuildError, MatchKind};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use wana_kana::{ConvertJapanese, IsJapaneseStr, Options};

/// The two marks that turn か into が and は into ぱ; every other mark is an accent (`Tōkyō`).
const VOICED: [char; 2] = ['\u{3099}', '\u{309a}'];
/// Kana that a following う only lengthens.
const BEFORE_U: &str = "おこそとのほもよろをごぞどぼぽょうくすつぬふむゆるぐずづぶぷゅ";
/// Kana that a following お only lengthens.
const BEFORE_O: &str = "おこそとのほもよろをごぞどぼぽょ";

/// 東京都 contains 京都 by coincidence, which should not match.
const TOKYO: (&str, &str) = ("東京都", "東京");

/// Normalises to half width, lower case, no accents, hiragana for katakana, no long-vowel mark, single spaces, and 東京 for 東京都.
pub fn fold(text: &str) -> String {
    let plain: String = text
        .nfkd()
        .filter(|c| !is_combining_mark(*c) || VOICED.contains(c))
        .nfc()
        .filter(|c| *c != 'ー')
        .map(|c| if c == '’' { '\'' } else { c })
        .flat_map(char::to_lowercase)
        .collect();
    let words: Vec<_> = plain.split_whitespace().collect();
    words.join(" ").replace(TOKYO.0, TOKYO.1).to_hiragana_with_opt(Options { pass_romaji: true, ..Options::default() })
}

/// Shortens long vowels of a folded text: とうきょう and romaji's `tokyo` become ときょ.
pub fn fold_long_vowels(folded: &str) -> String {
    let mut shortened = String::with_capacity(folded.len());
    for c in folded.chars() {
        let lengthens = shortened.chars().last().is_some_and(|last| match c {
            'う' => BEFORE_U.contains(last),
            'お' => BEFORE_O.contains(last),
            _ => false,
        });
        if !lengthens {
            shortened.push(c);
        }
    }
    shortened
}

/// Converts a folded word of romaji, in any of its systems, to kana (`sushi`, `susi`, `tempura`). None if it is not romaji, and for a
/// single kana, which occurs in every text.
pub fn kana_of(word: &str) -> Option<String> {
    if !word.chars().all(|c| c.is_ascii_lowercase() || c == '\'' || c == '-') {
        return None;
    }
    let nasals = word.replace("mp", "np").replace("mb", "nb").replace("mm", "nm").replace("tch", "cch");
    let kana = nasals.to_hiragana();
    (kana.as_str().is_hiragana() && kana.chars().count() > 1).then_some(kana)
}

/// Converts the kana of a folded text to Latin letters, so that a wrong letter does not affect the others.
pub fn romaji(folded: &str) -> String {
    folded.to_romaji()
}

/// Words with the same meaning, each with its replacement.
#[derive(Debug)]
pub struct Synonyms {
    /// Matches the longest word first.
    words: AhoCorasick,
    stand_ins: Vec<String>,
}

impl Synonyms {
    /// Creates synonyms from pairs of a word and its replacement, which are folded here.
    pub fn new<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self, BuildError> {
        let pairs = pairs.into_iter().map(|(word, stand_in)| (fold(word), fold(stand_in)));
        let (words, stand_ins): (Vec<_>, Vec<_>) = pairs.filter(|(word, _)| !word.is_empty()).unzip();
        let words = AhoCorasick::builder().match_kind(MatchKind::LeftmostLongest).build(words)?;
        Ok(Self { words, stand_ins })
    }

    /// Replaces each synonym in a folded text. Replaces only whole Latin words: `bar` does not match in `barley`.
    pub fn unify(&self, folded: &str) -> String {
        let mut unified = String::with_capacity(folded.len());
        let mut done = 0;
        for found in self.words.find_iter(folded).filter(|found| is_whole(folded, found.range())) {
            unified.push_str(&folded[done..found.start()]);
            unified.push_str(&self.stand_ins[found.pattern().as_usize()]);
            done = found.end();
        }
        unified.push_str(&folded[done..]);
        unified
    }
}

/// Whether no Latin word is cut at either end.
fn is_whole(text: &str, range: std::ops::Range<usize>) -> bool {
    let is_latin = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    let (before, word, after) = (&text[..range.start], &text[range.clone()], &text[range.end..]);
    !(is_latin(before.chars().last()) && is_latin(word.chars().next())
        || is_latin(word.chars().last()) && is_latin(after.chars().next()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn synonyms() -> Synonyms {
        Synonyms::new([
            ("寿司", "すし"),
            ("鮨", "すし"),
            ("焼き鳥", "やきとり"),
            ("焼鳥", "やきとり"),
            ("焼", "やき"),
            ("bar", "バー"),
            ("private room", "個室"),
        ])
        .unwrap()
    }

    #[test]
    fn widths_kana_accents_and_long_vowels_fold_into_one() {
        for sushi in ["すし", "スシ", "ｽｼ"] {
            assert_eq!(fold(sushi), "すし", "{sushi}");
        }
        assert_eq!(fold("　ＳｕｓｈｉKagura\u{3000} ﾊﾞｰ"), "sushikagura ば");
        assert_eq!(fold("Tōkyō Café L’Ami"), "tokyo cafe l'ami");
        assert_eq!(fold("ラーメン"), fold("らーめん"));
        assert_eq!(fold("カ\u{3099}"), "が");
        assert_eq!(fold("100%_鮨"), "100%_鮨");
        assert_eq!(fold("東京都港区"), "東京港区");
    }

    #[test]
    fn romaji_of_any_system_is_kana() {
        for (word, kana) in [
            ("sushi", "すし"),
            ("susi", "すし"),
            ("tempura", "てんぷら"),
            ("tenpura", "てんぷら"),
            ("matcha", "まっちゃ"),
            ("hanaikada", "はないかだ"),
            ("shinjuku", "しんじゅく"),
        ] {
            assert_eq!(kana_of(word).as_deref(), Some(kana), "{word}");
        }
        for word in ["to", "n", "counter", "bar", "すし", "", "4"] {
            assert_eq!(kana_of(word), None, "{word}");
        }
    }

    #[test]
    fn long_vowels_match_short_vowels() {
        for (written, shortened) in
            [("とうきょう", "ときょ"), ("おおさか", "おさか"), ("ゆうらく", "ゆらく"), ("うなぎ", "うなぎ")]
        {
            assert_eq!(fold_long_vowels(written), shortened);
        }
    }

    #[test]
    fn synonyms_are_replaced_the_longest_first_and_latin_ones_whole() {
        let synonyms = synonyms();
        for (text, unified) in [
            ("江戸前寿司", "江戸前すし"),
            ("鮨かぐら", "すしかぐら"),
            ("焼き鳥と焼鳥と焼", "やきとりとやきとりとやき"),
            ("barley bar", "barley ば"),
            ("a private room for two", "a 個室 for two"),
            ("%_\\", "%_\\"),
        ] {
            assert_eq!(synonyms.unify(&fold(text)), unified);
        }
    }
}
