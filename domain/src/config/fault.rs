//! What is wrong with a configuration.

/// One variable that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConfigFault {
    #[error("{0} is not set; `seki config` lists what is needed")]
    Missing(&'static str),
    #[error("{name} is {value:?}: {expected}")]
    Invalid { name: &'static str, value: String, expected: &'static str },
    /// What production does not run with. The value is not repeated: it may be a secret.
    #[error("{name} {why}")]
    Unsafe { name: &'static str, why: &'static str },
}

/// Everything that is wrong, so that nobody mends one variable after the other.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
pub struct ConfigError(pub Vec<ConfigFault>);
