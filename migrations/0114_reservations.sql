-- no-transaction
-- The admins' list of all reservations by their creation.
CREATE INDEX CONCURRENTLY IF NOT EXISTS reservations_created_at_idx ON reservations (created_at, id);
