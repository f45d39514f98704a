import { useState } from "react";

/** Returns a value whose unchanged parts stay the same objects. `keep` merges the previous value with the new one. */
export function useStable<Value>(next: Value, keep: (before: Value, next: Value) => Value): Value {
  const [known, setKnown] = useState({ source: next, value: next });
  if (known.source === next) return known.value;
  const value = keep(known.value, next);
  setKnown({ source: next, value });
  return value;
}
