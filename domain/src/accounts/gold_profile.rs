//! A gold member's profile for restaurants (owner §3 `gold_user_profile`, gaps G249).

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgConnection;

use super::sign_up::FieldErrors;
use crate::ids::UserId;
use crate::names::too_long;
use crate::zone::Zone;

const MAX_RECOMMENDATION_LENGTH: usize = 500;
const MAX_LENGTH: usize = 100;
/// A birth date is at most this many years in the past.
const MAX_AGE_YEARS: u32 = 130;

/// Texts are blank, and the date is `None`, if the member did not state them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoldProfile {
    pub omakase_recommendation: String,
    pub birthplace: String,
    pub birth_date: Option<NaiveDate>,
    pub industry_type: String,
}

/// The form as submitted; a blank birth date means none.
#[derive(Clone, Copy, Debug, Default)]
pub struct GoldProfileForm<'a> {
    pub omakase_recommendation: &'a str,
    pub birthplace: &'a str,
    /// YYYY-MM-DD
    pub birth_date: &'a str,
    pub industry_type: &'a str,
}

impl GoldProfile {
    /// Validates the form.
    ///
    /// # Errors
    /// Texts that are too long or contain control characters, and a date that is malformed, in the future or too long ago.
    pub fn parse(form: GoldProfileForm<'_>, now: DateTime<Utc>) -> Result<Self, FieldErrors> {
        let mut errors = FieldErrors::default();
        let mut text = |field: &'static str, typed: &str, longest: usize, has_lines: bool| {
            let text = typed.trim().replace("\r\n", "\n");
            if text.chars().count() > longest {
                errors.0.insert(field, too_long(longest));
            } else if text.chars().any(|c| c.is_control() && !(has_lines && c == '\n')) {
                errors.0.insert(field, "invalid_characters");
            }
            text
        };
        let omakase_recommendation =
            text("omakase_recommendation", form.omakase_recommendation, MAX_RECOMMENDATION_LENGTH, true);
        let birthplace = text("birthplace", form.birthplace, MAX_LENGTH, false);
        let industry_type = text("industry_type", form.industry_type, MAX_LENGTH, false);
        let birth_date = birth_date(form.birth_date, now).unwrap_or_else(|()| {
            errors.0.insert("birth_date", "date_invalid");
            None
        });
        let profile = Self { omakase_recommendation, birthplace, birth_date, industry_type };
        if errors.0.is_empty() { Ok(profile) } else { Err(errors) }
    }
}

fn birth_date(typed: &str, now: DateTime<Utc>) -> Result<Option<NaiveDate>, ()> {
    if typed.trim().is_empty() {
        return Ok(None);
    }
    let today = Zone::default().date_of(now);
    let date: NaiveDate = typed.trim().parse().map_err(|_malformed| ())?;
    let is_possible = date < today && today.years_since(date).is_some_and(|years| years <= MAX_AGE_YEARS);
    if is_possible { Ok(Some(date)) } else { Err(()) }
}

pub async fn find(conn: &mut PgConnection, diner: UserId) -> sqlx::Result<Option<GoldProfile>> {
    sqlx::query_as!(
        GoldProfile,
        "SELECT omakase_recommendation, birthplace, birth_date, industry_type FROM gold_user_profiles WHERE user_id = $1",
        diner.0,
    )
    .fetch_optional(conn)
    .await
}

/// Stores the profile. A blank profile is deleted, because staff see a gold candidate only with a profile.
pub async fn save(conn: &mut PgConnection, diner: UserId, profile: &GoldProfile) -> sqlx::Result<()> {
    if *profile == GoldProfile::default() {
        sqlx::query!("DELETE FROM gold_user_profiles WHERE user_id = $1", diner.0).execute(conn).await?;
        return Ok(());
    }
    sqlx::query!(
        "INSERT INTO gold_user_profiles (user_id, omakase_recommendation, birthplace, birth_date, industry_type)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (user_id) DO UPDATE SET omakase_recommendation = excluded.omakase_recommendation,
             birthplace = excluded.birthplace, birth_date = excluded.birth_date, industry_type = excluded.industry_type",
        diner.0,
        profile.omakase_recommendation,
        profile.birthplace,
        profile.birth_date,
        profile.industry_type,
    )
    .execute(conn)
    .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(form: GoldProfileForm<'_>) -> Result<GoldProfile, Vec<(&'static str, &'static str)>> {
        GoldProfile::parse(form, "2026-12-01T03:00:00Z".parse().unwrap())
            .map_err(|errors| errors.0.into_iter().collect())
    }

    #[test]
    fn texts_are_trimmed_and_bounded() {
        let form = GoldProfileForm { birthplace: " 京都 ", birth_date: "1980-04-01", ..GoldProfileForm::default() };
        let profile = parsed(form).unwrap();
        assert_eq!((profile.birthplace.as_str(), profile.birth_date), ("京都", NaiveDate::from_ymd_opt(1980, 4, 1)));
        let long = "x".repeat(MAX_LENGTH + 1);
        let form = GoldProfileForm { omakase_recommendation: "a\nb", birthplace: "a\nb", industry_type: &long, ..form };
        assert_eq!(
            parsed(form).unwrap_err(),
            [("birthplace", "invalid_characters"), ("industry_type", "too_long_100")]
        );
        assert_eq!(parsed(GoldProfileForm::default()).unwrap(), GoldProfile::default());
    }

    #[test]
    fn birth_date_is_past_date_of_a_living_person() {
        for bad in ["2026-12-01", "2030-01-01", "1890-01-01", "1980-02-30", "yesterday"] {
            let form = GoldProfileForm { birth_date: bad, ..GoldProfileForm::default() };
            assert_eq!(parsed(form).unwrap_err(), [("birth_date", "date_invalid")], "{bad}");
        }
    }
}
