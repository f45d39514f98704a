-- The data that some years of 5,000 restaurants leave behind, in addition to the data of `seki generate`.
INSERT INTO audit_events (at, restaurant_id, actor, actor_id, action, detail)
SELECT timestamptz '2024-01-01' + n * interval '1 minute', 1 + n % 5000, (ARRAY['diner','owner','system','diner','owner'])[1 + n % 5], 1 + n % 7000,
       (ARRAY['reservation_accepted','hold_placed','hold_expired','reservation_cancelled','slot_updated'])[1 + n % 5], '{}'
FROM generate_series(1, 1000000) n;
INSERT INTO audit_events (at, restaurant_id, actor, actor_id, action, detail)
SELECT timestamptz '2024-01-02' + n * interval '1 hour', 7, 'admin', 1, 'slots_refilled', '{}' FROM generate_series(1, 40) n;
INSERT INTO owners (uid, email, password_hash, nickname, terms_agreed_at, created_at) SELECT 'big-'||n, 'big-'||n||'@seki.test', '-', '店主'||n, now(), now() FROM generate_series(1,5000) n;
INSERT INTO announcements (restaurant_id, subject_type, body, only_premium_grades, status, scheduled_at, created_at)
SELECT 1 + n % 5000, CASE WHEN n % 2 = 0 THEN 'event' ELSE 'notice' END, repeat('春', 200), '', CASE WHEN n % 50 = 0 THEN 'scheduled' ELSE 'draft' END, CASE WHEN n % 50 = 0 THEN now() + interval '1 day' END, now()
FROM generate_series(1, 20000) n;
INSERT INTO reservation_cancel_requests (uid, restaurant_id, reservation_id, reason, delete_os, status, owner_id, created_at, decided_at)
SELECT 'big-'||r.id, r.restaurant_id, r.id, 'customer', false, CASE WHEN r.id % 200 = 0 THEN 'approved' ELSE 'pending' END, (SELECT min(id) FROM owners), now(), CASE WHEN r.id % 200 = 0 THEN now() END
FROM reservations r WHERE r.id % 100 = 0;
INSERT INTO apalis.jobs (id, job_type, job, status, attempts, max_attempts, run_at, done_at, last_result)
SELECT 'BIG'||n, (ARRAY['mail','bulk_mail','sms','payment'])[1 + n % 4], '{"mail_delivery_id":1}', CASE WHEN n % 1000 = 0 THEN 'Killed' ELSE 'Done' END, 1, 12, now() - n * interval '1 second', now() - n * interval '1 second', '{"Ok":null}'
FROM generate_series(1, 300000) n;
INSERT INTO gold_plan_change_requests (user_id, created_at) SELECT id, now() FROM users ORDER BY id LIMIT 300;

-- One restaurant has many of everything.
INSERT INTO restaurant_owners (restaurant_id, owner_id, role)
SELECT r.id, o.id, 'staff' FROM restaurants r, (SELECT id FROM owners WHERE uid LIKE 'big-%' ORDER BY id LIMIT 200) o WHERE r.slug = 'load-00007';
INSERT INTO online_stock_refillment_templates (restaurant_id, title, inventory_group_id, operation, monday, friday, created_at)
SELECT r.id, '枠' || n, (SELECT min(g.id) FROM inventory_groups g WHERE g.restaurant_id = r.id),
       (SELECT min(o.name) FROM operations o WHERE o.restaurant_id = r.id), true, true, now()
FROM restaurants r, generate_series(1, 100) n WHERE r.slug = 'load-00007';
INSERT INTO raffle_rounds (uid, restaurant_id, registerable_from, registerable_till, winners_count, entries_limit, beacon_round, chain_head, created_at)
SELECT 'load-raffle' || CASE WHEN n > 0 THEN '-' || n ELSE '' END, r.id, now() - n * interval '10 days' - interval '8 days',
       now() - n * interval '10 days' - interval '1 day', 1000, 7, 1, md5('head'), now()
FROM restaurants r, generate_series(0, 100) n WHERE r.slug = 'load-00007';
INSERT INTO raffle_round_registrations (restaurant_id, raffle_round_id, user_id, code, created_at)
SELECT r.restaurant_id, r.id, u.id, 'LOAD' || u.id, now() FROM raffle_rounds r, (SELECT id FROM users ORDER BY id LIMIT 50000) u WHERE r.uid = 'load-raffle';
INSERT INTO raffle_entries (restaurant_id, raffle_round_id, place, raffle_round_registration_id, code, weight, category, link, created_at)
SELECT g.restaurant_id, g.raffle_round_id, row_number() OVER (ORDER BY e, g.id), g.id, g.code || '-' || e, 1, 'normal', md5(g.code || e), now()
FROM raffle_round_registrations g, generate_series(1, 4) e WHERE g.code LIKE 'LOAD%';

-- A prepaid course of each visit of a diner, some refunds and disputes, and what the ledger has of them.
INSERT INTO charges (uid, restaurant_id, subject_kind, subject_id, reservation_id, user_id, kind, amount, status, refund_due, refunded_amount, gateway_fid, succeeded_at, created_at, updated_at)
SELECT 'load-' || r.id, r.restaurant_id, 'reservation', r.id, r.id, c.user_id, 'prepaid_course', 1000 + r.id % 20000, 'succeeded', x.refund,
       CASE WHEN r.id % 1000 = 0 THEN 0 ELSE x.refund END, 'pi_load_' || r.id, r.created_at, r.created_at, r.created_at
FROM reservations r JOIN customers c ON c.restaurant_id = r.restaurant_id AND c.id = r.customer_id
CROSS JOIN LATERAL (SELECT CASE WHEN r.id % 50 = 0 THEN 500 ELSE 0 END AS refund) x WHERE c.user_id IS NOT NULL;
INSERT INTO ledger_transfers (restaurant_id, key, kind, debit_account, credit_account, amount, charge_id, reservation_id, booked_at)
SELECT restaurant_id, 'paid:' || uid, 'charge_paid', 'card_provider', 'prepaid_courses', amount, id, reservation_id, created_at FROM charges;
INSERT INTO ledger_transfers (restaurant_id, key, kind, debit_account, credit_account, amount, charge_id, reservation_id, booked_at)
SELECT restaurant_id, 'refunded:' || uid || ':500', 'charge_refunded', 'prepaid_courses', 'card_provider', refunded_amount, id, reservation_id, created_at
FROM charges WHERE refunded_amount > 0;
INSERT INTO ledger_transfers (restaurant_id, key, kind, debit_account, credit_account, amount, reference, booked_at)
SELECT id, 'payout:' || id || ':' || n, 'payout', 'restaurant_payable', 'bank', 100000 + n, '振込 ' || n, now() - n * interval '30 days' FROM restaurants, generate_series(1, 12) n;
INSERT INTO charge_disputes (restaurant_id, charge_id, gateway_fid, amount, reason, status, opened_at, updated_at)
SELECT restaurant_id, id, 'dp_load_' || id, amount, 'fraudulent', 'needs_response', created_at, created_at FROM charges WHERE reservation_id % 2000 = 0;
INSERT INTO reservation_no_show_fees (restaurant_id, reservation_id, amount, status, requested_at, charge_due_at)
SELECT restaurant_id, reservation_id, 3000, 'requested', created_at, created_at FROM charges WHERE reservation_id % 1000 = 1;
