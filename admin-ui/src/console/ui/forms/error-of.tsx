import type { ReactNode } from "react";
import { ValidationError } from "ra-core";
import type { UseInputValue } from "ra-core";

/** What stands at an input: its own rule's text, or what the server refused. */
export function errorOf({ fieldState: { error } }: UseInputValue): ReactNode {
  return error?.message === undefined ? undefined : <ValidationError error={error.message} />;
}
