//! The sign-up form and its validation (diner §5, R-010, R-015, R-016, R-033 to R-039, G045).

use std::collections::BTreeMap;

use crate::i18n::Locale;
use crate::names::{self, NameError};
use crate::phone::PhoneNumber;

use super::identities::VerifiedIdentity;
use super::password::NewPassword;
use super::prefectures::{OVERSEAS, is_prefecture};

/// Fields with the codes of their errors; the text of a code is `errors.<code>`. Keys are the fields below `user`; a profile's are
/// `profile_attributes.name_last` and so on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldErrors(pub BTreeMap<&'static str, &'static str>);

impl FieldErrors {
    pub fn one(field: &'static str, code: &'static str) -> Self {
        Self(BTreeMap::from([(field, code)]))
    }

    pub fn has(&self, field: &str, code: &str) -> bool {
        self.0.get(field) == Some(&code)
    }

    /// Returns the value, or records its error.
    fn ok_or_record<T>(&mut self, field: &'static str, result: Result<T, &'static str>) -> Option<T> {
        result.map_err(|code| self.0.insert(field, code)).ok()
    }
}

/// The form as submitted, not validated.
#[derive(Clone, Default)]
pub struct SignUpForm {
    pub email: String,
    pub password: String,
    /// The identity that a provider has verified; a password is then optional.
    pub identity: Option<VerifiedIdentity>,
    pub terms_agreed: bool,
    /// Whether the number may be moved from another account.
    pub move_phone: bool,
    pub phone_verification_uuid: String,
    pub jcb_uid: Option<String>,
    pub jcb_card_rank: Option<String>,
    pub name_last: String,
    pub name_first: String,
    pub kana_last: String,
    pub kana_first: String,
    pub prefecture: String,
    /// The page's language if the form has none.
    pub locale: String,
    pub phone_country: String,
    pub phone_local_number: String,
}

/// A validated form.
#[derive(Clone, Debug)]
pub struct SignUp {
    pub email: String,
    /// `None` for a diner who signs in with another provider.
    pub password: Option<NewPassword>,
    pub identity: Option<VerifiedIdentity>,
    pub move_phone: bool,
    pub phone_verification_uuid: String,
    pub jcb_uid: Option<String>,
    pub jcb_card_rank: Option<String>,
    pub name_last: String,
    pub name_first: String,
    pub kana_last: String,
    pub kana_first: String,
    pub prefecture: String,
    pub locale: Locale,
    pub phone: PhoneNumber,
}

const MAX_NAME_LENGTH: usize = 50;
const MAX_PARTNER_FIELD_LENGTH: usize = 100;

impl SignUpForm {
    /// Validates the form.
    ///
    /// # Errors
    /// All errors together, not only the first.
    pub fn validate(self) -> Result<SignUp, FieldErrors> {
        let mut errors = FieldErrors::default();
        let country = if self.phone_country.trim().is_empty() { "JP" } else { &self.phone_country };
        let phone = PhoneNumber::parse(country, &self.phone_local_number);
        let phone_field = match phone {
            Err(crate::phone::NumberError::Country) => "profile_attributes.phone_country",
            _ => "profile_attributes.phone_local_number",
        };
        let is_jp = country.trim().eq_ignore_ascii_case("JP");
        let email = errors.ok_or_record("email", names::email(&self.email));
        let password = match &self.identity {
            Some(_) if self.password.is_empty() => Some(None),
            _ => errors.ok_or_record("password", NewPassword::parse(&self.password)).map(Some),
        };
        let name_last = errors.ok_or_record("profile_attributes.name_last", name(&self.name_last));
        let name_first = errors.ok_or_record("profile_attributes.name_first", name(&self.name_first));
        let kana_last = errors.ok_or_record("profile_attributes.kana_last", reading(&self.kana_last));
        let kana_first = errors.ok_or_record("profile_attributes.kana_first", reading(&self.kana_first));
        let prefecture = errors.ok_or_record("profile_attributes.prefecture", prefecture(&self.prefecture, is_jp));
        let locale =
            errors.ok_or_record("profile_attributes.locale", Locale::parse(&self.locale).ok_or("locale_unknown"));
        let phone = errors.ok_or_record(phone_field, phone.map_err(|error| error.code()));
        let uuid = errors.ok_or_record("phone_verification_uuid", proof(&self.phone_verification_uuid));
        let jcb_uid = errors.ok_or_record("jcb_uid", partner_field(self.jcb_uid));
        let jcb_card_rank = errors.ok_or_record("jcb_card_rank", partner_field(self.jcb_card_rank));
        let terms =
            errors.ok_or_record("terms_agreed", if self.terms_agreed { Ok(()) } else { Err("terms_not_agreed") });
        let valid = || {
            terms?;
            Some(SignUp {
                email: email?,
                password: password?,
                identity: self.identity,
                move_phone: self.move_phone,
                phone_verification_uuid: uuid?,
                jcb_uid: jcb_uid?,
                jcb_card_rank: jcb_card_rank?,
                name_last: name_last?,
                name_first: name_first?,
                kana_last: kana_last?,
                kana_first: kana_first?,
                prefecture: prefecture?,
                locale: locale?,
                phone: phone?,
            })
        };
        valid().ok_or(errors)
    }
}

/// Validates a new password and its confirmation.
pub fn new_password(password: &str, confirmation: &str) -> Result<NewPassword, FieldErrors> {
    let parsed = NewPassword::parse(password).map_err(|code| FieldErrors::one("password", code))?;
    if password != confirmation {
        return Err(FieldErrors::one("password_confirmation", "password_mismatch"));
    }
    Ok(parsed)
}

fn name(typed: &str) -> Result<String, &'static str> {
    names::person_name(typed, MAX_NAME_LENGTH).map_err(NameError::code)
}

/// The specification limits neither the script nor the width of a reading.
fn reading(typed: &str) -> Result<String, &'static str> {
    names::reading(typed, MAX_NAME_LENGTH)
}

/// Validates the prefecture: one of the 47 for Japan, else overseas.
fn prefecture(code: &str, is_jp: bool) -> Result<String, &'static str> {
    let code = code.trim();
    match is_jp {
        _ if code.is_empty() => Err("blank"),
        true if is_prefecture(code) => Ok(code.to_owned()),
        true => Err("prefecture_unknown"),
        false if code == OVERSEAS => Ok(code.to_owned()),
        false => Err("prefecture_overseas_only"),
    }
}

fn proof(uuid: &str) -> Result<String, &'static str> {
    if uuid.trim().is_empty() { Err("phone_not_confirmed") } else { Ok(uuid.trim().to_owned()) }
}

/// Validates a partner's field. Absent and empty are equal, because the form hides the field.
fn partner_field(value: Option<String>) -> Result<Option<String>, &'static str> {
    let value = value.filter(|text| !text.trim().is_empty());
    match &value {
        Some(text) if text.chars().count() > MAX_PARTNER_FIELD_LENGTH => Err(names::too_long(MAX_PARTNER_FIELD_LENGTH)),
        Some(text) if text.chars().any(char::is_control) => Err("invalid_characters"),
        _ => Ok(value),
    }
}

#[cfg(test)]
#[path = "sign_up_tests.rs"]
mod tests;
