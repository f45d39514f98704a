//! `seki search`.

use clap::{Args, Subcommand};
use domain::restaurants::search;
use serde::Serialize;
use serde_json::json;

use super::installation::Installation;
use crate::output::{self, CommandOutcome, TableRow, UsageError};
use crate::progress;

/// The diners' search for restaurants.
#[derive(Debug, Args)]
pub struct SearchCommand {
    #[command(flatten)]
    installation: Installation,
    #[command(subcommand)]
    action: SearchAction,
}

#[derive(Debug, Subcommand)]
enum SearchAction {
    /// Rebuilds the search texts of all restaurants. Searches continue meanwhile.
    Rebuild {
        /// Prints JSON instead of text.
        #[arg(long)]
        json: bool,
    },
    /// Lists the synonyms, each with the word that replaces it.
    Synonyms {
        /// Prints JSON instead of text.
        #[arg(long)]
        json: bool,
    },
    /// Adds synonyms of a word, and rebuilds the search texts.
    Add {
        /// The word that replaces the synonyms in every text and search; best in kana.
        #[arg(value_name = "REPLACEMENT")]
        stands_for: String,
        /// The synonyms.
        #[arg(required = true)]
        words: Vec<String>,
    },
    /// Removes synonyms, and rebuilds the search texts.
    Remove {
        /// The synonyms.
        #[arg(required = true)]
        words: Vec<String>,
    },
}

#[derive(Serialize)]
struct SynonymRow {
    word: String,
    stands_for: String,
}

impl TableRow for SynonymRow {
    const HEADINGS: &'static [&'static str] = &["word", "replaced by"];

    fn cells(&self) -> Vec<String> {
        vec![self.word.clone(), self.stands_for.clone()]
    }
}

impl SearchCommand {
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        let shell = self.installation.open_without_timeouts().await?;
        let mut tx = shell.pool.begin().await?;
        let mut as_json = false;
        match self.action {
            SearchAction::Synonyms { json } => {
                let rows = search::list_synonyms(&mut tx).await?.into_iter();
                let lines: Vec<_> = rows.map(|row| SynonymRow { word: row.word, stands_for: row.stands_for }).collect();
                output::print_list(&lines, json, "there are no synonyms")?;
                return Ok(CommandOutcome::Fine);
            }
            SearchAction::Add { stands_for, words } => {
                if words.iter().chain([&stands_for]).any(|word| word.trim().is_empty()) {
                    return Err(UsageError("a word is blank".into()).into());
                }
                for word in words {
                    search::set_synonym(&mut tx, word.trim(), stands_for.trim()).await?;
                }
            }
            SearchAction::Remove { words } => {
                for word in words {
                    if !search::delete_synonym(&mut tx, word.trim()).await? {
                        return Err(UsageError(format!("{word} is not on the list")).into());
                    }
                }
            }
            SearchAction::Rebuild { json } => as_json = json,
        }
        tx.commit().await?;
        let spinner = progress::spinner("rebuilding the search texts");
        let count = search::rebuild(&shell.pool).await?;
        spinner.finish_and_clear();
        if as_json {
            output::print_json(&json!({ "count": count }))?;
            return Ok(CommandOutcome::Fine);
        }
        output::print(&format!("rebuilt the search texts of {}", output::number_of(count as u64, "restaurants")))?;
        Ok(CommandOutcome::Fine)
    }
}
