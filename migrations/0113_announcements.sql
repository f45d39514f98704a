-- no-transaction
-- The announcements that were stopped lately.
CREATE INDEX CONCURRENTLY IF NOT EXISTS announcements_stopped_idx ON announcements (stopped_at) WHERE status IN ('stopping', 'stopped');
