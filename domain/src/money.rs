//! Money is whole yen, tax included. There is no smaller unit and no fraction.

use std::ops::{Add, Mul, Sub};

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Yen(pub i64);

impl Yen {
    pub const ZERO: Self = Self(0);

    /// A share in percent, rounded down to the whole yen.
    pub fn percent(self, percent: i64) -> Self {
        Self(self.0 * percent / 100)
    }

    /// `12,000円`: how yen are written for people in both languages' mails.
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
    fn a_percentage_is_rounded_down() {
        assert_eq!(Yen(24_001).percent(50), Yen(12_000));
    }
}
