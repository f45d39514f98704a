//! What a job of each queue does. An error is tried again with a growing pause; one that another try cannot mend is a
//! dead letter at once. Errors hold no names, numbers or addresses: the job table keeps them.

use apalis::prelude::{AbortError, BoxDynError, Data};
use domain::jobs::schedules::{PRUNE, REFILL};
use domain::jobs::{self, BulkMailJob, MailJob, MaintenanceJob, PaymentJob, PhoneJob, SmsJob};
use domain::outbox::{mails, messages};
use domain::payments::error::PaymentError;
use domain::payments::model::Subject;
use domain::refills::night;
use domain::{accounts, limits, phone, sessions, settlement};

use crate::Worker;

type Handled = Result<(), BoxDynError>;

/// The error as apalis takes it: tried again, or a dead letter at once.
fn failed(queue: &'static str, is_retryable: bool, error: impl Into<BoxDynError>) -> BoxDynError {
    let error = error.into();
    tracing::warn!(queue, is_retryable, %error, "a job failed");
    if is_retryable { error } else { Box::new(AbortError::new(error)) }
}

pub async fn mail(job: MailJob, worker: Data<Worker>) -> Handled {
    deliver("mail", job.mail_delivery_id, &worker).await
}

pub async fn bulk_mail(job: BulkMailJob, worker: Data<Worker>) -> Handled {
    deliver("bulk_mail", job.mail_delivery_id, &worker).await
}

async fn deliver(queue: &'static str, id: i64, worker: &Worker) -> Handled {
    let delivered = mails::deliver(&worker.pool, &worker.outbox, worker.clock.now(), id).await;
    delivered.map_err(|error| failed(queue, error.is_retryable(), error))
}

/// Looks for the call at once; the sweeper goes on looking.
pub async fn phone(_job: PhoneJob, worker: Data<Worker>) -> Handled {
    let watched = phone::actions::watch(&worker.pool, &worker.telephone, worker.clock.now()).await;
    watched.map(drop).map_err(|error| failed("phone", phone::sms::is_retryable(&error), error))
}

pub async fn sms(job: SmsJob, worker: Data<Worker>) -> Handled {
    let Worker { pool, outbox, telephone, signer, clock, .. } = &*worker;
    let now = clock.now();
    let sent = match job {
        SmsJob::Code { confirmation_uuid } => phone::sms::send(pool, telephone, signer, now, &confirmation_uuid).await,
        SmsJob::Message { sms_delivery_id } => messages::deliver(pool, outbox, now, sms_delivery_id).await,
    };
    sent.map_err(|error| failed("sms", phone::sms::is_retryable(&error), error))
}

pub async fn payment(job: PaymentJob, worker: Data<Worker>) -> Handled {
    let cx = worker.payments();
    let done = match job {
        PaymentJob::ProviderEvent { provider_event_id } => settlement::process_event(cx, provider_event_id).await,
        PaymentJob::Settle { subject_kind, restaurant_id, subject_id } => {
            let subject = Subject::of_job(&subject_kind, restaurant_id, subject_id);
            settlement::settle(cx, subject.map_err(|error| failed("payment", false, error))?).await
        }
    };
    done.map_err(|error| failed("payment", may_be_mended(&error), error))
}

fn may_be_mended(error: &PaymentError) -> bool {
    match error {
        PaymentError::Provider(error) => error.is_retryable(),
        PaymentError::Database(_) => true,
        PaymentError::Refused(_) | PaymentError::NoCard | PaymentError::ForeignCard => false,
    }
}

pub async fn maintenance(job: MaintenanceJob, worker: Data<Worker>) -> Handled {
    let done = match job.schedule.as_str() {
        PRUNE => prune(&worker).await,
        REFILL => refill(&worker).await,
        other => return Err(failed("maintenance", false, format!("no schedule is called {other:?}"))),
    };
    done.map_err(|error| failed("maintenance", true, error))
}

async fn refill(worker: &Worker) -> sqlx::Result<()> {
    let outcome = night::run(&worker.pool, &worker.rng, worker.clock.now(), night::Run::NIGHTLY).await?;
    let night::Outcome { templates, incomplete, created, .. } = outcome;
    tracing::info!(templates, incomplete, created, "refilled");
    Ok(())
}

async fn prune(worker: &Worker) -> sqlx::Result<()> {
    let mut conn = worker.pool.acquire().await?;
    let now = worker.clock.now();
    let sessions = sessions::prune(&mut conn, now).await?;
    let counters = limits::prune(&mut conn, now).await?;
    let links = accounts::prune_links(&mut conn, now).await?;
    let browsers = accounts::prune_browsers(&mut conn, now).await?;
    let numbers = phone::actions::prune(&mut conn, now).await?;
    let jobs = jobs::prune(&mut conn, worker.clock.wall()).await?;
    tracing::info!(sessions, counters, links, browsers, numbers, jobs, "pruned");
    Ok(())
}
