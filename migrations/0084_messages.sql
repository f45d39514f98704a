-- no-transaction
-- Finds the text messages to a number.
CREATE INDEX CONCURRENTLY IF NOT EXISTS sms_deliveries_number_idx ON sms_deliveries (phone_e164) WHERE phone_e164 <> '';
