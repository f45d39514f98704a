-- Raises the version of the given days and sums up what each access class may still book on them. Called last in every
-- transaction that changes a day's stock: the row lock on restaurant_days makes the sums of one day follow each other.
-- The rules are those of domain::availability, which recomputes a day from the same rows; `seki verify` compares the two.
CREATE FUNCTION refresh_availability_days(p_restaurant_id bigint, p_dates date[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO restaurant_days AS d (restaurant_id, date)
    SELECT p_restaurant_id, day FROM unnest(p_dates) AS day GROUP BY day ORDER BY day
    ON CONFLICT (restaurant_id, date) DO UPDATE SET stock_version = d.stock_version + 1, changed_xid = pg_current_xact_id();

    INSERT INTO availability_days AS a (restaurant_id, date, access_class, has_slots, bookable_until)
    WITH slots AS MATERIALIZED (
        SELECT o.id, o.date, o.guests_counts, o.always_allow_last_solo, g.capacity_per_stock,
               make_interval(hours => op.cutoff_hours) AS cutoff,
               coalesce(cd.is_closed, false) AS is_closed
        FROM online_stock_groups o
        JOIN inventory_groups g ON g.id = o.inventory_group_id
        JOIN operations op ON op.restaurant_id = o.restaurant_id AND op.name = o.operation AND op.is_active
        LEFT JOIN restaurant_calendar_dates cd ON cd.restaurant_id = o.restaurant_id AND cd.date = o.date
        WHERE o.restaurant_id = p_restaurant_id AND o.date = ANY (p_dates) AND o.deleted_at IS NULL
    ), classes AS MATERIALIZED (
        SELECT 0::bigint AS id UNION ALL SELECT id FROM customer_groups WHERE restaurant_id = p_restaurant_id
    ), free_stocks AS MATERIALIZED (
        SELECT s.id AS slot_id, t.starts_at, st.id AS stock_id, st.access_control,
               (SELECT array_agg(x.customer_group_id) FROM online_stock_customer_groups x WHERE x.online_stock_id = st.id) AS listed
        FROM slots s
        JOIN osg_times t ON t.online_stock_group_id = s.id
        JOIN online_stocks st ON st.online_stock_group_id = s.id AND st.online_reservable_id IS NULL
        WHERE NOT s.is_closed AND NOT EXISTS (
            SELECT 1 FROM reservation_seats rs
            WHERE rs.inventory_item_id = st.inventory_item_id AND rs.released_at IS NULL
              AND rs.during && tstzrange(t.starts_at, t.ends_at))
    ), free_counts AS (
        SELECT f.slot_id, f.starts_at, c.id AS class, count(*) AS stocks
        FROM free_stocks f
        JOIN classes c ON (f.access_control = 'whitelist') = (c.id = ANY (coalesce(f.listed, '{}')))
        GROUP BY f.slot_id, f.starts_at, c.id
    ), best AS (
        SELECT s.date, f.class, max(f.starts_at - s.cutoff) AS bookable_until
        FROM free_counts f
        JOIN slots s ON s.id = f.slot_id
        WHERE EXISTS (
            SELECT 1
            FROM (SELECT unnest(s.guests_counts) AS guests
                  UNION SELECT 1 WHERE s.always_allow_last_solo AND f.stocks * s.capacity_per_stock = 1) o
            JOIN osg_courses oc ON oc.online_stock_group_id = s.id
            JOIN courses co ON co.id = oc.course_id AND co.is_active
            LEFT JOIN course_days cd ON cd.course_id = co.id AND cd.date = s.date
            WHERE o.guests <= f.stocks * s.capacity_per_stock
              AND (co.daily_max IS NULL OR co.daily_max - coalesce(cd.guests_count, 0) >= o.guests)
              AND osg_offers_party(s.id, f.class, o.guests))
        GROUP BY s.date, f.class
    )
    SELECT p_restaurant_id, day, c.id, EXISTS (SELECT 1 FROM slots s WHERE s.date = day), b.bookable_until
    FROM (SELECT DISTINCT unnest(p_dates) AS day) days
    CROSS JOIN classes c
    LEFT JOIN best b ON b.date = days.day AND b.class = c.id
    ON CONFLICT (restaurant_id, date, access_class) DO UPDATE
        SET has_slots = excluded.has_slots, bookable_until = excluded.bookable_until;
END $$;

-- Whether a slot takes one more party of this size from this access class: the class's own selector decides, else the
-- one for everyone; a slot without selectors takes all its sizes.
CREATE FUNCTION osg_offers_party(p_osg_id bigint, p_class bigint, p_guests integer) RETURNS boolean STABLE LANGUAGE sql AS $$
    SELECT CASE WHEN NOT EXISTS (SELECT 1 FROM osg_guests_count_selectors WHERE online_stock_group_id = p_osg_id) THEN true
    ELSE coalesce((
        SELECT bool_or(s.guests_count = p_guests AND (s.max_per_isg IS NULL OR s.max_per_isg > (
            SELECT count(*) FROM reservations r
            WHERE r.online_stock_group_id = p_osg_id AND r.status IN ('pending', 'accepted') AND r.guests_count = p_guests)))
        FROM osg_guests_count_selectors s
        WHERE s.online_stock_group_id = p_osg_id
          AND s.customer_group_id IS NOT DISTINCT FROM (
              SELECT max(x.customer_group_id) FROM osg_guests_count_selectors x
              WHERE x.online_stock_group_id = p_osg_id AND x.customer_group_id = nullif(p_class, 0))
    ), true) END
$$;
