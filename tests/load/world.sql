INSERT INTO areas (id, label_ja, label_en) VALUES (1, '負荷', 'Load');
INSERT INTO cuisines (id, label_ja, label_en) VALUES (1, '負荷', 'Load');

INSERT INTO users (id, uid, email, password_hash, terms_agreed_at, created_at)
SELECT n, 'load-user-' || n, 'load-diner-' || n || '@seki.test', '-', :now, :now FROM generate_series(1, :diners) AS n;
INSERT INTO profiles (user_id, name_last, name_first, prefecture, phone_country, phone_local_number, phone_e164, phone_confirmed_at)
SELECT n, '負荷', n::text, '東京都', 'JP', '90' || lpad(n::text, 8, '0'), '+8190' || lpad(n::text, 8, '0'), :now
FROM generate_series(1, :diners) AS n;
-- A confirmation requires a card, because a cancellation can cost a fee. The card provider knows none of these cards, so nothing may be
-- charged: the restaurants take no reservation fee, and their courses are not prepaid.
INSERT INTO payment_methods (user_id, gateway_fid, brand, last4, exp_month, exp_year, created_at)
SELECT n, 'load-card-' || n, 'visa', '4242', 12, 2099, :now FROM generate_series(1, :diners) AS n;

-- Restaurant 0 is the drop.
INSERT INTO restaurants (id, slug, name_ja, name_en, area_id, cuisine_id, prefecture, reservation_fee, created_at)
SELECT n + 1, CASE n WHEN 0 THEN 'load-drop' ELSE 'load-' || lpad(n::text, 5, '0') END, '負荷' || n, 'Load ' || n, 1, 1, '東京都', 0, :now
FROM generate_series(0, :restaurants) AS n;
INSERT INTO restaurant_operations (restaurant_id, or_starts_at) SELECT id, :now::timestamptz - interval '1 year' FROM restaurants;
INSERT INTO operations (restaurant_id, name, opens_at, closes_at, default_stay_minutes, cutoff_hours)
SELECT id, 'dinner', '17:00', '23:00', 120, 1 FROM restaurants;
INSERT INTO courses (id, uid, restaurant_id, operation, title_ja, title_en, price)
SELECT id, 'load-course-' || id, id, 'dinner', 'コース', 'Course', 10000 FROM restaurants;
INSERT INTO inventory_groups (id, uid, restaurant_id, title_ja, title_en, short_label, capacity_per_stock)
SELECT id, 'load-group-' || id, id, 'カウンター', 'Counter', 'C', 1 FROM restaurants;
INSERT INTO inventory_items (uid, restaurant_id, inventory_group_id, label, position)
SELECT 'load-item-' || r.id || '-' || i, r.id, r.id, 'C' || i, i
FROM restaurants r, generate_series(1, CASE r.slug WHEN 'load-drop' THEN 20 ELSE :items END) AS i;
INSERT INTO reservation_round_plans (restaurant_id, kind) SELECT id, 'forever' FROM restaurants;
INSERT INTO customer_groups (uid, restaurant_id, label, label_short)
SELECT 'load-cg-' || r.id || '-' || g, r.id, 'G' || g, 'G' || g FROM restaurants r, generate_series(1, 2) AS g;

-- One slot a day; the drop has ten slots on one day, one start each.
INSERT INTO online_stock_groups (uid, restaurant_id, inventory_group_id, operation, date, guests_counts, created_at)
SELECT 'load-slot-' || r.id || '-' || d, r.id, r.id, 'dinner', (:now::timestamptz AT TIME ZONE 'Asia/Tokyo')::date + 2 + d::int, '{1,2,3,4}', :now
FROM restaurants r, generate_series(0, :days - 1) AS d WHERE r.slug <> 'load-drop';
INSERT INTO online_stock_groups (uid, restaurant_id, inventory_group_id, operation, date, guests_counts, created_at)
SELECT 'load-drop-slot-' || s, r.id, r.id, 'dinner', (:now::timestamptz AT TIME ZONE 'Asia/Tokyo')::date + 10, '{1}', :now
FROM restaurants r, generate_series(0, 9) AS s WHERE r.slug = 'load-drop';
INSERT INTO osg_times (restaurant_id, online_stock_group_id, starts_at, ends_at)
SELECT restaurant_id, id, at, at + interval '25 minutes'
FROM online_stock_groups, LATERAL (SELECT (date + time '17:00') AT TIME ZONE 'Asia/Tokyo'
    + CASE WHEN uid LIKE 'load-drop-slot-%' THEN split_part(uid, '-', 4)::int ELSE 0 END * interval '30 minutes' AS at) t;
