-- no-transaction
-- Finds the mails to an address that name no account.
CREATE INDEX CONCURRENTLY IF NOT EXISTS mail_deliveries_recipient_idx ON mail_deliveries (recipient)
    WHERE user_id IS NULL AND recipient <> '';
