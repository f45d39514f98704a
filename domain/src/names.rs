//! Names and mail addresses that people type. A name is one line with something to be seen in it, and no mark that turns the text
//! beside it.

/// Why a text is no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameError {
    /// Nothing, or nothing that can be seen.
    Blank,
    /// More characters than these.
    TooLong(usize),
    /// Line ends and other controls, and marks that change the direction of what follows.
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

/// The code of a text that is longer than it may be: the text of the code names the limit.
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

/// The name without spaces around it, of `longest` characters at most.
pub fn name(typed: &str, longest: usize) -> Result<String, NameError> {
    let name = typed.trim();
    if name.chars().all(is_unseen) {
        return Err(NameError::Blank);
    }
    if name.chars().count() > longest {
        return Err(NameError::TooLong(longest));
    }
    if name.chars().any(|c| c.is_control() || turns(c)) {
        return Err(NameError::Characters);
    }
    Ok(name.to_owned())
}

/// Joiners, selectors and fillers: they stand between letters and in emoji, and are nothing by themselves.
pub const fn is_unseen(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        )
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2065}' | '\u{206a}'..='\u{206f}' | '\u{2800}' | '\u{3164}')
        || matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}')
}

/// Marks of direction. A name written from right to left needs none.
const fn turns(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// What stands before an address's @ without quotes (RFC 5322, `dot-atom`) and is taken by every mail server.
fn is_common_name(local: &str) -> bool {
    let is_atom = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~.".contains(c);
    local.chars().all(is_atom)
}

/// An address that mail can be sent to over the public net. Its host is as mail servers look it up: whatever looks like another
/// host, or is written in another script, is the same or refused.
pub fn email(typed: &str) -> Result<String, &'static str> {
    let typed = typed.trim();
    let address: lettre::Address = typed.parse().map_err(|_| "email_invalid")?;
    let host = if address.domain().is_ascii() {
        address.domain().to_owned()
    } else {
        idna::domain_to_ascii(address.domain()).map_err(|_| "email_invalid")?
    };
    let has_dot = host.contains('.') && !host.starts_with('.') && !host.ends_with('.') && !host.contains("..");
    let is_plain = !typed.chars().any(|c| is_unseen(c) || c.is_control());
    let email = format!("{}@{host}", address.user());
    if has_dot && is_plain && is_common_name(address.user()) && email.len() <= 254 {
        Ok(email)
    } else {
        Err("email_invalid")
    }
}

/// An address as its account is looked up by: as it is kept, and what is no address as it was typed.
pub fn email_to_look_up(typed: &str) -> String {
    email(typed).unwrap_or_else(|_| typed.trim().to_owned())
}

/// `h•••••@seki.test`: enough to know which mailbox to open.
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
        assert_eq!(email("hanako@\u{17f}eki.test").as_deref(), Ok("hanako@seki.test"));
        assert_eq!(email("hanako@席.test").as_deref(), Ok("hanako@xn--gut.test"));
        assert_eq!(email_to_look_up(" hanako@席.test "), "hanako@xn--gut.test");
        assert_eq!(email_to_look_up(" hanako "), "hanako");
        for unseen in ["hanako@seki.test\u{200b}", "hanako@se\u{ad}ki.test", "花子@seki.test", "hanako@seki"] {
            assert_eq!(email(unseen), Err("email_invalid"), "{unseen:?}");
        }
    }

    #[test]
    fn a_name_can_be_seen_and_stays_on_its_line() {
        for sound in ["山田", "O'Brien", "Dvořák", "👩\u{200d}👩\u{200d}👧", "❤\u{fe0f}", "محمد", "می\u{200c}خواهم"]
        {
            assert_eq!(name(&format!(" {sound}\u{3000}"), 100).as_deref(), Ok(sound));
        }
        for blank in ["", " \u{3000}", "\u{200b}", "\u{feff}\u{2060}", "\u{3164}", "\u{200e}"] {
            assert_eq!(name(blank, 100), Err(NameError::Blank), "{blank:?}");
        }
        for bad in ["a\r\nb", "a\tb", "\u{7}", "\u{202e}nimda", "a\u{2066}b", "\u{200f}a"] {
            assert_eq!(name(bad, 100), Err(NameError::Characters), "{bad:?}");
        }
        assert_eq!((name("あい", 2).is_ok(), name("あいう", 2)), (true, Err(NameError::TooLong(2))));
    }
}
