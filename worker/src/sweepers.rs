//! Due rows are found by a query every few seconds, and not by a delayed job. A clock that is moved forward, or a worker that was
//! down, therefore loses nothing. Raffle draws, phone polls and the mails of releases have separate queues: their sweeps only
//! enqueue (decision 0015).

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use domain::outbox::{failures, mails, messages};
use domain::receipts::document::Issuer;
use domain::receipts::refunds;
use domain::reservations::bookings::{lapse, remind};
use domain::reservations::holds::expire;
use domain::reservations::no_show_fees;
use domain::{
    announcements, cancellations, disputes, phone, raffles, reconciliation, reports, settlement, waiting_rooms,
};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::instrumentation::{WorkKind, WorkTimer, count_swept};
use crate::pause::pause;
use crate::state::Worker;

/// A sweep that is repeated until the worker stops. It returns the number of rows that it processed.
struct Sweeper {
    name: &'static str,
    every: Duration,
    sweep: fn(Worker) -> BoxFuture<'static, anyhow::Result<usize>>,
}

const SWEEPERS: &[Sweeper] = &[
    Sweeper {
        name: "holds",
        every: Duration::from_secs(1),
        sweep: |w| Box::pin(async move { Ok(expire::sweep(&w.pool, &w.rng, w.clock.now()).await?) }),
    },
    Sweeper {
        name: "releases",
        every: Duration::from_secs(1),
        sweep: |w| Box::pin(async move { Ok(cancellations::sweep::release_due(&w.pool, w.clock.now()).await?) }),
    },
    Sweeper {
        name: "standby_mails",
        every: Duration::from_secs(1),
        sweep: |w| {
            Box::pin(async move { Ok(cancellations::mails::enqueue_due(&w.pool, &w.rng, w.clock.now()).await?) })
        },
    },
    Sweeper {
        name: "announcements",
        every: Duration::from_secs(1),
        sweep: |w| Box::pin(async move { Ok(announcements::send::send_due(&w.pool, &w.rng, w.clock.now()).await?) }),
    },
    Sweeper {
        name: "raffles",
        every: Duration::from_secs(1),
        sweep: |w| Box::pin(async move { Ok(raffles::sweep::enqueue_due(&w.pool, &w.rng, w.clock.now()).await?) }),
    },
    Sweeper {
        name: "waiting_rooms",
        every: Duration::from_secs(1),
        sweep: |w| Box::pin(async move { Ok(waiting_rooms::sweep::sweep(&w.pool, &w.beacon, w.clock.now()).await?) }),
    },
    Sweeper {
        name: "raffle_results",
        every: Duration::from_secs(10),
        sweep: |w| Box::pin(async move { Ok(raffles::losers::sweep(&w.pool, &w.rng, w.clock.now()).await?) }),
    },
    Sweeper {
        name: "reminders",
        every: Duration::from_secs(10),
        sweep: |w| Box::pin(async move { Ok(remind::sweep(&w.pool, &w.rng, w.clock.now()).await?) }),
    },
    Sweeper {
        name: "payments",
        every: Duration::from_secs(5),
        sweep: |w| Box::pin(async move { Ok(settlement::sweep(&w.pool, &w.rng, w.clock.now()).await?) }),
    },
    Sweeper {
        name: "provider",
        every: Duration::from_secs(60),
        sweep: |w| Box::pin(async move { Ok(reconciliation::sweep(w.payments()).await?) }),
    },
    Sweeper {
        name: "disputes",
        every: Duration::from_secs(60),
        sweep: |w| Box::pin(async move { Ok(disputes::sweep::remind(&w.pool, &w.rng, w.clock.now()).await?) }),
    },
    Sweeper {
        name: "no_show_fees",
        every: Duration::from_secs(10),
        sweep: |w| Box::pin(async move { Ok(no_show_fees::sweep(&w.pool, &w.rng, w.clock.now()).await?) }),
    },
    Sweeper {
        name: "unpaid_increases",
        every: Duration::from_secs(10),
        sweep: |w| Box::pin(async move { Ok(lapse::sweep(&w.pool, &w.rng, w.clock.now()).await?) }),
    },
    Sweeper {
        name: "refund_documents",
        every: Duration::from_secs(10),
        sweep: |w| {
            Box::pin(async move {
                let issuer = Issuer::from(&w.config.operator);
                Ok(refunds::sweep(&w.pool, &w.rng, w.clock.now(), &issuer).await?)
            })
        },
    },
    Sweeper {
        name: "phone",
        every: Duration::from_secs(1),
        sweep: |w| Box::pin(async move { Ok(phone::actions::sweep(&w.pool, &w.rng, w.clock.now()).await?) }),
    },
    Sweeper {
        name: "mail",
        every: Duration::from_secs(10),
        sweep: |w| Box::pin(async move { mails::sweep(&w.pool, &w.rng, w.clock.now()).await }),
    },
    Sweeper {
        name: "text_messages",
        every: Duration::from_secs(10),
        sweep: |w| Box::pin(async move { Ok(messages::sweep(&w.pool, &w.rng, w.clock.now()).await?) }),
    },
    Sweeper {
        name: "failed_deliveries",
        every: Duration::from_secs(10),
        sweep: |w| Box::pin(async move { Ok(failures::sweep(&w.pool, &w.outbox, w.clock.now()).await?) }),
    },
    Sweeper {
        name: "text_message_reports",
        every: Duration::from_secs(30),
        sweep: |w| Box::pin(async move { failures::sweep_reports(&w.pool, &w.outbox, w.clock.now()).await }),
    },
    Sweeper {
        name: "reports",
        every: Duration::from_secs(2),
        sweep: |w| Box::pin(async move { Ok(reports::sweep::sweep(&w.pool).await?) }),
    },
];

