//! The HTTP client that all clients share.

use std::sync::{LazyLock, Once};
use std::time::Duration;

use reqwest::ClientBuilder;
use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::ConfigVerifierExt;

static TLS: Once = Once::new();

/// Makes every client of this process use ring for TLS.
pub fn use_ring() {
    TLS.call_once(|| {
        // Another provider can be installed only by a test in the same process; either works.
        let _ = rustls::crypto::ring::default_provider().install_default();
    });
}

/// Certificates that the machine trusts, read once per process because reading them takes longer than a call.
static TRUST: LazyLock<ClientConfig> = LazyLock::new(|| {
    use_ring();
    // A slim container has no certificates, and plain HTTP needs none; calls over HTTPS then fail one by one.
    let trusting_none = || ClientConfig::builder().with_root_certificates(RootCertStore::empty()).with_no_client_auth();
    ClientConfig::with_platform_verifier().unwrap_or_else(|_| trusting_none())
});

/// Creates a client with a timeout of five seconds that ignores the environment's proxy settings. With HTTP/2, a connection that dies
/// silently would fail all calls, so each call has its own connection.
pub fn client() -> reqwest::Client {
    let builder = builder().timeout(Duration::from_secs(5)).http1_only().user_agent("seki");
    builder.build().expect("a client with valid settings can always be built")
}

/// Creates a client builder that trusts the machine's certificates and uses no proxy.
pub fn builder() -> ClientBuilder {
    reqwest::Client::builder().tls_backend_preconfigured(TRUST.clone()).no_proxy()
}
