-- Holds seats for requests that have passed the rules of booking. The rules may have read without a lock, so everything that may have
-- changed since is checked again here, after locking the slots, except rules that count parties: those rules must have read after locking.
-- Returns 'held' for each request, or the reason: as choose_stocks, or 'live' (the diner has a hold at the restaurant, or a reservation for
-- that meal). Nothing is 'busy' if p_waits, which requires that all requests are for one restaurant. A seat or course that is lost to a
-- transaction without a lock on the slot is an error that names reservation_seats_no_overlap or course_days_daily_max, and then no request
-- is held.
-- v_restaurant_id is the restaurant of all requests, or null if they are for several. With it, a Citus cluster sends each statement to one
-- node; a statement that locks rows of several nodes it rejects. There, each batch must be for one restaurant (SEKI_HOLD_BATCH=1).
CREATE OR REPLACE FUNCTION place_holds(p_requests jsonb, p_held_until timestamptz, p_now timestamptz, p_waits boolean, p_previous_date date)
RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
    v_requests hold_request[] := ARRAY(SELECT w FROM jsonb_populate_recordset(NULL::hold_request, p_requests) AS w);
    v_restaurants bigint[] := ARRAY(SELECT w.restaurant_id FROM unnest(v_requests) AS w);
    v_slots bigint[] := ARRAY(SELECT w.online_stock_group_id FROM unnest(v_requests) AS w);
    v_restaurant_id bigint := CASE WHEN v_restaurants[1] = ALL (v_restaurants) THEN v_restaurants[1] END;
    v_busy bigint[] := '{}';
    v_have_neighbours boolean := true;
    v_answers text[];
    v_chosen chosen_stock[];
    v_held integer[];
    v_is_seated boolean;
    v_place integer;
BEGIN
    IF p_waits THEN
        PERFORM lock_slots_to_take(v_restaurant_id, v_slots);
    ELSE
        SELECT busy, have_neighbours INTO v_busy, v_have_neighbours FROM lock_idle_slots(v_restaurant_id, v_restaurants, v_slots);
    END IF;
    SELECT answers, chosen INTO v_answers, v_chosen FROM choose_stocks(v_restaurant_id, v_requests, v_busy);

    WITH made AS (
        INSERT INTO reservations (uid, reservation_code, restaurant_id, type, status, user_id, customer_id, inventory_group_id,
            online_stock_group_id, osg_time_id, course_id, operation, date, starts_at, ends_at, guests_count, course_title_ja,
            course_title_en, course_price, prepaid_price, reservation_fee, cancellation_policy, access_class, locale, ticket_code,
            held_until, created_at)
        SELECT w.uid, w.reservation_code, o.restaurant_id, 'online_reservation', 'pending', w.user_id, w.customer_id, o.inventory_group_id,
            o.id, t.id, c.id, o.operation, o.date, t.starts_at, t.ends_at, w.guests_count, c.title_ja,
            c.title_en, c.price, w.prepaid_price, w.reservation_fee, w.cancellation_policy, w.access_class, w.locale, w.ticket_code,
            p_held_until, p_now
        FROM unnest(v_requests) WITH ORDINALITY AS w
        JOIN online_stock_groups o ON o.restaurant_id = coalesce(v_restaurant_id, w.restaurant_id) AND o.id = w.online_stock_group_id
        JOIN osg_times t ON t.restaurant_id = o.restaurant_id AND t.id = w.osg_time_id
        JOIN courses c ON c.restaurant_id = o.restaurant_id AND c.id = w.course_id
        WHERE v_answers[w.ordinality] = 'chosen' ORDER BY o.restaurant_id, w.user_id, w.ordinality
        ON CONFLICT DO NOTHING RETURNING id, restaurant_id, user_id, uid
    ), held AS MATERIALIZED (
        SELECT w.ordinality AS place, made.id, made.restaurant_id, made.user_id
        FROM made JOIN unnest(v_requests) WITH ORDINALITY AS w ON w.uid = made.uid
    ), taken AS MATERIALIZED (
        SELECT held.id, held.restaurant_id, c.stock, c.item, c.during
        FROM held JOIN unnest(v_chosen) AS c ON c.request = held.place ORDER BY c.item
    ), seated AS (
        INSERT INTO reservation_seats (restaurant_id, reservation_id, inventory_item_id, during)
        SELECT restaurant_id, id, item, during FROM taken ON CONFLICT DO NOTHING RETURNING 1
    ), stocked AS (
        UPDATE online_stocks SET online_reservable_id = taken.id FROM taken
        WHERE online_stocks.restaurant_id = coalesce(v_restaurant_id, taken.restaurant_id) AND online_stocks.id = taken.stock
    ), audited AS (
        INSERT INTO audit_events (at, restaurant_id, reservation_id, actor, actor_id, action, detail)
        SELECT p_now, restaurant_id, id, 'diner', user_id, 'hold_placed', '{}' FROM held
    )
    SELECT coalesce(array_agg(place), '{}'), (SELECT count(*) FROM taken) = (SELECT count(*) FROM seated) INTO v_held, v_is_seated FROM held;
    IF NOT v_is_seated THEN
        RAISE EXCEPTION 'seat already taken' USING CONSTRAINT = 'reservation_seats_no_overlap';
    END IF;
    IF v_held <> '{}' THEN
        PERFORM update_day_summaries(v_restaurant_id, v_requests, v_held, v_chosen, v_have_neighbours, p_previous_date);
    END IF;
    FOREACH v_place IN ARRAY v_held LOOP
        v_answers[v_place] := 'held';
    END LOOP;
    RETURN array_replace(v_answers, 'chosen', 'live');
END $$;
