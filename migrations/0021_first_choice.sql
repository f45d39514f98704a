-- A hold changes nothing of its stock that an index knows, so that the stock's new version stays on its page and no index hears of
-- it. A reservation's stocks are found by its slot.
DROP INDEX online_stocks_reservable_idx;
ALTER TABLE online_stocks SET (fillfactor = 90);

-- Those of p_wishes whose slot, time and course can still be booked, by their places.
CREATE FUNCTION open_wishes(p_wishes hold_wish[])
RETURNS TABLE (place integer, slot bigint, stocks bigint[], needed integer, starts_at timestamptz, ends_at timestamptz)
LANGUAGE sql STABLE AS $$
    SELECT w.ordinality::integer, o.id, w.stocks, w.needed, t.starts_at, t.ends_at
    FROM unnest(p_wishes) WITH ORDINALITY AS w
    JOIN online_stock_groups o ON o.id = w.online_stock_group_id AND o.deleted_at IS NULL
    JOIN osg_times t ON t.id = w.osg_time_id AND t.online_stock_group_id = o.id
    JOIN osg_courses oc ON oc.online_stock_group_id = o.id AND oc.course_id = w.course_id
    JOIN courses c ON c.id = oc.course_id AND c.is_active
    WHERE (SELECT true FROM restaurant_calendar_dates d
           WHERE d.restaurant_id = o.restaurant_id AND d.date = o.date AND d.is_closed LIMIT 1) IS NULL
      AND (SELECT true FROM gold_allocations ga WHERE ga.online_stock_group_id = o.id LIMIT 1) IS NULL
$$;

-- As choose_stocks, one wish after the other.
ALTER FUNCTION choose_stocks RENAME TO choose_stocks_in_turn;
CREATE OR REPLACE FUNCTION choose_stocks_in_turn(p_wishes hold_wish[], p_busy bigint[], OUT answers text[], OUT chosen chosen_stock[])
LANGUAGE plpgsql AS $$
DECLARE
    v record;
    v_stock bigint;
    v_item bigint;
    v_own chosen_stock[];
BEGIN
    answers := array_fill('slot_gone'::text, ARRAY[cardinality(p_wishes)]);
    chosen := '{}';
    FOR v IN SELECT *, tstzrange(starts_at, ends_at) AS during FROM open_wishes(p_wishes) ORDER BY place LOOP
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

-- Chooses stocks for wishes in their order, none twice. answers has 'chosen' for each, or why not: 'slot_gone' (deleted, closed,
-- kept for gold members, or changed in what was chosen), 'busy' (of p_busy) or 'full'. Nearly always everybody can have what was
-- chosen first, which one look tells.
CREATE FUNCTION choose_stocks(p_wishes hold_wish[], p_busy bigint[], OUT answers text[], OUT chosen chosen_stock[])
LANGUAGE plpgsql AS $$
DECLARE
    v_is_settled boolean;
BEGIN
    WITH open AS MATERIALIZED (
        SELECT *, slot = ANY (p_busy) AS is_busy FROM open_wishes(p_wishes)
    ), first AS MATERIALIZED (
        SELECT open.place, s.id AS stock, s.inventory_item_id AS item, tstzrange(starts_at, ends_at) AS during
        FROM open
        CROSS JOIN LATERAL unnest(open.stocks[1:open.needed]) AS wanted
        -- By its key, whatever is planned: by its slot, every stock of the slot would be looked at.
        CROSS JOIN LATERAL (SELECT * FROM online_stocks WHERE id = wanted LIMIT 1) s
        WHERE NOT is_busy AND s.online_stock_group_id = open.slot AND s.online_reservable_id IS NULL
          AND (SELECT true FROM seats_within(s.inventory_item_id, starts_at, ends_at) LIMIT 1) IS NULL
    ), got AS (
        SELECT count(DISTINCT item) AS items, array_agg((place, stock, item, during)::chosen_stock) AS stocks FROM first
    )
    SELECT ARRAY(SELECT CASE WHEN open.place IS NULL THEN 'slot_gone' WHEN is_busy THEN 'busy' ELSE 'chosen' END
                 FROM generate_series(1, cardinality(p_wishes)) AS n LEFT JOIN open ON open.place = n ORDER BY n),
           coalesce(got.stocks, '{}'),
           got.items = (SELECT coalesce(sum(needed), 0) FROM open WHERE NOT is_busy)
    INTO answers, chosen, v_is_settled FROM got;
    IF NOT v_is_settled THEN
        SELECT turn.answers, turn.chosen INTO answers, chosen FROM choose_stocks_in_turn(p_wishes, p_busy) AS turn;
    END IF;
END $$;

-- As before, but that it answers as well whether any slot offers the same seats at the same time as one of p_slots.
DROP FUNCTION lock_idle_slots;
CREATE FUNCTION lock_idle_slots(p_slots bigint[], OUT busy bigint[], OUT have_neighbours boolean) LANGUAGE plpgsql AS $$
BEGIN
    WITH asked AS MATERIALIZED (
        SELECT slot AS wanted, slot AS id FROM unnest(p_slots) AS slot
        UNION
        SELECT w.id, near.id FROM online_stock_groups w
        JOIN osg_times wanted ON wanted.online_stock_group_id = w.id
        JOIN online_stock_groups near ON near.restaurant_id = w.restaurant_id AND near.deleted_at IS NULL
            AND near.date BETWEEN w.date - 1 AND w.date + 1 AND near.inventory_group_id = w.inventory_group_id
        JOIN osg_times own ON own.online_stock_group_id = near.id
        WHERE w.id = ANY (p_slots) AND own.starts_at < wanted.ends_at AND wanted.starts_at < own.ends_at
    ), locked AS MATERIALIZED (
        SELECT o.id FROM online_stock_groups o WHERE o.id IN (SELECT id FROM asked)
        ORDER BY o.id FOR NO KEY UPDATE OF o SKIP LOCKED
    )
    SELECT coalesce(array_agg(wanted) FILTER (WHERE id NOT IN (SELECT id FROM locked)
               AND EXISTS (SELECT 1 FROM online_stock_groups o WHERE o.id = asked.id)), '{}'),
           bool_or(id <> wanted)
    INTO busy, have_neighbours FROM asked;
