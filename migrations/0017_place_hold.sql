-- A hold in one round trip: what a booking locks, checks and writes once its rules have been decided.

-- Locks slots that seats are to be taken in, and with them those that offer the same seats at the same time, so that nobody
-- ever waits for a seat while others wait for theirs.
CREATE FUNCTION lock_slots_to_take(p_slots bigint[]) RETURNS TABLE (id bigint, date date) LANGUAGE sql AS $$
    SELECT o.id, o.date FROM online_stock_groups o
    WHERE o.id IN (
        SELECT unnest(p_slots)
        UNION
        SELECT near.id FROM online_stock_groups w
        JOIN osg_times wanted ON wanted.online_stock_group_id = w.id
        JOIN online_stock_groups near ON near.restaurant_id = w.restaurant_id AND near.deleted_at IS NULL
            AND near.date BETWEEN w.date - 1 AND w.date + 1 AND near.inventory_group_id = w.inventory_group_id
        JOIN osg_times own ON own.online_stock_group_id = near.id
        WHERE w.id = ANY (p_slots) AND own.starts_at < wanted.ends_at AND wanted.starts_at < own.ends_at)
    ORDER BY o.id FOR NO KEY UPDATE OF o
$$;

-- Counts guests for a course and day; false when that is over the course's daily maximum.
CREATE FUNCTION count_course_guests(p_restaurant_id bigint, p_course_id bigint, p_date date, p_guests integer) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO course_days AS d (restaurant_id, course_id, date, guests_count)
    SELECT p_restaurant_id, c.id, p_date, p_guests FROM courses c
    WHERE c.id = p_course_id AND (c.daily_max IS NULL OR p_guests <= c.daily_max)
    ON CONFLICT (course_id, date) DO UPDATE SET guests_count = d.guests_count + excluded.guests_count
    WHERE (SELECT c.daily_max IS NULL OR d.guests_count + excluded.guests_count <= c.daily_max
           FROM courses c WHERE c.id = d.course_id);
    RETURN FOUND;
END $$;

-- Whether the sums of a slot's day are what they were before stocks of the slot, which is locked, were taken: stocks that
-- everybody may use are left for the largest party at every start time, nothing else limits the parties, and no other slot
-- offers the taken items at that time.
CREATE FUNCTION sums_do_without(p_slot_id bigint, p_items bigint[], p_starts_at timestamptz, p_ends_at timestamptz) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
    v_slot record;
    v_largest integer;
BEGIN
    SELECT o.restaurant_id, o.date, o.guests_counts, g.capacity_per_stock INTO v_slot
    FROM online_stock_groups o JOIN inventory_groups g ON g.restaurant_id = o.restaurant_id AND g.id = o.inventory_group_id
    WHERE o.id = p_slot_id;
    SELECT max((guests + v_slot.capacity_per_stock - 1) / v_slot.capacity_per_stock) INTO v_largest FROM unnest(v_slot.guests_counts) AS guests;
    RETURN NOT EXISTS (SELECT 1 FROM osg_guests_count_selectors WHERE online_stock_group_id = p_slot_id)
       AND NOT EXISTS (SELECT 1 FROM osg_courses oc JOIN courses c ON c.id = oc.course_id
                       WHERE oc.online_stock_group_id = p_slot_id AND c.is_active AND c.daily_max IS NOT NULL)
       AND NOT EXISTS (
           SELECT 1 FROM osg_times t WHERE t.online_stock_group_id = p_slot_id AND v_largest > (
               SELECT count(*) FROM (
                   SELECT 1 FROM online_stocks s
                   WHERE s.online_stock_group_id = p_slot_id AND s.online_reservable_id IS NULL AND s.access_control = 'blacklist'
                     AND NOT EXISTS (SELECT 1 FROM online_stock_customer_groups x WHERE x.online_stock_id = s.id)
                     AND NOT EXISTS (SELECT 1 FROM reservation_seats rs
                                     WHERE rs.inventory_item_id = s.inventory_item_id AND rs.released_at IS NULL
                                       AND rs.during && tstzrange(t.starts_at, t.ends_at))
                   LIMIT v_largest) enough))
       AND NOT EXISTS (
           SELECT 1 FROM online_stock_groups o
           JOIN online_stocks s ON s.online_stock_group_id = o.id AND s.inventory_item_id = ANY (p_items)
           JOIN osg_times t ON t.online_stock_group_id = o.id AND t.starts_at < p_ends_at AND t.ends_at > p_starts_at
           WHERE o.restaurant_id = v_slot.restaurant_id AND o.date = v_slot.date AND o.id <> p_slot_id AND o.deleted_at IS NULL);
END $$;

