import { useEffect, useEffectEvent } from "react";
import { isTyping } from "@/console/ui";

/** Binds a key, also with Caps Lock, on the whole page. It is ignored while the user types, and behind a dialog. */
export function useKey(key: string, isOn: boolean, onPress: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    const isElsewhere = isTyping(event.target) || document.querySelector('[role="dialog"]') !== null;
    if (!isOn || event.key.toLowerCase() !== key || !isPlain || isElsewhere) return;
    event.preventDefault();
    onPress();
  });
  // Effects run after the paint: a listener that came and went with `isOn` would miss the first key after a dialog.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
