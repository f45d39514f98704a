import { useMemo, useRef } from "react";
import type { ReactNode } from "react";
import { SaveContextProvider, useSaveContext } from "ra-core";
import type { SaveHandler } from "ra-core";

/** Around a form inside react-admin's create or edit: saves a double click once. */
export function SubmitOnce({ children }: { children: ReactNode }) {
  const context = useSaveContext();
  const isRunning = useRef(false);
  const value = useMemo(() => {
    const { save } = context;
    // The form's further arguments are an event or the callbacks of its button.
    const saveOnce: SaveHandler<Record<string, unknown>> = async (...given) => {
      if (isRunning.current) return undefined;
      isRunning.current = true;
      try {
        return await save?.(...given);
      } finally {
        isRunning.current = false;
      }
    };
    return save ? { ...context, save: saveOnce } : context;
  }, [context]);
  return <SaveContextProvider value={value}>{children}</SaveContextProvider>;
}
