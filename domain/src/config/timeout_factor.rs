//! The factor for database timeouts.

use std::time::Duration;

use super::values::Values;

/// A larger factor would exceed the time that a request may take.
const MAX_FACTOR: u32 = 10;

/// Factor by which requests wait longer than usual for connections, locks and results of the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeoutFactor(u32);

impl TimeoutFactor {
    pub const USUAL: Self = Self(1);

    pub const fn times(self, usual: Duration) -> Duration {
        usual.saturating_mul(self.0)
    }

    pub(super) fn from_values(values: &Values<'_>) -> Self {
        const NAME: &str = "DATABASE_PATIENCE";
        let given: u32 = values.number(NAME);
        if !(1..=MAX_FACTOR).contains(&given) {
            values.invalid(NAME, given.to_string(), "a whole number from 1 to 10");
        }
        Self(given.clamp(1, MAX_FACTOR))
    }
}

impl Default for TimeoutFactor {
    fn default() -> Self {
        Self::USUAL
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::super::fault::ConfigError;
    use super::*;

    fn read(value: &str) -> Result<Duration, ConfigError> {
        let given = HashMap::from([("DATABASE_PATIENCE".to_owned(), value.to_owned())]);
        let values = Values::new(&given);
        let factor = TimeoutFactor::from_values(&values);
        values.end(factor.times(Duration::from_secs(2)))
    }

    #[test]
    fn timeouts_are_multiplied_up_to_ten_times() {
        assert_eq!(["", "1", "5", "10"].map(|value| read(value).unwrap().as_secs()), [2, 2, 10, 20]);
        for wrong in ["0", "11", "-1", "long"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
