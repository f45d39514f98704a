import { useEffect, useState } from "react";
import { onFlash } from "@/api";
import type { Flash } from "@/api";
import { Notice, cx } from "@/ui";
import styles from "./Notices.module.css";

const FLASH_MS = 5000;

interface Shown extends Flash {
  id: number;
}

let lastId = 0;

/** Flash messages go after five seconds; sticky ones stay until closed. */
export function Notices() {
  const [shown, setShown] = useState<Shown[]>([]);

  useEffect(() => {
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const close = (id: number) => setShown((list) => list.filter((item) => item.id !== id));
    const stop = onFlash((flash) => {
      lastId += 1;
      const id = lastId;
      setShown((list) => [...list.filter((item) => item.message !== flash.message), { ...flash, id }]);
      if (!flash.sticky) timers.add(setTimeout(() => close(id), FLASH_MS));
    });
    return () => {
      stop();
      for (const timer of timers) clearTimeout(timer);
    };
  }, []);

  const notices = (wanted: boolean) =>
    shown
      .filter(({ sticky }) => sticky === wanted)
      .map(({ id, kind, message }) => (
        <Notice
          key={id}
          kind={kind === "alert" ? "alert" : "success"}
          onClose={() => setShown((list) => list.filter((item) => item.id !== id))}
        >
          <p>{message}</p>
        </Notice>
      ));

  return (
    <>
      <div className={styles.notices} aria-live="polite">
        {notices(true)}
      </div>
      <div className={cx(styles.notices, styles.passing)} aria-live="polite">
        {notices(false)}
      </div>
    </>
  );
}
