import { useWatch } from "react-hook-form";
import type { Control } from "react-hook-form";
import { deleteDrafts, readDraft, useDraft } from "@/drafts";
import { draftOf, signUpFrom } from "../model/sign-up";
import type { SignUpValues } from "../model/sign-up";

const NAME = "sign_up";

/** Keeps a half-filled form through a reload and a change of language, without the password. */
export function useStoredSignUp(control: Control<SignUpValues>): void {
  useDraft(NAME, JSON.stringify(draftOf(useWatch({ control }))));
}

/** Returns the form's draft in this tab. */
export function loadSignUp(empty: SignUpValues): SignUpValues {
  return signUpFrom(readDraft(NAME), empty);
}

/** Deletes the draft, including its phone verification. */
export function deleteSignUp(): void {
  deleteDrafts(NAME);
}
