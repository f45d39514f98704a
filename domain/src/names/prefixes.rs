//! Search texts for the beginnings of names, which an index finds among the names of all persons (gaps G324). The SQL function `name_words`
//! returns the beginnings of a stored name; the test platform::names compares the two.

use unicode_normalization::UnicodeNormalization;

use super::folding::kanji_spellings;

/// Maximum number of words of a search text that are compared.
const MAX_WORDS: usize = 8;

/// Whether a character in compatibility form separates the words of a name.
fn is_separator(c: char) -> bool {
    c.is_whitespace() || c == '・' || c == ','
}

/// Returns the text of a `tsquery` that finds the names which begin with a search text, or of which each word of the search text begins a
/// word, in any order and spelling. `None` if the search text has no letters.
pub fn tsquery(typed: &str) -> Option<String> {
    let text: String = typed.nfkc().collect();
    let whole = beginning(&text)?;
    let words: Vec<_> = text.split(is_separator).filter_map(beginning).take(MAX_WORDS).collect();
    let words = words.join(" & ");
    Some(if words.is_empty() || words == whole { whole } else { format!("{whole} | {words}") })
}

/// Returns the `tsquery` of the lexemes that begin with a text.
fn beginning(text: &str) -> Option<String> {
    let lexemes: Vec<_> = kanji_spellings(text).iter().map(|spelling| format!("'{}':*", escape(spelling))).collect();
    (!lexemes.is_empty()).then(|| format!("({})", lexemes.join(" | ")))
}

/// Escapes a lexeme for the quotes around it.
fn escape(lexeme: &str) -> String {
    lexeme.replace('\\', r"\\").replace('\'', "''")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is(typed: &str, expected: &str) {
        assert_eq!(tsquery(typed).as_deref(), Some(expected), "{typed}");
    }

    #[test]
    fn whole_text_or_all_words_begin_a_word() {
        is("ﾀｶﾊｼ", "('たかはし':*)");
        is(" 髙田　", "('高田':* | '髙田':*)");
        is("Mary Jane", "('maryjane':*) | ('mary':*) & ('jane':*)");
        is("ジョン･スミス", "('じよん・すみす':*) | ('じよん':*) & ('すみす':*)");
    }

    #[test]
    fn operators_are_letters() {
        is("O’Neil", r"('o''neil':*)");
        is(r"a\':*", r"('a\\'':*':*)");
        is("!(&|)<->", "('!(&|)<->':*)");
        for blank in ["", "　", "\u{fe00}"] {
            assert_eq!(tsquery(blank), None);
        }
    }
}