INSERT INTO osg_courses (restaurant_id, online_stock_group_id, course_id)
SELECT restaurant_id, id, restaurant_id FROM online_stock_groups;
INSERT INTO online_stocks (restaurant_id, online_stock_group_id, inventory_item_id)
SELECT o.restaurant_id, o.id, i.id FROM online_stock_groups o JOIN inventory_items i ON i.inventory_group_id = o.inventory_group_id;
SELECT refresh_availability_days(r.id, (SELECT array_agg(DISTINCT date) FROM online_stock_groups o WHERE o.restaurant_id = r.id))
FROM restaurants r;

-- Earlier bookings: statements planned on empty tables would not be the statements of a running Seki.
WITH past AS (
    INSERT INTO reservations (uid, reservation_code, restaurant_id, type, status, user_id, inventory_group_id, course_id, operation,
        date, starts_at, ends_at, guests_count, accepted_at, created_at)
    SELECT 'load-past-' || r.id || '-' || n, 'load-past-' || r.id || '-' || n, r.id, 'online_reservation', 'accepted',
           (r.id * 37 + n) % :diners + 1, r.id, r.id, 'dinner', date, at, at + interval '25 minutes', 1, at - interval '9 days', at - interval '9 days'
    FROM restaurants r, generate_series(1, :past) AS n,
         LATERAL (SELECT (:now::timestamptz AT TIME ZONE 'Asia/Tokyo')::date - 1 - n AS date) d,
         LATERAL (SELECT (date + time '17:00') AT TIME ZONE 'Asia/Tokyo' AS at) t
    RETURNING id, restaurant_id, user_id, course_id, date, starts_at, ends_at
), seated AS (
    INSERT INTO reservation_seats (restaurant_id, reservation_id, inventory_item_id, during)
    SELECT past.restaurant_id, past.id, (SELECT min(i.id) FROM inventory_items i WHERE i.restaurant_id = past.restaurant_id),
           tstzrange(starts_at, ends_at) FROM past
), counted AS (
    INSERT INTO course_days (restaurant_id, course_id, date, guests_count) SELECT restaurant_id, course_id, date, 1 FROM past
)
INSERT INTO audit_events (at, restaurant_id, reservation_id, actor, actor_id, action)
SELECT starts_at, restaurant_id, id, 'diner', user_id, 'hold_placed' FROM past;

-- Bookings spread over restaurants, days and diners; no two of a diner at one restaurant.
CREATE TABLE load_targets AS
SELECT row_number() OVER (ORDER BY i.label, o.date, o.restaurant_id) AS n, r.slug, o.restaurant_id, o.id AS slot_id, t.id AS time_id,
       o.restaurant_id AS course_id,
       (row_number() OVER (PARTITION BY o.restaurant_id ORDER BY i.label, o.date) + o.restaurant_id * 37) % :diners + 1 AS diner_id,
       i.id AS item_id, s.id AS stock_id, o.date, t.starts_at, t.ends_at
FROM online_stock_groups o
JOIN restaurants r ON r.id = o.restaurant_id AND r.slug <> 'load-drop'
JOIN osg_times t ON t.restaurant_id = o.restaurant_id AND t.online_stock_group_id = o.id
JOIN online_stocks s ON s.restaurant_id = o.restaurant_id AND s.online_stock_group_id = o.id
JOIN inventory_items i ON i.restaurant_id = s.restaurant_id AND i.id = s.inventory_item_id;
ALTER TABLE load_targets ADD PRIMARY KEY (n);
CREATE SEQUENCE load_next;
CREATE TABLE load_tokens (diner_id bigint PRIMARY KEY, token bytea NOT NULL);

