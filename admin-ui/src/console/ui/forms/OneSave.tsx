import { useMemo } from "react";
import type { ReactNode } from "react";
import { SaveContextProvider, useSaveContext } from "ra-core";
import type { SaveHandler } from "ra-core";
import { useOneAtATime } from "../use-one-at-a-time";

/** Around a form inside react-admin's create or edit: what is sent twice by a double click is saved once. */
export function OneSave({ children }: { children: ReactNode }) {
  const context = useSaveContext();
  const once = useOneAtATime();
  const value = useMemo(() => {
    const { save } = context;
    // What the form itself gives along is an event or the callbacks of its button.
    const saveOnce: SaveHandler<Record<string, unknown>> = (...given) => once(async () => await save?.(...given));
    return save ? { ...context, save: saveOnce } : context;
  }, [context, once]);
  return <SaveContextProvider value={value}>{children}</SaveContextProvider>;
}
