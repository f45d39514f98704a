//! Views of the security settings.

use std::fmt::Write;

use domain::accounts::authenticators::{Enabled, Enrolment};
use domain::sessions::{Session, TokenHash, device_name};
use domain::zone::Zone;
use qrcode::{Color, EcLevel, QrCode};
use serde::Serialize;
use utoipa::ToSchema;

#[derive(Serialize, ToSchema)]
pub struct AccountSecurity {
    /// Null without an authenticator app.
    pub authenticator: Option<AuthenticatorView>,
    /// Sessions of the account, the most recently used first.
    pub sessions: Vec<SessionView>,
}

#[derive(Serialize, ToSchema)]
pub struct AuthenticatorView {
    /// ISO 8601.
    pub enabled_at: String,
    pub recovery_codes_left: i64,
}

#[derive(Serialize, ToSchema)]
pub struct SessionView {
    pub uid: String,
    /// `Chrome, Windows`; blank without a user agent.
    pub device: String,
    /// ISO 8601.
    pub signed_in_at: String,
    /// ISO 8601, accurate to five minutes.
    pub last_seen_at: String,
    pub is_current: bool,
    /// True for the session of an impersonating admin (gaps G043).
    pub is_impersonated: bool,
}

/// Data that sets up an authenticator app.
#[derive(Serialize, ToSchema)]
pub struct EnrolmentView {
    /// `otpauth://totp/…`, which opens an app on the same device.
    pub uri: String,
    /// The secret for manual entry, base32 in groups of four.
    pub secret: String,
    /// The QR code of `uri` as the path of an SVG whose view box is `0 0 qr_size qr_size`.
    pub qr_path: String,
    pub qr_size: usize,
}

/// Shown once.
#[derive(Serialize, ToSchema)]
pub struct RecoveryCodes {
    pub recovery_codes: Vec<String>,
    pub message: String,
}

impl AccountSecurity {
    pub fn new(enabled: Option<Enabled>, sessions: &[Session], current: &TokenHash) -> Self {
        let zone = Zone::default();
        let sessions = sessions.iter().map(|session| SessionView {
            uid: session.uid.clone(),
            device: device_name(&session.user_agent),
            signed_in_at: zone.iso(session.created_at),
            last_seen_at: zone.iso(session.last_seen_at),
            is_current: session.hash == *current,
            is_impersonated: session.impersonator.is_some(),
        });
        let authenticator = enabled.map(|enabled| AuthenticatorView {
            enabled_at: zone.iso(enabled.at),
            recovery_codes_left: enabled.recovery_codes_left,
        });
        Self { authenticator, sessions: sessions.collect() }
    }
}

impl EnrolmentView {
    pub fn new(enrolment: Enrolment) -> Result<Self, qrcode::types::QrError> {
        let code = QrCode::with_error_correction_level(&enrolment.uri, EcLevel::M)?;
        let groups: Vec<_> = enrolment.secret.as_bytes().chunks(4).map(String::from_utf8_lossy).collect();
        Ok(Self {
            secret: groups.join(" "),
            qr_path: qr_code_path(&code),
            qr_size: code.width() + 2 * QUIET_ZONE,
            uri: enrolment.uri,
        })
    }
}

/// Width of the white border of a QR code in modules, which readers need.
const QUIET_ZONE: usize = 4;

fn qr_code_path(code: &QrCode) -> String {
    let width = code.width();
    let dark = code.to_colors().into_iter().enumerate().filter(|(_, color)| *color == Color::Dark);
    dark.fold(String::new(), |mut path, (at, _)| {
        write!(path, "M{} {}h1v1h-1z", at % width + QUIET_ZONE, at / width + QUIET_ZONE).expect("a text can grow");
        path
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn qr_code_path_is_inside_quiet_border() {
        let enrolment = Enrolment { uri: "otpauth://totp/Seki:a?secret=ABCDEFGH".into(), secret: "ABCDEFGH".into() };
        let view = EnrolmentView::new(enrolment).unwrap();
        assert!(view.qr_path.starts_with("M4 4h1v1h-1z"), "the corner has a finder pattern");
        assert_eq!(view.secret, "ABCD EFGH");
    }
}
