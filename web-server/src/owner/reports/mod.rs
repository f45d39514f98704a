//! Weekly and monthly reports of a restaurant, as a page and as exports.

use axum::extract::{Query, State};
use axum::response::Response;
use domain::money::Yen;
use domain::reports::model::{Channel, LEAD_BOUNDS, TURN_SIZES, TurnTimeTotals};
use domain::reports::period::{PeriodLength, PeriodTotals};
use domain::reports::turn_times::{TurnTimes, TurnTimesBySize};
use domain::restaurants;
use domain::restaurants::model::OperationName;
use serde::Serialize;
use utoipa::ToSchema;

use crate::console::{OwnerOrAdmin, page};
use crate::http::calls::{Calls, routes};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::page::PageData;
use crate::state::App;

mod report;
mod table;

use report::{Report, ReportQuery};

pub fn calls<C: Calls>() -> C {
    C::new().routes(routes!(page)).routes(routes!(table::export))
}

#[derive(Serialize, ToSchema)]
pub struct OwnerReportsPage {
    by: PeriodLength,
    /// YYYY-MM
    from: String,
    /// YYYY-MM
    till: String,
    /// True if the report does not include the bookings of the last seconds yet.
    is_behind: bool,
    /// Earliest first, including periods without a booking.
    periods: Vec<ReportPeriod>,
    /// Lower bounds of the lead times in days, one for each column of `leads`.
    lead_bounds: Vec<i32>,
    occupancy: ReportOccupancy,
    turn_times: ReportTurnTimes,
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
    /// Price of the courses in yen, tax included.
    course_total: Yen,
    no_shows: i64,
    no_show_guests: i64,
    cancellations: i64,
    cancelled_guests: i64,
    /// Fees charged for cancelled bookings, in yen.
    cancellation_fees: Yen,
    /// Number of parties on a customer's first visit.
    new_parties: i64,
    returning_parties: i64,
    /// Number of parties by lead time.
    leads: Vec<i64>,
    /// In days before the visit.
    average_lead: Option<f64>,
}

#[derive(Serialize, ToSchema)]
pub struct ReportChannel {
    channel: Channel,
    parties: i64,
    guests: i64,
}

/// Occupied share of the seats' time, on the days up to today.
#[derive(Serialize, ToSchema)]
pub struct ReportOccupancy {
    /// The served hours of the business day, and others with guests: 24 is the hour after midnight.
    hours: Vec<i32>,
    /// Monday first, in percent for each hour; null for a weekday that is never open.
    weekdays: Vec<Vec<Option<i64>>>,
    /// YYYY-MM-DD: the last day of the report, or today's business day if it is earlier; null if all days are to come.
    till: Option<String>,
}

/// How long parties stayed, from their seating to their departure, as far as staff recorded both.
#[derive(Serialize, ToSchema)]
pub struct ReportTurnTimes {
    /// Party sizes, one for each entry of `by_size`; the last one includes larger parties.
    sizes: Vec<i32>,
    /// Of all meals.
    overall: ReportTurnTimesBySize,
    /// The meals with a recorded visit, lunch before dinner.
    meals: Vec<ReportMealTurnTimes>,
}

#[derive(Serialize, ToSchema)]
pub struct ReportMealTurnTimes {
    operation: OperationName,
    label: String,
    times: ReportTurnTimesBySize,
}

#[derive(Serialize, ToSchema)]
pub struct ReportTurnTimesBySize {
    by_size: Vec<ReportTurnTime>,
    total: ReportTurnTime,
}

#[derive(Serialize, ToSchema)]
pub struct ReportTurnTime {
    /// Number of parties whose seating and departure staff recorded.
    parties: i64,
    /// Null without a party.
    average_minutes: Option<i64>,
}

impl ReportTurnTimes {
    fn new(context: &Context, times: &TurnTimes) -> Self {
        let meal = |(operation, times): (&OperationName, &TurnTimesBySize)| ReportMealTurnTimes {
            operation: *operation,
            label: context.t(&format!("operation.{operation}")),
            times: times.into(),
        };
        Self {
            sizes: TURN_SIZES.to_vec(),
            overall: (&times.overall).into(),
            meals: times.meals.iter().map(meal).collect(),
        }
    }
}

impl From<&TurnTimesBySize> for ReportTurnTimesBySize {
    fn from(times: &TurnTimesBySize) -> Self {
        Self { by_size: times.sizes.into_iter().map(Into::into).collect(), total: times.total().into() }
    }
}

impl From<TurnTimeTotals> for ReportTurnTime {
    fn from(turns: TurnTimeTotals) -> Self {
        Self { parties: turns.parties, average_minutes: turns.average_minutes() }
    }
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

/// Returns the report: guests by channel, no-shows and cancellations, lead times, occupancy, turn times, and returning guests.
#[utoipa::path(get, path = "/owners/reports", tag = "owner", params(ReportQuery),
    responses((status = 200, body = page::ConsolePage<OwnerReportsPage>), (status = 302), (status = 401), (status = 403), (status = 422)))]
pub async fn page(
    State(app): State<App>,
    context: Context,
    staff: OwnerOrAdmin,
    Query(asked): Query<ReportQuery>,
) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let today = restaurants::queries::today(&mut conn, &staff.restaurant, app.clock.now()).await?;
    let report = Report::read(&mut conn, &staff, asked.span(today)?, today).await?;
    drop(conn);
    let (from, till) = report.span.months();
    let turn_times = ReportTurnTimes::new(&context, &report.turn_times);
    let data = OwnerReportsPage {
        by: report.span.step(),
        from: from.to_string(),
        till: till.to_string(),
        is_behind: report.is_behind,
        periods: report.periods.iter().map(ReportPeriod::from_totals).collect(),
        lead_bounds: LEAD_BOUNDS.to_vec(),
        occupancy: ReportOccupancy {
            hours: report.occupancy.hours,
            weekdays: report.occupancy.weekdays.into(),
            till: report.occupancy_till.map(|till| till.to_string()),
        },
        turn_times,
    };
    page::respond(&app, &context, &staff, &context.t("owner.reports.title"), data).await
}
