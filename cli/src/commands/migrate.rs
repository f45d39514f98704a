//! `seki migrate`.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use domain::db;

use super::installation::Installation;
use crate::output::{self, CommandOutcome};
use crate::progress;

/// Migrates the database's schema. Safe to repeat, and to run on several machines at the same time.
#[derive(Debug, Args)]
pub struct MigrateCommand {
    #[command(flatten)]
    installation: Installation,
    /// Applies the files of this folder instead of the built-in ones.
    #[arg(long, value_name = "FOLDER")]
    from: Option<PathBuf>,
}

impl MigrateCommand {
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        let pool = self.installation.open_without_timeouts().await?.pool;
        let before = db::migration_state(&pool).await?.applied;
        let spinner = progress::spinner("migrating the schema");
        let migrated = match &self.from {
            Some(folder) => db::migrate_from(&pool, folder).await.with_context(|| folder.display().to_string()),
            None => db::migrate(&pool).await,
        };
        spinner.finish_and_clear();
        let functions = migrated?;
        let after = db::migration_state(&pool).await?.applied;
        let (now, functions) = (after - before, functions.len());
        output::print(&format!(
            "the database is up to date: {after} migrations, of which {now} are new, and {functions} changed functions"
        ))?;
        Ok(CommandOutcome::Fine)
    }
}
