-- Schedules are read as cron reads them from now on: 0 and 7 are Sunday, 1 is Monday, and a day of the month with a day of the week means
-- either. A stored expression keeps its meaning: until now 1 was Sunday and 7 Saturday, and both days had to match, which "+" says.
-- Names have the same meaning for servers of either release.
DO $$
DECLARE
    schedule record;
    fields text[];
    weekdays text;
    names CONSTANT text[] := '{Sun,Mon,Tue,Wed,Thu,Fri,Sat}';
BEGIN
    FOR schedule IN SELECT name, expression FROM cron_schedules FOR UPDATE LOOP
        fields := regexp_split_to_array(trim(schedule.expression), '\s+');
        CONTINUE WHEN cardinality(fields) NOT IN (6, 7);
        -- Names may have been written in full.
        fields[5] := regexp_replace(fields[5], '([A-Za-z]{3})[A-Za-z]*', '\1', 'g');
        weekdays := regexp_replace(fields[6], '([A-Za-z]{3})[A-Za-z]*', '\1', 'g');
        FOR number IN 1..7 LOOP
            weekdays := regexp_replace(weekdays, '(^|[,-])' || number || '(?!\d)', '\1' || names[number], 'g');
        END LOOP;
        weekdays := regexp_replace(weekdays, '(^|,)([A-Za-z]{3})/', '\1\2-Sat/', 'g');
        IF fields[4] NOT IN ('*', '?') AND weekdays NOT IN ('*', '?') AND weekdays NOT LIKE '+%' THEN
            weekdays := '+' || weekdays;
        END IF;
        fields[6] := weekdays;
        UPDATE cron_schedules SET expression = array_to_string(fields, ' ') WHERE name = schedule.name;
    END LOOP;
END $$;
