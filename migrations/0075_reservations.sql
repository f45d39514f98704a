-- no-transaction
-- The console's search knows a booking by its code alone.
CREATE INDEX CONCURRENTLY IF NOT EXISTS reservations_code_idx ON reservations (reservation_code);
