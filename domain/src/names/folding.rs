//! Folds spellings of names, because staff search for names during calls (gaps G234). One table of rules yields `fold`,
//! which Rust compares, and `pattern`, which SQL compares with stored texts; the test platform::names compares the two.

use std::collections::HashMap;
use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;

/// Hyphens, dashes and lines of all keyboards in compatibility form, and the long vowel mark, which is similar to them.
pub const HYPHENS: &str = "-‐‒–—―−ー─━";
/// Apostrophes of all keyboards in compatibility form.
const APOSTROPHES: &str = "'’‘`";
/// Kana with an old form, and the form of today.
const OLD_KANA: [(char, char); 3] = [('ゐ', 'い'), ('ゑ', 'え'), ('ヷ', 'わ')];
/// Small kana, and the kana that they are a small form of.
const SMALL_KANA: [(char, char); 12] = [
    ('ぁ', 'あ'),
    ('ぃ', 'い'),
    ('ぅ', 'う'),
    ('ぇ', 'え'),
    ('ぉ', 'お'),
    ('っ', 'つ'),
    ('ゃ', 'や'),
    ('ゅ', 'ゆ'),
    ('ょ', 'よ'),
    ('ゎ', 'わ'),
    ('ゕ', 'か'),
    ('ゖ', 'け'),
];
/// Groups of variant kanji, the common form first.
const VARIANTS: &str = include_str!("variants.txt");

