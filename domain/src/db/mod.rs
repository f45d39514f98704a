//! Connections to the database and classes of its errors. `migrations` updates the schema.

mod functions;
mod indexes;
mod liveness;
mod migrations;
mod pools;
mod statement_timeout;
mod tls;

pub use liveness::{
    Unresponsive, answers_ping, suspect_connections, suspect_if_dropped, with_idle_timeout, with_timeout,
};
pub use migrations::{MigrationState, migrate, migrate_from, migration_state, schema_name, warn_of_old_schema};
pub use pools::{
    PLANNED, connect, connect_for_requests, connect_once, connect_planned, connect_planned_lazily,
    connect_without_timeouts, reconnect,
};
pub use statement_timeout::{StatementTimeout, extend_for_bulk, wait_in_queue};

/// Returns the name of the constraint that a write violated, so that an action can distinguish the cases. On a node of a Citus cluster, the
/// name is a shard's (`reservations_one_hold_key_102008`) and occurs only in the message.
pub fn violated_constraint(error: &sqlx::Error) -> Option<&str> {
    let refused = error.as_database_error()?;
    let is_refusal = refused.code().is_some_and(|code| code.starts_with("23"));
    let from_message = || constraint_in(refused.message()).filter(|_| is_refusal);
    refused.constraint().or_else(from_message).map(without_shard)
}

fn constraint_in(message: &str) -> Option<&str> {
    let (_, rest) = message.split_once("constraint \"")?;
    Some(rest.split_once('"')?.0)
}

fn without_shard(name: &str) -> &str {
    match name.rsplit_once('_') {
        Some((constraint, shard)) if !shard.is_empty() && shard.bytes().all(|byte| byte.is_ascii_digit()) => constraint,
        _ => name,
    }
}

/// Whether the error is a deadlock or a serialisation failure: the same transaction may succeed if retried.
pub fn is_transient(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code());
    code.is_some_and(|code| matches!(code.as_ref(), "40001" | "40P01"))
}

/// Whether the database is down, stopped, full or out of connections, or a lock is held too long: the request is valid and may succeed a
/// moment later.
pub fn is_unavailable(error: &sqlx::Error) -> bool {
    use sqlx::Error as E;
    match error {
        // A proxy without a server behind it accepts the connection and closes it without any protocol message.
        E::Io(_) | E::Tls(_) | E::Protocol(_) | E::PoolTimedOut | E::PoolClosed | E::WorkerCrashed => true,
        E::Database(error) => error.code().is_some_and(|code| is_unavailable_state(&code)),
        _ => false,
    }
}

/// Connections (08), deadlocks and the like (40), resources (53), a lock that is not available (55P03), a statement ended by an operator or
/// a timeout (57), the disk (58), a primary that has become a standby under a pool (25006), and a transaction that the server ended (25P03,
/// 25P04).
fn is_unavailable_state(code: &str) -> bool {
    let of_a_class = ["08", "40", "53", "57", "58"].iter().any(|class| code.starts_with(class));
    of_a_class || matches!(code, "55P03" | "25006" | "25P03" | "25P04")
}

/// Whether the disk is full or broken, no connection is left, or the server has become a standby: every write fails.
pub fn is_out_of_resources(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code());
    code.is_some_and(|code| code.starts_with("53") || code.starts_with("58") || code == "25006")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transient_errors_are_distinguished_from_permanent_errors() {
        for code in ["08006", "40P01", "53100", "53300", "55P03", "57014", "57P01", "57P03", "58030", "25006"] {
            assert!(is_unavailable_state(code), "{code}");
        }
        for code in ["22021", "23505", "42703", "XX000", "25P02"] {
            assert!(!is_unavailable_state(code), "{code}");
        }
        assert!(is_unavailable(&sqlx::Error::Protocol("unexpected response from SSLRequest: 0x00".into())));
        assert!(is_unavailable(&sqlx::Error::PoolTimedOut) && !is_unavailable(&sqlx::Error::RowNotFound));
    }

    #[test]
    fn shard_constraint_has_name_of_its_table() {
        let from_message = [
            "duplicate key value violates unique constraint \"reservations_one_hold_key_102008\"",
            "conflicting key value violates exclusion constraint \"reservation_seats_no_overlap_102850\"",
            "new row for relation \"osg_times_102\" violates check constraint \"osg_times_span_check\"",
        ];
        let names: Vec<_> =
            from_message.iter().filter_map(|message| constraint_in(message)).map(without_shard).collect();
        assert_eq!(names, ["reservations_one_hold_key", "reservation_seats_no_overlap", "osg_times_span_check"]);
        assert_eq!(constraint_in("deadlock detected"), None);
        assert_eq!(without_shard("courses_uid_key"), "courses_uid_key");
    }
}
