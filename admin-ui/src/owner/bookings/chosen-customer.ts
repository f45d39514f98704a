import type { Schemas } from "@/owner/api";

export type CustomerType = Schemas["CustomerHit"]["type"];

/** The customer of the booking, found or newly added. */
export interface ChosenCustomer {
  uid: string;
  type: CustomerType;
  name: string;
  group: string;
  visits: number;
  phone: string;
  email: string;
  isBlacklisted: boolean;
  hasAllergy: boolean;
  /** A text message was requested, but the number belongs to a diner: they are invited as an online customer. */
  isKnown: boolean;
  /** Staff entered the customer a moment ago, with an address or number for an invitation. */
  isInvited: boolean;
}

/** Converts a customer card to the chosen customer. */
export function knownCustomer(customer: Schemas["CustomerCard"]): ChosenCustomer {
  return {
    uid: customer.uid,
    type: customer.type,
    name: customer.display_fullname,
    group: customer.label,
    visits: customer.visit_count,
    phone: customer.display_phone_number,
    email: customer.email ?? customer.invitation_email ?? "",
    isBlacklisted: customer.is_blacklisted,
    hasAllergy: customer.has_allergy,
    isKnown: false,
    isInvited: false,
  };
}
