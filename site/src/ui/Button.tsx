import type { ButtonHTMLAttributes, ReactNode } from "react";
import { AppLink } from "@/navigation";
import styles from "./Button.module.css";
import { cx } from "./cx";

export type ButtonKind = "primary" | "accent" | "quiet" | "text" | "danger";

interface ButtonStyle {
  kind?: ButtonKind;
  wide?: boolean;
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonStyle {
  busy?: boolean;
}

export function Button({
  kind = "quiet",
  wide = false,
  busy = false,
  type = "button",
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  // A disabled button would lose the focus, and a dialog that it opened could not return it. While busy, the button
  // ignores clicks instead.
  const press: typeof onClick = (event) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type={type}
      className={cx(styles.button, styles[kind], wide && styles.wide, className)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={press}
      {...rest}
    >
      {busy && <span className={styles.spinner} aria-hidden="true" />}
      {children}
    </button>
  );
}

interface ButtonLinkProps extends ButtonStyle {
  to: string;
  children: ReactNode;
  className?: string | undefined;
  onClick?: () => void;
}

export function ButtonLink({ to, kind = "quiet", wide = false, className, children, onClick }: ButtonLinkProps) {
  return (
    <AppLink
      to={to}
      className={cx(styles.button, styles[kind], wide && styles.wide, className)}
      {...(onClick ? { onClick } : {})}
    >
      {children}
    </AppLink>
  );
}
