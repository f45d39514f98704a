-- no-transaction
-- The provider's charge or refund leads to its payment.
CREATE INDEX CONCURRENTLY IF NOT EXISTS provider_balance_transactions_source_idx ON provider_balance_transactions (source_fid)
    WHERE source_fid IS NOT NULL;
