-- What diners answer when they take part in a raffle, and the bookings that its winners make before everybody.

-- Answers may come before the first entry, so they stand beside the registration.
CREATE TABLE raffle_answers (
    restaurant_id bigint NOT NULL,
    raffle_round_id bigint NOT NULL,
    user_id bigint NOT NULL REFERENCES users (id),
    -- In the order of the round's questions; one left open is empty.
    answers text[] NOT NULL CONSTRAINT raffle_answers_count_check CHECK (cardinality(answers) BETWEEN 1 AND 10),
    answered_at timestamptz NOT NULL,
    PRIMARY KEY (restaurant_id, raffle_round_id, user_id),
    CONSTRAINT raffle_answers_round_fkey FOREIGN KEY (restaurant_id, raffle_round_id)
        REFERENCES raffle_rounds (restaurant_id, id) ON DELETE CASCADE
);
CREATE INDEX raffle_answers_user_idx ON raffle_answers (user_id);

ALTER TABLE reservations ADD CONSTRAINT reservations_raffle_fkey FOREIGN KEY (restaurant_id, raffle_round_registration_id)
    REFERENCES raffle_round_registrations (restaurant_id, id);
CREATE INDEX reservations_raffle_idx ON reservations (restaurant_id, raffle_round_registration_id)
    WHERE raffle_round_registration_id IS NOT NULL;
