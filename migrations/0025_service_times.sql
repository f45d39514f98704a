-- How far a party's visit has come: when each step happened, null for one that is not noted. A guest who did not come stands in
-- reservation_no_shows.
CREATE TABLE reservation_service_times (
    restaurant_id bigint NOT NULL,
    reservation_id bigint NOT NULL,
    arrived_at timestamptz,
    seated_at timestamptz,
    bill_at timestamptz,
    left_at timestamptz,
    PRIMARY KEY (restaurant_id, reservation_id),
    CONSTRAINT reservation_service_times_reservation_fkey FOREIGN KEY (restaurant_id, reservation_id)
        REFERENCES reservations (restaurant_id, id)
);
