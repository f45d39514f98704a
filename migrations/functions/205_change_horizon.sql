-- Returns the mark of changes (0007_calendar.sql) up to which everything is known: no open transaction has a number at or below it, and no
-- later transaction gets one. Reads the counter first and the locks afterwards: a transaction that took a number in between holds a lock on
-- a lower one. VOLATILE, so that each statement reads again.
CREATE OR REPLACE FUNCTION change_horizon() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    v_last bigint;
    v_open bigint;
BEGIN
    SELECT last_value - (NOT is_called)::integer INTO v_last FROM public.change_no;
    SELECT min(((l.classid::bigint & 65535) << 32) | l.objid::bigint) INTO v_open FROM pg_locks l
    WHERE l.locktype = 'advisory' AND l.objsubid = 2 AND l.classid::bigint >> 16 = x'534B'::integer
      AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database());
    RETURN least(v_last, coalesce((v_last >> 48 << 48) | v_open, v_last));
END $$;
