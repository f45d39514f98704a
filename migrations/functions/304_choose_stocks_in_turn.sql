-- Chooses stocks as choose_stocks does, one request after the other, from all stocks of each request. p_open are the p_count requests that can
-- still be booked.
CREATE OR REPLACE FUNCTION choose_stocks_in_turn(p_open open_request[], p_count integer, p_busy bigint[], OUT answers text[], OUT chosen chosen_stock[])
LANGUAGE plpgsql AS $$
DECLARE
    v record;
    v_stock bigint;
    v_item bigint;
    v_own chosen_stock[];
BEGIN
    answers := array_fill('slot_gone'::text, ARRAY[p_count]);
    chosen := '{}';
    FOR v IN SELECT *, tstzrange(starts_at, ends_at) AS during FROM unnest(p_open) ORDER BY place LOOP
        IF v.slot = ANY (p_busy) THEN
            answers[v.place] := 'busy';
            CONTINUE;
        END IF;
        v_own := '{}';
        FOREACH v_stock IN ARRAY v.stocks LOOP
            SELECT s.inventory_item_id INTO v_item FROM online_stocks s
            WHERE s.restaurant_id = v.restaurant_id AND s.id = v_stock AND s.online_stock_group_id = v.slot AND s.online_reservable_id IS NULL
              AND (SELECT true FROM reservation_seats taken
                   WHERE taken.restaurant_id = v.restaurant_id AND taken.inventory_item_id = s.inventory_item_id AND taken.released_at IS NULL
                     AND seat_overlaps(taken.during, v.starts_at, v.ends_at) LIMIT 1) IS NULL
              AND (SELECT true FROM unnest(chosen) AS other
                   WHERE other.stock = s.id OR other.item = s.inventory_item_id AND other.during && v.during LIMIT 1) IS NULL;
            IF FOUND THEN
                v_own := v_own || (v.place, v.restaurant_id, v_stock, v_item, v.during)::chosen_stock;
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
