//! A restaurant's own fields, with the validation of the form that creates or changes one.

use serde_json::json;
use sqlx::PgConnection;
use unicode_normalization::UnicodeNormalization;

use super::context::MasterEdit;
use super::error::MasterError;
use super::fields::FieldChecks;
use crate::accounts::prefectures::is_prefecture;
use crate::audit::{self, Event};
use crate::ids::{AdminUserId, RestaurantId};
use crate::names;
use crate::phone::{NumberError, PhoneNumber};
use crate::restaurants::facilities::Facility;
use crate::restaurants::model::Visibility;
use crate::restaurants::profile::{self, Profile, RestaurantCreation};
use crate::settings::delivery;

/// Words that occur in the console's addresses in the place of a slug.
const RESERVED: [&str; 3] = ["new", "set-osa", "pinned"];

/// Saves a restaurant's own fields.
pub async fn save_profile(
    conn: &mut PgConnection,
    edit: &MasterEdit<'_>,
    id: RestaurantId,
    mut profile: Profile,
) -> Result<(), MasterError> {
    let stored = profile::find(conn, id).await?;
    check(&mut profile, &stored)?;
    must_exist(conn, &profile).await?;
    Ok(profile::save(conn, edit.now, edit.actor, id, &profile).await?)
}

/// Creates a restaurant. With the reason of the edit, its visibility is audited like the change of a risky setting.
pub async fn create(
    conn: &mut PgConnection,
    edit: &MasterEdit<'_>,
    admin: AdminUserId,
    founding: &RestaurantCreation,
    mut profile: Profile,
) -> Result<RestaurantId, MasterError> {
    let slug = founding.slug.as_str();
    if !is_slug(slug) || RESERVED.contains(&slug) {
        return Err(MasterError::field("slug", "master_slug_invalid"));
    }
    check(&mut profile, &Profile::default())?;
    must_exist(conn, &profile).await?;
    let created = profile::create(conn, edit.now, admin, founding, &profile).await;
    let created =
        created.map_err(|error| MasterError::from(error).about(&[("restaurants_slug_key", "slug", "master_taken")]));
    let id = created?;
    if let Some(reason) = edit.reason {
        let (old, new) = (Visibility::Hidden, founding.visibility);
        let detail = json!({ "setting": "visibility", "old": old, "new": new, "reason": reason });
        let (action, actor) = ("risky_setting_changed", edit.actor);
        let event = Event { actor, action, restaurant: Some(id), reservation: None, detail };
        audit::record(conn, edit.now, event).await?;
    }
    Ok(id)
}

/// Whether a text is a slug. Counterpart: the constraint `restaurants_slug_check`.
fn is_slug(text: &str) -> bool {
    let is_plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    (2..=63).contains(&text.len()) && !text.starts_with('-') && text.bytes().all(is_plain)
}

async fn must_exist(conn: &mut PgConnection, profile: &Profile) -> Result<(), MasterError> {
    let found = sqlx::query!(
        r#"SELECT EXISTS (SELECT 1 FROM areas WHERE id = $1) AS "area!", EXISTS (SELECT 1 FROM cuisines WHERE id = $2) AS "cuisine!""#,
        profile.area_id,
        profile.cuisine_id
    );
    let found = found.fetch_one(conn).await?;
    let mut check = FieldChecks::default();
    check.require("area_id", found.area, "master_choice_invalid");
    check.require("cuisine_id", found.cuisine, "master_choice_invalid");
    check.end()
}

/// Checks all fields. A reading, a phone number or a postal code that was stored before it was checked remains until it is changed.
fn check(profile: &mut Profile, stored: &Profile) -> Result<(), MasterError> {
    let mut check = FieldChecks::default();
    check.name("name_ja", &mut profile.name_ja);
    check.name("name_en", &mut profile.name_en);
    for (field, text) in [
        ("name_kana", &mut profile.name_kana),
        ("tagline_ja", &mut profile.tagline_ja),
        ("tagline_en", &mut profile.tagline_en),
        ("zip_code", &mut profile.zip_code),
        ("address_ja", &mut profile.address_ja),
        ("address_en", &mut profile.address_en),
        ("access_ja", &mut profile.access_ja),
        ("access_en", &mut profile.access_en),
        ("chef_ja", &mut profile.chef_ja),
        ("chef_en", &mut profile.chef_en),
        ("phone", &mut profile.phone),
    ] {
        check.single_line(field, text);
    }
    changed(&mut check, "name_kana", &profile.name_kana, &stored.name_kana, is_kana, "master_kana_invalid");
    changed(&mut check, "zip_code", &profile.zip_code, &stored.zip_code, is_zip_code, "zip_code_invalid");
    changed(&mut check, "phone", &profile.phone, &stored.phone, is_phone, "master_phone_invalid");
    check.text("description_ja", &mut profile.description_ja);
    check.text("description_en", &mut profile.description_en);
    check.require("prefecture", is_prefecture(&profile.prefecture), "prefecture_unknown");
    mail(&mut check, "email", &mut profile.email);
    address(&mut check, "url", &mut profile.url);
    if let Some(careers) = &mut profile.careers {
        check.single_line("careers.phone", &mut careers.phone);
        let before = stored.careers.as_ref().map_or("", |careers| careers.phone.as_str());
        changed(&mut check, "careers.phone", &careers.phone, before, is_phone, "master_phone_invalid");
        mail(&mut check, "careers.email", &mut careers.email);
        address(&mut check, "careers.url", &mut careers.url);
        check.text("careers.remarks_ja", &mut careers.remarks_ja);
        check.text("careers.remarks_en", &mut careers.remarks_en);
    }
    check.require(
        "facilities",
        profile.facilities.iter().all(|text| Facility::named(text).is_some()),
        "master_choice_invalid",
    );
    profile.facilities = Facility::stored(&Facility::known(&profile.facilities));
    notice(&mut check, profile);
    let tiers = &mut profile.cancellation_policy;
    tiers.sort_by_key(|tier| std::cmp::Reverse(tier.days_before));
    let is_valid = |tier: &crate::restaurants::policy::FeeTier| {
        (0..=365).contains(&tier.days_before) && (0..=100).contains(&tier.percent)
    };
    let days_differ = tiers.windows(2).all(|pair| pair[0].days_before != pair[1].days_before);
    check.require(
        "cancellation_policy",
        tiers.iter().all(is_valid) && days_differ && tiers.len() <= 10,
        "master_fees_invalid",
    );
    for (field, fid) in [
        ("je_fid", &mut profile.je_fid),
        ("tc_fid", &mut profile.tc_fid),
        ("ts_fid", &mut profile.ts_fid),
        ("stripe_account_fid", &mut profile.stripe_account_fid),
    ] {
        *fid = fid.trim().to_owned();
        let is_plain = fid.len() <= 100 && fid.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b));
        check.require(field, is_plain, "master_fid_invalid");
    }
    check.end()
}

