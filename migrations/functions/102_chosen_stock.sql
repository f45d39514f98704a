-- A stock that the request of this place has chosen, with its item and the time of its stay.
CREATE TYPE chosen_stock AS (request integer, stock bigint, item bigint, during tstzrange);
