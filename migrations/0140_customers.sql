-- no-transaction
-- Finds the guests of all restaurants by the beginnings of their names, in the same way.
CREATE INDEX CONCURRENTLY IF NOT EXISTS customer_profiles_name_words_idx ON customer_profiles USING gin ((
    array_to_tsvector(array_remove(string_to_array(left(regexp_replace(translate(lower(normalize(
        nickname || '' || E'\n' || '' || nickname || E'\n' || kana || '' || E'\n' || '' || kana || E'\n'
            || regexp_replace(nickname || E'\n' || '' || E'\n' || kana || E'\n' || '',
                '(?:^|\n)[^\n\t \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\u30fb\uff65,\uff0c]*|[\t \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\u30fb\uff65,\uff0c]+', E'\n', 'g'),
        NFKC)),
        'ぁぃぅぇぉっゃゅょゎゐゑゕゖァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶヷーヽヾ‐‒–—―−─━’‘`',
        'あいうえおつやゆよわいえかけああいいううええおおかがきぎくぐけげこごさざしじすずせぜそぞただちぢつつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもややゆゆよよらりるれろわわいえをんゔかけわ-ゝゞ--------'''''''),
        '[\t \u1680\u2028\u2029\ufe00-\ufe0f\U000e0100-\U000e01ef]+', '', 'g'), 500), E'\n'), ''))
)) WITH (fastupdate = off)
    WHERE nickname <> '' OR kana <> '';
