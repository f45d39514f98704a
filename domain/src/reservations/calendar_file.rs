//! A booking as an iCalendar file (RFC 5545). Its UID is stable, each change increases its SEQUENCE, and an ended booking is CANCELLED,
//! so calendars that imported one version accept the next.

use chrono::{DateTime, NaiveTime, Utc};
use icalendar::{Calendar, Component, Event, EventLike, EventStatus, Property};
use sqlx::PgConnection;

use super::delivery::{self, Delivery};
use super::mail_rows::{self, ReservationMailRow};
use super::model::{Reservation, Status};
use super::queries;
use crate::i18n::Locale;
use crate::ids::ReservationId;
use crate::zone::Zone;

/// Name of the file in mails and downloads.
pub const NAME: &str = "reservation.ics";
pub const CONTENT_TYPE: &str = "text/calendar; charset=utf-8; method=PUBLISH";

/// Returns the file of a booking in its current state, or `None` for a reservation that never was a booking.
pub async fn load(
    conn: &mut PgConnection,
    id: ReservationId,
    locale: Locale,
    base_url: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<String>> {
    let Some(reservation) = queries::find(conn, id).await?.filter(|found| found.accepted_at.is_some()) else {
        return Ok(None);
    };
    let Some(row) = mail_rows::find(conn, id).await? else { return Ok(None) };
    let delivery = delivery::find(conn, reservation.restaurant_id, id).await?;
    Ok(Some(render(&reservation, &row, delivery.as_ref(), locale, base_url, now)))
}

fn render(
    reservation: &Reservation,
    row: &ReservationMailRow,
    delivery: Option<&Delivery>,
    locale: Locale,
    base_url: &str,
    now: DateTime<Utc>,
) -> String {
    let restaurant = locale.pick(&row.restaurant_ja, &row.restaurant_en);
    let address = locale.pick(&row.address_ja, &row.address_en);
    let link = format!("{base_url}/users/reservations/{}", reservation.uid);
    let host = base_url.split("//").last().and_then(|rest| rest.split(['/', ':']).next()).unwrap_or("seki");
    let course = locale.pick(&row.course_title_ja, &row.course_title_en);
    let (party, phone) = (row.party(locale), row.phone(locale));
    let lines = [party.as_str(), course, reservation.reservation_code.as_str(), phone.as_str(), link.as_str()];
    let description: Vec<_> = lines.into_iter().filter(|line| !line.is_empty()).collect();
    let status = if reservation.status == Status::Accepted { EventStatus::Confirmed } else { EventStatus::Cancelled };
    let (from, till) = delivery.map_or((reservation.starts_at, reservation.ends_at), |d| span(d, reservation.zone));
    let place = delivery.map_or_else(|| address.to_owned(), |delivery| delivery.format_address(locale));
    let event = Event::new()
        .uid(&format!("{}@{host}", reservation.uid))
        .sequence(reservation.calendar_sequence.unsigned_abs())
        .timestamp(now)
        .summary(restaurant)
        .description(&description.join("\n"))
        .location(&place)
        .url(&link)
        .starts(from)
        .ends(till)
        .status(status)
        .append_property(
            Property::new("ORGANIZER", base_url)
                .add_parameter("CN", &format!("\"{}\"", restaurant.replace('"', "'")))
                .done(),
        )
        .done();
    let mut calendar = Calendar::empty();
    calendar.append_property(("VERSION", "2.0")).append_property(("PRODID", "-//Seki//Seki//JA"));
    calendar.append_property(("CALSCALE", "GREGORIAN")).append_property(("METHOD", "PUBLISH"));
    calendar.push(event).done().to_string()
}

/// Returns the range of hours in which a delivery arrives.
fn span(delivery: &Delivery, zone: Zone) -> (DateTime<Utc>, DateTime<Utc>) {
    let hour = |text: &str| text.parse().ok().and_then(|hour| NaiveTime::from_hms_opt(hour, 0, 0));
    let hours = delivery.time_slot.split_once('-').and_then(|(from, till)| Some((hour(from)?, hour(till)?)));
    let (from, till) = hours.unwrap_or_else(|| (NaiveTime::MIN, NaiveTime::MIN + chrono::TimeDelta::hours(23)));
    (zone.at(delivery.arrives_on, from), zone.at(delivery.arrives_on, till))
}
