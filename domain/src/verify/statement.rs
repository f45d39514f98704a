//! Compares the ledger with the provider's statement, as far as it is read. A payment that a job is processing is not a finding.

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
        r#"SELECT format('payment %s: %s yen paid and %s yen refunded at the provider, %s and %s in the ledger', s.payment_fid, s.paid,
                         s.refunded, l.paid, l.refunded) AS "detail!"
           FROM (SELECT payment_fid, sum(amount) FILTER (WHERE kind = 'charge') AS paid,
                        coalesce(-sum(amount) FILTER (WHERE kind IN ('refund', 'refund_failure')), 0) AS refunded
                 FROM provider_balance_transactions WHERE payment_fid IS NOT NULL
                 GROUP BY payment_fid HAVING bool_or(kind = 'charge')) s
           CROSS JOIN LATERAL (
               SELECT coalesce(sum(t.amount) FILTER (WHERE t.kind IN ('charge_paid', 'orphan_paid')), 0) AS paid,
                      coalesce(sum(CASE WHEN t.kind = 'refund_failed' THEN -t.amount ELSE t.amount END) FILTER (
                          WHERE t.kind IN ('charge_refunded', 'provider_refund', 'refund_failed', 'orphan_refunded')), 0) AS refunded,
                      max(t.booked_at) FILTER (
                          WHERE t.kind IN ('charge_refunded', 'provider_refund', 'refund_failed', 'orphan_refunded')) AS refunded_at
               FROM (
                   SELECT t.kind, t.amount, t.booked_at FROM charges c
                   JOIN ledger_transfers t ON t.restaurant_id = c.restaurant_id AND t.charge_id = c.id
                   WHERE c.gateway_fid = s.payment_fid
                   UNION ALL
                   SELECT t.kind, t.amount, t.booked_at FROM ledger_transfers t
                   WHERE t.restaurant_id = 0 AND t.kind IN ('orphan_paid', 'orphan_refunded') AND t.reference = s.payment_fid) t) l
           CROSS JOIN (SELECT max(recorded_at) - interval '10 minutes' AS booked_before FROM provider_balance_transactions) n
           WHERE (l.paid <> s.paid OR l.refunded < s.refunded OR l.refunded > s.refunded AND l.refunded_at < n.booked_before)
             AND NOT (l.paid = 0 AND s.refunded = s.paid)
             AND NOT EXISTS (
                 SELECT 1 FROM apalis.jobs j
                 CROSS JOIN LATERAL (SELECT convert_from(j.job, 'UTF8')::jsonb AS payload) p
                 LEFT JOIN provider_events e ON e.id = (p.payload->>'provider_event_id')::bigint
                 LEFT JOIN charges c ON c.gateway_fid = s.payment_fid
                 WHERE j.job_type = 'payment'
                   AND (j.status IN ('Pending', 'Queued', 'Running') OR j.status = 'Failed' AND j.attempts < j.max_attempts)
                   AND (p.payload->>'subject_kind' = c.subject_kind AND (p.payload->>'restaurant_id')::bigint = c.restaurant_id
                            AND (p.payload->>'subject_id')::bigint = c.subject_id OR strpos(e.body, s.payment_fid) > 0))
           ORDER BY s.payment_fid"#
    )
    .fetch_all(conn)
    .await
}

