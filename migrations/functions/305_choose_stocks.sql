-- Chooses stocks for requests in their order, without duplicates. answers contains 'chosen' for each, or the reason: 'slot_gone', 'busy' (of
-- p_busy) or 'full'. Nearly always every request can have its first choice, which a single query determines. p_restaurant_id is the restaurant
-- if all requests are for one, as in place_holds.
-- A request can still be booked, and is not 'slot_gone', if its slot is not deleted, and not allocated to gold diners unless the request is
-- for gold; its operation is active, its day is not closed, it still offers the time and the course, and its seats still have the capacity of
-- the request.
-- Counterpart: domain::availability::queries::list_slots_where finds the same slots; the test diner::booking::sql_counterparts compares the
-- two.
CREATE OR REPLACE FUNCTION choose_stocks(p_restaurant_id bigint, p_requests hold_request[], p_busy bigint[], OUT answers text[], OUT chosen chosen_stock[])
LANGUAGE plpgsql AS $$
DECLARE
    v_open open_request[];
BEGIN
    WITH open AS MATERIALIZED (
        SELECT w.ordinality::integer AS place, o.restaurant_id, o.id AS slot, w.stocks, w.needed, t.starts_at, t.ends_at,
               o.id = ANY (p_busy) AS is_busy
        FROM unnest(p_requests) WITH ORDINALITY AS w
        JOIN online_stock_groups o ON o.restaurant_id = coalesce(p_restaurant_id, w.restaurant_id) AND o.id = w.online_stock_group_id
            AND o.deleted_at IS NULL
        JOIN operations op ON op.restaurant_id = o.restaurant_id AND op.name = o.operation AND op.is_active
        JOIN inventory_groups g ON g.restaurant_id = o.restaurant_id AND g.id = o.inventory_group_id
            AND w.needed = (w.guests_count + g.capacity_per_stock - 1) / g.capacity_per_stock
        JOIN osg_times t ON t.restaurant_id = o.restaurant_id AND t.id = w.osg_time_id AND t.online_stock_group_id = o.id
        JOIN osg_courses oc ON oc.restaurant_id = o.restaurant_id AND oc.online_stock_group_id = o.id AND oc.course_id = w.course_id
        JOIN courses c ON c.restaurant_id = oc.restaurant_id AND c.id = oc.course_id AND c.is_active
        WHERE (SELECT true FROM restaurant_calendar_dates d
               WHERE d.restaurant_id = coalesce(p_restaurant_id, o.restaurant_id) AND d.date = o.date AND d.is_closed LIMIT 1) IS NULL
          AND (SELECT true FROM gold_allocations ga
               WHERE ga.restaurant_id = coalesce(p_restaurant_id, o.restaurant_id) AND ga.online_stock_group_id = o.id
                 AND w.is_gold IS NOT TRUE LIMIT 1) IS NULL
    ), first AS MATERIALIZED (
        SELECT open.place, s.restaurant_id, s.id AS stock, s.inventory_item_id AS item, tstzrange(starts_at, ends_at) AS during
        FROM open
        CROSS JOIN LATERAL unnest(open.stocks[1:open.needed]) AS wanted
        -- By its key, for any plan: by its slot, the plan would read every stock of the slot.
        CROSS JOIN LATERAL (
            SELECT * FROM online_stocks
            WHERE online_stocks.restaurant_id = coalesce(p_restaurant_id, open.restaurant_id) AND id = wanted LIMIT 1) s
        WHERE NOT is_busy AND s.online_stock_group_id = open.slot AND s.online_reservable_id IS NULL
          AND (SELECT true FROM reservation_seats taken
               WHERE taken.restaurant_id = coalesce(p_restaurant_id, s.restaurant_id) AND taken.inventory_item_id = s.inventory_item_id
                 AND taken.released_at IS NULL AND seat_overlaps(taken.during, starts_at, ends_at) LIMIT 1) IS NULL
    ), got AS (
        SELECT count(DISTINCT item) AS items, array_agg((place, restaurant_id, stock, item, during)::chosen_stock) AS stocks FROM first
    )
    SELECT ARRAY(SELECT CASE WHEN open.place IS NULL THEN 'slot_gone' WHEN is_busy THEN 'busy' ELSE 'chosen' END
                 FROM generate_series(1, cardinality(p_requests)) AS n LEFT JOIN open ON open.place = n ORDER BY n),
           coalesce(got.stocks, '{}'),
           CASE WHEN got.items <> (SELECT coalesce(sum(needed), 0) FROM open WHERE NOT is_busy)
                THEN ARRAY(SELECT (place, restaurant_id, slot, stocks, needed, starts_at, ends_at)::open_request FROM open) END
    INTO answers, chosen, v_open FROM got;
    IF v_open IS NOT NULL THEN
        SELECT turn.answers, turn.chosen INTO answers, chosen
        FROM choose_stocks_in_turn(v_open, cardinality(p_requests), p_busy) AS turn;
    END IF;
END $$;
