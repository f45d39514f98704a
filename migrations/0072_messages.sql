-- no-transaction
-- Finds the text messages about a reservation.
CREATE INDEX CONCURRENTLY IF NOT EXISTS sms_deliveries_reservation_idx ON sms_deliveries (reservation_id)
    WHERE reservation_id IS NOT NULL;
