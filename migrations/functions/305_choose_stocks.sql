-- Chooses stocks for requests in their order, without duplicates. answers contains 'chosen' for each, or the reason: 'slot_gone' (deleted,
-- closed, allocated to gold diners, or changed in what was chosen), 'busy' (of p_busy) or 'full'. Nearly always every request can have its
-- first choice, which a single query determines.
CREATE OR REPLACE FUNCTION choose_stocks(p_requests hold_request[], p_busy bigint[], OUT answers text[], OUT chosen chosen_stock[])
LANGUAGE plpgsql AS $$
DECLARE
    v_is_settled boolean;
BEGIN
    WITH open AS MATERIALIZED (
        SELECT *, slot = ANY (p_busy) AS is_busy FROM open_requests(p_requests)
    ), first AS MATERIALIZED (
        SELECT open.place, s.restaurant_id, s.id AS stock, s.inventory_item_id AS item, tstzrange(starts_at, ends_at) AS during
        FROM open
        CROSS JOIN LATERAL unnest(open.stocks[1:open.needed]) AS wanted
        -- By its key, for any plan: by its slot, the plan would read every stock of the slot.
        CROSS JOIN LATERAL (
            SELECT * FROM online_stocks WHERE online_stocks.restaurant_id = open.restaurant_id AND id = wanted LIMIT 1) s
        WHERE NOT is_busy AND s.online_stock_group_id = open.slot AND s.online_reservable_id IS NULL
          AND (SELECT true FROM seats_within(s.restaurant_id, s.inventory_item_id, starts_at, ends_at) LIMIT 1) IS NULL
    ), got AS (
        SELECT count(DISTINCT item) AS items, array_agg((place, restaurant_id, stock, item, during)::chosen_stock) AS stocks FROM first
    )
    SELECT ARRAY(SELECT CASE WHEN open.place IS NULL THEN 'slot_gone' WHEN is_busy THEN 'busy' ELSE 'chosen' END
                 FROM generate_series(1, cardinality(p_requests)) AS n LEFT JOIN open ON open.place = n ORDER BY n),
           coalesce(got.stocks, '{}'),
           got.items = (SELECT coalesce(sum(needed), 0) FROM open WHERE NOT is_busy)
    INTO answers, chosen, v_is_settled FROM got;
    IF NOT v_is_settled THEN
        SELECT turn.answers, turn.chosen INTO answers, chosen FROM choose_stocks_in_turn(p_requests, p_busy) AS turn;
    END IF;
END $$;
