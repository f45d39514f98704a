-- What the last list of another service said about the guest. A later list that differs is a correction, while a difference from the
-- customer's record may be an edit by staff. The same name with the same number or address is the same guest (gaps G230).
ALTER TABLE offsite_reservations ADD COLUMN phone_e164 text,
    ADD COLUMN email citext CONSTRAINT offsite_reservations_email_check CHECK (email::text COLLATE "C" ~ '^[!-~]+$');

UPDATE offsite_reservations o SET phone_e164 = p.phone_e164, email = c.invitation_email
FROM reservations r
JOIN customers c ON c.restaurant_id = r.restaurant_id AND c.id = r.customer_id
LEFT JOIN customer_profiles p ON p.restaurant_id = c.restaurant_id AND p.customer_id = c.id
WHERE r.restaurant_id = o.restaurant_id AND r.id = o.reservation_id AND c.type = 'OffsiteCustomer' AND c.erased_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM customers m WHERE m.restaurant_id = c.restaurant_id AND m.merged_into_id = c.id);

CREATE INDEX offsite_reservations_phone_idx ON offsite_reservations (restaurant_id, phone_e164) WHERE phone_e164 IS NOT NULL;
CREATE INDEX offsite_reservations_email_idx ON offsite_reservations (restaurant_id, email) WHERE email IS NOT NULL;

-- Bookings that show the name from the list and not the customer's: the customer has the name of another booking, and staff did not merge
-- the two. Such a customer was imported for several guests, or has been renamed for another booking.
CREATE VIEW offsite_own_names AS
SELECT o.restaurant_id, o.reservation_id, o.full_name_string AS name
FROM offsite_reservations o
JOIN reservations r ON r.restaurant_id = o.restaurant_id AND r.id = o.reservation_id
JOIN customer_profiles p ON p.restaurant_id = r.restaurant_id AND p.customer_id = r.customer_id
WHERE o.full_name_string <> '' AND o.full_name_string <> p.nickname
  AND EXISTS (
      SELECT 1 FROM reservations v
      JOIN offsite_reservations x ON x.restaurant_id = v.restaurant_id AND x.reservation_id = v.id
      WHERE v.restaurant_id = r.restaurant_id AND v.customer_id = r.customer_id AND x.full_name_string = p.nickname)
  AND NOT EXISTS (SELECT 1 FROM customers m WHERE m.restaurant_id = r.restaurant_id AND m.merged_into_id = r.customer_id);
