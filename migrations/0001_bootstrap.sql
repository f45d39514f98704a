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

-- Schedules are rows; whichever worker holds a row whose time has come fires it, once for each tick.
CREATE TABLE cron_schedules (
    name text PRIMARY KEY,
    -- Second, minute, hour, day of the month, month, day of the week (Mon to Sun).
    expression text NOT NULL,
    time_zone text NOT NULL,
    -- A tick that no worker was there for: made up for once, or left out.
    missed text NOT NULL CONSTRAINT cron_schedules_missed_check CHECK (missed IN ('once', 'skip')),
    is_enabled boolean NOT NULL DEFAULT true,
    -- When it comes up next; nothing when it never does.
    next_tick timestamptz,
    last_tick timestamptz,
    -- The latest tick that was left out.
    skipped_tick timestamptz,
    -- The last run, by a tick or by hand. It has no error when it went well.
    ran_at timestamptz,
    ran_millis bigint,
    ran_done bigint,
    ran_error text
);

-- What is not done is little, and is counted by the operator's pages; what is done is dropped after two weeks.
CREATE INDEX jobs_open_idx ON apalis.jobs (job_type, status, run_at) WHERE status <> 'Done';
CREATE INDEX jobs_done_idx ON apalis.jobs (done_at) WHERE status = 'Done';

-- apalis announces each new job with NOTIFY, which takes a cluster-wide lock at commit; workers poll instead.
DROP TRIGGER IF EXISTS notify_workers ON apalis.jobs;
