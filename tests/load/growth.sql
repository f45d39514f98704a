-- Further past bookings of the measured restaurants: twelve dinners a day, one a seat, of diners who are not measured.
WITH past AS (
    INSERT INTO reservations (uid, reservation_code, restaurant_id, type, status, user_id, inventory_group_id, course_id, operation,
        date, starts_at, ends_at, guests_count, accepted_at, created_at)
    SELECT 'load-older-' || r.id || '-' || k, 'load-older-' || r.id || '-' || k, r.id, 'online_reservation', 'accepted',
           :first_diner + (r.id * 37 + k) % :diners, r.id, r.id, 'dinner', date, at, at + interval '2 hours', 1,
           at - interval '20 days', at - interval '20 days'
    FROM restaurants r, generate_series(0, :each - 1) AS k,
         LATERAL (SELECT (:now::timestamptz AT TIME ZONE 'Asia/Tokyo')::date - 2 - (k / 12)::integer AS date) d,
         LATERAL (SELECT (date + time '19:00') AT TIME ZONE 'Asia/Tokyo' AS at) t
    WHERE r.id BETWEEN 2 AND :restaurants + 1
    RETURNING id, uid, restaurant_id, user_id, starts_at, ends_at
), seated AS (
    INSERT INTO reservation_seats (restaurant_id, reservation_id, inventory_item_id, during)
    SELECT past.restaurant_id, past.id, i.id, tstzrange(past.starts_at, past.ends_at)
    FROM past JOIN inventory_items i
        ON i.restaurant_id = past.restaurant_id AND i.position = split_part(past.uid, '-', 4)::integer % 12 + 1
)
INSERT INTO audit_events (at, restaurant_id, reservation_id, actor, actor_id, action)
SELECT starts_at, restaurant_id, id, 'diner', user_id, 'hold_placed' FROM past;
