-- A write of staff that may arrive twice, by the name that its sender gave it: what was asked, as a digest, and what was answered.
-- Null is the answer of one that is on its way.
CREATE TABLE idempotent_writes (
    restaurant_id bigint NOT NULL,
    idempotency_key text NOT NULL CONSTRAINT idempotent_writes_key_check CHECK (length(idempotency_key) BETWEEN 16 AND 64),
    request_digest bytea NOT NULL,
    answer jsonb,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (restaurant_id, idempotency_key)
);
CREATE INDEX idempotent_writes_created_idx ON idempotent_writes (created_at);
