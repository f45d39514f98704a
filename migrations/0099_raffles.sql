-- A draw erases the keyed hashes of its entrants' numbers, which only reject a second entry of a number. Draws of earlier servers kept them.
UPDATE raffle_round_registrations g SET phone_mac = NULL FROM raffle_rounds r
WHERE r.restaurant_id = g.restaurant_id AND r.id = g.raffle_round_id AND r.drawn_at IS NOT NULL AND g.phone_mac IS NOT NULL;
