//! `seki config`.

use clap::Args;
use domain::config::{Config, VARIABLES, Variable};
use serde::Serialize;

use super::installation::Installation;
use crate::output::{self, CommandOutcome, TableRow, note};

/// Lists every environment variable with its meaning, default and current value. Secrets are not shown. Reports missing, invalid
/// and insecure values; exit code 1 if there are any.
///
/// Without SEKI_ENV and DATABASE_URL in the environment, reads the variables of the demo that runs on this machine, if there is one.
#[derive(Debug, Args)]
pub struct ConfigCommand {
    #[command(flatten)]
    installation: Installation,
    /// Prints JSON instead of text.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct VariableRow {
    name: &'static str,
    meaning: &'static str,
    default: Option<&'static str>,
    value: Option<String>,
    is_secret: bool,
}

impl TableRow for VariableRow {
    const HEADINGS: &'static [&'static str] = &["variable", "value", "default", "meaning"];

    fn cells(&self) -> Vec<String> {
        let value = self.value.clone().unwrap_or_default();
        vec![self.name.into(), value, self.default.unwrap_or_default().into(), self.meaning.into()]
    }
}

impl ConfigCommand {
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        let given = self.installation.variables_or_environment();
        let lines: Vec<_> =
            VARIABLES.iter().map(|variable| variable_row(variable, given.get(variable.name).cloned())).collect();
        output::print_list(&lines, self.json, "there are no variables")?;
        let faults = Config::from_map(&given).map_or_else(|error| error.0, |_| Vec::new());
        for fault in &faults {
            note(&format!("wrong: {fault}"));
        }
        Ok(CommandOutcome::found(!faults.is_empty()))
    }
}

fn variable_row(variable: &Variable, set: Option<String>) -> VariableRow {
    let value = set.filter(|value| !value.is_empty());
    let shown = if variable.is_secret { value.map(|_| "(set, not shown)".to_owned()) } else { value };
    VariableRow {
        name: variable.name,
        meaning: variable.meaning,
        default: variable.default,
        value: shown,
        is_secret: variable.is_secret,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_not_shown() {
        for variable in VARIABLES.iter().filter(|variable| variable.is_secret) {
            let shown = variable_row(variable, Some("sesame".into())).value.unwrap();
            assert!(!shown.contains("sesame"), "{}", variable.name);
        }
        let plain = VARIABLES.iter().find(|variable| !variable.is_secret).unwrap();
        assert_eq!(variable_row(plain, Some("sesame".into())).value.as_deref(), Some("sesame"));
        assert_eq!(variable_row(plain, Some(String::new())).value, None);
    }
}
