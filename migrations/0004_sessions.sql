-- Who is signed in.

-- One row per signed-in browser and side. The cookie holds the token, the row only its SHA-256.
CREATE TABLE sessions (
    token_hash bytea PRIMARY KEY,
    user_id bigint REFERENCES users (id),
    owner_id bigint REFERENCES owners (id),
    admin_user_id bigint REFERENCES admin_users (id),
    -- The restaurant that a member of staff is looking at.
    restaurant_id bigint REFERENCES restaurants (id),
    impersonator_id bigint REFERENCES admin_users (id),
    awaits_second_factor boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    CONSTRAINT sessions_one_side_check CHECK (num_nonnulls(user_id, owner_id, admin_user_id) = 1)
);
CREATE INDEX sessions_user_id_idx ON sessions (user_id);
CREATE INDEX sessions_expires_at_idx ON sessions (expires_at);

-- The code itself is derived from the uid with the server's key.
CREATE TABLE two_factor_challenges (
    session_hash bytea PRIMARY KEY REFERENCES sessions (token_hash) ON DELETE CASCADE,
    uid text NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    sent_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
);
