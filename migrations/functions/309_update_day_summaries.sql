-- Counts the guests of held requests towards their courses' daily maximum, increments their days' versions, and summarises the days again
-- whose summary may have changed: a day that changed after the requests were read (its version differs from day_version), and a day on
-- which another slot offers the same seats. p_previous_date is the day of a hold that was released for these requests. p_restaurant_id is the
-- restaurant if all requests are for one, as in place_holds. An exceeded maximum is an error that names course_days_daily_max.
CREATE OR REPLACE FUNCTION update_day_summaries(p_restaurant_id bigint, p_requests hold_request[], p_held integer[], p_chosen chosen_stock[],
    p_have_neighbours boolean, p_previous_date date)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    v record;
    v_restaurants bigint[];
    v_slots bigint[];
    v_others bigint[];
    v_courses bigint[];
    v_dates date[];
    v_guests integer[];
BEGIN
    SELECT array_agg(restaurant_id), array_agg(course_id), array_agg(date), array_agg(guests) INTO v_restaurants, v_courses, v_dates, v_guests
    FROM (
        SELECT o.restaurant_id, w.course_id, o.date, sum(w.guests_count)::integer AS guests
        FROM unnest(p_requests) WITH ORDINALITY AS w
        JOIN online_stock_groups o ON o.restaurant_id = coalesce(p_restaurant_id, w.restaurant_id) AND o.id = w.online_stock_group_id
        WHERE w.ordinality = ANY (p_held)
        GROUP BY o.restaurant_id, w.course_id, o.date) counted;
    IF NOT count_course_guests(p_restaurant_id, v_restaurants, v_courses, v_dates, v_guests) THEN
        RAISE EXCEPTION 'the course has reached its daily maximum' USING CONSTRAINT = 'course_days_daily_max';
    END IF;
    WITH held AS MATERIALIZED (
        SELECT o.id, o.restaurant_id, o.date, w.day_version
        FROM unnest(p_requests) WITH ORDINALITY AS w
        JOIN online_stock_groups o ON o.restaurant_id = coalesce(p_restaurant_id, w.restaurant_id) AND o.id = w.online_stock_group_id
        WHERE w.ordinality = ANY (p_held)
    ), raised AS (
        INSERT INTO restaurant_days AS d (restaurant_id, date)
        SELECT DISTINCT restaurant_id, date FROM held ORDER BY restaurant_id, date
        ON CONFLICT (restaurant_id, date) DO UPDATE SET stock_version = d.stock_version + 1, changed_no = excluded.changed_no
        RETURNING restaurant_id, date, stock_version - 1 AS previous_version
    )
    SELECT array_agg(held.id), array_agg(held.restaurant_id) FILTER (WHERE held.day_version IS DISTINCT FROM raised.previous_version),
           array_agg(held.id) FILTER (WHERE held.day_version IS DISTINCT FROM raised.previous_version)
    INTO v_slots, v_restaurants, v_others
    FROM held JOIN raised ON raised.restaurant_id = held.restaurant_id AND raised.date = held.date;

    IF p_previous_date IS NOT NULL THEN
        v_others := v_slots;
    ELSE
        IF v_others IS NULL AND NOT p_have_neighbours THEN
            RETURN;
        END IF;
        IF v_others IS NOT NULL THEN
            v_others := slots_with_little_left(p_restaurant_id, v_restaurants, v_others);
        END IF;
        SELECT v_others || slots_that_share(p_restaurant_id, array_agg(c.restaurant_id),
                                            array_agg(p_requests[c.request].online_stock_group_id), array_agg(c.item), array_agg(c.during))
        INTO v_others FROM unnest(p_chosen) AS c WHERE c.request = ANY (p_held);
    END IF;
    FOR v IN
        SELECT o.restaurant_id, array_remove(array_agg(DISTINCT o.date) || p_previous_date, NULL) AS dates
        FROM unnest(p_requests) AS w
        JOIN online_stock_groups o ON o.restaurant_id = coalesce(p_restaurant_id, w.restaurant_id) AND o.id = w.online_stock_group_id
        WHERE o.id = ANY (v_others) GROUP BY o.restaurant_id ORDER BY o.restaurant_id
    LOOP
        PERFORM refresh_availability_days(v.restaurant_id, v.dates);
    END LOOP;
END $$;
