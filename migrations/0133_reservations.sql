-- The free stocks that an invitation removed from the web, so that staff can open them again after it ended without a booking: slot, item,
-- access control and customer groups. Null once they are open again.
ALTER TABLE reservation_invites ADD COLUMN removed_stocks jsonb;
