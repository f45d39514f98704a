//! Codes that people enter from a mail or during a call: booking codes, coupon codes, codes of a second factor, postal codes. One
//! reading for all of them.

use unicode_normalization::UnicodeNormalization;

use super::folding::HYPHENS;
use super::is_invisible;

/// Reads an entered code: half width, capitals, one hyphen for all dashes, without spaces and invisible characters.
pub fn read(typed: &str) -> String {
    let plain = typed.nfkc().filter(|c| !is_invisible(*c) && !c.is_control());
    plain.map(|c| if HYPHENS.contains(c) { '-' } else { c.to_ascii_uppercase() }).collect()
}

/// Reads a code whose hyphens only group its characters.
pub fn read_ungrouped(typed: &str) -> String {
    read(typed).replace('-', "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_in_any_width_and_with_any_dash() {
        for typed in ["AB-12", "ａｂ－１２", " ab ‐ 12\u{200b}", "ABー12", "ＡＢ―１２", "ab−12", "AB–12"]
        {
            assert_eq!((read(typed).as_str(), read_ungrouped(typed).as_str()), ("AB-12", "AB12"), "{typed}");
        }
        assert_eq!(read("あ_1"), "あ_1");
    }
}
