//! The worker's jobs, those among them that failed for the last time, and the schedules.

use serde::Serialize;
use sqlx::FromRow;
use utoipa::ToSchema;

use crate::jobs::cron::Missed;
use crate::jobs::queries::JobState;
use crate::jobs::{Queue, RedactedError};
use crate::listing::{Field, ListRow, ListedTime, Listing};

/// The SQL of a value in a job's payload.
macro_rules! payload {
    ($key:literal) => {
        concat!("(convert_from(j.job, 'UTF8')::jsonb ->> '", $key, "')")
    };
}

/// The SQL of a value of the row whose id a job's payload has under a key. The parts of the value end with the column of the id.
macro_rules! of_row {
    ($key:literal, $($value:literal),+) => {
        concat!("(SELECT ", $($value,)+ " = ", payload!($key), "::bigint)")
    };
}

/// The same, of the subject that a payment is for.
macro_rules! of_subject {
    ($kind:literal, $($value:literal),+) => {
        concat!(
            "(SELECT ", $($value,)+ " = ", payload!("subject_id"), "::bigint AND ", payload!("subject_kind"), " = '", $kind, "')"
        )
    };
}

/// The same, of the charges of the payment that an event of the card provider names.
macro_rules! of_event {
    ($value:literal, $joins:literal) => {
        concat!(
            "(SELECT min(", $value, ") FROM provider_events e
              CROSS JOIN LATERAL (SELECT nullif(e.body, '')::jsonb -> 'data' -> 'object' AS object) b
              JOIN charges c ON c.gateway_fid = CASE WHEN b.object ->> 'object' = 'payment_intent' THEN b.object ->> 'id'
                                                     ELSE b.object ->> 'payment_intent' END ",
            $joins, " WHERE e.id = ", payload!("provider_event_id"), "::bigint)"
        )
    };
}

// The fields of a job's subject, as `maintenance::subjects` finds it.
const SUBJECT_KIND: Field = Field::shown(
    "subject_kind",
    concat!(
        "coalesce(",
        of_row!("mail_delivery_id", "m.template FROM mail_deliveries m WHERE m.id"),
        ", ",
        of_row!("sms_delivery_id", "m.template FROM sms_deliveries m WHERE m.id"),
        ", ",
        of_row!("provider_event_id", "e.type FROM provider_events e WHERE e.id"),
        ", ",
        payload!("subject_kind"),
        ")"
    ),
);
const USER_UID: Field = Field::shown(
    "user_uid",
    concat!(
        "coalesce(",
        of_row!("mail_delivery_id", "u.uid FROM mail_deliveries m JOIN users u ON u.id = m.user_id WHERE m.id"),
        ", ",
        of_subject!("subscription", "u.uid FROM subscriptions s JOIN users u ON u.id = s.user_id WHERE s.id"),
        ", ",
        of_row!("provider_event_id", "u.uid FROM provider_events e JOIN users u ON u.id = e.user_id WHERE e.id"),
        ")"
    ),
);
const RESERVATION_UID: Field = Field::shown(
    "reservation_uid",
    concat!(
        "coalesce(",
        of_row!(
            "mail_delivery_id",
            "r.uid FROM mail_deliveries m JOIN reservations r ON r.id = m.reservation_id WHERE m.id"
        ),
        ", ",
        of_row!(
            "sms_delivery_id",
            "r.uid FROM sms_deliveries m JOIN reservations r ON r.id = m.reservation_id WHERE m.id"
        ),
        ", ",
        of_subject!("reservation", "r.uid FROM reservations r WHERE r.id"),
        ", ",
        of_event!("r.uid", "JOIN reservations r ON r.restaurant_id = c.restaurant_id AND r.id = c.reservation_id"),
        ")"
    ),
);
/// The SQL of a column of the restaurant `t` that a job concerns.
macro_rules! restaurant {
    ($column:literal) => {
        concat!(
            "coalesce(",
            of_row!(
                "mail_delivery_id",
                $column,
                " FROM mail_deliveries m LEFT JOIN reservations r ON r.id = m.reservation_id
                  JOIN restaurants t ON t.id = coalesce(m.restaurant_id, r.restaurant_id) WHERE m.id"
            ),
            ", ",
            of_row!(
                "sms_delivery_id",
                $column,
                " FROM sms_deliveries m JOIN reservations r ON r.id = m.reservation_id
                  JOIN restaurants t ON t.id = r.restaurant_id WHERE m.id"
            ),
            ", ",
            of_subject!(
                "reservation",
                $column,
                " FROM reservations r JOIN restaurants t ON t.id = r.restaurant_id WHERE r.id"
            ),
            ", ",
            of_row!("restaurant_id", $column, " FROM restaurants t WHERE t.id"),
            ", ",
            of_event!($column, "JOIN restaurants t ON t.id = c.restaurant_id"),
            ")"
        )
    };
}
const RESTAURANT_SLUG: Field = Field::shown("restaurant_slug", restaurant!("t.slug"));
const RESTAURANT_NAME: Field = Field::shown(
    "restaurant_name",
    restaurant!("CASE WHEN {english} AND t.name_en <> '' THEN t.name_en ELSE t.name_ja END"),
);
const RAFFLE_ROUND_UID: Field = Field::shown("raffle_round_uid", payload!("raffle_round_uid"));
const ABOUT: Field = Field::shown("about", "convert_from(j.job, 'UTF8')");
const LAST_ERROR: Field = Field::shown("last_error", "j.last_result ->> 'Err'");

