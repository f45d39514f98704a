//! Compares the ledger with the provider's statement, as far as it is read. A payment that a job is processing is not a finding.
//! Jobs and the statement are on the coordinator of a Citus cluster and the ledger is on its nodes, so each is read as a whole, before they are
//! compared.

use sqlx::PgConnection;

type Rows = sqlx::Result<Vec<String>>;

/// Checks that every movement of the balance is in the ledger with its amount: payments, refunds and disputes in their charges, fees and
/// payouts by themselves.
pub(super) async fn movements(conn: &mut PgConnection) -> Rows {
    let mut findings = payments(conn).await?;
    findings.extend(disputes(conn).await?);
    findings.extend(own_transfers(conn).await?);
    Ok(findings)
}

/// Compares payments whose charge is in the statement. More refunds in the ledger are a finding once the statement is read beyond them: a
/// movement was recorded ten minutes after they were booked (`OVERLAP` in `payments/statement.rs`).
async fn payments(conn: &mut PgConnection) -> Rows {
    sqlx::query_scalar!(
        r#"WITH live AS MATERIALIZED (
               SELECT p.payload->>'subject_kind' AS subject_kind, (p.payload->>'restaurant_id')::bigint AS restaurant_id,
                      (p.payload->>'subject_id')::bigint AS subject_id, e.body
               FROM apalis.jobs j
               CROSS JOIN LATERAL (SELECT convert_from(j.job, 'UTF8')::jsonb AS payload) p
               LEFT JOIN provider_events e ON e.id = (p.payload->>'provider_event_id')::bigint
               WHERE j.job_type = 'payment'
                 AND (j.status IN ('Pending', 'Queued', 'Running') OR j.status = 'Failed' AND j.attempts < j.max_attempts)),
           processed AS MATERIALIZED (
               SELECT c.gateway_fid FROM live j
               JOIN charges c ON c.restaurant_id = j.restaurant_id AND c.subject_kind = j.subject_kind AND c.subject_id = j.subject_id),
           booked AS MATERIALIZED (
               SELECT t.payment_fid, coalesce(sum(t.amount) FILTER (WHERE t.kind IN ('charge_paid', 'orphan_paid')), 0) AS paid,
                      coalesce(sum(CASE WHEN t.kind = 'refund_failed' THEN -t.amount ELSE t.amount END) FILTER (
                          WHERE t.kind IN ('charge_refunded', 'provider_refund', 'refund_failed', 'orphan_refunded')), 0) AS refunded,
                      max(t.booked_at) FILTER (
                          WHERE t.kind IN ('charge_refunded', 'provider_refund', 'refund_failed', 'orphan_refunded')) AS refunded_at
               FROM (
                   SELECT c.gateway_fid AS payment_fid, t.kind, t.amount, t.booked_at FROM charges c
                   JOIN ledger_transfers t ON t.restaurant_id = c.restaurant_id AND t.charge_id = c.id
                   UNION ALL
                   SELECT t.reference, t.kind, t.amount, t.booked_at FROM ledger_transfers t
                   WHERE t.restaurant_id = 0 AND t.kind IN ('orphan_paid', 'orphan_refunded')) t
               GROUP BY t.payment_fid)
           SELECT format('payment %s: %s yen paid and %s yen refunded at the provider, %s and %s in the ledger', s.payment_fid, s.paid,
                         s.refunded, coalesce(l.paid, 0), coalesce(l.refunded, 0)) AS "detail!"
           FROM (SELECT payment_fid, sum(amount) FILTER (WHERE kind = 'charge') AS paid,
                        coalesce(-sum(amount) FILTER (WHERE kind IN ('refund', 'refund_failure')), 0) AS refunded
                 FROM provider_balance_transactions WHERE payment_fid IS NOT NULL
                 GROUP BY payment_fid HAVING bool_or(kind = 'charge')) s
           LEFT JOIN booked l ON l.payment_fid = s.payment_fid
           CROSS JOIN (SELECT max(recorded_at) - interval '10 minutes' AS booked_before FROM provider_balance_transactions) n
           WHERE (coalesce(l.paid, 0) <> s.paid OR coalesce(l.refunded, 0) < s.refunded
                  OR l.refunded > s.refunded AND l.refunded_at < n.booked_before)
             AND NOT (coalesce(l.paid, 0) = 0 AND s.refunded = s.paid)
             AND NOT EXISTS (SELECT 1 FROM processed p WHERE p.gateway_fid = s.payment_fid)
             AND NOT EXISTS (SELECT 1 FROM live j WHERE strpos(j.body, s.payment_fid) > 0)
           ORDER BY s.payment_fid"#
    )
    .fetch_all(conn)
    .await
}

