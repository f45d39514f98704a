//! The admins' pages that show a list of `lists` as it is: the list with its first rows, and a page of each row. They have the list's
//! permission.

use domain::lists::{AdminEntry, ChargeEntry, PayoutEntry, RefundEntry, TransferEntry};

use crate::console::lists::ListDefaults;

const NEWEST: ListDefaults = ListDefaults::NEWEST;
const BOOKED: ListDefaults = ListDefaults { sort: "booked_at", ..ListDefaults::NEWEST };

/// The two pages of a list: a module with `index` and `show`, and `calls()` that serves them. Paths and types are matched as single tokens,
/// because the documentation's macro does not see through captured fragments.
macro_rules! list_pages {
    ($($(#[$note:meta])+ $module:ident: $row:ident, $title:literal, $defaults:ident;
       $list:ident $list_name:literal, $path:tt; $one:ident $one_name:literal, $member:tt;)+) => {
        $(pub mod $module {
            use axum::extract::{Path, State};
            use axum::http::Uri;
            use axum::response::Response;
            use serde::Serialize;
            use utoipa::ToSchema;

            use super::*;
            use crate::console::lists::{self, ListStart};
            use crate::console::resources::ResourceRequest;
            use crate::console::{Admin, page};
            use crate::http::calls::{Calls, routes};
            use crate::http::error::ApiError;
            use crate::http::extract::context::Context;
            use crate::http::page::PageData;
            use crate::state::App;

            #[derive(Serialize, ToSchema)]
            pub struct $list {
                /// Null if the address has a query: the call of the list answers it.
                first: Option<ListStart<$row>>,
            }

            impl PageData for $list {
                const NAME: &'static str = $list_name;
            }

            #[derive(Serialize, ToSchema)]
            pub struct $one {
                row: $row,
            }

            impl PageData for $one {
                const NAME: &'static str = $one_name;
            }

            $(#[$note])+
            #[utoipa::path(get, path = $path, tag = "admin",
                responses((status = 200, body = page::ConsolePage<$list>), (status = 302), (status = 401), (status = 403)))]
            pub async fn index(
                State(app): State<App>,
                context: Context,
                admin: Admin,
                uri: Uri,
            ) -> Result<Response, ApiError> {
                let request = ResourceRequest { app: &app, context: &context, viewer: &admin };
                let first = lists::start::<$row>(request, &uri, $defaults).await?;
                page::respond_to_admin(&app, &context, &admin, &context.t($title), $list { first }).await
            }

            /// Returns a row of the list.
            #[utoipa::path(get, path = $member, tag = "admin", params(("id" = String, Path)),
                responses((status = 200, body = page::ConsolePage<$one>), (status = 302), (status = 401), (status = 403), (status = 404)))]
            pub async fn show(
                State(app): State<App>,
                context: Context,
                admin: Admin,
                Path(id): Path<String>,
            ) -> Result<Response, ApiError> {
                let request = ResourceRequest { app: &app, context: &context, viewer: &admin };
                let row = lists::row::<$row>(request, &id).await?;
                page::respond_to_admin(&app, &context, &admin, &context.t($title), $one { row }).await
            }

            pub fn calls<C: Calls>() -> C {
                C::new().routes(routes!(index)).routes(routes!(show))
            }
        })+

        pub fn calls<C: crate::http::calls::Calls>() -> C {
            C::new()$(.merge($module::calls()))+
        }
    };
}

list_pages! {
    /// Lists the payments, for admins with the permission `refunds`.
    charges: ChargeEntry, "admin.charges.title", NEWEST;
        AdminChargesPage "admin_charges", "/admin/charges";
        AdminChargePage "admin_charge", "/admin/charges/{id}";
    /// Lists the booked refunds, for admins with the permission `refunds`.
    refunds: RefundEntry, "admin.refunds.title", BOOKED;
        AdminRefundsPage "admin_refunds", "/admin/refunds";
        AdminRefundPage "admin_refund", "/admin/refunds/{id}";
    /// Lists the ledger's transfers, for admins with the permission `refunds`.
    ledger_transfers: TransferEntry, "admin.ledger_transfers.title", NEWEST;
        AdminLedgerTransfersPage "admin_ledger_transfers", "/admin/ledger_transfers";
        AdminLedgerTransferPage "admin_ledger_transfer", "/admin/ledger_transfers/{id}";
    /// Lists the bank transfers, for admins with the permission `refunds`.
    payouts: PayoutEntry, "admin.payouts.title", BOOKED;
        AdminPayoutsPage "admin_payouts", "/admin/payouts";
        AdminPayoutPage "admin_payout", "/admin/payouts/{id}";
    /// Lists the admins' accounts, for admins with the permission `staff`.
    accounts: AdminEntry, "admin.accounts.title", NEWEST;
        AdminAccountsPage "admin_accounts", "/admin/admin_users";
        AdminAccountPage "admin_account", "/admin/admin_users/{id}";
}
