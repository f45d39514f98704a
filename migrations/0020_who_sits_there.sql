-- Who sits on an item is asked a dozen times for every booking, and the exclusion constraint's index takes its time to answer: its
-- pages are read whole. An ordinary index knows as well, since nobody sits longer than a day.
ALTER TABLE operations DROP CONSTRAINT operations_stay_check,
    ADD CONSTRAINT operations_stay_check CHECK (default_stay_minutes BETWEEN 1 AND 1440);
ALTER TABLE reservation_seats ADD CONSTRAINT reservation_seats_length_check CHECK (upper(during) - lower(during) <= interval '1 day');
CREATE INDEX reservation_seats_item_idx ON reservation_seats (inventory_item_id, lower(during)) WHERE released_at IS NULL;

-- The live seats on an item that overlap a time.
CREATE FUNCTION seats_within(p_item bigint, p_since timestamptz, p_till timestamptz) RETURNS SETOF reservation_seats
LANGUAGE sql STABLE AS $$
    SELECT s.* FROM reservation_seats s
    WHERE s.inventory_item_id = p_item AND s.released_at IS NULL
      AND lower(s.during) >= p_since - interval '1 day' AND lower(s.during) < p_till AND upper(s.during) > p_since
$$;

-- As before, but for how it finds who sits on an item.
CREATE OR REPLACE FUNCTION choose_stocks(p_wishes hold_wish[], p_busy bigint[], OUT answers text[], OUT chosen chosen_stock[])
LANGUAGE plpgsql AS $$
DECLARE
    v record;
    v_stock bigint;
    v_item bigint;
    v_own chosen_stock[];
BEGIN
    answers := array_fill('slot_gone'::text, ARRAY[cardinality(p_wishes)]);
    chosen := '{}';
    FOR v IN
        SELECT w.ordinality AS place, o.id AS slot, w.stocks, w.needed, t.starts_at, t.ends_at, tstzrange(t.starts_at, t.ends_at) AS during
        FROM unnest(p_wishes) WITH ORDINALITY AS w
        JOIN online_stock_groups o ON o.id = w.online_stock_group_id AND o.deleted_at IS NULL
        JOIN osg_times t ON t.id = w.osg_time_id AND t.online_stock_group_id = o.id
        JOIN osg_courses oc ON oc.online_stock_group_id = o.id AND oc.course_id = w.course_id
        JOIN courses c ON c.id = oc.course_id AND c.is_active
        WHERE (SELECT true FROM restaurant_calendar_dates d
               WHERE d.restaurant_id = o.restaurant_id AND d.date = o.date AND d.is_closed LIMIT 1) IS NULL
          AND (SELECT true FROM gold_allocations ga WHERE ga.online_stock_group_id = o.id LIMIT 1) IS NULL
        ORDER BY w.ordinality
    LOOP
        IF v.slot = ANY (p_busy) THEN
            answers[v.place] := 'busy';
            CONTINUE;
        END IF;
        v_own := '{}';
        FOREACH v_stock IN ARRAY v.stocks LOOP
            SELECT s.inventory_item_id INTO v_item FROM online_stocks s
            WHERE s.id = v_stock AND s.online_stock_group_id = v.slot AND s.online_reservable_id IS NULL
              AND (SELECT true FROM seats_within(s.inventory_item_id, v.starts_at, v.ends_at) LIMIT 1) IS NULL
              AND (SELECT true FROM unnest(chosen) AS other
                   WHERE other.stock = s.id OR other.item = s.inventory_item_id AND other.during && v.during LIMIT 1) IS NULL;
            IF FOUND THEN
                v_own := v_own || (v.place, v_stock, v_item, v.during)::chosen_stock;
            END IF;
            EXIT WHEN cardinality(v_own) = v.needed;
        END LOOP;
        answers[v.place] := 'full';
        IF cardinality(v_own) = v.needed THEN
            answers[v.place] := 'chosen';
            chosen := chosen || v_own;
        END IF;
    END LOOP;
END $$;

-- Likewise.
CREATE OR REPLACE FUNCTION slots_with_little_left(p_slots bigint[]) RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE
    v_slots bigint[];
