//! Sign in with Apple: OpenID Connect with an authorization code, a response by `form_post`, and a client secret that we sign ourselves.

use chrono::{DateTime, Utc};
use jsonwebtoken::jwk::JwkSet;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, decode_header, encode};
use serde::{Deserialize, Serialize};

use super::http;
use crate::config::AppleConfig;

/// Lifetime of a client secret, which is used immediately.
const SECRET_SECONDS: i64 = 300;
/// Tolerance for clocks that differ.
const LEEWAY_SECONDS: i64 = 60;

#[derive(Clone)]
pub struct Apple {
    http: reqwest::Client,
    config: AppleConfig,
}

#[derive(Debug, thiserror::Error)]
pub enum AppleError {
    #[error("Apple could not be reached: {0}")]
    Unreachable(#[from] reqwest::Error),
    /// The code or the token is invalid; the reason is for the log.
    #[error("Apple's answer is refused: {0}")]
    Rejected(&'static str),
    #[error("a token could not be signed or read: {0}")]
    Token(#[from] jsonwebtoken::errors::Error),
}

/// The identity that Apple confirms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// Apple's identifier of the person for our client, which never changes.
    pub uid: String,
    pub email: Option<String>,
}

/// The provider's published metadata (OpenID Connect Discovery).
#[derive(Deserialize)]
struct Discovery {
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: String,
    jwks_uri: String,
}

#[derive(Serialize)]
struct SecretClaims<'a> {
    iss: &'a str,
    iat: i64,
    exp: i64,
    aud: &'a str,
    sub: &'a str,
}

#[derive(Deserialize)]
struct Tokens {
    id_token: String,
}

#[derive(Deserialize)]
struct IdClaims {
    sub: String,
    exp: i64,
    nonce: Option<String>,
    email: Option<String>,
}

impl Apple {
    pub fn new(config: &AppleConfig) -> Self {
        Self { http: http::client(), config: config.clone() }
    }

    /// Address to which the browser is sent to sign in.
    pub async fn authorization_url(&self, state: &str, nonce: &str, callback: &str) -> Result<String, AppleError> {
        let discovery = self.discover().await?;
        let parameters = [
            ("client_id", self.config.client_id.as_str()),
            ("redirect_uri", callback),
            ("response_type", "code"),
            ("response_mode", "form_post"),
            ("scope", "name email"),
            ("state", state),
            ("nonce", nonce),
        ];
        let url = reqwest::Url::parse_with_params(&discovery.authorization_endpoint, parameters);
        url.map(String::from).map_err(|_| AppleError::Rejected("the authorization endpoint is not a URL"))
    }

    /// Returns the identity for a code, after verifying its token: signed by the issuer for us, not expired, and for this sign-in
    /// (`nonce`). `wall` is the machine's time, to which the provider's tokens refer.
    pub async fn identify(
        &self,
        code: &str,
        nonce: &str,
        callback: &str,
        wall: DateTime<Utc>,
    ) -> Result<Identity, AppleError> {
        let discovery = self.discover().await?;
        let secret = self.client_secret(wall)?;
        let form = [
            ("client_id", self.config.client_id.as_str()),
            ("client_secret", secret.as_str()),
            ("code", code),
            ("grant_type", "authorization_code"),
            ("redirect_uri", callback),
        ];
        let answer = self.http.post(&discovery.token_endpoint).form(&form).send().await?;
        if answer.status().is_client_error() {
            return Err(AppleError::Rejected("the code is invalid"));
        }
        let tokens: Tokens = answer.error_for_status()?.json().await?;
        let keys: JwkSet = self.http.get(&discovery.jwks_uri).send().await?.error_for_status()?.json().await?;
        let claims = self.verify_token(&tokens.id_token, &keys)?;
        if claims.exp + LEEWAY_SECONDS < wall.timestamp() {
            return Err(AppleError::Rejected("the token has expired"));
        }
        if claims.nonce.as_deref() != Some(nonce) {
            return Err(AppleError::Rejected("the token belongs to another sign-in"));
        }
        if claims.sub.is_empty() || claims.sub.len() > 255 {
            return Err(AppleError::Rejected("the token has no subject"));
        }
        Ok(Identity { uid: claims.sub, email: claims.email })
    }

    async fn discover(&self) -> Result<Discovery, AppleError> {
        let url = format!("{}/.well-known/openid-configuration", self.config.issuer_url);
        let found: Discovery = self.http.get(url).send().await?.error_for_status()?.json().await?;
        if found.issuer != self.config.issuer_url {
            return Err(AppleError::Rejected("the issuer differs"));
        }
        Ok(found)
    }

    fn client_secret(&self, wall: DateTime<Utc>) -> Result<String, AppleError> {
        let config = &self.config;
        let header = Header { kid: Some(config.key_id.clone()), ..Header::new(Algorithm::ES256) };
        let claims = SecretClaims {
            iss: &config.team_id,
            iat: wall.timestamp(),
            exp: wall.timestamp() + SECRET_SECONDS,
            aud: &config.issuer_url,
            sub: &config.client_id,
        };
        Ok(encode(&header, &claims, &EncodingKey::from_ec_pem(config.private_key.as_bytes())?)?)
    }

    /// Verifies signature, issuer and audience. Accepts only Apple's algorithm, whatever the token claims.
    fn verify_token(&self, token: &str, keys: &JwkSet) -> Result<IdClaims, AppleError> {
        let kid = decode_header(token)?.kid.ok_or(AppleError::Rejected("the token has no key id"))?;
        let key = keys.find(&kid).ok_or(AppleError::Rejected("the issuer does not have the token's key"))?;
        let mut validation = Validation::new(Algorithm::RS256);
        validation.set_issuer(&[&self.config.issuer_url]);
        validation.set_audience(&[&self.config.client_id]);
        validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
        // Expiry is compared with the `wall` parameter instead.
        validation.validate_exp = false;
        Ok(decode::<IdClaims>(token, &DecodingKey::from_jwk(key)?, &validation)?.claims)
    }
}
