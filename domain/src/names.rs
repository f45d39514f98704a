//! Validation of names and email addresses that people enter. A name is one line with visible characters, without marks that change the
//! direction of the surrounding text. A person's name contains no web address and no markup.

pub mod carriers;
pub mod codes;
pub mod folding;
pub mod prefixes;

use unicode_normalization::UnicodeNormalization;

/// Reasons to reject a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameError {
    /// Empty, or without visible characters.
    Blank,
    /// Longer than this number of characters.
    TooLong(usize),
    /// Line ends and other control characters, and marks that change the direction of the following text. In a person's name also a web
    /// address and angle brackets.
    Characters,
}

impl NameError {
    pub const fn code(self) -> &'static str {
        match self {
            Self::Blank => "blank",
            Self::TooLong(longest) => too_long(longest),
            Self::Characters => "invalid_characters",
        }
    }
}

/// Returns the error code for a text that is too long. The message of the code contains the limit.
pub const fn too_long(longest: usize) -> &'static str {
    match longest {
        12 => "too_long_12",
        16 => "too_long_16",
        20 => "too_long_20",
        50 => "too_long_50",
        100 => "too_long_100",
        200 => "too_long_200",
        300 => "too_long_300",
        500 => "too_long_500",
        2_000 => "too_long_2000",
        4_000 => "too_long_4000",
        5_000 => "too_long_5000",
        _ => "too_long",
    }
}

/// Returns a name as it is stored: without characters that are invisible anywhere, which copied texts contain, and without spaces and
/// joiners at its ends. Joiners and selectors within a name stay: emoji and some scripts need them.
pub fn normalize(typed: &str) -> String {
    let visible: String = typed.chars().filter(|c| !is_stray(*c)).collect();
    visible.trim_matches(|c: char| c.is_whitespace() || matches!(c, '\u{200c}' | '\u{200d}')).to_owned()
}

/// Normalises a name and validates it, with a maximum of `longest` characters.
pub fn name(typed: &str, longest: usize) -> Result<String, NameError> {
    let name = normalize(typed);
    if name.chars().all(is_invisible) {
        return Err(NameError::Blank);
    }
    if name.chars().count() > longest {
        return Err(NameError::TooLong(longest));
    }
    if name.chars().any(|c| c.is_control() || is_direction_mark(c)) {
        return Err(NameError::Characters);
    }
    Ok(name)
}

/// Normalises and validates the name of a person, with which mails greet. The person who entered it need not be the reader of the mail, so it
/// contains no web address, which a mail program would show as a link, and no markup.
pub fn person_name(typed: &str, longest: usize) -> Result<String, NameError> {
    let name = name(typed, longest)?;
    match name.contains("://") || name.contains(['<', '>']) {
        true => Err(NameError::Characters),
        false => Ok(name),
    }
}

/// Validates the reading of a person's name, and returns it as it is stored: in compatibility form (NFKC) and in katakana. It may be blank.
///
/// # Errors
/// The code of a reading that is too long or has characters that no name has.
pub fn reading(typed: &str, longest: usize) -> Result<String, &'static str> {
    let typed: String = typed.nfkc().map(katakana).collect();
    match person_name(&typed, longest) {
        Err(NameError::Blank) => Ok(String::new()),
        checked => checked.map_err(NameError::code),
    }
}

/// Converts a letter of hiragana; any other letter stays.
fn katakana(c: char) -> char {
    match c {
        'ぁ'..='ゖ' | 'ゝ'..='ゞ' => char::from_u32(c as u32 + 0x60).unwrap_or(c),
        other => other,
    }
}

/// Soft hyphens, zero-width spaces, word joiners, invisible operators and byte-order marks: they change neither a letter nor an emoji.
const fn is_stray(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{180e}' | '\u{200b}' | '\u{2060}'..='\u{2065}' | '\u{206a}'..='\u{206f}' | '\u{feff}')
}

/// Joiners, selectors and fillers: they occur between letters and in emoji, and are invisible alone.
pub const fn is_invisible(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        )
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2065}' | '\u{206a}'..='\u{206f}' | '\u{2800}' | '\u{3164}')
        || matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}')
}

