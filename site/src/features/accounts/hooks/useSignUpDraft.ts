import { useWatch } from "react-hook-form";
import type { Control } from "react-hook-form";
import { deleteDrafts, readDraft, useDraft, useUnloadGuard } from "@/drafts";
import { draftOf, isChanged, signUpFrom } from "../model/sign-up";
import type { SignUpValues } from "../model/sign-up";

const NAME = "sign_up";

/** Keeps a half-filled form through a reload and a change of language, without the password. */
export function useStoredSignUp(control: Control<SignUpValues>, empty: SignUpValues): void {
  const values = draftOf(useWatch({ control }));
  const draft = JSON.stringify(values);
  useDraft(NAME, draft);
  useUnloadGuard(NAME, isChanged(values, empty) ? draft : null);
}

/** Returns the form's draft in this tab. */
export function loadSignUp(empty: SignUpValues): SignUpValues {
  return signUpFrom(readDraft(NAME), empty);
}

/** Deletes the draft, including its phone verification. */
export function deleteSignUp(): void {
  deleteDrafts(NAME);
}
