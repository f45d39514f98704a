-- Returns which of a restaurant's texts contains a word of a search: 0 its name, 1 its kind (cuisine, area, prefecture), 2 another one
-- (p_elsewhere); NULL if none does. A word without patterns is empty and has level 0. PostgreSQL inlines the function, and so computes
-- p_elsewhere only for restaurants whose name and kind lack the word.
CREATE OR REPLACE FUNCTION search_level(p_name text, p_kind text, p_patterns text[], p_elsewhere boolean) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN p_patterns = '{}' THEN 0 WHEN p_name LIKE ANY (p_patterns) THEN 0 WHEN p_kind LIKE ANY (p_patterns) THEN 1
                WHEN p_elsewhere THEN 2 END
$$;
