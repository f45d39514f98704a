//! The platform's charge invoices, read-only.

use domain::charge_invoices::list::{self as invoices, SORTS};
use domain::pagination::PageWindow;
use serde::Deserialize;
use sqlx::PgConnection;

use crate::console::OwnerOrAdmin;
use crate::console::resources::{Resource, ResourcePage, ResourceRequest, calls_of};
use crate::http::error::ApiError;
use crate::owner::invoices::{ChargeInvoice, selected_month};

pub struct Invoices;

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InvoicesFilter {
    /// YYYY-MM
    selected_month: Option<String>,
}

impl Resource for Invoices {
    const NAME: &'static str = "restaurant_charge_invoices";
    const SORTS: &'static [&'static str] = &SORTS;
    type Viewer = OwnerOrAdmin;
    type Filter = InvoicesFilter;
    type Row = ChargeInvoice;

    async fn list(
        asking: ResourceRequest<'_, OwnerOrAdmin>,
        conn: &mut PgConnection,
        filter: InvoicesFilter,
        window: PageWindow,
    ) -> Result<ResourcePage<ChargeInvoice>, ApiError> {
        let month = selected_month(filter.selected_month.as_deref())?;
        let total = invoices::count(conn, asking.viewer.restaurant.id, month).await?;
        let found = invoices::list(conn, asking.viewer.restaurant.id, month, window).await?;
        Ok(ResourcePage {
            rows: found.into_iter().map(|invoice| ChargeInvoice::new(asking.viewer, invoice)).collect(),
            total,
        })
    }
}

calls_of! {
    Invoices of OwnerOrAdmin, "owner", ChargeInvoice;
    "/owners/api/resources/restaurant_charge_invoices";
    /// Lists the charge invoices. `filter` accepts `selected_month`, `sort` accepts `month`, `id`, `reservations_count`, `amount`
    /// and `status`.
    list;
}