/// Compares what banks withdrew, and what they returned of decided disputes. More returned in the ledger is a finding once the statement is
/// read beyond it, as in `payments`.
async fn disputes(conn: &mut PgConnection) -> Rows {
    sqlx::query_scalar!(
        r#"WITH live AS MATERIALIZED (
               SELECT e.body FROM apalis.jobs j
               CROSS JOIN LATERAL (SELECT convert_from(j.job, 'UTF8')::jsonb AS payload) p
               JOIN provider_events e ON e.id = (p.payload->>'provider_event_id')::bigint
               WHERE j.job_type = 'payment'
                 AND (j.status IN ('Pending', 'Queued', 'Running') OR j.status = 'Failed' AND j.attempts < j.max_attempts)),
           booked AS MATERIALIZED (
               SELECT d.gateway_fid AS source_fid, coalesce(sum(t.amount) FILTER (WHERE t.kind = 'dispute_opened'), 0) AS withdrawn,
                      coalesce(sum(t.amount) FILTER (WHERE t.kind = 'dispute_won'), 0) AS returned,
                      max(t.booked_at) FILTER (WHERE t.kind = 'dispute_won') AS returned_at, bool_or(d.closed_at IS NOT NULL) AS is_decided
               FROM charge_disputes d
               JOIN ledger_transfers t ON t.restaurant_id = d.restaurant_id AND t.charge_id = d.charge_id
                   AND t.key IN ('dispute_opened:' || d.gateway_fid, 'dispute_won:' || d.gateway_fid)
               GROUP BY d.gateway_fid)
           SELECT format('dispute %s: %s yen withdrawn and %s yen returned at the provider, %s and %s in the ledger', s.source_fid,
                         s.withdrawn, s.returned, coalesce(l.withdrawn, 0), coalesce(l.returned, 0)) AS "detail!"
           FROM (SELECT source_fid, -sum(amount) FILTER (WHERE amount < 0) AS withdrawn,
                        coalesce(sum(amount) FILTER (WHERE amount > 0), 0) AS returned
                 FROM provider_balance_transactions WHERE kind = 'adjustment' AND source_fid IS NOT NULL AND payment_fid IS NOT NULL
                 GROUP BY source_fid HAVING bool_or(amount < 0)) s
           LEFT JOIN booked l ON l.source_fid = s.source_fid
           CROSS JOIN (SELECT max(recorded_at) - interval '10 minutes' AS booked_before FROM provider_balance_transactions) n
           WHERE (coalesce(l.withdrawn, 0) <> s.withdrawn OR l.is_decided AND l.returned < s.returned
                  OR l.returned > s.returned AND l.returned_at < n.booked_before)
             AND NOT EXISTS (SELECT 1 FROM live j WHERE strpos(j.body, s.source_fid) > 0)
           ORDER BY s.source_fid"#
    )
    .fetch_all(conn)
    .await
}

/// Compares fees and payouts, which are booked with their movement.
async fn own_transfers(conn: &mut PgConnection) -> Rows {
    sqlx::query_scalar!(
        r#"WITH moved AS MATERIALIZED (SELECT gateway_fid, kind, amount, fee FROM provider_balance_transactions),
           own AS MATERIALIZED (
               SELECT t.key, CASE WHEN t.debit_account = 'card_provider' THEN t.amount ELSE -t.amount END AS signed
               FROM ledger_transfers t WHERE t.restaurant_id = 0)
           SELECT format('movement %s (%s): %s yen and a fee of %s yen at the provider, %s and %s in the ledger', b.gateway_fid, b.kind,
                         b.amount, b.fee, l.moved, l.fee) AS "detail!"
           FROM moved b
           LEFT JOIN own m ON m.key = 'moved:' || b.gateway_fid
           LEFT JOIN own f ON f.key = 'fee:' || b.gateway_fid
           CROSS JOIN LATERAL (SELECT coalesce(m.signed, 0) AS moved, coalesce(-f.signed, 0) AS fee) l
           WHERE l.fee <> b.fee
              OR l.moved <> CASE WHEN b.kind IN ('payout', 'payout_failure', 'stripe_fee', 'other') THEN b.amount ELSE 0 END
           UNION ALL
           SELECT format('transfer %s (%s) of %s yen: the provider reports no such movement', t.id, t.kind, t.amount)
           FROM ledger_transfers t
           WHERE t.kind IN ('processing_fee', 'dispute_fee', 'fee_returned', 'provider_payout', 'provider_payout_failed')
             AND NOT EXISTS (SELECT 1 FROM moved b WHERE t.key IN ('moved:' || b.gateway_fid, 'fee:' || b.gateway_fid))"#
    )
    .fetch_all(conn)
    .await
}
