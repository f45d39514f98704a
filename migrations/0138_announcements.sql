-- The same view, with the consent beside its table: a Citus cluster rejects a subselect that is below one without a table.
CREATE OR REPLACE VIEW mail_audience AS
SELECT g.restaurant_id, g.id AS customer_id, g.uid AS customer_uid, g.user_id, g.customer_group_id, g.email, g.premium_grade,
       g.prefecture, g.locale,
       g.consents AND g.subscribe_to_announcements AS wants_announcements,
       g.consents AND g.subscribe_to_standby AS wants_standby
FROM (
    SELECT c.restaurant_id, c.id, c.uid, c.user_id, c.customer_group_id, c.subscribe_to_announcements, c.subscribe_to_standby,
           u.email, u.premium_grade, p.prefecture, p.locale,
           coalesce(c.shop_notification, p.phone_country = 'JP' AND (c.customer_group_id IS NOT NULL OR EXISTS (
               SELECT 1 FROM reservations r WHERE r.restaurant_id = c.restaurant_id AND r.customer_id = c.id AND r.status = 'accepted')))
               AS consents
    FROM customers c
    JOIN users u ON u.id = c.user_id AND u.email_confirmed_at IS NOT NULL
    JOIN profiles p ON p.user_id = c.user_id
    WHERE c.merged_into_id IS NULL AND NOT c.is_blacklisted
      AND NOT EXISTS (SELECT 1 FROM blacklisted_phone_numbers b WHERE b.restaurant_id = c.restaurant_id AND b.phone_e164 = p.phone_e164)
) g;
