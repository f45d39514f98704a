//! The admins' lists for react-admin (`console::lists`), with the permissions to read and to export each of them.

use domain::accounts::admins::AdminFlag;
use domain::audit::Actor;
use domain::ids::RestaurantId;
use domain::listing::ListScope;
use domain::lists::{
    AdjustmentEntry, AdminEntry, AnnouncementEntry, AuditEventEntry, CancelRequestEntry, ChargeEntry, DeadLetterEntry,
    DisputeEntry, JobEntry, NoShowFeeEntry, PayoutEntry, PlanChangeRequestEntry, RaffleRoundEntry, RefundEntry,
    ReservationEntry, RestaurantEntry, ScheduleEntry, StaffEntry, TransferEntry, UserEntry,
};

use super::guests;
use crate::console::Admin;
use crate::console::lists::{ConsoleList, list_calls};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::state::App;

fn scope_of(app: &App, context: &Context, admin: &Admin) -> ListScope {
    ListScope {
        now: app.clock.now(),
        is_english: context.is_english(),
        guest_kinds: guests::searchable_kinds(admin.user.flags).iter().map(ToString::to_string).collect(),
        restaurant: RestaurantId(0),
    }
}

fn require(admin: &Admin, flag: Option<AdminFlag>) -> Result<(), ApiError> {
    flag.map_or(Ok(()), |flag| admin.require(flag))
}

/// The permissions to read and to export a list, and whether its readers are recorded; None allows every admin.
macro_rules! readers {
    ($($row:ident $name:literal: $read:expr, $export:expr, $is_recorded:literal;)+) => {$(
        impl ConsoleList for $row {
            const NAME: &'static str = $name;
            const IS_READING_RECORDED: bool = $is_recorded;
            type Viewer = Admin;

            fn scope(app: &App, context: &Context, admin: &Admin) -> Result<ListScope, ApiError> {
                require(admin, $read)?;
                Ok(scope_of(app, context, admin))
            }

            fn check_export(admin: &Admin) -> Result<(), ApiError> {
                require(admin, $export)
            }

            fn actor(admin: &Admin) -> Actor {
                Actor::Admin(admin.id)
            }
        }
    )+};
}

readers! {
    RestaurantEntry "restaurants": None, None, false;
    UserEntry "users": None, Some(AdminFlag::PrivacyExport), true;
    ReservationEntry "reservations": None, Some(AdminFlag::PrivacyExport), true;
    ChargeEntry "charges": Some(AdminFlag::Refunds), Some(AdminFlag::Refunds), false;
    RefundEntry "refunds": Some(AdminFlag::Refunds), Some(AdminFlag::Refunds), false;
    DisputeEntry "disputes": None, Some(AdminFlag::Refunds), false;
    AdjustmentEntry "payment_adjustments": Some(AdminFlag::Refunds), Some(AdminFlag::Refunds), false;
    TransferEntry "ledger_transfers": Some(AdminFlag::Refunds), Some(AdminFlag::Refunds), false;
    PayoutEntry "payouts": Some(AdminFlag::Refunds), Some(AdminFlag::Refunds), false;
    AuditEventEntry "audit_events": None, Some(AdminFlag::PrivacyExport), false;
    CancelRequestEntry "cancel_requests": None, Some(AdminFlag::PrivacyExport), false;
    PlanChangeRequestEntry "gold_plan_change_requests": None, Some(AdminFlag::PrivacyExport), false;
    NoShowFeeEntry "no_show_fees": None, Some(AdminFlag::Refunds), false;
    AnnouncementEntry "announcements": None, Some(AdminFlag::PrivacyExport), false;
    RaffleRoundEntry "raffle_rounds": None, None, false;
    AdminEntry "admin_users": Some(AdminFlag::Staff), Some(AdminFlag::Staff), false;
    JobEntry "jobs": None, None, false;
    DeadLetterEntry "dead_letters": None, None, false;
    ScheduleEntry "schedules": None, None, false;
    StaffEntry "staff": Some(AdminFlag::Staff), Some(AdminFlag::Staff), false;
}

