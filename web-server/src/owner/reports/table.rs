//! Export of each part of a report as a table.

use axum::extract::{Path, Query, State};
use axum::response::Response;
use domain::reports::model::{Channel, LEAD_BOUNDS, TURN_SIZES};
use domain::reports::period::{Occupancy, PeriodLength, PeriodTotals};
use domain::reports::turn_times::TurnTimes;
use domain::restaurants;

use super::report::{Report, ReportQuery};
use crate::console::table::TableCell;
use crate::console::{OwnerOrAdmin, csv, xlsx};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::state::App;

/// A part of a report.
#[derive(Clone, Copy)]
enum ReportPart {
    Covers,
    Cancellations,
    LeadTimes,
    Occupancy,
    TurnTimes,
    Guests,
}

impl ReportPart {
    const ALL: [Self; 6] =
        [Self::Covers, Self::Cancellations, Self::LeadTimes, Self::Occupancy, Self::TurnTimes, Self::Guests];

    const fn name(self) -> &'static str {
        match self {
            Self::Covers => "covers",
            Self::Cancellations => "cancellations",
            Self::LeadTimes => "lead_times",
            Self::Occupancy => "occupancy",
            Self::TurnTimes => "turn_times",
            Self::Guests => "guests",
        }
    }
}

/// A table: its headings and its rows.
struct ReportTable {
    header: Vec<String>,
    rows: Vec<Vec<TableCell>>,
}

/// Returns a part of the report as a file: `covers`, `cancellations`, `lead_times`, `occupancy`, `turn_times` or `guests`, as
/// `.csv` or `.xlsx`.
#[utoipa::path(get, path = "/owners/reports/{file}", tag = "owner", params(("file" = String, Path), ReportQuery),
    responses((status = 200, body = String, content_type = "text/csv"), (status = 302), (status = 401), (status = 403), (status = 404),
        (status = 422)))]
pub async fn export(
    State(app): State<App>,
    context: Context,
    staff: OwnerOrAdmin,
    Path(file): Path<String>,
    Query(asked): Query<ReportQuery>,
) -> Result<Response, ApiError> {
    let (name, kind) = file.split_once('.').ok_or_else(ApiError::not_found)?;
    let part = ReportPart::ALL.into_iter().find(|part| part.name() == name).ok_or_else(ApiError::not_found)?;
    if !["csv", "xlsx"].contains(&kind) {
        return Err(ApiError::not_found());
    }
    let now = app.clock.now();
    let mut conn = app.pool.acquire().await?;
    let today = restaurants::queries::today(&mut conn, &staff.restaurant, now).await?;
    let span = asked.span(today)?;
    let report = Report::read(&mut conn, &staff, span, today).await?;
    drop(conn);
    let table = table(&context, part, &report);
    let (from, till) = span.months();
    let name = match span.step() {
        PeriodLength::Month => format!("{name}_{from}_{till}"),
        PeriodLength::Week => format!("{name}_weeks_{from}_{till}"),
    };
    if kind == "xlsx" {
        let title = context.t(&format!("owner.reports.{}", part.name()));
        return xlsx::respond(&name, &title, &table.header, &table.rows, now);
    }
    let rows: Vec<Vec<_>> = table.rows.iter().map(|row| row.iter().map(TableCell::text).collect()).collect();
    csv::respond_with_rows(&name, &table.header, &rows)
}

fn table(context: &Context, part: ReportPart, report: &Report) -> ReportTable {
    match part {
        ReportPart::Covers => covers(context, &report.periods),
        ReportPart::Cancellations => cancellations(context, &report.periods),
        ReportPart::LeadTimes => lead_times(context, &report.periods),
        ReportPart::Occupancy => occupancy(context, &report.occupancy),
        ReportPart::TurnTimes => turn_times(context, &report.turn_times),
        ReportPart::Guests => guests(context, &report.periods),
    }
}

fn column(context: &Context, name: &str) -> String {
    context.t(&format!("owner.reports.columns.{name}"))
}

