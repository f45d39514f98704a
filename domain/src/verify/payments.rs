//! Compares payments with their subjects. A payment that a job is still processing is not a finding.

use sqlx::PgConnection;

type Rows = sqlx::Result<Vec<String>>;

/// The jobs are read first: they are on the coordinator of a Citus cluster, and the charges on its nodes.
pub(super) async fn held_payments(conn: &mut PgConnection) -> Rows {
    sqlx::query_scalar!(
        r#"WITH live AS MATERIALIZED (
               SELECT p.payload->>'subject_kind' AS subject_kind, (p.payload->>'restaurant_id')::bigint AS restaurant_id,
                      (p.payload->>'subject_id')::bigint AS subject_id, e.body
               FROM apalis.jobs j
               CROSS JOIN LATERAL (SELECT convert_from(j.job, 'UTF8')::jsonb AS payload) p
               LEFT JOIN provider_events e ON e.id = (p.payload->>'provider_event_id')::bigint
               WHERE j.job_type = 'payment'
                 AND (j.status IN ('Pending', 'Queued', 'Running') OR j.status = 'Failed' AND j.attempts < j.max_attempts))
           SELECT format('charge %s (%s) of reservation %s (%s): paid %s, due back %s, may keep %s',
                         c.id, c.kind, r.id, r.status, c.amount, c.refund_due, k.may_keep) AS "detail!"
           FROM charges c
           JOIN reservations r ON r.restaurant_id = c.restaurant_id AND r.id = c.reservation_id
           CROSS JOIN LATERAL (SELECT CASE
               WHEN r.accepted_at IS NULL THEN 0
               WHEN c.kind = 'prepaid_course' THEN least(c.amount, coalesce(r.cancellation_fee, 0))
               ELSE c.amount END AS may_keep) k
           WHERE c.status = 'succeeded' AND r.status NOT IN ('pending', 'accepted') AND c.amount - c.refund_due > k.may_keep
             AND NOT EXISTS (
                 SELECT 1 FROM live j
                 WHERE j.subject_kind = c.subject_kind AND j.restaurant_id = c.restaurant_id AND j.subject_id = c.subject_id
                    OR strpos(j.body, c.gateway_fid) > 0)
           ORDER BY c.id"#
    )
    .fetch_all(conn)
    .await
}

/// Finds missing payments, except unpaid differences and fees of no-shows, which only their diners can pay: `payments::list` lists them.
pub(super) async fn missing(conn: &mut PgConnection) -> Rows {
    sqlx::query_scalar!(
        r#"SELECT format('reservation %s: costs %s in advance, paid %s, charges not paid: %s', r.id, w.wanted, p.paid,
                         coalesce(p.unpaid, 'none')) AS "detail!"
           FROM reservations r
           CROSS JOIN LATERAL (SELECT r.reservation_fee + r.prepaid_price AS wanted) w
           CROSS JOIN LATERAL (
               SELECT coalesce(sum(c.amount - c.refund_due + c.manually_refunded) FILTER (
                          WHERE c.kind NOT IN ('cancellation_fee', 'correction') AND (c.status = 'succeeded' OR c.position > 2)), 0) AS paid,
                      string_agg(c.id || ' (' || c.status || ')', ', ' ORDER BY c.id)
                          FILTER (WHERE c.status <> 'succeeded' AND c.position <= 2 AND c.kind <> 'cancellation_fee') AS unpaid
               FROM charges c WHERE c.restaurant_id = r.restaurant_id AND c.reservation_id = r.id AND c.voided_at IS NULL) p
           WHERE r.status = 'accepted' AND (p.paid < w.wanted OR p.unpaid IS NOT NULL) ORDER BY r.id"#
    )
    .fetch_all(conn)
    .await
}

pub(super) async fn refunds(conn: &mut PgConnection) -> Rows {
    sqlx::query_scalar!(
        r#"SELECT format('charge %s (%s) of reservation %s: amount %s, due back %s, paid back %s',
                         id, status, reservation_id, amount, refund_due, refunded_amount) AS "detail!"
           FROM charges
           WHERE refund_due > amount OR refunded_amount > refund_due OR refund_due > 0 AND status <> 'succeeded' ORDER BY id"#
    )
    .fetch_all(conn)
    .await
}

/// Finds stored events of the provider that no job will process any more.
pub(super) async fn unprocessed_events(conn: &mut PgConnection) -> Rows {
    sqlx::query_scalar!(
        r#"SELECT format('event %s (%s, %s) was never acted on', e.id, e.type, e.event_id) AS "detail!"
           FROM provider_events e
           WHERE e.processed_at IS NULL
             AND NOT EXISTS (
                 SELECT 1 FROM apalis.jobs j
                 CROSS JOIN LATERAL (SELECT convert_from(j.job, 'UTF8')::jsonb AS payload) p
                 WHERE j.job_type = 'payment'
                   AND (j.status IN ('Pending', 'Queued', 'Running') OR j.status = 'Failed' AND j.attempts < j.max_attempts)
                   AND (p.payload->>'provider_event_id')::bigint = e.id)
           ORDER BY e.id"#
    )
    .fetch_all(conn)
    .await
}
