-- Up to which mark of changes (0007_calendar.sql) everything is known: no transaction that is still open has a number at or below it,
-- and none that begins later gets one. The counter is read first and the locks after it: whoever took a number in between holds a lock
-- on a lower one. VOLATILE, so that each statement looks anew.
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
