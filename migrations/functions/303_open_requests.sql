-- Returns the requests of p_requests whose slot, time and course can still be booked, by their positions: the slot is not deleted, and not
-- allocated to gold diners unless the request is for gold; its operation is active, its day is not closed, it still offers the time and the
-- course, and its seats still have the capacity of the request.
-- Counterpart: domain::availability::queries::list_slots_where finds the same slots; the test diner::booking::sql_counterparts compares the
-- two.
CREATE OR REPLACE FUNCTION open_requests(p_requests hold_request[])
RETURNS TABLE (place integer, restaurant_id bigint, slot bigint, stocks bigint[], needed integer, starts_at timestamptz, ends_at timestamptz)
LANGUAGE sql STABLE AS $$
    SELECT w.ordinality::integer, o.restaurant_id, o.id, w.stocks, w.needed, t.starts_at, t.ends_at
    FROM unnest(p_requests) WITH ORDINALITY AS w
    JOIN online_stock_groups o ON o.restaurant_id = w.restaurant_id AND o.id = w.online_stock_group_id AND o.deleted_at IS NULL
    JOIN operations op ON op.restaurant_id = o.restaurant_id AND op.name = o.operation AND op.is_active
    JOIN inventory_groups g ON g.restaurant_id = o.restaurant_id AND g.id = o.inventory_group_id
        AND w.needed = (w.guests_count + g.capacity_per_stock - 1) / g.capacity_per_stock
    JOIN osg_times t ON t.restaurant_id = o.restaurant_id AND t.id = w.osg_time_id AND t.online_stock_group_id = o.id
    JOIN osg_courses oc ON oc.restaurant_id = o.restaurant_id AND oc.online_stock_group_id = o.id AND oc.course_id = w.course_id
    JOIN courses c ON c.restaurant_id = oc.restaurant_id AND c.id = oc.course_id AND c.is_active
    WHERE (SELECT true FROM restaurant_calendar_dates d
           WHERE d.restaurant_id = o.restaurant_id AND d.date = o.date AND d.is_closed LIMIT 1) IS NULL
      AND (SELECT true FROM gold_allocations ga
           WHERE ga.restaurant_id = o.restaurant_id AND ga.online_stock_group_id = o.id
             AND w.is_gold IS NOT TRUE LIMIT 1) IS NULL
$$;
