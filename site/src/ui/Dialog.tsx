import { useEffect, useId, useRef } from "react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useJustOpened } from "@seki/shared/dialogs";
import styles from "./Dialog.module.css";
import { Icon } from "./Icon";

interface DialogProps {
  title: string;
  open: boolean;
  onClose: () => void;
  children: ReactNode;
  actions?: ReactNode;
  role?: "dialog" | "alertdialog";
  /** The content, if a dialog shows several in turn. */
  shown?: unknown;
}

/**
 * A modal dialog on the native element: the browser manages focus, Escape and the inert page behind. It ignores the
 * second click of a double click that opened it.
 */
export function Dialog({ title, open, onClose, children, actions, role = "dialog", shown = true }: DialogProps) {
  const { t } = useTranslation();
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const bodyId = useId();
  const ignoreSecondClick = useJustOpened(open && shown);

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
  }, [open]);

  return (
    <dialog
      ref={ref}
      role={role === "alertdialog" ? role : undefined}
      className={styles.dialog}
      aria-labelledby={titleId}
      aria-describedby={role === "alertdialog" ? bodyId : undefined}
      onClickCapture={ignoreSecondClick}
      onCancel={(event) => {
        event.preventDefault();
        // React bubbles the events of nested dialogs.
        if (event.target === event.currentTarget) onClose();
      }}
    >
      {open && (
        <div className={styles.frame}>
          <div className={styles.head}>
            <h2 id={titleId}>{title}</h2>
            <button type="button" className={styles.close} onClick={onClose} aria-label={t("common.close")}>
              <Icon name="close" />
            </button>
          </div>
          <div id={bodyId} className={styles.body}>
            {children}
          </div>
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
    </dialog>
  );
}
