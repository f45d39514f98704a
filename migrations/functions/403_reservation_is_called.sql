-- Whether a reservation's guest is called by every one of some patterns: by the name of the diner, staff's own or another
-- channel's, by the telephone number, or by the address of the invitation. A diner's hold is nobody's yet.
CREATE OR REPLACE FUNCTION reservation_is_called(p_restaurant_id bigint, p_reservation_id bigint, p_patterns text[]) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT coalesce(bool_and(
        CASE WHEN r.type = 'online_reservation' AND r.status = 'pending' THEN false
        ELSE coalesce(concat_ws(' ', p.name_last, p.name_first) ILIKE pattern OR concat_ws('', p.name_last, p.name_first) ILIKE pattern
          OR concat_ws(' ', p.kana_last, p.kana_first) ILIKE pattern OR c.nickname ILIKE pattern OR o.full_name_string ILIKE pattern
          OR '0' || coalesce(p.phone_local_number, '') ILIKE pattern OR '0' || coalesce(c.phone_local_number, '') ILIKE pattern
          OR cu.invitation_email::text ILIKE pattern OR u.email::text ILIKE pattern, false) END), true)
    FROM reservations r
    CROSS JOIN unnest(p_patterns) AS pattern
    LEFT JOIN customers cu ON cu.restaurant_id = r.restaurant_id AND cu.id = r.customer_id
    LEFT JOIN customer_profiles c ON c.restaurant_id = cu.restaurant_id AND c.customer_id = cu.id
    LEFT JOIN users u ON u.id = coalesce(r.user_id, cu.user_id)
    LEFT JOIN profiles p ON p.user_id = u.id
    LEFT JOIN offsite_reservations o ON o.restaurant_id = r.restaurant_id AND o.reservation_id = r.id
    WHERE r.restaurant_id = p_restaurant_id AND r.id = p_reservation_id
$$;
