-- The usual stay of parties from a size on, where the restaurant sets another one than the default stay of the meal. Walk-ins, seat
-- proposals and the forms of staff use it, web slots do not.
CREATE TABLE operation_stays (
    restaurant_id bigint NOT NULL,
    operation text NOT NULL,
    from_guests integer NOT NULL CONSTRAINT operation_stays_guests_check CHECK (from_guests BETWEEN 2 AND 99),
    stay_minutes integer NOT NULL
        CONSTRAINT operation_stays_minutes_check CHECK (stay_minutes BETWEEN 15 AND 1440 AND stay_minutes % 5 = 0),
    PRIMARY KEY (restaurant_id, operation, from_guests),
    CONSTRAINT operation_stays_operation_fkey FOREIGN KEY (restaurant_id, operation)
        REFERENCES operations (restaurant_id, name) ON DELETE CASCADE
);
