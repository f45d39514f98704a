-- The customers of a restaurant as cards. `p_filter` narrows them by what it has: id, uid, ids, groups (999: none), types,
-- blacklisted, ways (sms, email), countries (domestic, overseas), visits_from, visits_till, keywords (each of them
-- somewhere), email, phone, phone_country, name, tel, email_prefix, visits_on. Names are compared in their compatibility
-- form and in lower case. Merged customers have no card of their own any more.
CREATE OR REPLACE FUNCTION customer_cards(p_restaurant_id bigint, p_now timestamptz, p_filter jsonb)
RETURNS TABLE (
    id bigint, uid text, type text, user_id bigint, customer_group_id bigint, group_label text, group_label_short text,
    display_fullname text, kana text, nickname text, email text, invitation_email text, phone_country text,
    phone_local_number text, profile_id bigint, receipt_title text, internal_memo text, allow_send_ivr_sms boolean,
    favorited boolean, subscribe_to_announcements boolean, is_blacklisted boolean, premium_grade text, prefecture text,
    allergy_description text, dislikes text, visit_count bigint, last_visited_at timestamptz, created_at timestamptz
) LANGUAGE sql STABLE AS $$
    SELECT c.id, c.uid, c.type, c.user_id, c.customer_group_id, coalesce(g.label, ''), coalesce(g.label_short, ''),
           n.fullname, n.kana, coalesce(cp.nickname, ''), u.email::text, c.invitation_email::text, n.country, n.number, cp.id,
           coalesce(cp.receipt_title, ''), coalesce(cp.internal_memo, ''), c.allow_send_ivr_sms, c.favorited,
           c.subscribe_to_announcements, n.is_blacklisted, u.premium_grade, coalesce(p.prefecture, ''),
           coalesce(p.allergy_description, ''), coalesce(p.dislikes, ''), v.visits, v.last_at, c.created_at
    FROM customers c
    LEFT JOIN customer_profiles cp ON cp.restaurant_id = c.restaurant_id AND cp.customer_id = c.id
    LEFT JOIN customer_groups g ON g.restaurant_id = c.restaurant_id AND g.id = c.customer_group_id
    LEFT JOIN users u ON u.id = c.user_id
    LEFT JOIN profiles p ON p.user_id = c.user_id
    CROSS JOIN LATERAL (
        SELECT coalesce(p.name_last || ' ' || p.name_first, nullif(cp.nickname, ''), '') AS fullname,
               coalesce(p.kana_last || ' ' || p.kana_first, '') AS kana,
               coalesce(p.phone_country, cp.phone_country, 'JP') AS country,
               coalesce(p.phone_local_number, cp.phone_local_number, '') AS number,
               c.is_blacklisted OR EXISTS (
                   SELECT 1 FROM blacklisted_phone_numbers b
                   WHERE b.restaurant_id = p_restaurant_id AND b.phone_country = coalesce(p.phone_country, cp.phone_country)
                     AND b.phone_local_number = coalesce(p.phone_local_number, cp.phone_local_number)) AS is_blacklisted,
               lower(normalize(concat_ws(E'\n', p.name_last || ' ' || p.name_first, p.name_last || p.name_first,
                   p.kana_last || ' ' || p.kana_first, p.kana_last || p.kana_first, cp.nickname,
                   replace(normalize(cp.nickname, NFKC), ' ', '')), NFKC)) AS names
    ) n
    LEFT JOIN LATERAL (
        SELECT count(*) AS visits, max(r.starts_at) AS last_at FROM reservations r
        WHERE r.restaurant_id = p_restaurant_id AND r.customer_id = c.id AND r.status = 'accepted' AND r.ends_at < p_now
    ) v ON true
    WHERE c.restaurant_id = p_restaurant_id AND c.merged_into_id IS NULL
      AND (NOT p_filter ? 'id' OR c.id = (p_filter->>'id')::bigint)
      AND (NOT p_filter ? 'uid' OR c.uid = p_filter->>'uid')
      AND (NOT p_filter ? 'ids' OR p_filter->'ids' @> to_jsonb(c.id))
      AND (NOT p_filter ? 'groups' OR p_filter->'groups' @> to_jsonb(coalesce(c.customer_group_id, 999)))
      AND (NOT p_filter ? 'types' OR p_filter->'types' ? c.type)
      AND (NOT p_filter ? 'blacklisted' OR n.is_blacklisted)
      AND (NOT p_filter ? 'ways' OR c.type = 'InvitedCustomer' AND (
              p_filter->'ways' ? 'sms' AND c.allow_send_ivr_sms
              OR p_filter->'ways' ? 'email' AND c.invitation_email IS NOT NULL))
      AND (NOT p_filter ? 'countries'
           OR n.number <> '' AND p_filter->'countries' ? CASE n.country WHEN 'JP' THEN 'domestic' ELSE 'overseas' END)
      AND (NOT p_filter ? 'visits_from' OR v.visits >= (p_filter->>'visits_from')::bigint)
      AND (NOT p_filter ? 'visits_till' OR v.visits <= (p_filter->>'visits_till')::bigint)
      AND (NOT p_filter ? 'keywords' OR NOT EXISTS (
              SELECT 1 FROM jsonb_array_elements_text(p_filter->'keywords') AS word
              WHERE strpos(concat_ws(E'\n', n.names, lower(u.email::text), lower(c.invitation_email::text), n.number,
                                     '0' || n.number, lower(normalize(cp.internal_memo, NFKC))), word) = 0))
      AND (NOT p_filter ? 'email' OR u.email = (p_filter->>'email')::citext OR c.invitation_email = (p_filter->>'email')::citext)
      AND (NOT p_filter ? 'phone' OR n.number <> '' AND regexp_replace(n.number, '^0', '') = p_filter->>'phone')
      AND (NOT p_filter ? 'phone_country' OR n.country = p_filter->>'phone_country')
      AND (NOT p_filter ? 'name' OR strpos(n.names, p_filter->>'name') > 0
           OR p_filter ? 'kana' AND strpos(n.names, p_filter->>'kana') > 0)
      AND (NOT p_filter ? 'tel' OR starts_with(regexp_replace(n.number, '^0', ''), p_filter->>'tel'))
      AND (NOT p_filter ? 'email_prefix' OR starts_with(lower(u.email::text), p_filter->>'email_prefix')
           OR starts_with(lower(c.invitation_email::text), p_filter->>'email_prefix'))
      AND (NOT p_filter ? 'visits_on' OR EXISTS (
              SELECT 1 FROM reservations r
              WHERE r.customer_id = c.id AND r.restaurant_id = p_restaurant_id AND r.status = 'accepted'
                AND r.date = (p_filter->>'visits_on')::date))
$$;
