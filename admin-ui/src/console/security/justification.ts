import type { Schemas } from "@/console/api";
import { proofBody } from "./ProofField";
import type { Proof } from "./ProofField";

/** The reason of a privileged action, and a proof of identity (gaps G220). */
export type Justification = Schemas["Justification"];

export interface JustificationForm extends Proof {
  reason: string;
}

export const EMPTY_JUSTIFICATION: JustificationForm = { reason: "", proof: "", isByCode: false };

/** Returns whether both the reason and the proof are given. */
export const isCompleteJustification = ({ reason, proof }: JustificationForm) => reason.trim() !== "" && proof !== "";

/** Returns the fields of the call. */
export const justificationBody = (form: JustificationForm): Justification => ({
  reason: form.reason,
  ...proofBody(form),
});
