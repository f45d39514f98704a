-- A request, by its position, whose slot, time and course can still be booked (choose_stocks).
CREATE TYPE open_request AS (
    place integer, restaurant_id bigint, slot bigint, stocks bigint[], needed integer, starts_at timestamptz, ends_at timestamptz);
