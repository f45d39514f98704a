//! Invariants of the data after crashes, races and retries: a list of named queries, each of which finds the rows that violate its rule.
//! `seki verify` and the tests run them.
//!
//! All queries read one snapshot, so they can run on a live system.

mod availability;
mod counters;
mod courses;
mod customers;
mod ledger;
mod messages;
mod overdue;
mod payments;
mod provider;
mod raffles;
mod reports;
pub mod schema;
mod seats;
mod statement;
mod unknown;

use std::future::Future;
use std::pin::Pin;

use chrono::{DateTime, Utc};
use serde::Serialize;
use sqlx::{PgConnection, PgPool, Postgres, Transaction};

pub use provider::{PROVIDER, check_provider};

/// A row that violates a rule; ids only, no personal data. Each finding needs an operator. Data that only wait are no findings, such as the
/// unpaid fee of a diner without a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    pub check: &'static str,
    pub detail: String,
    /// The operator's next step.
    pub action: &'static str,
}

type Rows<'a> = Pin<Box<dyn Future<Output = sqlx::Result<Vec<String>>> + Send + 'a>>;

/// A rule, and the query for its violations.
pub struct InvariantCheck {
    pub name: &'static str,
    pub description: &'static str,
    /// The operator's next step after a finding.
    pub action: &'static str,
    find: for<'a> fn(&'a mut PgConnection) -> Rows<'a>,
}

pub const CHECKS: &[InvariantCheck] = &[
    InvariantCheck {
        name: "constraints",
        description: "Every constraint, unique index and trigger of the migrations exists in the database",
        action: "fix the rows that violate the rule, then apply its line of migrations/ again",
        find: |conn| Box::pin(schema::missing(conn)),
    },
    InvariantCheck {
        name: "seats_overlap",
        description: "No two active seats of an item overlap",
        action: "move one of the parties on the owner's calendar, and report the error with these rows",
        find: |conn| Box::pin(seats::overlapping(conn)),
    },
    InvariantCheck {
        name: "seats_of_the_living",
        description: "An active reservation has the seats that its guests need, alone or with all joined tables, and an online one as many stocks",
        action: "move the party on the owner's calendar, which seats it again, and report the error with these rows",
        find: |conn| Box::pin(seats::miscounted(conn)),
    },
    InvariantCheck {
        name: "seats_span",
        description: "An active seat has the time range of its reservation",
        action: "move the party on the owner's calendar, which seats it again, and report the error with these rows",
        find: |conn| Box::pin(seats::misplaced(conn)),
    },
    InvariantCheck {
        name: "seats_of_the_dead",
        description: "A reservation that has ended has neither seats nor stocks",
        action: "close the slot until it is repaired (seki slots close), and report the error with these rows",
        find: |conn| Box::pin(seats::seats_of_ended_reservations(conn)),
    },
    InvariantCheck {
        name: "stock_holders",
        description: "A taken stock belongs to an active reservation of its slot on its item",
        action: "close the slot until it is repaired (seki slots close), and report the error with these rows",
        find: |conn| Box::pin(seats::mismatched_holders(conn)),
    },
    InvariantCheck {
        name: "course_days",
        description: "The counter of a course on a day equals the guests of its holds and bookings",
        action: "set the course's daily maximum accordingly until it is repaired, and report the error with these rows",
        find: |conn| Box::pin(counters::course_days(conn)),
    },
    InvariantCheck {
        name: "course_units",
        description: "The unit of each course counts one guest or one portion, because its price is multiplied by them",
        action: "change the unit, and the price if it is for several guests, on the admin's page of the restaurant's courses",
        find: |conn| Box::pin(courses::units(conn)),
    },
    InvariantCheck {
        name: "customers_merged",
        description: "Merged customers have no bookings, and were merged into an existing customer",
        action: "undo the merge on the customer's page, and report the error with these rows",
        find: |conn| Box::pin(customers::merged(conn)),
    },
    InvariantCheck {
        name: "availability_days",
        description: "The month calendar agrees with the rules of each day, for every restaurant, day and access class",
        action: "close and open a slot of the day, which computes its summary again, and report the error with these rows",
        find: |conn| Box::pin(availability::summaries(conn)),
    },
    InvariantCheck {
        name: "money_kept",
        description: "Payments for ended reservations are due for refund, except their fees",
        action: "refund the charge on the booking's payments, or run: seki payments reconcile --now",
        find: |conn| Box::pin(payments::held_payments(conn)),
    },
    InvariantCheck {
        name: "money_missing",
        description: "All charges of an accepted reservation are paid, and cover its price",
        action: "run: seki payments reconcile --now. What is still unpaid is cancelled on the booking's page",
        find: |conn| Box::pin(payments::missing(conn)),
    },
    InvariantCheck {
        name: "provider_events",
        description: "Every event of the card provider is processed, or has a job",
        action: "replay the event's job (seki jobs dead, seki jobs replay)",
        find: |conn| Box::pin(payments::unprocessed_events(conn)),
    },
    InvariantCheck {
        name: "refunds",
        description: "No refund exceeds the amount due, and no refund is due for an unpaid charge",
        action: "compare the charge with the provider (seki verify --provider), and report the error with these rows",
        find: |conn| Box::pin(payments::refunds(conn)),
    },
    InvariantCheck {
        name: "ledger_charges",
        description: "Every charge and refund is in the ledger, with its amount and accounts",
        action: "run: seki payments reconcile --now. What remains is an error: report it with these rows",
        find: |conn| Box::pin(ledger::charges(conn)),
    },
    InvariantCheck {
        name: "ledger_earned",
        description: "Prepayments remain in their account until they are earned or refunded",
        action: "pay nothing out to the restaurant until it is repaired, and report the error with these rows",
        find: |conn| Box::pin(ledger::earned(conn)),
    },
    InvariantCheck {
        name: "ledger_disputes",
        description: "Every disputed amount that a bank withdrew or returned is in the ledger, and no open dispute that we can answer is about refunded money",
        action: "answer an open dispute with the refund as evidence (seki disputes answered); otherwise run: seki payments catch-up",
        find: |conn| Box::pin(ledger::disputes(conn)),
    },
    InvariantCheck {
        name: "ledger_provider",
        description: "Every movement of the provider's statement is in the ledger: payments, refunds, disputes, fees and payouts",
        action: "run: seki payments catch-up. What remains is an error, here or at the provider",
        find: |conn| Box::pin(statement::movements(conn)),
    },
    InvariantCheck {
        name: "ledger_invoices",
        description: "A charge invoice is the sum of its month's charges, each by the rate of its day",
        action: "send no invoice of the month until it is repaired, and report the error with these rows",
        find: |conn| Box::pin(ledger::invoices(conn)),
    },
    InvariantCheck {
        name: "ledger_bank",
        description: "Bank transfers have a reference and a subject, and no restaurant is overpaid",
        action: "compare the bank transfer with the bank's statement, and book the difference (seki ledger pay-out or seki ledger receive)",
        find: |conn| Box::pin(ledger::bank(conn)),
    },
    InvariantCheck {
        name: "announcements",
        description: "For every accepted online booking the diner has an email and the restaurant a notification",
        action: "send the confirmation again from the booking's page, and notify the restaurant",
        find: |conn| Box::pin(messages::unannounced(conn)),
    },
    InvariantCheck {
        name: "raffle_lists",
        description: "The entries of a raffle match its chain, and its winners match the draw",
        action: "do not draw or publish the raffle; compare it with a backup (seki raffle verify)",
        find: |conn| Box::pin(raffles::lists(conn)),
    },
    InvariantCheck {
        name: "report_sums",
        description: "The totals of reports equal those of the reservations, except on days that changed since the worker's last run",
        action: "run: seki reports rebuild",
        find: |conn| Box::pin(reports::sums(conn)),
    },
];

