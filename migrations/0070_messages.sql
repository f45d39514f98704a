-- no-transaction
-- Finds the mails about a reservation.
CREATE INDEX CONCURRENTLY IF NOT EXISTS mail_deliveries_reservation_idx ON mail_deliveries (reservation_id)
    WHERE reservation_id IS NOT NULL;