/// Variation selectors follow a kanji and select one of its shapes.
const fn is_selector(c: char) -> bool {
    matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

/// Spaces and variation selectors between two letters, as part of a regular expression.
const BETWEEN: &str = "[ \u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}]*";

/// Maximum number of letters of a search text that are compared, because PostgreSQL rejects an expression that is too complex.
const MAX_LETTERS: usize = 100;

/// Maximum number of spellings in `kanji_spellings`.
const MAX_SPELLINGS: usize = 64;

/// The common form of each variant kanji.
static KANJI: LazyLock<HashMap<char, char>> = LazyLock::new(|| {
    let groups = VARIANTS.lines().filter(|line| !line.starts_with('#'));
    let pairs = groups.flat_map(|line| {
        let common = line.chars().next();
        line.chars().skip(1).filter_map(move |variant| Some((variant, common?)))
    });
    pairs.collect()
});

/// The letters that fold into each letter.
static SPELLINGS: LazyLock<HashMap<char, Vec<char>>> = LazyLock::new(|| {
    let kana = '\u{3041}'..='\u{30ff}';
    let signs = HYPHENS.chars().chain(APOSTROPHES.chars());
    let mut spellings: HashMap<char, Vec<char>> = HashMap::new();
    for letter in kana.chain(signs.filter(|c| !('\u{3041}'..='\u{30ff}').contains(c))).chain(KANJI.keys().copied()) {
        let folded = fold_letter(letter);
        if folded != letter {
            spellings.entry(folded).or_default().push(letter);
        }
    }
    spellings
});

/// Folds a letter in compatibility form and lower case.
fn fold_letter(letter: char) -> char {
    let letter = match letter {
        'ァ'..='ヶ' | 'ヽ' | 'ヾ' => char::from_u32(letter as u32 - 0x60).unwrap_or(letter),
        other => other,
    };
    if HYPHENS.contains(letter) {
        return '-';
    }
    if APOSTROPHES.contains(letter) {
        return '\'';
    }
    let kana = SMALL_KANA.iter().chain(&OLD_KANA).find(|(from, _)| *from == letter);
    kana.map(|(_, to)| *to).or_else(|| KANJI.get(&letter).copied()).unwrap_or(letter)
}

/// Folds a text: compatibility form (NFKC) and lower case, hiragana for katakana, kana of usual size and of today, the common form of
/// variant kanji, one hyphen for all dashes and long vowel marks, without variation selectors and spaces. A stored name is never folded.
pub fn fold(text: &str) -> String {
    let plain = text.nfkc().flat_map(char::to_lowercase);
    plain.filter(|c| !is_selector(*c) && !c.is_whitespace()).map(fold_letter).collect()
}

/// Returns a regular expression of PostgreSQL that matches the texts which contain a search text in any spelling. The text on its left is
/// in compatibility form and lower case: `lower(normalize(name, NFKC)) ~ $1`. `None` if the search text has no letters.
pub fn pattern(typed: &str) -> Option<String> {
    let letters: Vec<String> = fold(typed).chars().take(MAX_LETTERS).map(class).collect();
    (!letters.is_empty()).then(|| letters.join(BETWEEN))
}

/// The same, for texts that consist of the search text alone.
pub fn whole_pattern(typed: &str) -> Option<String> {
    pattern(typed).map(|letters| format!("^{BETWEEN}{letters}{BETWEEN}$"))
}

/// Returns the patterns of several search texts. A text without letters restricts nothing.
pub fn patterns(words: &[String]) -> Vec<String> {
    words.iter().filter_map(|word| pattern(word)).collect()
}

/// Returns a text with each choice of the variants of its kanji, its other letters folded. A text with more than `MAX_SPELLINGS` of them
/// counts with its first letters; one without letters has none.
pub(super) fn kanji_spellings(text: &str) -> Vec<String> {
    let mut found = vec![String::new()];
    for letter in fold(text).chars().take(MAX_LETTERS) {
        let variants = SPELLINGS.get(&letter).into_iter().flatten().copied().filter(|other| KANJI.contains_key(other));
        let letters: Vec<char> = std::iter::once(letter).chain(variants).collect();
        if found.len() * letters.len() > MAX_SPELLINGS {
            break;
        }
        found = found.iter().flat_map(|start| letters.iter().map(move |letter| format!("{start}{letter}"))).collect();
    }
    found.retain(|spelling| !spelling.is_empty());
    found
}

/// Returns the regular expression of a folded letter.
fn class(folded: char) -> String {
    let Some(spellings) = SPELLINGS.get(&folded) else {
        return if folded.is_ascii_punctuation() { format!("\\{folded}") } else { folded.to_string() };
    };
    // In a class, a hyphen is a range unless it is first.
    let letters: String = spellings.iter().collect();
    format!("[{folded}{letters}]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variant_kanji_fold_into_common_form() {
        for (name, common) in [
            ("髙橋", "高橋"),
            ("山﨑", "山崎"),
            ("渡邊", "渡辺"),
            ("渡邉", "渡辺"),
            ("齋藤", "斉藤"),
            ("齊藤", "斎藤"),
            ("長澤", "長沢"),
            ("濵田", "浜田"),
            ("嶋田", "島田"),
            ("國廣 眞德", "国広真徳"),
            ("葛\u{e0100}城", "葛城"),
            ("辻\u{fe00}", "辻"),
            ("𠮷野", "吉野"),
        ] {
            assert_eq!(fold(name), fold(common), "{name}");
        }
        assert_ne!(fold("高橋"), fold("橋本"));
    }

    #[test]
    fn kana_widths_and_signs_fold_into_one() {
        for (name, plain) in [
            ("ヤマダ", "やまだ"),
            ("ﾔﾏﾀﾞ　ﾊﾅｺ", "やまだはなこ"),
            ("ヰノウヱ", "いのうえ"),
            ("シャーロット", "しや―ろつと"),
            ("ＩＴＯ１２", "ito12"),
            ("O’Brien", "o'brien"),
            ("Smith‐Jones", "smith−jones"),
            ("は\u{3099}は\u{3099}", "ばば"),
        ] {
            assert_eq!(fold(name), fold(plain), "{name}");
        }
    }

    #[test]
    fn patterns_escape_signs_and_ignore_blank_texts() {
        assert_eq!(pattern(" 　"), None);
        assert_eq!(pattern("\u{fe00}"), None);
        assert_eq!(patterns(&["a".to_owned(), " ".to_owned()]), ["a"]);
        assert_eq!(pattern("."), Some("\\.".to_owned()));
        assert!(pattern("高-").is_some_and(|found| found.starts_with("[高髙]") && found.contains("[-")));
    }

    #[test]
    fn spellings_vary_the_kanji_only() {
        let spellings = kanji_spellings("ワタ 髙-");
        assert_eq!(spellings, ["わた高-", "わた髙-"]);
        assert!(kanji_spellings("渡邊").contains(&"渡辺".to_owned()));
        assert!(kanji_spellings(" \u{fe00}").is_empty());
        let many = kanji_spellings(&"斉".repeat(50));
        assert!((2..=MAX_SPELLINGS).contains(&many.len()));
        assert!(many.iter().all(|spelling| spelling.chars().count() > 1));
    }

    #[test]
    fn a_kanji_is_in_one_group() {
        let letters = VARIANTS.lines().filter(|line| !line.starts_with('#')).flat_map(str::chars);
        let mut seen = std::collections::HashSet::new();
        for letter in letters {
            assert!(seen.insert(letter), "{letter} is in two groups");
            assert_eq!(letter.to_string().nfkc().collect::<String>(), letter.to_string());
        }
        assert!(seen.len() > 600);
    }
}
