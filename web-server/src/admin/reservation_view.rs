//! A reservation as the admins' pages show it: its facts, guest, payments and messages.

use chrono::{DateTime, Utc};
use domain::accounts;
use domain::adjustments;
use domain::adjustments::model::left_to_refund;
use domain::adjustments::queries::Shown;
use domain::disputes;
use domain::i18n;
use domain::money::Yen;
use domain::payments;
use domain::payments::model::{ChargeKind, ChargeStatus, DisputeState};
use domain::phone;
use domain::reservations::list::ReservationListRow;
use domain::reservations::model::{Kind, Reservation, Status};
use domain::restaurants;
use domain::restaurants::model::Bilingual;
use domain::support::bookings::BookingMessage;
use serde::Serialize;
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::adjustments::AdminAdjustment;
use super::user_view::UserMail;
use crate::console::Admin;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::state::App;

/// Fields that both pages share.
#[derive(Serialize, ToSchema)]
pub struct AdminReservation {
    uid: String,
    reservation_code: String,
    #[serde(rename = "type")]
    kind: Kind,
    status: Status,
    restaurant_slug: String,
    restaurant_name: String,
    /// YYYY年MM月DD日 HH:mm
    display_time: String,
    guests_count: i32,
    course_name: String,
    prepaid_price: Yen,
    reservation_fee: Yen,
    cancellation_fee: Option<Yen>,
    created_at: String,
    accepted_at: Option<String>,
    ended_at: Option<String>,
}

/// A payment of a reservation.
#[derive(Serialize, ToSchema)]
pub struct AdminCharge {
    uid: String,
    kind: ChargeKind,
    label: String,
    amount: Yen,
    status: ChargeStatus,
    refund_due: Yen,
    refunded_amount: Yen,
    dispute: Option<DisputeState>,
    /// Amount that banks returned in lost disputes.
    lost_amount: Yen,
    /// Id of its latest dispute.
    dispute_id: Option<String>,
    /// Amount left for a manual refund, less the refunds that await approval.
    refundable: Yen,
    /// Id of the payment at the card provider.
    gateway_fid: Option<String>,
}

/// The payments of a reservation, and what an admin may do about them.
#[derive(Serialize, ToSchema)]
pub struct AdminReservationPayments {
    charges: Vec<AdminCharge>,
    /// Manual refunds and corrections, newest first.
    adjustments: Vec<AdminAdjustment>,
    /// Uid of the diner's account, if any.
    user_uid: Option<String>,
    /// Whether a correction can be charged: the booking was confirmed and has an account.
    is_correctable: bool,
    /// A sum above it needs a second admin.
    approval_above: Yen,
}

/// The guest of a reservation. Texts that are not known are blank.
#[derive(Serialize, ToSchema)]
pub struct AdminReservationGuest {
    name: String,
    phone: String,
    email: String,
}

/// A mail or a text message about a reservation.
#[derive(Serialize, ToSchema)]
pub struct AdminReservationMessage {
    is_text: bool,
    /// Blank if the guest may not be seen.
    recipient: String,
    is_to_restaurant: bool,
    mail: UserMail,
}

impl AdminReservation {
    pub async fn load(conn: &mut PgConnection, context: &Context, found: &Reservation) -> Result<Self, ApiError> {
        let restaurant =
            restaurants::queries::find(conn, found.restaurant_id).await?.ok_or_else(ApiError::not_found)?;
        let zone = found.zone;
        Ok(Self {
            uid: found.uid.clone(),
            reservation_code: found.reservation_code.clone(),
            kind: found.kind,
            status: found.status,
            restaurant_name: context.pick(&restaurant.name),
            restaurant_slug: restaurant.slug,
            display_time: i18n::date_time(context.locale(), found.starts_at, zone.tz()),
            guests_count: found.guests_count,
            course_name: context.pick(&found.course_title),
            prepaid_price: found.prepaid_price,
            reservation_fee: found.reservation_fee,
            cancellation_fee: found.cancellation_fee,
            created_at: zone.iso(found.created_at),
            accepted_at: found.accepted_at.map(|at| zone.iso(at)),
            ended_at: found.ended_at.map(|at| zone.iso(at)),
        })
    }
}

impl AdminReservationPayments {
    pub async fn load(
        conn: &mut PgConnection,
        app: &App,
        context: &Context,
        admin: &Admin,
        found: &Reservation,
    ) -> Result<Self, ApiError> {
        let charges = payments::queries::list_charges(conn, found.subject()).await?;
        let shown = Shown::Reservation(found.restaurant_id, found.id);
        let adjustments = adjustments::queries::list(conn, shown, app.clock.now()).await?;
        let user_uid = match found.user_id {
            Some(id) => accounts::queries::find(conn, id).await?.map(|account| account.uid),
            None => None,
        };
        let is_booked = found.accepted_at.is_some();
        let disputes = disputes::queries::list_ids_of(conn, found.restaurant_id, found.id).await?;
        let charges = charges.into_iter().map(|charge| AdminCharge {
            label: context.t(&format!("charge.{}", charge.kind.as_str())),
            refundable: match is_booked {
                true => left_to_refund(&charge.uid, charge.refundable(), &adjustments),
                false => Yen::ZERO,
            },
            uid: charge.uid,
            kind: charge.kind,
            amount: charge.amount,
            status: charge.status,
            refund_due: charge.refund_due,
            refunded_amount: charge.refunded_amount,
            dispute: charge.dispute,
            lost_amount: charge.lost_amount,
            dispute_id: disputes.get(&charge.id).cloned(),
            gateway_fid: charge.gateway_fid,
        });
        Ok(Self {
            charges: charges.collect(),
            user_uid,
            is_correctable: is_booked && found.user_id.is_some(),
            approval_above: app.config.adjustment_approval_above,
            adjustments: AdminAdjustment::list(context, admin, adjustments),
        })
    }

    /// Returns the state of the most urgent dispute of the payments.
    pub fn most_urgent_dispute(&self) -> Option<DisputeState> {
        let disputes: Vec<_> = self.charges.iter().filter_map(|charge| charge.dispute).collect();
        DisputeState::most_urgent(&disputes)
    }

    /// Returns the amount that banks returned in lost disputes.
    pub fn lost_amount(&self) -> Yen {
        self.charges.iter().map(|charge| charge.lost_amount).sum()
    }
}

impl AdminReservationGuest {
    pub fn new(row: &ReservationListRow) -> Self {
        let has_number = !row.phone_local_number.is_empty();
        Self {
            name: row.full_name(),
            phone: match has_number {
                true => phone::display(&row.phone_country, &row.phone_local_number),
                false => String::new(),
            },
            email: row.email.clone().or_else(|| row.invitation_email.clone()).unwrap_or_default(),
        }
    }
}

impl AdminReservationMessage {
    pub fn new(message: BookingMessage, is_guest_visible: bool, now: DateTime<Utc>) -> Self {
        let is_visible = is_guest_visible || message.is_to_restaurant;
        Self {
            is_text: message.is_text,
            recipient: if is_visible { message.recipient } else { String::new() },
            is_to_restaurant: message.is_to_restaurant,
            mail: UserMail::new(message.mail, now),
        }
    }
}

/// Returns the group of its seats and their labels.
pub fn seats(context: &Context, row: &ReservationListRow) -> String {
    let group = context.pick(&Bilingual::new(row.group_title_ja.clone(), row.group_title_en.clone()));
    [group].into_iter().chain(row.item_labels.iter().cloned()).collect::<Vec<_>>().join(" ")
}