BEGIN
    SELECT array_agg(o.id) INTO v_slots
    FROM online_stock_groups o
    JOIN inventory_groups g ON g.restaurant_id = o.restaurant_id AND g.id = o.inventory_group_id
    WHERE o.id = ANY (p_slots) AND (
          (SELECT true FROM osg_guests_count_selectors s WHERE s.online_stock_group_id = o.id LIMIT 1)
       OR (SELECT true FROM osg_courses oc WHERE oc.online_stock_group_id = o.id
             AND (SELECT c.is_active AND c.daily_max IS NOT NULL FROM courses c WHERE c.id = oc.course_id) LIMIT 1)
       OR (SELECT true
           FROM (SELECT max((guests + g.capacity_per_stock - 1) / g.capacity_per_stock) AS needed FROM unnest(o.guests_counts) AS guests) largest
           JOIN osg_times t ON t.online_stock_group_id = o.id AND largest.needed > (
               SELECT count(*) FROM (
                   SELECT 1 FROM online_stocks s
                   WHERE s.online_stock_group_id = o.id AND s.online_reservable_id IS NULL AND s.access_control = 'blacklist'
                     AND (SELECT true FROM online_stock_customer_groups x WHERE x.online_stock_id = s.id LIMIT 1) IS NULL
                     AND (SELECT true FROM seats_within(s.inventory_item_id, t.starts_at, t.ends_at) LIMIT 1) IS NULL
                   LIMIT largest.needed) enough)
           LIMIT 1));
    RETURN v_slots;
END $$;

-- As before, but that the guests of all courses are counted at once.
CREATE OR REPLACE FUNCTION tell_days_of_holds(p_wishes hold_wish[], p_held integer[], p_chosen chosen_stock[], p_former_date date) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    v record;
    v_slots bigint[];
    v_others bigint[];
    v_is_over boolean;
BEGIN
    -- Whatever the slot, the bookings of a course's day follow each other from here to the commit.
    WITH wanted AS MATERIALIZED (
        SELECT o.restaurant_id, w.course_id, o.date, sum(w.guests_count)::integer AS guests
        FROM unnest(p_wishes) WITH ORDINALITY AS w
        JOIN online_stock_groups o ON o.id = w.online_stock_group_id
        WHERE w.ordinality = ANY (p_held)
        GROUP BY o.restaurant_id, w.course_id, o.date ORDER BY w.course_id, o.date
    ), counted AS (
        INSERT INTO course_days AS d (restaurant_id, course_id, date, guests_count)
        SELECT restaurant_id, course_id, date, guests FROM wanted
        WHERE (SELECT c.daily_max IS NULL OR guests <= c.daily_max FROM courses c WHERE c.id = course_id)
        ON CONFLICT (course_id, date) DO UPDATE SET guests_count = d.guests_count + excluded.guests_count
        WHERE (SELECT c.daily_max IS NULL OR d.guests_count + excluded.guests_count <= c.daily_max
               FROM courses c WHERE c.id = d.course_id)
        RETURNING 1
    )
    SELECT (SELECT count(*) FROM counted) < (SELECT count(*) FROM wanted) INTO v_is_over;
    IF v_is_over THEN
        RAISE EXCEPTION 'the course has reached its daily maximum' USING CONSTRAINT = 'course_days_daily_max';
    END IF;
    WITH held AS MATERIALIZED (
        SELECT o.id, o.restaurant_id, o.date, w.day_version
        FROM unnest(p_wishes) WITH ORDINALITY AS w JOIN online_stock_groups o ON o.id = w.online_stock_group_id
        WHERE w.ordinality = ANY (p_held)
    ), raised AS (
        INSERT INTO restaurant_days AS d (restaurant_id, date)
        SELECT DISTINCT restaurant_id, date FROM held ORDER BY restaurant_id, date
        ON CONFLICT (restaurant_id, date) DO UPDATE SET stock_version = d.stock_version + 1, changed_xid = pg_current_xact_id()
        RETURNING restaurant_id, date, stock_version - 1 AS former_version
    )
    SELECT array_agg(held.id), array_agg(held.id) FILTER (WHERE held.day_version IS DISTINCT FROM raised.former_version)
    INTO v_slots, v_others
    FROM held JOIN raised ON raised.restaurant_id = held.restaurant_id AND raised.date = held.date;

    IF p_former_date IS NOT NULL THEN
        v_others := v_slots;
    ELSE
        IF v_others IS NOT NULL THEN
            v_others := slots_with_little_left(v_others);
        END IF;
        SELECT v_others || slots_that_share(array_agg(p_wishes[c.wish].online_stock_group_id), array_agg(c.item), array_agg(c.during))
        INTO v_others FROM unnest(p_chosen) AS c WHERE c.wish = ANY (p_held);
    END IF;
    FOR v IN
        SELECT restaurant_id, array_remove(array_agg(DISTINCT date) || p_former_date, NULL) AS dates FROM online_stock_groups
        WHERE id = ANY (v_others) GROUP BY restaurant_id ORDER BY restaurant_id
    LOOP
        PERFORM refresh_availability_days(v.restaurant_id, v.dates);
    END LOOP;
