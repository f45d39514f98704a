-- no-transaction
-- The admins' list of all reservations by their start.
CREATE INDEX CONCURRENTLY IF NOT EXISTS reservations_starts_at_idx ON reservations (starts_at, id);
