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
        description: "Every constraint, unique index and trigger of the migrations stands in the database",
        find: |conn| Box::pin(schema::missing(conn)),
    },
    InvariantCheck {
        name: "seats_overlap",
        description: "No two live seats of an item overlap",
        find: |conn| Box::pin(seats::overlapping(conn)),
    },
    InvariantCheck {
        name: "seats_of_the_living",
        description: "A live reservation has as many seats as its guests need, and an online one as many stocks",
        find: |conn| Box::pin(seats::miscounted(conn)),
    },
    InvariantCheck {
        name: "seats_span",
        description: "A live seat lasts as long as its reservation",
        find: |conn| Box::pin(seats::misplaced(conn)),
    },
    InvariantCheck {
        name: "seats_of_the_dead",
        description: "A reservation that has ended has neither seats nor stocks",
        find: |conn| Box::pin(seats::seats_of_ended_reservations(conn)),
    },
    InvariantCheck {
        name: "stock_holders",
        description: "A taken stock belongs to a live reservation of its slot that sits on its item",
        find: |conn| Box::pin(seats::mismatched_holders(conn)),
    },
    InvariantCheck {
        name: "course_days",
        description: "A course's counter of a day is the sum of the guests held or accepted",
        find: |conn| Box::pin(counters::course_days(conn)),
    },
    InvariantCheck {
        name: "customers_merged",
        description: "Customers who were merged have no bookings of their own, and were merged into one who stands",
        find: |conn| Box::pin(customers::merged(conn)),
    },
    InvariantCheck {
        name: "availability_days",
        description: "The month calendar says what the rules of a day say, for every restaurant, day and class",
        find: |conn| Box::pin(availability::summaries(conn)),
    },
    InvariantCheck {
        name: "money_kept",
        description: "What was paid for a reservation that has ended is due back, but for the fees it keeps",
        find: |conn| Box::pin(payments::held_payments(conn)),
    },
    InvariantCheck {
        name: "money_missing",
        description: "An accepted reservation has all its charges paid, and what it costs is charged",
        find: |conn| Box::pin(payments::missing(conn)),
    },
    InvariantCheck {
        name: "provider_events",
        description: "What the card provider told was acted on, or a job is about to",
        find: |conn| Box::pin(payments::unprocessed_events(conn)),
    },
    InvariantCheck {
        name: OWED,
        description: "Fees of bookings that have ended wait for their diners' cards or banks",
        find: |conn| Box::pin(payments::unpaid_fees(conn)),
    },
    InvariantCheck {
        name: "refunds",
        description: "No refund is more than is due, and nothing is due back that was not paid",
        find: |conn| Box::pin(payments::refunds(conn)),
    },
    InvariantCheck {
        name: "ledger_charges",
        description: "Every charge and refund stands in the ledger, with its amount and in its accounts",
        find: |conn| Box::pin(ledger::charges(conn)),
    },
    InvariantCheck {
        name: "ledger_earned",
        description: "What is paid in advance lies in its account until it is earned or paid back, and no longer",
        find: |conn| Box::pin(ledger::earned(conn)),
    },
    InvariantCheck {
        name: "ledger_disputes",
        description: "What a bank took away and gave back stands in the ledger",
        find: |conn| Box::pin(ledger::disputes(conn)),
    },
    InvariantCheck {
        name: "ledger_invoices",
        description: "A charge invoice is the sum of its month's charges, each by the rate of its day",
        find: |conn| Box::pin(ledger::invoices(conn)),
    },
    InvariantCheck {
        name: "ledger_bank",
        description: "Bank transfers have a reference and what they pay for, and no restaurant is paid too much",
        find: |conn| Box::pin(ledger::bank(conn)),
    },
    InvariantCheck {
        name: "announcements",
        description: "Of an accepted online booking its diner has a mail and its restaurant a notification",
        find: |conn| Box::pin(messages::unannounced(conn)),
    },
    InvariantCheck {
        name: "raffle_lists",
        description: "A raffle's list is the one that its chain fixed, and its winners are those of the draw",
        find: |conn| Box::pin(raffles::lists(conn)),
    },
    InvariantCheck {
        name: "report_sums",
        description: "The sums of reports are those of the reservations, but on days that changed since the worker's last look",
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
    let findings = run_those(&mut tx, |name| name.starts_with("ledger_")).await?;
    tx.rollback().await?;
    Ok(findings)
}

/// Runs all checks in the caller's transaction.
pub async fn run_in(conn: &mut PgConnection) -> sqlx::Result<Vec<Finding>> {
    run_those(conn, |_| true).await
}

/// Opens one snapshot for all checks, without a timeout.
async fn begin(pool: &PgPool) -> sqlx::Result<Transaction<'static, Postgres>> {
    let mut tx = pool.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
    sqlx::query("SET LOCAL statement_timeout = 0").execute(&mut *tx).await?;
    sqlx::query("SET LOCAL idle_in_transaction_session_timeout = 0").execute(&mut *tx).await?;
    Ok(tx)
}

async fn run_those(conn: &mut PgConnection, is_wanted: impl Fn(&str) -> bool) -> sqlx::Result<Vec<Finding>> {
    let mut findings = Vec::new();
    for check in CHECKS.iter().filter(|check| is_wanted(check.name)) {
        let rows = (check.find)(conn).await?;
        findings.extend(rows.into_iter().map(|detail| Finding { check: check.name, detail }));
    }
    Ok(findings)
}
