//! A booking as an iCalendar file (RFC 5545, RFC 5546). Its UID is stable, each change increases its SEQUENCE, and an ended booking is
//! CANCELLED, so calendars that imported one version accept the next (gaps G238).
//!
//! A mail is a REQUEST to its reader, who has accepted already. Google Calendar removes only events that came as a REQUEST from the sender
//! who cancels them; Outlook and Apple Calendar accept that, too. A download is a PUBLISH: the diner adds it, and no calendar asks for an
//! answer. The end of a booking is a CANCEL in both.

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

/// The way in which a file reaches its reader, with the addresses that it contains.
#[derive(Clone, Copy, Debug)]
pub struct Transport<'a> {
    pub base_url: &'a str,
    /// Address from which our mails come: the organizer.
    pub sender: &'a str,
    /// Recipient of the mail: the attendee. None for a download.
    pub recipient: Option<&'a str>,
}

/// A calendar file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CalendarFile {
    pub content_type: &'static str,
    pub body: String,
}

/// The method of a file (RFC 5546).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Method {
    Publish,
    Request,
    Cancel,
}

impl Method {
    const fn name(self) -> &'static str {
        match self {
            Self::Publish => "PUBLISH",
            Self::Request => "REQUEST",
            Self::Cancel => "CANCEL",
        }
    }

    const fn content_type(self) -> &'static str {
        match self {
            Self::Publish => "text/calendar; charset=utf-8; method=PUBLISH",
            Self::Request => "text/calendar; charset=utf-8; method=REQUEST",
            Self::Cancel => "text/calendar; charset=utf-8; method=CANCEL",
        }
    }
}

/// Returns the file of a booking in its current state, or `None` for a reservation that never was a booking.
pub async fn load(
    conn: &mut PgConnection,
    id: ReservationId,
    locale: Locale,
    transport: Transport<'_>,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<CalendarFile>> {
    let Some(reservation) = queries::find(conn, id).await?.filter(|found| found.accepted_at.is_some()) else {
        return Ok(None);
    };
    let Some(row) = mail_rows::find(conn, id).await? else { return Ok(None) };
    let delivery = delivery::find(conn, reservation.restaurant_id, id).await?;
    Ok(Some(render(&reservation, &row, delivery.as_ref(), locale, transport, now)))
}

fn render(
    reservation: &Reservation,
    row: &ReservationMailRow,
    delivery: Option<&Delivery>,
    locale: Locale,
    transport: Transport<'_>,
    now: DateTime<Utc>,
) -> CalendarFile {
    let (method, status) = match (reservation.status, transport.recipient) {
        (Status::Accepted, Some(_)) => (Method::Request, EventStatus::Confirmed),
        (Status::Accepted, None) => (Method::Publish, EventStatus::Confirmed),
        _ => (Method::Cancel, EventStatus::Cancelled),
    };
    let restaurant = locale.pick(&row.restaurant_ja, &row.restaurant_en);
    let address = locale.pick(&row.address_ja, &row.address_en);
    let link = format!("{}/users/reservations/{}", transport.base_url, reservation.uid);
    let (from, till) = delivery.map_or((reservation.starts_at, reservation.ends_at), |d| span(d, reservation.zone));
    let place = delivery.map_or_else(|| address.to_owned(), |delivery| delivery.format_address(locale));
    let mut event = Event::new();
    event
        .uid(&format!("{}@seki", reservation.uid))
        .sequence(reservation.calendar_sequence.unsigned_abs())
        .timestamp(now)
        .last_modified(reservation.calendar_changed_at.or(reservation.accepted_at).unwrap_or(now))
        .summary(restaurant)
        .description(&description(reservation, row, locale, &link))
        .location(&place)
        .url(&link)
        .starts(from)
        .ends(till)
        .status(status)
        .add_property("TRANSP", "OPAQUE")
        .append_property(organizer(transport.sender, restaurant));
    if let Some(recipient) = transport.recipient {
        event.append_property(attendee(recipient));
    }
    let mut calendar = Calendar::empty();
    calendar.append_property(("VERSION", "2.0")).append_property(("PRODID", "-//Seki//Seki//JA"));
    calendar.append_property(("CALSCALE", "GREGORIAN")).append_property(("METHOD", method.name()));
    CalendarFile { content_type: method.content_type(), body: calendar.push(event.done()).done().to_string() }
}

fn description(reservation: &Reservation, row: &ReservationMailRow, locale: Locale, link: &str) -> String {
    let course = locale.pick(&row.course_title_ja, &row.course_title_en);
    let (party, phone) = (row.party(locale), row.phone(locale));
    let lines = [party.as_str(), course, reservation.reservation_code.as_str(), phone.as_str(), link];
    lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// The sender of the mails stands for the restaurant: a calendar accepts a change only from the organizer's own address.
fn organizer(sender: &str, restaurant: &str) -> Property {
    let name = format!("\"{}\"", restaurant.replace('"', "'"));
    Property::new("ORGANIZER", format!("mailto:{sender}")).add_parameter("CN", &name).done()
}

fn attendee(recipient: &str) -> Property {
    let mut attendee = Property::new("ATTENDEE", format!("mailto:{recipient}"));
    for (name, value) in
        [("CUTYPE", "INDIVIDUAL"), ("ROLE", "REQ-PARTICIPANT"), ("PARTSTAT", "ACCEPTED"), ("RSVP", "FALSE")]
    {
        attendee.add_parameter(name, value);
    }
    attendee.done()
}

/// Returns the range of hours in which a delivery arrives.
fn span(delivery: &Delivery, zone: Zone) -> (DateTime<Utc>, DateTime<Utc>) {
    let hour = |text: &str| text.parse().ok().and_then(|hour| NaiveTime::from_hms_opt(hour, 0, 0));
    let hours = delivery.time_slot.split_once('-').and_then(|(from, till)| Some((hour(from)?, hour(till)?)));
    let (from, till) = hours.unwrap_or_else(|| (NaiveTime::MIN, NaiveTime::MIN + chrono::TimeDelta::hours(23)));
    (zone.at(delivery.arrives_on, from), zone.at(delivery.arrives_on, till))
}
