import { useEffect, useEffectEvent } from "react";

/** Reports whether a form `isChanged` to its surroundings, and false when it is unmounted. */
export function useReportChanged(isChanged: boolean, onChange: (isChanged: boolean) => void): void {
  const report = useEffectEvent(onChange);
  useEffect(() => {
    report(isChanged);
    return () => report(false);
  }, [isChanged]);
}
