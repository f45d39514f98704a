-- no-transaction
-- Finds a diner's answers to the questions of raffles.
CREATE INDEX CONCURRENTLY IF NOT EXISTS raffle_answers_user_idx ON raffle_answers (user_id);