/// Builds a table with a row for each period. The first two columns are the first and the last day.
fn by_period(
    context: &Context,
    columns: Vec<String>,
    periods: &[PeriodTotals],
    cells: impl Fn(&PeriodTotals) -> Vec<TableCell>,
) -> ReportTable {
    let mut header = vec![column(context, "first_day"), column(context, "last_day")];
    header.extend(columns);
    let row = |period: &PeriodTotals| {
        let mut row = vec![TableCell::Day(period.first_day), TableCell::Day(period.last_day)];
        row.extend(cells(period));
        row
    };
    ReportTable { header, rows: periods.iter().map(row).collect() }
}

fn covers(context: &Context, periods: &[PeriodTotals]) -> ReportTable {
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
        channels.chain([total.parties, total.guests, total.course_total.0]).map(TableCell::Number).collect()
    })
}

fn cancellations(context: &Context, periods: &[PeriodTotals]) -> ReportTable {
    let names = ["no_shows", "no_show_guests", "cancellations", "cancelled_guests", "cancellation_fees"];
    let columns = names.map(|name| column(context, name)).to_vec();
    by_period(context, columns, periods, |period| {
        let t = period.total();
        let numbers = [t.no_shows, t.no_show_guests, t.cancellations, t.cancelled_guests, t.cancellation_fees.0];
        numbers.map(TableCell::Number).to_vec()
    })
}

fn lead_times(context: &Context, periods: &[PeriodTotals]) -> ReportTable {
    let of_bound = |bound: &i32| context.t(&format!("owner.reports.leads.{bound}"));
    let mut columns: Vec<_> = LEAD_BOUNDS.iter().map(of_bound).collect();
    columns.push(column(context, "average_lead"));
    by_period(context, columns, periods, |period| {
        let average = period.average_lead().map_or(TableCell::Nothing, TableCell::Decimal);
        period.leads.iter().map(|lead| TableCell::Number(lead.parties)).chain([average]).collect()
    })
}

fn guests(context: &Context, periods: &[PeriodTotals]) -> ReportTable {
    let names = ["new_parties", "returning_parties", "unknown_parties", "parties"];
    by_period(context, names.map(|name| column(context, name)).to_vec(), periods, |period| {
        let total = period.total();
        let (new, returning) = (total.new_parties, total.returning_parties);
        [new, returning, total.parties - new - returning, total.parties].map(TableCell::Number).to_vec()
    })
}

/// Builds a table with a row for each weekday and a column for each hour.
fn occupancy(context: &Context, occupancy: &Occupancy) -> ReportTable {
    let mut header = vec![column(context, "weekday")];
    header.extend(occupancy.hours.iter().map(|hour| format!("{hour}:00 (%)")));
    let row = |(day, percents): (usize, &Vec<Option<i64>>)| {
        let name = TableCell::Text(context.t(&format!("owner.reports.weekdays.{day}")));
        let cells = percents.iter().map(|percent| percent.map_or(TableCell::Nothing, TableCell::Number));
        std::iter::once(name).chain(cells).collect()
    };
    ReportTable { header, rows: occupancy.weekdays.iter().enumerate().map(row).collect() }
}

/// Builds a table with a row for each party size. The columns of all meals precede the columns of each meal.
fn turn_times(context: &Context, times: &TurnTimes) -> ReportTable {
    let (parties, average) = (column(context, "parties"), column(context, "average_minutes"));
    let mut header = vec![column(context, "party_size"), parties.clone(), average.clone()];
    for operation in times.meals.keys() {
        let meal = context.t(&format!("operation.{operation}"));
        header.extend([format!("{meal} {parties}"), format!("{meal} {average}")]);
    }
    let row = |(place, size): (usize, &i32)| {
        let name = TableCell::Text(context.t(&format!("owner.reports.turn_sizes.{size}")));
        let cells = std::iter::once(&times.overall).chain(times.meals.values()).flat_map(|times| {
            let turns = times.sizes[place];
            let average = turns.average_minutes().map_or(TableCell::Nothing, TableCell::Number);
            [TableCell::Number(turns.parties), average]
        });
        std::iter::once(name).chain(cells).collect()
    };
    ReportTable { header, rows: TURN_SIZES.iter().enumerate().map(row).collect() }
}
