-- no-transaction
-- The transfers of a period.
CREATE INDEX CONCURRENTLY IF NOT EXISTS ledger_transfers_booked_at_idx ON ledger_transfers (booked_at, id);
