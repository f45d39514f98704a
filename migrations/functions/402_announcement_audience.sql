-- Whom an announcement reaches: diners with a confirmed address, of these groups (999: of none), grades and prefectures;
-- empty means all. Without force only those who want such mails. Never somebody on the blacklist.
CREATE OR REPLACE FUNCTION announcement_audience(
    p_restaurant_id bigint, p_groups bigint[], p_grades text[], p_prefectures text[], p_is_forced boolean
) RETURNS TABLE (customer_id bigint) LANGUAGE sql STABLE AS $$
    SELECT c.id
    FROM customers c
    JOIN users u ON u.id = c.user_id AND u.email_confirmed_at IS NOT NULL
    JOIN profiles p ON p.user_id = c.user_id
    WHERE c.restaurant_id = p_restaurant_id AND c.merged_into_id IS NULL AND NOT c.is_blacklisted
      AND (c.subscribe_to_announcements OR p_is_forced)
      AND (cardinality(p_groups) = 0 OR coalesce(c.customer_group_id, 999) = ANY (p_groups))
      AND (cardinality(p_grades) = 0 OR u.premium_grade = ANY (p_grades))
      AND (cardinality(p_prefectures) = 0 OR p.prefecture = ANY (p_prefectures))
      AND NOT EXISTS (SELECT 1 FROM blacklisted_phone_numbers b WHERE b.restaurant_id = c.restaurant_id
                        AND b.phone_country = p.phone_country AND b.phone_local_number = p.phone_local_number)
$$;
