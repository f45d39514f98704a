//! Reads variables and collects missing and wrong ones, to report all of them together.

use std::cell::RefCell;
use std::collections::HashMap;
use std::net::IpAddr;

use chrono::Duration;
use ipnet::IpNet;

use super::fault::{ConfigError, ConfigFault};
use super::variables::VARIABLES;

/// The given variables, and the errors of the ones that were read. A wrong value is read as an empty one.
pub(super) struct Values<'a> {
    given: &'a HashMap<String, String>,
    faults: RefCell<Vec<ConfigFault>>,
}

impl<'a> Values<'a> {
    pub fn new(given: &'a HashMap<String, String>) -> Self {
        Self { given, faults: RefCell::default() }
    }

    /// Returns the value if none of the variables read for it is wrong.
    pub fn end<T>(self, value: T) -> Result<T, ConfigError> {
        let faults = self.faults.into_inner();
        if faults.is_empty() { Ok(value) } else { Err(ConfigError(faults)) }
    }

    pub fn fault(&self, fault: ConfigFault) {
        let mut faults = self.faults.borrow_mut();
        if !faults.contains(&fault) {
            faults.push(fault);
        }
    }

    pub fn invalid(&self, name: &'static str, value: String, expected: &'static str) {
        self.fault(ConfigFault::Invalid { name, value, expected });
    }

    pub fn optional(&self, name: &'static str) -> Option<String> {
        let set = self.given.get(name).filter(|value| !value.is_empty()).cloned();
        set.or_else(|| VARIABLES.iter().find(|v| v.name == name)?.default.map(str::to_owned))
    }

    pub fn required(&self, name: &'static str) -> String {
        let value = self.optional(name);
        if value.is_none() {
            self.fault(ConfigFault::Missing(name));
        }
        value.unwrap_or_default()
    }

    /// Reads an address and returns its host.
    pub fn host(&self, name: &'static str) -> Option<String> {
        reqwest::Url::parse(&self.required(name)).ok()?.host_str().map(str::to_owned)
    }

    pub fn number<T: std::str::FromStr + Default>(&self, name: &'static str) -> T {
        let value = self.required(name);
        value.parse().unwrap_or_else(|_| {
            self.invalid(name, value, "a whole number");
            T::default()
        })
    }

    /// Reads a time of 1 to 720 hours.
    pub fn hours(&self, name: &'static str) -> Duration {
        let given: i64 = self.number(name);
        if !(1..=720).contains(&given) {
            self.invalid(name, given.to_string(), "hours from 1 to 720");
        }
        Duration::hours(given.clamp(1, 720))
    }

    /// Reads a whole number of at least 1.
    pub fn positive<T: std::str::FromStr + Default + PartialOrd + From<u8>>(&self, name: &'static str) -> T {
        let value = self.required(name);
        let number = value.parse().ok().filter(|number| *number >= T::from(1));
        number.unwrap_or_else(|| {
            self.invalid(name, value, "a whole number of at least 1");
            T::default()
        })
    }

    /// Networks or single addresses, separated by commas; empty if it is not set.
    pub fn networks(&self, name: &'static str) -> Vec<IpNet> {
        let Some(value) = self.optional(name) else { return Vec::new() };
        let network = |text: &str| text.parse().ok().or_else(|| text.parse::<IpAddr>().ok().map(IpNet::from));
        let networks: Option<Vec<IpNet>> = value.split(',').map(|text| network(text.trim())).collect();
        networks.unwrap_or_else(|| {
            self.invalid(name, value, "networks like 10.0.0.0/8,fd00::/8");
            Vec::new()
        })
    }

    pub fn phone_numbers(&self) -> Vec<String> {
        const NAME: &str = "TWILIO_PHONE_NUMBERS";
        let value = self.required(NAME);
        let is_e164 = |number: &str| {
            let digits = number.strip_prefix('+').unwrap_or_default();
            (7..=15).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
        };
        let mut numbers: Vec<String> = Vec::new();
        for number in value.split(',').map(str::trim) {
            if !value.is_empty() && !is_e164(number) {
                self.invalid(NAME, value, "numbers like +81355550100 with commas between");
                return Vec::new();
            }
            if !numbers.iter().any(|known| known == number) {
                numbers.push(number.to_owned());
            }
        }
        numbers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read<T>(name: &str, value: &str, read: impl Fn(&Values<'_>) -> T) -> Result<T, ConfigError> {
        let given = HashMap::from([(name.to_owned(), value.to_owned())]);
        let values = Values::new(&given);
        let read = read(&values);
        values.end(read)
    }

    #[test]
    fn phone_numbers_are_a_list() {
        let numbers = |value: &str| read("TWILIO_PHONE_NUMBERS", value, |values| values.phone_numbers());
        assert_eq!(numbers("+81355550100").unwrap(), ["+81355550100"]);
        assert_eq!(numbers("+81355550100, +81355550101,+81355550100").unwrap(), ["+81355550100", "+81355550101"]);
        for wrong in ["0355550100", "+81355550100,", "+81-3-5555-0100"] {
            assert!(matches!(numbers(wrong).unwrap_err().0[0], ConfigFault::Invalid { .. }), "{wrong}");
        }
        assert_eq!(numbers("").unwrap_err().0, [ConfigFault::Missing("TWILIO_PHONE_NUMBERS")]);
    }

    #[test]
    fn networks_are_a_list_and_an_address_is_a_network_of_one() {
        let networks =
            |value: &str| read("SEKI_TRUSTED_PROXIES", value, |values| values.networks("SEKI_TRUSTED_PROXIES"));
        assert_eq!(networks("").unwrap(), []);
        let two = networks("10.0.0.0/8, fd00::/8,192.0.2.1").unwrap();
        assert_eq!(two.iter().map(ToString::to_string).collect::<Vec<_>>(), ["10.0.0.0/8", "fd00::/8", "192.0.2.1/32"]);
        for wrong in ["yes", "10.0.0.0/33", "10.0.0.0/8,", "proxy.internal"] {
            assert!(matches!(networks(wrong).unwrap_err().0[..], [ConfigFault::Invalid { .. }]), "{wrong}");
        }
    }

    #[test]
    fn bound_is_at_least_one() {
        let bound =
            |value: &str| read("SEKI_CONNECTIONS", value, |values| values.positive::<usize>("SEKI_CONNECTIONS"));
        assert_eq!((bound("1").unwrap(), bound("").unwrap()), (1, 10_000));
        for wrong in ["0", "-1", "many"] {
            assert!(bound(wrong).is_err(), "{wrong}");
        }
    }
}
