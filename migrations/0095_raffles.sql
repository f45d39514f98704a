-- One number is one entrant of a round: the keyed hash of the number with which a diner entered first.
ALTER TABLE raffle_round_registrations ADD COLUMN phone_mac bytea;
ALTER TABLE raffle_round_registrations ADD CONSTRAINT raffle_round_registrations_phone_key
    UNIQUE (restaurant_id, raffle_round_id, phone_mac);

-- Version 2 of the chain contains the close in link 0. Rounds of earlier servers stay at version 1.
ALTER TABLE raffle_rounds
    ADD COLUMN chain_version smallint NOT NULL DEFAULT 1
        CONSTRAINT raffle_rounds_chain_version_check CHECK (chain_version IN (1, 2)),
    ADD COLUMN replacements_count integer NOT NULL DEFAULT 0
        CONSTRAINT raffle_rounds_replacements_check CHECK (replacements_count >= 0);
COMMENT ON COLUMN raffle_rounds.replacements_count IS 'winners drawn in addition, one for each drawn winner who cannot book (docs/RAFFLES.md)';

-- Diners who did not win are notified once for each round. Rounds that were drawn before are not announced later.
ALTER TABLE raffle_rounds ADD COLUMN lost_mailed_at timestamptz;
UPDATE raffle_rounds SET lost_mailed_at = drawn_at WHERE drawn_at IS NOT NULL;
CREATE INDEX raffle_rounds_unmailed_idx ON raffle_rounds (drawn_at) WHERE drawn_at IS NOT NULL AND lost_mailed_at IS NULL;
