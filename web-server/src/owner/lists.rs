//! The owners' lists for react-admin (`console::lists`): the rows of one restaurant, and their files.

use domain::audit::Actor;
use domain::listing::ListScope;
use domain::lists::{
    BlacklistedNumberEntry, OwnerCustomerEntry, OwnerReservationEntry, OwnerReviewEntry, OwnerStaffEntry,
};

use crate::console::lists::{ConsoleList, list_calls};
use crate::console::{ExportStaff, FloorStaff, OwnerOrAdmin, Staff};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::state::App;

/// The extractors of the calls check the rights.
macro_rules! lists_of_staff {
    ($($row:ident $name:literal;)+) => {$(
        impl ConsoleList for $row {
            const NAME: &'static str = $name;
            type Viewer = Staff;

            fn scope(app: &App, context: &Context, staff: &Staff) -> Result<ListScope, ApiError> {
                Ok(ListScope {
                    now: app.clock.now(),
                    is_english: context.is_english(),
                    guest_kinds: Vec::new(),
                    restaurant: staff.restaurant.id,
                })
            }

            fn check_export(_: &Staff) -> Result<(), ApiError> {
                Ok(())
            }

            fn actor(staff: &Staff) -> Actor {
                staff.actor()
            }
        }
    )+};
}

lists_of_staff! {
    OwnerCustomerEntry "customers";
    OwnerReservationEntry "reservations";
    OwnerReviewEntry "reviews";
    OwnerStaffEntry "staff";
    BlacklistedNumberEntry "restaurant_blacklisted_phone_numbers";
}

list_calls! {
    /// Lists the customers of the restaurant. Each word of `q` is a part of a name, phone number, email address or memo.
    customers: OwnerCustomerEntry of FloorStaff, ExportStaff, "owner";
        "/owners/api/resources/customers", "/owners/api/resources/customers/{id}", "/owners/api/resources/customers.csv";
    /// Lists the reservations of the restaurant. `q` is a code, or each word of it is a part of a name, phone number or email address.
    reservations: OwnerReservationEntry of FloorStaff, ExportStaff, "owner";
        "/owners/api/resources/reservations", "/owners/api/resources/reservations/{id}", "/owners/api/resources/reservations.csv";
    /// Lists the reviews of guests after their visits. The id is the reservation's.
    reviews: OwnerReviewEntry of FloorStaff, ExportStaff, "owner";
        "/owners/api/resources/reviews", "/owners/api/resources/reviews/{id}", "/owners/api/resources/reviews.csv";
    /// Lists the staff of the restaurant.
    staff: OwnerStaffEntry of OwnerOrAdmin, ExportStaff, "owner";
        "/owners/api/resources/staff", "/owners/api/resources/staff/{id}", "/owners/api/resources/staff.csv";
}

/// The file of the blacklist, whose rows are a resource with a form (`resources::blacklist`).
pub mod blacklist {
    use axum::extract::{Query, State};
    use axum::response::Response;
    use domain::lists::BlacklistedNumberEntry;

    use crate::console::resources::{ListQuery, ResourceRequest};
    use crate::console::{ExportStaff, Staff, lists};
    use crate::http::calls::{Calls, routes};
    use crate::http::error::ApiError;
    use crate::http::extract::context::Context;
    use crate::state::App;

    /// Returns all numbers of the filter as a CSV file; `range` is ignored. The export is recorded in the audit log.
    #[utoipa::path(get, path = "/owners/api/resources/restaurant_blacklisted_phone_numbers.csv", tag = "owner", params(ListQuery),
        responses((status = 200, body = String, content_type = "text/csv"), (status = 401), (status = 403), (status = 422)))]
    pub async fn export(
        State(app): State<App>,
        context: Context,
        staff: ExportStaff,
        Query(query): Query<ListQuery>,
    ) -> Result<Response, ApiError> {
        let viewer: &Staff = &staff;
        lists::export::<BlacklistedNumberEntry>(ResourceRequest { app: &app, context: &context, viewer }, &query).await
    }

    pub fn calls<C: Calls>() -> C {
        C::new().routes(routes!(export))
    }
}