END $$;

-- As before, but for how it finds who sits on an item.
CREATE OR REPLACE FUNCTION refresh_availability_days(p_restaurant_id bigint, p_dates date[]) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan AS $$
BEGIN
    INSERT INTO restaurant_days AS d (restaurant_id, date)
    SELECT p_restaurant_id, day FROM unnest(p_dates) AS day GROUP BY day ORDER BY day
    ON CONFLICT (restaurant_id, date) DO UPDATE SET stock_version = d.stock_version + 1, changed_xid = pg_current_xact_id();

    INSERT INTO availability_days AS a (restaurant_id, date, access_class, has_slots, bookable_until)
    WITH slots AS MATERIALIZED (
        SELECT o.id, o.date, o.guests_counts, o.always_allow_last_solo, g.capacity_per_stock,
               make_interval(hours => op.cutoff_hours) AS cutoff,
               coalesce(cd.is_closed, false) AS is_closed,
               EXISTS (SELECT 1 FROM osg_guests_count_selectors x WHERE x.online_stock_group_id = o.id) AS has_selectors
        FROM online_stock_groups o
        JOIN inventory_groups g ON g.restaurant_id = o.restaurant_id AND g.id = o.inventory_group_id
        JOIN operations op ON op.restaurant_id = o.restaurant_id AND op.name = o.operation AND op.is_active
        LEFT JOIN restaurant_calendar_dates cd ON cd.restaurant_id = o.restaurant_id AND cd.date = o.date
        WHERE o.restaurant_id = p_restaurant_id AND o.date = ANY (p_dates) AND o.deleted_at IS NULL
          AND NOT EXISTS (SELECT 1 FROM gold_allocations ga WHERE ga.online_stock_group_id = o.id)
    ), classes AS MATERIALIZED (
        SELECT 0::bigint AS id UNION ALL SELECT id FROM customer_groups WHERE restaurant_id = p_restaurant_id
    ), free_stocks AS MATERIALIZED (
        SELECT s.id AS slot_id, t.starts_at, st.access_control,
               CASE WHEN st.access_control = 'whitelist' OR EXISTS (
                   SELECT 1 FROM online_stock_customer_groups x WHERE x.online_stock_id = st.id)
               THEN (SELECT array_agg(x.customer_group_id) FROM online_stock_customer_groups x WHERE x.online_stock_id = st.id) END AS listed,
               count(*) AS stocks
        FROM slots s
        JOIN osg_times t ON t.online_stock_group_id = s.id
        JOIN online_stocks st ON st.online_stock_group_id = s.id AND st.online_reservable_id IS NULL
        WHERE NOT s.is_closed
          AND (SELECT true FROM seats_within(st.inventory_item_id, t.starts_at, t.ends_at) LIMIT 1) IS NULL
        GROUP BY s.id, t.starts_at, st.access_control, listed
    ), free_counts AS (
        SELECT f.slot_id, f.starts_at, c.id AS class, sum(f.stocks) AS stocks
        FROM free_stocks f
        JOIN classes c ON (f.access_control = 'whitelist') = (c.id = ANY (coalesce(f.listed, '{}')))
        GROUP BY f.slot_id, f.starts_at, c.id
    ), best AS (
        SELECT s.date, f.class, max(f.starts_at - s.cutoff) AS bookable_until
        FROM free_counts f
        JOIN slots s ON s.id = f.slot_id
        WHERE EXISTS (
            SELECT 1
            FROM unnest(CASE WHEN s.always_allow_last_solo AND f.stocks * s.capacity_per_stock = 1
                             THEN s.guests_counts || 1 ELSE s.guests_counts END) AS guests
            JOIN osg_courses oc ON oc.online_stock_group_id = s.id
            JOIN courses co ON co.restaurant_id = p_restaurant_id AND co.id = oc.course_id AND co.is_active
            LEFT JOIN course_days cd ON cd.course_id = co.id AND cd.date = s.date
            WHERE guests <= f.stocks * s.capacity_per_stock
              AND (co.daily_max IS NULL OR co.daily_max - coalesce(cd.guests_count, 0) >= guests)
              AND CASE WHEN s.has_selectors THEN osg_offers_party(s.id, f.class, guests) ELSE true END)
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