list_calls! {
    /// Lists restaurants. `q` searches names, slugs and ids.
    restaurants: RestaurantEntry of Admin, Admin, "admin";
        "/admin/api/resources/restaurants", "/admin/api/resources/restaurants/{id}", "/admin/api/resources/restaurants.csv";
    /// Lists diners' accounts. `q` searches a phone number in any notation, the beginning of an email address, or a part of a name. Each
    /// page is recorded in the audit log.
    users: UserEntry of Admin, Admin, "admin";
        "/admin/api/resources/users", "/admin/api/resources/users/{id}", "/admin/api/resources/users.csv";
    /// Lists reservations of all restaurants. `q` searches a code, a uid, an id, a complete phone number, a complete email address or a
    /// part of a guest's name. Each page is recorded in the audit log.
    reservations: ReservationEntry of Admin, Admin, "admin";
        "/admin/api/resources/reservations", "/admin/api/resources/reservations/{id}", "/admin/api/resources/reservations.csv";
    /// Lists charges, for admins with the permission `refunds`. `q` searches an id of the charge or of the card provider, a booking code, or
    /// the diner's complete phone number or email address.
    charges: ChargeEntry of Admin, Admin, "admin";
        "/admin/api/resources/charges", "/admin/api/resources/charges/{id}", "/admin/api/resources/charges.csv";
    /// Lists booked refunds, for admins with the permission `refunds`.
    refunds: RefundEntry of Admin, Admin, "admin";
        "/admin/api/resources/refunds", "/admin/api/resources/refunds/{id}", "/admin/api/resources/refunds.csv";
    /// Lists disputes. `q` searches an id of the card provider, or a booking code.
    disputes: DisputeEntry of Admin, Admin, "admin";
        "/admin/api/resources/disputes", "/admin/api/resources/disputes/{id}", "/admin/api/resources/disputes.csv";
    /// Lists manual refunds and corrections, for admins with the permission `refunds`.
    payment_adjustments: AdjustmentEntry of Admin, Admin, "admin";
        "/admin/api/resources/payment_adjustments", "/admin/api/resources/payment_adjustments/{id}",
        "/admin/api/resources/payment_adjustments.csv";
    /// Lists the ledger's transfers, for admins with the permission `refunds`.
    ledger_transfers: TransferEntry of Admin, Admin, "admin";
        "/admin/api/resources/ledger_transfers", "/admin/api/resources/ledger_transfers/{id}",
        "/admin/api/resources/ledger_transfers.csv";
    /// Lists bank transfers to and from restaurants, and of the card provider, for admins with the permission `refunds`.
    payouts: PayoutEntry of Admin, Admin, "admin";
        "/admin/api/resources/payouts", "/admin/api/resources/payouts/{id}", "/admin/api/resources/payouts.csv";
    /// Lists the events of the audit log.
    audit_events: AuditEventEntry of Admin, Admin, "admin";
        "/admin/api/resources/audit_events", "/admin/api/resources/audit_events/{id}", "/admin/api/resources/audit_events.csv";
    /// Lists restaurants' requests to cancel bookings.
    cancel_requests: CancelRequestEntry of Admin, Admin, "admin";
        "/admin/api/resources/cancel_requests", "/admin/api/resources/cancel_requests/{id}", "/admin/api/resources/cancel_requests.csv";
    /// Lists gold members' requests for another plan.
    gold_plan_change_requests: PlanChangeRequestEntry of Admin, Admin, "admin";
        "/admin/api/resources/gold_plan_change_requests", "/admin/api/resources/gold_plan_change_requests/{id}", "/admin/api/resources/gold_plan_change_requests.csv";
    /// Lists requested fees of no-shows. The id is the reservation's.
    no_show_fees: NoShowFeeEntry of Admin, Admin, "admin";
        "/admin/api/resources/no_show_fees", "/admin/api/resources/no_show_fees/{id}", "/admin/api/resources/no_show_fees.csv";
    /// Lists announcements of all restaurants.
    announcements: AnnouncementEntry of Admin, Admin, "admin";
        "/admin/api/resources/announcements", "/admin/api/resources/announcements/{id}", "/admin/api/resources/announcements.csv";
    /// Lists raffle rounds of all restaurants.
    raffle_rounds: RaffleRoundEntry of Admin, Admin, "admin";
        "/admin/api/resources/raffle_rounds", "/admin/api/resources/raffle_rounds/{id}", "/admin/api/resources/raffle_rounds.csv";
    /// Lists the admins' accounts, for admins with the permission `staff`.
    admin_users: AdminEntry of Admin, Admin, "admin";
        "/admin/api/resources/admin_users", "/admin/api/resources/admin_users/{id}", "/admin/api/resources/admin_users.csv";
    /// Lists the worker's jobs. The id is a text.
    jobs: JobEntry of Admin, Admin, "admin";
        "/admin/api/resources/jobs", "/admin/api/resources/jobs/{id}", "/admin/api/resources/jobs.csv";
    /// Lists the jobs that failed for the last time. The id is a text.
    dead_letters: DeadLetterEntry of Admin, Admin, "admin";
        "/admin/api/resources/dead_letters", "/admin/api/resources/dead_letters/{id}", "/admin/api/resources/dead_letters.csv";
    /// Lists the schedules with their last runs. The id is the name.
    schedules: ScheduleEntry of Admin, Admin, "admin";
        "/admin/api/resources/schedules", "/admin/api/resources/schedules/{id}", "/admin/api/resources/schedules.csv";
    /// Lists the staff of all restaurants, for admins with the permission `staff`. The id is a text.
    staff: StaffEntry of Admin, Admin, "admin";
        "/admin/api/resources/staff", "/admin/api/resources/staff/{id}", "/admin/api/resources/staff.csv";
}
