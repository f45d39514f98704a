//! One reservation for the panes and pages of the owner console (owner §3, calendar attributes).

use axum::Json;
use axum::extract::State;
use domain::ids::ReservationId;
use domain::reservations::detail::{self, ReservationKey};
use domain::restaurants::queries::{list_courses, list_operations};
use sqlx::PgConnection;

use crate::console::Envelope;
use crate::console::{FloorStaff, RecordKey, Staff};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::owner::reservations::kinds::{INVITED, OFFLINE};
use crate::owner::reservations::no_show_fees::NoShowFeeInfo;
use crate::state::App;

mod delivery;
mod guest;
mod view;

pub use delivery::StaffDelivery;
pub use guest::{display_phone, formatted_answers, join_names};
pub use view::{ReservationDetail, operation_times, shown_status};

/// Defines one call for each kind of reservation, all with the same response. The paths are matched as single tokens: the
/// documentation's macro does not see through a captured literal.
macro_rules! panes {
    ($($(#[$note:meta])+ $name:ident: $path:tt, $kinds:expr;)+) => {
        $(
            $(#[$note])+
            #[utoipa::path(get, path = $path, tag = "owner", params(("uid" = String, Path)),
                responses((status = 200, body = Envelope<ReservationDetail>), (status = 401), (status = 404)))]
            pub async fn $name(
                State(app): State<App>,
                context: Context,
                staff: FloorStaff,
                key: RecordKey,
            ) -> Result<Json<Envelope<ReservationDetail>>, ApiError> {
                let mut conn = app.pool.acquire().await?;
                Ok(Envelope::ok(load(&mut conn, &app, &context, &staff, &key, $kinds).await?))
            }
        )+
    };
}

panes! {
    /// Returns an online reservation for its pane.
    online: "/owners/api/online_reservations/{uid}", &["online_reservation"];
    /// Returns an in-person reservation for its pane.
    offline: "/owners/api/offline_reservations/{uid}", &OFFLINE;
    /// Returns a booking of another channel for its pane.
    offsite: "/owners/api/offsite_reservations/{uid}", &["offsite_reservation"];
    /// Returns the invitation of a diner for its pane.
    invited: "/owners/api/invited_reservations/{uid}", &INVITED;
    /// Returns an invitation by mail or text message for its pane. The uid may be the reservation's or the invitation's.
    invite: "/owners/api/reservation_invites/{uid}", &INVITED;
}

/// Returns a reservation of the restaurant; 404 if none of the given kinds has the key.
pub async fn load(
    conn: &mut PgConnection,
    app: &App,
    context: &Context,
    staff: &Staff,
    key: &RecordKey,
    kinds: &[&str],
) -> Result<ReservationDetail, ApiError> {
    let key = ReservationKey { id: key.id.map(ReservationId), uid: key.uid.as_deref() };
    let found = detail::find(conn, staff.restaurant.id, key, kinds, app.clock.now()).await?;
    let found = found.ok_or_else(ApiError::not_found)?;
    let operations = list_operations(conn, staff.restaurant.id).await?;
    let courses = list_courses(conn, staff.restaurant.id).await?;
    let no_show_fee = match found.service.no_show_at {
        Some(_) => NoShowFeeInfo::load(conn, app, staff, found.id).await?,
        None => None,
    };
    let detail = ReservationDetail::new(context, staff, &operations, &courses, found);
    Ok(ReservationDetail { no_show_fee, ..detail })
}
