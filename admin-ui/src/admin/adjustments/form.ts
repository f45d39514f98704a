import type { Schemas } from "@/admin/api";
import { proofBody } from "@/console/security";
import type { Proof } from "@/console/security";

type Kind = Schemas["AdjustmentKind"];
export type BorneBy = Schemas["BorneBy"];

/** The subject of a request: the charge to refund, or the booking to correct. */
export interface Target {
  kind: Kind;
  uid: string;
  /** The diner of the charge; blank for a correction. */
  userUid: string;
  /** The charge or the booking, for people. */
  label: string;
  /** The amount left of a charge to refund; null for a correction. */
  left: number | null;
  /** The money is the operator's own, so the operator bears the refund. */
  isOperators: boolean;
}

export interface Form extends Proof {
  amount: string;
  reason: string;
  borneBy: BorneBy | "";
}

/** The charges whose money is the operator's. */
const OPERATORS: readonly string[] = ["reservation_fee", "subscription_fee"];

interface RefundableCharge {
  uid: string;
  label: string;
  kind: string;
  refundable: number;
}

/** Returns the target of a refund of a diner's charge. */
export function refundOf(userUid: string, charge: RefundableCharge): Target {
  const { uid, label, refundable: left } = charge;
  return { kind: "refund", uid, userUid, label, left, isOperators: OPERATORS.includes(charge.kind) };
}

/** Returns the target of a correction of a booking. */
export const correctionOf = ({ uid, label }: { uid: string; label: string }): Target => ({
  kind: "correction",
  uid,
  userUid: "",
  label,
  left: null,
  isOperators: false,
});

export const formOf = ({ left, isOperators }: Target): Form => ({
  amount: left === null ? "" : String(left),
  reason: "",
  borneBy: isOperators ? "operator" : "",
  proof: "",
  isByCode: false,
});

/** Whether the amount is a whole number of yen within what is left. */
export function isAmount({ amount }: Form, { left }: Target): boolean {
  const yen = Number(amount);
  return Number.isInteger(yen) && yen > 0 && (left === null || yen <= left);
}

/** Returns whether the form can be sent: the amount is within what is left, and nothing is blank. */
export function isComplete(form: Form, target: Target): boolean {
  const { reason, borneBy, proof } = form;
  return isAmount(form, target) && reason.trim() !== "" && borneBy !== "" && proof !== "";
}

/** Returns the body of the request. */
export function bodyOf(form: Form, key: string) {
  const adjustment = {
    amount: Number(form.amount),
    reason: form.reason,
    borne_by: form.borneBy,
    idempotency_key: key,
  };
  return { adjustment, ...proofBody(form) };
}
