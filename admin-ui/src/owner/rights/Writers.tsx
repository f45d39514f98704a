import type { ReactNode } from "react";
import { mayWrite, useShell } from "@/owner/api";
import type { RightsSection } from "@/owner/api";

interface Props {
  of: RightsSection;
  children: ReactNode;
}

/** Shows buttons only to staff who may write in a section. The server rejects the others' writes in any case. */
export function Writers({ of, children }: Props) {
  const { session } = useShell();
  return mayWrite(session?.role, of) && <>{children}</>;
}
