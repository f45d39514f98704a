-- Who is signed in.

-- One row per signed-in browser and side. The cookie holds the token, the row only its SHA-256.
CREATE TABLE sessions (
    token_hash bytea PRIMARY KEY,
    -- The name of the session in the list of one's sessions.
    uid text NOT NULL CONSTRAINT sessions_uid_key UNIQUE,
    user_id bigint REFERENCES users (id),
    owner_id bigint REFERENCES owners (id),
    admin_user_id bigint REFERENCES admin_users (id),
    -- The restaurant that a member of staff is looking at.
    restaurant_id bigint REFERENCES restaurants (id),
    impersonator_id bigint REFERENCES admin_users (id),
    awaits_second_factor boolean NOT NULL DEFAULT false,
    -- What the browser called itself.
    user_agent text NOT NULL,
    created_at timestamptz NOT NULL,
    -- The last request, to within a few minutes.
    last_seen_at timestamptz NOT NULL,
    -- Without a request for so long, the session ends.
    idle_seconds bigint NOT NULL,
    expires_at timestamptz NOT NULL,
    CONSTRAINT sessions_one_side_check CHECK (num_nonnulls(user_id, owner_id, admin_user_id) = 1)
);
CREATE INDEX sessions_user_id_idx ON sessions (user_id);
CREATE INDEX sessions_owner_id_idx ON sessions (owner_id) WHERE owner_id IS NOT NULL;
CREATE INDEX sessions_admin_user_id_idx ON sessions (admin_user_id) WHERE admin_user_id IS NOT NULL;
CREATE INDEX sessions_expires_at_idx ON sessions (expires_at);

-- The code itself is derived from the uid with the server's key.
CREATE TABLE two_factor_challenges (
    session_hash bytea PRIMARY KEY REFERENCES sessions (token_hash) ON DELETE CASCADE,
    uid text NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    sent_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
);

-- The browsers that somebody signed in with: a sign-in with another one is told by mail, and strangers' wrong passwords do not
-- lock these. The hash is of the name in the browser's cookie.
CREATE TABLE known_browsers (
    side text NOT NULL CONSTRAINT known_browsers_side_check CHECK (side IN ('diner', 'owner', 'admin')),
    person_id bigint NOT NULL,
    device_hash bytea NOT NULL,
    seen_at timestamptz NOT NULL,
    PRIMARY KEY (side, person_id, device_hash)
);
CREATE INDEX known_browsers_seen_at_idx ON known_browsers (seen_at);

-- The authenticator app of somebody. Its secret is derived from the uid with the server's key.
CREATE TABLE authenticators (
    side text NOT NULL CONSTRAINT authenticators_side_check CHECK (side IN ('diner', 'owner', 'admin')),
    person_id bigint NOT NULL,
    -- The app that sign-in asks for, if any.
    uid text,
    enabled_at timestamptz,
    -- The last time step whose code was taken: a code is good once.
    last_step bigint NOT NULL DEFAULT 0,
    -- The app that is being set up, until its first code is typed in.
    pending_uid text,
    pending_until timestamptz,
    PRIMARY KEY (side, person_id),
    CONSTRAINT authenticators_enabled_check CHECK ((uid IS NULL) = (enabled_at IS NULL)),
    CONSTRAINT authenticators_pending_check CHECK ((pending_uid IS NULL) = (pending_until IS NULL))
);

-- Codes for whoever has lost the app; each is good once. The hash is keyed with the server's key.
CREATE TABLE recovery_codes (
    side text NOT NULL CONSTRAINT recovery_codes_side_check CHECK (side IN ('diner', 'owner', 'admin')),
    person_id bigint NOT NULL,
    code_hash bytea NOT NULL,
    used_at timestamptz,
    PRIMARY KEY (side, person_id, code_hash)
);

-- Somebody's passkeys, a second factor beside the app. What proves one is public; the key never leaves the device.
CREATE TABLE passkeys (
    uid text PRIMARY KEY,
    credential_id bytea NOT NULL CONSTRAINT passkeys_credential_id_key UNIQUE,
    side text NOT NULL CONSTRAINT passkeys_side_check CHECK (side IN ('diner', 'owner', 'admin')),
    person_id bigint NOT NULL,
    -- The person's name towards the device, without a meaning elsewhere.
    user_handle bytea NOT NULL CONSTRAINT passkeys_user_handle_check CHECK (length(user_handle) = 32),
    transports smallint NOT NULL,
    public_key bytea NOT NULL,
    -- With the counter of signatures, which never runs back.
    state bytea NOT NULL CONSTRAINT passkeys_state_check CHECK (length(state) = 7),
    name text NOT NULL,
    created_at timestamptz NOT NULL,
    last_used_at timestamptz
);
CREATE INDEX passkeys_person_idx ON passkeys (side, person_id);

-- What a session's browser was asked to sign. It is taken away with the answer, whether that is right or not.
CREATE TABLE passkey_challenges (
    session_hash bytea NOT NULL REFERENCES sessions (token_hash) ON DELETE CASCADE,
    purpose text NOT NULL CONSTRAINT passkey_challenges_purpose_check CHECK (purpose IN ('registration', 'authentication')),
    state bytea NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (session_hash, purpose)
);
