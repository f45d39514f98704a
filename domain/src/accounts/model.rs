use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::i18n::Locale;
use crate::ids::UserId;

/// A diner's account with its profile, for the account pages.
#[derive(Clone)]
pub struct Account {
    pub id: UserId,
    pub uid: String,
    pub email: String,
    pub email_confirmed_at: Option<DateTime<Utc>>,
    pub two_factor_with_email_enabled: bool,
    pub is_agent: bool,
    pub is_gold_invited: bool,
    pub profile: Profile,
}

#[derive(Clone)]
pub struct Profile {
    pub name_last: String,
    pub name_first: String,
    pub kana_last: String,
    pub kana_first: String,
    pub prefecture: String,
    pub locale: Locale,
    pub phone_country: String,
    /// Without the leading 0 for Japan.
    pub phone_local_number: String,
    pub phone_confirmed_at: Option<DateTime<Utc>>,
}

impl Account {
    /// Reports whether the diner counts as Japanese, by the country of the phone number (G046).
    pub fn is_jp(&self) -> bool {
        self.profile.phone_country == "JP"
    }
}

/// The data of the signed-in diner for menus and pages.
#[derive(Clone, Serialize, utoipa::ToSchema)]
pub struct HeaderUser {
    pub name_last: String,
    pub name_first: String,
    pub email: String,
    pub email_confirmed: bool,
    pub phone_confirmed: bool,
    pub is_jp: bool,
    pub has_card: bool,
    pub is_premium: bool,
    pub is_gold_invited: bool,
    pub is_gold: bool,
    pub is_ohc: bool,
    pub is_agent: bool,
    pub has_invitations: bool,
}
