//! Sign in with Apple: OpenID Connect with a code, an answer by `form_post`, and a client secret that we sign ourselves.

use chrono::{DateTime, Utc};
use jsonwebtoken::jwk::JwkSet;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, decode_header, encode};
use serde::{Deserialize, Serialize};

use super::http;
use crate::config::AppleConfig;

/// How long a client secret of ours is good; it is used at once.
const SECRET_SECONDS: i64 = 300;
/// Clocks differ.
const LEEWAY_SECONDS: i64 = 60;

#[derive(Clone)]
pub struct Apple {
    http: reqwest::Client,
    config: AppleConfig,
}

#[derive(Debug, thiserror::Error)]
pub enum AppleError {
    #[error("Apple could not be asked: {0}")]
    Unreachable(#[from] reqwest::Error),
    /// The code or the token is not good; the reason is for the log.
    #[error("Apple's answer is refused: {0}")]
    Refused(&'static str),
    #[error("a token could not be made or read: {0}")]
    Token(#[from] jsonwebtoken::errors::Error),
}

/// Whom Apple vouches for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// Their name towards us, which never changes.
    pub uid: String,
    pub email: Option<String>,
}

/// What the provider publishes of itself (OpenID Connect Discovery).
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

    /// Where a browser is sent to, to be asked who they are.
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
        url.map(String::from).map_err(|_| AppleError::Refused("the authorization endpoint is no address"))
    }

    /// Whom a code stands for, once its token is proven: signed by the issuer for us, in time, and for this very sign-in (`nonce`).
    /// `wall` is the time of the machine, by which the provider's tokens go.
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
            return Err(AppleError::Refused("the code is not good"));
        }
        let tokens: Tokens = answer.error_for_status()?.json().await?;
        let keys: JwkSet = self.http.get(&discovery.jwks_uri).send().await?.error_for_status()?.json().await?;
        let claims = self.verified(&tokens.id_token, &keys)?;
        if claims.exp + LEEWAY_SECONDS < wall.timestamp() {
            return Err(AppleError::Refused("the token is too old"));
        }
        if claims.nonce.as_deref() != Some(nonce) {
            return Err(AppleError::Refused("the token is of another sign-in"));
        }
        if claims.sub.is_empty() || claims.sub.len() > 255 {
            return Err(AppleError::Refused("the token names nobody"));
        }
        Ok(Identity { uid: claims.sub, email: claims.email })
    }

    async fn discover(&self) -> Result<Discovery, AppleError> {
        let url = format!("{}/.well-known/openid-configuration", self.config.issuer_url);
        let found: Discovery = self.http.get(url).send().await?.error_for_status()?.json().await?;
        if found.issuer != self.config.issuer_url {
            return Err(AppleError::Refused("the issuer is another"));
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

    /// Signature, issuer and audience. Of the algorithms only Apple's is taken, whatever the token says of itself.
    fn verified(&self, token: &str, keys: &JwkSet) -> Result<IdClaims, AppleError> {
        let kid = decode_header(token)?.kid.ok_or(AppleError::Refused("the token names no key"))?;
        let key = keys.find(&kid).ok_or(AppleError::Refused("the token's key is not the issuer's"))?;
        let mut validation = Validation::new(Algorithm::RS256);
        validation.set_issuer(&[&self.config.issuer_url]);
        validation.set_audience(&[&self.config.client_id]);
        validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
        // Compared with the time that is handed in.
        validation.validate_exp = false;
        Ok(decode::<IdClaims>(token, &DecodingKey::from_jwk(key)?, &validation)?.claims)
    }
}