/// A job of the worker. Done jobs are deleted after two weeks.
#[derive(Serialize, FromRow, ToSchema)]
pub struct JobEntry {
    /// A ULID: its order is that of creation.
    pub id: String,
    /// The name of a `Queue`.
    pub queue: String,
    pub state: JobState,
    pub attempts: i32,
    pub max_attempts: i32,
    pub run_at: ListedTime,
    pub done_at: Option<ListedTime>,
    /// JSON with ids.
    pub about: String,
    /// The template of a mail or text message, the kind of a payment's subject, or the type of the card provider's event. Null, as each part
    /// of the subject, if the job has none.
    pub subject_kind: Option<String>,
    pub user_uid: Option<String>,
    pub reservation_uid: Option<String>,
    pub restaurant_slug: Option<String>,
    /// In the reader's language.
    pub restaurant_name: Option<String>,
    pub raffle_round_uid: Option<String>,
    /// Without addresses and numbers.
    pub last_error: Option<RedactedError>,
}

impl ListRow for JobEntry {
    const LISTING: Listing = Listing {
        // Each booking has jobs, so the order of all is that of an index that exists: by the id, or of the done ones by their end. Few
        // jobs are in another state, and only these are listed by the time when they are due.
        fields: &[
            Field::text("id", "j.id"),
            Field::choice("queue", "j.job_type", Queue::NAMES).unsorted(),
            Field::choice("state", "s.state", JobState::NAMES)
                // Most jobs are done. The others are found by their partial index, and the done ones by theirs.
                .filtered_by(
                    "s.state = ANY ({value}) AND (j.status <> 'Done' OR 'done' = ANY ({value}))
                     AND (j.status = 'Done' OR {value} <> ARRAY['done'])",
                )
                .unsorted(),
            Field::number("attempts", "j.attempts").unsorted(),
            Field::number("max_attempts", "j.max_attempts").unsorted(),
            Field::time("run_at", "j.run_at"),
            // Every done job has an end, and the index has no order with the rows without a value last in both directions.
            Field::time("done_at", "j.done_at"),
            ABOUT,
            SUBJECT_KIND,
            USER_UID,
            RESERVATION_UID,
            RESTAURANT_SLUG,
            RESTAURANT_NAME,
            RAFFLE_ROUND_UID,
            LAST_ERROR,
        ],
        tables: "apalis.jobs j CROSS JOIN LATERAL (SELECT CASE
            WHEN j.status = 'Done' THEN 'done'
            WHEN j.status IN ('Running', 'Queued') THEN 'running'
            WHEN j.status = 'Killed' OR j.status = 'Failed' AND j.attempts >= j.max_attempts THEN 'dead'
            WHEN j.status = 'Failed' OR j.attempts > 0 THEN 'failing' ELSE 'waiting' END AS state) s",
        only: "true",
        search: None,
    };
    type Id = String;

    fn id(&self) -> String {
        self.id.clone()
    }
}

