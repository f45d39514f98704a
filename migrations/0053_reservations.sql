-- A no-show fee that staff have requested. A sweep charges it when its time has come; until then it can be withdrawn. The charge and its
-- payment are in `charges`.
CREATE TABLE reservation_no_show_fees (
    restaurant_id bigint NOT NULL,
    reservation_id bigint NOT NULL,
    amount integer NOT NULL CONSTRAINT reservation_no_show_fees_amount_check CHECK (amount > 0),
    status text NOT NULL
        CONSTRAINT reservation_no_show_fees_status_check CHECK (status IN ('requested', 'charged', 'withdrawn', 'waived')),
    owner_id bigint REFERENCES owners (id),
    requested_at timestamptz NOT NULL,
    charge_due_at timestamptz NOT NULL,
    decided_at timestamptz,
    -- Of a waiver: why the operator refused the fee.
    reason text NOT NULL DEFAULT '',
    PRIMARY KEY (restaurant_id, reservation_id),
    CONSTRAINT reservation_no_show_fees_reservation_fkey FOREIGN KEY (restaurant_id, reservation_id)
        REFERENCES reservations (restaurant_id, id)
);
CREATE INDEX reservation_no_show_fees_due_idx ON reservation_no_show_fees (charge_due_at) WHERE status = 'requested';
