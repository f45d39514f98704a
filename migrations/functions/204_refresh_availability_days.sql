-- Increments the version of the given days and summarises, for each access class (0 or a customer group), what can still be booked on them.
-- A transaction that changes a day's stock calls it last: the row lock on restaurant_days serialises the changes of one day. Planned once
-- per connection.
-- Counterpart: domain::availability::day computes a day from the same rows; the test diner::booking::sql_counterparts compares the two on
-- random days, verify::availability on all stored days.
CREATE OR REPLACE FUNCTION refresh_availability_days(p_restaurant_id bigint, p_dates date[]) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan AS $$
BEGIN
    INSERT INTO restaurant_days AS d (restaurant_id, date)
    SELECT p_restaurant_id, day FROM unnest(p_dates) AS day GROUP BY day ORDER BY day
    ON CONFLICT (restaurant_id, date) DO UPDATE SET stock_version = d.stock_version + 1, changed_no = excluded.changed_no;

    INSERT INTO availability_days AS a (restaurant_id, date, access_class, has_slots, bookable_until)
    WITH slots AS MATERIALIZED (
        SELECT o.id, o.date, o.operation, o.guests_counts, o.always_allow_last_solo, g.capacity_per_stock,
               op.pacing_max_guests, op.pacing_max_parties,
               op.pacing_max_guests IS NOT NULL OR op.pacing_max_parties IS NOT NULL AS is_paced,
               make_interval(hours => op.cutoff_hours) AS cutoff,
               coalesce(cd.is_closed, false) AS is_closed,
               EXISTS (SELECT 1 FROM osg_guests_count_selectors x
                       WHERE x.restaurant_id = p_restaurant_id AND x.online_stock_group_id = o.id) AS has_selectors
        FROM online_stock_groups o
        JOIN inventory_groups g ON g.restaurant_id = o.restaurant_id AND g.id = o.inventory_group_id
        JOIN operations op ON op.restaurant_id = o.restaurant_id AND op.name = o.operation AND op.is_active
        LEFT JOIN restaurant_calendar_dates cd ON cd.restaurant_id = o.restaurant_id AND cd.date = o.date
        WHERE o.restaurant_id = p_restaurant_id AND o.date = ANY (p_dates) AND o.deleted_at IS NULL
          AND NOT EXISTS (SELECT 1 FROM gold_allocations ga WHERE ga.restaurant_id = p_restaurant_id AND ga.online_stock_group_id = o.id)
    ), classes AS MATERIALIZED (
        SELECT 0::bigint AS id UNION ALL SELECT id FROM customer_groups WHERE restaurant_id = p_restaurant_id
    ), free_stocks AS MATERIALIZED (
        SELECT s.id AS slot_id, t.starts_at, st.access_control,
               CASE WHEN st.access_control = 'whitelist' OR EXISTS (
                   SELECT 1 FROM online_stock_customer_groups x WHERE x.restaurant_id = p_restaurant_id AND x.online_stock_id = st.id)
               THEN (SELECT array_agg(x.customer_group_id) FROM online_stock_customer_groups x
                     WHERE x.restaurant_id = p_restaurant_id AND x.online_stock_id = st.id) END AS listed,
               count(*) AS stocks
        FROM slots s
        JOIN osg_times t ON t.restaurant_id = p_restaurant_id AND t.online_stock_group_id = s.id
        JOIN online_stocks st
            ON st.restaurant_id = p_restaurant_id AND st.online_stock_group_id = s.id AND st.online_reservable_id IS NULL
        WHERE NOT s.is_closed
          AND (SELECT true FROM reservation_seats taken
               WHERE taken.restaurant_id = p_restaurant_id AND taken.inventory_item_id = st.inventory_item_id AND taken.released_at IS NULL
                 AND seat_overlaps(taken.during, t.starts_at, t.ends_at) LIMIT 1) IS NULL
        GROUP BY s.id, t.starts_at, st.access_control, listed
    ), free_counts AS (
        SELECT f.slot_id, f.starts_at, c.id AS class, sum(f.stocks) AS stocks
        FROM free_stocks f
        JOIN classes c ON (f.access_control = 'whitelist') = (c.id = ANY (coalesce(f.listed, '{}')))
        GROUP BY f.slot_id, f.starts_at, c.id
    ), quarters AS MATERIALIZED (
        SELECT r.date, r.operation, quarter_of(r.starts_at) AS quarter, sum(r.guests_count) AS guests, count(*) AS parties
        FROM reservations r
        WHERE (SELECT bool_or(is_paced) FROM slots)
          AND r.restaurant_id = p_restaurant_id AND r.date = ANY (p_dates) AND r.status IN ('pending', 'accepted')
        GROUP BY r.date, r.operation, quarter
    ), best AS (
        SELECT s.date, f.class, max(f.starts_at - s.cutoff) AS bookable_until
        FROM free_counts f
        JOIN slots s ON s.id = f.slot_id
        LEFT JOIN quarters q
            ON s.is_paced AND q.date = s.date AND q.operation = s.operation AND q.quarter = quarter_of(f.starts_at)
        WHERE EXISTS (
            SELECT 1
            FROM unnest(CASE WHEN s.always_allow_last_solo AND f.stocks * s.capacity_per_stock = 1
                             THEN s.guests_counts || 1 ELSE s.guests_counts END) AS guests
            JOIN osg_courses oc ON oc.restaurant_id = p_restaurant_id AND oc.online_stock_group_id = s.id
            JOIN courses co ON co.restaurant_id = p_restaurant_id AND co.id = oc.course_id AND co.is_active
            LEFT JOIN course_days cd ON cd.restaurant_id = p_restaurant_id AND cd.course_id = co.id AND cd.date = s.date
            WHERE guests <= f.stocks * s.capacity_per_stock
              AND quarter_takes(s.pacing_max_guests, s.pacing_max_parties, coalesce(q.guests, 0), coalesce(q.parties, 0), guests)
              AND course_takes(least(co.daily_max, cd.daily_max), coalesce(cd.guests_count, 0), guests)
              -- The class's own selector decides if there is one, otherwise the general one.
              AND (NOT s.has_selectors OR coalesce((
                  SELECT bool_or(x.guests_count = guests AND (NOT x.is_last_solo OR f.stocks * s.capacity_per_stock = 1)
                                 AND (x.max_per_isg IS NULL OR x.max_per_isg > (
                                     SELECT count(*) FROM reservations r
                                     WHERE r.restaurant_id = p_restaurant_id AND r.online_stock_group_id = s.id
                                       AND r.status IN ('pending', 'accepted') AND r.guests_count = guests)))
                  FROM osg_guests_count_selectors x
                  WHERE x.restaurant_id = p_restaurant_id AND x.online_stock_group_id = s.id
                    AND x.customer_group_id IS NOT DISTINCT FROM (
                        SELECT max(own.customer_group_id) FROM osg_guests_count_selectors own
                        WHERE own.restaurant_id = p_restaurant_id AND own.online_stock_group_id = s.id
                          AND own.customer_group_id = nullif(f.class, 0))
              ), true)))
        GROUP BY s.date, f.class
    )
    SELECT p_restaurant_id, day, c.id, EXISTS (SELECT 1 FROM slots s WHERE s.date = day), b.bookable_until
    FROM (SELECT DISTINCT unnest(p_dates) AS day) days
    CROSS JOIN classes c
    LEFT JOIN best b ON b.date = days.day AND b.class = c.id
    ON CONFLICT (restaurant_id, date, access_class) DO UPDATE
        SET has_slots = excluded.has_slots, bookable_until = excluded.bookable_until
        WHERE a.has_slots <> excluded.has_slots OR a.bookable_until IS DISTINCT FROM excluded.bookable_until;
END $$;
