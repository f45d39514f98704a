-- no-transaction
-- Finds imported bookings by the name of their guest (function name_key): an address of an agency has thousands of bookings.
CREATE INDEX CONCURRENTLY IF NOT EXISTS offsite_reservations_name_idx ON offsite_reservations (restaurant_id,
    regexp_replace(translate(normalize(full_name_string, NFKC), 'ABCDEFGHIJKLMNOPQRSTUVWXYZİ', 'abcdefghijklmnopqrstuvwxyzi'),
        '[^a-z0-9\u3005\u3041-\u30fa\u30fc-\u30ff\u3400-\u9fff\uac00-\ud7a3]', '', 'g'))
    WHERE full_name_string <> '';
