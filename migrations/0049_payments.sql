-- no-transaction
-- Finds a charge by the uid that an admin's address names, which does not name its restaurant.
CREATE INDEX CONCURRENTLY IF NOT EXISTS charges_uid_idx ON charges (uid);
