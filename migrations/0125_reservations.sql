-- The number of tables that staff joined to a party beyond the number that its size needs.
ALTER TABLE reservations ADD COLUMN extra_items integer NOT NULL DEFAULT 0;
ALTER TABLE reservations ADD CONSTRAINT reservations_extra_items_check CHECK (extra_items >= 0) NOT VALID;
