//! Imports another service's list. Each row can be imported repeatedly; every invalid row is reported with its reason (gaps G160).

use std::collections::BTreeSet;

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::{Acquire, PgConnection, PgPool};

use super::format::{ListFields, ListRow};
use super::report::{ImportReport, RowOutcome, RowReport};
use super::row::{RestaurantMenu, RowChange, RowRequest};
use crate::audit::Actor;
use crate::cancellations::release_offsite_seats;
use crate::customers::offsite::ListedNames;
use crate::inventory;
use crate::progress::Progress;
use crate::reservations::bookings::offsite::{self, Importer};
use crate::reservations::model::Status;
use crate::reservations::staff::StaffError;
use crate::restaurants;
use crate::restaurants::model::{Restaurant, business_day};
use crate::rng::Rng;

/// Rows of one transaction, unless all rows share one.
const CHUNK: usize = 50;

/// Which rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportMode {
    /// None: the report shows what would be written.
    DryRun,
    /// Every valid row.
    GoodRows,
    /// All rows, or none if one is invalid.
    AllOrNothing,
}

/// The person who imports a list, and its restaurant.
#[derive(Clone, Copy, Debug)]
pub struct Import<'a> {
    pub restaurant: &'a Restaurant,
    pub actor: Actor,
    pub mode: ImportMode,
}

/// Imports a list. A dry run and an all-or-nothing import use one transaction, which locks the affected days meanwhile; otherwise one
/// transaction writes fifty rows. Stops at a database error: rows written until then remain, and the list can be imported again. Reports
/// rows to `progress`.
pub async fn import(
    pool: &PgPool,
    rng: &Rng,
    now: DateTime<Utc>,
    import: Import<'_>,
    lines: &[ListRow],
    progress: Progress<'_>,
) -> sqlx::Result<ImportReport> {
    let restaurant = import.restaurant;
    let serves = load_menu(&mut *pool.acquire().await?, now, restaurant).await?;
    let asked: Vec<ParsedRow> = lines.iter().map(|line| read(line, &serves)).collect();
    let listed = listed_names(&asked);
    let by = Importer { rng, now, actor: import.actor, restaurant: restaurant.id, listed: &listed };
    let size = if import.mode == ImportMode::GoodRows { CHUNK } else { lines.len().max(1) };
    let mut report = ImportReport::default();
    for (chunk, asked) in lines.chunks(size).zip(asked.chunks(size)) {
        let mut tx = pool.begin().await?;
        let before = report.rows.len();
        let rows = write(&mut tx, by, chunk, asked, &|rows| progress(before + rows, lines.len())).await?;
        report.rows.extend(rows);
        let is_kept = match import.mode {
            ImportMode::DryRun => false,
            ImportMode::GoodRows => true,
            ImportMode::AllOrNothing => !report.has_rejected(),
        };
        if is_kept {
            tx.commit().await?
        } else {
            tx.rollback().await?
        }
        report.is_written = is_kept;
    }
    if !report.is_written {
        report.forget_created();
        if import.mode == ImportMode::AllOrNothing {
            report.skip_unwritten();
        }
    }
    Ok(report)
}

async fn load_menu(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    restaurant: &Restaurant,
) -> sqlx::Result<RestaurantMenu> {
    let operations = restaurants::queries::list_operations(conn, restaurant.id).await?;
    Ok(RestaurantMenu {
        zone: restaurant.zone,
        today: business_day(&operations, restaurant.zone, now),
        operations,
        courses: restaurants::queries::list_courses(conn, restaurant.id).await?,
    })
}

/// A parsed row, or the reason why it cannot be read.
type ParsedRow = Result<RowRequest, (Option<&'static str>, &'static str)>;

fn read(line: &ListRow, serves: &RestaurantMenu) -> ParsedRow {
    let fields = line.fields.as_ref().map_err(|code| (None, *code))?;
    fields.read(serves).map_err(|(field, code)| (Some(field), code))
}

fn listed_names(asked: &[ParsedRow]) -> ListedNames<'_> {
    let booked = asked.iter().flatten().filter_map(|asked| match &asked.change {
        RowChange::Booked(visit) => {
            Some(((asked.source.as_str(), asked.external_id.as_str()), visit.full_name.as_str()))
        }
        RowChange::Cancelled => None,
    });
    booked.collect()
}

