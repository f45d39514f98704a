-- What keeps the house running: the demo's clock, the schedules, and the retry policy of the job table.

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

-- Back-off of 2^n seconds (at most an hour), a dead letter after the last attempt, and no attempt lost to a clean
-- shutdown. A job left running by a panic or a time-out counts as failed.
CREATE OR REPLACE FUNCTION public.apalis_retry_policy() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.last_result->>'Err' = 'Re-enqueued due to worker shutdown' THEN
        NEW.attempts := OLD.attempts;
        RETURN NEW;
    END IF;
    IF NEW.status = 'Running' AND NEW.done_at IS NOT NULL AND NEW.done_at IS DISTINCT FROM OLD.done_at THEN
        NEW.status := 'Failed';
    END IF;
    IF NEW.status IN ('Failed', 'Pending') AND NEW.attempts > OLD.attempts THEN
        IF NEW.attempts >= NEW.max_attempts THEN
            NEW.status := 'Failed';
            NEW.done_at := coalesce(NEW.done_at, now());
        ELSE
            NEW.run_at := now() + make_interval(secs => least(3600, 2 ^ NEW.attempts) * (0.9 + 0.2 * random()));
        END IF;
    END IF;
    RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER apalis_retry_policy BEFORE UPDATE OF status ON apalis.jobs
    FOR EACH ROW EXECUTE FUNCTION public.apalis_retry_policy();

-- apalis announces each new job with NOTIFY, which takes a cluster-wide lock at commit; workers poll instead.
DROP TRIGGER IF EXISTS notify_workers ON apalis.jobs;
