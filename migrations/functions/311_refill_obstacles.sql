-- Returns the obstacles of refill templates on dates (each position of the three arrays is one template and date), by their positions: the
-- day is 'closed', or at a time of the template one of its items has a 'slot' or a 'reservation' already (gaps G062, G105). Omits positions
-- without an obstacle. The civil times of the template are in the restaurant's zone. v_restaurant_id as in place_holds.
CREATE OR REPLACE FUNCTION refill_obstacles(p_restaurants bigint[], p_templates bigint[], p_dates date[])
RETURNS TABLE (place integer, obstacle text) LANGUAGE plpgsql STABLE AS $$
DECLARE
    v_restaurant_id bigint := CASE WHEN p_restaurants[1] = ALL (p_restaurants) THEN p_restaurants[1] END;
BEGIN
    RETURN QUERY
    WITH wanted AS MATERIALIZED (
        SELECT w.ordinality::integer AS place, w.restaurant_id, w.template_id, w.date
        FROM unnest(p_restaurants, p_templates, p_dates) WITH ORDINALITY AS w (restaurant_id, template_id, date)
    ), templates AS MATERIALIZED (
        SELECT t.restaurant_id, t.id, t.inventory_group_id, r.time_zone, w.first, w.last
        FROM (SELECT restaurant_id, template_id, min(date) AS first, max(date) AS last FROM wanted GROUP BY restaurant_id, template_id) w
        JOIN online_stock_refillment_templates t ON t.restaurant_id = coalesce(v_restaurant_id, w.restaurant_id) AND t.id = w.template_id
        JOIN restaurants r ON r.id = t.restaurant_id
    ), taken AS MATERIALIZED (
        SELECT t.restaurant_id, t.id, t.time_zone, s.during, 'reservation' AS obstacle
        FROM templates t
        JOIN online_stock_refillment_template_items i
            ON i.restaurant_id = coalesce(v_restaurant_id, t.restaurant_id) AND i.online_stock_refillment_template_id = t.id
        JOIN reservation_seats s ON s.restaurant_id = i.restaurant_id AND s.inventory_item_id = i.inventory_item_id AND s.released_at IS NULL
            AND lower(s.during) >= (t.first - 1)::timestamp AT TIME ZONE t.time_zone
            AND lower(s.during) < (t.last + 1)::timestamp AT TIME ZONE t.time_zone
        UNION ALL
        SELECT t.restaurant_id, t.id, t.time_zone, tstzrange(x.starts_at, x.ends_at), 'slot'
        FROM templates t
        JOIN online_stock_groups o ON o.restaurant_id = coalesce(v_restaurant_id, t.restaurant_id) AND o.inventory_group_id = t.inventory_group_id
            AND o.deleted_at IS NULL AND o.date BETWEEN t.first - 1 AND t.last + 1
        JOIN osg_times x ON x.restaurant_id = o.restaurant_id AND x.online_stock_group_id = o.id
        WHERE EXISTS (
            SELECT 1 FROM online_stocks s
            JOIN online_stock_refillment_template_items i ON i.restaurant_id = s.restaurant_id
                AND i.online_stock_refillment_template_id = t.id AND i.inventory_item_id = s.inventory_item_id
            WHERE s.restaurant_id = coalesce(v_restaurant_id, o.restaurant_id) AND s.online_stock_group_id = o.id)
    ), found AS (
        SELECT w.place, 'closed' AS obstacle FROM wanted w
        JOIN restaurant_calendar_dates d ON d.restaurant_id = coalesce(v_restaurant_id, w.restaurant_id) AND d.date = w.date AND d.is_closed
        UNION ALL
        SELECT w.place, k.obstacle
        FROM taken k
        JOIN time_selector_options o
            ON o.restaurant_id = coalesce(v_restaurant_id, k.restaurant_id) AND o.online_stock_refillment_template_id = k.id
        JOIN wanted w ON w.restaurant_id = k.restaurant_id AND w.template_id = k.id
            AND w.date BETWEEN (lower(k.during) AT TIME ZONE k.time_zone)::date AND (upper(k.during) AT TIME ZONE k.time_zone)::date
        WHERE (w.date + o.start_time) AT TIME ZONE k.time_zone < upper(k.during)
          AND lower(k.during) < (w.date + o.end_time) AT TIME ZONE k.time_zone
    )
    SELECT f.place, CASE WHEN bool_or(f.obstacle = 'closed') THEN 'closed' WHEN bool_or(f.obstacle = 'slot') THEN 'slot' ELSE 'reservation' END
    FROM found f GROUP BY f.place;
END $$;
