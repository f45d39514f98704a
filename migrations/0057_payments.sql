-- The card provider's fingerprint of a card's number: the same for each registration of the number, by any diner. Null for cards that were
-- registered before; the first request for a trial retrieves it.
ALTER TABLE payment_methods ADD COLUMN fingerprint text;
