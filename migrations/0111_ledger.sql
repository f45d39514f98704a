-- no-transaction
-- The rows of the admins' list of all transfers, newest first.
CREATE INDEX CONCURRENTLY IF NOT EXISTS ledger_transfers_id_idx ON ledger_transfers (id);
