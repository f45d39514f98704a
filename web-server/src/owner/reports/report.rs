//! The period of a report, and its data.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use domain::calendar::month::list_records;
use domain::reports::period::{self, Occupancy, PeriodLength, PeriodTotals, ReportSpan};
use domain::reports::turn_times::{TurnTimes, turn_times};
use domain::reports::{queries, sweep};
use domain::restaurants::queries::list_operations;
use domain::zone::YearMonth;
use serde::Deserialize;
use sqlx::PgConnection;
use utoipa::IntoParams;

use crate::console::Staff;
use crate::console::months::parse_month;
use crate::http::error::ApiError;

/// Default number of months, including the current one.
const USUAL_MONTHS: u32 = 6;

#[derive(Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ReportQuery {
    /// `week` or `month`; default: `month`.
    by: Option<String>,
    /// The first month, YYYY-MM; default: five months before the last.
    from: Option<String>,
    /// The last month, YYYY-MM; default: the current one. A report covers at most 24 months.
    till: Option<String>,
}

impl ReportQuery {
    pub fn span(&self, today: NaiveDate) -> Result<ReportSpan, ApiError> {
        let by = non_blank(self.by.as_deref())
            .map(|text| PeriodLength::named(text).ok_or_else(|| invalid("by", "field_invalid")));
        let month = |name: &'static str, text: Option<&str>| {
            let parsed = non_blank(text).map(|text| parse_month(text).map_err(|_| invalid(name, "year_month_invalid")));
            parsed.transpose()
        };
        let till = month("till", self.till.as_deref())?.unwrap_or_else(|| YearMonth::containing(today));
        let usual = till.first_day().checked_sub_months(chrono::Months::new(USUAL_MONTHS - 1));
        let from = month("from", self.from.as_deref())?;
        let from = from.unwrap_or_else(|| YearMonth::containing(usual.unwrap_or(till.first_day())));
        ReportSpan::new(by.transpose()?.unwrap_or(PeriodLength::Month), from, till)
            .ok_or_else(|| invalid("from", "report_span_invalid"))
    }
}

fn non_blank(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}

fn invalid(field: &'static str, code: &'static str) -> ApiError {
    ApiError::invalid_fields([(field, code)])
}

/// The data of a report.
pub struct Report {
    pub span: ReportSpan,
    pub is_behind: bool,
    pub periods: Vec<PeriodTotals>,
    pub occupancy: Occupancy,
    /// The last day of the occupancy; None if all days are to come.
    pub occupancy_till: Option<NaiveDate>,
    pub turn_times: TurnTimes,
}

impl Report {
    /// Reads a report. The occupancy leaves out the days after `today`: their seats are not booked yet (gaps G329).
    pub async fn read(
        conn: &mut PgConnection,
        staff: &Staff,
        span: ReportSpan,
        today: NaiveDate,
    ) -> Result<Self, ApiError> {
        let (restaurant, (first, last)) = (staff.restaurant.id, span.days());
        let is_behind =
            sweep::is_behind(conn, restaurant, first, last).await? || sweep::find_marks(conn).await?.is_part_behind();
        let summed = queries::list(conn, restaurant, Some((first, last))).await?;
        let items = queries::count_items(conn, restaurant).await?;
        let records = list_records(conn, restaurant, first, last).await?;
        let closed: BTreeSet<_> = records.iter().filter(|day| day.is_closed).map(|day| day.date).collect();
        let operations = list_operations(conn, restaurant).await?;
        let occupancy_till = (first <= today).then(|| last.min(today));
        let occupancy = occupancy_till
            .map(|till| period::occupancy(&summed, first, till, items, &closed, &operations))
            .unwrap_or_default();
        let turn_times = turn_times(&summed, first, last);
        let periods = period::periods(span, &summed);
        Ok(Self { span, is_behind, periods, occupancy, occupancy_till, turn_times })
    }
}
