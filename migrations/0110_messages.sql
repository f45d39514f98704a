-- no-transaction
-- The events of a page or a file of the audit log.
CREATE INDEX CONCURRENTLY IF NOT EXISTS audit_events_id_idx ON audit_events (id);
