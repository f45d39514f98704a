//! A security key: the responses of a browser and its authenticator when a page requests a passkey (WebAuthn, level 3).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::app::TestApp;

const USER_PRESENT: u8 = 0x01;
const USER_VERIFIED: u8 = 0x04;
const ATTESTED: u8 = 0x40;

/// A key for one site. A test may tamper with its responses.
#[derive(Clone)]
pub struct SecurityKey {
    id: [u8; 32],
    key: SigningKey,
    /// Signature counter; each signature increments it.
    pub counter: u32,
    /// Origin of the requesting page, as the browser sees it.
    pub origin: String,
    pub rp_id: String,
    /// Whether its holder confirms with a finger, a face or a PIN.
    pub verifies: bool,
}

impl SecurityKey {
    /// Returns the key of a name, which is always the same, in a browser that shows the app's pages.
    pub fn named(app: &TestApp, name: &str) -> Self {
        let key: [u8; 32] = Sha256::digest(name).into();
        Self {
            id: Sha256::digest(key).into(),
            key: SigningKey::from_bytes(&key.into()).expect("a scalar of the curve"),
            counter: 0,
            origin: app.config.base_url.replace("127.0.0.1", "localhost"),
            rp_id: "localhost".to_owned(),
            verifies: true,
        }
    }

    /// Returns the result of `navigator.credentials.create` as JSON, without an attestation.
    pub fn create(&mut self, options: &Value) -> Value {
        let client_data = self.client_data("webauthn.create", options);
        let mut data = self.authenticator_data(ATTESTED);
        data.extend([0; 16]);
        data.extend([0, 32]);
        data.extend(self.id);
        data.extend(self.cose_key());
        let mut object = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58".to_vec();
        object.push(data.len().try_into().expect("a short text"));
        object.extend(&data);
        let response = json!({ "clientDataJSON": encode(client_data), "attestationObject": encode(object), "transports": ["usb"] });
        self.credential(&response)
    }

    /// Returns the result of `navigator.credentials.get` as JSON.
    pub fn get(&mut self, options: &Value) -> Value {
        let client_data = self.client_data("webauthn.get", options);
        let data = self.authenticator_data(0);
        let signed = [data.as_slice(), &Sha256::digest(&client_data)].concat();
        let signature: Signature = self.key.sign(&signed);
        let response = json!({
            "clientDataJSON": encode(client_data), "authenticatorData": encode(data),
            "signature": encode(signature.to_der().as_bytes()),
        });
        self.credential(&response)
    }

    fn credential(&self, response: &Value) -> Value {
        json!({
            "id": encode(self.id), "rawId": encode(self.id), "type": "public-key", "response": response,
            "authenticatorAttachment": "cross-platform", "clientExtensionResults": {},
        })
    }

    fn client_data(&self, kind: &str, options: &Value) -> Vec<u8> {
        let challenge = &options["challenge"];
        assert!(challenge.is_string(), "{options}");
        let data = json!({ "type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": false });
        data.to_string().into_bytes()
    }

    /// Host, flags and counter.
    fn authenticator_data(&mut self, flags: u8) -> Vec<u8> {
        self.counter += 1;
        let verified = if self.verifies { USER_VERIFIED } else { 0 };
        let mut data = Sha256::digest(&self.rp_id).to_vec();
        data.push(flags | USER_PRESENT | verified);
        data.extend(self.counter.to_be_bytes());
        data
    }

    /// ES256 over P-256 (RFC 9053).
    fn cose_key(&self) -> Vec<u8> {
        let point = self.key.verifying_key().to_encoded_point(false);
        let (x, y) = (point.x().expect("a point"), point.y().expect("a point"));
        [b"\xa5\x01\x02\x03\x26\x20\x01\x21\x58\x20".as_slice(), x, b"\x22\x58\x20", y].concat()
    }
}

fn encode(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}
