-- Returns the slots (each position of the two arrays is one) whose day summary may change when stocks are taken from them. It does not
-- change while stocks that all diners may use remain for the largest party at every start time and nothing else limits the parties.
-- p_restaurant_id is the restaurant if all slots are of one, as in place_holds.
-- Counterpart: domain::availability::day::Slot::has_ample_stock; the test diner::booking::sql_counterparts compares the two.
CREATE OR REPLACE FUNCTION slots_with_little_left(p_restaurant_id bigint, p_restaurants bigint[], p_slots bigint[])
RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE
    v_slots bigint[];
BEGIN
    SELECT array_agg(o.id) INTO v_slots
    FROM online_stock_groups o
    JOIN inventory_groups g ON g.restaurant_id = o.restaurant_id AND g.id = o.inventory_group_id
    WHERE (o.restaurant_id, o.id) IN (SELECT * FROM unnest(p_restaurants, p_slots))
      AND o.restaurant_id = coalesce(p_restaurant_id, o.restaurant_id) AND (
          (SELECT op.pacing_max_guests IS NOT NULL OR op.pacing_max_parties IS NOT NULL FROM operations op
           WHERE op.restaurant_id = coalesce(p_restaurant_id, o.restaurant_id) AND op.name = o.operation)
       OR (SELECT true FROM osg_guests_count_selectors s
           WHERE s.restaurant_id = coalesce(p_restaurant_id, o.restaurant_id) AND s.online_stock_group_id = o.id LIMIT 1)
       OR (SELECT true FROM osg_courses oc WHERE oc.restaurant_id = coalesce(p_restaurant_id, o.restaurant_id) AND oc.online_stock_group_id = o.id
             AND (SELECT c.is_active AND c.daily_max IS NOT NULL FROM courses c
                  WHERE c.restaurant_id = coalesce(p_restaurant_id, oc.restaurant_id) AND c.id = oc.course_id) LIMIT 1)
       OR (SELECT true FROM osg_courses oc WHERE oc.restaurant_id = coalesce(p_restaurant_id, o.restaurant_id) AND oc.online_stock_group_id = o.id
             AND (SELECT d.daily_max IS NOT NULL FROM course_days d
                  WHERE d.restaurant_id = coalesce(p_restaurant_id, oc.restaurant_id) AND d.course_id = oc.course_id AND d.date = o.date)
             AND (SELECT c.is_active FROM courses c WHERE c.restaurant_id = coalesce(p_restaurant_id, oc.restaurant_id) AND c.id = oc.course_id) LIMIT 1)
       OR (SELECT true
           FROM (SELECT max((guests + g.capacity_per_stock - 1) / g.capacity_per_stock) AS needed FROM unnest(o.guests_counts) AS guests) largest
           JOIN osg_times t ON t.restaurant_id = coalesce(p_restaurant_id, o.restaurant_id) AND t.online_stock_group_id = o.id AND largest.needed > (
               SELECT count(*) FROM (
                   SELECT 1 FROM online_stocks s
                   WHERE s.restaurant_id = coalesce(p_restaurant_id, o.restaurant_id) AND s.online_stock_group_id = o.id
                     AND s.online_reservable_id IS NULL AND s.access_control = 'blacklist'
                     AND (SELECT true FROM online_stock_customer_groups x
                          WHERE x.restaurant_id = coalesce(p_restaurant_id, s.restaurant_id) AND x.online_stock_id = s.id LIMIT 1) IS NULL
                     AND (SELECT true FROM reservation_seats taken
                          WHERE taken.restaurant_id = coalesce(p_restaurant_id, s.restaurant_id) AND taken.inventory_item_id = s.inventory_item_id
                            AND taken.released_at IS NULL AND seat_overlaps(taken.during, t.starts_at, t.ends_at) LIMIT 1) IS NULL
                   LIMIT largest.needed) enough)
           LIMIT 1));
    RETURN v_slots;
END $$;
