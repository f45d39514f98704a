-- When the number and the card of its trial were remembered (trial_claims). Null without a trial, and for a trial that began before they
-- were remembered: a worker does so when it starts.
ALTER TABLE subscriptions ADD COLUMN trial_remembered_at timestamptz;
