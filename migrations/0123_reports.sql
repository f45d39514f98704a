-- For how many minutes parties of each size stayed, of the visits whose seating (or arrival) and departure staff recorded.
CREATE TABLE report_turn_times (
    restaurant_id bigint NOT NULL REFERENCES restaurants (id),
    date date NOT NULL,
    operation text NOT NULL,
    guests_count integer NOT NULL CONSTRAINT report_turn_times_guests_count_check CHECK (guests_count > 0),
    parties integer NOT NULL,
    minutes bigint NOT NULL,
    PRIMARY KEY (restaurant_id, date, operation, guests_count)
);

-- Up to which mark of changes report_turn_times is correct; null before all of it has been written once. Workers of the previous release
-- increase seen_no without writing turn times, so these have a mark of their own.
ALTER TABLE report_progress ADD COLUMN turn_times_seen_no bigint;
