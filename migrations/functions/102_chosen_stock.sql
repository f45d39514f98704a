-- A stock chosen for the request at this position, with its item and the time of the stay.
CREATE TYPE chosen_stock AS (request integer, restaurant_id bigint, stock bigint, item bigint, during tstzrange);
