-- no-transaction
-- Finds the records of guests by name, in the same way.
CREATE INDEX CONCURRENTLY IF NOT EXISTS customer_profiles_name_idx ON customer_profiles (restaurant_id,
    regexp_replace(translate(normalize(nickname, NFKC), 'ABCDEFGHIJKLMNOPQRSTUVWXYZİ', 'abcdefghijklmnopqrstuvwxyzi'),
        '[^a-z0-9\u3005\u3041-\u30fa\u30fc-\u30ff\u3400-\u9fff\uac00-\ud7a3]', '', 'g'))
    WHERE nickname <> '';
