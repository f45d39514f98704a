-- Whether a slot with p_seats free seats accepts one more party of this size from this access class: the class's own selector decides if
-- there is one, otherwise the general one. A slot without selectors accepts all its sizes.
-- Counterpart: domain::availability::day::Slot::offers_party; the test diner::booking::sql_counterparts compares the two.
CREATE OR REPLACE FUNCTION osg_offers_party(p_restaurant_id bigint, p_osg_id bigint, p_class bigint, p_guests integer, p_seats bigint)
RETURNS boolean STABLE LANGUAGE sql AS $$
    SELECT CASE WHEN NOT EXISTS (
        SELECT 1 FROM osg_guests_count_selectors WHERE restaurant_id = p_restaurant_id AND online_stock_group_id = p_osg_id) THEN true
    ELSE coalesce((
        SELECT bool_or(s.guests_count = p_guests AND (NOT s.is_last_solo OR p_seats = 1) AND (s.max_per_isg IS NULL OR s.max_per_isg > (
            SELECT count(*) FROM reservations r
            WHERE r.restaurant_id = p_restaurant_id AND r.online_stock_group_id = p_osg_id
              AND r.status IN ('pending', 'accepted') AND r.guests_count = p_guests)))
        FROM osg_guests_count_selectors s
        WHERE s.restaurant_id = p_restaurant_id AND s.online_stock_group_id = p_osg_id
          AND s.customer_group_id IS NOT DISTINCT FROM (
              SELECT max(x.customer_group_id) FROM osg_guests_count_selectors x
              WHERE x.restaurant_id = p_restaurant_id AND x.online_stock_group_id = p_osg_id AND x.customer_group_id = nullif(p_class, 0))
    ), true) END
$$;
