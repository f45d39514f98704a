-- no-transaction
-- The rows of the admins' list of bank transfers, newest first, and their number.
CREATE INDEX CONCURRENTLY IF NOT EXISTS ledger_transfers_payouts_idx ON ledger_transfers (id)
    WHERE kind IN ('payout', 'restaurant_receipt', 'provider_payout', 'provider_payout_failed');
