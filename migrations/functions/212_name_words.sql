-- Returns the lexemes by whose beginnings admins find a person: the whole name, family name first and given name first, its reading likewise,
-- and each further word of a name with several words. A name in one text is a family name without a given name. Letters are in compatibility
-- form, lower case and hiragana, with kana of usual size, one hyphen and one apostrophe. Variants of a kanji stay, so a longer table of them
-- needs no new index: the search text has them all. A lexeme has at most 2,046 bytes, so 500 letters count, of all
-- lexemes together: of a name with more than about a hundred letters, the end of the reading and the further words are not found.
-- Counterpart: domain::names::prefixes; the test platform::names compares the two.
-- PostgreSQL inlines the body, which must therefore equal the expression of the indexes profiles_name_words_idx,
-- customer_profiles_name_words_idx and offsite_reservations_name_words_idx; the test platform::list_indexes compares them. It inlines only calls
-- whose arguments are columns and literals.
CREATE OR REPLACE FUNCTION name_words(p_last text, p_first text, p_kana_last text, p_kana_first text) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT array_to_tsvector(array_remove(string_to_array(left(regexp_replace(translate(lower(normalize(
        p_last || p_first || E'\n' || p_first || p_last || E'\n' || p_kana_last || p_kana_first || E'\n' || p_kana_first || p_kana_last || E'\n'
            || regexp_replace(p_last || E'\n' || p_first || E'\n' || p_kana_last || E'\n' || p_kana_first,
                '(?:^|\n)[^\n\t \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\u30fb\uff65,\uff0c]*|[\t \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\u30fb\uff65,\uff0c]+', E'\n', 'g'),
        NFKC)),
        'ぁぃぅぇぉっゃゅょゎゐゑゕゖァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶヷーヽヾ‐‒–—―−─━’‘`',
        'あいうえおつやゆよわいえかけああいいううええおおかがきぎくぐけげこごさざしじすずせぜそぞただちぢつつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもややゆゆよよらりるれろわわいえをんゔかけわ-ゝゞ--------'''''''),
        '[\t \u1680\u2028\u2029\ufe00-\ufe0f\U000e0100-\U000e01ef]+', '', 'g'), 500), E'\n'), ''))
$$;