-- Holds the first of p_stocks that are still free, as many as p_needed, for a diner whose wish has passed the rules of
-- booking. The rules read without a lock; what may have changed since is looked at again here, behind the slot's lock.
-- Answers 'held', or why not: 'slot_gone' (deleted, closed, or changed in what was chosen), 'full', or 'live' (the diner has a
-- hold at the restaurant, or a reservation for that meal). A seat or course that is lost to somebody who holds no lock on the
-- slot is an error that names reservation_seats_no_overlap or course_days_daily_max. p_former_date is the day of a hold that
-- was given back for this one in the same transaction.
CREATE FUNCTION place_hold(
    p_uid text, p_reservation_code text, p_user_id bigint, p_customer_id bigint, p_slot_id bigint, p_time_id bigint, p_course_id bigint,
    p_guests_count integer, p_prepaid_price integer, p_reservation_fee integer, p_cancellation_policy jsonb, p_access_class bigint,
    p_locale text, p_ticket_code text, p_held_until timestamptz, p_now timestamptz, p_stocks bigint[], p_needed integer, p_former_date date
) RETURNS text LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
    v record;
    v_stocks bigint[];
    v_items bigint[];
    v_id bigint;
    v_seated integer;
    v_is_spared boolean;
BEGIN
    PERFORM lock_slots_to_take(ARRAY[p_slot_id]);
    SELECT o.restaurant_id, o.inventory_group_id, o.operation, o.date, t.starts_at, t.ends_at, c.title_ja, c.title_en, c.price INTO v
    FROM online_stock_groups o
    JOIN osg_times t ON t.online_stock_group_id = o.id AND t.id = p_time_id
    JOIN osg_courses oc ON oc.online_stock_group_id = o.id AND oc.course_id = p_course_id
    JOIN courses c ON c.id = oc.course_id AND c.is_active
    WHERE o.id = p_slot_id AND o.deleted_at IS NULL AND NOT EXISTS (
        SELECT 1 FROM restaurant_calendar_dates d WHERE d.restaurant_id = o.restaurant_id AND d.date = o.date AND d.is_closed);
    IF NOT FOUND THEN
        RETURN 'slot_gone';
    END IF;

    SELECT array_agg(free.id), array_agg(free.inventory_item_id) INTO v_stocks, v_items FROM (
        SELECT s.id, s.inventory_item_id FROM unnest(p_stocks) WITH ORDINALITY AS wanted (id, place)
        JOIN online_stocks s ON s.id = wanted.id AND s.online_stock_group_id = p_slot_id AND s.online_reservable_id IS NULL
        WHERE NOT EXISTS (SELECT 1 FROM reservation_seats rs
                          WHERE rs.inventory_item_id = s.inventory_item_id AND rs.released_at IS NULL
                            AND rs.during && tstzrange(v.starts_at, v.ends_at))
        ORDER BY wanted.place LIMIT p_needed) free;
    IF coalesce(cardinality(v_stocks), 0) < p_needed THEN
        RETURN 'full';
    END IF;

    INSERT INTO reservations (uid, reservation_code, restaurant_id, type, status, user_id, customer_id, inventory_group_id,
        online_stock_group_id, osg_time_id, course_id, operation, date, starts_at, ends_at, guests_count, course_title_ja, course_title_en,
        course_price, prepaid_price, reservation_fee, cancellation_policy, access_class, locale, ticket_code, held_until, created_at)
    VALUES (p_uid, p_reservation_code, v.restaurant_id, 'online_reservation', 'pending', p_user_id, p_customer_id, v.inventory_group_id,
        p_slot_id, p_time_id, p_course_id, v.operation, v.date, v.starts_at, v.ends_at, p_guests_count, v.title_ja, v.title_en,
        v.price, p_prepaid_price, p_reservation_fee, p_cancellation_policy, p_access_class, p_locale, p_ticket_code, p_held_until, p_now)
    ON CONFLICT DO NOTHING RETURNING id INTO v_id;
    IF v_id IS NULL THEN
        RETURN 'live';
    END IF;

    INSERT INTO reservation_seats (restaurant_id, reservation_id, inventory_item_id, during)
    SELECT v.restaurant_id, v_id, item, tstzrange(v.starts_at, v.ends_at) FROM unnest(v_items) AS item ORDER BY item
    ON CONFLICT DO NOTHING;
    GET DIAGNOSTICS v_seated = ROW_COUNT;
    IF v_seated < p_needed THEN
        RAISE EXCEPTION 'somebody sits there' USING CONSTRAINT = 'reservation_seats_no_overlap';
    END IF;
    UPDATE online_stocks SET online_reservable_id = v_id WHERE id = ANY (v_stocks);
    INSERT INTO audit_events (at, restaurant_id, reservation_id, actor, actor_id, action, detail)
    VALUES (p_now, v.restaurant_id, v_id, 'diner', p_user_id, 'hold_placed', '{}');

    v_is_spared := p_former_date IS NULL AND sums_do_without(p_slot_id, v_items, v.starts_at, v.ends_at);
    -- Whatever the slot, the bookings of a course's day follow each other from here to the commit.
    IF NOT count_course_guests(v.restaurant_id, p_course_id, v.date, p_guests_count) THEN
        RAISE EXCEPTION 'the course has reached its daily maximum' USING CONSTRAINT = 'course_days_daily_max';
    END IF;
    IF v_is_spared THEN
        UPDATE restaurant_days SET stock_version = stock_version + 1, changed_xid = pg_current_xact_id()
        WHERE restaurant_id = v.restaurant_id AND date = v.date;
    ELSE
        PERFORM refresh_availability_days(v.restaurant_id, ARRAY[v.date, coalesce(p_former_date, v.date)]);
    END IF;
    RETURN 'held';
END $$;
