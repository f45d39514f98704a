SELECT nextval('load_next') AS n \gset
SELECT restaurant_id, slot_id, time_id, course_id, diner_id, item_id, stock_id, date, starts_at, ends_at FROM load_targets WHERE n = :n \gset
SELECT user_id FROM sessions WHERE user_id = :diner_id LIMIT 1;
BEGIN;
SELECT id FROM online_stock_groups WHERE id = :slot_id FOR UPDATE;
INSERT INTO reservations (uid, reservation_code, restaurant_id, type, status, user_id, inventory_group_id, online_stock_group_id, osg_time_id, course_id, operation, date, starts_at, ends_at, guests_count, course_title_ja, course_title_en, course_price, cancellation_policy, access_class, locale, held_until, created_at) SELECT 'bench-' || :n, 'bench-' || :n, :restaurant_id, 'online_reservation', 'pending', :diner_id, :restaurant_id, :slot_id, :time_id, :course_id, 'dinner', :date::date, :starts_at::timestamptz, :ends_at::timestamptz, 1, 'コース', 'Course', 10000, '[]', 0, 'ja', now() + interval '1 day', now() RETURNING id AS reservation \gset
INSERT INTO audit_events (at, restaurant_id, reservation_id, actor, actor_id, action, detail) VALUES (now(), :restaurant_id, :reservation, 'diner', :diner_id, 'hold_placed', '{}');
INSERT INTO reservation_seats (restaurant_id, reservation_id, inventory_item_id, during) VALUES (:restaurant_id, :reservation, :item_id, tstzrange(:starts_at::timestamptz, :ends_at::timestamptz)) ON CONFLICT DO NOTHING;
UPDATE online_stocks SET online_reservable_id = :reservation WHERE id = :stock_id AND online_reservable_id IS NULL;
INSERT INTO course_days AS d (restaurant_id, course_id, date, guests_count) VALUES (:restaurant_id, :course_id, :date::date, 1) ON CONFLICT (course_id, date) DO UPDATE SET guests_count = d.guests_count + excluded.guests_count;
SELECT refresh_availability_days(:restaurant_id, ARRAY[:date::date]);
COMMIT;
