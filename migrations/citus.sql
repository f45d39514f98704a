-- Distributes a migrated database by restaurant on a Citus cluster. On the coordinator, before diners come and after each seki migrate:
--
--     psql "$DATABASE_URL" -v ON_ERROR_STOP=1 -f migrations/citus.sql
--
-- It may be repeated. docs/OPERATIONS.md says what works afterwards and what does not yet.
SET client_min_messages = warning;

-- Every table that is not named here is one of a restaurant and is distributed by restaurant_id. A reference table is copied to
-- every node, a local one stays on the coordinator. The test platform::sharding reads these two lists.
CREATE TEMPORARY TABLE placed (name text PRIMARY KEY, place text NOT NULL);
INSERT INTO placed SELECT unnest(ARRAY[
    'restaurants', 'areas', 'cuisines', 'users', 'profiles', 'owners', 'admin_users', 'gold_rounds', 'plan_prices', 'campaign_codes', 'coupons',
    'payment_methods', 'gold_user_profiles', 'restaurant_search_texts', 'search_synonyms', 'extra_holidays', 'legal_documents', 'legal_consents', 'interest_tags', 'user_interest_tags', 'cookie_storage_agreements'
]), 'reference';
INSERT INTO placed SELECT unnest(ARRAY[
    'sessions', 'authenticators', 'passkeys', 'passkey_challenges', 'recovery_codes', 'known_browsers', 'mail_tokens', 'two_factor_challenges', 'phone_verifications', 'sms_confirmations', 'rate_limits', 'captcha_challenges',
    'provider_events', 'provider_balance_transactions', 'provider_cursors', 'subscriptions', 'trial_claims', 'teaser_users', 'calendar_feeds', 'calendar_feed_events', 'gold_plan_change_requests', 'mail_deliveries', 'sms_deliveries', 'demo_clock', 'milestones', 'cron_schedules', 'report_progress', 'schema_functions', '_sqlx_migrations'
]), 'local';
INSERT INTO placed SELECT relname, 'distributed' FROM pg_class
WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname NOT IN ('citus_links', 'citus_tables')
ON CONFLICT DO NOTHING;

-- Citus moves no table with a trigger. On a cluster nothing but the missing code keeps the ledger and the audit from changes.
SELECT format('DROP TRIGGER %I ON %s', tgname, tgrelid::regclass) FROM pg_trigger
WHERE tgname IN ('ledger_transfers_append_only', 'audit_events_append_only') \gexec

-- Foreign keys are dropped while the tables move, and created again at the end: with a foreign key to a reference table, Citus adds the
-- referencing table to its metadata as a local one, and such a table with an identity column can never be distributed.
CREATE TABLE IF NOT EXISTS citus_links AS
SELECT conrelid::regclass::text AS name, conname, pg_get_constraintdef(oid) AS definition
FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace;
SELECT format('ALTER TABLE %s DROP CONSTRAINT IF EXISTS %I', name, conname) FROM citus_links \gexec

SELECT format('SELECT create_reference_table(%L)', name) FROM placed
WHERE place = 'reference' AND name::regclass NOT IN (SELECT logicalrelid FROM pg_dist_partition) ORDER BY name \gexec

-- All in one colocation group, so that the rows of a restaurant lie on one node.
SELECT format('SELECT create_distributed_table(%L, ''restaurant_id'', colocate_with => %L)', name,
              CASE name WHEN 'reservations' THEN 'none' ELSE 'reservations' END)
FROM placed
WHERE place = 'distributed' AND name::regclass NOT IN (SELECT logicalrelid FROM pg_dist_partition)
ORDER BY name <> 'reservations', name \gexec

-- A local table whose references name no reference table is known to Citus too, so that one commit covers it and a restaurant's rows.
SELECT format('SELECT citus_add_local_table_to_metadata(%L)', name) FROM placed
WHERE place = 'local' AND name NOT IN ('schema_functions', '_sqlx_migrations')
  AND name::regclass NOT IN (SELECT logicalrelid FROM pg_dist_partition) ORDER BY name \gexec

-- Its ids would begin at 1 again.
SELECT format('SELECT setval(pg_get_serial_sequence(%L, ''id''), coalesce(max(id), 0) + 1, false) FROM %s', table_name, table_name)
FROM information_schema.columns JOIN placed ON name = table_name AND place = 'local'
WHERE table_schema = 'public' AND column_name = 'id' AND is_identity = 'YES' \gexec

SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', name, conname, definition) FROM citus_links
WHERE NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conrelid = name::regclass AND c.conname = citus_links.conname)
ORDER BY name, conname \gexec
DROP TABLE citus_links;

-- A cluster sends a statement to a node by the values of its parameters, so no function may plan for any values.
SELECT format('ALTER FUNCTION %s RESET plan_cache_mode', oid::regprocedure) FROM pg_proc
WHERE pronamespace = 'public'::regnamespace AND array_to_string(proconfig, ' ') LIKE '%plan_cache_mode%' \gexec

-- A transaction that has read several shards concurrently may not write a reference table that they reference: one connection to each
-- node reads them one after the other. It is the default of new connections.
SELECT format('ALTER DATABASE %I SET citus.multi_shard_modify_mode = sequential', current_database()) \gexec
