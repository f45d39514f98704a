import { useEffect, useEffectEvent } from "react";
import { isTyping } from "@/console/ui";

/** Binds a key on the whole page. It is ignored while the user types, and behind a dialog. */
export function useKey(key: string, isOn: boolean, onPress: () => void): void {
  const press = useEffectEvent(onPress);
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
      const isElsewhere = isTyping(event.target) || document.querySelector('[role="dialog"]') !== null;
      if (event.key !== key || !isPlain || isElsewhere) return;
      event.preventDefault();
      press();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [key, isOn]);
}
