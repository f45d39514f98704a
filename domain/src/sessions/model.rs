use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, Duration, Utc};

use crate::ids::{AdminUserId, OwnerId, RestaurantId, UserId};
use crate::rng::Rng;
use crate::signing::fingerprint;
use crate::text_enum::text_enum;

text_enum! {
    /// The side to which a session belongs. Each of the three sides has a separate cookie.
    pub enum Side {
        Diner = "diner",
        Owner = "owner",
        Admin = "admin",
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccountId {
    Diner(UserId),
    Owner(OwnerId),
    Admin(AdminUserId),
}

impl AccountId {
    pub const fn side(self) -> Side {
        match self {
            Self::Diner(_) => Side::Diner,
            Self::Owner(_) => Side::Owner,
            Self::Admin(_) => Side::Admin,
        }
    }

    /// Returns the id among the accounts of the same side.
    pub const fn id(self) -> i64 {
        match self {
            Self::Diner(id) => id.0,
            Self::Owner(id) => id.0,
            Self::Admin(id) => id.0,
        }
    }

    /// Returns the values of `user_id`, `owner_id` and `admin_user_id` of a row, one of which is set.
    pub const fn columns(self) -> (Option<i64>, Option<i64>, Option<i64>) {
        match self {
            Self::Diner(id) => (Some(id.0), None, None),
            Self::Owner(id) => (None, Some(id.0), None),
            Self::Admin(id) => (None, None, Some(id.0)),
        }
    }
}

/// The cookie's value: 256 random bits. We store only its hash.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TokenHash(pub Vec<u8>);

impl Token {
    pub fn generate(rng: &Rng) -> Self {
        Self(URL_SAFE_NO_PAD.encode(rng.bytes::<32>()))
    }

    pub fn from_cookie(value: &str) -> Self {
        Self(value.to_owned())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn hash(&self) -> TokenHash {
        TokenHash(fingerprint(&self.0))
    }
}

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token")
    }
}

#[derive(Clone, Debug)]
pub struct Session {
    pub hash: TokenHash,
    pub uid: String,
    pub who: AccountId,
    /// The impersonating admin (G043).
    pub impersonator: Option<AdminUserId>,
    /// The password was correct, and the second factor is outstanding: not signed in yet.
    pub awaits_second_factor: bool,
    /// The restaurant that a member of staff views.
    pub restaurant: Option<RestaurantId>,
    /// The browser's `User-Agent` at sign-in.
    pub user_agent: String,
    pub created_at: DateTime<Utc>,
    /// Time of the last request, with an error of at most `TOUCH_INTERVAL`.
    pub last_seen_at: DateTime<Utc>,
    /// The session ends after this time without a request.
    pub idle_end: Duration,
    pub expires_at: DateTime<Utc>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn token_has_256_bits_and_redacted_debug() {
        let token = Token::generate(&Rng::seeded(1));
        assert_eq!(token.as_str().len(), 43);
        assert_eq!(token.hash().0.len(), 32);
        assert_eq!(format!("{token:?}"), "Token");
        assert_eq!(Token::from_cookie(token.as_str()).hash(), token.hash());
    }
}
