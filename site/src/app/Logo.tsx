import styles from "./Logo.module.css";

export function Logo() {
  return (
    <span className={styles.logo} aria-hidden="true">
      <span className={styles.seal} lang="ja">
        席
      </span>
      <span className={styles.word} lang="en">
        Seki
      </span>
    </span>
  );
}
