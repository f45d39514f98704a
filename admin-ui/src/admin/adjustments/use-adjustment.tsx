import { useState } from "react";
import type { ReactNode } from "react";
import { useShell } from "@/admin/api";
import { AdjustmentDialog } from "./AdjustmentDialog";
import type { Target } from "./form";

interface Adjusting {
  /** Whether this admin may refund and correct manually. */
  isAllowed: boolean;
  begin: (target: Target) => void;
  dialog: ReactNode;
}

/** The dialog of a page with charges, and whether its buttons are shown. */
export function useAdjustment(approvalAbove: number): Adjusting {
  const { admin } = useShell();
  const [target, setTarget] = useState<Target | null>(null);
  const dialog =
    target === null ? null : (
      <AdjustmentDialog target={target} approvalAbove={approvalAbove} onClose={() => setTarget(null)} />
    );
  return { isAllowed: admin?.flags.refunds === true, begin: setTarget, dialog };
}
