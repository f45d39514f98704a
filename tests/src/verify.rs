//! Invariants in plain SQL: the tests' own oracle, written without the product's rules.

use sqlx::PgPool;

const CHECKS: &[(&str, &str)] = &[
    (
        "two live reservations sit on one seat at one time",
        "SELECT format('item %s: reservations %s and %s', a.inventory_item_id, a.reservation_id, b.reservation_id)
         FROM reservation_seats a JOIN reservation_seats b
             ON a.restaurant_id = b.restaurant_id AND a.inventory_item_id = b.inventory_item_id AND a.ctid < b.ctid
         WHERE a.released_at IS NULL AND b.released_at IS NULL AND a.during && b.during",
    ),
    (
        "a live online reservation has exactly the seats its party needs, a dead one has none",
        "SELECT format('reservation %s (%s, %s guests) has %s seats', r.id, r.status, r.guests_count, count(s.*))
         FROM reservations r JOIN inventory_groups g ON g.restaurant_id = r.restaurant_id AND g.id = r.inventory_group_id
         LEFT JOIN reservation_seats s ON s.restaurant_id = r.restaurant_id AND s.reservation_id = r.id AND s.released_at IS NULL
         WHERE r.type = 'online_reservation' GROUP BY r.restaurant_id, r.id, g.capacity_per_stock, g.capacity_changed_at
         HAVING CASE WHEN r.status NOT IN ('pending', 'accepted') THEN count(s.*) <> 0
             -- Seated by another capacity: what is to come has seats enough.
             WHEN r.created_at <= g.capacity_changed_at
             THEN r.ends_at > g.capacity_changed_at AND count(s.*) * g.capacity_per_stock < r.guests_count
             ELSE count(s.*) <> ceil(r.guests_count::numeric / g.capacity_per_stock) END",
    ),
    (
        "a live online reservation holds as many stocks as seats, and only of its slot",
        "SELECT format('reservation %s (%s) holds %s stocks on %s seats', r.id, r.status, t.stocks, s.seats)
         FROM reservations r
         CROSS JOIN LATERAL (SELECT count(*) AS stocks FROM online_stocks o
                             WHERE o.restaurant_id = r.restaurant_id AND o.online_reservable_id = r.id AND o.online_stock_group_id = r.online_stock_group_id) t
         CROSS JOIN LATERAL (SELECT count(*) AS seats FROM reservation_seats x
                             WHERE x.restaurant_id = r.restaurant_id AND x.reservation_id = r.id AND x.released_at IS NULL) s
         WHERE r.type = 'online_reservation' AND t.stocks <> s.seats",
    ),
    (
        "a stock is held by a live reservation of its own slot",
        "SELECT format('stock %s is held by reservation %s (%s)', o.id, r.id, r.status)
         FROM online_stocks o JOIN reservations r ON r.restaurant_id = o.restaurant_id AND r.id = o.online_reservable_id
         WHERE r.status NOT IN ('pending', 'accepted') OR r.online_stock_group_id <> o.online_stock_group_id",
    ),
    (
        "the counter of a course and day is the sum of its guests, and within its maximum",
        "SELECT format('course %s on %s counts %s, has %s', coalesce(d.course_id, s.course_id), coalesce(d.date, s.date),
                       d.guests_count, s.guests)
         FROM course_days d
         FULL JOIN (SELECT restaurant_id, course_id, date, sum(guests_count) AS guests FROM reservations
                    WHERE course_id IS NOT NULL AND status IN ('pending', 'accepted') GROUP BY restaurant_id, course_id, date) s
             ON s.restaurant_id = d.restaurant_id AND s.course_id = d.course_id AND s.date = d.date
         LEFT JOIN courses c ON c.restaurant_id = d.restaurant_id AND c.id = d.course_id
         WHERE coalesce(d.guests_count, 0) <> coalesce(s.guests, 0) OR coalesce(s.guests, 0) > coalesce(least(c.daily_max, d.daily_max), 1000000)",
    ),
    (
        "an accepted reservation is paid in full",
        "SELECT format('charge %s of reservation %s is %s', c.id, r.id, c.status)
         FROM charges c JOIN reservations r ON r.restaurant_id = c.restaurant_id AND r.id = c.reservation_id
         WHERE r.status = 'accepted' AND c.status <> 'succeeded' AND c.kind IN ('reservation_fee', 'prepaid_course')
           AND c.voided_at IS NULL",
    ),
    (
        "an accepted reservation keeps the money it costs, and no more is given back than was taken",
        "SELECT format('charge %s of reservation %s (%s): refund due %s', c.id, r.id, r.status, c.refund_due)
         FROM charges c JOIN reservations r ON r.restaurant_id = c.restaurant_id AND r.id = c.reservation_id
         WHERE (r.status = 'accepted' AND c.kind <> 'cancellation_fee' AND c.refund_due - c.manually_refunded > CASE
                WHEN c.voided_at IS NOT NULL THEN c.amount
                WHEN c.kind = 'prepaid_course' THEN greatest(c.amount - r.prepaid_price, 0)
                ELSE 0 END) OR c.refunded_amount > c.amount
            OR (c.refunded_amount > 0 AND c.status <> 'succeeded')",
    ),
    (
        // The deletion of an account deletes its unsent mails.
        "each booking has a mail to its diner and one to the restaurant",
        "SELECT format('reservation %s has %s mails and %s notifications', r.id, coalesce(m.mails, 0), n.notifications)
         FROM reservations r LEFT JOIN users u ON u.id = r.user_id
         LEFT JOIN (SELECT reservation_id, count(*) AS mails FROM mail_deliveries
                    WHERE template IN ('reservation_accepted', 'reservation_reseated') GROUP BY reservation_id) m ON m.reservation_id = r.id
         CROSS JOIN LATERAL (SELECT count(*) AS notifications FROM notifications x
                             WHERE x.restaurant_id = r.restaurant_id AND x.reservation_id = r.id AND x.reason = 'new_onr') n
         WHERE r.type = 'online_reservation' AND r.accepted_at IS NOT NULL AND r.status = 'accepted'
           AND (coalesce(m.mails, 0) NOT BETWEEN (u.deleted_at IS NULL)::int AND 1 OR n.notifications <> 1)",
    ),
];

