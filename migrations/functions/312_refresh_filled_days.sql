-- Increments the versions of the days of new slots, and summarises those days. Days that the same templates filled and that have nothing
-- else are equal: one of them is summarised by the rules (refresh_availability_days), and the others copy its summary. Must run after
-- locking the days' rows, to see concurrent changes of a day. v_restaurant_id as in place_holds.
CREATE OR REPLACE FUNCTION refresh_filled_days(p_restaurants bigint[], p_slots bigint[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    v_restaurant_id bigint := CASE WHEN p_restaurants[1] = ALL (p_restaurants) THEN p_restaurants[1] END;
    v record;
    v_mark bigint := next_change();
    v_restaurants bigint[];
    v_dates date[];
    v_models date[];
BEGIN
    INSERT INTO restaurant_days AS d (restaurant_id, date, changed_no)
    SELECT DISTINCT o.restaurant_id, o.date, v_mark
    FROM unnest(p_restaurants, p_slots) AS filled (restaurant_id, id)
    JOIN online_stock_groups o ON o.restaurant_id = coalesce(v_restaurant_id, filled.restaurant_id) AND o.id = filled.id
    ORDER BY o.restaurant_id, o.date
    ON CONFLICT (restaurant_id, date) DO UPDATE SET stock_version = d.stock_version + 1, changed_no = excluded.changed_no;

    WITH slots AS MATERIALIZED (
        SELECT o.restaurant_id, o.id, o.date, o.online_stock_refillment_template_id AS template_id, r.time_zone
        FROM unnest(p_restaurants, p_slots) AS filled (restaurant_id, id)
        JOIN online_stock_groups o ON o.restaurant_id = coalesce(v_restaurant_id, filled.restaurant_id) AND o.id = filled.id
        JOIN restaurants r ON r.id = o.restaurant_id
    ), seated AS MATERIALIZED (
        SELECT DISTINCT t.restaurant_id, (seat.at AT TIME ZONE t.time_zone)::date AS date
        FROM (SELECT restaurant_id, template_id, time_zone, min(date) AS first, max(date) AS last FROM slots GROUP BY 1, 2, 3) t
        JOIN online_stock_refillment_template_items i
            ON i.restaurant_id = coalesce(v_restaurant_id, t.restaurant_id) AND i.online_stock_refillment_template_id = t.template_id
        JOIN reservation_seats s ON s.restaurant_id = i.restaurant_id AND s.inventory_item_id = i.inventory_item_id AND s.released_at IS NULL
            AND lower(s.during) >= (t.first - 1)::timestamp AT TIME ZONE t.time_zone
            AND lower(s.during) < (t.last + 1)::timestamp AT TIME ZONE t.time_zone
        CROSS JOIN LATERAL (VALUES (lower(s.during)), (upper(s.during))) AS seat (at)
        UNION
        -- If a meal has pacing limits, any arrival at any seat counts as something else on the day.
        SELECT r.restaurant_id, r.date
        FROM (SELECT DISTINCT restaurant_id, date FROM slots) filled
        JOIN operations op ON op.restaurant_id = coalesce(v_restaurant_id, filled.restaurant_id)
            AND (op.pacing_max_guests IS NOT NULL OR op.pacing_max_parties IS NOT NULL)
        JOIN reservations r ON r.restaurant_id = op.restaurant_id AND r.date = filled.date AND r.operation = op.name
        WHERE r.status IN ('pending', 'accepted')
    ), days AS MATERIALIZED (
        SELECT restaurant_id, date, time_zone, array_agg(template_id ORDER BY template_id)::text AS templates, count(*) AS filled
        FROM slots GROUP BY restaurant_id, date, time_zone
    ), alike AS (
        SELECT days.restaurant_id, days.date,
               CASE WHEN days.filled = (SELECT count(*) FROM online_stock_groups o WHERE o.restaurant_id = coalesce(v_restaurant_id, days.restaurant_id)
                                            AND o.date = days.date AND o.deleted_at IS NULL)
                     AND (days.restaurant_id, days.date) NOT IN (SELECT restaurant_id, date FROM seated)
                    THEN concat_ws('|', days.templates,
                        (SELECT d.is_closed FROM restaurant_calendar_dates d
                         WHERE d.restaurant_id = coalesce(v_restaurant_id, days.restaurant_id) AND d.date = days.date),
                        (SELECT string_agg(concat_ws('/', c.course_id, c.guests_count, c.daily_max), ',' ORDER BY c.course_id)
                         FROM course_days c WHERE c.restaurant_id = coalesce(v_restaurant_id, days.restaurant_id) AND c.date = days.date),
                        -- When clocks change, hours of the day have another distance from midnight than on other days.
                        days.date::timestamp AT TIME ZONE days.time_zone - days.date::timestamp AT TIME ZONE 'UTC',
                        (days.date + 1)::timestamp AT TIME ZONE days.time_zone - (days.date + 1)::timestamp AT TIME ZONE 'UTC')
                    ELSE days.date::text END AS likeness
        FROM days
    ), modelled AS (
        SELECT restaurant_id, date, min(date) OVER (PARTITION BY restaurant_id, likeness) AS model FROM alike
    )
    SELECT array_agg(restaurant_id), array_agg(date), array_agg(model) INTO v_restaurants, v_dates, v_models FROM modelled;

    FOR v IN
        SELECT restaurant_id, array_agg(date) AS dates FROM unnest(v_restaurants, v_dates, v_models) AS day (restaurant_id, date, model)
        WHERE date = model GROUP BY restaurant_id ORDER BY restaurant_id
    LOOP
        PERFORM refresh_availability_days(v.restaurant_id, v.dates);
    END LOOP;

    INSERT INTO availability_days AS a (restaurant_id, date, access_class, has_slots, bookable_until)
    SELECT m.restaurant_id, day.date, m.access_class, m.has_slots, m.bookable_until + make_interval(hours => 24 * (day.date - day.model))
    FROM unnest(v_restaurants, v_dates, v_models) AS day (restaurant_id, date, model)
    JOIN availability_days m ON m.restaurant_id = coalesce(v_restaurant_id, day.restaurant_id) AND m.date = day.model
    WHERE day.date <> day.model
    ON CONFLICT (restaurant_id, date, access_class) DO UPDATE
        SET has_slots = excluded.has_slots, bookable_until = excluded.bookable_until;
END $$;
