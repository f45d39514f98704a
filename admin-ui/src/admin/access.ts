import type { AdminFlags } from "@/console/api";

interface Access {
  /** Permissions of which one is required to read the records; none for all admins. */
  read?: readonly (keyof AdminFlags)[];
  /** Permissions of which one is required to export them; none for all admins. */
  export?: readonly (keyof AdminFlags)[];
}

const REFUNDS: Access = { read: ["refunds"], export: ["refunds"] };
const STAFF: Access = { read: ["staff"], export: ["staff"] };
const GUESTS: Access = { export: ["privacy_export"] };

/** The resources that not all admins read or export, as the server checks them (admin section 6). */
export const ACCESS: Readonly<Partial<Record<string, Access>>> = {
  admin_users: STAFF,
  announcements: GUESTS,
  audit_events: GUESTS,
  cancel_requests: GUESTS,
  charges: REFUNDS,
  disputes: { export: ["refunds"] },
  gold_plan_change_requests: GUESTS,
  ledger_transfers: REFUNDS,
  no_show_fees: { export: ["refunds"] },
  payment_adjustments: REFUNDS,
  payouts: REFUNDS,
  privacy: { read: ["privacy_export", "privacy_erase"], export: ["privacy_export"] },
  refunds: REFUNDS,
  reservations: GUESTS,
  staff: STAFF,
  users: GUESTS,
};

/** Whether an admin with these permissions may do react-admin's action (`list`, `export`, …) with a resource. */
export function mayDo(flags: Partial<AdminFlags> | undefined, action: string, resource: string): boolean {
  const access = ACCESS[resource];
  const has = (anyOf: readonly (keyof AdminFlags)[] | undefined) =>
    anyOf === undefined || anyOf.some((flag) => flags?.[flag] === true);
  return has(access?.read) && (action !== "export" || has(access?.export));
}
