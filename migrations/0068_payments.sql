-- The diner whose payment, subscription or card an event of the provider is about. None for an event that is about no diner. The nightly
-- maintenance sets it for events that an earlier version stored.
ALTER TABLE provider_events ADD COLUMN user_id bigint REFERENCES users (id);
