-- Extensions every later file relies on (all are trusted: the owner of the database may create them), and what keeps the house
-- running: the demo's clock and the schedules.

CREATE EXTENSION IF NOT EXISTS citext;
CREATE EXTENSION IF NOT EXISTS btree_gist;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- The files of migrations/functions as they were last applied: `name` is the function or type that the file makes.
CREATE TABLE schema_functions (
    name text PRIMARY KEY,
    checksum bytea NOT NULL
);

-- Only in the demo and in tests: how far the clock is set ahead. All processes read it a few times a second.
CREATE TABLE demo_clock (
    id boolean PRIMARY KEY DEFAULT true CONSTRAINT demo_clock_single_check CHECK (id),
    offset_seconds bigint NOT NULL DEFAULT 0
);
INSERT INTO demo_clock DEFAULT VALUES;

-- What has been done once for this database (loading the demo world, for one).
CREATE TABLE milestones (
    name text PRIMARY KEY,
    reached_at timestamptz NOT NULL
);

-- Schedules are rows; whichever worker holds the row fires what is due, once.
CREATE TABLE cron_schedules (
    name text PRIMARY KEY,
    expression text NOT NULL,
    time_zone text NOT NULL,
    queue text NOT NULL,
    last_tick timestamptz NOT NULL
);

-- apalis announces each new job with NOTIFY, which takes a cluster-wide lock at commit; workers poll instead.
DROP TRIGGER IF EXISTS notify_workers ON apalis.jobs;
