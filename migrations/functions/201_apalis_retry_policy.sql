-- Backoff of 2^n seconds (at most an hour), a dead letter after the last attempt, and no lost attempt at a clean shutdown: a job that the
-- worker releases waits as before. A job left running by a panic or a timeout counts as failed.
CREATE OR REPLACE FUNCTION apalis_retry_policy() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.last_result->>'Err' = 'Re-enqueued due to worker shutdown' THEN
        NEW.attempts := OLD.attempts;
        IF NEW.status = 'Failed' THEN
            NEW.status := 'Pending';
            NEW.done_at := OLD.done_at;
        END IF;
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
    FOR EACH ROW EXECUTE FUNCTION apalis_retry_policy();