/// Books charges in the ledger that a test inserted into `charges` directly.
pub const BOOKED: &str = "
    INSERT INTO ledger_transfers (restaurant_id, key, kind, debit_account, credit_account, amount, charge_id, booked_at)
    SELECT restaurant_id, 'paid:' || uid, 'charge_paid', 'card_provider', 'prepaid_courses', amount, id, created_at
    FROM charges WHERE kind = 'prepaid_course' AND status = 'succeeded'
    UNION ALL
    SELECT restaurant_id, 'refunded:' || uid, 'charge_refunded', 'prepaid_courses', 'card_provider', refunded_amount, id, created_at
    FROM charges WHERE kind = 'prepaid_course' AND refunded_amount > 0";

/// Books the charges of charge invoices that a test inserted directly.
pub const INVOICED: &str = "
    INSERT INTO ledger_transfers (restaurant_id, key, kind, debit_account, credit_account, amount, invoice_month, booked_at)
    SELECT restaurant_id, 'charge:' || month || ':' || n, 'restaurant_charge', 'restaurant_payable', 'restaurant_charges',
           amount / reservations_count, month, issued_at
    FROM restaurant_charge_invoices CROSS JOIN LATERAL generate_series(1, reservations_count) AS n";

/// Returns every violated rule, with the violating rows.
pub async fn findings(pool: &PgPool) -> Vec<String> {
    let mut findings = Vec::new();
    for (rule, query) in CHECKS {
        let offenders: Vec<String> =
            sqlx::query_scalar(*query).fetch_all(pool).await.unwrap_or_else(|error| panic!("{rule}: {error}"));
        findings.extend(offenders.into_iter().map(|offender| format!("{rule}: {offender}")));
    }
    // The product's own checks, as `seki verify` runs them, must agree.
    let own = domain::verify::run(pool).await.expect("the product's checks");
    findings.extend(own.into_iter().map(|finding| format!("{}: {}", finding.check, finding.detail)));
    findings
}
