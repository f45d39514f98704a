-- What some years of 5,000 restaurants leave behind, beside what `seki generate` makes.
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