/// A rule about work that has waited for too long, by the time at which it is read.
pub struct OverdueCheck {
    pub name: &'static str,
    pub description: &'static str,
    /// The operator's next step after a finding.
    pub action: &'static str,
    find: for<'a> fn(&'a mut PgConnection, DateTime<Utc>) -> Rows<'a>,
}

pub const OVERDUE: &[OverdueCheck] = &[
    OverdueCheck {
        name: "refunds_overdue",
        description: "A due refund is made within a day, or waits for the decision of a dispute",
        action: "run: seki payments reconcile --now, and replay a dead job (seki jobs dead, seki jobs replay)",
        find: |conn, now| Box::pin(overdue::refunds(conn, now)),
    },
    OverdueCheck {
        name: "messages_overdue",
        description: "A mail or a text message is sent or dropped within a day",
        action: "replay or discard its job (seki jobs dead, seki jobs replay), and verify that a worker is running (seki doctor)",
        find: |conn, now| Box::pin(overdue::messages(conn, now)),
    },
    OverdueCheck {
        name: "holds_overdue",
        description: "A hold or an invitation ends within an hour of its time",
        action: "run: seki holds expire, and verify that a worker is running (seki doctor)",
        find: |conn, now| Box::pin(overdue::holds(conn, now)),
    },
    OverdueCheck {
        name: "waiting_rooms_overdue",
        description: "A waiting room ends within three hours of its opening",
        action: "verify that a worker is running (seki doctor), and read its log for the sweep of the waiting rooms",
        find: |conn, now| Box::pin(overdue::waiting_rooms(conn, now)),
    },
];

/// Returns the work that is overdue at `now`. It is separate from the invariants, which hold at every moment and without a clock.
pub async fn run_overdue(pool: &PgPool, now: DateTime<Utc>) -> sqlx::Result<Vec<Finding>> {
    let mut tx = begin(pool).await?;
    let findings = overdue_in(&mut tx, now).await?;
    tx.rollback().await?;
    Ok(findings)
}

/// Returns the same in the caller's transaction.
pub async fn overdue_in(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<Vec<Finding>> {
    let mut findings = Vec::new();
    for check in OVERDUE {
        let rows = (check.find)(conn, now).await?;
        findings.extend(rows.into_iter().map(|detail| Finding { check: check.name, detail, action: check.action }));
    }
    Ok(findings)
}

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
        findings.extend(rows.into_iter().map(|detail| Finding { check: check.name, detail, action: check.action }));
    }
    Ok(findings)
}
