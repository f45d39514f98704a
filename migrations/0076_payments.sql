-- no-transaction
-- The console's search knows a charge by its uid alone, as the provider shows it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS charges_uid_idx ON charges (uid);
