-- A party that came without a booking, and whose name nobody asked.
ALTER TABLE reservations ADD COLUMN is_walk_in boolean NOT NULL DEFAULT false;
