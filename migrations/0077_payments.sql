-- no-transaction
-- The console's search knows a charge by its id alone, as commands print it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS charges_id_idx ON charges (id);
