import { useNotices } from "@seki/shared/notices";
import { Notice, cx } from "@/ui";
import styles from "./Notices.module.css";

/** Shows flash messages for five seconds, and sticky ones until they are closed. */
export function Notices() {
  const { shown, close } = useNotices();
  const notices = (wanted: boolean) =>
    shown
      .filter(({ sticky }) => sticky === wanted)
      .map(({ id, kind, message }) => (
        <Notice key={id} kind={kind === "alert" ? "alert" : "success"} onClose={() => close(id)}>
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
