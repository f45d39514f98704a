//! A complete configuration for tests that depend on few of its values.

use std::collections::HashMap;

use domain::config::{Config, ConfigError, ConfigFault};

/// Returns a configuration with the given values, a placeholder for every other required variable, and no value for optional ones.
pub fn config(given: &[(&str, &str)]) -> Config {
    let mut given: HashMap<_, _> =
        given.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    if let Err(ConfigError(faults)) = Config::from_map(&given) {
        let missing = faults.into_iter().filter_map(|fault| match fault {
            ConfigFault::Missing(name) => Some((name.to_owned(), "unset".to_owned())),
            _ => None,
        });
        given.extend(missing);
    }
    Config::from_map(&given).expect("a complete configuration")
}
