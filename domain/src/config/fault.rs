//! Errors of a configuration.

/// One variable that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConfigFault {
    #[error("{0} is not set; `seki config` lists what is needed")]
    Missing(&'static str),
    #[error("{name} is {value:?}: {expected}")]
    Invalid { name: &'static str, value: String, expected: &'static str },
    /// Not allowed in production. The value is not repeated because it may be a secret.
    #[error("{name} {why}")]
    Unsafe { name: &'static str, why: &'static str },
}

/// All errors together, so an operator does not fix one variable after the other.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
pub struct ConfigError(pub Vec<ConfigFault>);
