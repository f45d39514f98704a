-- no-transaction
-- Finds the guests of all restaurants by their phone number.
CREATE INDEX CONCURRENTLY IF NOT EXISTS customer_profiles_number_idx ON customer_profiles (phone_e164)
    WHERE phone_e164 IS NOT NULL;
