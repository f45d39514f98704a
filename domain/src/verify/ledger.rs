//! Compares the ledger with the booked charges, refunds, disputes, reservations and charge invoices.

use sqlx::PgConnection;

type Rows = sqlx::Result<Vec<String>>;

/// Checks that a paid charge is booked with its amount in the account of its kind, and so are its refunds.
pub(super) async fn charges(conn: &mut PgConnection) -> Rows {
    sqlx::query_scalar!(
        r#"SELECT format('charge %s (%s, %s): amount %s, paid back %s; in the ledger: paid %s, paid back %s, in other accounts %s',
                         c.id, c.kind, c.status, c.amount, c.refunded_amount, l.paid, l.refunded, l.strange) AS "detail!"
           FROM charges c
           CROSS JOIN LATERAL (SELECT CASE c.kind
               WHEN 'prepaid_course' THEN 'prepaid_courses'
               WHEN 'cancellation_fee' THEN 'cancellation_fees'
               WHEN 'reservation_fee' THEN 'reservation_fees'
               WHEN 'subscription_fee' THEN 'subscription_fees'
               ELSE 'corrections' END AS account) a
           CROSS JOIN LATERAL (
               SELECT coalesce(sum(l.amount) FILTER (WHERE l.kind = 'charge_paid'), 0) AS paid,
                      coalesce(sum(CASE WHEN l.kind = 'refund_failed' THEN -l.amount ELSE l.amount END) FILTER (
                          WHERE l.kind IN ('charge_refunded', 'provider_refund', 'refund_failed')), 0) AS refunded,
                      coalesce(sum(l.amount) FILTER (WHERE NOT CASE l.kind
                          WHEN 'charge_paid' THEN l.debit_account = 'card_provider' AND l.credit_account = a.account
                          WHEN 'charge_refunded' THEN l.credit_account = 'card_provider' AND l.debit_account IN (a.account, 'restaurant_payable')
                          WHEN 'provider_refund' THEN l.credit_account = 'card_provider' AND l.debit_account IN (a.account, 'restaurant_payable')
                          WHEN 'refund_failed' THEN l.debit_account = 'card_provider' AND l.credit_account IN (a.account, 'restaurant_payable')
                          WHEN 'dispute_refund' THEN l.credit_account = 'dispute_losses' AND l.debit_account IN (a.account, 'restaurant_payable')
                          WHEN 'dispute_recovered' THEN l.credit_account = 'dispute_losses' AND l.debit_account IN (a.account, 'restaurant_payable')
                          WHEN 'goodwill' THEN l.debit_account = 'goodwill' AND l.credit_account = 'restaurant_payable'
                          WHEN 'dispute_opened' THEN l.debit_account = 'disputes' AND l.credit_account = 'card_provider'
                          WHEN 'dispute_won' THEN l.debit_account = 'card_provider' AND l.credit_account = 'disputes'
                          WHEN 'dispute_lost' THEN l.debit_account = 'dispute_losses' AND l.credit_account = 'disputes'
                          ELSE l.debit_account = a.account AND l.credit_account = 'restaurant_payable' END), 0) AS strange
               FROM ledger_transfers l WHERE l.restaurant_id = c.restaurant_id AND l.charge_id = c.id) l
           WHERE l.paid <> CASE c.status WHEN 'succeeded' THEN c.amount ELSE 0 END OR l.refunded <> c.refunded_amount OR l.strange > 0
           ORDER BY c.id"#
    )
    .fetch_all(conn)
    .await
}

/// Checks that the balance of a charge in the account of its kind is never negative, and is zero once the charge is earned, and that the
/// restaurant is compensated then.
pub(super) async fn earned(conn: &mut PgConnection) -> Rows {
    let mut findings = left_in_account(conn).await?;
    findings.extend(uncompensated(conn).await?);
    Ok(findings)
}

