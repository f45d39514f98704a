-- Returns the letters of a name by which queries preselect guests with one name, for the indexes offsite_reservations_name_idx and
-- customer_profiles_name_idx: ASCII letters in lower case, digits, kana, kanji and hangul of the compatibility form. Names that
-- domain::customers::offsite_identity regards as one have one key; that rule decides about names with one key, because letters of other
-- scripts are left out. The test admin::sections::offsite_guests compares the two.
-- PostgreSQL inlines the body, which must therefore equal the expression of both indexes.
CREATE OR REPLACE FUNCTION name_key(p_name text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT regexp_replace(translate(normalize(p_name, NFKC), 'ABCDEFGHIJKLMNOPQRSTUVWXYZİ', 'abcdefghijklmnopqrstuvwxyzi'),
        '[^a-z0-9\u3005\u3041-\u30fa\u30fc-\u30ff\u3400-\u9fff\uac00-\ud7a3]', '', 'g')
$$;