/// Marks of direction. A right-to-left name does not need them.
const fn is_direction_mark(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Maximum length of an email address in bytes (RFC 5321).
const MAX_EMAIL_BYTES: usize = 254;

/// Whether the part before the @ has no quotes (RFC 5322, `dot-atom`), so that every mail server accepts it.
fn is_dot_atom(local: &str) -> bool {
    let is_atom = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~.".contains(c);
    local.chars().all(is_atom)
}

/// Whether a text is a host name as mail servers resolve it (RFC 5321): two or more labels of ASCII letters, digits and hyphens.
fn is_host(host: &str) -> bool {
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let is_number = |label: &str| label.bytes().all(|byte| byte.is_ascii_digit());
    host.rsplit_once('.').is_some_and(|(_, last)| !is_number(last)) && host.split('.').all(is_label)
}

/// Converts a host to the ASCII form that mail servers resolve (IDNA). `None` if there is no such form, or if IDNA maps a label in another
/// script to plain ASCII (full-width letters, the Kelvin sign), because two texts would then be one address.
fn ascii_host(host: &str) -> Option<String> {
    let ascii = |label: &str| {
        if label.is_ascii() {
            return Some(label.to_owned());
        }
        idna::domain_to_ascii(label).ok().filter(|ascii| ascii.starts_with("xn--") && !ascii.contains('.'))
    };
    host.split('.').map(ascii).collect::<Option<Vec<_>>>().map(|labels| labels.join("."))
}

/// Parses an email address to which mail can be sent over the public internet, and returns it in ASCII. Old addresses of Japan's mobile
/// carriers are accepted with their dots (`carriers`). A host in another script becomes
/// the ASCII form that mail servers resolve (IDNA). The local part keeps its spelling and must be ASCII, because case folding beyond ASCII
/// maps other letters to ASCII ones (`İ` to `i`, the Kelvin sign to `k`). Two addresses are equal under ASCII case folding only:
/// `email_key` compares them in Rust, `mail_address` (`migrations/functions/208_mail_address.sql`) in SQL.
///
/// # Errors
/// The code of the field error: `email_invalid`.
pub fn email(typed: &str) -> Result<String, &'static str> {
    let typed = typed.trim();
    if typed.len() > 4 * MAX_EMAIL_BYTES || typed.chars().any(|c| is_invisible(c) || c.is_control()) {
        return Err("email_invalid");
    }
    let (local, host) = typed.rsplit_once('@').ok_or("email_invalid")?;
    let is_carriers = carriers::is_carrier_address(local, host);
    if !is_carriers && typed.parse::<lettre::Address>().is_err() {
        return Err("email_invalid");
    }
    let host = ascii_host(host).ok_or("email_invalid")?;
    let email = format!("{local}@{host}");
    let is_valid = (is_carriers || is_dot_atom(local)) && is_host(&host) && email.len() <= MAX_EMAIL_BYTES;
    if is_valid { Ok(email) } else { Err("email_invalid") }
}

/// Returns the address with which a query finds an account; `None` for a text that is not an email address, so that no query runs.
pub fn email_to_look_up(typed: &str) -> Option<String> {
    email(typed).ok()
}

/// Returns the key under which limits count an address: equal for all spellings of one address, in ASCII lower case. A text that is not an
/// address has a separate key.
pub fn email_key(typed: &str) -> String {
    email(typed).unwrap_or_else(|_| typed.trim().to_owned()).to_ascii_lowercase()
}

/// Normalises a part of an address for a search, to ASCII lower case. Japanese keyboards enter full-width letters, digits and signs, which
/// are mapped to ASCII. `None` for an empty text, and for a text with any other letter.
pub fn normalize_email_part(typed: &str) -> Option<String> {
    let half_width = |c: char| match c {
        '！'..='～' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        other => other,
    };
    let part: String = typed.trim().chars().map(half_width).collect();
    (!part.is_empty() && part.is_ascii()).then(|| part.to_ascii_lowercase())
}

