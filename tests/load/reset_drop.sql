UPDATE online_stocks SET online_reservable_id = NULL
WHERE restaurant_id = (SELECT id FROM restaurants WHERE slug = 'load-drop');
DELETE FROM reservation_seats WHERE restaurant_id = (SELECT id FROM restaurants WHERE slug = 'load-drop');
UPDATE reservations SET status = 'expired', held_until = NULL
WHERE restaurant_id = (SELECT id FROM restaurants WHERE slug = 'load-drop') AND status = 'pending';
DELETE FROM course_days WHERE restaurant_id = (SELECT id FROM restaurants WHERE slug = 'load-drop');
SELECT refresh_availability_days(id, (SELECT array_agg(DISTINCT date) FROM online_stock_groups o WHERE o.restaurant_id = r.id))
FROM restaurants r WHERE slug = 'load-drop';
