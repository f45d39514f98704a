-- A stock that the request of this place has chosen, with its item and the time of its stay.
CREATE TYPE chosen_stock AS (request integer, restaurant_id bigint, stock bigint, item bigint, during tstzrange);