/// Returns `h•••••@seki.test`: enough to recognise the mailbox.
pub fn masked_email(email: &str) -> String {
    let (local, host) = email.split_once('@').unwrap_or((email, ""));
    let first: String = local.chars().take(1).collect();
    format!("{first}•••••@{host}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_masked_to_its_first_letter() {
        assert_eq!(masked_email("hanako@seki.test"), "h•••••@seki.test");
        assert_eq!(masked_email("花子@seki.test"), "花•••••@seki.test");
    }

    #[test]
    fn one_host_has_one_name() {
        assert_eq!(email(" hanako@Seki.test ").as_deref(), Ok("hanako@Seki.test"));
        assert_eq!(email("hanako@席.test").as_deref(), Ok("hanako@xn--gut.test"));
        assert_eq!(email_to_look_up(" hanako@席.test ").as_deref(), Some("hanako@xn--gut.test"));
        assert_eq!(email_to_look_up(" hanako "), None);
        for unseen in ["hanako@seki.test\u{200b}", "hanako@se\u{ad}ki.test", "花子@seki.test", "hanako@seki"] {
            assert_eq!(email(unseen), Err("email_invalid"), "{unseen:?}");
        }
    }

    #[test]
    fn old_addresses_of_carriers_are_accepted() {
        for typed in ["taro..yamada@docomo.ne.jp", "hana.@ezweb.ne.jp"] {
            assert_eq!(email(typed).as_deref(), Ok(typed));
            assert_eq!(email_to_look_up(typed).as_deref(), Some(typed));
        }
        for typed in ["taro..yamada@seki.test", "hana.@seki.test", ".hana@docomo.ne.jp", "hana@x@docomo.ne.jp"] {
            assert_eq!(email(typed), Err("email_invalid"), "{typed}");
        }
    }

    /// Case folding beyond ASCII maps `İ` to `i`, the Kelvin sign to `k` and `ſ` to `s`.
    #[test]
    fn addresses_reject_letters_that_fold_into_ascii() {
        for typed in [
            "k\u{130}m@seki.test",
            "\u{212a}im@seki.test",
            "\u{17f}am@seki.test",
            "ｋim@seki.test",
            "k\u{131}m@seki.test",
        ] {
            assert_eq!(email(typed), Err("email_invalid"), "{typed}");
            assert_eq!(email_to_look_up(typed), None, "{typed}");
            assert!(!email_key(typed).is_ascii(), "{typed} shares no limit");
            if !typed.starts_with('ｋ') {
                assert_eq!(normalize_email_part(typed), None, "{typed}");
            }
        }
        // IDNA maps this host to another one, and the next two to the same one.
        let other = email("kim@sek\u{130}.test").unwrap();
        assert!(other.starts_with("kim@xn--") && other.is_ascii(), "{other}");
        for same in
            ["kim@se\u{212a}i.test", "kim@\u{17f}eki.test", "kim@ｓｅｋｉ.test", "kim@seki．test", "kim@席。test"]
        {
            assert_eq!(email(same), Err("email_invalid"), "{same}");
        }
        assert_eq!(email_key(" Kim@SEKI.test "), "kim@seki.test");
        assert_eq!(normalize_email_part(" Ｋｉｍ＠ｓｅ ").as_deref(), Some("kim@se"));
    }

    #[test]
    fn hosts_without_a_public_name_are_rejected() {
        for typed in [
            "kim@127.0.0.1",
            "kim@[127.0.0.1]",
            "kim@-seki.test",
            "kim@seki-.test",
            "kim@seki..test",
            "kim@.seki.test",
            "kim@seki.test.",
            "kim@se_ki.test",
            "kim@se＠ki.test",
            "kim@se／ki.test",
            &format!("kim@{}.test", "s".repeat(64)),
            &format!("{}@seki.test", "k".repeat(64 * 4)),
            &format!("kim@{}.test", "席".repeat(1_000)),
        ] {
            assert_eq!(email(typed), Err("email_invalid"), "{typed}");
        }
    }

    #[test]
    fn name_is_visible_and_on_one_line() {
        for sound in ["山田", "O'Brien", "Dvořák", "👩\u{200d}👩\u{200d}👧", "❤\u{fe0f}", "محمد", "می\u{200c}خواهم"]
        {
            assert_eq!(name(&format!(" {sound}\u{3000}"), 100).as_deref(), Ok(sound));
        }
        for hidden in ["\u{feff}山\u{200b}田", "\u{200b} 山田 \u{2060}", "山\u{ad}田\u{206f}", "\u{200d}山田\u{200c}"]
        {
            assert_eq!(name(hidden, 2).as_deref(), Ok("山田"), "{hidden:?}");
            assert_eq!(person_name(hidden, 2).as_deref(), Ok("山田"), "{hidden:?}");
        }
        for blank in ["", " \u{3000}", "\u{200b}", "\u{feff}\u{2060}", "\u{3164}", "\u{200e}"] {
            assert_eq!(name(blank, 100), Err(NameError::Blank), "{blank:?}");
        }
        for bad in ["a\r\nb", "a\tb", "\u{7}", "\u{202e}nimda", "a\u{2066}b", "\u{200f}a"] {
            assert_eq!(name(bad, 100), Err(NameError::Characters), "{bad:?}");
        }
        assert_eq!((name("あい", 2).is_ok(), name("あいう", 2)), (true, Err(NameError::TooLong(2))));
    }

    #[test]
    fn person_names_contain_no_address_and_no_markup() {
        for sound in
            ["山田", "O'Brien-Smith", "Dvořák Jr.", "佐藤 (常連)", "高橋/鈴木", "A & B", "山田：花子", "J. R. R."]
        {
            assert_eq!(person_name(&format!(" {sound} "), 50).as_deref(), Ok(sound));
        }
        for bad in ["http://evil.example", "賞金 https://evil.example", "<b>花子</b>", "a<", "a>b", "a\nb", "\u{202e}a"]
        {
            assert_eq!(person_name(bad, 50), Err(NameError::Characters), "{bad:?}");
        }
        assert_eq!(
            (person_name(" ", 50), person_name("あいう", 2)),
            (Err(NameError::Blank), Err(NameError::TooLong(2)))
        );
    }
}
