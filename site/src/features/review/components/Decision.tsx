import type { ReactNode } from "react";
import styles from "./Decision.module.css";

/** The restaurant's picture above a booking to be confirmed. */
export function BookingPicture({ src }: { src: string }) {
  return <img src={src} alt="" width={1600} height={1000} className={styles.picture} />;
}

/** The row of buttons. */
export function DecisionButtons({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

/** The reason for a disabled button. */
export function Reason({ children }: { children: ReactNode }) {
  return <p className={styles.why}>{children}</p>;
}
