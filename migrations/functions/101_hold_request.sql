-- A diner's hold request: `stocks` are the stocks that the party may take, best first, of which it takes the number that it needs.
-- day_version is the version of the day for which enough stocks remain after all requests that no summary of the slot changes; null if
-- little remains. is_gold allows a slot that is allocated to gold diners.
CREATE TYPE hold_request AS (
    restaurant_id bigint, uid text, reservation_code text, user_id bigint, customer_id bigint, online_stock_group_id bigint, osg_time_id bigint, course_id bigint,
    guests_count integer, prepaid_price integer, reservation_fee integer, cancellation_policy jsonb, access_class bigint, locale text,
    ticket_code text, stocks bigint[], needed integer, day_version bigint,
    is_gold boolean);
