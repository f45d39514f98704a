//! Money in whole yen, tax included. There is no smaller unit and no fraction.

use std::fmt;
use std::ops::{Add, Mul, Sub};

use serde::{Deserialize, Serialize};
use sqlx::error::BoxDynError;
use sqlx::postgres::{PgTypeInfo, PgValueRef};
use sqlx::{Decode, Postgres, Type};

/// Whole yen, tax included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(transparent)]
pub struct Yen(pub i64);

impl Yen {
    pub const ZERO: Self = Self(0);

    /// Returns the amount for its columns, which have 32 bits.
    ///
    /// # Errors
    /// The amount does not fit.
    pub fn to_db(self) -> Result<i32, AmountOutOfRange> {
        i32::try_from(self.0).map_err(|_| AmountOutOfRange(self.0))
    }

    /// Returns a percentage of the amount, rounded down to whole yen.
    pub fn percent(self, percent: i64) -> Self {
        Self(self.0 * percent / 100)
    }

    /// Formats the amount for people, as `12,000`. `i18n::yen` adds the unit of the language.
    pub fn formatted(self) -> String {
        let digits = self.0.unsigned_abs().to_string();
        let mut out = String::new();
        for (i, digit) in digits.chars().enumerate() {
            if i > 0 && (digits.len() - i).is_multiple_of(3) {
                out.push(',');
            }
            out.push(digit);
        }
        let sign = if self.0 < 0 { "-" } else { "" };
        format!("{sign}{out}")
    }
}

/// An amount that no column can hold: more than about two thousand million yen. Nothing is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} yen are out of the range of an amount")]
pub struct AmountOutOfRange(i64);

impl From<AmountOutOfRange> for sqlx::Error {
    fn from(error: AmountOutOfRange) -> Self {
        Self::Encode(Box::new(error))
    }
}

impl Type<Postgres> for Yen {
    fn type_info() -> PgTypeInfo {
        <i32 as Type<Postgres>>::type_info()
    }

    fn compatible(kind: &PgTypeInfo) -> bool {
        <i32 as Type<Postgres>>::compatible(kind) || <i64 as Type<Postgres>>::compatible(kind)
    }
}

/// Decodes a column, or a sum over one, which has 64 bits.
impl<'r> Decode<'r, Postgres> for Yen {
    fn decode(value: PgValueRef<'r>) -> Result<Self, BoxDynError> {
        Ok(Self(<i64 as Decode<'r, Postgres>>::decode(value)?))
    }
}

/// Prints the bare number, for machines and logs; `formatted` is for people.
impl fmt::Display for Yen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Add for Yen {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Yen {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Mul<i64> for Yen {
    type Output = Self;
    fn mul(self, times: i64) -> Self {
        Self(self.0 * times)
    }
}

impl std::iter::Sum for Yen {
    fn sum<I: Iterator<Item = Self>>(iter: I) -> Self {
        iter.fold(Self::ZERO, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn yen_are_grouped_by_thousands() {
        assert_eq!(Yen(0).formatted(), "0");
        assert_eq!(Yen(999).formatted(), "999");
        assert_eq!(Yen(24_000).formatted(), "24,000");
        assert_eq!(Yen(1_234_567).formatted(), "1,234,567");
        assert_eq!(Yen(-390).formatted(), "-390");
    }

    #[test]
    fn amount_too_large_for_column_is_rejected() {
        let (most, least) = (i64::from(i32::MAX), i64::from(i32::MIN));
        assert_eq!((Yen(most).to_db(), Yen(least).to_db()), (Ok(i32::MAX), Ok(i32::MIN)));
        for amount in [most + 1, least - 1, i64::MAX] {
            let refused = Yen(amount).to_db().unwrap_err();
            assert!(sqlx::Error::from(refused).to_string().contains(&amount.to_string()), "{refused}");
        }
    }

    #[test]
    fn a_percentage_is_rounded_down() {
        assert_eq!(Yen(24_001).percent(50), Yen(12_000));
    }
}
