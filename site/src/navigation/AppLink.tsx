import type { AnchorHTMLAttributes } from "react";
import { Link } from "react-router";
import { localePrefixOf, withoutLocalePrefix } from "@seki/shared/navigation";
import { isPagePath } from "./paths";

interface AppLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  to: string;
}

/** A router link if this application draws the target, otherwise a plain link. */
export function AppLink({ to, children, ...rest }: AppLinkProps) {
  if (!to.startsWith("/")) {
    return (
      <a href={to} {...rest}>
        {children}
      </a>
    );
  }
  const path = withoutLocalePrefix(to);
  if (isPagePath(path.split(/[?#]/)[0] ?? path)) {
    return (
      <Link to={path} {...rest}>
        {children}
      </Link>
    );
  }
  return (
    <a href={localePrefixOf(window.location.pathname) + path} {...rest}>
      {children}
    </a>
  );
}