-- The floor: the four rows any booking system writes, with their ten indexes and their foreign keys, in one round trip.
CREATE TABLE load_bare_reservations (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, restaurant bigint NOT NULL REFERENCES restaurants (id),
    diner bigint NOT NULL REFERENCES users (id), item bigint NOT NULL, during tstzrange NOT NULL,
    FOREIGN KEY (restaurant, item) REFERENCES inventory_items (restaurant_id, id), EXCLUDE USING gist (item WITH =, during WITH &&));
CREATE INDEX ON load_bare_reservations (diner);
CREATE INDEX ON load_bare_reservations (restaurant, lower(during));
CREATE TABLE load_bare_holds (reservation_id bigint PRIMARY KEY REFERENCES load_bare_reservations (id), held_until timestamptz NOT NULL);
CREATE INDEX ON load_bare_holds (held_until);
CREATE TABLE load_bare_jobs (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, payload jsonb NOT NULL, run_at timestamptz NOT NULL);
CREATE INDEX ON load_bare_jobs (run_at);
CREATE TABLE load_bare_notes (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    reservation_id bigint NOT NULL REFERENCES load_bare_reservations (id), at timestamptz NOT NULL);
CREATE INDEX ON load_bare_notes (reservation_id);
CREATE FUNCTION load_bare(p_n bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE target load_targets; made bigint;
BEGIN
    SELECT * INTO target FROM load_targets WHERE n = p_n;
    INSERT INTO load_bare_reservations (restaurant, diner, item, during)
        VALUES (target.restaurant_id, target.diner_id, target.item_id, tstzrange(target.starts_at, target.ends_at))
        ON CONFLICT DO NOTHING RETURNING id INTO made;
    INSERT INTO load_bare_holds VALUES (made, now() + interval '10 minutes');
    INSERT INTO load_bare_jobs (payload, run_at) VALUES (jsonb_build_object('reservation', made), now());
    INSERT INTO load_bare_notes (reservation_id, at) VALUES (made, now());
    RETURN made;
END $$;
CREATE SEQUENCE load_bare_next;

-- The rows of a booking alone, with their indexes and foreign keys, without locks, decisions or earlier reads. Starts from the last target,
-- while the bookings begin with the first.
CREATE SEQUENCE load_rows_next INCREMENT -1 MINVALUE 1 MAXVALUE 1000000000 START 1000000000;
SELECT setval('load_rows_next', (SELECT max(n) FROM load_targets));
CREATE FUNCTION load_rows(p_n bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE target load_targets; made bigint;
BEGIN
    SELECT * INTO target FROM load_targets WHERE n = p_n;
    INSERT INTO reservations (uid, reservation_code, restaurant_id, type, status, user_id, inventory_group_id, online_stock_group_id,
        osg_time_id, course_id, operation, date, starts_at, ends_at, guests_count, held_until, created_at)
    VALUES ('load-rows-' || p_n, 'load-rows-' || p_n, target.restaurant_id, 'online_reservation', 'pending', target.diner_id,
        target.restaurant_id, target.slot_id, target.time_id, target.course_id, 'dinner', target.date, target.starts_at, target.ends_at,
        1, now() + interval '10 minutes', now()) RETURNING id INTO made;
    INSERT INTO reservation_seats (restaurant_id, reservation_id, inventory_item_id, during)
        VALUES (target.restaurant_id, made, target.item_id, tstzrange(target.starts_at, target.ends_at)) ON CONFLICT DO NOTHING;
    UPDATE online_stocks SET online_reservable_id = made
        WHERE restaurant_id = target.restaurant_id AND id = target.stock_id;
    INSERT INTO audit_events (at, restaurant_id, reservation_id, actor, actor_id, action)
        VALUES (now(), target.restaurant_id, made, 'diner', target.diner_id, 'hold_placed');
    INSERT INTO course_days AS d (restaurant_id, course_id, date, guests_count)
        VALUES (target.restaurant_id, target.course_id, target.date, 1)
        ON CONFLICT (restaurant_id, course_id, date) DO UPDATE SET guests_count = d.guests_count + 1;
    UPDATE restaurant_days SET stock_version = stock_version + 1, changed_no = next_change()
        WHERE restaurant_id = target.restaurant_id AND date = target.date;
    RETURN made;
END $$;
