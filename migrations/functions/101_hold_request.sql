-- What one diner asks to hold: `stocks` are those the party may sit on, the best first, of which it takes as many as needed.
-- day_version is the version of the day on which so much is left after all requests that no summary of the slot changes; null when
-- little is left. is_gold lets a slot be taken that is set aside for gold diners.
CREATE TYPE hold_request AS (
    restaurant_id bigint, uid text, reservation_code text, user_id bigint, customer_id bigint, online_stock_group_id bigint, osg_time_id bigint, course_id bigint,
    guests_count integer, prepaid_price integer, reservation_fee integer, cancellation_policy jsonb, access_class bigint, locale text,
    ticket_code text, stocks bigint[], needed integer, day_version bigint,
    is_gold boolean);
