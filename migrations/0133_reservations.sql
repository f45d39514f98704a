-- The free stocks that an invitation removed from the web, so that staff can open them again after it ended without a booking: slot, item,
-- access control and customer groups. Null once they are open again.
ALTER TABLE reservation_invites ADD COLUMN removed_stocks jsonb;

-- The waiting list offers the seats to the guest, which the messages say.
ALTER TABLE reservation_invites ADD COLUMN is_waiting_list_offer boolean NOT NULL DEFAULT false;
