//! `seki slots close` and `seki slots delete`.

use clap::Args;
use domain::audit::Actor;
use domain::ids::{OnlineStockGroupId, OnlineStockId, RestaurantId};
use domain::inventory::SlotError;
use domain::inventory::model::StaffSlot;
use domain::inventory::{actions, queries};
use domain::reservations::holds::expire;
use serde::Serialize;
use sqlx::PgConnection;

use super::arguments::restaurant;
use super::rejection::to_message;
use crate::commands::installation::Shell;
use crate::confirm::Consent;
use crate::lookup;
use crate::output::{self, CommandOutcome, UsageError};

/// Removes the seats that are neither held nor booked from the web. Bookings remain. A slot without any is deleted.
#[derive(Debug, Args)]
pub struct Close {
    #[command(flatten)]
    which: SlotArguments,
}

/// Removes a whole slot from the web. Rejected while a seat is held or booked.
#[derive(Debug, Args)]
pub struct Delete {
    #[command(flatten)]
    which: SlotArguments,
}

#[derive(Debug, Args)]
struct SlotArguments {
    /// Restaurant slug.
    restaurant: String,
    /// Id or uid of the slot.
    #[arg(allow_hyphen_values = true, value_parser = lookup::key)]
    slot: String,
    /// Reports the changes without making them.
    #[arg(long)]
    dry_run: bool,
    /// Prints JSON instead of text.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    consent: Consent,
}

#[derive(Serialize)]
struct CloseReport {
    slot: String,
    /// Number of seats removed from the web.
    taken_off: usize,
    /// Number of seats that remain with their bookings and holds.
    kept: usize,
    dry_run: bool,
}

impl Close {
    pub async fn run(self, shell: &Shell) -> anyhow::Result<CommandOutcome> {
        self.which
            .remove_stocks(shell, "close", |slot| {
                slot.stocks.iter().filter(|stock| stock.online_reservable_id.is_none()).map(|stock| stock.id).collect()
            })
            .await
    }
}

impl Delete {
    pub async fn run(self, shell: &Shell) -> anyhow::Result<CommandOutcome> {
        self.which.remove_stocks(shell, "delete", |slot| slot.stocks.iter().map(|stock| stock.id).collect()).await
    }
}

impl SlotArguments {
    /// Removes the seats. A dry run does the same and rolls it back.
    async fn remove_stocks(
        self,
        shell: &Shell,
        verb: &str,
        stocks_of: impl Fn(&StaffSlot) -> Vec<OnlineStockId>,
    ) -> anyhow::Result<CommandOutcome> {
        let restaurant = restaurant(shell, &self.restaurant).await?;
        let now = shell.clock.now();
        let id = find(&mut *shell.pool.acquire().await?, restaurant.id, &self.slot).await?;
        if !self.dry_run {
            self.consent.ask(&format!("Will {verb} slot {} of {}.", self.slot, self.restaurant))?;
            // Expired holds must not prevent the removal.
            expire::sweep_restaurant(&shell.pool, &shell.rng, now, restaurant.id).await?;
        }
        let mut tx = shell.pool.begin().await?;
        // The slot's lock prevents other transactions from taking a seat between the read and the write.
        queries::lock_slots(&mut tx, restaurant.id, &[id]).await?;
        let slot = queries::find_slot(&mut tx, restaurant.id, id, now).await?;
        if slot.is_deleted {
            return Err(to_message(SlotError::Gone));
        }
        let stocks = stocks_of(&slot);
        if !stocks.is_empty() {
            let done = actions::delete_stocks(&mut tx, now, Actor::CommandLine, &restaurant, id, &stocks).await;
            done.map_err(to_message)?;
        }
        match self.dry_run {
            true => tx.rollback().await?,
            false => tx.commit().await?,
        }
        let (taken_off, kept) = (stocks.len(), slot.stocks.len() - stocks.len());
        self.print(CloseReport { slot: slot.uid, taken_off, kept, dry_run: self.dry_run })?;
        Ok(CommandOutcome::Fine)
    }

    fn print(&self, report: CloseReport) -> anyhow::Result<()> {
        if self.json {
            return output::print_json(&report);
        }
        let would = if report.dry_run { "would be " } else { "" };
        output::print(&format!(
            "{} seats {would}removed from the web, {} stay with their bookings",
            report.taken_off, report.kept
        ))
    }
}

async fn find(conn: &mut PgConnection, restaurant: RestaurantId, key: &str) -> anyhow::Result<OnlineStockGroupId> {
    let found = queries::find_id(conn, restaurant, key.parse().ok().map(OnlineStockGroupId), Some(key)).await?;
    Ok(found.ok_or_else(|| UsageError(format!("the restaurant has no slot {key}")))?)
}
