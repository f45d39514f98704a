-- Converts a text to an address as queries compare addresses: ASCII, case-insensitive. NULL for a text with any other character, because
-- citext folds case by the database's collation, which maps U+0130 to i and U+212A to k. Queries compare addresses with bound texts through
-- this function only; the test platform::addresses checks the sources.
-- Counterpart: domain::names::email, which validates an address before a query runs.
CREATE OR REPLACE FUNCTION mail_address(p_text text) RETURNS citext
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN p_text COLLATE "C" ~ '^[!-~]+$' THEN p_text::citext END
$$;
