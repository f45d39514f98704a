import { useEffect, useEffectEvent } from "react";
import { isTyping } from "./is-typing";

/** Calls a function when the key "/" is pressed outside of fields and dialogs. */
export function useSlashKey(onPress: () => void): void {
  const press = useEffectEvent(onPress);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
      if (event.key !== "/" || !isPlain || isTyping(event.target)) return;
      event.preventDefault();
      press();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
