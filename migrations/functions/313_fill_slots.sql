-- Creates the slots of refill templates on dates (each position of the four arrays is one template and date, and the slot's uid), with
-- their times, courses, stocks and selectors, and returns their number. The caller must have locked the restaurants' templates and called
-- refill_obstacles. Omits archived groups and courses that are not served any more. A slot has selectors only if a group has its own or the
-- number of parties of a size is limited; otherwise its guests_counts are sufficient. Lock order of a booking: the new slots, which are
-- unlocked, then course counters, then days. v_restaurant_id as in place_holds.
CREATE OR REPLACE FUNCTION fill_slots(p_restaurants bigint[], p_templates bigint[], p_dates date[], p_uids text[], p_now timestamptz)
RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    v_restaurant_id bigint := CASE WHEN p_restaurants[1] = ALL (p_restaurants) THEN p_restaurants[1] END;
    v_restaurants bigint[];
    v_slots bigint[];
BEGIN
    WITH wanted AS MATERIALIZED (
        SELECT * FROM unnest(p_restaurants, p_templates, p_dates, p_uids) AS w (restaurant_id, template_id, date, uid)
    ), options AS MATERIALIZED (
        SELECT s.restaurant_id, s.online_stock_refillment_template_id AS template_id, s.customer_group_id, s.always_allow_last_solo,
               o.guests_count, o.max_per_isg
        FROM (SELECT DISTINCT restaurant_id, template_id FROM wanted) t
        JOIN guests_count_selectors s ON s.restaurant_id = coalesce(v_restaurant_id, t.restaurant_id)
            AND s.online_stock_refillment_template_id = t.template_id
        JOIN guests_count_selector_options o ON o.restaurant_id = s.restaurant_id AND o.guests_count_selector_id = s.id
        LEFT JOIN customer_groups g ON g.restaurant_id = s.restaurant_id AND g.id = s.customer_group_id
        WHERE g.archived_at IS NULL
    ), templates AS MATERIALIZED (
        SELECT t.restaurant_id, t.id, t.inventory_group_id, t.operation, r.time_zone, o.guests_counts, o.last_solo, o.has_selectors
        FROM (SELECT restaurant_id, template_id, array_agg(DISTINCT guests_count ORDER BY guests_count) AS guests_counts,
                     bool_or(always_allow_last_solo) AS last_solo,
                     bool_or(customer_group_id IS NOT NULL OR max_per_isg IS NOT NULL) AS has_selectors
              FROM options GROUP BY restaurant_id, template_id) o
        JOIN online_stock_refillment_templates t ON t.restaurant_id = coalesce(v_restaurant_id, o.restaurant_id) AND t.id = o.template_id
        JOIN restaurants r ON r.id = t.restaurant_id
    ), made AS (
        INSERT INTO online_stock_groups (uid, restaurant_id, inventory_group_id, operation, date, guests_counts,
            always_allow_last_solo, online_stock_refillment_template_id, created_at)
        SELECT w.uid, t.restaurant_id, t.inventory_group_id, t.operation, w.date, t.guests_counts, t.last_solo, t.id, p_now
        FROM wanted w JOIN templates t ON t.restaurant_id = w.restaurant_id AND t.id = w.template_id
        RETURNING restaurant_id, id, date, online_stock_refillment_template_id AS template_id
    ), times AS (
        INSERT INTO osg_times (restaurant_id, online_stock_group_id, starts_at, ends_at)
        SELECT m.restaurant_id, m.id, (m.date + o.start_time) AT TIME ZONE t.time_zone, (m.date + o.end_time) AT TIME ZONE t.time_zone
        FROM made m
        JOIN templates t ON t.restaurant_id = m.restaurant_id AND t.id = m.template_id
        JOIN time_selector_options o ON o.restaurant_id = coalesce(v_restaurant_id, m.restaurant_id)
            AND o.online_stock_refillment_template_id = m.template_id
    ), courses AS (
        INSERT INTO osg_courses (restaurant_id, online_stock_group_id, course_id)
        SELECT m.restaurant_id, m.id, o.course_id
        FROM made m
        JOIN course_selector_options o ON o.restaurant_id = coalesce(v_restaurant_id, m.restaurant_id)
            AND o.online_stock_refillment_template_id = m.template_id
        JOIN courses c ON c.restaurant_id = o.restaurant_id AND c.id = o.course_id AND c.is_active
    ), selectors AS (
        INSERT INTO osg_guests_count_selectors (restaurant_id, online_stock_group_id, customer_group_id, guests_count, max_per_isg, is_last_solo)
        SELECT m.restaurant_id, m.id, o.customer_group_id, o.guests_count, o.max_per_isg, o.is_last_solo
        FROM made m
        JOIN templates t ON t.restaurant_id = m.restaurant_id AND t.id = m.template_id AND t.has_selectors
        JOIN (SELECT restaurant_id, template_id, customer_group_id, guests_count, max_per_isg, false AS is_last_solo FROM options
              UNION ALL
              SELECT restaurant_id, template_id, customer_group_id, 1, NULL, true FROM options
              GROUP BY restaurant_id, template_id, customer_group_id
              HAVING bool_or(always_allow_last_solo) AND NOT bool_or(guests_count = 1)) o
            ON o.restaurant_id = m.restaurant_id AND o.template_id = m.template_id
    ), stocks AS (
        INSERT INTO online_stocks (restaurant_id, online_stock_group_id, inventory_item_id)
        SELECT m.restaurant_id, m.id, i.inventory_item_id
        FROM made m
        JOIN online_stock_refillment_template_items i
            ON i.restaurant_id = coalesce(v_restaurant_id, m.restaurant_id) AND i.online_stock_refillment_template_id = m.template_id
    ), maxima AS (
        INSERT INTO course_days AS d (restaurant_id, course_id, date, daily_max)
        SELECT m.restaurant_id, o.course_id, m.date, min(o.daily_max)
        FROM made m
        JOIN course_selector_options o ON o.restaurant_id = coalesce(v_restaurant_id, m.restaurant_id)
            AND o.online_stock_refillment_template_id = m.template_id
        WHERE o.daily_max IS NOT NULL
        GROUP BY m.restaurant_id, o.course_id, m.date ORDER BY m.restaurant_id, o.course_id, m.date
        ON CONFLICT (restaurant_id, course_id, date) DO UPDATE SET daily_max = least(d.daily_max, excluded.daily_max)
    )
    SELECT array_agg(restaurant_id), array_agg(id) INTO v_restaurants, v_slots FROM made;
    IF v_slots IS NULL THEN
        RETURN 0;
    END IF;
    PERFORM refresh_filled_days(v_restaurants, v_slots);
    RETURN cardinality(v_slots);
END $$;
