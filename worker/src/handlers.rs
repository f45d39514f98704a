//! What a job of each queue does. An error is tried again with a growing pause; one that another try cannot mend is a
//! dead letter at once. Errors hold no names, numbers or addresses: the job table keeps them.

use apalis::prelude::{AbortError, BoxDynError, Data};
use domain::jobs::{BulkMailJob, MailJob, MaintenanceJob, PaymentJob, PhoneJob, PicturesJob, Queue, SmsJob};
use domain::masters::pictures;
use domain::outbox::{mails, messages};
use domain::payments::error::PaymentError;
use domain::payments::model::Subject;
use domain::{maintenance, phone, settlement};
use tracing::Instrument;

use crate::Worker;
use crate::measures::{Kind, Timed};

/// As apalis itself says it of jobs that it lets go of: the retry policy counts no attempt then.
const LET_GO: &str = "Re-enqueued due to worker shutdown";

pub type Handled = Result<(), BoxDynError>;

/// The error as apalis takes it: tried again, or a dead letter at once.
fn failed(queue: &'static str, is_retryable: bool, error: impl Into<BoxDynError>) -> BoxDynError {
    let error = error.into();
    tracing::warn!(queue, is_retryable, %error, "a job failed");
    if is_retryable { error } else { Box::new(AbortError::new(error)) }
}

async fn timed(queue: Queue, job: impl Future<Output = Handled>) -> Handled {
    let timed = Timed::begin(Kind::Job, queue.as_str());
    let handled = match telemetry::are_traced() {
        true => {
            let name = queue.as_str();
            let span = tracing::info_span!(target: telemetry::SPANS, "job", otel.name = name, otel.kind = "consumer", queue = name);
            job.instrument(span).await
        }
        false => job.await,
    };
    timed.end(&handled);
    handled
}

pub async fn mail(job: MailJob, worker: Data<Worker>) -> Handled {
    timed(Queue::Mail, do_mail(job, &worker)).await
}

async fn do_mail(job: MailJob, worker: &Worker) -> Handled {
    deliver("mail", job.mail_delivery_id, worker).await
}

pub async fn bulk_mail(job: BulkMailJob, worker: Data<Worker>) -> Handled {
    timed(Queue::BulkMail, do_bulk_mail(job, &worker)).await
}

async fn do_bulk_mail(job: BulkMailJob, worker: &Worker) -> Handled {
    deliver("bulk_mail", job.mail_delivery_id, worker).await
}

async fn deliver(queue: &'static str, id: i64, worker: &Worker) -> Handled {
    let delivered = mails::deliver(&worker.pool, &worker.outbox, worker.clock.now(), id).await;
    delivered.map_err(|error| failed(queue, error.is_retryable(), error))
}

/// Looks for the call at once; the sweeper goes on looking.
pub async fn phone(job: PhoneJob, worker: Data<Worker>) -> Handled {
    timed(Queue::Phone, do_phone(job, &worker)).await
}

async fn do_phone(_job: PhoneJob, worker: &Worker) -> Handled {
    let watched = phone::actions::watch(&worker.pool, &worker.telephone, worker.clock.now()).await;
    watched.map(drop).map_err(|error| failed("phone", phone::sms::is_retryable(&error), error))
}

pub async fn sms(job: SmsJob, worker: Data<Worker>) -> Handled {
    timed(Queue::Sms, do_sms(job, &worker)).await
}

async fn do_sms(job: SmsJob, worker: &Worker) -> Handled {
    let Worker { pool, outbox, telephone, signer, clock, .. } = worker;
    let now = clock.now();
    let sent = match job {
        SmsJob::Code { confirmation_uuid } => phone::sms::send(pool, telephone, signer, now, &confirmation_uuid).await,
        SmsJob::Message { sms_delivery_id } => messages::deliver(pool, outbox, now, sms_delivery_id).await,
    };
    sent.map_err(|error| failed("sms", phone::sms::is_retryable(&error), error))
}

pub async fn payment(job: PaymentJob, worker: Data<Worker>) -> Handled {
    timed(Queue::Payment, do_payment(job, &worker)).await
}

async fn do_payment(job: PaymentJob, worker: &Worker) -> Handled {
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
        PaymentError::NotBooked | PaymentError::Database(_) => true,
        PaymentError::Refused(_) | PaymentError::NoCard | PaymentError::ForeignCard => false,
    }
}

/// A duty may take the night. When the worker is to stop, the duty is let go of, and its job waits for another worker.
pub async fn maintenance(job: MaintenanceJob, worker: Data<Worker>) -> Handled {
    timed(Queue::Maintenance, do_maintenance(job, &worker)).await
}

async fn do_maintenance(job: MaintenanceJob, worker: &Worker) -> Handled {
    let Worker { pool, rng, clock, stopping, .. } = worker;
    let done = tokio::select! {
        done = maintenance::run(pool, rng, clock, &job.schedule, false) => done,
        () = stopping.cancelled() => return Err(LET_GO.into()),
    };
    match done {
        Ok(report) => {
            tracing::info!(schedule = report.name, done = report.done, millis = report.millis, "a duty is done");
            Ok(())
        }
        Err(error) => Err(failed("maintenance", error.is_retryable(), error)),
    }
}

pub async fn pictures(job: PicturesJob, worker: Data<Worker>) -> Handled {
    timed(Queue::Pictures, do_pictures(job, &worker)).await
}

/// Whatever the store says may be mended outside: it is away, or its key is.
async fn do_pictures(job: PicturesJob, worker: &Worker) -> Handled {
    pictures::take_out(&worker.pictures, &job.removed).await.map_err(|error| failed("pictures", true, error))
}