/// Writes the rows of one transaction, each behind a savepoint. After each, passes the number of written rows to `written`.
async fn write(
    conn: &mut PgConnection,
    by: Importer<'_>,
    lines: &[ListRow],
    asked: &[ParsedRow],
    written: &(dyn Fn(usize) + Sync),
) -> sqlx::Result<Vec<RowReport>> {
    let dates = dates(conn, by, asked).await?;
    offsite::lock_days(conn, by.restaurant, &dates).await?;
    let mut rows = Vec::with_capacity(lines.len());
    let mut has_changed = false;
    for (line, asked) in lines.iter().zip(asked) {
        let external_id =
            line.fields.as_ref().map(|fields: &ListFields| fields.external_id.clone()).unwrap_or_default();
        let done = match asked {
            Ok(asked) => apply_row(conn, by, asked).await?,
            Err((field, code)) => Err((*field, *code)),
        };
        let (outcome, reservation_uid, field, code) = match done {
            Ok((outcome, uid)) => (outcome, uid, None, None),
            Err((field, code)) => (RowOutcome::Rejected, None, field, Some(code)),
        };
        has_changed |= matches!(outcome, RowOutcome::Created | RowOutcome::Changed | RowOutcome::Cancelled);
        rows.push(RowReport { line: line.number, external_id, outcome, field, code, reservation_uid });
        written(rows.len());
    }
    if has_changed {
        inventory::queries::refresh_days(conn, by.restaurant, &dates).await?;
    }
    Ok(rows)
}

/// Returns the days that the rows affect: the days of the visits, and the previous days of their bookings.
async fn dates(conn: &mut PgConnection, by: Importer<'_>, asked: &[ParsedRow]) -> sqlx::Result<Vec<NaiveDate>> {
    let mut dates = BTreeSet::new();
    let (mut sources, mut ids) = (Vec::new(), Vec::new());
    for asked in asked.iter().flatten() {
        if let RowChange::Booked(visit) = &asked.change {
            dates.insert(visit.date);
        }
        sources.push(asked.source.as_str().to_owned());
        ids.push(asked.external_id.clone());
    }
    let stored = sqlx::query_scalar!(
        "SELECT DISTINCT r.date FROM unnest($2::text[], $3::text[]) AS w (source, external_id)
         JOIN offsite_reservations o
             ON o.restaurant_id = $1 AND o.offsite_source = w.source AND o.external_id = w.external_id
         JOIN reservations r ON r.restaurant_id = o.restaurant_id AND r.id = o.reservation_id",
        by.restaurant.0,
        &sources,
        &ids,
    );
    dates.extend(stored.fetch_all(conn).await?);
    Ok(dates.into_iter().collect())
}

type RowResult = Result<(RowOutcome, Option<String>), (Option<&'static str>, &'static str)>;

/// Applies a row, or changes nothing and returns the reason.
async fn apply_row(conn: &mut PgConnection, by: Importer<'_>, asked: &RowRequest) -> sqlx::Result<RowResult> {
    let mut savepoint = conn.begin().await?;
    match change(&mut savepoint, by, asked).await {
        Ok(done) => {
            savepoint.commit().await?;
            Ok(Ok(done))
        }
        Err(StaffError::Database(error)) => Err(error),
        Err(refusal) => {
            savepoint.rollback().await?;
            let code = refusal.code();
            Ok(Err(match refusal {
                StaffError::Field(field, code) => (Some(field), code),
                StaffError::GuestsOutOfRange(_) => (Some("guests_count"), "not_enough_seats"),
                _ => (None, code),
            }))
        }
    }
}

async fn change(
    conn: &mut PgConnection,
    by: Importer<'_>,
    asked: &RowRequest,
) -> Result<(RowOutcome, Option<String>), StaffError> {
    let stored = offsite::find(conn, by.restaurant, asked.source, &asked.external_id).await?;
    match (&asked.change, stored) {
        (RowChange::Booked(visit), None) => {
            let uid = offsite::create(conn, by, asked.source, &asked.external_id, visit).await?;
            Ok((RowOutcome::Created, Some(uid)))
        }
        (RowChange::Booked(_), Some(stored)) if stored.status != Status::Accepted => {
            Ok((RowOutcome::CancelledBefore, Some(stored.uid)))
        }
        (RowChange::Booked(visit), Some(stored)) => {
            let (fits, has_guest) = (stored.fits(visit), stored.has_guest(visit));
            if !fits {
                offsite::change(conn, by, &stored, visit).await?;
            }
            if !has_guest {
                offsite::correct_guest(conn, by, &stored, visit).await?;
            }
            let outcome = if fits && has_guest { RowOutcome::Unchanged } else { RowOutcome::Changed };
            Ok((outcome, Some(stored.uid)))
        }
        (RowChange::Cancelled, None) => Ok((RowOutcome::CancelledBefore, None)),
        (RowChange::Cancelled, Some(stored)) => {
            let Some(ended) = offsite::cancel(conn, by, stored.id).await? else {
                return Ok((RowOutcome::CancelledBefore, Some(stored.uid)));
            };
            release_offsite_seats(conn, by.rng, by.now, &ended).await?;
            Ok((RowOutcome::Cancelled, Some(stored.uid)))
        }
    }
}
