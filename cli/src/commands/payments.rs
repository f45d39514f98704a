//! `seki payments`.

use std::collections::BTreeSet;

use chrono::Duration;
use clap::{Args, Subcommand};
use domain::clients::stripe::Stripe;
use domain::config::Config;
use domain::ids::ReservationId;
use domain::money::Yen;
use domain::payments::model::{ChargeKind, ChargeStatus};
use domain::payments::queries::{self, ChargeRow};
use domain::payments::settle;
use domain::reservations::{self, model::Status};
use domain::zone::Zone;
use serde::Serialize;
use sqlx::PgPool;

use super::installation::{Installation, Shell};
use crate::output::{self, Done, Listed};

const BATCH: i64 = 100;

/// Charges, and bringing them and the card provider to agree.
#[derive(Debug, Args)]
pub struct PaymentsCommand {
    #[command(flatten)]
    installation: Installation,
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Charges, the latest first.
    List {
        #[arg(long, value_parser = ChargeStatus::ALL.map(ChargeStatus::as_str))]
        status: Option<String>,
        /// Only those that are open or still to be paid back.
        #[arg(long)]
        unsettled: bool,
        #[arg(long, default_value_t = 50)]
        limit: i64,
    },
    /// Asks the worker to settle what has not moved for a while, as its sweeper does every few seconds.
    Reconcile {
        /// Settles everything unsettled here and now, and shows what happened. Exit code 1 when something could not be.
        #[arg(long)]
        now: bool,
    },
}

#[derive(Serialize)]
struct ChargeLine {
    id: i64,
    restaurant: String,
    reservation: i64,
    reservation_status: Status,
    kind: ChargeKind,
    amount: Yen,
    status: ChargeStatus,
    attempt: i32,
    failure_code: Option<String>,
    refund_due: Yen,
    refunded_amount: Yen,
    gateway_fid: Option<String>,
    updated_at: String,
}

impl From<ChargeRow> for ChargeLine {
    fn from(row: ChargeRow) -> Self {
        Self {
            id: row.id.0,
            restaurant: row.restaurant,
            reservation: row.reservation_id.0,
            reservation_status: row.reservation_status,
            kind: row.kind,
            amount: row.amount,
            status: row.status,
            attempt: row.attempt,
            failure_code: row.failure_code,
            refund_due: row.refund_due,
            refunded_amount: row.refunded_amount,
            gateway_fid: row.gateway_fid,
            updated_at: Zone::default().iso(row.updated_at),
        }
    }
}

impl Listed for ChargeLine {
    const HEADINGS: &'static [&'static str] =
        &["id", "restaurant", "reservation", "kind", "yen", "status", "paid back", "payment", "last moved"];

    fn cells(&self) -> Vec<String> {
        let failure = self.failure_code.as_ref().map(|code| format!(" ({code})")).unwrap_or_default();
        let refund = match self.refund_due {
            Yen::ZERO => String::new(),
            due => format!("{} of {}", self.refunded_amount, due),
        };
        vec![
            self.id.to_string(),
            self.restaurant.clone(),
            format!("{} ({})", self.reservation, self.reservation_status),
            self.kind.to_string(),
            self.amount.0.to_string(),
            format!("{}{failure}", self.status),
            refund,
            self.gateway_fid.clone().unwrap_or_default(),
            self.updated_at.clone(),
        ]
    }
}

/// What settling did to a reservation.
#[derive(Serialize)]
struct Settled {
    reservation: i64,
    before: String,
    after: String,
    error: Option<String>,
}

impl Listed for Settled {
    const HEADINGS: &'static [&'static str] = &["reservation", "before", "after", "error"];

    fn cells(&self) -> Vec<String> {
        let error = self.error.clone().unwrap_or_default();
        vec![self.reservation.to_string(), self.before.clone(), self.after.clone(), error]
    }
}

impl PaymentsCommand {
    pub async fn run(self) -> anyhow::Result<Done> {
        let shell = self.installation.open().await?;
        match self.action {
            Action::List { status, unsettled, limit } => {
                let mut conn = shell.pool.acquire().await?;
                let rows = queries::list_rows(&mut conn, status.as_deref(), unsettled, limit).await?;
                let lines: Vec<_> = rows.into_iter().map(ChargeLine::from).collect();
                output::print_list(&lines, self.json, "no such charges")?;
                Ok(Done::Fine)
            }
            Action::Reconcile { now: true } => {
                let settled = settle_all(&shell).await?;
                output::print_list(&settled, self.json, "nothing is unsettled")?;
                Ok(Done::found(settled.iter().any(|one| one.error.is_some())))
            }
            Action::Reconcile { now: false } => {
                let handed = settle::sweep(&shell.pool, &shell.rng, shell.clock.now()).await?;
                output::print(&format!("{handed} reservations are handed to the worker"))?;
                Ok(Done::Fine)
            }
        }
    }
}

/// Settles whatever is unsettled, each reservation once.
async fn settle_all(shell: &Shell) -> anyhow::Result<Vec<Settled>> {
    let config = Config::from_environment()?;
    let stripe = Stripe::new(&config.stripe.api_url, &config.stripe.secret_key);
    let mut seen = BTreeSet::new();
    let mut settled = Vec::new();
    loop {
        let due: Vec<_> = due(shell).await?.into_iter().filter(|id| seen.insert(*id)).collect();
        if due.is_empty() {
            return Ok(settled);
        }
        for id in due {
            let before = standing(&shell.pool, id).await?;
            let error = settle::settle(&shell.pool, &stripe, &shell.rng, &shell.clock, id).await.err();
            let after = standing(&shell.pool, id).await?;
            settled.push(Settled { reservation: id.0, before, after, error: error.map(|error| error.to_string()) });
        }
    }
}

/// Those that have not moved for longest first; one that was settled has just moved.
async fn due(shell: &Shell) -> sqlx::Result<Vec<ReservationId>> {
    let mut conn = shell.pool.acquire().await?;
    let before = shell.clock.now() + Duration::seconds(1);
    let mut due = queries::list_unsettled(&mut conn, before, BATCH).await?;
    due.extend(queries::list_paid_but_pending(&mut conn, before, BATCH).await?);
    Ok(due.into_iter().map(|one| one.reservation).collect())
}

/// `accepted: reservation_fee 390 succeeded, prepaid_course 24000 succeeded`
async fn standing(pool: &PgPool, id: ReservationId) -> sqlx::Result<String> {
    let mut conn = pool.acquire().await?;
    let reservation = reservations::queries::find(&mut conn, id).await?;
    let status = reservation.map_or("gone", |reservation| reservation.status.as_str());
    let charges = queries::list_charges(&mut conn, id).await?;
    let charges = charges.iter().map(|charge| {
        let refund = match charge.refund_due.0 {
            0 => String::new(),
            due => format!(", {} of {due} paid back", charge.refunded_amount.0),
        };
        format!("{} {} {}{refund}", charge.kind.as_str(), charge.amount.0, charge.status.as_str())
    });
    Ok(format!("{status}: {}", charges.collect::<Vec<_>>().join("; ")))
}