/// Finds compensations for manual refunds that are made, of charges that are earned and not disputed.
async fn uncompensated(conn: &mut PgConnection) -> Rows {
    sqlx::query_scalar!(
        r#"SELECT format('charge %s of reservation %s: a compensation of %s yen is not booked although it is earned', c.id, c.reservation_id,
                         c.goodwill_due) AS "detail!"
           FROM charges c
           WHERE c.goodwill_due > 0 AND c.refund_due BETWEEN c.refunded_amount AND c.refunded_amount + c.lost_amount
             AND (c.dispute_state IS NULL OR c.dispute_state IN ('won', 'lost'))
             AND EXISTS (SELECT 1 FROM ledger_transfers l WHERE l.restaurant_id = c.restaurant_id AND l.key = 'earned:' || c.uid)
             AND NOT EXISTS (SELECT 1 FROM payment_adjustments a WHERE a.restaurant_id = c.restaurant_id AND a.charge_id = c.id
                               AND a.kind = 'refund' AND a.status = 'processing')
           ORDER BY c.id"#
    )
    .fetch_all(conn)
    .await
}

async fn left_in_account(conn: &mut PgConnection) -> Rows {
    sqlx::query_scalar!(
        r#"SELECT format('charge %s of reservation %s: %s yen are left in %s%s', l.charge_id, min(l.reservation_id), sum(s.amount),
                         s.account, CASE WHEN bool_or(l.kind IN ('course_earned', 'cancellation_fee_earned', 'correction_earned'))
                                         THEN ' although it is earned' ELSE '' END) AS "detail!"
           FROM ledger_transfers l
           CROSS JOIN LATERAL (VALUES (l.credit_account, l.amount), (l.debit_account, -l.amount)) AS s (account, amount)
           WHERE l.charge_id IS NOT NULL AND s.account IN ('prepaid_courses', 'cancellation_fees', 'corrections')
           GROUP BY l.restaurant_id, l.charge_id, s.account
           HAVING sum(s.amount) < 0
               OR bool_or(l.kind IN ('course_earned', 'cancellation_fee_earned', 'correction_earned')) AND sum(s.amount) <> 0
           ORDER BY l.charge_id"#
    )
    .fetch_all(conn)
    .await
}

/// Checks that the bank's withdrawal for a dispute is booked, and so is its outcome, and that no cardholder has money back twice, from us and
/// from the bank, while a dispute waits for the operator's answer. A lost dispute about refunded money is a loss that nothing here repairs.
pub(super) async fn disputes(conn: &mut PgConnection) -> Rows {
    sqlx::query_scalar!(
        r#"SELECT format('dispute %s of charge %s (%s): amount %s, in the ledger: taken %s, ended with %s',
                         d.id, d.charge_id, d.status, d.amount, l.taken, l.ended) AS "detail!"
           FROM charge_disputes d
           CROSS JOIN LATERAL (
               SELECT coalesce(sum(l.amount) FILTER (WHERE l.key = 'dispute_opened:' || d.gateway_fid), 0) AS taken,
                      coalesce(sum(l.amount) FILTER (
                          WHERE l.key = CASE d.status WHEN 'lost' THEN 'dispute_lost:' ELSE 'dispute_won:' END || d.gateway_fid), 0) AS ended
               FROM ledger_transfers l WHERE l.restaurant_id = d.restaurant_id AND l.charge_id = d.charge_id) l
           WHERE l.taken <> CASE WHEN d.status LIKE 'warning%' THEN 0 ELSE d.amount END
              OR l.ended <> CASE WHEN d.status NOT LIKE 'warning%' AND (d.closed_at IS NOT NULL OR d.status = 'lost') THEN d.amount ELSE 0 END
           UNION ALL
           SELECT format('charge %s: %s yen are refunded and %s yen are disputed, of %s yen paid: the cardholder has money back twice',
                         c.id, c.refunded_amount, d.amount, c.amount)
           FROM charges c
           CROSS JOIN LATERAL (
               SELECT coalesce(sum(d.amount), 0) AS amount FROM charge_disputes d
               WHERE d.restaurant_id = c.restaurant_id AND d.charge_id = c.id AND d.status NOT LIKE 'warning%'
                 AND NOT (d.closed_at IS NOT NULL AND d.status <> 'lost')) d
           WHERE c.dispute_state = 'open' AND c.refunded_amount + d.amount > c.amount
             AND EXISTS (SELECT 1 FROM charge_disputes u WHERE u.restaurant_id = c.restaurant_id AND u.charge_id = c.id
                           AND u.closed_at IS NULL AND u.answered_at IS NULL AND u.status = 'needs_response')
           UNION ALL
           SELECT format('charge %s: lost disputes of %s yen, %s yen of them recorded', c.id, d.amount, c.lost_amount)
           FROM charges c
           CROSS JOIN LATERAL (
               SELECT coalesce(sum(d.amount), 0) AS amount FROM charge_disputes d
               WHERE d.restaurant_id = c.restaurant_id AND d.charge_id = c.id AND d.status = 'lost') d
           WHERE c.dispute_state IS NOT NULL AND c.lost_amount <> d.amount"#
    )
    .fetch_all(conn)
    .await
}