/// Compares what banks withdrew, and what they returned of decided disputes. More returned in the ledger is a finding once the statement is
/// read beyond it, as in `payments`.
async fn disputes(conn: &mut PgConnection) -> Rows {
    sqlx::query_scalar!(
        r#"SELECT format('dispute %s: %s yen withdrawn and %s yen returned at the provider, %s and %s in the ledger', s.source_fid,
                         s.withdrawn, s.returned, l.withdrawn, l.returned) AS "detail!"
           FROM (SELECT source_fid, -sum(amount) FILTER (WHERE amount < 0) AS withdrawn,
                        coalesce(sum(amount) FILTER (WHERE amount > 0), 0) AS returned
                 FROM provider_balance_transactions WHERE kind = 'adjustment' AND source_fid IS NOT NULL AND payment_fid IS NOT NULL
                 GROUP BY source_fid HAVING bool_or(amount < 0)) s
           CROSS JOIN LATERAL (
               SELECT coalesce(sum(t.amount) FILTER (WHERE t.kind = 'dispute_opened'), 0) AS withdrawn,
                      coalesce(sum(t.amount) FILTER (WHERE t.kind = 'dispute_won'), 0) AS returned,
                      max(t.booked_at) FILTER (WHERE t.kind = 'dispute_won') AS returned_at, bool_or(d.closed_at IS NOT NULL) AS is_decided
               FROM charge_disputes d
               JOIN ledger_transfers t ON t.restaurant_id = d.restaurant_id AND t.charge_id = d.charge_id
                   AND t.key IN ('dispute_opened:' || d.gateway_fid, 'dispute_won:' || d.gateway_fid)
               WHERE d.gateway_fid = s.source_fid) l
           CROSS JOIN (SELECT max(recorded_at) - interval '10 minutes' AS booked_before FROM provider_balance_transactions) n
           WHERE (l.withdrawn <> s.withdrawn OR l.is_decided AND l.returned < s.returned
                  OR l.returned > s.returned AND l.returned_at < n.booked_before)
             AND NOT EXISTS (
                 SELECT 1 FROM apalis.jobs j
                 CROSS JOIN LATERAL (SELECT convert_from(j.job, 'UTF8')::jsonb AS payload) p
                 JOIN provider_events e ON e.id = (p.payload->>'provider_event_id')::bigint
                 WHERE j.job_type = 'payment' AND strpos(e.body, s.source_fid) > 0
                   AND (j.status IN ('Pending', 'Queued', 'Running') OR j.status = 'Failed' AND j.attempts < j.max_attempts))
           ORDER BY s.source_fid"#
    )
    .fetch_all(conn)
    .await
}

/// Compares fees and payouts, which are booked with their movement.
async fn own_transfers(conn: &mut PgConnection) -> Rows {
    sqlx::query_scalar!(
        r#"SELECT format('movement %s (%s): %s yen and a fee of %s yen at the provider, %s and %s in the ledger', b.gateway_fid, b.kind,
                         b.amount, b.fee, l.moved, l.fee) AS "detail!"
           FROM provider_balance_transactions b
           CROSS JOIN LATERAL (
               SELECT coalesce(sum(s.signed) FILTER (WHERE t.key = 'moved:' || b.gateway_fid), 0) AS moved,
                      coalesce(-sum(s.signed) FILTER (WHERE t.key = 'fee:' || b.gateway_fid), 0) AS fee
               FROM ledger_transfers t
               CROSS JOIN LATERAL (SELECT CASE WHEN t.debit_account = 'card_provider' THEN t.amount ELSE -t.amount END AS signed) s
               WHERE t.restaurant_id = 0 AND t.key IN ('moved:' || b.gateway_fid, 'fee:' || b.gateway_fid)) l
           WHERE l.fee <> b.fee
              OR l.moved <> CASE WHEN b.kind IN ('payout', 'payout_failure', 'stripe_fee', 'other') THEN b.amount ELSE 0 END
           UNION ALL
           SELECT format('transfer %s (%s) of %s yen: the provider reports no such movement', t.id, t.kind, t.amount)
           FROM ledger_transfers t
           WHERE t.kind IN ('processing_fee', 'dispute_fee', 'fee_returned', 'provider_payout', 'provider_payout_failed')
             AND NOT EXISTS (SELECT 1 FROM provider_balance_transactions b
                             WHERE t.key IN ('moved:' || b.gateway_fid, 'fee:' || b.gateway_fid))"#
    )
    .fetch_all(conn)
    .await
}
