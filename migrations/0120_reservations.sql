-- Increases with each change of a reservation's place (day, time, seats, party size, course), with its end and with its restoration. A
-- writer names the version that it saw, and gets 409 if the reservation has another one.
ALTER TABLE reservations ADD COLUMN version integer NOT NULL DEFAULT 0;
