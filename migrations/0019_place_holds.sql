-- Holds of several diners in one round trip and one commit: who comes at the same time shares what a statement costs. Its rules
-- have been decided; here is what they lock, look at again and write.

-- What one diner wishes: stocks are those it may sit on, the best first, of which it takes as many as needed. day_version is that
-- of the day on which so much is left after all wishes that no sum of the slot changes; null when little is left.
CREATE TYPE hold_wish AS (
    uid text, reservation_code text, user_id bigint, customer_id bigint, online_stock_group_id bigint, osg_time_id bigint, course_id bigint,
    guests_count integer, prepaid_price integer, reservation_fee integer, cancellation_policy jsonb, access_class bigint, locale text,
    ticket_code text, stocks bigint[], needed integer, day_version bigint);

-- A stock that the wish of this place has chosen, with its item and the time of its stay.
CREATE TYPE chosen_stock AS (wish integer, stock bigint, item bigint, during tstzrange);

-- Locks slots and those that offer the same seats at the same time, as lock_slots_to_take does, but waits for none: answers
-- those of p_slots that are somebody else's now, or have a neighbour that is.
CREATE FUNCTION lock_idle_slots(p_slots bigint[]) RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE
    v_busy bigint[];
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
    SELECT coalesce(array_agg(wanted), '{}') INTO v_busy FROM asked
    WHERE id NOT IN (SELECT id FROM locked) AND EXISTS (SELECT 1 FROM online_stock_groups o WHERE o.id = asked.id);
    RETURN v_busy;
END $$;

-- Chooses stocks for wishes in their order, none twice. answers has 'chosen' for each, or why not: 'slot_gone' (deleted, closed,
-- kept for gold members, or changed in what was chosen), 'busy' (of p_busy) or 'full'.
CREATE FUNCTION choose_stocks(p_wishes hold_wish[], p_busy bigint[], OUT answers text[], OUT chosen chosen_stock[])
LANGUAGE plpgsql AS $$
DECLARE
    v record;
    v_stock bigint;
    v_item bigint;
    v_taken bigint[] := '{}';
    v_own chosen_stock[];
BEGIN
    answers := array_fill('slot_gone'::text, ARRAY[cardinality(p_wishes)]);
    chosen := '{}';
    FOR v IN
        SELECT w.ordinality AS place, o.id AS slot, w.stocks, w.needed, tstzrange(t.starts_at, t.ends_at) AS during
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
            CONTINUE WHEN v_stock = ANY (v_taken);
            SELECT s.inventory_item_id INTO v_item FROM online_stocks s
            WHERE s.id = v_stock AND s.online_stock_group_id = v.slot AND s.online_reservable_id IS NULL
              AND (SELECT true FROM reservation_seats rs WHERE rs.inventory_item_id = s.inventory_item_id AND rs.released_at IS NULL
                     AND rs.during && v.during LIMIT 1) IS NULL
              AND (SELECT true FROM unnest(chosen) AS other
                   WHERE other.item = s.inventory_item_id AND other.during && v.during LIMIT 1) IS NULL;
            IF FOUND THEN
                v_own := v_own || (v.place, v_stock, v_item, v.during)::chosen_stock;
            END IF;
            EXIT WHEN cardinality(v_own) = v.needed;
        END LOOP;
        answers[v.place] := 'full';
        IF cardinality(v_own) = v.needed THEN
            answers[v.place] := 'chosen';
            chosen := chosen || v_own;
            v_taken := v_taken || ARRAY(SELECT own.stock FROM unnest(v_own) AS own);
        END IF;
    END LOOP;
END $$;

-- Those of p_slots whose sums may not be what they were before stocks of theirs were taken. They are when stocks that everybody
-- may use are left for the largest party at every start time, and nothing else limits the parties.
CREATE FUNCTION slots_with_little_left(p_slots bigint[]) RETURNS bigint[] LANGUAGE plpgsql AS $$
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
                     AND (SELECT true FROM reservation_seats rs WHERE rs.inventory_item_id = s.inventory_item_id AND rs.released_at IS NULL
                            AND rs.during && tstzrange(t.starts_at, t.ends_at) LIMIT 1) IS NULL
                   LIMIT largest.needed) enough)
           LIMIT 1));
    RETURN v_slots;
