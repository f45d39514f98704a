//! `seki migrate`.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use domain::db;

use super::installation::Installation;
use crate::output::{self, CommandOutcome};
use crate::progress;

/// Brings the database's schema up to date; safe to repeat and to run from several machines at once.
#[derive(Debug, Args)]
pub struct MigrateCommand {
    #[command(flatten)]
    installation: Installation,
    /// Applies the files of this folder instead of those built in.
    #[arg(long, value_name = "FOLDER")]
    from: Option<PathBuf>,
}

impl MigrateCommand {
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        let pool = self.installation.open_without_timeouts().await?.pool;
        let before = db::migration_state(&pool).await?.applied;
        let spinner = progress::spinner("the schema is brought up to date");
        let migrated = match &self.from {
            Some(folder) => db::migrate_from(&pool, folder).await.with_context(|| folder.display().to_string()),
            None => db::migrate(&pool).await,
        };
        spinner.finish_and_clear();
        let functions = migrated?;
        let after = db::migration_state(&pool).await?.applied;
        let (now, functions) = (after - before, functions.len());
        output::print(&format!(
            "the database is up to date: {after} migrations, {now} and {functions} functions of them now"
        ))?;
        Ok(CommandOutcome::Fine)
    }
}