/// Checks a field that is neither blank nor unchanged.
fn changed(
    check: &mut FieldChecks,
    field: &'static str,
    text: &str,
    stored: &str,
    is_valid: fn(&str) -> bool,
    code: &'static str,
) {
    check.require(field, text.is_empty() || text == stored || is_valid(text), code);
}

/// Whether a text is a reading: kana of either script and any width, with their marks and spaces.
fn is_kana(text: &str) -> bool {
    let is_sign = |c: char| matches!(c, 'ぁ'..='ゖ' | 'ゝ' | 'ゞ' | 'ァ'..='ー' | 'ヽ' | 'ヾ' | ' ');
    text.nfkc().all(is_sign)
}

fn is_zip_code(text: &str) -> bool {
    delivery::zip_code(text).is_some()
}

/// Whether a text is one phone number that can be called from Japan, in any width, with the usual signs between its digits.
fn is_phone(text: &str) -> bool {
    let is_sign = |c: char| c.is_ascii_digit() || "+-().‐‑–−ー ".contains(c);
    let is_number = matches!(PhoneNumber::parse("JP", text), Ok(_) | Err(NumberError::PaidService));
    text.nfkc().all(is_sign) && is_number
}

/// Checks the notice, which is given in both languages or in neither.
fn notice(check: &mut FieldChecks, profile: &mut Profile) {
    for (field, text) in [
        ("travel_law_notice_ja", &mut profile.travel_law_notice_ja),
        ("travel_law_notice_en", &mut profile.travel_law_notice_en),
    ] {
        *text = text.take().filter(|text| !text.trim().is_empty());
        if let Some(text) = text {
            check.text(field, text);
        }
    }
    let (ja, en) = (&profile.travel_law_notice_ja, &profile.travel_law_notice_en);
    check.require("travel_law_notice_en", ja.is_some() == en.is_some(), "master_both_languages");
}

/// Validates an optional email address and replaces it with its ASCII form.
fn mail(check: &mut FieldChecks, field: &'static str, text: &mut String) {
    *text = text.trim().to_owned();
    if text.is_empty() {
        return;
    }
    match names::email(text) {
        Ok(email) => *text = email,
        Err(code) => check.require(field, false, code),
    }
}

fn address(check: &mut FieldChecks, field: &'static str, text: &mut String) {
    *text = text.trim().to_owned();
    let is_address = text.starts_with("https://") || text.starts_with("http://");
    check.require(
        field,
        text.is_empty() || (is_address && text.len() <= 500 && !text.contains(char::is_whitespace)),
        "master_url_invalid",
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readings_are_kana() {
        for (text, is_valid) in
            [("すし かぐら", true), ("スシ・カグラ", true), ("ﾃﾝﾌﾟﾗ　ｽｰﾝ", true), ("漢字", false), ("sushi", false)]
        {
            assert_eq!(is_kana(text), is_valid, "{text}");
        }
    }

    #[test]
    fn phone_numbers_are_single_callable_numbers() {
        for text in ["03-5555-0101", "０３（５５５５）０１０１", "+81 3-5555-0101", "0120-444-444", "090-1234-5678"]
        {
            assert!(is_phone(text), "{text}");
        }
        for text in ["ちがう", "1", "03-5555-0101（代表）", "03-5555-0101 / 03-5555-0102", "999"] {
            assert!(!is_phone(text), "{text}");
        }
    }

    #[test]
    fn stored_texts_remain_until_they_are_changed() {
        let stored =
            Profile { phone: "1".into(), zip_code: "1".into(), name_kana: "漢字".into(), ..Profile::default() };
        let names =
            Profile {
                name_ja: "鮨".into(), name_en: "Sushi".into(), prefecture: "東京都".into(), ..stored.clone()
            };
        assert!(check(&mut names.clone(), &stored).is_ok());
        let refused = check(&mut names.clone(), &Profile::default()).expect_err("three fields");
        let MasterError::Invalid(fields) = refused else { panic!("{refused:?}") };
        let expected =
            [("name_kana", "master_kana_invalid"), ("zip_code", "zip_code_invalid"), ("phone", "master_phone_invalid")];
        assert_eq!(fields, expected);
    }

    #[test]
    fn slug_rule_matches_table_constraint() {
        for (slug, is_valid) in
            [("sushi-kagura", true), ("a1", true), ("a", false), ("-a", false), ("Aa", false), ("a_b", false)]
        {
            assert_eq!(is_slug(slug), is_valid, "{slug}");
        }
        assert!(is_slug(&"a".repeat(63)) && !is_slug(&"a".repeat(64)));
    }
}