END $$;

-- Those of p_slots beside which another slot of the day offers an item at the time at which it was taken: each place of the three
-- is one stock.
CREATE FUNCTION slots_that_share(p_slots bigint[], p_items bigint[], p_during tstzrange[]) RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE
    v_slots bigint[];
BEGIN
    SELECT array_agg(o.id) INTO v_slots
    FROM online_stock_groups o
    WHERE o.id = ANY (p_slots) AND (
        SELECT true FROM online_stock_groups other
        JOIN osg_times t ON t.online_stock_group_id = other.id
        JOIN online_stocks s ON s.online_stock_group_id = other.id
        JOIN unnest(p_slots, p_items, p_during) AS taken (slot, item, during)
            ON taken.slot = o.id AND taken.item = s.inventory_item_id AND taken.during && tstzrange(t.starts_at, t.ends_at)
        WHERE other.restaurant_id = o.restaurant_id AND other.date = o.date AND other.id <> o.id AND other.deleted_at IS NULL LIMIT 1);
    RETURN v_slots;
END $$;

-- Counts the guests of holds, raises their days' versions and sums up those days whose sums may be others now: days that changed
-- after the wishes were read are looked at again. p_former_date is the day of a hold that was given back for these.
CREATE FUNCTION tell_days_of_holds(p_wishes hold_wish[], p_held integer[], p_chosen chosen_stock[], p_former_date date) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    v record;
    v_slots bigint[];
    v_others bigint[];
BEGIN
    -- Whatever the slot, the bookings of a course's day follow each other from here to the commit.
    IF NOT (SELECT bool_and(count_course_guests(restaurant_id, course_id, date, guests)) FROM (
                SELECT o.restaurant_id, w.course_id, o.date, sum(w.guests_count)::integer AS guests
                FROM unnest(p_wishes) WITH ORDINALITY AS w
                JOIN online_stock_groups o ON o.id = w.online_stock_group_id
                WHERE w.ordinality = ANY (p_held)
                GROUP BY o.restaurant_id, w.course_id, o.date ORDER BY w.course_id, o.date) counted) THEN
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

-- Holds what diners wish whose wishes have passed the rules of booking. The rules may have read without a lock; what may have
-- changed since is looked at again here, behind the slots' locks. Rules that count parties are not among it: they must have read
-- behind the lock. Answers 'held' for each wish, or why not: as choose_stocks, or 'live' (the diner has a hold at the
-- restaurant, or a reservation for that meal). Nothing is 'busy' when p_waits. A seat or course that is lost to somebody who
-- holds no lock on the slot is an error that names reservation_seats_no_overlap or course_days_daily_max, and none is held.
CREATE FUNCTION place_holds(p_wishes jsonb, p_held_until timestamptz, p_now timestamptz, p_waits boolean, p_former_date date)
RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
    v_wishes hold_wish[] := ARRAY(SELECT w FROM jsonb_populate_recordset(NULL::hold_wish, p_wishes) AS w);
    v_slots bigint[] := ARRAY(SELECT w.online_stock_group_id FROM unnest(v_wishes) AS w);
    v_busy bigint[] := '{}';
    v_answers text[];
    v_chosen chosen_stock[];
    v_held integer[];
    v_is_seated boolean;
    v_place integer;
BEGIN
    IF p_waits THEN
        PERFORM lock_slots_to_take(v_slots);
    ELSE
        v_busy := lock_idle_slots(v_slots);
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
        PERFORM tell_days_of_holds(v_wishes, v_held, v_chosen, p_former_date);
    END IF;
    FOREACH v_place IN ARRAY v_held LOOP
        v_answers[v_place] := 'held';
    END LOOP;
    RETURN array_replace(v_answers, 'chosen', 'live');
END $$;

DROP FUNCTION place_hold;
DROP FUNCTION sums_do_without;
