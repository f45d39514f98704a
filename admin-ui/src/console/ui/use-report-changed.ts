import { useEffect, useEffectEvent } from "react";

/** Tells what is around a form whether it `isChanged`; one that is gone is not. */
export function useReportChanged(isChanged: boolean, onChange: (isChanged: boolean) => void): void {
  const tell = useEffectEvent(onChange);
  useEffect(() => {
    tell(isChanged);
    return () => tell(false);
  }, [isChanged]);
}
