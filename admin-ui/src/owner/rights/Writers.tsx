import type { ReactNode } from "react";
import { mayWrite, useShell } from "@/owner/api";
import type { RightsSection } from "@/owner/api";

interface Props {
  of: RightsSection;
  children: ReactNode;
}

/** What only whoever may write in a section of the console finds: its buttons. The server refuses the others in any case. */
export function Writers({ of, children }: Props) {
  const { session } = useShell();
  return mayWrite(session?.role, of) && <>{children}</>;
}
