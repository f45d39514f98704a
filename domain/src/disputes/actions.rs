//! Records disputes with their mails, and the admins' notes and answers.

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::error::DisputeError;
use super::evidence::{self, EvidenceSection};
use super::mails::{self, ReportedDispute};
use super::model::DisputeRow;
use super::queries;
use crate::audit::{self, Actor, Event};
use crate::clients::stripe::Dispute;
use crate::i18n::Locale;
use crate::ledger::model::PLATFORM;
use crate::payments::disputes::{self, RecordTimes};
use crate::payments::error::PaymentError;
use crate::payments::model::{PaymentContext, Subject};

const MAX_NOTE_LENGTH: usize = 2_000;

/// How an admin reads evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EvidenceReading {
    /// On the dispute's page.
    Viewed,
    /// As a file, or printed at the command line.
    Downloaded,
}

/// Records the state of a dispute. Returns the subject of the disputed charge; None if the charge is not one of Seki's.
pub async fn record(cx: PaymentContext<'_>, fid: &str) -> Result<Option<Subject>, PaymentError> {
    let dispute = cx.stripe.retrieve_dispute(fid).await?;
    write(cx, &dispute).await
}

/// Records the disputes of a payment.
pub async fn record_of_payment(cx: PaymentContext<'_>, payment: &str) -> Result<(), PaymentError> {
    for dispute in cx.stripe.list_disputes(payment).await? {
        write(cx, &dispute).await?;
    }
    Ok(())
}

/// Writes a dispute with its mails: to the admins when it is opened, or an inquiry becomes one, to the restaurant's owners when it is lost.
async fn write(cx: PaymentContext<'_>, dispute: &Dispute) -> Result<Option<Subject>, PaymentError> {
    let now = cx.clock.now();
    let mut tx = cx.pool.begin().await?;
    let times = RecordTimes { now, ahead: now - cx.clock.wall() };
    let Some(recorded) = disputes::record(&mut tx, times, dispute).await? else { return Ok(None) };
    let about = ReportedDispute { restaurant: recorded.restaurant, id: recorded.id, status: &dispute.status };
    if recorded.is_opened || recorded.is_escalated {
        mails::queue_to_admins(&mut tx, cx.rng, now, mails::OPENED, about).await?;
    }
    if recorded.lost_now.is_some() && recorded.restaurant != PLATFORM {
        mails::queue_to_owners(&mut tx, cx.rng, now, about).await?;
    }
    tx.commit().await?;
    Ok(Some(recorded.subject))
}

/// Replaces the note of a dispute.
///
/// # Errors
/// There is no such dispute, or the note is longer than 2,000 characters.
pub async fn set_note(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    fid: &str,
    note: &str,
) -> Result<String, DisputeError> {
    let note = note.trim();
    if note.chars().count() > MAX_NOTE_LENGTH {
        return Err(DisputeError::NoteTooLong);
    }
    let dispute = queries::lock(conn, fid).await?.ok_or(DisputeError::NotFound)?;
    if dispute.note != note {
        queries::set_note(conn, &dispute, note).await?;
        record_action(conn, now, actor, "dispute.note_saved", &dispute).await?;
    }
    Ok(dispute.note)
}

/// Marks a dispute as answered, or as not answered: reminders and health then leave it out.
///
/// # Errors
/// There is no such dispute, or it is decided.
pub async fn set_answered(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    fid: &str,
    is_answered: bool,
) -> Result<(), DisputeError> {
    let dispute = queries::lock(conn, fid).await?.ok_or(DisputeError::NotFound)?;
    if dispute.closed_at.is_some() {
        return Err(DisputeError::Decided);
    }
    if dispute.answered_at.is_some() == is_answered {
        return Ok(());
    }
    queries::set_answered(conn, &dispute, is_answered.then_some(now)).await?;
    let action = if is_answered { "dispute.answered" } else { "dispute.reopened" };
    record_action(conn, now, actor, action, &dispute).await
}

/// Returns the evidence of a dispute, and records that it was read.
pub async fn read_evidence(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    locale: Locale,
    dispute: &DisputeRow,
    reading: EvidenceReading,
) -> sqlx::Result<Vec<EvidenceSection>> {
    let sections = evidence::load(conn, locale, dispute).await?;
    let action = match reading {
        EvidenceReading::Viewed => "dispute.viewed",
        EvidenceReading::Downloaded => "dispute.evidence_downloaded",
    };
    let restaurant = Some(dispute.restaurant).filter(|restaurant| *restaurant != PLATFORM);
    let detail = json!({ "dispute_id": dispute.id });
    // It names no booking, because the recorded actions on the booking are evidence for the bank.
    audit::record(conn, now, Event { actor, action, restaurant, reservation: None, detail }).await?;
    Ok(sections)
}

async fn record_action(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    action: &str,
    dispute: &DisputeRow,
) -> Result<(), DisputeError> {
    let restaurant = Some(dispute.restaurant).filter(|restaurant| *restaurant != PLATFORM);
    let detail = json!({ "dispute_id": dispute.id });
    let event = Event { actor, action, restaurant, reservation: dispute.reservation, detail };
    Ok(audit::record(conn, now, event).await?)
}
