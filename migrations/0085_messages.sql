-- no-transaction
-- Finds a diner's own actions in the audit log.
CREATE INDEX CONCURRENTLY IF NOT EXISTS audit_events_diner_idx ON audit_events (actor_id) WHERE actor = 'diner';
