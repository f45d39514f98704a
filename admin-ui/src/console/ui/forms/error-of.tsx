import type { ReactNode } from "react";
import { ValidationError } from "ra-core";
import type { UseInputValue } from "ra-core";

/** Returns an input's error: the text of the client's rule, or of the server's rejection. */
export function errorOf({ fieldState: { error } }: UseInputValue): ReactNode {
  return error?.message === undefined ? undefined : <ValidationError error={error.message} />;
}
