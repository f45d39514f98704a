import type { ButtonHTMLAttributes, ReactNode } from "react";
import { AppLink } from "@/navigation";
import styles from "./Button.module.css";
import { cx } from "./cx";

export type ButtonKind = "primary" | "accent" | "quiet" | "text" | "danger";

interface Look {
  kind?: ButtonKind;
  wide?: boolean;
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Look {
  busy?: boolean;
}

export function Button({
  kind = "quiet",
  wide = false,
  busy = false,
  type = "button",
  className,
  disabled,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={cx(styles.button, styles[kind], wide && styles.wide, className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy && <span className={styles.spinner} aria-hidden="true" />}
      {children}
    </button>
  );
}

interface ButtonLinkProps extends Look {
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
