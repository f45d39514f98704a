//! The HTTP client that all of them share.

use std::sync::{LazyLock, Once};
use std::time::Duration;

use reqwest::ClientBuilder;
use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::ConfigVerifierExt;

static TLS: Once = Once::new();

/// Has every client of this process do TLS with ring.
pub fn use_ring() {
    TLS.call_once(|| {
        // A second provider could only be installed by a test in the same process; either serves.
        let _ = rustls::crypto::ring::default_provider().install_default();
    });
}

/// What the machine trusts, read once in a process: to read it costs more than a call.
static TRUST: LazyLock<ClientConfig> = LazyLock::new(|| {
    use_ring();
    // A slim container has no certificates, and plain http needs none; calls over https then fail one by one.
    let nobody = || ClientConfig::builder().with_root_certificates(RootCertStore::empty()).with_no_client_auth();
    ClientConfig::with_platform_verifier().unwrap_or_else(|_| nobody())
});

/// Answers within five seconds or not at all; never through a proxy of the environment. With HTTP/2 a connection that dies without a
/// word would take all calls with it, so each call has its own.
pub fn client() -> reqwest::Client {
    let builder = builder().timeout(Duration::from_secs(5)).http1_only().user_agent("seki");
    builder.build().expect("a client without odd settings can always be built")
}

/// A client that trusts whom this machine trusts, and asks no proxy.
pub fn builder() -> ClientBuilder {
    reqwest::Client::builder().tls_backend_preconfigured(TRUST.clone()).no_proxy()
}
