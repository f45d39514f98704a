//! The relying party of passkeys (WebAuthn, level 3): our host name, and the only origin from which responses are accepted.

use reqwest::Url;
use webauthn_rp::request::{AsciiDomain, DomainOrigin, RpId};

use super::error::AccountError;

/// Passkeys belong to a host name, so other sites cannot request them.
#[derive(Clone, Debug)]
pub struct RelyingParty {
    pub(super) id: RpId,
    origin: String,
}

impl RelyingParty {
    /// Creates the relying party from Seki's public address. Browsers do not support passkeys for IP addresses; the demo's local
    /// machine is `localhost` for them.
    ///
    /// # Errors
    /// `NoPasskeysHere` if the address has no host name.
    pub fn from_base_url(base_url: &str) -> Result<Self, AccountError> {
        let url = Url::parse(base_url).map_err(|_| AccountError::NoPasskeysHere)?;
        let host = match url.host_str().ok_or(AccountError::NoPasskeysHere)? {
            "127.0.0.1" | "[::1]" => "localhost",
            host => host,
        };
        if host.parse::<std::net::IpAddr>().is_ok() || host.starts_with('[') {
            return Err(AccountError::NoPasskeysHere);
        }
        let port = url.port().map(|port| format!(":{port}")).unwrap_or_default();
        let id = AsciiDomain::try_from(host.to_owned()).map_err(|_| AccountError::NoPasskeysHere)?;
        Ok(Self { id: RpId::Domain(id), origin: format!("{}://{host}{port}", url.scheme()) })
    }

    pub(super) fn origins(&self) -> Result<[DomainOrigin<'_, '_>; 1], AccountError> {
        Ok([DomainOrigin::try_from(self.origin.as_str()).map_err(|_| AccountError::NoPasskeysHere)?])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passkeys_use_host_name_and_origin_of_base_url() {
        let of = |url| RelyingParty::from_base_url(url).map(|party| (party.id.as_ref().to_owned(), party.origin));
        assert_eq!(of("https://seki.example").unwrap(), ("seki.example".into(), "https://seki.example".into()));
        assert_eq!(of("http://127.0.0.1:8080").unwrap(), ("localhost".into(), "http://localhost:8080".into()));
        for bare in ["https://192.0.2.7", "https://[2001:db8::7]", "seki"] {
            assert!(of(bare).is_err(), "{bare}");
        }
    }
}
