import { useEffect, useState } from "react";
import type { Flash } from "../api/types";
import { onFlash, onFlashWithdrawal } from "../shell/flash";

export interface ShownNotice extends Flash {
  id: number;
}

interface Notices {
  shown: ShownNotice[];
  close: (id: number) => void;
}

/** Messages disappear after five seconds (diner §9, F209). */
const FLASH_MS = 5000;

let lastId = 0;

/**
 * Returns the messages to show now, oldest first. A sticky message disappears when it is closed or withdrawn. Equal
 * texts are shown once.
 */
export function useNotices(): Notices {
  const [shown, setShown] = useState<ShownNotice[]>([]);
  const close = (id: number) => setShown((list) => list.filter((item) => item.id !== id));

  useEffect(() => {
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const stop = onFlash((flash) => {
      lastId += 1;
      const id = lastId;
      setShown((list) => [...list.filter((item) => item.message !== flash.message), { ...flash, id }]);
      if (!flash.sticky) {
        timers.add(setTimeout(() => setShown((list) => list.filter((item) => item.id !== id)), FLASH_MS));
      }
    });
    const stopWithdrawals = onFlashWithdrawal((message) =>
      setShown((list) => list.filter((item) => item.message !== message)),
    );
    return () => {
      stop();
      stopWithdrawals();
      for (const timer of timers) clearTimeout(timer);
    };
  }, []);

  return { shown, close };
}
