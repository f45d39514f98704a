//! The paid tiers that a diner has or may have, for menus and pages.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::ids::UserId;
use crate::text_enum::text_enum;

text_enum! {
    /// A paid tier.
    pub enum Grade of "subscriptions.grade", "plan_prices.grade", "campaign_codes.grade" {
        /// Premium.
        Green = "green",
        Gold = "gold",
        /// The club.
        Ohc = "ohc",
    }
}

impl Grade {
    /// Whether the tier has all benefits of the other one. Every tier includes premium.
    pub const fn includes(self, other: Self) -> bool {
        matches!(other, Self::Green) || matches!((self, other), (Self::Gold, Self::Gold) | (Self::Ohc, Self::Ohc))
    }
}

/// A diner's tiers at one instant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tiers {
    /// Tiers to which the diner subscribes.
    pub grades: Vec<Grade>,
    pub is_gold_invited: bool,
    pub is_ohc_invited: bool,
    /// An agent sees no gold pages (gaps G041).
    pub is_agent: bool,
}

impl Tiers {
    /// Whether the diner has the features of premium, which every paid tier includes.
    pub fn is_premium(&self) -> bool {
        self.grades.iter().any(|grade| grade.includes(Grade::Green))
    }

    pub fn has(&self, grade: Grade) -> bool {
        self.grades.contains(&grade)
    }

    /// Whether the diner may book gold rounds.
    pub fn is_gold(&self) -> bool {
        self.has(Grade::Gold) && !self.is_agent
    }

    /// Whether the diner sees the page about gold.
    pub fn sees_gold(&self) -> bool {
        (self.is_gold_invited || self.has(Grade::Gold)) && !self.is_agent
    }
}

pub async fn find(conn: &mut PgConnection, user: UserId, now: DateTime<Utc>) -> sqlx::Result<Tiers> {
    let row = sqlx::query!(
        r#"SELECT subscribed_grades(id, $2) AS "grades!", is_gold_invited, is_ohc_invited, is_agent FROM users WHERE id = $1"#,
        user.0,
        now,
    );
    let Some(row) = row.fetch_optional(conn).await? else { return Ok(Tiers::default()) };
    let grades = row.grades.iter().map(|grade| Grade::stored(grade)).collect::<Result<_, _>>()?;
    Ok(Tiers {
        grades,
        is_gold_invited: row.is_gold_invited,
        is_ohc_invited: row.is_ohc_invited,
        is_agent: row.is_agent,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tier_includes_premium_and_itself_only() {
        for grade in Grade::ALL {
            assert!(grade.includes(Grade::Green) && grade.includes(grade));
        }
        assert!(!Grade::Green.includes(Grade::Gold) && !Grade::Gold.includes(Grade::Ohc));
        assert!(!Grade::Ohc.includes(Grade::Gold));
    }

    #[test]
    fn agent_sees_no_gold_page_in_any_tier() {
        let gold = Tiers { grades: vec![Grade::Gold], is_gold_invited: true, ..Tiers::default() };
        assert!(gold.is_gold() && gold.sees_gold() && gold.is_premium());
        let agent = Tiers { is_agent: true, ..gold };
        assert!(!agent.is_gold() && !agent.sees_gold() && agent.is_premium());
        assert!(!Tiers::default().is_premium());
    }
}
