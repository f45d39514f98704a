//! The links and codes in mails. Each consists of a token's uid and a secret that the server's key derives from it for one purpose.

use crate::signing::Signer;

pub const EMAIL_CHANGE: &str = "email_change";
pub const EMAIL_CONFIRMATION: &str = "email_confirmation";
pub const PASSWORD_RESET: &str = "password_reset";
pub const TWO_FACTOR_CODE: &str = "two_factor";

/// Returns a token's text in a link: `uid.secret`.
pub fn link_token(signer: &Signer, purpose: &str, uid: &str) -> String {
    format!("{uid}.{}", signer.secret(purpose, uid))
}

/// Returns the uid of a valid link, or `None` for any other text.
pub fn uid_of<'a>(signer: &Signer, purpose: &str, given: &'a str) -> Option<&'a str> {
    let (uid, secret) = given.split_once('.')?;
    signer.is_secret(purpose, uid, secret).then_some(uid)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn link_is_valid_for_its_purpose_only() {
        let signer = Signer::new("a secret of the tests");
        let link = link_token(&signer, PASSWORD_RESET, "Uabc");
        assert_eq!(uid_of(&signer, PASSWORD_RESET, &link), Some("Uabc"));
        assert_eq!(uid_of(&signer, EMAIL_CONFIRMATION, &link), None);
        assert_eq!(uid_of(&signer, PASSWORD_RESET, &link.replace("Uabc", "Uabd")), None);
        assert_eq!(uid_of(&signer, PASSWORD_RESET, "Uabc"), None);
    }
}