END $$;

-- As before, but that it looks at no other slot where there is none and no day has changed since the wishes were read: a slot that
-- came since has changed its day.
DROP FUNCTION tell_days_of_holds;
CREATE FUNCTION tell_days_of_holds(p_wishes hold_wish[], p_held integer[], p_chosen chosen_stock[], p_have_neighbours boolean, p_former_date date)
RETURNS void LANGUAGE plpgsql AS $$
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
        IF v_others IS NULL AND NOT p_have_neighbours THEN
            RETURN;
        END IF;
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

-- As before, but for what the locks tell.
CREATE OR REPLACE FUNCTION place_holds(p_wishes jsonb, p_held_until timestamptz, p_now timestamptz, p_waits boolean, p_former_date date)
RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
    v_wishes hold_wish[] := ARRAY(SELECT w FROM jsonb_populate_recordset(NULL::hold_wish, p_wishes) AS w);
    v_slots bigint[] := ARRAY(SELECT w.online_stock_group_id FROM unnest(v_wishes) AS w);
    v_busy bigint[] := '{}';
    v_have_neighbours boolean := true;
    v_answers text[];
    v_chosen chosen_stock[];
    v_held integer[];
    v_is_seated boolean;
    v_place integer;
BEGIN
    IF p_waits THEN
        PERFORM lock_slots_to_take(v_slots);
    ELSE
        SELECT busy, have_neighbours INTO v_busy, v_have_neighbours FROM lock_idle_slots(v_slots);
    END IF;
    SELECT answers, chosen INTO v_answers, v_chosen FROM choose_stocks(v_wishes, v_busy);

    WITH made AS (
        INSERT INTO reservations (uid, reservation_code, restaurant_id, type, status, user_id, customer_id, inventory_group_id,
            online_stock_group_id, osg_time_id, course_id, operation, date, starts_at, ends_at, guests_count, course_title_ja,
            course_title_en, course_price, prepaid_price, reservation_fee, cancellation_policy, access_class, locale, ticket_code,
            held_until, created_at)
        SELECT w.uid, w.reservation_code, o.restaurant_id, 'online_reservation', 'pending', w.user_id, w.customer_id, o.inventory_group_id,
            o.id, t.id, c.id, o.operation, o.date, t.starts_at, t.ends_at, w.guests_count, c.title_ja,
            c.title_en, c.price, w.prepaid_price, w.reservation_fee, w.cancellation_policy, w.access_class, w.locale, w.ticket_code,
            p_held_until, p_now
        FROM unnest(v_wishes) WITH ORDINALITY AS w
        JOIN online_stock_groups o ON o.id = w.online_stock_group_id
        JOIN osg_times t ON t.id = w.osg_time_id
        JOIN courses c ON c.id = w.course_id
        WHERE v_answers[w.ordinality] = 'chosen' ORDER BY o.restaurant_id, w.user_id, w.ordinality
        ON CONFLICT DO NOTHING RETURNING id, restaurant_id, user_id, uid
    ), held AS MATERIALIZED (
        SELECT w.ordinality AS place, made.id, made.restaurant_id, made.user_id
        FROM made JOIN unnest(v_wishes) WITH ORDINALITY AS w ON w.uid = made.uid
    ), taken AS MATERIALIZED (
        SELECT held.id, held.restaurant_id, c.stock, c.item, c.during
        FROM held JOIN unnest(v_chosen) AS c ON c.wish = held.place ORDER BY c.item
    ), seated AS (
        INSERT INTO reservation_seats (restaurant_id, reservation_id, inventory_item_id, during)
        SELECT restaurant_id, id, item, during FROM taken ON CONFLICT DO NOTHING RETURNING 1
    ), stocked AS (
        UPDATE online_stocks SET online_reservable_id = taken.id FROM taken WHERE online_stocks.id = taken.stock
    ), audited AS (
        INSERT INTO audit_events (at, restaurant_id, reservation_id, actor, actor_id, action, detail)
        SELECT p_now, restaurant_id, id, 'diner', user_id, 'hold_placed', '{}' FROM held
    )
    SELECT coalesce(array_agg(place), '{}'), (SELECT count(*) FROM taken) = (SELECT count(*) FROM seated) INTO v_held, v_is_seated FROM held;
    IF NOT v_is_seated THEN
        RAISE EXCEPTION 'somebody sits there' USING CONSTRAINT = 'reservation_seats_no_overlap';
    END IF;
    IF v_held <> '{}' THEN
        PERFORM tell_days_of_holds(v_wishes, v_held, v_chosen, v_have_neighbours, p_former_date);
    END IF;
    FOREACH v_place IN ARRAY v_held LOOP
        v_answers[v_place] := 'held';
    END LOOP;
    RETURN array_replace(v_answers, 'chosen', 'live');
END $$;