/// Checks that a charge invoice is the sum of its month's charges, and that each charge equals the rate of its reservation's day.
pub(super) async fn invoices(conn: &mut PgConnection) -> Rows {
    sqlx::query_scalar!(
        r#"SELECT format('charge invoice %s of restaurant %s (%s): %s reservations, %s yen; in the ledger: %s, %s yen',
                         i.id, i.restaurant_id, i.month, i.reservations_count, i.amount, l.count, l.amount) AS "detail!"
           FROM restaurant_charge_invoices i
           CROSS JOIN LATERAL (
               SELECT count(*) AS count, coalesce(sum(l.amount), 0) AS amount FROM ledger_transfers l
               WHERE l.restaurant_id = i.restaurant_id AND l.invoice_month = i.month) l
           WHERE (l.count, l.amount) <> (i.reservations_count, i.amount)
           UNION ALL
           SELECT format('reservation %s of restaurant %s is charged %s yen, its day''s rate is %s', r.id, r.restaurant_id, l.amount,
                         coalesce(rate.amount, 0))
           FROM ledger_transfers l
           JOIN reservations r ON r.restaurant_id = l.restaurant_id AND r.id = l.reservation_id
           LEFT JOIN LATERAL (
               SELECT amount FROM restaurant_charge_rates c WHERE c.restaurant_id = r.restaurant_id AND c.valid_from <= r.date
               ORDER BY c.valid_from DESC LIMIT 1) rate ON true
           WHERE l.kind = 'restaurant_charge' AND l.amount <> coalesce(rate.amount, 0)"#
    )
    .fetch_all(conn)
    .await
}

/// Checks that bank transfers have a reference and the right accounts, that a restaurant's receipt has the amount of a paid invoice, and
/// that no restaurant was paid more than it was owed at its last payout.
pub(super) async fn bank(conn: &mut PgConnection) -> Rows {
    sqlx::query_scalar!(
        r#"SELECT format('transfer %s (%s) of restaurant %s: %s yen, reference %L', l.id, l.kind, l.restaurant_id, l.amount, l.reference)
                  AS "detail!"
           FROM ledger_transfers l
           WHERE l.kind IN ('payout', 'restaurant_receipt') AND (l.reference = '' OR l.key <> l.kind || ':' || l.reference
                 OR NOT CASE l.kind WHEN 'payout' THEN l.debit_account = 'restaurant_payable' AND l.credit_account = 'bank'
                        ELSE l.debit_account = 'bank' AND l.credit_account = 'restaurant_payable'
                             AND EXISTS (SELECT 1 FROM restaurant_charge_invoices i
                                         WHERE i.restaurant_id = l.restaurant_id AND i.amount = l.amount AND i.status = 'paid') END)
           UNION ALL
           SELECT format('restaurant %s was paid %s yen more than it was owed', id, -owed) FROM (
               SELECT l.restaurant_id AS id, sum(CASE WHEN l.credit_account = 'restaurant_payable' THEN l.amount ELSE -l.amount END) AS owed
               FROM ledger_transfers l
               WHERE 'restaurant_payable' IN (l.debit_account, l.credit_account)
                 AND l.id <= (SELECT max(p.id) FROM ledger_transfers p WHERE p.restaurant_id = l.restaurant_id AND p.kind = 'payout')
               GROUP BY l.restaurant_id) AS at_last_payout
           WHERE owed < 0"#
    )
    .fetch_all(conn)
    .await
}
