import { useEffect } from "react";
import { useWatch } from "react-hook-form";
import type { Control } from "react-hook-form";
import { draftOf, signUpFrom } from "../model/sign-up";
import type { SignUpValues } from "../model/sign-up";

const KEY = "seki.sign_up";

/** A half-filled form lives through a reload and a change of language, in its tab only, and without the password. */
export function useKeptDraft(control: Control<SignUpValues>): void {
  const draft = JSON.stringify(draftOf(useWatch({ control })));
  useEffect(() => {
    store()?.setItem(KEY, draft);
  }, [draft]);
}

/** The form as it was left in this tab. */
export function startedSignUp(empty: SignUpValues): SignUpValues {
  try {
    return signUpFrom(JSON.parse(store()?.getItem(KEY) ?? "null"), empty);
  } catch {
    return empty;
  }
}

export function forgetDraft(): void {
  store()?.removeItem(KEY);
}

/** Browsers may refuse the storage; the form works without. */
function store(): Storage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}