/// A job that failed for the last time. It is retried only on request.
#[derive(Serialize, FromRow, ToSchema)]
pub struct DeadLetterEntry {
    pub id: String,
    /// The name of a `Queue`.
    pub queue: String,
    pub attempts: i32,
    pub max_attempts: i32,
    pub run_at: ListedTime,
    pub done_at: Option<ListedTime>,
    /// JSON with ids.
    pub about: String,
    /// The template of a mail or text message, the kind of a payment's subject, or the type of the card provider's event. Null, as each part
    /// of the subject, if the job has none.
    pub subject_kind: Option<String>,
    pub user_uid: Option<String>,
    pub reservation_uid: Option<String>,
    pub restaurant_slug: Option<String>,
    /// In the reader's language.
    pub restaurant_name: Option<String>,
    pub raffle_round_uid: Option<String>,
    /// Without addresses and numbers.
    pub last_error: Option<RedactedError>,
}

impl ListRow for DeadLetterEntry {
    const LISTING: Listing = Listing {
        fields: &[
            Field::text("id", "j.id"),
            Field::choice("queue", "j.job_type", Queue::NAMES),
            Field::number("attempts", "j.attempts"),
            Field::number("max_attempts", "j.max_attempts"),
            Field::time("run_at", "j.run_at"),
            Field::time("done_at", "j.done_at").nullable(),
            ABOUT,
            SUBJECT_KIND,
            USER_UID,
            RESERVATION_UID,
            RESTAURANT_SLUG,
            RESTAURANT_NAME,
            RAFFLE_ROUND_UID,
            LAST_ERROR,
        ],
        tables: "apalis.jobs j",
        // The first condition is that of the partial index.
        only: "j.status <> 'Done' AND (j.status = 'Killed' OR j.status = 'Failed' AND j.attempts >= j.max_attempts)",
        search: None,
    };
    type Id = String;

    fn id(&self) -> String {
        self.id.clone()
    }
}

/// A schedule, and its last run.
#[derive(Serialize, FromRow, ToSchema)]
pub struct ScheduleEntry {
    /// Its name.
    pub id: String,
    /// Second, minute, hour, day of the month, month, day of the week.
    pub expression: String,
    pub time_zone: String,
    pub missed: Missed,
    pub is_enabled: bool,
    /// Null if it has no further tick.
    pub next_tick: Option<ListedTime>,
    pub last_tick: Option<ListedTime>,
    /// The last tick that was skipped because no worker was running.
    pub skipped_tick: Option<ListedTime>,
    /// Of the last run: its start, milliseconds, amount of work and error.
    pub ran_at: Option<ListedTime>,
    pub ran_millis: Option<i64>,
    pub ran_done: Option<i64>,
    pub ran_error: Option<String>,
}

impl ListRow for ScheduleEntry {
    const LISTING: Listing = Listing {
        fields: &[
            Field::text("id", "c.name"),
            Field::text("expression", "c.expression"),
            Field::text("time_zone", "c.time_zone"),
            Field::choice("missed", "c.missed", Missed::NAMES),
            Field::flag("is_enabled", "c.is_enabled"),
            Field::time("next_tick", "c.next_tick").nullable(),
            Field::time("last_tick", "c.last_tick").nullable(),
            Field::time("skipped_tick", "c.skipped_tick").nullable(),
            Field::time("ran_at", "c.ran_at").nullable(),
            Field::number("ran_millis", "c.ran_millis").nullable(),
            Field::number("ran_done", "c.ran_done").nullable(),
            Field::words("ran_error", "c.ran_error").nullable(),
        ],
        tables: "cron_schedules c",
        only: "true",
        search: None,
    };
    type Id = String;

    fn id(&self) -> String {
        self.id.clone()
    }
}
