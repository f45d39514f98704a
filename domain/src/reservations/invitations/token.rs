//! The link of an invitation, for guests without an account.

use crate::signing::Signer;

const PURPOSE: &str = "invitation";

/// Returns the token in an invitation's link: `uid.secret`.
pub fn token(signer: &Signer, invite_uid: &str) -> String {
    format!("{invite_uid}.{}", signer.secret(PURPOSE, invite_uid))
}

/// Returns the uid of the invitation that a valid token belongs to.
pub fn invite_uid_of<'a>(signer: &Signer, token: &'a str) -> Option<&'a str> {
    let (uid, secret) = token.split_once('.')?;
    signer.is_secret(PURPOSE, uid, secret).then_some(uid)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn token_is_valid_for_its_invitation_only() {
        let signer = Signer::new("a secret of the tests");
        let link = token(&signer, "Uabc");
        assert_eq!(invite_uid_of(&signer, &link), Some("Uabc"));
        assert_eq!(invite_uid_of(&signer, &link.replace("Uabc", "Uabd")), None);
        assert_eq!(invite_uid_of(&signer, "Uabc"), None);
    }
}