/// Pause after a failed sweep, in place of the sweeper's interval.
const AFTER_A_FAILURE: Duration = Duration::from_secs(5);

/// Spawns one task for each sweeper, so a slow sweep does not delay the others.
pub fn spawn(worker: &Worker, stopped: &watch::Receiver<bool>) -> JoinSet<()> {
    let mut tasks = JoinSet::new();
    for sweeper in SWEEPERS {
        tasks.spawn(run_sweeper(sweeper, worker.clone(), stopped.clone()));
    }
    tasks
}

/// Runs every sweep once, one after the other, and reports whether all succeeded. A failed sweep is logged, and the next ones
/// still run.
pub async fn run_all(worker: &Worker) -> bool {
    let mut is_well = true;
    for sweeper in SWEEPERS {
        is_well &= run_once(sweeper, worker).await;
    }
    is_well
}

async fn run_sweeper(sweeper: &'static Sweeper, worker: Worker, mut stopped: watch::Receiver<bool>) {
    loop {
        let pause_length = if run_once(sweeper, &worker).await { sweeper.every } else { AFTER_A_FAILURE };
        if !pause(&mut stopped, pause_length).await {
            return;
        }
    }
}

/// Returns false if the sweep failed. Logs the failure.
async fn run_once(sweeper: &Sweeper, worker: &Worker) -> bool {
    let timed = WorkTimer::begin(WorkKind::Sweep, sweeper.name);
    let swept = AssertUnwindSafe((sweeper.sweep)(worker.clone())).catch_unwind().await;
    if let Ok(swept) = &swept {
        timed.end(swept);
    }
    match swept {
        Ok(Ok(done)) => {
            if done > 0 {
                count_swept(sweeper.name, done);
                tracing::info!(sweeper = sweeper.name, done, "swept");
            }
            true
        }
        Ok(Err(error)) => {
            tracing::warn!(sweeper = sweeper.name, %error, "a sweep failed");
            false
        }
        Err(_) => {
            tracing::error!(sweeper = sweeper.name, "a sweep panicked");
            false
        }
    }
}
