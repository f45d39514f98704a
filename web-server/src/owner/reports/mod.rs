//! What a restaurant's weeks and months come to, as a page and as tables to take along.

use axum::extract::{Query, State};
use axum::response::Response;
use domain::money::Yen;
use domain::reports::model::{Channel, LEAD_BOUNDS};
use domain::reports::period::{PeriodLength, PeriodTotals};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::console::{OwnerOrAdmin, page};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::page::PageData;
use crate::state::App;

mod report;
mod table;

use report::{Asked, Report};

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(page)).routes(routes!(table::export))
}

#[derive(Serialize, ToSchema)]
pub struct OwnerReportsPage {
    by: PeriodLength,
    /// YYYY-MM
    from: String,
    /// YYYY-MM
    till: String,
    /// Bookings of the last seconds are not in it yet.
    is_behind: bool,
    /// The earliest first, those without a booking too.
    periods: Vec<ReportPeriod>,
    /// Days before the visit from which on a booking counts as so early, as the columns of `leads`.
    lead_bounds: Vec<i32>,
    occupancy: ReportOccupancy,
}

impl PageData for OwnerReportsPage {
    const NAME: &'static str = "owner_reports";
}

/// A week or a month.
#[derive(Serialize, ToSchema)]
pub struct ReportPeriod {
    /// YYYY-MM-DD
    first_day: String,
    /// YYYY-MM-DD
    last_day: String,
    channels: Vec<ReportChannel>,
    parties: i64,
    guests: i64,
    /// What their courses cost together; yen, tax included.
    course_total: Yen,
    no_shows: i64,
    no_show_guests: i64,
    cancellations: i64,
    cancelled_guests: i64,
    /// What was asked for cancelled bookings; yen.
    cancellation_fees: Yen,
    /// Of the parties, first visits of a customer.
    new_parties: i64,
    returning_parties: i64,
    /// Parties by how early they booked.
    leads: Vec<i64>,
    /// Days before the visit.
    average_lead: Option<f64>,
}

#[derive(Serialize, ToSchema)]
pub struct ReportChannel {
    channel: Channel,
    parties: i64,
    guests: i64,
}

/// How much of the seats' time is taken.
#[derive(Serialize, ToSchema)]
pub struct ReportOccupancy {
    /// Of the business day: 24 is the hour after midnight.
    hours: Vec<i32>,
    /// From Monday on, in percent for each hour; null on a weekday that is never open.
    weekdays: Vec<Vec<Option<i64>>>,
}

impl ReportPeriod {
    fn from_totals(period: &PeriodTotals) -> Self {
        let total = period.total();
        let channels = Channel::ALL.iter().zip(&period.channels);
        let channel = |(channel, sums): (&Channel, &domain::reports::model::DailyTotals)| ReportChannel {
            channel: *channel,
            parties: sums.parties,
            guests: sums.guests,
        };
        Self {
            first_day: period.first_day.to_string(),
            last_day: period.last_day.to_string(),
            channels: channels.map(channel).collect(),
            parties: total.parties,
            guests: total.guests,
            course_total: total.course_total,
            no_shows: total.no_shows,
            no_show_guests: total.no_show_guests,
            cancellations: total.cancellations,
            cancelled_guests: total.cancelled_guests,
            cancellation_fees: total.cancellation_fees,
            new_parties: total.new_parties,
            returning_parties: total.returning_parties,
            leads: period.leads.iter().map(|lead| lead.parties).collect(),
            average_lead: period.average_lead(),
        }
    }
}

/// Guests by channel, no-shows and cancellations, how early guests book, how full the house is, and who comes again.
#[utoipa::path(get, path = "/owners/reports", tag = "owner", params(Asked),
    responses((status = 200, body = page::ConsolePage<OwnerReportsPage>), (status = 302), (status = 401), (status = 403), (status = 422)))]
pub async fn page(
    State(app): State<App>,
    context: Context,
    staff: OwnerOrAdmin,
    Query(asked): Query<Asked>,
) -> Result<Response, ApiError> {
    let span = asked.span(staff.restaurant.zone.date_of(app.clock.now()))?;
    let report = Report::read(&mut *app.pool.acquire().await?, &staff, span).await?;
    let (from, till) = report.span.months();
    let data = OwnerReportsPage {
        by: report.span.step(),
        from: from.to_string(),
        till: till.to_string(),
        is_behind: report.is_behind,
        periods: report.periods.iter().map(ReportPeriod::from_totals).collect(),
        lead_bounds: LEAD_BOUNDS.to_vec(),
        occupancy: ReportOccupancy { hours: report.occupancy.hours, weekdays: report.occupancy.weekdays.into() },
    };
    page::answer(&app, &context, &staff, &context.t("owner.reports.title"), data).await
}
