-- no-transaction
-- Finds accounts by the beginnings of their names (function name_words). A search reads pending entries one by one, so there are none.
CREATE INDEX CONCURRENTLY IF NOT EXISTS profiles_name_words_idx ON profiles USING gin ((
    array_to_tsvector(array_remove(string_to_array(left(regexp_replace(translate(lower(normalize(
        name_last || name_first || E'\n' || name_first || name_last || E'\n' || kana_last || kana_first || E'\n' || kana_first || kana_last || E'\n'
            || regexp_replace(name_last || E'\n' || name_first || E'\n' || kana_last || E'\n' || kana_first,
                '(?:^|\n)[^\n\t \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\u30fb\uff65,\uff0c]*|[\t \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\u30fb\uff65,\uff0c]+', E'\n', 'g'),
        NFKC)),
        'ぁぃぅぇぉっゃゅょゎゐゑゕゖァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶヷーヽヾ‐‒–—―−─━’‘`',
        'あいうえおつやゆよわいえかけああいいううええおおかがきぎくぐけげこごさざしじすずせぜそぞただちぢつつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもややゆゆよよらりるれろわわいえをんゔかけわ-ゝゞ--------'''''''),
        '[\t \u1680\u2028\u2029\ufe00-\ufe0f\U000e0100-\U000e01ef]+', '', 'g'), 500), E'\n'), ''))
)) WITH (fastupdate = off);
