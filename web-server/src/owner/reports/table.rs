//! Each part of a report as a table to take along.

use axum::extract::{Path, Query, State};
use axum::response::Response;
use domain::reports::model::{Channel, LEAD_BOUNDS};
use domain::reports::period::{Occupancy, Period, Step};

use super::report::{Asked, Report};
use crate::console::table::Cell;
use crate::console::{OwnerOrAdmin, csv, xlsx};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::state::App;

/// Which part.
#[derive(Clone, Copy)]
enum Part {
    Covers,
    Cancellations,
    LeadTimes,
    Occupancy,
    Guests,
}

impl Part {
    const ALL: [Self; 5] = [Self::Covers, Self::Cancellations, Self::LeadTimes, Self::Occupancy, Self::Guests];

    const fn name(self) -> &'static str {
        match self {
            Self::Covers => "covers",
            Self::Cancellations => "cancellations",
            Self::LeadTimes => "lead_times",
            Self::Occupancy => "occupancy",
            Self::Guests => "guests",
        }
    }
}

/// A table: its heading and its rows.
struct Table {
    header: Vec<String>,
    rows: Vec<Vec<Cell>>,
}

/// A part of the report as a file: `covers`, `cancellations`, `lead_times`, `occupancy` or `guests`, as `.csv` or `.xlsx`.
#[utoipa::path(get, path = "/owners/reports/{file}", tag = "owner", params(("file" = String, Path), Asked),
    responses((status = 200, body = String, content_type = "text/csv"), (status = 302), (status = 401), (status = 403), (status = 404),
        (status = 422)))]
pub async fn take_along(
    State(app): State<App>,
    context: Context,
    staff: OwnerOrAdmin,
    Path(file): Path<String>,
    Query(asked): Query<Asked>,
) -> Result<Response, ApiError> {
    let (name, kind) = file.split_once('.').ok_or_else(ApiError::not_found)?;
    let part = Part::ALL.into_iter().find(|part| part.name() == name).ok_or_else(ApiError::not_found)?;
    if !["csv", "xlsx"].contains(&kind) {
        return Err(ApiError::not_found());
    }
    let now = app.clock.now();
    let span = asked.span(staff.restaurant.zone.date_of(now))?;
    let report = Report::read(&mut *app.pool.acquire().await?, &staff, span).await?;
    let table = table(&context, part, &report);
    let (from, till) = span.months();
    let name = match span.step() {
        Step::Month => format!("{name}_{from}_{till}"),
        Step::Week => format!("{name}_weeks_{from}_{till}"),
    };
    if kind == "xlsx" {
        let title = context.t(&format!("owner.reports.{}", part.name()));
        return xlsx::answer(&name, &title, &table.header, &table.rows, now);
    }
    let rows: Vec<Vec<_>> = table.rows.iter().map(|row| row.iter().map(Cell::text).collect()).collect();
    csv::whole(&name, &table.header, &rows)
}

fn table(context: &Context, part: Part, report: &Report) -> Table {
    match part {
        Part::Covers => covers(context, &report.periods),
        Part::Cancellations => cancellations(context, &report.periods),
        Part::LeadTimes => lead_times(context, &report.periods),
        Part::Occupancy => occupancy(context, &report.occupancy),
        Part::Guests => guests(context, &report.periods),
    }
}

fn column(context: &Context, name: &str) -> String {
    context.t(&format!("owner.reports.columns.{name}"))
}

/// A row for each period, which its first and last day begin.
fn by_period(
    context: &Context,
    columns: Vec<String>,
    periods: &[Period],
    cells: impl Fn(&Period) -> Vec<Cell>,
) -> Table {
    let mut header = vec![column(context, "first_day"), column(context, "last_day")];
    header.extend(columns);
    let row = |period: &Period| {
        let mut row = vec![Cell::Day(period.first_day), Cell::Day(period.last_day)];
        row.extend(cells(period));
        row
    };
    Table { header, rows: periods.iter().map(row).collect() }
}

fn covers(context: &Context, periods: &[Period]) -> Table {
    let (parties, guests) = (column(context, "parties"), column(context, "guests"));
    let of_channel = |channel: &Channel| {
        let channel = context.t(&format!("owner.reports.channels.{channel}"));
        [format!("{channel} {parties}"), format!("{channel} {guests}")]
    };
    let mut columns: Vec<_> = Channel::ALL.iter().flat_map(of_channel).collect();
    columns.extend([parties.clone(), guests.clone(), column(context, "course_total")]);
    by_period(context, columns, periods, |period| {
        let total = period.total();
        let channels = period.channels.iter().flat_map(|sums| [sums.parties, sums.guests]);
        channels.chain([total.parties, total.guests, total.course_total.0]).map(Cell::Number).collect()
    })
}

fn cancellations(context: &Context, periods: &[Period]) -> Table {
    let names = ["no_shows", "no_show_guests", "cancellations", "cancelled_guests", "cancellation_fees"];
    let columns = names.map(|name| column(context, name)).to_vec();
    by_period(context, columns, periods, |period| {
        let t = period.total();
        let numbers = [t.no_shows, t.no_show_guests, t.cancellations, t.cancelled_guests, t.cancellation_fees.0];
        numbers.map(Cell::Number).to_vec()
    })
}

fn lead_times(context: &Context, periods: &[Period]) -> Table {
    let of_bound = |bound: &i32| context.t(&format!("owner.reports.leads.{bound}"));
    let mut columns: Vec<_> = LEAD_BOUNDS.iter().map(of_bound).collect();
    columns.push(column(context, "average_lead"));
    by_period(context, columns, periods, |period| {
        let average = period.average_lead().map_or(Cell::Nothing, Cell::Decimal);
        period.leads.iter().map(|lead| Cell::Number(lead.parties)).chain([average]).collect()
    })
}

fn guests(context: &Context, periods: &[Period]) -> Table {
    let names = ["new_parties", "returning_parties", "unknown_parties", "parties"];
    by_period(context, names.map(|name| column(context, name)).to_vec(), periods, |period| {
        let total = period.total();
        let (new, returning) = (total.new_parties, total.returning_parties);
        [new, returning, total.parties - new - returning, total.parties].map(Cell::Number).to_vec()
    })
}

/// A row for each weekday, a column for each hour.
fn occupancy(context: &Context, occupancy: &Occupancy) -> Table {
    let mut header = vec![column(context, "weekday")];
    header.extend(occupancy.hours.iter().map(|hour| format!("{hour}:00 (%)")));
    let row = |(day, percents): (usize, &Vec<Option<i64>>)| {
        let name = Cell::Text(context.t(&format!("owner.reports.weekdays.{day}")));
        let cells = percents.iter().map(|percent| percent.map_or(Cell::Nothing, Cell::Number));
        std::iter::once(name).chain(cells).collect()
    };
    Table { header, rows: occupancy.weekdays.iter().enumerate().map(row).collect() }
}
