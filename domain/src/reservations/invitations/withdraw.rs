//! Staff withdraw an invitation (owner §4).

use sqlx::PgConnection;

use super::send::send_withdrawal;
use crate::ids::ReservationId;
use crate::reservations::bookings::queries;
use crate::reservations::end::{self, ReservationEnding};
use crate::reservations::model::Status;
use crate::reservations::staff::{StaffContext, StaffError};
use crate::rng::Rng;

/// Withdraws an unanswered invitation. A guest who received it is notified. The seats become free but stay off the web.
pub async fn withdraw(
    conn: &mut PgConnection,
    rng: &Rng,
    staff: StaffContext<'_>,
    id: ReservationId,
) -> Result<(), StaffError> {
    let reservation = queries::lock_with_slots(conn, id).await?;
    match reservation.status {
        Status::Pending if reservation.kind.is_invited() => {}
        Status::Accepted if reservation.kind.is_invited() => return Err(StaffError::NotWithdrawable),
        _ => return Err(StaffError::Ended),
    }
    send_withdrawal(conn, rng, staff.sms, staff.now, &reservation).await?;
    let (status, action) = (Status::OwnerDelete, "invitation_withdrawn");
    let ending = ReservationEnding { status, cancellation_fee: None, actor: staff.actor, action };
    Ok(end::end(conn, rng, staff.now, &reservation, ending).await?)
}
