//! Invariants of the data after crashes, races and retries: a list of named queries, each of which finds the rows that violate its rule.
//! `seki verify` and the tests run them.
//!
//! All queries read one snapshot, so they can run on a live system.

mod availability;
mod counters;
mod customers;
mod ledger;
mod messages;
mod payments;
mod provider;
mod raffles;
mod reports;
pub mod schema;
mod seats;
mod statement;

use std::future::Future;
use std::pin::Pin;

use serde::Serialize;
use sqlx::{PgConnection, PgPool, Postgres, Transaction};

pub use provider::{PROVIDER, check_provider};

/// A row that violates a rule; ids only, no personal data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    pub check: &'static str,
    pub detail: String,
}

impl Finding {
    /// Whether the data are wrong. An unpaid fee is not a fault, but worth reporting.
    pub fn is_fault(&self) -> bool {
        self.check != OWED
    }
}

/// Name of the check that reports unpaid fees.
pub const OWED: &str = "fees_unpaid";

type Rows<'a> = Pin<Box<dyn Future<Output = sqlx::Result<Vec<String>>> + Send + 'a>>;

/// A rule, and the query for its violations.
pub struct InvariantCheck {
    pub name: &'static str,
    pub description: &'static str,
    find: for<'a> fn(&'a mut PgConnection) -> Rows<'a>,
}

pub const CHECKS: &[InvariantCheck] = &[
    InvariantCheck {
        name: "constraints",
        description: "Every constraint, unique index and trigger of the migrations exists in the database",
        find: |conn| Box::pin(schema::missing(conn)),
    },
    InvariantCheck {
        name: "seats_overlap",
        description: "No two active seats of an item overlap",
        find: |conn| Box::pin(seats::overlapping(conn)),
    },
    InvariantCheck {
        name: "seats_of_the_living",
        description: "An active reservation has as many seats as its guests need, and an online one as many stocks",
        find: |conn| Box::pin(seats::miscounted(conn)),
    },
    InvariantCheck {
        name: "seats_span",
        description: "An active seat has the time range of its reservation",
        find: |conn| Box::pin(seats::misplaced(conn)),
    },
    InvariantCheck {
        name: "seats_of_the_dead",
        description: "A reservation that has ended has neither seats nor stocks",
        find: |conn| Box::pin(seats::seats_of_ended_reservations(conn)),
    },
    InvariantCheck {
        name: "stock_holders",
        description: "A taken stock belongs to an active reservation of its slot on its item",
        find: |conn| Box::pin(seats::mismatched_holders(conn)),
    },
    InvariantCheck {
        name: "course_days",
        description: "The counter of a course on a day equals the guests of its holds and bookings",
        find: |conn| Box::pin(counters::course_days(conn)),
    },
    InvariantCheck {
        name: "customers_merged",
        description: "Merged customers have no bookings, and were merged into an existing customer",
        find: |conn| Box::pin(customers::merged(conn)),
    },
    InvariantCheck {
        name: "availability_days",
        description: "The month calendar agrees with the rules of each day, for every restaurant, day and access class",
        find: |conn| Box::pin(availability::summaries(conn)),
    },
    InvariantCheck {
        name: "money_kept",
        description: "Payments for ended reservations are due for refund, except their fees",
        find: |conn| Box::pin(payments::held_payments(conn)),
    },
    InvariantCheck {
        name: "money_missing",
        description: "All charges of an accepted reservation are paid, and cover its price",
        find: |conn| Box::pin(payments::missing(conn)),
    },
    InvariantCheck {
        name: "provider_events",
        description: "Every event of the card provider is processed, or has a job",
        find: |conn| Box::pin(payments::unprocessed_events(conn)),
    },
    InvariantCheck {
        name: OWED,
        description: "Fees of ended bookings that wait for their diners' cards or banks",
        find: |conn| Box::pin(payments::unpaid_fees(conn)),
    },
    InvariantCheck {
        name: "refunds",
        description: "No refund exceeds the amount due, and no refund is due for an unpaid charge",
        find: |conn| Box::pin(payments::refunds(conn)),
    },
    InvariantCheck {
        name: "ledger_charges",
        description: "Every charge and refund is in the ledger, with its amount and accounts",
        find: |conn| Box::pin(ledger::charges(conn)),
    },
    InvariantCheck {
        name: "ledger_earned",
        description: "Prepayments remain in their account until they are earned or refunded",
        find: |conn| Box::pin(ledger::earned(conn)),
    },
    InvariantCheck {
        name: "ledger_disputes",
        description: "Every disputed amount that a bank withdrew or returned is in the ledger, and no cardholder has money back twice",
        find: |conn| Box::pin(ledger::disputes(conn)),
    },
    InvariantCheck {
        name: "ledger_provider",
        description: "Every movement of the provider's statement is in the ledger: payments, refunds, disputes, fees and payouts",
        find: |conn| Box::pin(statement::movements(conn)),
    },
    InvariantCheck {
        name: "ledger_invoices",
        description: "A charge invoice is the sum of its month's charges, each by the rate of its day",
        find: |conn| Box::pin(ledger::invoices(conn)),
    },
    InvariantCheck {
        name: "ledger_bank",
        description: "Bank transfers have a reference and a subject, and no restaurant is overpaid",
        find: |conn| Box::pin(ledger::bank(conn)),
    },
    InvariantCheck {
        name: "announcements",
        description: "For every accepted online booking the diner has an email and the restaurant a notification",
        find: |conn| Box::pin(messages::unannounced(conn)),
    },
    InvariantCheck {
        name: "raffle_lists",
        description: "The entries of a raffle match its chain, and its winners match the draw",
        find: |conn| Box::pin(raffles::lists(conn)),
    },
    InvariantCheck {
        name: "report_sums",
        description: "The totals of reports equal those of the reservations, except on days that changed since the worker's last run",
        find: |conn| Box::pin(reports::sums(conn)),
    },
];

/// Runs all checks. An empty result means success.
pub async fn run(pool: &PgPool) -> sqlx::Result<Vec<Finding>> {
    let mut tx = begin(pool).await?;
    let findings = run_in(&mut tx).await?;
    tx.rollback().await?;
    Ok(findings)
}

/// Runs the checks of the ledger only.
pub async fn ledger(pool: &PgPool) -> sqlx::Result<Vec<Finding>> {
    let mut tx = begin(pool).await?;
    let findings = run_matching(&mut tx, |name| name.starts_with("ledger_")).await?;
    tx.rollback().await?;
    Ok(findings)
}

/// Runs all checks in the caller's transaction.
pub async fn run_in(conn: &mut PgConnection) -> sqlx::Result<Vec<Finding>> {
    run_matching(conn, |_| true).await
}

/// Opens one snapshot for all checks, without a timeout.
async fn begin(pool: &PgPool) -> sqlx::Result<Transaction<'static, Postgres>> {
    let mut tx = pool.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
    sqlx::query("SET LOCAL statement_timeout = 0").execute(&mut *tx).await?;
    sqlx::query("SET LOCAL idle_in_transaction_session_timeout = 0").execute(&mut *tx).await?;
    Ok(tx)
}

async fn run_matching(conn: &mut PgConnection, is_wanted: impl Fn(&str) -> bool) -> sqlx::Result<Vec<Finding>> {
    let mut findings = Vec::new();
    for check in CHECKS.iter().filter(|check| is_wanted(check.name)) {
        let rows = (check.find)(conn).await?;
        findings.extend(rows.into_iter().map(|detail| Finding { check: check.name, detail }));
    }
    Ok(findings)
}
